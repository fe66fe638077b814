"""A menu is the same on all tables that look the same to the player who is asked, whatever others hold. This also holds for
actions of custom cards, in any order of parts that the check of such cards accepts."""

from random import Random

import pytest

from engine.core.cells.moves import pack_move
from engine.core.game import NOBODY
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.custom.action_text import parse_part
from engine.valley.custom.playability import find_unplayable_actions
from engine.valley.game import VALLEY
from engine.valley.rules.turn import EXECUTE
from engine.valley.state.determinization import determinize
from engine.valley.state.valley_state import HAND, ValleyState
from tests.engine.valley.parts.test_free_parts import Action, house
from tests.engine.valley.rules.test_may_be_executed import actions, check_going, scant, wander

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
    made = []
    for word in text.replace("), ", ")|, ").split("|, "):
        if made and made[-1].count("(") > made[-1].count(")"):
            made[-1] += f", {word}"
        else:
            made.append(word)
    return tuple(parse_part(word) for word in made)


def accepted(chance: Random, many: int) -> Catalogue:
    """Cards with random actions that the check of custom cards accepts."""
    drawn = [f"{chance.choice(FIRST)}, {chance.choice(THEN)}" for _ in range(many)]
    refused = {fault.card for fault in find_unplayable_actions(house(*[action(text) for text in drawn]))}
    kept = [text for number, text in enumerate(drawn) if f"Card {number}" not in refused]
    return house(*[action(text) for text in kept])


def check_told_nothing(s: ValleyState, seed: int) -> None:
    """The menu is the same on another table that looks the same to the player who is asked."""
    t = determinize(s, s.mover, seed)
    t.run()
    here = s.copy()
    here.run()
    assert (t.mover, t.legal_moves()) == (here.mover, here.legal_moves()), VALLEY.write_position(s)


@pytest.mark.parametrize("seed", range(3))
def test_menus_do_not_depend_on_hidden_cards(seed: int) -> None:
    chance = Random(seed)
    cards = accepted(chance, 20)
    assert len(actions(cards)) > 10
    for _ in range(8):
        for s in wander(scant(chance, cards), chance, 5):
            check_going(s)
            if s.mover == NOBODY:
                continue
            check_told_nothing(s, seed)
            if s.cells[0] == 1:  # step 1 of the turn: what if one of these cards were in hand?
                for kind in chance.sample(actions(cards), 5):
                    t = s.copy()
                    t.add(HAND + t.mover, kind)
                    t.run()
                    check_told_nothing(t, seed)
                    if pack_move(EXECUTE, kind) in t.legal_moves():
                        t.apply(pack_move(EXECUTE, kind))
                        for u in wander(t, chance, 4):
                            check_going(u)
                            if u.mover != NOBODY:
                                check_told_nothing(u, seed)
