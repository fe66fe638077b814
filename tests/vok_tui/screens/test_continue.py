"""Which of several unfinished games continues when the program starts."""

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from saves import Shelf
from tests.vok_tui.screens.app_helpers import play_on, run, sitting
from vok_tui.app import VokApp
from vok_tui.new_game import StartOptions


def unfinished_game(home: Path, game: str, when: int) -> None:
    """Make a save of a game that was left at this time."""
    setup = Setup(game, (Seat("Ann", HUMAN), Seat("Bob", "shabti")), 3)
    with Shelf(home).create(setup, GAMES[game], "test", when) as file:
        play_on(file, Match(GAMES[game], setup), 2)
    os.utime(file.path, (when, when))


@pytest.mark.parametrize(
    ("named", "left_games", "continued"),
    [
        ("", ("thieves", "valley"), "valley"),
        ("", ("valley", "thieves"), "thieves"),
        ("thieves", ("thieves", "valley"), "thieves"),
        ("valley", ("valley", "thieves"), "valley"),
        ("thieves", ("valley",), None),
    ],
)
def test_the_named_game_continues_or_else_the_latest_one(
    tmp_path: Path, named: str, left_games: tuple[str, ...], continued: str | None
) -> None:
    for when, game in enumerate(left_games, 1_700_000_000):
        unfinished_game(tmp_path, game, when)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        current = sitting(app)
        assert current.match.game.name() == (continued or named)
        assert (tuple(current.names) == ("Ann", "Bob")) == (continued is not None)

    run(tmp_path, steps, StartOptions(game=named or "valley", named_game=named, first=None))
