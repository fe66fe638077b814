"""Harvest: take the card with the lowest cost, then do it once more."""

from tests.engine.valley.table import act, afterlife, discard, may_execute, menu

HARVEST = "Harvest"


def test_the_cheapest_card_is_taken_twice() -> None:
    s = afterlife(hands=HARVEST, pyramid="Axe, Banquet, Brooch / Sling, Spear / Ring")
    act(s, f"execute {HARVEST}")
    assert menu(s) == ["take Banquet", "take Sling"]
    act(s, "take Sling")
    assert menu(s) == ["take Banquet"]
    act(s, "take Banquet", "let Ring fall")
    assert discard(s, 0) == "Sling, Banquet"


def test_it_needs_two_cards_in_the_pyramid() -> None:
    assert not may_execute(afterlife(hands=HARVEST, pyramid="Axe"), HARVEST)
    assert may_execute(afterlife(hands=HARVEST, pyramid="Axe, Brooch"), HARVEST)
