"""Senet Game: draw a card; put Senet Game on top of an opponent's discard pile; that opponent puts a set card from hand on top of
your discard pile, or shows a hand without one."""

from engine.valley.game import VALLEY
from tests.contract.census import valley_cards
from tests.engine.valley.table import act, afterlife, asked, discard, hand, in_play, known, may_execute, menu, table

SENET = "Senet Game"


def test_it_is_exchanged_for_a_set_card_of_an_opponent() -> None:
    s = afterlife(hands=(SENET, "Axe, Ring, Sphinx, Urn", ""), deck="3 Urn")
    everything = valley_cards(s)
    act(s, f"execute {SENET}")
    assert hand(s, 0) == "Urn"
    assert menu(s) == ["choose player 2", "choose player 3"]
    act(s, "choose player 2")
    assert asked(s) == (1, SENET)
    assert menu(s) == ["give Ring", "give Axe"]
    act(s, "give Axe")
    assert (discard(s, 0), discard(s, 1), in_play(s, 0)) == ("Axe", SENET, "")
    assert valley_cards(s) == everything


def test_a_hand_without_a_set_card_is_shown() -> None:
    s = afterlife(hands=(SENET, "Sphinx, Urn", ""), deck=("3 Urn", "9 Shabti", ""))
    act(s, f"execute {SENET}", "choose player 2")
    assert asked(s) == (0, "")
    for viewer in (0, 2):
        assert known(s, viewer, 1) == ["Urn", "Sphinx"]
        assert {hand(VALLEY.determinize(s, viewer, seed), 1) for seed in range(20)} == {"Sphinx, Urn"}


def test_offering_table_and_axe_do_not_react_to_it() -> None:
    s = afterlife(hands=(SENET, "Axe, Offering Table"), deck="3 Urn")
    act(s, f"execute {SENET}")
    assert menu(s) == ["give Axe"]
    act(s, "give Axe")
    assert asked(s) == (0, "")


def test_it_cannot_be_executed_unless_all_parts_can() -> None:
    assert not may_execute(afterlife(hands=(SENET, "Axe")), SENET)
    assert not may_execute(afterlife(hands=(SENET,), deck=("3 Urn",)), SENET)


def test_its_new_owner_plays_it_later() -> None:
    s = afterlife(hands=(SENET, "Axe"), deck=("9 Urn", ""), discard=("", "4 Urn"), pyramid="Ring", changed=1)
    act(s, f"execute {SENET}", "give Axe", "end turn", "end turn", "sacrifice Ring from the pyramid")
    assert SENET in hand(s, 1)


def test_it_cannot_be_repeated_after_it_changed_owner() -> None:
    s = table(edition="both", hands=(f"{SENET}, Tyet Amulet", "Urn"), deck="9 Urn")
    act(s, f"execute {SENET}")
    assert not may_execute(s, "Tyet Amulet")


def test_revealed_by_book_of_gates_it_changes_owner_too() -> None:
    s = table(edition="both", hands=("Book of Gates", "Boat"), deck=f"{SENET}", discard="Urn")
    act(s, "execute Book of Gates")
    assert (discard(s, 0), discard(s, 1), hand(s, 0)) == ("", SENET, "Urn")
