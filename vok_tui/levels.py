"""What is told of a level before it is chosen: how it plays, how strong it is, how long it takes."""

from typing import Final

from ai.contestants import split
from ai.levels import LEVELS, SCRIBE, level_of
from engine.core.rules import HUMAN
from vok_tui import equal

FRIEND: Final = "friend"  # what a person at the same keyboard is called where levels are chosen
SHARES: Final = "shares this keyboard; hands are hidden in between"
OWN: Final = "is a bot of your own, in a process of its own"
SIMULATIONS_A_SECOND: Final = {True: 150_000, False: 6_000}  # compiled, interpreted: from bench/results.md
AT_ONCE: Final = 0.05  # seconds


def offered(level: str) -> tuple[str, ...]:
    """All that can be chosen; `level` too, whatever it is."""
    usual = (*LEVELS, equal.EQUAL, FRIEND)
    return usual if level in usual or level == HUMAN else (level, *usual)


def about(level: str, player: equal.Standing | None = None, others: int = 1) -> str:
    """Two lines on a level: how it plays; its rating, its thinking time, and which engine runs. Of `equal` the second tells what
    it is for this `player` against so many of it."""
    if level == FRIEND:
        return f"{FRIEND} {SHARES}"
    if level == equal.EQUAL:
        return f"{equal.EQUAL} {equal.LINE}" + (f"\n{equal.told(player, others)}" if player is not None else "")
    if level not in LEVELS:
        name, _ = split(level)
        return f"{name} {LEVELS[name].line if name in LEVELS else OWN}\nasked for as {level}"
    return f"{level} {LEVELS[level].line}\n{facts(level)}"


def facts(level: str) -> str:
    """How strong a level is, how long it takes, and on which of the two builds of the engine."""
    rating = LEVELS[level].rating
    rated = f"rated {rating:,}" if rating else "not rated yet"
    return f"{rated}; {takes(level)}; engine {'compiled' if compiled() else 'interpreted'}"


def takes(level: str) -> str:
    """How long a decision takes."""
    known = level_of(level)
    if known.budget.milliseconds:
        return f"thinks up to {known.budget.milliseconds / 1000:g} s"
    seconds = known.budget.simulations / SIMULATIONS_A_SECOND[compiled()] if level != SCRIBE else 0.0
    return f"thinks about {seconds:.1g} s" if seconds >= AT_ONCE else "answers at once"


def compiled() -> bool:
    """Whether the engine and the search run compiled. The two are built together."""
    from engine.core import tasks

    return not str(tasks.__file__).endswith(".py")
