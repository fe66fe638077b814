"""Opening of the Mouth: execute the action of a card in your tomb; never a reaction, Censer, Statue of Thoth or this card."""

import pytest

from tests.engine.valley.table import (
    LATER_FULL,
    act,
    afterlife,
    asked,
    boneyard,
    discard,
    hand,
    may_execute,
    menu,
    pyramid,
    table,
    tomb,
)

MOUTH = "Opening of the Mouth"


def test_an_action_of_a_card_in_the_tomb_is_executed_and_the_card_stays_there() -> None:
    s = afterlife(hands=f"{MOUTH}, Urn", tomb="Box of Food, Ring, Axe", deck="3 Shabti")
    act(s, f"execute {MOUTH}")
    assert menu(s) == ["execute Box of Food", "execute Ring"]
    act(s, "execute Box of Food")
    assert (hand(s, 0), tomb(s, 0)) == ("Shabti, Urn", "Axe, Box of Food, Ring")


def test_questions_name_the_card_in_the_tomb() -> None:
    s = afterlife(hands=f"{MOUTH}, Urn, Ring", tomb="Burial Chamber")
    act(s, f"execute {MOUTH}", "execute Burial Chamber")
    assert asked(s) == (0, "Burial Chamber")


@pytest.mark.parametrize("name", [MOUTH, "Axe", "Censer", "Statue of Thoth", "Boat", "Tyet Amulet"])
def test_some_cards_are_never_executed_in_the_tomb(name: str) -> None:
    assert not may_execute(table(edition="both", hands=MOUTH, tomb=f"{name}, Axe", pyramid="Urn"), MOUTH)


def test_only_actions_that_can_be_executed_now_are_offered() -> None:
    s = afterlife(hands=f"{MOUTH}, Urn", tomb="Fishing and Fowling, Burial Chamber, Antechamber")
    act(s, f"execute {MOUTH}")
    assert menu(s) == ["execute Burial Chamber"]
    assert not may_execute(afterlife(hands=MOUTH, tomb="Burial Chamber"), MOUTH)


def test_executing_a_card_in_the_tomb_does_not_use_up_a_ring() -> None:
    s = afterlife(hands=f"{MOUTH}, Serdab", tomb="Ring", pyramid="Antechamber")
    act(s, f"execute {MOUTH}", "execute Ring")
    assert "buy Antechamber with Serdab" in menu(s)


def test_a_senet_game_in_the_tomb_leaves_it() -> None:
    s = afterlife(hands=(MOUTH, "Axe, Urn"), tomb="Senet Game", deck="3 Urn")
    act(s, f"execute {MOUTH}", "execute Senet Game", "give Axe")
    assert (tomb(s, 0), discard(s, 0), discard(s, 1)) == ("", "Axe", "Senet Game")


def test_a_mirror_case_in_the_tomb_falls_into_the_pyramid() -> None:
    s = afterlife(hands=MOUTH, tomb="Mirror Case", pyramid=LATER_FULL)
    act(s, f"execute {MOUTH}", "execute Mirror Case", "take Bracelet")
    assert (tomb(s, 0), pyramid(s)) == ("", "Axe, Banquet, Serdab / Dagger, Sling / Mirror Case")


def test_linen_bandages_in_the_tomb_cannot_entomb_the_card_being_executed() -> None:
    s = afterlife(hands=MOUTH, tomb="Linen Bandages", in_play="Linen Bandages")
    act(s, f"execute {MOUTH}", "execute Linen Bandages")
    assert menu(s) == ["entomb Linen Bandages"]
    assert not may_execute(afterlife(hands=MOUTH, tomb="Linen Bandages"), MOUTH)


def test_tyet_amulet_may_repeat_it_and_what_it_executed() -> None:
    s = table(edition="both", hands=f"{MOUTH}, Tyet Amulet", tomb="Judgment, Box of Food", deck="9 Urn", boneyard="Axe")
    act(s, f"execute {MOUTH}", "execute Box of Food", "execute Tyet Amulet")
    assert menu(s) == ["repeat Box of Food", f"repeat {MOUTH}"]
    act(s, f"repeat {MOUTH}", "execute Judgment", "set aside Urn")
    assert boneyard(s) == "Urn"
