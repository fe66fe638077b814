"""Hapy Canopic Jar: draw two cards."""

from tests.engine.valley.table import act, deck, hand, may_execute, table


def test_two_cards_are_drawn() -> None:
    s = table(hands="Hapy Canopic Jar, Urn", deck="3 Boat")
    act(s, "execute Hapy Canopic Jar")
    assert hand(s, 0) == "Boat, Boat, Urn"


def test_the_discard_pile_is_shuffled_when_the_deck_runs_out() -> None:
    s = table(hands="Hapy Canopic Jar", deck="Boat", discard="3 Urn")
    act(s, "execute Hapy Canopic Jar")
    assert hand(s, 0) == "Boat, Urn"
    assert deck(s, 0) == "Urn, Urn"


def test_it_needs_two_cards_to_draw() -> None:
    assert not may_execute(table(hands="Hapy Canopic Jar", deck="Boat"), "Hapy Canopic Jar")
    assert not may_execute(table(hands="Hapy Canopic Jar", discard="Boat"), "Hapy Canopic Jar")
    assert may_execute(table(hands="Hapy Canopic Jar", deck="Boat", discard="Boat"), "Hapy Canopic Jar")
