"""Who can be entered in a contest, as it is written on a command line: a level or somebody's own class, and what it may spend."""

from typing import Final

from ai.guests import MEASURE, check, is_guest
from ai.levels import GAUGES, LEVELS, LONGEST, MOST, Budget, level_of
from engine.core.errors import BadSetup

MS: Final = "ms"
IN_TIME: Final = f"of milliseconds from 1 to {LONGEST} as in 100ms"
HOW: Final = f"a whole number of simulations from 1 to {MOST}, or {IN_TIME}"


class Contestant:
    """A level or a guest (`module:Class`), and its budget for a decision; an empty one is the level's own measure. `source` is a
    name for what is written in a guest's module."""

    def __init__(self, level: str, budget: Budget | None = None, source: str = "") -> None:
        self.level: Final = level
        self.budget: Final = budget or Budget()
        self.source: Final = source

    @property
    def name(self) -> str:
        """As it can be read again."""
        if self.budget.milliseconds:
            return f"{self.level}:{self.budget.milliseconds}{MS}"
        return f"{self.level}:{self.budget.simulations}" if self.budget.simulations else self.level


def contestant(text: str, budget: Budget | None = None) -> Contestant:
    """Read `LEVEL`, `LEVEL:1000` (simulations), `LEVEL:100ms`, `module:Class` or `module:Class:100ms`. `budget` is for whoever
    searches and does not say. Raises BadSetup; a guest's module is imported for this, in a process of its own."""
    level, measure = split(text)
    guest = is_guest(level)
    own = read_budget(measure, text, f"a whole number {IN_TIME}" if guest else HOW) if measure is not None else None
    if guest:
        if own is not None and own.simulations:
            raise BadSetup(
                f'what comes after "{level[:60]}" is its time for a decision, as in {level[:60]}:{MEASURE}{MS}'
            )
        return Contestant(level, own or Budget(0, budget.milliseconds if budget else 0), check(level))
    known = level_of(level)
    if own is None:
        return Contestant(level, budget if known.searches else None)
    if not known.budget:
        raise BadSetup(f'{level} does not think, so "{text[:40]}" can only be {level}')
    if own.milliseconds and not known.searches:
        raise BadSetup(f'{level} does not go by the clock, so "{text[:40]}" can only be {level}')
    return Contestant(level, own)


def split(text: str) -> tuple[str, str | None]:
    """The level or `module:Class`, and what follows the colon behind it."""
    first, _, rest = text.partition(":")
    second, colon, more = rest.partition(":")
    if first not in LEVELS and first not in GAUGES and is_guest(f"{first}:{second}"):
        return f"{first}:{second}", more if colon else None
    return first, rest if ":" in text else None


def bot_of(text: str) -> str:
    """The `module:Class` that a level names; "" if it is a level of ours."""
    level, _ = split(text)
    return level if is_guest(level) else ""


def read_budget(measure: str, text: str, how: str = HOW) -> Budget:
    """What stands behind the last colon of `text`; `how` tells what may stand there. Raises BadSetup."""
    number = measure.removesuffix(MS)
    most = LONGEST if measure.endswith(MS) else MOST
    if not (number.isascii() and number.isdigit() and len(number) < 10 and 1 <= int(number) <= most):
        raise BadSetup(f'after the colon of "{text[:60]}" comes {how}')
    return Budget(0, int(number)) if measure.endswith(MS) else Budget(int(number))
