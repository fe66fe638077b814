"""Player specs as written on a command line: a level or an external bot, with an optional budget, as in `pharaoh:300ms`."""

from typing import Final

from ai.bots.external_bots import DEFAULT_DECISION_MS, check_external_bot, is_external_bot
from ai.bots.levels import GAUGES, LEVELS, MAX_DECISION_MS, MAX_SIMULATIONS, Budget, get_level
from engine.core.errors import BadSetup

MS_SUFFIX: Final = "ms"
TIME_FORMAT: Final = f"of milliseconds from 1 to {MAX_DECISION_MS} as in 100ms"
BUDGET_FORMAT: Final = f"a whole number of simulations from 1 to {MAX_SIMULATIONS}, or {TIME_FORMAT}"


class PlayerSpec:
    """A level or an external bot (`module:Class`), and its budget for a decision; an empty budget means the level's own.
    `source_hash` identifies the contents of the bot's module."""

    def __init__(self, level: str, budget: Budget | None = None, source_hash: str = "") -> None:
        self.level: Final = level
        self.budget: Final = budget or Budget()
        self.source_hash: Final = source_hash

    @property
    def name(self) -> str:
        """The text from which `parse_player_spec` makes it again."""
        if self.budget.milliseconds:
            return f"{self.level}:{self.budget.milliseconds}{MS_SUFFIX}"
        return f"{self.level}:{self.budget.simulations}" if self.budget.simulations else self.level


def parse_player_spec(text: str, budget: Budget | None = None) -> PlayerSpec:
    """Read `LEVEL`, `LEVEL:1000` (simulations), `LEVEL:100ms`, `module:Class` or `module:Class:100ms`. `budget` applies to a
    searching player without a budget of its own. Raises BadSetup. An external bot's module is imported for this in its own
    process."""
    level, budget_text = split_player_spec(text)
    external = is_external_bot(level)
    own_budget = (
        parse_budget(budget_text, text, f"a whole number {TIME_FORMAT}" if external else BUDGET_FORMAT)
        if budget_text is not None
        else None
    )
    if external:
        if own_budget is not None and own_budget.simulations:
            raise BadSetup(
                f'what comes after "{level[:60]}" is its time for a decision, as in {level[:60]}:{DEFAULT_DECISION_MS}{MS_SUFFIX}'
            )
        return PlayerSpec(
            level, own_budget or Budget(0, budget.milliseconds if budget else 0), check_external_bot(level)
        )
    known = get_level(level)
    if own_budget is None:
        return PlayerSpec(level, budget if known.searches else None)
    if not known.budget:
        raise BadSetup(f'{level} does not think, so "{text[:40]}" can only be {level}')
    if own_budget.milliseconds and not known.searches:
        raise BadSetup(f'{level} does not go by the clock, so "{text[:40]}" can only be {level}')
    return PlayerSpec(level, own_budget)


def split_player_spec(text: str) -> tuple[str, str | None]:
    """The level or `module:Class`, and the text after the next colon (None without a colon)."""
    first, _, rest = text.partition(":")
    second, colon, more = rest.partition(":")
    if first not in LEVELS and first not in GAUGES and is_external_bot(f"{first}:{second}"):
        return f"{first}:{second}", more if colon else None
    return first, rest if ":" in text else None


def external_bot_in(text: str) -> str:
    """The `module:Class` that a level names; "" if it is a level of ours."""
    level, _ = split_player_spec(text)
    return level if is_external_bot(level) else ""


def parse_budget(budget_text: str, text: str, expected: str = BUDGET_FORMAT) -> Budget:
    """The budget after the last colon of `text`; `expected` describes what is allowed there. Raises BadSetup."""
    number = budget_text.removesuffix(MS_SUFFIX)
    limit = MAX_DECISION_MS if budget_text.endswith(MS_SUFFIX) else MAX_SIMULATIONS
    if not (number.isascii() and number.isdigit() and len(number) < 10 and 1 <= int(number) <= limit):
        raise BadSetup(f'after the colon of "{text[:60]}" comes {expected}')
    return Budget(0, int(number)) if budget_text.endswith(MS_SUFFIX) else Budget(int(number))
