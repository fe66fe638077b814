"""Descriptions of the levels for players: how they play, their rating, and how long they think."""

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

FRIEND: Final = "friend"  # in lists of levels: another human at the same keyboard
FRIEND_SUMMARY: Final = "shares this keyboard; hands are hidden in between"
EXTERNAL_BOT_SUMMARY: Final = "is an external bot, in its own process"
SIMULATIONS_PER_SECOND: Final = {True: 150_000, False: 6_000}  # compiled, interpreted: from bench/results.md
INSTANT_SECONDS: Final = 0.05  # a shorter thinking time counts as none


def selectable_levels(current_level: str, game: str) -> tuple[str, ...]:
    """All levels that can be chosen in a game; `current_level` comes first if it is none of them."""
    equal = (EQUAL,) if equal_level.level_strengths_of(game, 2) else ()
    levels = (*kit_of(GAMES[game]).level_names(), *equal, FRIEND)
    return levels if current_level in levels or current_level == HUMAN else (current_level, *levels)


def describe_level(
    level: str, player_rating: equal_level.PlayerRating | None = None, players: int = 2, game: str = GAMES.default
) -> str:
    """One or two lines about a level: how it plays; its rating, its thinking time and how the engine runs. For `equal`, the
    second line says how strong it is for a player with this rating, in a game with this number of `players`."""
    if level == FRIEND:
        return f"{FRIEND} {FRIEND_SUMMARY}"
    if level == EQUAL:
        return f"{EQUAL} {equal_level.SUMMARY}" + (
            f"\n{equal_level.equal_summary(player_rating, players - 1)}" if player_rating is not None else ""
        )
    if level not in LEVELS:
        name = spec_from_seat_text(level).level
        return f"{name} {LEVELS[name].summary if name in LEVELS else EXTERNAL_BOT_SUMMARY}\nchosen as {level}"
    return f"{level} {LEVELS[level].summary}\n{level_facts_line(level, game, players)}"


def level_facts_line(level: str, game: str = GAMES.default, players: int = 2) -> str:
    """Rating, thinking time, and how the engine runs, in one line."""
    rating = equal_level.level_strengths_of(game, players).rating_of(level)
    rating_text = f"rated {rating:,}" if rating else "not rated yet"
    return f"{rating_text}; {thinking_time_text(level)}; {engine_state_clause(bool(LEVELS[level].budget.milliseconds))}"


def engine_state_clause(is_timed: bool) -> str:
    """How the engine runs: compiled, interpreted or about to be compiled. While it is not compiled, a level with a time limit
    (`is_timed`) is weaker."""
    if is_engine_compiled():
        return "engine compiled"
    copy = os.environ.get(COPY_ENV, "")
    if copy and not Path(f"{copy}.failed").exists():
        return "weaker now, engine compiling" if is_timed else "engine compiling"
    return "weaker, engine interpreted" if is_timed else "engine interpreted"


def slowed_levels_sentence(levels: Sequence[str]) -> str:
    """A sentence that names the levels that are weaker now, because they have a time limit and the engine runs interpreted; "" if
    there are none."""
    players = [spec_from_seat_text(level) for level in levels if level != HUMAN]
    slow = {player.level for player in players if player.budget.milliseconds or _is_timed(player.level)}
    if is_engine_compiled() or not slow:
        return ""
    names = " and ".join(sorted(slow))
    reason = (
        "is still being compiled" if engine_state_clause(is_timed=True).endswith("compiling") else "runs interpreted"
    )
    return f"{names} {'is' if len(slow) == 1 else 'are'} weaker now: the engine {reason}."


def _is_timed(level: str) -> bool:
    return level in LEVELS and bool(LEVELS[level].budget.milliseconds)


def thinking_time_text(level: str) -> str:
    """The thinking time of a level in words."""
    budget = get_level(level).budget
    if budget.milliseconds:
        return f"thinks up to {budget.milliseconds / 1000:g} s"
    seconds = budget.simulations / SIMULATIONS_PER_SECOND[is_engine_compiled()] if level != SCRIBE else 0.0
    return f"thinks about {seconds:.1g} s" if seconds >= INSTANT_SECONDS else "answers at once"


def is_engine_compiled() -> bool:
    """Whether the engine and the search run compiled; they are always compiled together."""
    from engine.core import tasks

    return not str(tasks.__file__).endswith(".py")
