"""Tyet Amulet: repeat an action that was executed this turn.

Never Boat, Censer or Statue of Thoth; never the entombment of the turn; never a card that was played for its gold.
"""

import pytest

from engine.valley.state import EXECUTED
from tests.engine.valley.table import (
    FULL,
    act,
    asked,
    deck,
    discard,
    hand,
    in_play,
    may_execute,
    menu,
    read,
    table,
    tomb,
)

TYET = "Tyet Amulet"


def test_an_action_of_this_turn_is_repeated() -> None:
    s = table(hands=f"{TYET}, Box of Food", deck="3 Boat")
    act(s, "execute Box of Food", f"execute {TYET}", "repeat Box of Food")
    assert hand(s, 0) == "Boat, Boat"
    assert deck(s, 0) == "Boat"
    assert in_play(s, 0) == f"Box of Food, {TYET}"


def test_the_choices_of_a_repeated_action_are_made_again() -> None:
    s = table(hands=f"{TYET}, Urn, Shabti, Boat", deck="3 Censer")
    act(s, "execute Urn", "discard Shabti", "pass", f"execute {TYET}", "repeat Urn", "discard Censer", "discard Boat")
    assert discard(s, 0) == "Shabti, Censer, Boat"
    assert hand(s, 0) == "Censer, Censer"


def test_every_action_of_this_turn_is_offered_once() -> None:
    s = table(hands=f"{TYET}, 2 Box of Food, Shabti, Statue of Isis", deck="5 Urn", discard="3 Boat", pyramid=FULL)
    act(s, "execute Box of Food", "execute Box of Food", "execute Statue of Isis", "recover Boat")
    act(s, "execute Shabti", "sacrifice Book of Gates from the pyramid", f"execute {TYET}")
    assert menu(s) == ["repeat Shabti", "repeat Box of Food", "repeat Statue of Isis"]


def test_an_action_executed_twice_is_recorded_once() -> None:
    s = table(hands="2 Box of Food", deck="5 Urn")
    act(s, "execute Box of Food", "execute Box of Food")
    assert read(s, EXECUTED) == "Box of Food"


def test_it_cannot_be_executed_before_any_other_action() -> None:
    assert not may_execute(table(hands=f"{TYET}, Box of Food", deck="3 Boat"), TYET)


def test_a_card_played_for_its_gold_was_not_executed() -> None:
    s = table(hands=f"{TYET}, Box of Food", deck="3 Boat", pyramid="Book of Gates")
    act(s, "buy Book of Gates with Box of Food")
    assert not may_execute(s, TYET)


def test_the_turns_entombment_is_not_an_action() -> None:
    s = table(hands=f"{TYET}, Box of Food, Urn")
    act(s, "entomb Urn")
    assert not may_execute(s, TYET)


@pytest.mark.parametrize("name", ["Censer", "Statue of Thoth"])
def test_some_actions_cannot_be_repeated(name: str) -> None:
    s = table(hands=f"{TYET}, {name}, Box of Food", deck="3 Urn")
    act(s, f"execute {name}")
    assert not may_execute(s, TYET)
    act(s, "execute Box of Food", f"execute {TYET}")
    assert menu(s) == ["repeat Box of Food"]


def test_a_boats_reaction_cannot_be_repeated() -> None:
    s = table(hands=("2 Box of Food", f"Boat, {TYET}"), pyramid=FULL)
    act(s, "buy Statue of Isis with Box of Food, Box of Food", "react with Boat: take Statue of Bastet")
    act(s, "let Statue of Sobek fall", "end turn")
    assert asked(s) == (1, "")
    assert not may_execute(s, TYET)


def test_a_cats_reaction_cannot_be_repeated() -> None:
    s = table(hands=(f"Qebehsenuef Canopic Jar, Mummified Cat, {TYET}", "2 Boat"), deck=("", "9 Urn"))
    act(s, "execute Qebehsenuef Canopic Jar", "sacrifice Boat", "react with Mummified Cat", f"execute {TYET}")
    assert menu(s) == ["repeat Qebehsenuef Canopic Jar"]


def test_an_action_that_can_no_longer_be_executed_cannot_be_repeated() -> None:
    s = table(hands=f"{TYET}, Statue of Isis", discard="Boat")
    act(s, "execute Statue of Isis", "recover Boat")
    assert not may_execute(s, TYET)


def test_the_amulet_does_not_count_as_a_card_in_hand_for_the_repeat() -> None:
    s = table(hands=f"{TYET}, Middle Sarcophagus, Boat")
    act(s, "execute Middle Sarcophagus", "entomb Boat")
    assert not may_execute(s, TYET)


def test_it_repeats_an_entombment_by_an_action() -> None:
    s = table(hands=f"{TYET}, Middle Sarcophagus, Boat, Urn")
    act(s, "execute Middle Sarcophagus", "entomb Boat", f"execute {TYET}", "repeat Middle Sarcophagus", "entomb Urn")
    assert tomb(s, 0) == "Boat, Urn"


def test_it_repeats_book_of_gates_and_the_action_it_executed() -> None:
    s = table(hands=f"{TYET}, Book of Gates", deck="Box of Food", discard="3 Boat")
    act(s, "execute Book of Gates", f"execute {TYET}")
    assert menu(s) == ["repeat Box of Food", "repeat Book of Gates"]
    act(s, "repeat Book of Gates")
    assert discard(s, 0) == "Box of Food, Boat"


def test_a_second_amulet_cannot_repeat_the_first_one() -> None:
    s = table(hands=f"2 {TYET}, Box of Food", deck="4 Boat")
    act(s, "execute Box of Food", f"execute {TYET}", "repeat Box of Food", f"execute {TYET}")
    assert menu(s) == ["repeat Box of Food"]
    act(s, "repeat Box of Food")
    assert hand(s, 0) == "Boat, Boat, Boat"


def test_actions_of_an_earlier_turn_cannot_be_repeated() -> None:
    s = table(hands=("Box of Food", TYET), deck=("Urn", "Urn"), pyramid=FULL)
    act(s, "execute Box of Food", "end turn", "sacrifice Book of Gates from the pyramid")
    assert asked(s) == (1, "")
    assert not may_execute(s, TYET)
