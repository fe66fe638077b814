"""The kit of a game: everything that a game brings besides its rules. `engine.games` names it; `kit_of` finds it.

This half is for the search, contests and measurements. The half for the terminal (board, keys, forms, texts) is a
`vok_tui.boards.table_kit.TableKit`. This kit only holds its name, so that a thinking process never loads a screen.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ai.levels import DEFAULT_LEVEL, GAUGES, LEVELS, NEWCOMER_RATING, Strength, StrengthScale, get_level
from ai.measured import RATINGS, TableKey, measured
from ai.search.evaluator import Evaluator
from ai.value_file import CURRENT_VALUES
from engine.core.action import Action
from engine.core.events import Event
from engine.core.game import Game, State
from engine.games import GAMES, load_object

OWNED: Final = "own"  # kinds of a `Holding`
ENTOMBED: Final = "tomb"
AMOUNT: Final = "amount"
DONE: Final = "done"
MINOR_STEP: Final = 9  # the `GameKit.step_rank` of a step that hardly ever matters


class Holding(NamedTuple):
    """Something that everybody can see a seat have or do. `kind` is OWNED or ENTOMBED for pieces with this name, AMOUNT for a
    number, such as points, whose `name` is a plural, and DONE for what it did, with {} for the number: "placed {} blocks".
    Of what `is_bad`, less is better for the seat."""

    kind: str
    name: str
    is_bad: bool = False


class GameKit:
    """The kit of one game. These methods suit any game; a game overrides them with better ones.

    `table`, `adapter`, `statistics` and `facts` are texts of the form `module:NAME`, loaded when needed: its
    TableKit, its `lab.adapters.game_spec.GameSpec`, its class of
    statistics (`lab.statistics.Statistics`), and what is counted for the verdict on a game (`ai.countable.GameFacts`). "" if the
    game has none.
    """

    def __init__(
        self,
        game: Game[Any],
        table: str = "",
        adapter: str = "",
        statistics: str = "",
        facts: str = "",
    ) -> None:
        self.game: Final = game
        self.table: Final = table
        self.adapter: Final = adapter
        self.statistics: Final = statistics
        self.facts: Final = facts

    def evaluator(self, state: State, values: str = "") -> Evaluator[Any]:
        """The strongest evaluator for the data and the number of seats of this position. `values` is a set of learned values, or
        the path of a single one (`ai.value_file.value_files`); "" for today's set. Raises BadTraining."""
        del values
        return self.handwritten_evaluator(state)

    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[Any]:
        """The evaluator without learned weights, which the turn planner always uses. `horizon` is the length of the playout
        before the evaluation, in ticks of the evaluator's clock."""
        del state, horizon
        return Evaluator(self.game)

    def level_names(self) -> tuple[str, ...]:
        """The names of the levels that can play this game, the weakest first. Gauges and `equal` are not among them."""
        return tuple([name for name in LEVELS if self.has_level(name)])

    def has_level(self, level: str) -> bool:
        """Whether a level or gauge can play this game: most need an evaluator, and a soft one a temperature."""
        known = LEVELS.get(level) or GAUGES.get(level)
        if known is None or (known.is_soft and not self.temperature(level)):
            return False
        has_evaluator = type(self).handwritten_evaluator is not GameKit.handwritten_evaluator
        return has_evaluator or not known.needs_evaluator

    def default_level(self) -> str:
        """The level of an opponent if none is named; the weakest if that one cannot play this game."""
        return DEFAULT_LEVEL if self.has_level(DEFAULT_LEVEL) else self.level_names()[0]

    def first_level(self) -> str:
        """The level for a first game: the one that a newcomer is nearest to beat in half of the games; the weakest if the levels
        were not measured."""
        strengths = [strength for strength in self.strengths(2).strengths if not strength.simulations]
        if not strengths:
            return self.level_names()[0]
        return min(strengths, key=lambda strength: abs(strength.rating - NEWCOMER_RATING)).level

    def max_decision_ms(self, state: State) -> int:
        """The maximum milliseconds of a decision for a level with its default budget; 0 for no limit. With many seats the player
        would wait too long otherwise."""
        del state
        return 0

    def missed_share(self, level: str) -> float:
        """The share of its own moves that a level overlooks at each decision in this game."""
        return get_level(level).missed_share

    def temperature(self, level: str) -> float:
        """The temperature at which a level draws its plans in this game (`TurnPlanner.draw`), in the unit of the handwritten
        evaluator; 0 for a level that plays the best one."""
        del level
        return 0.0

    def strengths(self, players: int, values: str = "") -> StrengthScale:
        """The measured strengths of the levels with this number of players and this set of learned values ("" for today's); empty
        if they were not measured."""
        table = TableKey(self.game.name(), self.game.editions()[0].name, players)
        return _strengths_at(table, values or CURRENT_VALUES)

    # -- for the analysis of decisions (`ai.analysis`)

    @property
    def judges_turns(self) -> bool:
        """Whether an analysis judges whole stretches of a turn or a phase (`ai.analysis.plans`) instead of single answers."""
        return False

    def turn_word(self) -> str:
        """What an analysis calls that."""
        return "turn"

    def plan_tries(self) -> int:
        """How often a stretch is also played out to find plans: 0 where one tree sees the ends of most stretches."""
        return 0

    def value_key(self, state: State) -> str:
        """Identifies the weights by which `analysis_evaluator` values this position, and the data that they are for. "" if the
        values of this game cannot be calibrated."""
        del state
        return ""

    def calibration_key(self, state: State) -> str:
        """The `value_key` of the games from which the calibration for this position was made: a calibration fits only the weights
        with which it was made. Another one than that of this position if its data differ from them in numbers only."""
        return self.value_key(state)

    def analysis_evaluator(self, state: State) -> Evaluator[Any]:
        """The evaluator by which an analysis values positions of this game."""
        return self.evaluator(state)

    def progress(self, state: State) -> float:
        """How much of the game is over, from 0 to 1, from what everybody may know."""
        del state
        return 0.0

    def position_key(self, state: State) -> Hashable:
        """Equal for positions that play the same, from the same deal: two answers that lead to such positions are one answer."""
        return state.search_digest()

    def narrow_lead(self) -> float:
        """A lead at the end of a game, in points, by which a victory is narrow."""
        return 5.0

    def hint_tree_size(self) -> int:
        """The simulations after which a larger tree for an answer finds hardly more, so that a hint is surer with several trees
        of this size. 0 if larger trees find more: then each answer has one tree."""
        return 0

    def decision_kind(self, state: State, move: int, better_move: int) -> str:
        """What a seat does that makes `move` in this position: the id of a kind, such as "buying". Ids are stored, so they never
        change. `better_move` is the answer that it is compared with: a purchase of the same card with other cards is a matter of
        "paying"."""
        del state, move, better_move
        return "choosing"

    def step_words(self, state: State, action: Action, *, in_full: bool) -> str:
        """A step of a plan in a few words, such as "buy Hapy", with its payment if `in_full`; "" for a step that needs no words,
        such as the end of a turn."""
        del in_full
        return self.game.say(state, action)

    def step_rank(self, action: Action) -> int:
        """What a step is named by: the lowest number first, so that what is achieved stands before how; from MINOR_STEP on only
        if a plan differs in nothing else."""
        del action
        return 0

    def decision_kinds(self) -> dict[str, str]:
        """The ids that `decision_kind` may answer with, each with the words that a player reads for it: "what to buy"."""
        return {"choosing": "what to choose"}

    def holdings(self, state: State, seat: int) -> dict[Holding, float]:
        """What a seat has that everybody can see, with its number. Reasons for an answer are sentences about it."""
        scores = self.game.scores(state)
        return {Holding(AMOUNT, self.game.score_word()): float(scores[seat])} if scores else {}

    def deeds(self, events: Sequence[Event], seat: int) -> dict[Holding, float]:
        """What a seat has done in these events, as holdings of the kind DONE. Reasons name it too."""
        del events, seat
        return {}

    def rests_to_confirm(self) -> int:
        """How many turns or rounds further continuations go on before they say whether a mark is true: 0 if the values where the
        next turn begins are good enough."""
        return 0

    def playing_on_confirms(self) -> bool:
        """Whether a mark needs continuations that favour the better answer. False where they are less sure than the trees."""
        return True

    def count_pieces_by_kind(self, state: State) -> list[int]:
        """The number of pieces of each kind on the whole table. It never changes during a game. [] if they cannot be
        counted."""
        del state
        return []


def kind_words(game: str, kind: str) -> str:
    """What a player reads for a kind of decision of the game with this name: "what to buy". The id itself for a kind of another
    version of Vok."""
    return kit_of(GAMES[game]).decision_kinds().get(kind, kind) if game in GAMES else kind


def kit_of(game: Game[Any]) -> GameKit:
    """The kit of a game; a kit with the defaults if the game has none or is not registered."""
    name = game.name()
    if name in GAMES and GAMES[name] is game and GAMES.place_of(name).kit:
        kit: GameKit = load_object(GAMES.place_of(name).kit)
        return kit
    return GameKit(game)


@lru_cache(16)
def _strengths_at(table: TableKey, values: str) -> StrengthScale:
    """What `weights/ratings` says about a table, for these values. A level is named as in "priest:6"."""
    fields = measured(RATINGS, table)
    if fields is None or fields["values"] != values:
        return StrengthScale()
    rows = [(*name.partition(":"), rating) for name, rating in fields["ratings"].items()]
    return StrengthScale([Strength(level, int(simulations or 0), rating) for level, _, simulations, rating in rows])
