"""Sphinx: name a set; reveal the top three cards of the deck; those of that set go to the hand, the rest to the discard pile."""

from tests.engine.valley.table import act, afterlife, asked, discard, hand, known, may_execute, menu

SPHINX = "Sphinx"


def test_the_cards_of_the_named_set_go_to_the_hand() -> None:
    s = afterlife(hands=SPHINX, deck="Axe, Ring, Urn")
    act(s, f"execute {SPHINX}")
    assert menu(s) == ["name Mummification", "name Jewelry", "name Chambers", "name Weapons", "name Tomb Art"]
    act(s, "name Weapons")
    assert hand(s, 0) == "Axe"
    assert sorted(discard(s, 0).split(", ")) == ["Ring", "Urn"]


def test_everybody_knows_the_cards_taken() -> None:
    s = afterlife(hands=(SPHINX, "Urn"), deck="2 Axe, Ring, 9 Axe")
    act(s, f"execute {SPHINX}", "name Weapons")
    assert known(s, 1, 0) == hand(s, 0).split(", ")


def test_an_axe_that_goes_to_the_discard_pile_does_not_strike() -> None:
    s = afterlife(hands=(SPHINX, "Ring"), deck="3 Axe")
    act(s, f"execute {SPHINX}", "name Jewelry")
    assert asked(s) == (0, "")
    assert discard(s, 0) == "Axe, Axe, Axe"


def test_it_needs_three_cards() -> None:
    assert may_execute(afterlife(hands=SPHINX, deck="Urn", discard="2 Urn"), SPHINX)
    assert not may_execute(afterlife(hands=SPHINX, deck="2 Urn"), SPHINX)
