"""Rulebook, "Components" and "Setup"."""

from collections import Counter

import pytest

from engine.core.errors import BadSetup
from engine.core.game import Seat, Setup
from engine.valley.game import VALLEY
from engine.valley.state import (
    BONEYARD,
    DECK,
    DISCARD,
    HAND,
    PYRAMID_START,
    SLOT_COUNT,
    STOCK_II,
    STOCK_III,
    TOMB,
    ValleyState,
)
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import act, asked, cards, menu, read
from tests.engine.valley.walks import start

NUMBERS = pytest.mark.parametrize("players", [2, 3, 4])
STARTERS = "4 Shabti, 3 Urn, 2 Box of Food, Offering Table"


def level(kind: int) -> int:
    return BASE.cards[kind].level


def pyramid(s: ValleyState) -> list[int]:
    return [s.cells[PYRAMID_START + slot] for slot in range(SLOT_COUNT)]


def test_the_box_holds_40_cards_of_level_1_29_of_level_2_and_27_of_level_3():
    copies: Counter[int] = Counter()
    for card in BASE.cards:
        copies[card.level] += card.copies
    assert copies == {1: 40, 2: 29, 3: 27}


def test_the_sets_have_3_4_5_6_and_7_different_cards_and_there_are_6_unique_artifacts():
    sizes = Counter(card.set for card in BASE.cards)
    assert sizes == {
        "starter": 4, "Sarcophagi": 3, "Canopic Jars": 4, "Amulets": 5, "Books": 6, "Statues": 7, "unique": 6,
    }  # fmt: skip


@NUMBERS
def test_each_player_has_four_shabti_three_urns_two_boxes_of_food_and_an_offering_table(players: int):
    s = start(players, 1)
    for seat in range(players):
        owned = cards(read(s, HAND + seat)) + cards(read(s, DECK + seat))
        assert sorted(owned) == sorted(cards(STARTERS))


@NUMBERS
def test_each_player_starts_with_five_cards_in_hand_and_five_in_the_deck(players: int):
    s = start(players, 1)
    for seat in range(players):
        assert (s.count(HAND + seat), s.count(DECK + seat), s.count(DISCARD + seat), s.count(TOMB + seat)) == (
            5,
            5,
            0,
            0,
        )


@NUMBERS
def test_starter_cards_of_absent_players_stay_in_the_box(players: int):
    s = start(players, 1)
    cards_in_game = (
        s.stock_count() + len(pyramid(s)) + s.count(BONEYARD) + sum(s.owned_count(seat) for seat in range(players))
    )
    assert cards_in_game == 56 + 10 * players


@NUMBERS
def test_pyramid_and_boneyard_come_from_a_stock_of_level_2_above_level_3(players: int):
    s = start(players, 1)
    assert [level(kind) for kind in pyramid(s)] == [2] * 6
    assert [level(kind) for kind in s.kinds(BONEYARD)] == [2]
    assert [level(kind) for kind in s.kinds(STOCK_II)] == [2] * 22
    assert [level(kind) for kind in s.kinds(STOCK_III)] == [3] * 27


@NUMBERS
def test_the_first_seat_takes_the_first_turn(players: int):
    assert asked(start(players, 1)) == (0, "")


def test_building_the_pyramid_does_not_count_as_a_change_in_the_first_turn():
    s = start(2, 1)
    act(s, "end turn")
    if any(text.endswith(" on top") for text in menu(s)):
        s.apply(s.menu[0])
    assert len([text for text in menu(s) if text.endswith("from the pyramid")]) == 6


def test_the_seed_decides_the_deal():
    assert start(3, 8).digest() == start(3, 8).digest()
    assert len({start(3, seed).digest() for seed in range(20)}) == 20


def test_decks_and_stock_are_shuffled():
    deals = [start(2, seed) for seed in range(400)]
    for seat in (0, 1):
        tables = sum(s.has(HAND + seat, BASE.kind_of["Offering Table"]) for s in deals)
        assert 150 < tables < 250
    for slot in range(SLOT_COUNT):
        boats = sum(s.cells[PYRAMID_START + slot] == BASE.kind_of["Boat"] for s in deals)
        assert 3 < boats < 30  # 400 / 29 is 14


@pytest.mark.parametrize("players", [0, 1, 5, 6])
def test_an_impossible_number_of_players_is_refused(players: int):
    with pytest.raises(
        BadSetup, match=f"base cannot be played by {players}: base and afterlife are for 2 to 4 players"
    ):
        start(players, 1)


def test_an_unknown_edition_is_refused():
    with pytest.raises(
        BadSetup, match="no edition is called 'moon'; there are base, afterlife, mixed, both, solitaire"
    ):
        VALLEY.start(Setup("valley", (Seat("Ann"), Seat("Bob")), 1, "moon"))
