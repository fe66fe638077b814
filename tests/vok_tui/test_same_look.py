"""All that a seat is told and shown, and what every level answers, is the same in two worlds that look the same to it. This is a
small sample; `python -m tests.vok_tui.paired_worlds` compares thousands of positions."""

import pytest

from engine.games import GAMES
from tests.vok_tui.paired_worlds import compare_games


@pytest.mark.parametrize(
    ("name", "players", "every"), [("tal", 2, 2), ("tal", 3, 7), ("thieves", 2, 2), ("thieves", 3, 3)]
)
def test_what_is_hidden_and_what_is_done_in_secret_changes_nothing_that_a_seat_is_shown(
    name: str, players: int, every: int
):
    compared = compare_games(GAMES[name], players, positions=14, seed=12, every=every)
    assert compared.answered_otherwise > 0, "the others did the same in both worlds"
    assert compared.asked_levels > 0
    assert compared.with_variations > 0
