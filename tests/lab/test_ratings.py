"""Ratings from contests: cases that can be calculated by hand, and general properties."""

from math import log10, sqrt

import pytest

from ai.elo import Z_95
from lab.ladder import GameBlock, estimate_ratings

THREE_TO_ONE = 400 * log10(3)  # 190.85


def games_between(first: str, second: str, won: int, lost: int) -> list[GameBlock]:
    """Blocks of a single game each."""
    return [GameBlock((first, second), 1, {first: 1.0})] * won + [GameBlock((first, second), 1, {second: 1.0})] * lost


def test_three_wins_to_one_are_191_elo():
    ratings = estimate_ratings(games_between("a", "b", 3, 1), "b", with_prior=False)
    assert ratings["b"] == (1000, 1000, 1000)
    assert ratings["a"].elo == pytest.approx(1000 + THREE_TO_ONE)


def test_ratings_add_up_along_a_chain_of_contests():
    ratings = estimate_ratings(
        [*games_between("a", "b", 30, 10), *games_between("c", "b", 10, 30)], "c", with_prior=False
    )
    assert ratings["b"].elo == pytest.approx(1000 + THREE_TO_ONE)
    assert ratings["a"].elo == pytest.approx(1000 + 2 * THREE_TO_ONE)


def test_players_that_beat_each_other_in_a_ring_are_equal():
    ratings = estimate_ratings(
        [*games_between("a", "b", 3, 1), *games_between("b", "c", 3, 1), *games_between("c", "a", 3, 1)], "a"
    )
    assert [ratings[name].elo for name in "abc"] == pytest.approx([1000] * 3)


def test_winning_half_of_the_games_against_three_equals_is_three_times_as_strong():
    block = GameBlock(("a", "b", "b", "b"), 4, {"a": 2.0, "b": 2.0})
    assert estimate_ratings([block] * 5, "b", with_prior=False)["a"].elo == pytest.approx(1000 + THREE_TO_ONE)


def test_three_players_win_in_proportion_to_their_strength():
    block = GameBlock(("a", "b", "c"), 6, {"a": 3.0, "b": 2.0, "c": 1.0})
    ratings = estimate_ratings([block], "c", with_prior=False)
    assert ratings["a"].elo == pytest.approx(1000 + THREE_TO_ONE)
    assert ratings["b"].elo == pytest.approx(1000 + 400 * log10(2))


def test_the_interval_of_two_players_follows_from_their_share_of_wins():
    blocks = [GameBlock(("a", "b"), 2, {"a": won, "b": 2 - won}) for won in (2.0, 2.0, 1.0, 1.0, 1.0, 0.0, 2.0, 1.0)]
    rating = estimate_ratings(blocks, "b", with_prior=False)["a"]
    share = sum(block.wins["a"] for block in blocks) / 16
    error = sqrt(sum((block.wins["a"] - 2 * share) ** 2 for block in blocks)) / 16  # of the share
    slope = 400 / 2.302585092994046 / (share * (1 - share))  # Elo per share
    assert rating.high - rating.elo == pytest.approx(Z_95 * error * slope)
    assert rating.elo - rating.low == pytest.approx(Z_95 * error * slope)


def test_four_times_the_games_halve_the_interval():
    blocks = games_between("a", "b", 12, 6)
    few, many = (
        estimate_ratings(blocks, "b", with_prior=False)["a"],
        estimate_ratings(blocks * 4, "b", with_prior=False)["a"],
    )
    assert many.elo == pytest.approx(few.elo)
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(2)


def test_a_player_that_won_everything_is_rated_higher_with_more_games():
    short, long = (estimate_ratings(games_between("a", "b", won, 0), "b")["a"] for won in (10, 100))
    assert short.elo == pytest.approx(1000 + 400 * log10(11))
    assert long.elo == pytest.approx(1000 + 400 * log10(101))


def test_a_player_without_a_chain_of_games_cannot_be_rated():
    with pytest.raises(ValueError, match="no games lead from c to a"):
        estimate_ratings([*games_between("a", "b", 1, 1), *games_between("c", "d", 1, 1)], "a")
