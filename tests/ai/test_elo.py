"""The statistics of contests, compared with published values and with calculations by hand."""

from math import inf, isinf, log

import pytest

from ai.elo import SPRT_BOUND, Sprt, elo_from_share, estimate_elo, llr, share_from_elo, sprt_verdict


def pentanomial(*counts: int) -> dict[float, int]:
    """The number of pairs with each score, from counts in the published order: from both games lost to both won."""
    return {i / 4: count for i, count in enumerate(counts) if count}


# Tests of Stockfish on Fishtest in 2020, with bounds in logistic Elo, as published with the patches.
PUBLISHED = [
    ((424, 2948, 5832, 3045, 460), (-1.0, 3.0), 2.94),
    ((1284, 17437, 55536, 18085, 1292), (0.0, 2.0), 2.94),
    ((17, 253, 1042, 337, 39), (-0.5, 1.5), 2.96),
    ((133, 1751, 5094, 1849, 165), (-0.5, 1.5), 2.94),
    ((263, 2205, 4818, 2181, 292), (-1.0, 3.0), -0.75),
]


@pytest.mark.parametrize(("pairs", "sprt_elos", "published"), PUBLISHED)
def test_the_log_likelihood_ratio_matches_published_values(
    pairs: tuple[int, ...], sprt_elos: tuple[float, float], published
):
    assert llr(pentanomial(*pairs), Sprt(*sprt_elos), 2) == pytest.approx(published, abs=0.011)


# Published by OpenBench for two tests of the engine PlentyChess, with the 95% interval.
@pytest.mark.parametrize(
    ("pairs", "elo", "half_width"), [((214, 8992, 19871, 9102, 235), 0.69, 1.25), ((5, 942, 2469, 1050, 5), 4.20, 3.43)]
)
def test_elo_and_its_interval_match_published_values(pairs: tuple[int, ...], elo: float, half_width: float):
    estimate = estimate_elo(pentanomial(*pairs), 2)
    assert estimate.elo == pytest.approx(elo, abs=0.006)
    assert (estimate.high - estimate.low) / 2 == pytest.approx(
        half_width, abs=0.01
    )  # our interval counts two more pairs


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (10 / 11, 400.0), (1 / 11, -400.0)])
def test_ten_wins_to_one_are_400_elo(score: float, elo: float):
    assert elo_from_share(score, 2) == pytest.approx(elo, abs=0.005)
    assert share_from_elo(elo, 2) == pytest.approx(score, abs=1e-5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_even_share_is_zero_elo_with_any_number_of_players(players: int):
    assert elo_from_share(1 / players, players) == pytest.approx(0, abs=1e-9)
    assert elo_from_share(share_from_elo(123, players), players) == pytest.approx(123)


def test_one_player_400_elo_above_three_equals_wins_10_of_13_games():
    assert share_from_elo(400, 4) == pytest.approx(10 / 13)


def test_split_pairs_give_the_narrowest_interval():
    split, decided, mixed = pentanomial(0, 0, 100), pentanomial(50, 0, 0, 0, 50), pentanomial(25, 0, 50, 0, 25)
    upper_ends = [estimate_elo(pairs, 2).high for pairs in (split, mixed, decided)]
    assert upper_ends == sorted(upper_ends)
    assert upper_ends[0] < 10 < 60 < upper_ends[2] < 80


def test_exchanged_players_have_the_opposite_elo():
    ours, theirs = estimate_elo(pentanomial(3, 5, 11, 8, 6), 2), estimate_elo(pentanomial(6, 8, 11, 5, 3), 2)
    assert (ours.elo, ours.low, ours.high) == pytest.approx((-theirs.elo, -theirs.high, -theirs.low))
    forth, back = llr(pentanomial(3, 5, 11, 8, 6), Sprt(-10, 20), 2), llr(pentanomial(6, 8, 11, 5, 3), Sprt(-20, 10), 2)
    assert forth == pytest.approx(-back)


def test_winning_all_games_gives_only_a_lower_bound_that_rises_with_their_number():
    few, some, many = (estimate_elo(pentanomial(0, 0, 0, 0, pairs), 2) for pairs in (3, 20, 200))
    for estimate in (few, some, many):
        assert estimate.elo == estimate.high == inf
    assert few.low < 0 < some.low < many.low < inf
    # twenty of twenty: the exact interval of Clopper and Pearson begins at 83.2%, that of forty single games at 91.2%
    assert elo_from_share(0.832, 2) < some.low < elo_from_share(0.912, 2)


def test_losing_all_games_mirrors_winning_all():
    lost, won = estimate_elo(pentanomial(20), 2), estimate_elo(pentanomial(0, 0, 0, 0, 20), 2)
    assert lost.elo == lost.low == -inf
    assert lost.high == pytest.approx(-won.low)


def test_without_a_game_the_interval_is_unbounded():
    estimate = estimate_elo({}, 3)
    assert isinf(estimate.low)
    assert isinf(estimate.high)
    assert llr({}, Sprt(0, 20), 3) == 0


def test_each_pair_of_wins_adds_the_log_ratio_of_the_two_chances():
    for players in (2, 4):
        by_hand = 30 * log(share_from_elo(20, players) / share_from_elo(0, players))
        assert llr({1.0: 30}, Sprt(0, 20), players) == pytest.approx(by_hand, rel=0.01)


def test_split_pairs_favour_the_hypothesis_that_nobody_is_stronger():
    # under the other hypothesis, the most likely distribution has wins with the smallest chance that gives its mean, and splits
    by_hand = 40 * log(1 - (2 * share_from_elo(20, 2) - 1))
    assert llr({0.5: 40}, Sprt(0, 20), 2) == pytest.approx(by_hand, rel=0.01)


def test_the_sprt_decides_at_walds_bounds_for_five_percent_errors():
    assert pytest.approx(log(19)) == SPRT_BOUND
    assert [sprt_verdict(ratio) for ratio in (2.95, 2.94, 0.0, -2.94, -2.95)] == [True, None, None, None, False]
