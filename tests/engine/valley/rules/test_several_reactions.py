"""Several cards with reactions in one game, as custom cards allow them."""

import pytest

from engine.core.game import NOBODY
from engine.valley.base_cards import STARTERS
from engine.valley.catalogue.card import AXE, BOAT, MUMMIFIED_CAT, OFFERING_TABLE, Card
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.custom.action_text import parse_part, part_text
from engine.valley.custom.playability import find_unplayable_actions
from engine.valley.game import VALLEY
from engine.valley.parts.deck import ExecuteIt
from engine.valley.parts.hand import Discard, Sacrifice
from engine.valley.parts.opponents import EachOpponent, PlunderDiscard, UnlessSpared
from engine.valley.state import BONEYARD, DISCARD, HAND, ValleyState
from tests.engine.valley.table import act, menu, read_position


def reaction(name: str, answers: int, copies: int = 2) -> Card:
    return Card(name, "Left", level=2, copies=copies, gold=1, cost=1, text="", reaction=answers)


def game() -> Catalogue:
    """Two kinds of every reaction, two of each, and an action that makes opponents sacrifice."""
    twins = [reaction(f"{name} {number}", answers) for name, answers in KINDS.items() for number in (1, 2)]
    deed = Card("Deed", "Right", level=3, copies=4, gold=1, cost=1, text="", action=(Sacrifice(),))
    order = Card("Order", "Right", level=3, copies=4, gold=1, cost=1, text="", action=(EachOpponent(Discard()),))
    return Catalogue([*STARTERS, *twins, deed, order])


KINDS = {"Ferry": int(BOAT), "Lion": int(MUMMIFIED_CAT), "Shield": int(OFFERING_TABLE), "Hatchet": int(AXE)}


@pytest.mark.parametrize("second", ["Ferry 1", "Ferry 2"])
def test_a_player_with_two_boats_may_use_both_in_either_order(second: str) -> None:
    s = read_position(
        game(),
        f'pyramid = ["Deed", "Deed", "Order", "Order", "Deed", "Order"]\n'
        f'[[seat]]\nhand = ["Urn", "Box of Food"]\n[[seat]]\nhand = ["Ferry 1", "{second}"]\n[[seat]]\n',
    )
    act(s, next(text for text in menu(s) if text.startswith("buy Deed")))
    while any(text.startswith("let ") for text in menu(s)):
        act(s, menu(s)[0])
    boats = {name for name in ("Ferry 1", "Ferry 2") for text in menu(s) if name in text}
    assert (s.mover, boats) == (1, {"Ferry 1", second})
    act(s, next(text for text in menu(s) if "Ferry 1" in text))
    while any(text.startswith("let ") for text in menu(s)):
        act(s, menu(s)[0])
    assert s.mover == 1
    act(s, next(text for text in menu(s) if second in text))
    assert s.count(HAND + 1) == 0
    assert s.count(DISCARD + 1) == 4


def sacrificed() -> ValleyState:
    """An Urn goes to the boneyard, on top of another Urn. Each opponent holds a cat, the first one two."""
    s = read_position(
        game(),
        'boneyard = ["Urn"]\n[[seat]]\nhand = ["Deed", "Urn"]\n'
        '[[seat]]\nhand = ["Lion 1", "Lion 2"]\n[[seat]]\nhand = ["Lion 1"]\n',
    )
    act(s, "execute Deed")
    act(s, "sacrifice Urn")
    return s


def test_a_sacrificed_card_is_taken_only_once_even_above_another_copy() -> None:
    s = sacrificed()
    assert menu(s)[:2] == ["react with Lion 1", "react with Lion 2"]
    act(s, "react with Lion 2")
    assert s.mover == 0, "the card that was sacrificed is gone"
    assert s.count(BONEYARD) == 1


def test_either_of_two_tables_may_be_shown() -> None:
    s = read_position(game(), '[[seat]]\nhand = ["Order"]\n[[seat]]\nhand = ["Shield 1", "Shield 2"]\n')
    act(s, "execute Order")
    assert {"show Shield 1", "show Shield 2"} <= set(menu(s))


@pytest.mark.parametrize(("relays", "axes", "fits"), [(6, 1, True), (0, 6, True), (6, 6, False), (3, 5, False)])
def test_too_many_nested_actions_are_refused(relays: int, axes: int, fits: bool) -> None:
    extra = [reaction("Hatchet", int(AXE), axes)] if axes else []
    if relays:
        extra.append(Card("Echo", "Right", level=3, copies=relays, gold=1, cost=1, text="", action=(ExecuteIt(),)))
    filler = Card("Deed", "Right", level=2, copies=60, gold=1, cost=1, text="", action=(Discard(),))
    reasons = [
        fault.reason for fault in find_unplayable_actions(Catalogue([*STARTERS, filler, *extra])) if not fault.card
    ]
    assert (reasons == []) == fits, reasons


def test_axes_of_six_players_can_react_to_each_other() -> None:
    """Each player discards an axe for the axe before, and the position is read back at every depth."""
    cards = game()
    seats = "[[seat]]\nhand = ['Order']\n" + "[[seat]]\nhand = ['Hatchet 1']\n" * 5
    s = read_position(cards, seats)
    act(s, "execute Order")
    while s.mover != NOBODY and "end turn" not in menu(s):
        written = VALLEY.write_position(s).split("\n", 2)
        assert written[0].startswith("sets")
        assert written[1].startswith("uniques")
        t = read_position(cards, written[2])
        assert (t.digest(), t.legal_moves()) == (s.digest(), s.legal_moves())
        act(s, menu(s)[0])
    assert s.count(HAND + 5) == 0


def test_every_part_text_reads_back_unchanged() -> None:
    for part in (PlunderDiscard(0), UnlessSpared(Discard(), spare=0), parse_part('DrawAndWith("King\'s")')):
        assert parse_part(part_text(part)).signature() == part.signature()
