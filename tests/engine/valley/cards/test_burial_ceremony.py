"""Burial Ceremony: entomb any number of starter cards from the hand."""

from tests.engine.valley.table import act, afterlife, asked, may_execute, menu, tomb

CEREMONY = "Burial Ceremony"


def test_any_number_of_starters_can_be_entombed() -> None:
    s = afterlife(hands=f"{CEREMONY}, 2 Urn, Shabti, Axe")
    act(s, f"execute {CEREMONY}")
    assert menu(s) == ["entomb Shabti", "entomb Urn"]
    act(s, "entomb Urn")
    assert menu(s) == ["entomb Shabti", "entomb Urn", "pass"]
    act(s, "entomb Urn", "pass")
    assert tomb(s, 0) == "Urn, Urn"


def test_nothing_is_asked_when_no_starter_is_left() -> None:
    s = afterlife(hands=f"{CEREMONY}, Urn, Axe")
    act(s, f"execute {CEREMONY}", "entomb Urn")
    assert asked(s) == (0, "")


def test_it_needs_a_starter_in_hand() -> None:
    assert not may_execute(afterlife(hands=f"{CEREMONY}, Axe", deck="9 Urn"), CEREMONY)
