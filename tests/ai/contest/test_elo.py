"""The statistics of the arena, compared with published values and with calculations by hand."""

from math import inf, isinf, log

import pytest

from ai.contest.elo import SPRT_BOUND, Sprt, elo_from_share, estimate_elo, llr, share_from_elo, sprt_accepts_elo1


def five(*counts: int) -> dict[float, int]:
    """Pairs by score, in the order in which they are published: from both lost to both won."""
    return {i / 4: count for i, count in enumerate(counts) if count}


# Tests of Stockfish on Fishtest in 2020, with bounds in logistic Elo, as published with the patches.
PUBLISHED = [
    ((424, 2948, 5832, 3045, 460), (-1.0, 3.0), 2.94),
    ((1284, 17437, 55536, 18085, 1292), (0.0, 2.0), 2.94),
    ((17, 253, 1042, 337, 39), (-0.5, 1.5), 2.96),
    ((133, 1751, 5094, 1849, 165), (-0.5, 1.5), 2.94),
    ((263, 2205, 4818, 2181, 292), (-1.0, 3.0), -0.75),
]


@pytest.mark.parametrize(("pairs", "claims", "published"), PUBLISHED)
def test_the_log_likelihood_ratio_is_the_published_one(pairs: tuple[int, ...], claims: tuple[float, float], published):
    assert llr(five(*pairs), Sprt(*claims), 2) == pytest.approx(published, abs=0.011)


# Published by OpenBench for two tests of the engine PlentyChess, with the 95% interval.
@pytest.mark.parametrize(
    ("pairs", "elo", "reach"), [((214, 8992, 19871, 9102, 235), 0.69, 1.25), ((5, 942, 2469, 1050, 5), 4.20, 3.43)]
)
def test_elo_and_its_interval_are_the_published_ones(pairs: tuple[int, ...], elo: float, reach: float):
    found = estimate_elo(five(*pairs), 2)
    assert found.elo == pytest.approx(elo, abs=0.006)
    assert (found.high - found.low) / 2 == pytest.approx(reach, abs=0.01)  # our interval counts two more pairs


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (10 / 11, 400.0), (1 / 11, -400.0)])
def test_elo_is_four_hundred_for_ten_wins_to_one(score: float, elo: float):
    assert elo_from_share(score, 2) == pytest.approx(elo, abs=0.005)
    assert share_from_elo(elo, 2) == pytest.approx(score, abs=1e-5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_even_share_is_no_elo_at_any_table(players: int):
    assert elo_from_share(1 / players, players) == pytest.approx(0, abs=1e-9)
    assert elo_from_share(share_from_elo(123, players), players) == pytest.approx(123)


def test_one_against_three_equals_wins_ten_of_thirteen_games_at_four_hundred():
    assert share_from_elo(400, 4) == pytest.approx(10 / 13)


def test_pairs_that_are_always_split_leave_no_doubt_and_pairs_won_or_lost_whole_leave_most():
    split, whole, mixed = five(0, 0, 100), five(50, 0, 0, 0, 50), five(25, 0, 50, 0, 25)
    reach = [estimate_elo(pairs, 2).high for pairs in (split, mixed, whole)]
    assert reach == sorted(reach)
    assert reach[0] < 10 < 60 < reach[2] < 80


def test_who_is_exchanged_gets_the_opposite_elo():
    ours, theirs = estimate_elo(five(3, 5, 11, 8, 6), 2), estimate_elo(five(6, 8, 11, 5, 3), 2)
    assert (ours.elo, ours.low, ours.high) == pytest.approx((-theirs.elo, -theirs.high, -theirs.low))
    forth, back = llr(five(3, 5, 11, 8, 6), Sprt(-10, 20), 2), llr(five(6, 8, 11, 5, 3), Sprt(-20, 10), 2)
    assert forth == pytest.approx(-back)


def test_winning_all_games_sets_a_lower_end_that_rises_with_their_number_and_no_upper_one():
    few, some, many = (estimate_elo(five(0, 0, 0, 0, pairs), 2) for pairs in (3, 20, 200))
    for found in (few, some, many):
        assert found.elo == found.high == inf
    assert few.low < 0 < some.low < many.low < inf
    # twenty of twenty: the exact interval of Clopper and Pearson begins at 83.2%, that of forty single games at 91.2%
    assert elo_from_share(0.832, 2) < some.low < elo_from_share(0.912, 2)


def test_losing_all_games_is_the_mirror_of_winning_them():
    lost, won = estimate_elo(five(20), 2), estimate_elo(five(0, 0, 0, 0, 20), 2)
    assert lost.elo == lost.low == -inf
    assert lost.high == pytest.approx(-won.low)


def test_without_a_game_nothing_is_known():
    found = estimate_elo({}, 3)
    assert isinf(found.low)
    assert isinf(found.high)
    assert llr({}, Sprt(0, 20), 3) == 0


def test_when_all_games_are_won_each_pair_counts_for_the_ratio_of_the_two_chances():
    for players in (2, 4):
        by_hand = 30 * log(share_from_elo(20, players) / share_from_elo(0, players))
        assert llr({1.0: 30}, Sprt(0, 20), players) == pytest.approx(by_hand, rel=0.01)


def test_pairs_that_are_always_split_speak_for_the_claim_that_nobody_is_stronger():
    # under the other hypothesis, the most likely distribution has wins with the smallest chance that gives its mean, and splits
    by_hand = 40 * log(1 - (2 * share_from_elo(20, 2) - 1))
    assert llr({0.5: 40}, Sprt(0, 20), 2) == pytest.approx(by_hand, rel=0.01)


def test_the_verdict_falls_at_the_bounds_of_wald_for_one_error_in_twenty():
    assert pytest.approx(log(19)) == SPRT_BOUND
    assert [sprt_accepts_elo1(ratio) for ratio in (2.95, 2.94, 0.0, -2.94, -2.95)] == [True, None, None, None, False]
