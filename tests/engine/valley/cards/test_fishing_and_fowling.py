"""Fishing and Fowling: take any card from the pyramid."""

from tests.engine.valley.table import LATER_FULL, act, afterlife, discard, may_execute, menu

FISHING = "Fishing and Fowling"


def test_any_card_of_the_pyramid_can_be_taken() -> None:
    s = afterlife(hands=FISHING, pyramid=LATER_FULL)
    act(s, f"execute {FISHING}")
    assert len(menu(s)) == 6
    act(s, "take Bracelet")
    assert discard(s, 0) == "Bracelet"


def test_it_needs_a_card_in_the_pyramid() -> None:
    assert not may_execute(afterlife(hands=FISHING), FISHING)
