"""Rulebook, "Game Preparation" and "The Board"."""

import pytest

from engine.tal.board import PLACE_COUNT, PLACE_NAMES, PLACE_OF_NAME, SPACE_COUNT, board_of, spaces_of
from engine.tal.board_text import SHIPPED
from engine.tal.state import BAG
from tests.engine.tal.table import heap_at, new_game, overseers_of, table, view_of, workers_of

FOUR = board_of(SHIPPED, 4)


def lines(place: str, other: str) -> int:
    return int(FOUR.distance(PLACE_OF_NAME[place], PLACE_OF_NAME[other]))


def test_all_figures_start_in_area_16():
    state = new_game(3)
    for seat in range(3):
        assert workers_of(state, seat) == ["16"] * 5
        assert overseers_of(state, seat) == ["16"] * 2


def test_there_are_33_blocks_of_each_colour():
    assert heap_at(table("workers"), BAG) == "".join(letter * 33 for letter in "krywb")


@pytest.mark.parametrize(("players", "unused"), [(4, []), (3, [4, 9, 12]), (2, [1, 4, 7, 9, 12, 14])])
def test_sites_with_red_suns_are_unused_with_fewer_players(players: int, unused: list[int]):
    view = view_of(new_game(players))
    assert [site.number + 1 for site in view.sites if not site.in_game] == unused


def test_no_figure_enters_an_unused_site():
    board = board_of(SHIPPED, 2)
    reachable = {place for place in range(PLACE_COUNT) if board.distance(PLACE_OF_NAME["16"], place) >= 0}
    assert len(reachable) == 7 + 5 * 4 + 4 * 6
    assert not reachable & set(spaces_of(3))


def test_distances_match_the_examples_of_the_rulebook():
    assert lines("16", "15/B") == 1
    assert lines("6/C", "20") == 2


def test_the_spaces_of_a_site_form_a_ring():
    assert lines("10/A", "10/B") == lines("10/F", "10/A") == lines("1/D", "1/A") == 1
    assert lines("10/B", "10/E") == 3


def test_distances_are_at_most_four_and_symmetric():
    distances = FOUR.distances
    assert max(distances) == 4
    for place in range(PLACE_COUNT):
        for other in range(place):
            assert distances[PLACE_COUNT * place + other] == distances[PLACE_COUNT * other + place] > 0


def test_there_are_72_spaces_at_15_sites_and_7_areas():
    assert (SPACE_COUNT, len(PLACE_NAMES) - SPACE_COUNT, len(SHIPPED.sites)) == (72, 7, 15)
    assert PLACE_NAMES[0] == "1/A"
    assert PLACE_NAMES[71:] == ("15/F", "16", "17", "18", "19", "20", "21", "22")
