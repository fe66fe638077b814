"""An empty table, and the position at the start of a game (rulebook, "Game Setup")."""

from typing import Final

from engine.core.arrays import i64, vec
from engine.core.game import NOTHING
from engine.thieves import state as layout
from engine.thieves.pieces import PieceSet
from engine.thieves.rules.dealing import draw_to_hand
from engine.thieves.rules.expedition import EXPEDITION_ADDRESS, PROGRAMS
from engine.thieves.state import Options, ThievesState, piece_set_count, zone_starts

HAND_SIZE: Final = 5
START_REPUTATION: Final = 8


def empty_table(pieces: PieceSet, options: Options, seat_count: int) -> ThievesState:
    """A table without pieces. Nothing is on the stack."""
    starts = zone_starts(pieces, seat_count)
    cells = vec[i64]([0] * starts[layout.ZONE_COUNT])
    cells[layout.TOMB] = NOTHING
    cells[layout.COMMUNITY_CARD] = NOTHING
    for cell in range(layout.COMMUNITY_USE, layout.FIRST_ZONE_CELL):
        cells[cell] = NOTHING
    return ThievesState(pieces, options, seat_count, starts, cells, PROGRAMS)


def first_position(pieces: PieceSet, options: Options, seat_count: int, seed: int) -> ThievesState:
    """The first question of a game. Each thief has five cards and eight tokens, and the first tomb is open. Seat 0 starts
    (our rule); the caller decides who sits there."""
    state = empty_table(pieces, options, seat_count)
    state.reseed_streams(seed, layout.LUCK_STREAMS)
    for _ in range(piece_set_count(seat_count)):
        for kind, card in enumerate(pieces.cards):
            for _copy in range(card.copies):
                state.add(layout.DECK, kind)
        for kind, tomb in enumerate(pieces.tombs):
            for _copy in range(tomb.copies):
                state.add(layout.TOMB_DECK, kind)
        for kind, guardian in enumerate(pieces.guardians):
            for _copy in range(guardian.copies):
                state.add(layout.GUARDIAN_DECK, kind)
    for seat in range(seat_count):
        state.cells[layout.REPUTATION + seat] = START_REPUTATION
        draw_to_hand(state, seat, HAND_SIZE)
    state.call(EXPEDITION_ADDRESS, 0, NOTHING)
    state.run()
    return state
