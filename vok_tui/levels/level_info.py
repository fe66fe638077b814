"""Descriptions of the levels for players: how they play, how strong they are, how long they think."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ai.bots.levels import LEVELS, SCRIBE, get_level
from ai.bots.player_spec import EQUAL, spec_from_seat_text
from ai.kit import kit_of
from engine.core.game import HUMAN
from engine.games import GAMES
from vok_tui.levels import equal_level
from vok_tui.library import COPY_ENV

FRIEND: Final = "friend"  # the word for a human at the same keyboard where levels are chosen
FRIEND_SUMMARY: Final = "shares this keyboard; hands are hidden in between"
EXTERNAL_BOT_SUMMARY: Final = "is a bot of your own, in a process of its own"
SIMULATIONS_PER_SECOND: Final = {True: 150_000, False: 6_000}  # compiled, interpreted: from bench/results.md
INSTANT_SECONDS: Final = 0.05  # seconds


def selectable_levels(current_level: str, game: str) -> tuple[str, ...]:
    """All levels that can be chosen in a game, and `current_level`, which may be none of them."""
    equal = (EQUAL,) if equal_level.strengths_of(game, 2) else ()
    usual = (*kit_of(GAMES[game]).level_names(), *equal, FRIEND)
    return usual if current_level in usual or current_level == HUMAN else (current_level, *usual)


def describe_level(
    level: str, player: equal_level.PlayerRating | None = None, players: int = 2, game: str = GAMES.default
) -> str:
    """Two lines about a level: how it plays; its rating, its thinking time and the build of the engine. For `equal`, the second
    line says what it is for this `player` with this number of `players`."""
    if level == FRIEND:
        return f"{FRIEND} {FRIEND_SUMMARY}"
    if level == EQUAL:
        return f"{EQUAL} {equal_level.SUMMARY}" + (
            f"\n{equal_level.equal_summary(player, players - 1)}" if player is not None else ""
        )
    if level not in LEVELS:
        name = spec_from_seat_text(level).level
        return f"{name} {LEVELS[name].summary if name in LEVELS else EXTERNAL_BOT_SUMMARY}\nasked for as {level}"
    return f"{level} {LEVELS[level].summary}\n{level_facts_line(level, game, players)}"


def level_facts_line(level: str, game: str = GAMES.default, players: int = 2) -> str:
    """Rating, thinking time and build of the engine in one line."""
    rating = equal_level.strengths_of(game, players).rating_of(level)
    rated = f"rated {rating:,}" if rating else "not rated yet"
    return f"{rated}; {thinking_time_text(level)}; {engine_state_clause(bool(LEVELS[level].budget.milliseconds))}"


def engine_state_clause(by_the_clock: bool) -> str:
    """How the engine runs. A level that thinks by the clock is weaker as long as it is not compiled."""
    if is_engine_compiled():
        return "engine compiled"
    copy = os.environ.get(COPY_ENV, "")
    if copy and not Path(f"{copy}.failed").exists():
        return "weaker now, engine compiling" if by_the_clock else "engine compiling"
    return "weaker, engine interpreted" if by_the_clock else "engine interpreted"


def slowed_levels_sentence(levels: Sequence[str]) -> str:
    """A sentence about those of these levels that are weaker now, because they go by the clock and the engine runs interpreted;
    "" if there are none."""
    known = [spec_from_seat_text(level) for level in levels if level != HUMAN]
    slow = {player.level for player in known if player.budget.milliseconds or _goes_by_clock(player.level)}
    if is_engine_compiled() or not slow:
        return ""
    names = " and ".join(sorted(slow))
    why = (
        "is still being compiled"
        if engine_state_clause(by_the_clock=True).endswith("compiling")
        else "runs interpreted"
    )
    return f"{names} {'is' if len(slow) == 1 else 'are'} weaker now: the engine {why}."


def _goes_by_clock(level: str) -> bool:
    return level in LEVELS and bool(LEVELS[level].budget.milliseconds)


def thinking_time_text(level: str) -> str:
    """The thinking time of a level in words."""
    known = get_level(level)
    if known.budget.milliseconds:
        return f"thinks up to {known.budget.milliseconds / 1000:g} s"
    seconds = known.budget.simulations / SIMULATIONS_PER_SECOND[is_engine_compiled()] if level != SCRIBE else 0.0
    return f"thinks about {seconds:.1g} s" if seconds >= INSTANT_SECONDS else "answers at once"


def is_engine_compiled() -> bool:
    """Whether the engine and the search run compiled; they are built together."""
    from engine.core import tasks

    return not str(tasks.__file__).endswith(".py")
