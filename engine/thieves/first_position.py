"""An empty table, and the table before the first tomb is opened (rulebook, "Game Setup")."""

from typing import Final

from engine.core.arrays import i64, vec
from engine.core.game import NOTHING
from engine.thieves.data.pieces import PieceSet
from engine.thieves.rules.dealing import draw_to_hand
from engine.thieves.rules.expedition import EXPEDITION_ADDRESS, PROGRAMS
from engine.thieves.state import (
    COMMUNITY,
    COMMUNITY_USE,
    DECK,
    FIRST_ZONE_CELL,
    GUARDIAN_DECK,
    LAID,
    LUCK_STREAMS,
    REPUTATION,
    TOMB,
    TOMB_DECK,
    ZONE_COUNT,
    Options,
    ThievesState,
    sets_for,
    zone_starts,
)

HAND_SIZE: Final = 5
START_REPUTATION: Final = 8


def empty_table(pieces: PieceSet, options: Options, seat_count: int) -> ThievesState:
    """A table without a piece on it."""
    starts = zone_starts(pieces, seat_count)
    cells = vec[i64]([0] * starts[ZONE_COUNT])
    cells[TOMB] = NOTHING
    cells[COMMUNITY] = NOTHING
    for cell in range(COMMUNITY_USE, LAID):
        cells[cell] = NOTHING
    for cell in range(LAID, FIRST_ZONE_CELL):
        cells[cell] = NOTHING
    return ThievesState(pieces, options, seat_count, starts, cells, PROGRAMS)


def first_position(pieces: PieceSet, options: Options, seat_count: int, seed: int) -> ThievesState:
    """Five cards and eight tokens for each thief, then the first tomb. Seat 0 begins (ours); the caller decides who sits
    there."""
    state = empty_table(pieces, options, seat_count)
    state.reseed_streams(seed, LUCK_STREAMS)
    for _ in range(sets_for(seat_count)):
        for kind, card in enumerate(pieces.cards):
            for _copy in range(card.copies):
                state.add(DECK, kind)
        for kind, tomb in enumerate(pieces.tombs):
            for _copy in range(tomb.copies):
                state.add(TOMB_DECK, kind)
        for kind, guardian in enumerate(pieces.guardians):
            for _copy in range(guardian.copies):
                state.add(GUARDIAN_DECK, kind)
    for seat in range(seat_count):
        state.cells[REPUTATION + seat] = START_REPUTATION
        draw_to_hand(state, seat, HAND_SIZE)
    state.call(EXPEDITION_ADDRESS, 0, NOTHING)
    state.run()
    return state
