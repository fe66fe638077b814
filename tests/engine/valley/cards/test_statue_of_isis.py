"""Statue of Isis: put a card from your discard pile into your hand."""

from tests.engine.valley.table import act, discard, hand, may_execute, menu, table

ISIS = "Statue of Isis"


def test_any_card_of_the_discard_pile_can_be_recovered() -> None:
    s = table(hands=f"{ISIS}, Urn", discard="Boat, Shabti, Boat, Censer")
    act(s, f"execute {ISIS}")
    assert sorted(menu(s)) == ["recover Boat", "recover Censer", "recover Shabti"]
    act(s, "recover Shabti")
    assert hand(s, 0) == "Shabti, Urn"
    assert discard(s, 0) == "Boat, Boat, Censer"


def test_the_recovered_card_may_be_played_at_once() -> None:
    s = table(hands=ISIS, discard="Box of Food", deck="Boat")
    act(s, f"execute {ISIS}", "recover Box of Food", "execute Box of Food")
    assert hand(s, 0) == "Boat"


def test_it_cannot_be_executed_with_an_empty_discard_pile() -> None:
    s = table(hands=(f"{ISIS}, Urn", ""), deck="Urn", in_play="Urn", discard=("", "9 Urn"))
    assert not may_execute(s, ISIS)


def test_a_card_bought_this_turn_can_be_recovered() -> None:
    s = table(hands=f"{ISIS}, Box of Food", pyramid="Book of Gates")
    act(s, "buy Book of Gates with Box of Food", f"execute {ISIS}", "recover Book of Gates")
    assert hand(s, 0) == "Book of Gates"
