"""Who plays a seat: a level, an external bot, or `equal`, with a budget for each decision.

A player is written as text on a command line and in the seat of a save: `priest`, `priest:400`, `pharaoh@value.json:300`.
`parse_player_spec` and `spec_from_seat_text` turn such a text into a `PlayerSpec`. No other code parses it.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ai.bots.external_bots import DEFAULT_DECISION_MS, check_external_bot, is_external_bot
from ai.levels import GAUGES, LEVELS, MAX_DECISION_MS, MAX_SIMULATIONS, Budget, get_level
from ai.value_file import CURRENT_VALUES, is_value_path
from engine.core.errors import BadSetup
from engine.core.game import Seat

EQUAL: Final = "equal"  # an opponent whose level is chosen so that the human player wins half of the games
MS_SUFFIX: Final = "ms"
VALUES_SIGN: Final = "@"  # between a level and its learned values
TIME_FORMAT: Final = f"of milliseconds from 1 to {MAX_DECISION_MS} as in 100ms"
BUDGET_FORMAT: Final = f"a whole number of simulations from 1 to {MAX_SIMULATIONS}, or {TIME_FORMAT}"
NO_BUDGET: Final = Budget()


class PlayerSpec(NamedTuple):
    """A level, a gauge or an external bot (`module:Class`), and its budget for a decision. An empty budget means the level's
    default.

    `source_hash` identifies the code of the bot's module. An `adaptive` player was chosen as `equal`: `level` is the level that
    it took for this game, "" before it has taken one. `values` is the set of learned values that it uses, or the path of a value
    file (`ai.value_file.value_files`); "" for those of the game that it plays, in a contest today's.
    """

    level: str
    budget: Budget = NO_BUDGET
    source_hash: str = ""
    adaptive: bool = False
    values: str = ""

    @property
    def is_external(self) -> bool:
        """Whether it is an external bot."""
        return is_external_bot(self.level)

    @property
    def text(self) -> str:
        """The text from which `parse_player_spec` or `spec_from_seat_text` makes the same player."""
        level = f"{self.level}{VALUES_SIGN}{self.values}" if self.values else self.level
        if self.budget.milliseconds:
            level = f"{level}:{self.budget.milliseconds}{MS_SUFFIX}"
        elif self.budget.simulations:
            level = f"{level}:{self.budget.simulations}"
        if self.adaptive:
            return f"{EQUAL}:{level}" if level else EQUAL
        return level

    def to_seat(self, name: str) -> Seat:
        """A seat with this player. For `equal`, the seat stores the number of simulations separately from the level."""
        if self.adaptive and self.budget.simulations:
            return Seat(name, f"{EQUAL}:{self.level}", self.budget.simulations)
        return Seat(name, self.text)

    def pack(self) -> list[Any]:
        """The player of a contest as JSON values."""
        return [self.level, self.budget.simulations, self.budget.milliseconds, self.source_hash, self.values]

    @staticmethod
    def from_packed(packed: Sequence[Any]) -> "PlayerSpec":
        """The player that `pack` wrote. Raises BadSetup for a budget out of range."""
        level, simulations, milliseconds, source_hash, values = packed
        return PlayerSpec(level, Budget(simulations, milliseconds), source_hash, values=values)


def parse_player_spec(text: str, budget: Budget | None = None) -> PlayerSpec:
    """Parse `LEVEL`, `LEVEL:1000` (simulations), `LEVEL:100ms`, `module:Class` or `module:Class:100ms`. After a level, `@FILE` or
    `@ID` names its learned values. `budget` applies to a searching player
    without a budget of its own. Raises UnknownLevel, and BadSetup for a budget or values that the player cannot have. An external
    bot's module is imported for this in its own process."""
    name, values = _split_values(text)
    if values:
        player = parse_player_spec(name, budget)
        if player.level not in LEVELS or not get_level(player.level).searches:
            raise BadSetup(f'{player.level} uses no learned values: write {player.level}, not "{text[:60]}"')
        return player._replace(values=values)
    level, budget_text = _split_budget(text)
    if is_external_bot(level):
        return _parse_external_bot(level, budget_text, text, budget or NO_BUDGET)
    known_level = get_level(level)
    if budget_text is None:
        return PlayerSpec(known_level.name, (budget or NO_BUDGET) if known_level.searches else NO_BUDGET)
    own_budget = _parse_budget(budget_text, text, BUDGET_FORMAT)
    if not known_level.budget:
        raise BadSetup(f'{level} does not search, so it takes no budget: write {level}, not "{text[:40]}"')
    if own_budget.milliseconds and not known_level.searches:
        raise BadSetup(f'{level} takes no time budget: write {level}, not "{text[:40]}"')
    return PlayerSpec(known_level.name, own_budget)


def spec_from_seat_text(text: str, simulations: int = 0) -> PlayerSpec:
    """The player at a seat of a game, with the seat's number of simulations.

    Never raises and imports nothing. A text that names no player becomes a level with that name, which `get_level` refuses.
    """
    adaptive = text.partition(":")[0] == EQUAL
    player_text = text.partition(":")[2] if adaptive else text
    level, budget_text = _split_budget(player_text)
    try:
        budget = Budget(simulations) if budget_text is None else _parse_budget(budget_text, player_text, BUDGET_FORMAT)
    except BadSetup:
        return PlayerSpec(player_text if budget_text is not None else f"{player_text}:{simulations}", adaptive=adaptive)
    return PlayerSpec(level, budget, adaptive=adaptive)


def _parse_external_bot(level: str, budget_text: str | None, text: str, default_budget: Budget) -> PlayerSpec:
    budget = Budget(0, default_budget.milliseconds)
    if budget_text is not None:
        budget = _parse_budget(budget_text, text, f"a whole number {TIME_FORMAT}")
    if budget.simulations:
        raise BadSetup(
            f'what comes after "{level[:60]}" is its time for a decision, as in {level[:60]}:{DEFAULT_DECISION_MS}{MS_SUFFIX}'
        )
    return PlayerSpec(level, budget, check_external_bot(level))


def _split_values(text: str) -> tuple[str, str]:
    """The text without its learned values, and these; "" if it names none. Raises BadSetup for values that do not exist."""
    level, sign, rest = text.partition(VALUES_SIGN)
    if not sign:
        return text, ""
    values, colon, budget_text = rest.rpartition(":")
    if not colon or is_value_path(budget_text):
        values, colon, budget_text = rest, "", ""
    if not is_value_path(values) and values != CURRENT_VALUES:
        raise BadSetup(f'after the @ of "{text[:60]}" comes a file of learned values, or {CURRENT_VALUES}')
    return f"{level}{colon}{budget_text}", values


def _split_budget(text: str) -> tuple[str, str | None]:
    """The level or `module:Class`, and the text after the colon that follows it; None if no colon follows."""
    first, _, rest = text.partition(":")
    second, colon, bot_budget = rest.partition(":")
    is_level = first in (*LEVELS, *GAUGES)
    if not is_level and is_external_bot(f"{first}:{second}"):
        return f"{first}:{second}", bot_budget if colon else None
    return first, rest if ":" in text else None


def _parse_budget(budget_text: str, text: str, expected_format: str) -> Budget:
    """The budget after the last colon of `text`; `expected_format` describes what is allowed there. Raises BadSetup."""
    number = budget_text.removesuffix(MS_SUFFIX)
    limit = MAX_DECISION_MS if budget_text.endswith(MS_SUFFIX) else MAX_SIMULATIONS
    if not (number.isascii() and number.isdigit() and len(number) < 10 and 1 <= int(number) <= limit):
        raise BadSetup(f'after the colon of "{text[:60]}" comes {expected_format}')
    return Budget(0, int(number)) if budget_text.endswith(MS_SUFFIX) else Budget(int(number))
