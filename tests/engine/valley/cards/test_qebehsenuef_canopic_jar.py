"""Qebehsenuef Canopic Jar: each opponent, in turn order, sacrifices a card from hand.

An opponent with 5 or fewer cards in hand, deck and discard pile together does not; the tomb does not count.
"""

import pytest

from tests.engine.valley.table import act, asked, boneyard, hand, may_execute, menu, table

JAR = "Qebehsenuef Canopic Jar"


def test_an_opponent_chooses_a_card_from_hand_for_the_boneyard() -> None:
    s = table(hands=(JAR, "Boat, Urn, Urn"), deck=("", "3 Shabti"), boneyard="Censer")
    act(s, f"execute {JAR}")
    assert asked(s) == (1, JAR)
    assert menu(s) == ["sacrifice Urn", "sacrifice Boat"]
    act(s, "sacrifice Boat")
    assert hand(s, 1) == "Urn, Urn"
    assert boneyard(s) == "Censer, Boat"
    assert asked(s) == (0, "")


def test_opponents_sacrifice_in_turn_order_from_the_left() -> None:
    s = table(hands=("Boat", "Urn", JAR, "Censer"), deck=("5 Shabti", "5 Shabti", "", "5 Shabti"), active=2)
    act(s, f"execute {JAR}", "sacrifice Censer", "sacrifice Boat", "sacrifice Urn")
    assert boneyard(s) == "Censer, Boat, Urn"
    assert asked(s) == (2, "")


@pytest.mark.parametrize(
    ("in_deck", "discarded"), [("3 Shabti", ""), ("", "3 Shabti"), ("Shabti", "2 Shabti"), ("2 Shabti", "Shabti")]
)
def test_hand_deck_and_discard_pile_are_counted_to_spare_five_cards(in_deck: str, discarded: str) -> None:
    spared = table(hands=(JAR, "Boat, Urn"), deck=("", in_deck), discard=("", discarded), tomb=("", "7 Shabti"))
    act(spared, f"execute {JAR}")
    assert asked(spared) == (0, "")
    assert hand(spared, 1) == "Boat, Urn"
    hit = table(hands=(JAR, "Boat, Censer, Urn"), deck=("", in_deck), discard=("", discarded))
    act(hit, f"execute {JAR}")
    assert asked(hit) == (1, JAR)


def test_a_spared_opponent_does_not_spare_the_others() -> None:
    s = table(hands=(JAR, "Boat, Urn", "Boat, Urn"), deck=("", "3 Shabti", "4 Shabti"))
    act(s, f"execute {JAR}")
    assert asked(s) == (2, JAR)


def test_it_may_be_executed_even_if_all_opponents_are_spared() -> None:
    assert may_execute(table(hands=(JAR, "Boat")), JAR)


def test_it_cannot_be_executed_without_an_opponent() -> None:
    assert not may_execute(table(hands=(f"{JAR}, Urn",), deck=("9 Urn",)), JAR)


def test_an_opponent_without_a_hand_has_nothing_to_sacrifice() -> None:
    s = table(hands=(JAR, "", "Boat"), deck=("", "9 Shabti", "9 Shabti"))
    act(s, f"execute {JAR}")
    assert asked(s) == (2, JAR)


def test_the_player_who_executes_it_keeps_all_cards() -> None:
    s = table(hands=(f"{JAR}, Boat", "Urn"), deck=("9 Shabti", "9 Shabti"))
    act(s, f"execute {JAR}", "sacrifice Urn")
    assert hand(s, 0) == "Boat"


def test_cards_are_counted_when_it_is_the_opponents_turn_to_sacrifice() -> None:
    s = table(hands=(JAR, "Boat", "Mummified Cat, Urn"), deck=("", "5 Shabti", "3 Shabti"))
    act(s, f"execute {JAR}", "sacrifice Boat", "react with Mummified Cat")
    assert asked(s) == (2, JAR)
    assert menu(s) == ["sacrifice Urn"]


def test_a_hand_emptied_by_a_cats_reaction_has_nothing_to_sacrifice() -> None:
    s = table(hands=(JAR, "Boat", "Mummified Cat"), deck=("", "5 Shabti", "9 Shabti"))
    act(s, f"execute {JAR}", "sacrifice Boat", "react with Mummified Cat")
    assert asked(s) == (0, "")
