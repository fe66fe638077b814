"""Antechamber: put a card from your discard pile into your hand."""

from tests.engine.valley.table import act, afterlife, discard, hand, may_execute, menu

ANTECHAMBER = "Antechamber"


def test_a_card_of_the_discard_pile_goes_to_the_hand() -> None:
    s = afterlife(hands=f"{ANTECHAMBER}, Urn", discard="Axe, Shabti, Axe")
    act(s, f"execute {ANTECHAMBER}")
    assert menu(s) == ["recover Axe", "recover Shabti"]
    act(s, "recover Axe")
    assert (hand(s, 0), discard(s, 0)) == ("Axe, Urn", "Axe, Shabti")


def test_it_must_be_completed_once_started() -> None:
    s = afterlife(hands=ANTECHAMBER, discard="Axe")
    act(s, f"execute {ANTECHAMBER}")
    assert menu(s) == ["recover Axe"]


def test_it_cannot_be_executed_with_an_empty_discard_pile() -> None:
    assert not may_execute(afterlife(hands=ANTECHAMBER, deck="5 Urn"), ANTECHAMBER)
