"""Imsety Canopic Jar: take a card that costs 4 or less, from anywhere in the pyramid."""

from tests.engine.valley.table import FULL, act, asked, discard, may_execute, menu, pyramid, table

JAR = "Imsety Canopic Jar"
DEAR = "Censer, Boat, Burial Mask / Statue of Isis, Canopic Chest / Book of Gates"


def test_cards_that_cost_up_to_4_are_offered_from_every_row() -> None:
    s = table(hands=JAR, pyramid=DEAR)
    act(s, f"execute {JAR}")
    assert menu(s) == ["take Boat", "take Statue of Isis", "take Book of Gates"]


def test_the_card_goes_on_top_of_the_discard_pile_and_the_pyramid_crumbles() -> None:
    s = table(hands=JAR, pyramid=DEAR, discard="Urn")
    act(s, f"execute {JAR}", "take Statue of Isis")
    assert discard(s, 0) == "Urn, Statue of Isis"
    assert pyramid(s) == "Censer, Boat, Burial Mask / Book of Gates, Canopic Chest / -"


def test_if_you_take_the_middle_of_the_base_you_choose_what_falls() -> None:
    s = table(hands=JAR, pyramid=DEAR)
    act(s, f"execute {JAR}", "take Boat")
    assert asked(s) == (0, JAR)
    act(s, "let Canopic Chest fall")
    assert pyramid(s) == "Censer, Canopic Chest, Burial Mask / Statue of Isis, Book of Gates / -"


def test_it_cannot_be_executed_without_a_card_that_cheap() -> None:
    assert not may_execute(table(hands=JAR, pyramid="Censer, Burial Mask, Canopic Chest"), JAR)
    assert not may_execute(table(hands=JAR), JAR)


def test_a_rebate_does_not_change_the_cost_that_counts() -> None:
    s = table(hands=JAR, pyramid=DEAR, rebate=2)
    act(s, f"execute {JAR}")
    assert "take Censer" not in menu(s)


def test_taking_a_card_changes_the_pyramid() -> None:
    s = table(hands=JAR, pyramid=FULL)
    act(s, f"execute {JAR}", "take Boat", "end turn")
    assert asked(s) == (1, "")
