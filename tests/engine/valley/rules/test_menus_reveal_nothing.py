"""A menu is the same on all tables that look the same to the player who is asked, whatever others hold. This also holds for
actions of custom cards, with parts in any order that the check of custom cards accepts."""

from random import Random

import pytest

from engine.core.game import NOBODY
from engine.core.moves import pack_move
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.custom.action_text import parse_part
from engine.valley.custom.playability import find_unplayable_actions
from engine.valley.game import VALLEY
from engine.valley.hidden import determinize
from engine.valley.state import HAND, ValleyState
from engine.valley.turn import EXECUTE
from tests.engine.valley.custom.catalogue_edits import Action, custom_catalogue
from tests.engine.valley.rules.exact_menus import actions, check_not_stuck, random_play, sparse_position

# Parts that involve others, and parts that depend on what these leave behind.
FIRST = (
    "EachOpponent(Discard(), spare=5)",
    "EachOpponent(Give())",
    "EachOpponent(Sacrifice(), spare=2)",
    "Sacrifice()",
    "Discard()",
    "SacrificeFromPyramid()",
    "ChooseOpponent(), ByIt(Discard(SetCards()))",
    "ChooseOpponent(), ByIt(Sacrifice())",
    "ChooseOpponent(), ByIt(Draw(1), Entomb(Starters()))",
    "ChooseOpponent(), ByIt(GiveOrShow(SetCards()))",
    "ChooseOpponent(), LookAtHand(), PullFromHand()",
    "EachOpponentDraws(2)",
    "EachMayEntombTopDiscard()",
    "EntombMany()",
)
THEN = (
    "PlunderDiscard(5)",
    "PlunderDiscard(0)",
    "SwapWithBoneyard()",
    "EachTakesTop()",
    "Discard(SetCards())",
    "Entomb(Starters())",
    "Recover()",
    "EntombFromDiscard(2)",
    "Draw(2)",
    "Take(SameSetAsIt())",
    "Take(LowestCost(), may=True)",
    "SetAside(), SacrificeAside()",
    "ChooseOpponent(), ByIt(Entomb(SetCards()))",
)


def action(text: str) -> Action:
    """The parts of a text as in `FIRST` and `THEN`, separated by commas."""
    words: list[str] = []
    for word in text.replace("), ", ")|, ").split("|, "):
        if words and words[-1].count("(") > words[-1].count(")"):
            words[-1] += f", {word}"
        else:
            words.append(word)
    return tuple(parse_part(word) for word in words)


def accepted_catalogue(rng: Random, count: int) -> Catalogue:
    """Cards with random actions that the check of custom cards accepts."""
    drawn = [f"{rng.choice(FIRST)}, {rng.choice(THEN)}" for _ in range(count)]
    refused = {fault.card for fault in find_unplayable_actions(custom_catalogue(*[action(text) for text in drawn]))}
    accepted = [text for number, text in enumerate(drawn) if f"Card {number}" not in refused]
    return custom_catalogue(*[action(text) for text in accepted])


def check_menu_reveals_nothing(s: ValleyState, seed: int) -> None:
    """The menu is the same on another table that looks the same to the player who is asked."""
    t = determinize(s, s.mover, seed)
    t.run()
    here = s.copy()
    here.run()
    assert (t.mover, t.legal_moves()) == (here.mover, here.legal_moves()), VALLEY.write_position(s)


@pytest.mark.nightly(reason="compares many worlds", keep="2")
@pytest.mark.parametrize("seed", range(3))
def test_menus_do_not_depend_on_hidden_cards(seed: int) -> None:
    rng = Random(seed)
    cards = accepted_catalogue(rng, 20)
    assert len(actions(cards)) > 10
    for _ in range(8):
        for s in random_play(sparse_position(rng, cards), rng, 5):
            check_not_stuck(s)
            if s.mover == NOBODY:
                continue
            check_menu_reveals_nothing(s, seed)
            if s.cells[0] == 1:  # step 1 of the turn: what if one of these cards were in hand?
                for kind in rng.sample(actions(cards), 5):
                    t = s.copy()
                    t.add(HAND + t.mover, kind)
                    t.run()
                    check_menu_reveals_nothing(t, seed)
                    if pack_move(EXECUTE, kind) in t.legal_moves():
                        t.apply(pack_move(EXECUTE, kind))
                        for u in random_play(t, rng, 4):
                            check_not_stuck(u)
                            if u.mover != NOBODY:
                                check_menu_reveals_nothing(u, seed)
