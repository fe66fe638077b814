"""The ladder: every level against its neighbours, some games against all others, and the ratings that follow.

Where three or four play, one seat of the higher level meets the lower one on all others, and moves through all seats. Each of
these contests is one that the arena could play by itself.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ai.arena import Contest
from ai.contestants import Contestant
from ai.elo import Estimate
from ai.levels import SCRIBE
from ai.ratings import Block, rate
from ai.tally import Tally

ANCHORED: Final = 1000.0  # Elo of the level that all others are told by
FEWER: Final = 5  # games against a neighbour for one against anybody else


class Rung(NamedTuple):
    """A contest of the ladder, the higher level first, and how many blocks it takes."""

    contest: Contest
    blocks: int
    neighbours: bool


class Standing(NamedTuple):
    """What the ladder says of one level. `above` is what its games against the next lower one alone say; None for the lowest."""

    name: str
    rating: Estimate
    games: int
    ms_per_decision: float
    above: Estimate | None


def rungs(
    levels: Sequence[Contestant],
    players: int,
    games: int,
    seed: int,
    edition: str = "base",
    choices: tuple[str, ...] = (),
    cards: str = "",
) -> list[Rung]:
    """All contests between `levels`, which stand there from the weakest to the strongest: neighbours first. `games` are those
    between neighbours, made up to whole blocks."""
    found = []
    for distance in range(1, len(levels)):
        blocks = -(-games // players) if distance == 1 else -(-games // players // FEWER)
        for low in range(len(levels) - distance):
            seated = (levels[low + distance], *[levels[low]] * (players - 1))
            found.append(
                Rung(Contest(seated, seed, edition=edition, choices=choices, cards=cards), blocks, distance == 1)
            )
    return found


def anchor_of(levels: Sequence[Contestant]) -> str:
    """Who has `ANCHORED` Elo: the scribe, or else the weakest."""
    names = [one.name for one in levels]
    return SCRIBE if SCRIBE in names else names[0]


def standings(levels: Sequence[Contestant], tallies: Sequence[Tally]) -> list[Standing]:
    """Every level by what all the contests came to. Raises ValueError if no games lead from one to the anchor."""
    ratings = rate([block for tally in tallies for block in blocks_of(tally)], anchor_of(levels), ANCHORED)
    return [
        Standing(
            one.name,
            ratings[one.name],
            sum(tally.games for tally in tallies if one.name in names_of(tally)),
            pace(one.name, tallies),
            below(levels[place - 1].name, one.name, tallies) if place else None,
        )
        for place, one in enumerate(levels)
    ]


def blocks_of(tally: Tally) -> list[Block]:
    """The blocks of a contest, as ratings are counted from them."""
    names = names_of(tally)
    found = []
    for won in tally.won:
        sums = dict.fromkeys(names, 0.0)
        for name, reward in zip(names, won, strict=True):
            sums[name] += reward
        found.append(Block(names, len(names), sums))
    return found


def names_of(tally: Tally) -> tuple[str, ...]:
    return tuple([one.name for one in tally.contest.contestants])


def pace(name: str, tallies: Sequence[Tally]) -> float:
    """The milliseconds that a level took for a decision, over all its games."""
    spent = [tally.spent(who) for tally in tallies for who, own in enumerate(names_of(tally)) if own == name]
    return round(sum(ms for ms, _ in spent) / max(1, sum(decisions for _, decisions in spent)), 3)


def below(low: str, high: str, tallies: Sequence[Tally]) -> Estimate | None:
    """How far `high` stands above `low` by their own games; None if there are none."""
    for tally in tallies:
        names = names_of(tally)
        if (names[0], names[1]) == (high, low):
            return tally.estimate()
    return None
