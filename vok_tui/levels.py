"""What is told of a level before it is chosen: how it plays, how strong it is, and how long it takes."""

from typing import Final

from ai.levels import LEVELS

FRIEND: Final = "friend"  # what a person at the same keyboard is called where levels are chosen
SHARES: Final = "shares this keyboard; hands are hidden in between"
OFFERED: Final = (*LEVELS, FRIEND)


def about(level: str) -> str:
    """Two lines on a level: how it plays; its rating, its thinking time, and which engine runs."""
    if level == FRIEND:
        return f"{FRIEND} {SHARES}"
    return f"{level} {LEVELS[level].line}\n{engine()}"


def engine() -> str:
    """Which of the two builds runs here."""
    return "engine compiled" if compiled() else "engine interpreted: every level thinks slower"


def compiled() -> bool:
    """Whether the engine and the search run compiled. The two are built together."""
    from engine.core import tasks

    return not str(tasks.__file__).endswith(".py")
