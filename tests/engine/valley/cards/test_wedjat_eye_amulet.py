"""Wedjat Eye Amulet: take a card that costs 4 or less into the hand, not onto the discard pile."""

from tests.engine.valley.table import act, discard, hand, may_execute, menu, pyramid, table

WEDJAT = "Wedjat Eye Amulet"
DEAR = "Censer, Boat, Burial Mask / Statue of Isis, Canopic Chest / Book of Gates"


def test_the_card_goes_to_the_hand_and_the_pyramid_crumbles() -> None:
    s = table(hands=f"{WEDJAT}, Urn", pyramid=DEAR)
    act(s, f"execute {WEDJAT}", "take Statue of Isis")
    assert hand(s, 0) == "Statue of Isis, Urn"
    assert discard(s, 0) == ""
    assert pyramid(s) == "Censer, Boat, Burial Mask / Book of Gates, Canopic Chest / -"


def test_cards_that_cost_up_to_4_are_offered_from_every_row() -> None:
    s = table(hands=WEDJAT, pyramid=DEAR)
    act(s, f"execute {WEDJAT}")
    assert menu(s) == ["take Boat", "take Statue of Isis", "take Book of Gates"]


def test_the_card_may_be_played_at_once() -> None:
    s = table(hands=WEDJAT, pyramid=DEAR, discard="Shabti")
    act(s, f"execute {WEDJAT}", "take Statue of Isis", "execute Statue of Isis", "recover Shabti")
    assert hand(s, 0) == "Shabti"


def test_it_cannot_be_executed_without_a_card_that_cheap() -> None:
    assert not may_execute(table(hands=WEDJAT, pyramid="Censer, Burial Mask, Canopic Chest"), WEDJAT)
    assert not may_execute(table(hands=WEDJAT), WEDJAT)


def test_a_rebate_does_not_change_the_cost_that_counts() -> None:
    assert not may_execute(table(hands=WEDJAT, pyramid="Censer", rebate=2), WEDJAT)
