"""Sling: sacrifice a card in the pyramid that costs 3 or less, then draw a card."""

from tests.engine.valley.table import act, afterlife, boneyard, hand, may_execute, menu, pyramid

SLING = "Sling"


def test_a_cheap_card_of_the_pyramid_is_sacrificed_and_a_card_drawn() -> None:
    s = afterlife(hands=SLING, pyramid="Axe, Brooch, Antechamber / Banquet", deck="Urn")
    act(s, f"execute {SLING}")
    assert menu(s) == ["sacrifice Axe from the pyramid", "sacrifice Banquet from the pyramid"]
    act(s, "sacrifice Axe from the pyramid")
    assert (boneyard(s), hand(s, 0)) == ("Axe", "Urn")
    assert pyramid(s) == "Banquet, Brooch, Antechamber / -, - / -"


def test_it_cannot_be_executed_unless_both_parts_can() -> None:
    assert not may_execute(afterlife(hands=SLING, pyramid="Brooch", deck="Urn"), SLING)
    assert not may_execute(afterlife(hands=SLING, pyramid="Axe"), SLING)
