"""Djed Pillar Amulet: take a card of the same set as one in your tomb.

Starters and unique artifacts belong to no set: they allow nothing and cannot be taken.
"""

from tests.engine.valley.table import act, discard, may_execute, menu, pyramid, table

DJED = "Djed Pillar Amulet"
MIXED = "Statue of Sobek, Boat, Censer / Book of Gates, Statue of Thoth / Inner Sarcophagus"


def test_only_cards_of_that_set_are_offered_from_every_row() -> None:
    s = table(hands=DJED, pyramid=MIXED, tomb="Statue of Thoth")
    act(s, f"execute {DJED}")
    assert menu(s) == ["take Statue of Sobek", "take Statue of Thoth"]


def test_the_card_goes_on_top_of_the_discard_pile_and_the_pyramid_crumbles() -> None:
    s = table(hands=DJED, pyramid=MIXED, tomb="Statue of Thoth", discard="Urn")
    act(s, f"execute {DJED}", "take Statue of Sobek")
    assert discard(s, 0) == "Urn, Statue of Sobek"
    assert pyramid(s) == "Book of Gates, Boat, Censer / Inner Sarcophagus, Statue of Thoth / -"


def test_cards_of_every_set_in_the_tomb_are_offered() -> None:
    s = table(hands=DJED, pyramid=MIXED, tomb="Outer Sarcophagus, Book of the Dead")
    act(s, f"execute {DJED}")
    assert menu(s) == ["take Book of Gates", "take Inner Sarcophagus"]


def test_starters_and_unique_artifacts_in_the_tomb_allow_nothing() -> None:
    s = table(hands=DJED, pyramid=MIXED, tomb="Shabti, Urn, Burial Mask")
    assert not may_execute(s, DJED)


def test_it_cannot_be_executed_with_an_empty_tomb() -> None:
    assert not may_execute(table(hands=DJED, pyramid=MIXED), DJED)


def test_it_cannot_be_executed_without_a_match_in_the_pyramid() -> None:
    assert not may_execute(table(hands=DJED, pyramid=MIXED, tomb="Hapy Canopic Jar"), DJED)


def test_an_opponents_tomb_does_not_count() -> None:
    assert not may_execute(table(hands=(DJED, ""), pyramid=MIXED, tomb=("", "Statue of Isis")), DJED)
