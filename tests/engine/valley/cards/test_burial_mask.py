"""Burial Mask: take the card with the highest cost in the pyramid; choose among equals."""

from tests.engine.valley.table import act, asked, discard, may_execute, menu, pyramid, table

MASK = "Burial Mask"


def test_the_costliest_card_of_the_pyramid_is_taken_and_the_pyramid_crumbles() -> None:
    s = table(
        hands=MASK, pyramid="Censer, Boat, Book of Gates / Statue of Isis, Statue of Thoth / Tyet Amulet", discard="Urn"
    )
    act(s, f"execute {MASK}")
    assert menu(s) == ["take Statue of Thoth"]
    act(s, "take Statue of Thoth")
    assert discard(s, 0) == "Urn, Statue of Thoth"
    assert pyramid(s) == "Censer, Boat, Book of Gates / Statue of Isis, Tyet Amulet / -"


def test_the_player_chooses_among_equal_costs() -> None:
    s = table(hands=MASK, pyramid="Censer, Boat, Canopic Chest / Statue of Isis, Ankh Amulet")
    act(s, f"execute {MASK}")
    assert menu(s) == ["take Censer", "take Canopic Chest", "take Ankh Amulet"]


def test_the_last_card_is_the_costliest_whatever_it_costs() -> None:
    s = table(hands=MASK, pyramid="-, Book of Gates")
    act(s, f"execute {MASK}", "take Book of Gates")
    assert discard(s, 0) == "Book of Gates"


def test_it_cannot_be_executed_while_the_pyramid_is_empty() -> None:
    assert not may_execute(table(hands=MASK), MASK)


def test_if_you_take_the_middle_of_the_base_you_choose_what_falls() -> None:
    s = table(hands=MASK, pyramid="Boat, Censer, Boat / Statue of Isis, Statue of Sobek")
    act(s, f"execute {MASK}", "take Censer")
    assert asked(s) == (0, MASK)
    assert menu(s) == ["let Statue of Isis fall", "let Statue of Sobek fall"]
