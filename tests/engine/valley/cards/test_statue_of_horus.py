"""Statue of Horus: take a card from the base of the pyramid."""

from tests.engine.valley.table import FULL, act, asked, discard, may_execute, menu, pyramid, table

HORUS = "Statue of Horus"


def test_only_the_base_is_offered_whatever_its_cards_cost() -> None:
    s = table(hands=HORUS, pyramid="Burial Mask, Boat, Censer / Statue of Isis, Urn / Shabti")
    act(s, f"execute {HORUS}")
    assert menu(s) == ["take Burial Mask", "take Boat", "take Censer"]


def test_the_card_goes_on_top_of_the_discard_pile_and_the_pyramid_crumbles() -> None:
    s = table(hands=HORUS, pyramid=FULL, discard="Urn")
    act(s, f"execute {HORUS}", "take Statue of Bastet")
    assert asked(s) == (0, HORUS)
    act(s, "let Statue of Sobek fall")
    assert discard(s, 0) == "Urn, Statue of Bastet"
    assert pyramid(s) == "Boat, Statue of Sobek, Statue of Isis / Book of Gates, Djed Pillar Amulet / -"


def test_it_cannot_be_executed_while_the_base_is_empty() -> None:
    assert not may_execute(table(hands=HORUS), HORUS)


def test_an_empty_space_of_the_base_is_not_offered() -> None:
    s = table(hands=HORUS, pyramid="-, Boat")
    act(s, f"execute {HORUS}")
    assert menu(s) == ["take Boat"]
