"""Reading who plays, the same for every command: a level, what it may spend, or somebody's own class. What makes no sense is
refused in one sentence, here and nowhere else."""

from typing import TYPE_CHECKING

from vok_tui.errors import UsageError

if TYPE_CHECKING:
    from ai.contestants import Contestant
    from ai.levels import Budget


def read_player(command: str, text: str, budget: "Budget", at_table: bool = False) -> "Contestant":
    """An opponent, as `ai.contestants.contestant` reads it; at a table nobody meets a gauge. Raises UsageError, with the nearest
    name there is."""
    from ai.contestants import contestant, split
    from ai.guests import is_guest
    from ai.levels import GAUGES, LEVELS
    from engine.core.errors import BadSetup
    from vok_tui.nearest import nearest

    level = split(text)[0]
    known = {**LEVELS, **({} if at_table else GAUGES)}
    if level not in known and not is_guest(level):
        meant = nearest(level, list(LEVELS))
        own = "; a bot of your own is named module:Class" if meant[-1] != "?" and set(text) & set(":/.") else ""
        raise UsageError(f'{command}: there is no level "{level}"{meant}{own}')
    try:
        return contestant(text, budget)
    except BadSetup as refused:
        raise UsageError(f"{command}: {refused}") from None


def read_level(command: str, text: str) -> str:
    """A level as it is, for a command whose games anybody can have again. Raises UsageError."""
    from ai.levels import LEVELS, Budget

    if text not in LEVELS and (level := text.partition(":")[0]) in LEVELS:
        raise UsageError(
            f'{command}: {level} plays here with its own measure, not as "{text}"; vok arena gives it another'
        )
    read_player(command, text.partition(":")[0], Budget(), at_table=True)
    return text


def read_seat(text: str, milliseconds: int) -> str:
    """Who sits at a table, as the seat keeps it: `priest`, `priest:400`, `pharaoh:300ms`, `mybots:Clever`, `equal` or `human`.
    `milliseconds` are for whoever thinks and does not say. Raises UsageError."""
    from ai.levels import LEVELS, Budget
    from engine.core.rules import HUMAN
    from saves.records import LEVEL
    from vok_tui.equal import EQUAL
    from vok_tui.nearest import nearest

    if text in (HUMAN, EQUAL):
        return text
    if ":" not in text and text not in LEVELS:
        raise UsageError(f'play: there is no level "{text}"{nearest(text, [*LEVELS, EQUAL, HUMAN])}')
    name = read_player("play", text, Budget(0, milliseconds), at_table=True).name
    if len(name) > LEVEL:
        raise UsageError(f'play: "{name[:20]}..." is too long: a save keeps {LEVEL} characters of it')
    return name
