"""Canopic Chest: draw three cards."""

from tests.engine.valley.table import act, hand, may_execute, table


def test_three_cards_are_drawn() -> None:
    s = table(hands="Canopic Chest", deck="4 Boat")
    act(s, "execute Canopic Chest")
    assert hand(s, 0) == "Boat, Boat, Boat"


def test_the_discard_pile_is_shuffled_when_the_deck_runs_out() -> None:
    s = table(hands="Canopic Chest", deck="2 Boat", discard="Urn")
    act(s, "execute Canopic Chest")
    assert hand(s, 0) == "Boat, Boat, Urn"


def test_it_needs_three_cards_to_draw() -> None:
    assert not may_execute(table(hands="Canopic Chest", deck="Boat", discard="Boat"), "Canopic Chest")
    assert may_execute(table(hands="Canopic Chest", deck="Boat", discard="2 Boat"), "Canopic Chest")
