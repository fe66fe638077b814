"""Duamutef Canopic Jar: each opponent, in turn order, discards a card from hand.

An opponent with 5 or fewer cards in hand, deck and discard pile together does not.
"""

from tests.engine.valley.table import act, asked, boneyard, discard, hand, may_execute, menu, table

JAR = "Duamutef Canopic Jar"


def test_an_opponent_chooses_a_card_from_hand_for_their_own_discard_pile() -> None:
    s = table(hands=(JAR, "Boat, Urn, Urn"), deck=("", "3 Shabti"), discard=("", "Censer"))
    act(s, f"execute {JAR}")
    assert asked(s) == (1, JAR)
    assert menu(s) == ["discard Urn", "discard Boat"]
    act(s, "discard Boat")
    assert hand(s, 1) == "Urn, Urn"
    assert discard(s, 1) == "Censer, Boat"
    assert boneyard(s) == ""


def test_opponents_discard_in_turn_order_from_the_left() -> None:
    s = table(hands=("Boat, Urn", JAR, "Boat, Urn"), deck=("5 Shabti", "", "5 Shabti"), active=1)
    act(s, f"execute {JAR}")
    assert asked(s) == (2, JAR)
    act(s, "discard Boat")
    assert asked(s) == (0, JAR)


def test_an_opponent_with_five_cards_is_spared_but_not_with_six() -> None:
    s = table(hands=(JAR, "Boat", "Boat"), deck=("", "3 Shabti", "3 Shabti"), discard=("", "Urn", "2 Urn"))
    act(s, f"execute {JAR}")
    assert asked(s) == (2, JAR)
    act(s, "discard Boat")
    assert asked(s) == (0, "")
    assert hand(s, 1) == "Boat"


def test_it_may_be_executed_even_if_all_opponents_are_spared() -> None:
    assert may_execute(table(hands=(JAR, "Boat")), JAR)


def test_it_cannot_be_executed_without_an_opponent() -> None:
    assert not may_execute(table(hands=(f"{JAR}, Urn",), deck=("9 Urn",)), JAR)


def test_an_opponent_without_a_hand_has_nothing_to_discard() -> None:
    s = table(hands=(JAR, ""), deck=("", "9 Shabti"))
    act(s, f"execute {JAR}")
    assert asked(s) == (0, "")


def test_a_discard_is_not_a_sacrifice_so_no_cat_reacts() -> None:
    s = table(hands=(f"{JAR}, Mummified Cat", "Boat"), deck=("", "9 Shabti"))
    act(s, f"execute {JAR}", "discard Boat")
    assert asked(s) == (0, "")
