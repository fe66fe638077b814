"""The player's rating against the levels, and how sure it is."""

import random
from math import inf, isinf

import pytest

from ai.bots.strengths import expected_share
from saves import SaveInfo
from tests.vok_tui.records.played import finished
from vok_tui.levels.equal_level import RatedGame
from vok_tui.levels.measured_rating import measure_rating

SAVE: SaveInfo = finished(30, 20)


def games(victories: str, *others: int) -> list[RatedGame]:
    return [RatedGame(SAVE, {"w": 1.0, "s": 0.5, "l": 0.0}[result], others) for result in victories]


@pytest.mark.parametrize(("results", "others"), [("wl", (1000,)), ("ss", (1000,)), ("wll", (1000, 1000))])
def test_a_player_with_an_equal_share_of_the_victories_is_as_strong_as_the_opponents(
    results: str, others: tuple[int, ...]
) -> None:
    assert measure_rating(games(results * 5, *others)).elo == pytest.approx(1000, abs=0.1)


def test_more_games_make_it_surer() -> None:
    few, many = measure_rating(games("wl" * 5, 1000)), measure_rating(games("wl" * 50, 1000))
    assert few.low < many.low < 1000 < many.high < few.high


def test_games_that_were_all_won_or_all_lost_bound_one_end_alone() -> None:
    won, lost = measure_rating(games("wwww", 1000)), measure_rating(games("llll", 1000))
    assert (won.elo, won.high) == (inf, inf)
    assert 1000 < won.low < measure_rating(games("wwwwwwww", 1000)).low
    assert (lost.elo, lost.low) == (-inf, -inf)
    assert lost.high < 1000
    assert isinf(measure_rating([]).high)


@pytest.mark.parametrize(("strength", "others"), [(1000, (1000,)), (1300, (1000,)), (1000, (1280, 1000))])
def test_the_interval_holds_the_true_strength_in_about_95_of_100_cases(strength: int, others: tuple[int, ...]) -> None:
    luck = random.Random(strength)
    share, held = expected_share(strength, others), 0
    for _ in range(200):
        played = games("".join(["w" if luck.random() < share else "l" for _ in range(30)]), *others)
        _, low, high = measure_rating(played)
        held += low <= strength <= high
    assert 180 <= held <= 200
