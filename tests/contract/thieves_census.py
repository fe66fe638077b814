"""Counts the pieces of King of Thieves. No card, tomb, guardian or token of reputation may ever appear or disappear."""

from engine.core.game import NOBODY, NOTHING
from engine.thieves.state import (
    COMMUNITY_CARD,
    DECK,
    DISCARDS,
    GUARDIAN_DECK,
    GUARDIANS,
    GUARDIANS_BEATEN,
    HAND,
    LAID_CARDS,
    MAX_LAID_CARDS,
    POOLS,
    REPUTATION,
    TOMB,
    TOMB_DECK,
    TOMBS_GONE,
    UNSEEN_DISCARDS,
    ThievesState,
    laid_kind,
)


def thieves_pieces(state: ThievesState) -> list[int]:
    """All duelling cards, tombs and guardians, wherever they lie, each kind of piece under numbers of its own. Also checks that
    all tokens of reputation are there, and a pool on each guardian beside the tomb, of which there
    is one until the end."""
    pieces, cells, seats = state.pieces, state.cells, range(state.seat_count)
    laid = [cells[LAID_CARDS + MAX_LAID_CARDS * seat + place] for seat in seats for place in range(MAX_LAID_CARDS)]
    cards = [laid_kind(each) for each in laid if each != NOTHING] + [cells[COMMUNITY_CARD]] * (
        cells[COMMUNITY_CARD] != NOTHING
    )
    for zone in (DECK, DISCARDS, *[zone + seat for zone in (HAND, UNSEEN_DISCARDS) for seat in seats]):
        cards += state.kinds(zone)
    tombs = [*state.kinds(TOMB_DECK), *state.kinds(TOMBS_GONE), *[cells[TOMB]] * (cells[TOMB] != NOTHING)]
    guardians = [kind for zone in (GUARDIAN_DECK, GUARDIANS_BEATEN, GUARDIANS) for kind in state.kinds(zone)]
    assert sum(state.kinds(POOLS)) + sum([cells[REPUTATION + seat] for seat in seats]) == 8 * state.seat_count
    assert len(state.kinds(POOLS)) == len(state.kinds(GUARDIANS)) >= (state.mover != NOBODY)
    first_tomb, first_guardian = len(pieces.cards), len(pieces.cards) + len(pieces.tombs)
    return sorted([*cards, *[first_tomb + kind for kind in tombs], *[first_guardian + kind for kind in guardians]])
