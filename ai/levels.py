"""The levels of the opponents and the gauges beside them: how they decide, and how strong they were measured to be. Other code
asks a level for its fields, and never for its name.

The same search plays better with more simulations. How strong it is depends on the game, so the kit of each game contains a
scale. The ratings are Elo.
"""

from collections.abc import Iterable, Sequence
from math import inf, log10
from typing import Final, NamedTuple

from ai.search.mcts import FAIR, KNOWS_CARDS, KNOWS_LUCK
from engine.core.errors import BadSetup, quoted

SHABTI: Final = "shabti"
PORTER: Final = "porter"
WEAVER: Final = "weaver"
POTTER: Final = "potter"
MASON: Final = "mason"
SCULPTOR: Final = "sculptor"
SCRIBE: Final = "scribe"
PRIEST: Final = "priest"
VIZIER: Final = "vizier"
PHARAOH: Final = "pharaoh"
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
    for all decisions of a seat until another seat moves. A tree with fewer than `min_simulations` at the end of the time may take
    as long again to reach them: a busy machine must not make a level weak without a word. Raises BadSetup for values out of
    range.
    """

    def __init__(
        self, simulations: int = 0, milliseconds: int = 0, turn_milliseconds: int = 0, min_simulations: int = 0
    ) -> None:
        if not 0 <= simulations <= MAX_SIMULATIONS:
            raise BadSetup(f"an opponent spends 0 to {MAX_SIMULATIONS} simulations on a decision, not {simulations}")
        if not 0 <= milliseconds <= MAX_DECISION_MS:
            raise BadSetup(f"an opponent spends 0 to {MAX_DECISION_MS} milliseconds on a decision, not {milliseconds}")
        self.simulations: Final = simulations
        self.milliseconds: Final = milliseconds
        self.turn_milliseconds: Final = turn_milliseconds
        self.min_simulations: Final = min_simulations

    def for_next_decision(self, spent_ms: int) -> "Budget":
        """The budget of the next decision after `spent_ms`, if no other seat has moved: at most half of the remaining time, so
        that some is left for later decisions, and at least MIN_DECISION_MS."""
        if not self.turn_milliseconds:
            return self
        return self.with_max_ms(max(MIN_DECISION_MS, (self.turn_milliseconds - spent_ms) // 2))

    def cap_if_turn_limited(self, max_ms: int) -> "Budget":
        """This budget with at most `max_ms` milliseconds (0 means no limit). Unchanged if it has no limit for the turn."""
        return self.with_max_ms(max_ms) if self.turn_milliseconds and max_ms else self

    def with_max_ms(self, max_ms: int) -> "Budget":
        """This budget with at most `max_ms` milliseconds, which is not 0."""
        milliseconds = min(self.milliseconds or max_ms, max_ms)
        return Budget(self.simulations, milliseconds, self.turn_milliseconds, self.min_simulations)

    def share(self, index: int, processes: int) -> "Budget":
        """The budget of the process with this index, of `processes` that search together: the whole time, or without a limit of
        time a part of the simulations, at least one."""
        if not self.milliseconds:
            return Budget(max(1, self.simulations // processes + (index < self.simulations % processes)))
        min_simulations = -(-self.min_simulations // processes)
        return Budget(self.simulations, self.milliseconds, self.turn_milliseconds, min_simulations)

    def __bool__(self) -> bool:
        return self.simulations > 0 or self.milliseconds > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Budget) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, int, int]:
        return self.simulations, self.milliseconds, self.turn_milliseconds, self.min_simulations


# What decides.
RANDOM: Final = "random"  # any move
PLAN: Final = "plan"  # the best plan for the own turn (`ai.search.turn_planner`)
SEARCH: Final = "search"  # a tree search (`ai.search.mcts`)
# What a search evaluates positions with.
BEST_EVALUATOR: Final = "best"  # the strongest one of the game
HANDWRITTEN_EVALUATOR: Final = "handwritten"
ONLY_RESULTS: Final = "only results"  # random playouts to the end of the game


class Level(NamedTuple):
    """A level: a one-line summary, the default budget, and how it decides. How strong it is depends on the game:
    `GameKit.strengths`.

    A level that `is_soft` draws one of its plans, at the temperature of the game (`GameKit.temperature`); a game without a
    temperature for it does not have this level. The daily games draw from the levels that are `in_daily_games`: a level that is
    added later is not among them, so that past and future days keep their opponents.

    `missed_share` is the share of its own moves that it overlooks at each decision, if the kit of the game has no other one.
    `knowledge` is that of `ai.search.mcts.Search`; a gauge may know more than its seat. `solves_last_turn`: it plays a last turn
    that it can solve exactly (`ai.search.last_turn`). `believes`: it thinks about the others' secret moves, in a game whose
    evaluator `knows_secrets`. `judges_untried`: of moves that were not tried it expects what they did elsewhere in the tree, in a
    game whose moves recur. `processes` is the number that it may use at the table, one for each core (`ai.bots.root_parallel`).
    """

    name: str
    summary: str
    budget: Budget
    decides: str
    is_soft: bool = False
    in_daily_games: bool = False
    evaluator: str = BEST_EVALUATOR
    missed_share: float = 0.0
    knowledge: int = FAIR
    solves_last_turn: bool = False
    believes: bool = False
    judges_untried: bool = False
    processes: int = 1

    @property
    def searches(self) -> bool:
        """Whether it searches a tree, so that its budget counts simulations."""
        return self.decides == SEARCH

    @property
    def needs_evaluator(self) -> bool:
        """Whether it plays only games that have an evaluator."""
        return self.decides != RANDOM and self.evaluator != ONLY_RESULTS

    @property
    def is_timed(self) -> bool:
        """Whether its default budget is a time, so that its moves cannot be reproduced."""
        return self.budget.milliseconds > 0


def levels_by_name(*levels: Level) -> dict[str, Level]:
    return {level.name: level for level in levels}


BEST_LEVEL: Final = Level(
    PHARAOH,
    "overlooks no moves, and thinks longest",
    Budget(0, 900, turn_milliseconds=3000, min_simulations=1000),
    SEARCH,
    in_daily_games=True,
    solves_last_turn=True,
    believes=True,
    judges_untried=True,
    processes=4,
)
LEVELS: Final = levels_by_name(  # the weakest first
    Level(SHABTI, "plays random moves", Budget(), RANDOM, in_daily_games=True),
    Level(PORTER, "knows what is allowed, and little of what is good", Budget(1), PLAN, is_soft=True),
    Level(WEAVER, "sees good moves, and often makes others", Budget(1), PLAN, is_soft=True),
    Level(POTTER, "plans its own turn, and often takes a worse plan", Budget(1), PLAN, is_soft=True),
    Level(MASON, "plans its own turn, and sometimes takes a worse plan", Budget(1), PLAN, is_soft=True),
    Level(SCULPTOR, "plans its own turn with few mistakes", Budget(1), PLAN, is_soft=True),
    Level(SCRIBE, "plans its own turn, and looks no further", Budget(1), PLAN, in_daily_games=True),
    Level(
        PRIEST,
        "thinks ahead, but overlooks moves, as humans do",
        Budget(150),
        SEARCH,
        in_daily_games=True,
        missed_share=0.25,
    ),
    Level(
        VIZIER, "thinks ahead, and overlooks fewer moves", Budget(200), SEARCH, in_daily_games=True, missed_share=0.10
    ),
    BEST_LEVEL,
)
# Gauges are for measurements in the arena, not for the table.
GAUGES: Final = levels_by_name(
    Level(
        "plain",
        "textbook search: random playouts to the end of the game, only victory counts",
        Budget(1000),
        SEARCH,
        evaluator=ONLY_RESULTS,
    ),
    Level("seer", "searches like the best, but cheats: it sees all cards", Budget(1000), SEARCH, knowledge=KNOWS_CARDS),
    Level(
        "prophet",
        "searches like the best, but cheats: it sees all cards and what chance will bring",
        Budget(1000),
        SEARCH,
        knowledge=KNOWS_LUCK,
    ),
    Level(
        "handwritten",
        "searches like the best, with the handwritten evaluator instead of the learned one",
        Budget(1000),
        SEARCH,
        evaluator=HANDWRITTEN_EVALUATOR,
    ),
    Level(
        "doubter",
        "searches like the best, but takes all secret moves of the others as equally likely",
        Budget(1000),
        SEARCH,
    ),
)
DEFAULT_LEVEL: Final = SCRIBE  # of an opponent, if none is named: a fair first opponent
ANCHOR: Final = SCRIBE  # the level with the rating 1000 in every game
NEWCOMER_RATING: Final = 700.0  # newcomers won 16 of 99 games against the scribe of Valley of the Kings


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

    def rating_of(self, level: str, simulations: int = 0) -> int | None:
        """The rating of a level with this number of simulations; None if it was not measured."""
        known_level = LEVELS.get(level)
        if known_level is not None and simulations == known_level.budget.simulations:
            simulations = 0
        for strength in self.strengths:
            if (strength.level, strength.simulations) == (level, simulations):
                return strength.rating
        return None

    def nearest_untimed(self, rating: float, before: float = 0.0, max_jump: float = inf) -> Strength:
        """The strength with the nearest rating among those without a time limit, and at most `max_jump` from the rating `before`.
        Raises ValueError if there is none."""
        candidates = [
            strength
            for strength in self.strengths
            if (strength.simulations or not LEVELS[strength.level].is_timed)
            and abs(strength.rating - before) <= max_jump
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
