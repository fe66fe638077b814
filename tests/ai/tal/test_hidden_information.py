"""No level knows more than its seat: in two worlds that look the same to it, it gives the same answer with the same tree."""

import pytest

from ai.bots.bot import Bot
from ai.levels import Budget
from ai.search.playout import Rng
from engine.core.game import NOBODY
from engine.tal.game import TAL
from engine.tal.state import BIDDING, BIDS, HELD_BLOCKS, PHASE, WRITING_ORDERS, TalState
from tests.engine.tal.table import new_game

POSITIONS = 2  # in each of the two phases


def positions(players: int) -> list[TalState]:
    """Positions of a random game in which another seat than the mover has laid tablets face down or written orders."""
    state, draw = new_game(players, 5), Rng(players)
    by_phase: dict[int, list[TalState]] = {int(BIDDING): [], int(WRITING_ORDERS): []}
    while state.mover != NOBODY:
        kept = by_phase.get(int(state.cells[PHASE]))
        if kept is not None and len(kept) < POSITIONS and state.move_count > 1 and has_other_secrets(state):
            kept.append(state.copy())
        state.apply(state.menu[draw.below(state.move_count)])
    return by_phase[int(BIDDING)] + by_phase[int(WRITING_ORDERS)]


def has_other_secrets(state: TalState) -> bool:
    """Whether a world that looks the same to the mover has other tablets or orders."""
    world = TAL.determinize(state, state.mover, 11)
    return any(world.cells[cell] != state.cells[cell] for cell in range(BIDS, HELD_BLOCKS))


def decide(state: TalState, level: str, simulations: int) -> tuple[object, object]:
    """The move of a level, and the statistics of the root of its tree."""
    pending = Bot(TAL, state.mover, level, Budget(simulations, 0)).start_move(state.copy(), 3)
    while not pending.done:
        pending.step()
    return pending.move, pending.search.move_stats() if pending.search else None


@pytest.mark.parametrize("players", [2, 4])
def test_no_level_uses_hidden_information(players: int):
    compared = positions(players)
    assert len(compared) == 2 * POSITIONS
    for state in compared:
        world = TAL.determinize(state, state.mover, 11)
        for level, simulations in (("shabti", 0), ("scribe", 0), ("priest", 10), ("pharaoh", 20)):
            assert decide(state, level, simulations) == decide(world, level, simulations)
