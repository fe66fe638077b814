"""Everything that a seat is shown, and the answers of every level, are equal in two worlds that look the same to the seat. This
is a small sample; `python -m tests.vok_tui.paired_worlds` compares thousands of positions."""

import pytest

from ai.search.playout import Rng
from engine.core.match import Match
from engine.games import GAMES
from tests.vok_tui import paired_worlds
from tests.vok_tui.paired_worlds import compare_games, matches_that_look_alike, setup_of


@pytest.mark.nightly(reason="compares many worlds", keep=("thieves-2-2", "thieves-3-3"))
@pytest.mark.parametrize(
    ("name", "players", "every"), [("tal", 2, 2), ("tal", 3, 7), ("thieves", 2, 2), ("thieves", 3, 3)]
)
def test_hidden_things_and_secret_moves_change_nothing_that_a_seat_is_shown(name: str, players: int, every: int):
    compared = compare_games(GAMES[name], players, positions=14, seed=12, every=every)
    assert compared.after_different_answers > 0, "opponents answered the same in both worlds"
    assert compared.asked_levels > 0
    assert compared.with_variations > 0


def test_an_undo_that_asks_is_compared_after_commands_that_ask():
    assert compare_games(GAMES["valley"], 2, positions=6, seed=4714, every=7).positions == 6


def test_a_table_that_waits_shows_the_same_whether_or_not_somebody_is_asked(monkeypatch: pytest.MonkeyPatch):
    """Also the answer to a click, which does nothing meanwhile."""
    waits: list[int] = []
    check = paired_worlds.check_wait_alike

    def check_and_count(one: Match, other: Match) -> None:
        check(one, other)
        waits.append(len(one.log))

    monkeypatch.setattr(paired_worlds, "check_wait_alike", check_and_count)
    game = GAMES["valley"]
    for _ in matches_that_look_alike(game, setup_of(game, 2, 58), Rng(58)):
        if waits:
            break
    assert waits, "in this game, only one of the worlds has somebody to ask"
