"""The player's rating against the levels, with its interval."""

import random
from math import inf, isinf

import pytest

from ai.levels import expected_share
from saves import SaveInfo
from tests.vok_tui.records.finished_games import finished
from vok_tui.shared.levels import RatedGame, measure_rating

SAVE: SaveInfo = finished(30, 20)


def games(results: str, *opponents: int) -> list[RatedGame]:
    return [RatedGame(SAVE, {"w": 1.0, "s": 0.5, "l": 0.0}[result], opponents) for result in results]


@pytest.mark.parametrize(("results", "others"), [("wl", (1000,)), ("ss", (1000,)), ("wll", (1000, 1000))])
def test_an_equal_share_of_victories_means_the_rating_of_the_opponents(results: str, others: tuple[int, ...]) -> None:
    assert measure_rating(games(results * 5, *others)).elo == pytest.approx(1000, abs=0.1)


def test_more_games_narrow_the_interval() -> None:
    few, many = measure_rating(games("wl" * 5, 1000)), measure_rating(games("wl" * 50, 1000))
    assert few.low < many.low < 1000 < many.high < few.high


def test_only_wins_or_only_losses_bound_one_end_of_the_interval() -> None:
    won, lost = measure_rating(games("wwww", 1000)), measure_rating(games("llll", 1000))
    assert (won.elo, won.high) == (inf, inf)
    assert 1000 < won.low < measure_rating(games("wwwwwwww", 1000)).low
    assert (lost.elo, lost.low) == (-inf, -inf)
    assert lost.high < 1000
    assert isinf(measure_rating([]).high)


@pytest.mark.parametrize(("strength", "others"), [(1000, (1000,)), (1300, (1000,)), (1000, (1280, 1000))])
def test_the_interval_contains_the_true_strength_in_95_percent_of_cases(strength: int, others: tuple[int, ...]) -> None:
    rng = random.Random(strength)
    share, contained = expected_share(strength, others), 0
    for _ in range(200):
        played = games("".join(["w" if rng.random() < share else "l" for _ in range(30)]), *others)
        _, low, high = measure_rating(played)
        contained += low <= strength <= high
    assert 180 <= contained <= 200
