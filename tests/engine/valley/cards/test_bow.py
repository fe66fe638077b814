"""Bow: take a card of a set that is not in your tomb, and entomb it. Unique artifacts are not set cards."""

from tests.engine.valley.table import act, afterlife, may_execute, menu, tomb

BOW = "Bow"


def test_a_card_of_a_set_missing_in_the_tomb_is_entombed() -> None:
    s = afterlife(hands=BOW, pyramid="Sling, Ring, Sphinx / Axe, Urn", tomb="Bracelet, Shabti")
    act(s, f"execute {BOW}")
    assert menu(s) == ["take Sling", "take Axe"]
    act(s, "take Sling")
    assert tomb(s, 0) == "Bracelet, Shabti, Sling"


def test_it_cannot_be_executed_if_all_sets_of_the_pyramid_are_in_the_tomb() -> None:
    assert not may_execute(afterlife(hands=BOW, pyramid="Axe, Sphinx, Urn", tomb="Dagger"), BOW)
