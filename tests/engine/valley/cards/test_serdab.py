"""Serdab: look at the top three cards of the deck; one goes to the hand, the others to the discard pile."""

from tests.engine.valley.table import act, afterlife, asked, discard, hand, may_execute, menu

SERDAB = "Serdab"


def test_one_of_three_goes_to_the_hand_the_others_to_the_discard_pile() -> None:
    s = afterlife(hands=SERDAB, deck="Urn, Ring, Shabti")
    act(s, f"execute {SERDAB}")
    assert menu(s) == ["keep Shabti", "keep Urn", "keep Ring"]
    act(s, "keep Ring")
    assert (hand(s, 0), discard(s, 0)) == ("Ring", "Shabti, Urn")


def test_an_axe_that_goes_to_the_discard_pile_does_not_strike() -> None:
    s = afterlife(hands=(SERDAB, "Ring"), deck="Urn, Axe, Shabti")
    act(s, f"execute {SERDAB}", "keep Urn")
    assert asked(s) == (0, "")


def test_it_needs_three_cards() -> None:
    assert may_execute(afterlife(hands=SERDAB, deck="Urn", discard="2 Urn"), SERDAB)
    assert not may_execute(afterlife(hands=SERDAB, deck="Urn", discard="Urn"), SERDAB)
