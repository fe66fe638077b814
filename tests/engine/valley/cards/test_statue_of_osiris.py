"""Statue of Osiris: put the top card of an opponent's discard pile on top of yours.

An opponent with 5 or fewer cards in hand, deck and discard pile together may be chosen and is not affected. It looks at the top
of a discard pile, so while such a card may be executed, players choose the top card of their piles.
"""

import pytest

from tests.engine.valley.table import act, asked, discard, may_execute, menu, table

OSIRIS = "Statue of Osiris"


def test_the_top_card_of_the_chosen_pile_goes_on_top_of_your_pile() -> None:
    s = table(hands=(OSIRIS, "", ""), discard=("Urn", "5 Shabti, Boat, Censer", "6 Shabti"))
    act(s, f"execute {OSIRIS}")
    assert menu(s) == ["plunder player 2", "plunder player 3"]
    act(s, "plunder player 2")
    assert discard(s, 0) == "Urn, Censer"
    assert discard(s, 1).endswith("Shabti, Boat")


def test_an_opponent_without_a_discard_pile_cannot_be_chosen() -> None:
    s = table(hands=(OSIRIS, "6 Shabti", "Boat"), deck=("", "", "5 Shabti"), discard=("", "", "Urn"))
    act(s, f"execute {OSIRIS}")
    assert menu(s) == ["plunder player 3"]


def test_it_needs_an_opponent_with_a_discard_pile() -> None:
    s = table(hands=(OSIRIS, "Urn"), deck=("Urn", "9 Urn"), discard=("9 Urn", ""))
    assert not may_execute(s, OSIRIS)


def test_an_opponent_with_five_cards_may_be_chosen_and_is_spared() -> None:
    s = table(hands=(OSIRIS, "Urn"), deck=("", "2 Urn"), discard=("", "Urn, Boat"), tomb=("", "9 Urn"))
    act(s, f"execute {OSIRIS}")
    assert discard(s, 0) == ""
    assert discard(s, 1) == "Urn, Boat"


def test_an_opponent_with_six_cards_is_not_spared() -> None:
    s = table(hands=(OSIRIS, "2 Urn"), deck=("", "2 Urn"), discard=("", "Urn, Boat"))
    act(s, f"execute {OSIRIS}")
    assert discard(s, 0) == "Boat"


def test_it_may_be_executed_even_if_all_opponents_are_spared() -> None:
    assert may_execute(table(hands=(OSIRIS, "Urn")), OSIRIS)


def test_it_cannot_be_executed_without_an_opponent() -> None:
    assert not may_execute(table(hands=(f"{OSIRIS}, Urn",), deck=("9 Urn",), discard=("9 Urn",)), OSIRIS)


def test_offering_table_and_cat_do_not_react_to_it() -> None:
    s = table(hands=(OSIRIS, "Offering Table, Mummified Cat"), deck=("", "5 Urn"), discard=("", "Boat"))
    act(s, f"execute {OSIRIS}")
    assert asked(s) == (0, "")


@pytest.mark.parametrize("theirs", [{"hand": OSIRIS}, {"deck": OSIRIS}, {"discard": OSIRIS}])
def test_the_top_discard_is_asked_for_while_an_opponent_owns_one(theirs: dict[str, str]) -> None:
    zones = {"deck": ("9 Urn", ""), **{zone: ("9 Urn", name) for zone, name in theirs.items() if zone != "hand"}}
    s = table(hands=("Urn, Boat", theirs.get("hand", "Box of Food")), pyramid="Censer", changed=1, **zones)
    act(s, "end turn")
    assert menu(s) == ["the usual order", "put Boat on top"]
    act(s, "the usual order")
    assert asked(s) == (1, "")


@pytest.mark.parametrize("theirs", ["Ankh Amulet", "Urn"])
def test_the_top_discard_is_asked_for_while_an_opponent_can_unearth_one(theirs: str) -> None:
    s = table(hands=("Urn, Boat", "Urn"), deck=("9 Urn", theirs), tomb=("", OSIRIS), pyramid="Censer", changed=1)
    act(s, "end turn")
    assert ("put Boat on top" in menu(s)) == (theirs == "Ankh Amulet")


def test_the_top_discard_may_be_a_card_in_play() -> None:
    s = table(hands=("Urn, Boat", OSIRIS), deck="9 Urn", in_play="2 Shabti", pyramid="Censer", changed=1)
    act(s, "end turn")
    assert menu(s) == ["the usual order", "put Boat on top", "put Shabti on top"]


def test_the_top_discard_is_not_asked_for_when_all_are_gone() -> None:
    s = table(hands=("Urn, Boat", "Urn"), deck="9 Urn", boneyard=f"2 {OSIRIS}", pyramid="Censer", changed=1)
    act(s, "end turn")
    assert asked(s) == (1, "")


def test_the_top_discard_is_not_asked_for_among_equal_cards() -> None:
    s = table(hands=("2 Urn", OSIRIS), deck="9 Urn", pyramid="Censer", changed=1)
    act(s, "end turn")
    assert asked(s) == (1, "")
