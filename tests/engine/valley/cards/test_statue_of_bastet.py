"""Statue of Bastet: each opponent, in turn order, puts a card from hand on top of your discard pile.

An opponent with 5 or fewer cards in hand, deck and discard pile together does not. It is neither a discard nor a sacrifice.
"""

from tests.engine.valley.table import act, asked, boneyard, discard, hand, may_execute, menu, table

BASTET = "Statue of Bastet"


def test_an_opponent_puts_a_card_from_hand_on_your_discard_pile() -> None:
    s = table(hands=(BASTET, "Boat, Urn, Urn"), deck=("", "3 Shabti"), discard=("Censer", "Shabti"))
    act(s, f"execute {BASTET}")
    assert asked(s) == (1, BASTET)
    assert menu(s) == ["give Urn", "give Boat"]
    act(s, "give Boat")
    assert discard(s, 0) == "Censer, Boat"
    assert discard(s, 1) == "Shabti"
    assert hand(s, 1) == "Urn, Urn"


def test_opponents_give_their_cards_in_turn_order_from_the_left() -> None:
    s = table(hands=("Boat", "Urn", BASTET, "Censer"), deck=("5 Shabti", "5 Shabti", "", "5 Shabti"), active=2)
    act(s, f"execute {BASTET}", "give Censer", "give Boat", "give Urn")
    assert discard(s, 2) == "Censer, Boat, Urn"
    assert asked(s) == (2, "")


def test_an_opponent_with_five_cards_is_spared_but_not_with_six() -> None:
    s = table(
        hands=(BASTET, "Boat", "Boat"),
        deck=("", "3 Shabti", "3 Shabti"),
        discard=("", "Urn", "2 Urn"),
        tomb=("", "9 Urn"),
    )
    act(s, f"execute {BASTET}")
    assert asked(s) == (2, BASTET)
    act(s, "give Boat")
    assert hand(s, 1) == "Boat"
    assert discard(s, 0) == "Boat"


def test_it_may_be_executed_even_if_all_opponents_are_spared() -> None:
    assert may_execute(table(hands=(BASTET, "Boat")), BASTET)


def test_it_cannot_be_executed_without_an_opponent() -> None:
    assert not may_execute(table(hands=(f"{BASTET}, Urn",), deck=("9 Urn",)), BASTET)


def test_an_opponent_without_a_hand_gives_nothing() -> None:
    s = table(hands=(BASTET, ""), deck=("", "9 Shabti"))
    act(s, f"execute {BASTET}")
    assert asked(s) == (0, "")


def test_it_is_not_a_sacrifice_so_no_cat_reacts() -> None:
    s = table(hands=(f"{BASTET}, Mummified Cat", "Boat"), deck=("", "9 Shabti"))
    act(s, f"execute {BASTET}", "give Boat")
    assert asked(s) == (0, "")
    assert boneyard(s) == ""
