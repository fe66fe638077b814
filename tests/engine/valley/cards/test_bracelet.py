"""Bracelet: draw a card; if there is a jewelry card in your tomb, draw another."""

from tests.engine.valley.table import act, afterlife, hand, may_execute

BRACELET = "Bracelet"


def test_one_card_is_drawn_without_jewelry_in_the_tomb() -> None:
    s = afterlife(hands=BRACELET, deck="5 Urn", tomb="Axe, Shabti")
    act(s, f"execute {BRACELET}")
    assert hand(s, 0) == "Urn"


def test_two_cards_are_drawn_with_jewelry_in_the_tomb() -> None:
    s = afterlife(hands=BRACELET, deck="5 Urn", tomb="Ring")
    act(s, f"execute {BRACELET}")
    assert hand(s, 0) == "Urn, Urn"


def test_it_cannot_be_executed_unless_both_parts_can() -> None:
    assert may_execute(afterlife(hands=BRACELET, deck="Urn"), BRACELET)
    assert not may_execute(afterlife(hands=BRACELET, deck="Urn", tomb="Ring"), BRACELET)
    assert may_execute(afterlife(hands=BRACELET, deck="Urn", discard="Axe", tomb="Ring"), BRACELET)
