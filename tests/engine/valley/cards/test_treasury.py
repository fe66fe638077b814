"""Treasury: take a card that costs no more than the number of cards in your tomb."""

from tests.engine.valley.table import LATER_FULL, act, afterlife, discard, may_execute, menu

TREASURY = "Treasury"


def test_only_cards_that_cost_at_most_the_tomb_size_can_be_taken() -> None:
    s = afterlife(hands=TREASURY, pyramid=LATER_FULL, tomb="2 Urn")
    act(s, f"execute {TREASURY}")
    assert menu(s) == ["take Banquet", "take Sling"]
    act(s, "take Sling")
    assert discard(s, 0) == "Sling"


def test_it_cannot_be_executed_if_all_cards_cost_more() -> None:
    assert not may_execute(afterlife(hands=TREASURY, pyramid=LATER_FULL, tomb="Urn"), TREASURY)
    assert not may_execute(afterlife(hands=TREASURY, tomb="9 Urn"), TREASURY)
