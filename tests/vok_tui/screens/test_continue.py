"""Which of several unfinished games continues when the program starts."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from saves import Shelf
from tests.vok_tui.played_games import finished_game
from tests.vok_tui.screens.app_helpers import play_on, run, sitting
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.table.screen import TableScreen


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


def place_after(home: Path, start: StartOptions, screen: type[BaseScreen], *keys: str) -> StartOptions:
    """Where the app says it was, after these keys on this screen, as another process reads it."""
    packed: dict[str, Any] = {}

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, screen)
        await pilot.press(*keys)
        await pilot.pause()
        app.exit()
        assert app.place_at_exit is not None
        packed.update(json.loads(json.dumps(app.place_at_exit.pack())))

    run(home, steps, start)
    return StartOptions.from_packed(packed)


def test_another_session_shows_the_same_pane_of_the_table(tmp_path: Path) -> None:
    place = place_after(tmp_path, StartOptions(new=True, seed=1, first=1), TableScreen, "n", "l")
    assert place.views["table"]["overlay"] == "chronicle"
    assert place_after(tmp_path, place, TableScreen) == place


def test_another_session_shows_the_same_side_folds_and_hands_of_a_review(tmp_path: Path) -> None:
    start = StartOptions(path=finished_game(tmp_path))
    fold_turn_19 = ("t", "g", "1", "9", "enter", "space", "w", "h")
    place = place_after(tmp_path, start, ReviewScreen, *fold_turn_19)
    view = place.views["review"]
    assert (len(view["folds"]), view["side"], view["seat"], view["hands"]) == (1, "tree", 1, True)
    assert place_after(tmp_path, place, ReviewScreen) == place


def test_a_view_that_no_session_has_written_changes_nothing(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screen = app.screen
        assert isinstance(screen, TableScreen | ReviewScreen)
        before = screen.kept_view()
        for value in (None, "nothing", -1, 1 << 70, ["log", -1, {}], {"log": 1}):
            screen.restore_view(dict.fromkeys((*before, "overlay", "scroll"), value))
            await pilot.pause()
            assert screen.kept_view() == before

    unfinished_game(tmp_path, "valley", 1_700_000_000)
    run(tmp_path, steps)
    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)))
