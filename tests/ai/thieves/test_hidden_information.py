"""No level knows more than its seat: in two worlds that look the same to it, it gives the same answer with the same tree."""

import pytest

from ai.bots.bot import Bot
from ai.levels import Budget
from ai.search.playout import Rng
from engine.core.game import NOBODY
from engine.thieves.game import THIEVES
from engine.thieves.state import ESCAPE, ThievesState
from tests.engine.thieves.table import setup

STEP = 6  # questions from one position to the next
POSITIONS = 5


def positions(players: int) -> list[ThievesState]:
    """Positions of a random game in which thieves seldom escape."""
    state, draw, collected, asked = THIEVES.start(setup(players, 5)), Rng(players), [], 0
    while state.mover != NOBODY and len(collected) < POSITIONS:
        asked += 1
        if asked % STEP == 0:
            collected.append(state.copy())
        menu = state.legal_moves()
        move = menu[draw.below(len(menu))]
        state.apply(menu[-1] if move == ESCAPE and draw.below(4) else move)
    return collected


def decide(state: ThievesState, level: str, simulations: int) -> tuple[object, object]:
    """The move of a level, and the statistics of the root of its tree."""
    pending = Bot(THIEVES, state.mover, level, Budget(simulations, 0)).start_move(state.copy(), 3)
    while not pending.done:
        pending.step()
    return pending.move, pending.search.move_stats() if pending.search else None


@pytest.mark.parametrize(("level", "simulations"), [("shabti", 0), ("scribe", 0), ("priest", 25), ("pharaoh", 25)])
@pytest.mark.parametrize("players", [2, 4])
def test_no_level_uses_hidden_information(players: int, level: str, simulations: int) -> None:
    compared = positions(players)
    assert len(compared) == POSITIONS
    for state in compared:
        world = THIEVES.determinize(state, state.mover, 11)
        assert world.digest() != state.digest()
        assert decide(state, level, simulations) == decide(world, level, simulations)
