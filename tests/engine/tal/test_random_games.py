"""Whole games with every number of builders: no piece is lost, nothing hidden is shown, and they end."""

import pytest

from ai.tal.kit import TAL_KIT
from engine.core.game import NOBODY
from engine.core.luck import seeded_hash
from engine.core.tasks import DEPTH_CELL
from engine.tal.board import SPACE_COUNT
from engine.tal.game import TAL
from engine.tal.state import OVERSEERS, WORKERS
from tests.contract import promises
from tests.engine.tal.table import new_game

MAX_DECISIONS = 2000
CHECK_EVERY_DECISIONS = 9


def check_figures(state) -> None:
    """A space holds at most one figure and is marked as taken if it holds one. Workers are sorted, so
    equal positions have equal cells."""
    seats = range(state.seat_count)
    workers = [[int(cell) for cell in state.cells[WORKERS + 5 * seat : WORKERS + 5 * seat + 5]] for seat in seats]
    overseers = [int(cell) for cell in state.cells[OVERSEERS : OVERSEERS + 2 * state.seat_count]]
    spaces = sorted(
        [place for place in [*[place for own in workers for place in own], *overseers] if place < SPACE_COUNT]
    )
    assert spaces == [place for place in range(SPACE_COUNT) if state.is_space_taken(place)]
    assert workers == [sorted(places) for places in workers]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("length", ["normal", "short"])
def test_random_games_lose_no_piece_and_show_nothing_hidden(players: int, length: str):
    for number in range(2):
        state = new_game(players, seed=number, length=length)
        pieces = TAL_KIT.count_pieces_by_kind(state)
        assert pieces == [33] * 5 + [5, 2, 8] * players
        for step in range(MAX_DECISIONS):
            if state.mover == NOBODY:
                break
            if step % CHECK_EVERY_DECISIONS == number:
                for viewer in {int(state.mover), step % players}:
                    promises.check_determinize(TAL, state, viewer, step)
                promises.check_text(TAL, state)
            assert state.cells[DEPTH_CELL] <= players + 3
            assert state.move_count <= 79
            menu = state.legal_moves()
            state.apply(menu[seeded_hash(number, players, step) % len(menu)])
            assert TAL_KIT.count_pieces_by_kind(state) == pieces
            check_figures(state)
        promises.check_end(TAL, state, players)
        promises.check_text(TAL, state)
        assert state.mover == NOBODY
