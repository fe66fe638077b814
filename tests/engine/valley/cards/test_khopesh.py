"""Khopesh: choose an opponent, who sacrifices two cards (one, if they hold only one). An opponent who owns 5 cards or fewer may
be chosen and is not affected."""

from tests.engine.valley.table import act, afterlife, asked, boneyard, hand, may_execute, menu

KHOPESH = "Khopesh"


def test_the_chosen_opponent_sacrifices_two_cards() -> None:
    s = afterlife(hands=(KHOPESH, "Urn", "Ring, Axe, Shabti"), deck=("", "9 Urn", "9 Urn"))
    act(s, f"execute {KHOPESH}")
    assert menu(s) == ["choose player 2", "choose player 3"]
    act(s, "choose player 3", "sacrifice Axe")
    assert asked(s) == (2, KHOPESH)
    act(s, "sacrifice Ring")
    assert (boneyard(s), hand(s, 2), asked(s)) == ("Axe, Ring", "Shabti", (0, ""))


def test_an_opponent_with_one_card_in_hand_sacrifices_it() -> None:
    s = afterlife(hands=(KHOPESH, "Ring"), deck=("", "9 Urn"))
    act(s, f"execute {KHOPESH}", "sacrifice Ring")
    assert asked(s) == (0, "")


def test_an_opponent_with_five_cards_is_spared() -> None:
    s = afterlife(hands=(KHOPESH, "Ring, Urn"), deck=("", "3 Urn"))
    act(s, f"execute {KHOPESH}")
    assert asked(s) == (0, "")
    assert boneyard(s) == ""


def test_the_offering_table_protects_both_cards_and_is_asked_for_once() -> None:
    s = afterlife(hands=(KHOPESH, "Ring, Offering Table"), deck=("", "9 Urn"))
    act(s, f"execute {KHOPESH}")
    assert "show Offering Table" in menu(s)
    act(s, "show Offering Table")
    assert (asked(s), boneyard(s)) == ((0, ""), "")
    s = afterlife(hands=(KHOPESH, "Ring, Offering Table"), deck=("", "9 Urn"))
    act(s, f"execute {KHOPESH}", "sacrifice Ring")
    assert menu(s) == ["sacrifice Offering Table"]


def test_it_cannot_be_executed_without_an_opponent() -> None:
    assert not may_execute(afterlife(hands=(f"{KHOPESH}, Urn",)), KHOPESH)
