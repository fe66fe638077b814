"""Everything that a seat is shown, and the answers of every level, are equal in two worlds that look the same to the seat. This
is a small sample; `python -m tests.vok_tui.paired_worlds` compares thousands of positions."""

import pytest

from engine.games import GAMES
from tests.vok_tui.paired_worlds import compare_games


@pytest.mark.parametrize(
    ("name", "players", "every"), [("tal", 2, 2), ("tal", 3, 7), ("thieves", 2, 2), ("thieves", 3, 3)]
)
def test_hidden_things_and_secret_moves_change_nothing_that_a_seat_is_shown(name: str, players: int, every: int):
    compared = compare_games(GAMES[name], players, positions=14, seed=12, every=every)
    assert compared.after_different_answers > 0, "opponents answered the same in both worlds"
    assert compared.asked_levels > 0
    assert compared.with_variations > 0
