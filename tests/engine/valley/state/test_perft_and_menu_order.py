"""Perft: the number of sequences of answers from a few positions. Also the order in which a menu lists its answers.

Both are part of the rules: logs, saves and searches rely on them. If you changed a rule, an order or the luck on purpose, update
the numbers.
"""

from collections.abc import Callable

import pytest

from engine.core.game import NOBODY
from engine.valley.state import ValleyState
from tests.engine.valley.table import act, menu, offers, table
from tests.engine.valley.walks import start


def reactions() -> ValleyState:
    """Three players with reactions in hand, in the middle of the game."""
    return table(
        hands=("Qebehsenuef Canopic Jar, Tyet Amulet, Box of Food", "Mummified Cat, Offering Table", "Boat, Urn"),
        deck=("Book of Gates, Urn", "5 Shabti", "5 Urn"),
        discard=("Boat, Shabti", "", "Censer"),
        tomb="Statue of Isis",
        pyramid="Book of Gates, Hapy Canopic Jar, Statue of Sobek / Djed Pillar Amulet, Statue of Osiris / Censer",
        stock="3 Outer Sarcophagus, 4 Book of the Dead",
    )


def last_cards() -> ValleyState:
    """Two players, no stock, three cards in the pyramid."""
    return table(
        hands=("Shabti, Book of the Earth, Statue of Anubis", "Ka Figurine, Statue of Horus, Urn"),
        deck=("Ankh Amulet, Urn", "Book of the Heavens"),
        discard=("Statue of Isis, Inner Sarcophagus", "4 Box of Food"),
        tomb=("Shabti", "Book of the Dead"),
        pyramid="Statue of Anubis, Statue of Horus / Boat",
    )


def count_lines(s: ValleyState, depth: int) -> int:
    """The number of different sequences of `depth` answers from the position. A game that ends earlier has none."""
    if depth == 0:
        return 1
    if s.mover == NOBODY:
        return 0
    if depth == 1:
        return s.move_count
    count = 0
    for move in s.legal_moves():
        t = s.copy()
        t.apply(move)
        count += count_lines(t, depth - 1)
    return count


COUNTS: dict[str, tuple[Callable[[], ValleyState], list[int]]] = {
    "the first turn of two players": (lambda: start(2, 1), [17, 117, 1005, 7669]),
    "the first turn of four players": (lambda: start(4, 1), [17, 117, 1005, 7669]),
    "a clash of reactions": (reactions, [15, 74, 281, 848]),
    "the last cards": (last_cards, [9, 30, 140, 492]),
}


@pytest.mark.parametrize("position", COUNTS)
def test_the_number_of_lines_of_play_is_unchanged(position: str) -> None:
    begin, counts = COUNTS[position]
    s = begin()
    assert [count_lines(s, depth) for depth in range(1, 5)] == counts


def test_a_turn_lists_actions_and_entombments_then_purchases_then_its_end() -> None:
    assert menu(reactions()) == [
        "execute Box of Food",
        "entomb Box of Food",
        "execute Qebehsenuef Canopic Jar",
        "entomb Qebehsenuef Canopic Jar",
        "entomb Tyet Amulet",
        "buy Book of Gates with Box of Food",
        "buy Book of Gates with Qebehsenuef Canopic Jar",
        "buy Book of Gates with Tyet Amulet",
        "buy Hapy Canopic Jar with Box of Food, Qebehsenuef Canopic Jar",
        "buy Hapy Canopic Jar with Box of Food, Tyet Amulet",
        "buy Hapy Canopic Jar with Qebehsenuef Canopic Jar, Tyet Amulet",
        "buy Statue of Sobek with Box of Food, Qebehsenuef Canopic Jar",
        "buy Statue of Sobek with Box of Food, Tyet Amulet",
        "buy Statue of Sobek with Qebehsenuef Canopic Jar, Tyet Amulet",
        "end turn",
    ]


def test_purchases_are_listed_by_slot_with_the_costliest_payments_first() -> None:
    s = table(hands="Burial Mask, Shabti, Box of Food, Urn, Censer", pyramid="Statue of Isis, -, Boat", entombed=1)
    assert offers(s, "buy") == [
        "Statue of Isis with Burial Mask",
        "Statue of Isis with Censer, Box of Food",
        "Statue of Isis with Censer, Shabti",
        "Statue of Isis with Censer, Urn",
        "Statue of Isis with Box of Food, Shabti, Urn",
        "Boat with Burial Mask",
        "Boat with Censer",
        "Boat with Box of Food, Shabti",
        "Boat with Box of Food, Urn",
    ]


def test_an_action_lists_hand_cards_in_rulebook_order_then_what_avoids_it() -> None:
    s = reactions()
    act(s, "execute Qebehsenuef Canopic Jar")
    assert menu(s) == ["sacrifice Offering Table", "sacrifice Mummified Cat", "show Offering Table"]


def test_reactions_are_listed_before_passing() -> None:
    s = reactions()
    act(s, "buy Book of Gates with Box of Food")
    assert menu(s) == [
        "react with Boat: take Djed Pillar Amulet",
        "react with Boat: take Hapy Canopic Jar",
        "react with Boat: take Statue of Sobek",
        "pass",
    ]


def test_sacrifices_from_the_pyramid_are_listed_before_swaps() -> None:
    s = last_cards()
    act(s, "execute Shabti")
    assert menu(s) == [
        "sacrifice Statue of Anubis from the pyramid",
        "sacrifice Statue of Horus from the pyramid",
        "sacrifice Boat from the pyramid",
        "swap Statue of Anubis and Statue of Horus",
        "swap Statue of Anubis and Boat",
        "swap Statue of Horus and Boat",
    ]


def test_a_discard_pile_is_listed_from_the_bottom_up() -> None:
    s = table(hands="Statue of Isis", discard="Urn, Boat, Shabti, Boat")
    act(s, "execute Statue of Isis")
    assert menu(s) == ["recover Urn", "recover Boat", "recover Shabti"]
