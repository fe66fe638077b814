"""What can be counted in a finished game: the kinds of facts that a game declares for the verdict (`ai.analysis.facts`), and the
steps of a line to count in."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from engine.core.action import Action
from engine.core.game import State
from engine.core.log import RESHUFFLE
from engine.core.match import Match
from engine.core.wording import plural

Counts = dict[str, float]  # what was counted for one seat, by name


class SeatCompared(NamedTuple):
    """What a sentence about a fact is made from. `who` is "You" or a name, `whose` "your" or "Ann's"; `own` and `other` are the
    counts of this seat and of the one that it is compared with, whose name is `name`. `words` are names that were counted for
    the seat, such as that of its largest set."""

    who: str
    own: Counts
    other: Counts
    name: str
    words: Mapping[str, str]

    @property
    def whose(self) -> str:
        return "your" if self.who == "You" else f"{self.who}'s"

    @property
    def you(self) -> str:
        """`who` inside a sentence: "you", or the name."""
        return "you" if self.who == "You" else self.who

    def number(self, name: str) -> int:
        """A count of this seat."""
        return round(self.own[name])

    def counted(self, name: str, noun: str) -> str:
        """The same with its noun: "5 blocks"."""
        return plural(self.number(name), noun)

    def theirs(self, name: str) -> int:
        """The count of the other seat."""
        return round(self.other[name])

    def beside(self, name: str, before: str = "") -> str:
        """The count of the other seat, behind that of this one: ", Khety 46"; "" if nobody is compared."""
        return f", {self.name} {before}{self.theirs(name)}" if self.name else ""


@dataclass(frozen=True)
class FactKind:
    """A fact that is counted for each seat. `measure` is its number, None if it cannot be said; with `sign` 1 more is better,
    with −1 less. Facts of one `group` say nearly the same. `weight` in points for one more (never below 0) and `good`, from where
    it deserves praise, hold where nothing was measured. `blame` is a sentence with the numbers of both seats, `praise` the end of
    "Well done: ...", `advice` that of "Next time: ...", and `short` names it in "... fell from 9 to 4"."""

    name: str
    group: str
    sign: int
    weight: float
    good: float
    measure: Callable[[Counts], float | None]
    blame: Callable[[SeatCompared], str]
    praise: Callable[[SeatCompared], str]
    advice: str
    short: str
    is_share: bool = False  # shown in percent
    range_unit: str = ""  # of the numbers of winners, where the sentence has totals: " a turn"


@dataclass(frozen=True)
class SeatFacts:
    """What was counted for one seat."""

    counts: Counts
    words: Mapping[str, str] = field(default_factory=dict)


class GameFacts(NamedTuple):
    """What can be counted in the games of one kind. `count_seats` looks at the nodes of a finished line, and answers
    for each seat. `rank` says how a seat that played alone did: a rank, and what is missing to the next one; None in a game that
    nobody plays alone."""

    kinds: tuple[FactKind, ...]
    count_seats: Callable[[Match, Sequence[int]], list[SeatFacts]]
    rank: Callable[[int], str] | None = None


class Step(NamedTuple):
    """A step of a line: the position before it, which is only valid until the next step, the seat that was asked there, its
    answer (`RESHUFFLE` for a reshuffle), and the node that it leads to."""

    state: State
    mover: int
    action: Action
    node: int


def steps_of(match: Match, path: Sequence[int]) -> Iterator[Step]:
    """The steps of a line. Costs one replay."""
    state = match.at(0).copy()
    for _, child in pairwise(path):
        is_redraw = child in match.log.redraws
        yield Step(state, int(state.mover), RESHUFFLE if is_redraw else match.log.actions[child], child)
        state = match.advance_state(state, child)
        if is_redraw:
            state = state.copy()
