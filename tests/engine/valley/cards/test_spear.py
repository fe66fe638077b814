"""Spear: discard a card; each opponent discards a card. Who owns 5 cards or fewer is not affected."""

from tests.engine.valley.table import act, afterlife, asked, discard, may_execute, menu

SPEAR = "Spear"


def test_all_discard_a_card_starting_with_the_active_player() -> None:
    s = afterlife(hands=(f"{SPEAR}, Urn", "Ring, Urn", "Axe, Shabti"), deck=("", "9 Urn", "9 Urn"))
    act(s, f"execute {SPEAR}", "discard Urn")
    assert asked(s) == (1, SPEAR)
    act(s, "discard Ring", "discard Shabti")
    assert [discard(s, seat) for seat in range(3)] == ["Urn", "Ring", "Shabti"]


def test_five_cards_or_an_offering_table_protect() -> None:
    s = afterlife(hands=(f"{SPEAR}, Urn", "2 Ring", "Offering Table"), deck=("", "3 Urn", "9 Urn"))
    act(s, f"execute {SPEAR}", "discard Urn")
    assert asked(s) == (2, SPEAR)
    act(s, "show Offering Table")
    assert [discard(s, seat) for seat in range(3)] == ["Urn", "", ""]


def test_it_needs_a_card_to_discard_and_an_opponent() -> None:
    assert not may_execute(afterlife(hands=(SPEAR, "Urn")), SPEAR)
    assert not may_execute(afterlife(hands=(f"{SPEAR}, Urn",)), SPEAR)
    s = afterlife(hands=(f"{SPEAR}, Urn", ""))
    assert "execute Spear" in menu(s)
