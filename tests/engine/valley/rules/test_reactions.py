"""Reactions are offered to all opponents in turn order, the player on the left first. (The game has one of each reaction; custom
cards may have more.)"""

import pytest

from tests.engine.valley.table import act, asked, boneyard, discard, hand, pyramid, table

BASE = "Book of Gates, Statue of Isis, Statue of Sobek"


def asked_in_turn(active: int, card: str) -> list[int]:
    """The seats that are asked about a card, in order, when everybody passes, in a game of four."""
    hands = ["Boat, Mummified Cat"] * 4
    hands[active] = "Burial Mask, Shabti"
    s = table(hands=tuple(hands), pyramid=BASE, active=active)
    if card == "Boat":
        act(s, "buy Book of Gates with Burial Mask")
    else:
        act(s, "execute Shabti", "sacrifice Book of Gates from the pyramid")
    seats = []
    while asked(s)[1] == card:
        seats.append(asked(s)[0])
        act(s, "pass")
    assert asked(s) == (active, "")
    return seats


@pytest.mark.parametrize("card", ["Boat", "Mummified Cat"])
@pytest.mark.parametrize(("active", "order"), [(0, [1, 2, 3]), (2, [3, 0, 1]), (3, [0, 1, 2])])
def test_reactions_are_offered_in_turn_order_to_all_opponents(active: int, order: list[int], card: str):
    assert asked_in_turn(active, card) == order


def test_a_card_taken_by_one_cat_is_not_offered_to_another():
    s = table(hands=("Shabti", "Mummified Cat", "Mummified Cat"), pyramid=BASE)
    act(s, "execute Shabti", "sacrifice Book of Gates from the pyramid", "react with Mummified Cat")
    assert asked(s) == (0, "")
    assert (discard(s, 1), boneyard(s)) == ("Mummified Cat, Book of Gates", "")
    assert hand(s, 2) == "Mummified Cat"


def test_a_second_boat_takes_from_what_the_first_left():
    s = table(hands=("Burial Mask", "Boat", "Boat"), pyramid=BASE)
    act(s, "buy Book of Gates with Burial Mask", "react with Boat: take Statue of Isis")
    assert asked(s) == (2, "Boat")
    act(s, "react with Boat: take Statue of Sobek")
    assert pyramid(s) == "-, -, - / -, - / -"
    assert asked(s) == (0, "")
