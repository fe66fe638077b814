"""Boat, a reaction: after an opponent has bought a card and the pyramid has crumbled, discard it and take a card from the base.

The pyramid crumbles again. It reacts only to purchases, and only to those of opponents.
"""

import pytest

from tests.engine.valley.table import act, asked, discard, hand, in_play, menu, offers, pyramid, table

ROWS = "Book of Gates, Statue of Bastet, Statue of Isis / Statue of Sobek, Djed Pillar Amulet / Book of the Earth"
GATES = "buy Book of Gates with Box of Food"


def test_it_takes_a_card_of_the_base_after_an_opponents_purchase() -> None:
    s = table(hands=("Box of Food", "Boat, Urn"), pyramid=ROWS, discard=("", "Shabti"))
    act(s, GATES)
    assert asked(s) == (1, "Boat")
    act(s, "react with Boat: take Statue of Isis")
    assert hand(s, 1) == "Urn"
    assert discard(s, 1) == "Shabti, Boat, Statue of Isis"
    assert discard(s, 0) == "Book of Gates"
    assert asked(s) == (0, "")


def test_only_the_base_after_crumbling_is_offered() -> None:
    s = table(hands=("Box of Food", "Boat"), pyramid=ROWS)
    act(s, GATES)
    assert pyramid(s) == "Statue of Sobek, Statue of Bastet, Statue of Isis / Book of the Earth, Djed Pillar Amulet / -"
    assert menu(s) == [
        "react with Boat: take Statue of Sobek",
        "react with Boat: take Statue of Bastet",
        "react with Boat: take Statue of Isis",
        "pass",
    ]


def test_the_buyer_chooses_what_falls_before_the_boat_reacts() -> None:
    s = table(hands=("2 Box of Food", "Boat"), pyramid=ROWS)
    act(s, "buy Statue of Bastet with Box of Food, Box of Food")
    assert asked(s) == (0, "")
    act(s, "let Djed Pillar Amulet fall")
    assert asked(s) == (1, "Boat")
    assert "react with Boat: take Djed Pillar Amulet" in menu(s)


def test_the_pyramid_crumbles_again_as_the_owner_of_the_boat_chooses() -> None:
    s = table(hands=("Box of Food", "Boat"), pyramid=ROWS)
    act(s, GATES, "react with Boat: take Statue of Bastet")
    assert s.mover == 1
    assert menu(s) == ["let Book of the Earth fall", "let Djed Pillar Amulet fall"]
    act(s, "let Book of the Earth fall")
    assert pyramid(s) == "Statue of Sobek, Book of the Earth, Statue of Isis / -, Djed Pillar Amulet / -"
    assert asked(s) == (0, "")


def test_its_owner_may_pass_and_is_asked_again_at_the_next_purchase() -> None:
    s = table(hands=("4 Box of Food", "Boat"), pyramid=ROWS)
    act(s, GATES, "pass")
    assert hand(s, 1) == "Boat"
    act(s, "buy Statue of Sobek with Box of Food, Box of Food")
    assert asked(s) == (1, "Boat")


def test_it_does_not_react_once_discarded() -> None:
    s = table(hands=("4 Box of Food", "Boat"), pyramid=ROWS)
    act(s, GATES, "react with Boat: take Statue of Sobek", "buy Book of the Earth with Box of Food, Box of Food")
    assert asked(s) == (0, "")


def test_the_buyer_cannot_use_it() -> None:
    s = table(hands=("Box of Food, Boat", "Urn"), pyramid=ROWS)
    act(s, GATES)
    assert asked(s) == (0, "")


@pytest.mark.parametrize(
    "taker", ["Imsety Canopic Jar", "Wedjat Eye Amulet", "Statue of Horus", "Book of the Dead", "Burial Mask"]
)
def test_it_does_not_react_to_a_take(taker: str) -> None:
    s = table(hands=(taker, "Boat"), pyramid="Statue of Isis")
    act(s, f"execute {taker}", "take Statue of Isis")
    assert asked(s) == (0, "")


def test_it_does_not_react_to_a_sacrifice_or_a_swap() -> None:
    s = table(hands=("2 Shabti", "Boat"), pyramid=ROWS)
    act(s, "execute Shabti", "swap Book of Gates and Statue of Isis")
    assert asked(s) == (0, "")
    act(s, "execute Shabti", "sacrifice Book of Gates from the pyramid")
    assert asked(s) == (0, "")


@pytest.mark.parametrize("owner", [0, 2, 3])
def test_only_the_player_who_holds_it_is_asked(owner: int) -> None:
    hands = tuple("Boat" if seat == owner else "Box of Food" for seat in range(4))
    s = table(hands=hands, pyramid=ROWS, active=1)
    act(s, GATES)
    assert asked(s) == (owner, "Boat")
    act(s, "pass")
    assert asked(s) == (1, "")


def test_its_owner_is_not_asked_while_the_base_is_empty() -> None:
    s = table(hands=("Box of Food", "Boat"), pyramid="Book of Gates")
    act(s, GATES)
    assert asked(s) == (0, "")


def test_an_empty_space_of_the_base_is_not_offered() -> None:
    s = table(hands=("Box of Food", "Boat"), pyramid="Book of Gates, Statue of Bastet")
    act(s, GATES)
    assert menu(s) == ["react with Boat: take Statue of Bastet", "pass"]


def test_it_has_no_action_but_pays_and_can_be_entombed() -> None:
    s = table(hands="Boat, Urn", deck="Urn", pyramid=ROWS)
    assert "execute Boat" not in menu(s)
    assert "entomb Boat" in menu(s)
    assert offers(s, "buy") == ["Book of Gates with Boat"]


def test_a_boat_in_play_or_in_the_tomb_does_not_react() -> None:
    s = table(hands=("Box of Food", "Urn", "Urn"), in_play=("", "Boat"), tomb=("", "", "Boat"), pyramid=ROWS)
    act(s, GATES)
    assert asked(s) == (0, "")
    assert in_play(s, 0) == "Box of Food"
