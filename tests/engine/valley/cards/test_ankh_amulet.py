"""Ankh Amulet: put a card from your tomb into your hand, then entomb a card from your hand."""

from tests.engine.valley.table import act, hand, may_execute, menu, table, tomb

ANKH = "Ankh Amulet"


def test_a_card_leaves_the_tomb_and_another_is_entombed() -> None:
    s = table(hands=f"{ANKH}, Boat", tomb="Urn, Urn, Shabti")
    act(s, f"execute {ANKH}")
    assert menu(s) == ["unearth Shabti", "unearth Urn"]
    act(s, "unearth Urn", "entomb Boat")
    assert tomb(s, 0) == "Boat, Shabti, Urn"
    assert hand(s, 0) == "Urn"


def test_the_same_card_may_be_entombed_again() -> None:
    s = table(hands=ANKH, tomb="Urn")
    act(s, f"execute {ANKH}", "unearth Urn")
    assert menu(s) == ["entomb Urn"]
    act(s, "entomb Urn")
    assert tomb(s, 0) == "Urn"


def test_a_card_must_be_entombed() -> None:
    s = table(hands=f"{ANKH}, Boat", tomb="Urn")
    act(s, f"execute {ANKH}", "unearth Urn")
    assert menu(s) == ["entomb Urn", "entomb Boat"]


def test_the_card_from_the_tomb_can_be_played() -> None:
    s = table(hands=f"{ANKH}, Boat", tomb="Box of Food", deck="Censer")
    act(s, f"execute {ANKH}", "unearth Box of Food", "entomb Boat", "execute Box of Food")
    assert hand(s, 0) == "Censer"


def test_it_cannot_be_executed_with_an_empty_tomb() -> None:
    assert not may_execute(table(hands=(f"{ANKH}, Boat", ""), tomb=("", "Urn")), ANKH)


def test_the_turns_entombment_is_still_available() -> None:
    s = table(hands=f"{ANKH}, Boat", tomb="Urn")
    act(s, f"execute {ANKH}", "unearth Urn", "entomb Urn", "entomb Boat")
    assert tomb(s, 0) == "Boat, Urn"
