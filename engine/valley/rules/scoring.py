"""The score of a tomb and the winners (rulebook, "Scoring"); the rank of a solitaire game."""

from typing import Final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.valley.state import TOMB, ValleyState

# The minimum points of each solitaire rank (our rule; lab/docs/balance.md explains them).
SOLITAIRE_RANKS: Final = ((140, "pharaoh"), (115, "vizier"), (90, "priest"), (65, "scribe"), (0, "labourer"))


def solitaire_rank(points: int) -> str:
    """The rank for this number of points."""
    return next(name for threshold, name in SOLITAIRE_RANKS if points >= threshold)


def score_of(state: ValleyState, seat: i64) -> i64:
    """The victory points of a tomb: for each set the square of the number of its different kinds, plus the points of starters and
    unique artifacts."""
    total: i64 = 0
    previous_kind: i64 = NOTHING
    counts = [0] * len(state.catalogue.set_names)
    for i in range(state.count(TOMB + seat)):
        kind = state.card_at(TOMB + seat, i)
        set_index = state.catalogue.set[kind]
        if set_index < 0:
            total += state.catalogue.vp[kind]
        elif kind != previous_kind:
            total += 2 * counts[set_index] + 1  # one more kind: the difference of two squares
            counts[set_index] += 1
        previous_kind = kind
    return total


def winners(state: ValleyState) -> list[int]:
    """The winning seats: those with the most points; among these, those with the fewest cards in the tomb."""
    best: list[int] = []
    for seat in range(state.seat_count):
        if not best:
            best = [seat]
            continue
        own_result = (score_of(state, seat), -state.count(TOMB + seat))
        best_result = (score_of(state, best[0]), -state.count(TOMB + best[0]))
        if own_result > best_result:
            best = [seat]
        elif own_result == best_result:
            best.append(seat)
    return best
