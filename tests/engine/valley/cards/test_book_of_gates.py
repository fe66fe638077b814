"""Book of Gates: reveal the top card of your deck, execute its action if possible, then discard it.

Its action must be executed, wanted or not, and nothing else may be done with the revealed card.
"""

import pytest

from tests.engine.valley.table import (
    FULL,
    act,
    asked,
    boneyard,
    deck,
    discard,
    hand,
    in_play,
    may_execute,
    menu,
    offers,
    table,
    tomb,
)

GATES = "Book of Gates"


def test_the_revealed_card_is_executed_and_then_discarded() -> None:
    s = table(hands=f"{GATES}, Boat, Urn", deck="Middle Sarcophagus", discard="Shabti")
    act(s, f"execute {GATES}")
    assert asked(s) == (0, "Middle Sarcophagus")
    assert discard(s, 0) == "Shabti"
    act(s, "entomb Boat")
    assert tomb(s, 0) == "Boat"
    assert discard(s, 0) == "Shabti, Middle Sarcophagus"
    assert in_play(s, 0) == GATES


def test_an_unwanted_action_must_be_executed_too() -> None:
    s = table(hands=f"{GATES}, Boat, Censer", deck="Statue of Anubis, Statue of Anubis")
    act(s, f"execute {GATES}")
    assert menu(s) == ["sacrifice Boat", "sacrifice Censer"]


def test_a_card_that_cannot_be_executed_is_only_discarded() -> None:
    s = table(hands=GATES, deck="Middle Sarcophagus")
    act(s, f"execute {GATES}")
    assert asked(s) == (0, "")
    assert discard(s, 0) == "Middle Sarcophagus"


@pytest.mark.parametrize("name", ["Boat", "Mummified Cat", "Offering Table"])
def test_a_revealed_reaction_is_only_discarded(name: str) -> None:
    s = table(hands=GATES, deck=name, pyramid=FULL)
    act(s, f"execute {GATES}")
    assert asked(s) == (0, "")
    assert discard(s, 0) == name
    assert hand(s, 0) == ""


def test_the_revealed_card_can_only_be_executed() -> None:
    s = table(hands=GATES, deck="Burial Mask", pyramid="Book of the Earth, Boat")
    act(s, f"execute {GATES}")
    assert menu(s) == ["take Book of the Earth", "take Boat"]
    act(s, "take Boat")
    assert discard(s, 0) == "Boat, Burial Mask"
    assert offers(s, "buy") == []
    assert offers(s, "entomb") == []


def test_an_empty_deck_is_refilled_from_the_discard_pile() -> None:
    s = table(hands=GATES, discard="2 Box of Food, Box of Food")
    act(s, f"execute {GATES}")
    assert hand(s, 0) == "Box of Food"
    assert deck(s, 0) == "Box of Food"
    assert discard(s, 0) == "Box of Food"


def test_it_cannot_be_executed_without_a_card_to_reveal() -> None:
    assert not may_execute(table(hands=f"{GATES}, Urn", in_play="Urn"), GATES)
    assert may_execute(table(hands=GATES, discard="Urn"), GATES)


def test_a_revealed_card_cannot_be_drawn_by_its_own_action() -> None:
    s = table(hands=GATES, deck="Box of Food")
    act(s, f"execute {GATES}")
    assert hand(s, 0) == ""
    assert discard(s, 0) == "Box of Food"


def test_a_revealed_card_is_discarded_only_after_its_action() -> None:
    s = table(hands=GATES, deck="Book of the Heavens", discard="4 Urn")
    act(s, f"execute {GATES}")
    assert asked(s) == (0, "")
    assert tomb(s, 0) == ""


def test_revealed_gates_reveal_a_card_and_each_is_discarded_after_its_action() -> None:
    s = table(hands=f"{GATES}, Boat", deck=f"{GATES}", discard="Middle Sarcophagus")
    act(s, f"execute {GATES}")
    assert asked(s) == (0, "Middle Sarcophagus")
    assert discard(s, 0) == ""
    act(s, "entomb Boat")
    assert discard(s, 0) == f"Middle Sarcophagus, {GATES}"


def test_revealed_gates_without_a_further_card_are_only_discarded() -> None:
    s = table(hands=GATES, deck=GATES)
    act(s, f"execute {GATES}")
    assert asked(s) == (0, "")
    assert discard(s, 0) == GATES


def test_a_revealed_jar_makes_opponents_sacrifice() -> None:
    s = table(hands=(GATES, "Boat, Urn"), deck=("Qebehsenuef Canopic Jar", "9 Shabti"))
    act(s, f"execute {GATES}")
    assert asked(s) == (1, "Qebehsenuef Canopic Jar")
    act(s, "sacrifice Boat")
    assert boneyard(s) == "Boat"
    assert discard(s, 0) == "Qebehsenuef Canopic Jar"


def test_a_revealed_tyet_amulet_repeats_an_earlier_action() -> None:
    s = table(hands=f"{GATES}, Statue of Isis", deck="Tyet Amulet", discard="Boat, Censer")
    act(s, "execute Statue of Isis", "recover Boat", f"execute {GATES}")
    assert menu(s) == ["repeat Statue of Isis"]
    act(s, "repeat Statue of Isis", "recover Censer")
    assert hand(s, 0) == "Boat, Censer"
    assert discard(s, 0) == "Tyet Amulet"


def test_a_revealed_tyet_amulet_cannot_repeat_the_gates_that_revealed_it() -> None:
    s = table(hands=GATES, deck="Tyet Amulet", discard="Urn")
    act(s, f"execute {GATES}")
    assert asked(s) == (0, "")
    assert discard(s, 0) == "Urn, Tyet Amulet"


def test_a_revealed_statue_of_thoth_or_censer_works_for_the_rest_of_the_turn() -> None:
    s = table(hands=f"{GATES}, Urn", deck="Statue of Thoth", pyramid="Statue of Isis")
    act(s, f"execute {GATES}")
    assert offers(s, "buy") == ["Statue of Isis with Urn"]
    s = table(hands=f"{GATES}, Urn", deck="Censer", pyramid="Boat")
    act(s, f"execute {GATES}")
    assert offers(s, "buy") == ["Boat with Urn"]
