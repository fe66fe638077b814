"""The levels of the opponents and the gauges beside them: how they think, and how strong they were measured to be.

The same search plays better with more simulations. How strong it is depends on the game, so the kit of each game contains a
scale. The ratings are Elo.
"""

from collections.abc import Iterable, Sequence
from math import log10
from typing import Final, NamedTuple

from ai.value_file import FIRST_VALUES
from engine.core.errors import BadSetup, quoted

SHABTI: Final = "shabti"
SCRIBE: Final = "scribe"
PRIEST: Final = "priest"
VIZIER: Final = "vizier"
PHARAOH: Final = "pharaoh"
PLAIN: Final = "plain"
SEER: Final = "seer"
PROPHET: Final = "prophet"
HANDWRITTEN: Final = "handwritten"
DOUBTER: Final = "doubter"
MAX_SIMULATIONS: Final = 1_000_000
MAX_DECISION_MS: Final = 600_000
MIN_DECISION_MS: Final = 50  # the minimum for a decision, even after many others in a turn


class UnknownLevel(BadSetup):
    """There is no level with this name."""

    def __init__(self, level: str) -> None:
        super().__init__(f"no opponent is called {quoted(level)}; there are {', '.join(LEVELS)}")
        self.level: Final = level


class Budget:
    """The limits for one decision: simulations (for the scribe: deals) and milliseconds, whichever is reached first; 0 means no
    limit.

    With a limit of simulations only, moves can be reproduced; with a time limit they cannot. `turn_milliseconds` limits the total
    for all decisions of a seat until another seat moves. Raises BadSetup for values out of range.
    """

    def __init__(self, simulations: int = 0, milliseconds: int = 0, turn_milliseconds: int = 0) -> None:
        if not 0 <= simulations <= MAX_SIMULATIONS:
            raise BadSetup(f"an opponent spends 0 to {MAX_SIMULATIONS} simulations on a decision, not {simulations}")
        if not 0 <= milliseconds <= MAX_DECISION_MS:
            raise BadSetup(f"an opponent spends 0 to {MAX_DECISION_MS} milliseconds on a decision, not {milliseconds}")
        self.simulations: Final = simulations
        self.milliseconds: Final = milliseconds
        self.turn_milliseconds: Final = turn_milliseconds

    def for_next_decision(self, spent_ms: int) -> "Budget":
        """The budget of the next decision after `spent_ms`, if no other seat has moved: at most half of the remaining time, so
        that some is left for later decisions, and at least MIN_DECISION_MS."""
        if not self.turn_milliseconds:
            return self
        remaining_ms = max(MIN_DECISION_MS, (self.turn_milliseconds - spent_ms) // 2)
        return Budget(self.simulations, min(self.milliseconds or remaining_ms, remaining_ms), self.turn_milliseconds)

    def cap_if_turn_limited(self, max_ms: int) -> "Budget":
        """This budget with at most `max_ms` milliseconds (0 means no limit). Unchanged if it has no limit for the turn."""
        if not self.turn_milliseconds or not max_ms:
            return self
        return Budget(self.simulations, min(self.milliseconds or max_ms, max_ms), self.turn_milliseconds)

    def __bool__(self) -> bool:
        return self.simulations > 0 or self.milliseconds > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Budget) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, int]:
        return self.simulations, self.milliseconds, self.turn_milliseconds


class Level:
    """A level: a one-line summary; the default budget; the share of its own moves that it overlooks at each decision; and the
    number of processes that it may use at the table, one for each core (`ai.bots.root_parallel`). Its strength depends on the
    game: `GameKit.strengths`. `first_budget` is the default budget that it had with the first set of learned values, if it was
    another one."""

    def __init__(
        self,
        name: str,
        summary: str,
        budget: Budget,
        missed_share: float = 0.0,
        processes: int = 1,
        first_budget: Budget | None = None,
    ) -> None:
        self.name: Final = name
        self.summary: Final = summary
        self.budget: Final = budget
        self.missed_share: Final = missed_share
        self.processes: Final = processes
        self._first_budget: Final = first_budget

    def budget_with(self, values: str) -> Budget:
        """The default budget with a set of learned values, "" for today's. The first set keeps the one that it was rated with."""
        return self._first_budget if values == FIRST_VALUES and self._first_budget is not None else self.budget

    @property
    def searches(self) -> bool:
        """Whether it searches a tree, so that its budget counts simulations. False for shabti (no budget) and scribe (deals)."""
        return bool(self.budget) and self.name != SCRIBE


def levels_by_name(*levels: Level) -> dict[str, Level]:
    return {level.name: level for level in levels}


LEVELS: Final = levels_by_name(
    Level(SHABTI, "plays random moves", Budget()),
    Level(SCRIBE, "plans its own turn, and looks no further", Budget(1)),
    Level(PRIEST, "thinks ahead, but overlooks moves, as humans do", Budget(150), missed_share=0.25),
    Level(VIZIER, "thinks ahead, and overlooks fewer moves", Budget(200), missed_share=0.10),
    Level(
        PHARAOH,
        "overlooks no moves, and thinks longest",
        Budget(0, 900, turn_milliseconds=3000),
        processes=4,
        first_budget=Budget(20_000, 900, turn_milliseconds=3000),
    ),
)
# Gauges are for measurements in the arena, not for the table.
GAUGES: Final = levels_by_name(
    Level(PLAIN, "textbook search: random playouts to the end of the game, only victory counts", Budget(1000)),
    Level(SEER, "searches like the best, but cheats: it sees all cards", Budget(1000)),
    Level(PROPHET, "searches like the best, but cheats: it sees all cards and what chance will bring", Budget(1000)),
    Level(
        HANDWRITTEN, "searches like the best, with the handwritten evaluator instead of the learned one", Budget(1000)
    ),
    Level(DOUBTER, "searches like the best, but takes all secret moves of the others as equally likely", Budget(1000)),
)


def get_level(name: str) -> Level:
    """The level or gauge with this name. Raises UnknownLevel."""
    level = LEVELS.get(name) or GAUGES.get(name)
    if level is None:
        raise UnknownLevel(name)
    return level


class Strength(NamedTuple):
    """A level with a number of simulations per decision (0: its default), and its measured rating."""

    level: str
    simulations: int
    rating: int


class StrengthScale:
    """All measured strengths of a game, the weakest first. Empty if none was measured."""

    def __init__(self, strengths: Iterable[Strength] = ()) -> None:
        self.strengths: Final = tuple(sorted(strengths, key=lambda strength: strength.rating))

    def __bool__(self) -> bool:
        return bool(self.strengths)

    def rating_of(self, level: str, simulations: int = 0) -> int:
        """The rating of a level with this number of simulations; 0 if it was not measured."""
        known_level = LEVELS.get(level)
        if known_level is not None and simulations == known_level.budget.simulations:
            simulations = 0
        return next(
            (
                strength.rating
                for strength in self.strengths
                if (strength.level, strength.simulations) == (level, simulations)
            ),
            0,
        )

    def nearest_untimed(self, rating: float) -> Strength:
        """The strength with the nearest rating among those without a time limit. Raises ValueError for an empty scale."""
        candidates = [
            strength
            for strength in self.strengths
            if strength.simulations or not LEVELS[strength.level].budget.milliseconds
        ]
        return min(candidates, key=lambda strength: abs(strength.rating - rating))


def expected_share(rating: float, opponent_ratings: Sequence[float]) -> float:
    """The expected share of wins of this rating against these opponents (Luce's choice rule, as in `ai.elo`)."""
    strength = 10 ** (rating / 400)
    return float(strength / (strength + sum(10 ** (other / 400) for other in opponent_ratings)))


def opponent_rating_for_even_odds(rating: float, opponent_count: int) -> float:
    """The rating that each of `opponent_count` equal opponents must have so that a player with this rating wins half of the
    games. The more opponents, the lower their rating."""
    return rating - 400 * log10(opponent_count)
