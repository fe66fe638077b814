"""Outer Sarcophagus: entomb a starter card from the hand."""

from tests.engine.valley.table import act, hand, may_execute, menu, table, tomb

SARCOPHAGUS = "Outer Sarcophagus"


def test_a_starter_from_the_hand_is_entombed() -> None:
    s = table(hands="Outer Sarcophagus, Shabti, Boat")
    act(s, "execute Outer Sarcophagus", "entomb Shabti")
    assert tomb(s, 0) == "Shabti"
    assert hand(s, 0) == "Boat"


def test_only_starters_are_offered() -> None:
    s = table(hands="Outer Sarcophagus, Shabti, Urn, Urn, Box of Food, Offering Table, Boat, Book of Gates")
    act(s, "execute Outer Sarcophagus")
    assert menu(s) == ["entomb Shabti", "entomb Urn", "entomb Box of Food", "entomb Offering Table"]


def test_it_cannot_be_executed_without_a_starter_in_hand() -> None:
    assert not may_execute(table(hands="Outer Sarcophagus, Boat", deck="Urn", discard="Urn"), SARCOPHAGUS)
    assert not may_execute(table(hands="Outer Sarcophagus"), SARCOPHAGUS)


def test_the_turns_entombment_is_still_available() -> None:
    s = table(hands="Outer Sarcophagus, Shabti, Boat")
    act(s, "execute Outer Sarcophagus", "entomb Shabti", "entomb Boat")
    assert tomb(s, 0) == "Boat, Shabti"


def test_it_entombs_after_the_turns_entombment_too() -> None:
    s = table(hands="Outer Sarcophagus, Shabti, Boat", entombed=1)
    assert "entomb Boat" not in menu(s)
    act(s, "execute Outer Sarcophagus", "entomb Shabti")
    assert tomb(s, 0) == "Shabti"
