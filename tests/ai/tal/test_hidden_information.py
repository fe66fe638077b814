"""No level knows more than its seat: in two worlds that look the same to it, it gives the same answer with the same tree."""

import pytest

from ai.bots.bot import Bot, best_evaluator
from ai.levels import Budget
from ai.search.beliefs import draw_beliefs, search_before_secrets
from ai.search.playout import Rng
from engine.core.game import NOBODY
from engine.tal.game import TAL
from engine.tal.hidden import before_secrets
from engine.tal.state import (
    BIDDING,
    BIDS,
    HELD_BLOCKS,
    MAX_LOTS,
    PHASE,
    ROUND,
    WRITING_ORDERS,
    TalState,
    bid_tablet_count,
)
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


def decide(state: TalState, level: str) -> tuple[object, object]:
    """The move of a level, and the statistics of the root of its tree."""
    budget = Budget(1 if level == "scribe" else 12)
    pending = Bot(TAL, state.mover, level, budget).start_move(state.copy(), 3)
    while not pending.done:
        pending.step()
    return pending.move, pending.search.move_stats() if pending.search else None


@pytest.mark.nightly(reason="thinks in several worlds", keep="2")
@pytest.mark.parametrize("players", [2, 4])
def test_no_level_uses_hidden_information(players: int):
    compared = positions(players)
    assert len(compared) == 2 * POSITIONS
    for state in compared:
        world = TAL.determinize(state, state.mover, 11)
        for level in ("shabti", "scribe", "priest", "pharaoh", "doubter"):
            assert decide(state, level) == decide(world, level)


def test_the_question_before_the_secrets_is_the_one_that_was_asked() -> None:
    state, draw = new_game(3, 6), Rng(6)
    asked: dict[tuple[int, int], TalState] = {}  # the first question of each phase of each round
    compared = 0
    while compared < 60:
        phase = int(state.cells[PHASE])
        if phase <= WRITING_ORDERS:
            first = asked.setdefault((int(state.cells[ROUND]), phase), state.copy())
            assert before_secrets(state).digest() == first.digest()
            assert before_secrets(state).legal_moves() == first.legal_moves()
            compared += 1
        state.apply(state.menu[draw.below(state.move_count)])
    assert len(asked) >= 3, "bids, orders, bids"


def test_beliefs_keep_what_everybody_saw() -> None:
    for state in positions(2):
        thinker = search_before_secrets(TAL, state, state.mover, 3, best_evaluator(TAL, state), 2)
        if thinker is not None:
            thinker.run(30)
        believed = draw_beliefs(thinker, state, state.mover, 3) if thinker is not None else []
        assert believed
        assert len({world.digest() for world in believed}) > 1
        for world in believed:
            assert world.mover == state.mover
            for cell in range(BIDS, BIDS + 2 * MAX_LOTS):
                if (cell - BIDS) // MAX_LOTS != state.mover:
                    assert bid_tablet_count(world.cells[cell]) == bid_tablet_count(state.cells[cell])
