"""Burial Chamber: entomb a card from your hand; if there is another chamber in your tomb, you may entomb a second one."""

from tests.engine.valley.table import act, afterlife, asked, hand, may_execute, menu, tomb

CHAMBER = "Burial Chamber"


def test_a_card_from_the_hand_is_entombed() -> None:
    s = afterlife(hands=f"{CHAMBER}, Urn, Axe", tomb="Ring")
    act(s, f"execute {CHAMBER}", "entomb Axe")
    assert asked(s) == (0, "")
    assert (tomb(s, 0), hand(s, 0)) == ("Axe, Ring", "Urn")


def test_with_a_chamber_in_the_tomb_a_second_card_may_be_entombed() -> None:
    s = afterlife(hands=f"{CHAMBER}, Urn, Axe, Ring", tomb="Serdab")
    act(s, f"execute {CHAMBER}", "entomb Axe")
    assert menu(s) == ["entomb Urn", "entomb Ring", "pass"]
    act(s, "entomb Ring")
    assert asked(s) == (0, "")
    assert tomb(s, 0) == "Axe, Ring, Serdab"


def test_the_chamber_just_entombed_counts() -> None:
    s = afterlife(hands=f"{CHAMBER}, Urn, Serdab")
    act(s, f"execute {CHAMBER}", "entomb Serdab")
    assert menu(s) == ["entomb Urn", "pass"]


def test_a_burial_chamber_in_the_tomb_counts_as_another_chamber() -> None:
    s = afterlife(hands=f"{CHAMBER}, 2 Urn", tomb=CHAMBER)
    act(s, f"execute {CHAMBER}", "entomb Urn", "pass")
    assert hand(s, 0) == "Urn"


def test_it_cannot_be_executed_without_another_card_in_hand() -> None:
    assert not may_execute(afterlife(hands=CHAMBER, tomb="Serdab"), CHAMBER)
