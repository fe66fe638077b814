"""What a tomb is worth, and who wins (rulebook, "Scoring"); alone, what it makes of you."""

from typing import Final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.valley.state import TOMB, ValleyState

# Ranks of who plays alone, by the points that they begin with (ours; docs/balance.md tells how they were set).
RANKS: Final = ((140, "pharaoh"), (115, "vizier"), (90, "priest"), (65, "scribe"), (0, "laborer"))


def rank(points: int) -> str:
    """What so many points make of one who played alone."""
    return next(name for least, name in RANKS if points >= least)


def different(s: ValleyState, who: i64, which: i64) -> i64:
    """How many different kinds of a set lie in a tomb."""
    found: i64 = 0
    last: i64 = NOTHING
    for i in range(s.size(TOMB + who)):
        kind = s.card(TOMB + who, i)
        if kind != last:
            last = kind
            if s.cards.set[kind] == which:
                found += 1
    return found


def score(s: ValleyState, who: i64) -> i64:
    """Victory points: for each set the square of its different kinds, and what starters and unique artifacts say."""
    total: i64 = 0
    last: i64 = NOTHING
    counts = [0] * len(s.cards.set_names)
    for i in range(s.size(TOMB + who)):
        kind = s.card(TOMB + who, i)
        which = s.cards.set[kind]
        if which < 0:
            total += s.cards.vp[kind]
        elif kind != last:
            total += 2 * counts[which] + 1  # the difference of two squares
            counts[which] += 1
        last = kind
    return total


def winners(s: ValleyState) -> list[int]:
    """Most points; among equals the fewest cards in the tomb; what is equal then is shared."""
    best: list[int] = []
    for who in range(s.n):
        if not best:
            best = [who]
            continue
        mine = (score(s, who), -s.size(TOMB + who))
        theirs = (score(s, best[0]), -s.size(TOMB + best[0]))
        if mine > theirs:
            best = [who]
        elif mine == theirs:
            best.append(who)
    return best
