"""Ratings from contests: cases that can be calculated by hand, and properties that hold for all."""

from math import log10, sqrt

import pytest

from ai.contest.elo import Z_95
from ai.contest.ratings import GameBlock, estimate_ratings

THREE_TO_ONE = 400 * log10(3)  # 190.85


def pair(one: str, other: str, won: int, lost: int) -> list[GameBlock]:
    """Blocks of a single game each."""
    return [GameBlock((one, other), 1, {one: 1.0})] * won + [GameBlock((one, other), 1, {other: 1.0})] * lost


def test_three_games_won_to_one_are_191_elo():
    found = estimate_ratings(pair("a", "b", 3, 1), "b", with_prior=False)
    assert found["b"] == (1000, 1000, 1000)
    assert found["a"].elo == pytest.approx(1000 + THREE_TO_ONE)


def test_ratings_add_up_along_a_chain_of_contests():
    found = estimate_ratings([*pair("a", "b", 30, 10), *pair("c", "b", 10, 30)], "c", with_prior=False)
    assert found["b"].elo == pytest.approx(1000 + THREE_TO_ONE)
    assert found["a"].elo == pytest.approx(1000 + 2 * THREE_TO_ONE)


def test_where_each_beats_the_next_in_a_ring_all_are_equal():
    found = estimate_ratings([*pair("a", "b", 3, 1), *pair("b", "c", 3, 1), *pair("c", "a", 3, 1)], "a")
    assert [found[name].elo for name in "abc"] == pytest.approx([1000] * 3)


def test_who_wins_half_of_the_games_against_three_equals_is_three_times_as_strong():
    block = GameBlock(("a", "b", "b", "b"), 4, {"a": 2.0, "b": 2.0})
    assert estimate_ratings([block] * 5, "b", with_prior=False)["a"].elo == pytest.approx(1000 + THREE_TO_ONE)


def test_three_of_different_strength_at_one_table_win_in_proportion():
    block = GameBlock(("a", "b", "c"), 6, {"a": 3.0, "b": 2.0, "c": 1.0})
    found = estimate_ratings([block], "c", with_prior=False)
    assert found["a"].elo == pytest.approx(1000 + THREE_TO_ONE)
    assert found["b"].elo == pytest.approx(1000 + 400 * log10(2))


def test_the_interval_of_two_players_is_the_one_of_their_share_of_victories():
    blocks = [GameBlock(("a", "b"), 2, {"a": won, "b": 2 - won}) for won in (2.0, 2.0, 1.0, 1.0, 1.0, 0.0, 2.0, 1.0)]
    found = estimate_ratings(blocks, "b", with_prior=False)["a"]
    share = sum(block.won["a"] for block in blocks) / 16
    error = sqrt(sum((block.won["a"] - 2 * share) ** 2 for block in blocks)) / 16  # of the share
    slope = 400 / 2.302585092994046 / (share * (1 - share))  # Elo for a share
    assert found.high - found.elo == pytest.approx(Z_95 * error * slope)
    assert found.elo - found.low == pytest.approx(Z_95 * error * slope)


def test_four_times_the_games_halve_the_interval():
    blocks = pair("a", "b", 12, 6)
    few, many = (
        estimate_ratings(blocks, "b", with_prior=False)["a"],
        estimate_ratings(blocks * 4, "b", with_prior=False)["a"],
    )
    assert many.elo == pytest.approx(few.elo)
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(2)


def test_who_has_won_everything_has_a_rating_all_the_same_and_the_higher_the_more_was_played():
    short, long = (estimate_ratings(pair("a", "b", won, 0), "b")["a"] for won in (10, 100))
    assert short.elo == pytest.approx(1000 + 400 * log10(11))
    assert long.elo == pytest.approx(1000 + 400 * log10(101))


def test_who_has_met_nobody_cannot_be_rated():
    with pytest.raises(ValueError, match="no games lead from c to a"):
        estimate_ratings([*pair("a", "b", 1, 1), *pair("c", "d", 1, 1)], "a")
