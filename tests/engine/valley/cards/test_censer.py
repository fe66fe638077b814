"""Censer: for the rest of the turn each card that is bought costs 2 less, never below 0."""

from tests.engine.valley.table import FULL, act, asked, discard, hand, in_play, may_execute, offers, table


def test_every_purchase_of_the_turn_costs_2_less() -> None:
    s = table(hands="Censer, Box of Food, Urn", pyramid="Statue of Isis, Boat")
    act(s, "execute Censer", "buy Statue of Isis with Box of Food", "buy Boat with Urn")
    assert discard(s, 0) == "Statue of Isis, Boat"


def test_a_card_that_costs_2_or_less_is_free() -> None:
    s = table(hands="Censer, Urn", pyramid="Book of Gates, Statue of Anubis")
    act(s, "execute Censer")
    assert offers(s, "buy") == ["Book of Gates for nothing", "Statue of Anubis for nothing"]
    act(s, "buy Book of Gates for nothing")
    assert discard(s, 0) == "Book of Gates"
    assert hand(s, 0) == "Urn"
    assert in_play(s, 0) == "Censer"


def test_a_price_never_falls_below_0() -> None:
    s = table(hands="Urn", pyramid="Book of Gates, Boat", rebate=4)
    assert offers(s, "buy") == ["Book of Gates for nothing", "Boat for nothing"]


def test_a_second_execution_takes_2_more_off() -> None:
    s = table(hands="Censer, Statue of Isis, Urn", deck="Shabti", discard="Censer", pyramid="Burial Mask, Censer")
    act(s, "execute Censer", "execute Statue of Isis", "recover Censer", "execute Censer")
    assert offers(s, "buy") == ["Censer with Urn"]


def test_it_ends_with_the_turn() -> None:
    s = table(hands=("Censer", "Urn"), pyramid=FULL)
    act(s, "execute Censer", "end turn", "sacrifice Book of Gates from the pyramid")
    assert asked(s) == (1, "")
    assert offers(s, "buy") == []


def test_a_boat_reacts_to_a_free_purchase_too() -> None:
    s = table(hands=("Censer", "Boat"), pyramid="Book of Gates, Statue of Isis")
    act(s, "execute Censer", "buy Book of Gates for nothing")
    assert asked(s) == (1, "Boat")


def test_it_can_always_be_executed() -> None:
    assert may_execute(table(hands="Censer"), "Censer")
