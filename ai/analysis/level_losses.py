"""What the levels lose per decision, so that the losses of a player can be read beside them.

The numbers are measured with `lab/bench/level_losses.py`, and are in `weights/losses`. They belong to one engine: a loss
per decision depends on the calibration, the values and the budget, so it may only stand beside losses of the same
(`losses_key`).
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from ai.analysis.analyse import mean_and_error
from ai.analysis.game_analysis import ENGINE_VERSION, TURNS_VERSION, EngineKey
from ai.levels import LEVELS
from ai.measured import LOSSES, measured, table_of
from engine.core.game import Setup

FORMAT_VERSION: Final = 1
# The first ENGINE_VERSION whose losses are those of today. Version 3 only solves the last turn, where levels lose nothing that
# could be seen in such a mean.
LOSSES_VERSION: Final = 2
# The same of TURNS_VERSION: version 7 only takes more deals for turns that may deserve a mark, and version 8 only changes games
# whose levels were not measured.
TURN_LOSSES_VERSION: Final = 6
LIKE_Z: Final = 1.0  # a level is like a player if their losses differ by at most so many standard errors
MAX_LIKE: Final = 2  # levels that are named
MIN_DECISIONS: Final = 10  # fewer are like nothing


class KindLoss(NamedTuple):
    """The decisions of one kind, and their mean loss as a chance from 0 to 1."""

    decisions: int
    loss: float


class LevelLoss(NamedTuple):
    """The mean loss of a level with its standard error by game: per decision with a choice, as a chance from 0 to 1; in a game
    that is judged by turns the points lost per open turn, and `decisions` counts these turns."""

    level: str
    decisions: int
    loss: float
    error: float
    kinds: Mapping[str, KindLoss]


def losses_key(key: EngineKey) -> list[Any]:
    """What losses depend on, as JSON values: those with different keys must not be compared."""
    versions = {ENGINE_VERSION: LOSSES_VERSION, TURNS_VERSION: TURN_LOSSES_VERSION}
    return [versions.get(key.version, key.version), key.value, key.calibration, list(key.budget)]


def level_losses(setup: Setup, key: EngineKey) -> tuple[LevelLoss, ...]:
    """What the levels lose in games like this one, by this engine; the strongest first. () if it was not measured."""
    if key.version not in (ENGINE_VERSION, TURNS_VERSION):
        return ()
    entries = parse_losses(measured(LOSSES, table_of(setup)) or {})
    found = [level for measured_key, losses in entries if measured_key == losses_key(key) for level in losses]
    return in_order_of_strength(found)


def in_order_of_strength(losses: Sequence[LevelLoss]) -> tuple[LevelLoss, ...]:
    """The levels, the strongest first. Where a stronger one has lost more than a weaker one, which few games may show, both get
    the mean of all their decisions (isotonic regression)."""
    names = list(LEVELS)
    pools: list[list[LevelLoss]] = []
    for level in sorted(losses, key=lambda level: -names.index(level.level)):
        pools.append([level])
        while len(pools) > 1 and _pooled(pools[-2]) > _pooled(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    return tuple([level._replace(loss=_pooled(pool)) for pool in pools for level in pool])


def _pooled(pool: Sequence[LevelLoss]) -> float:
    if len(pool) == 1:
        return pool[0].loss
    return sum([level.loss * level.decisions for level in pool]) / sum([level.decisions for level in pool])


def parse_losses(fields: Mapping[str, Any]) -> list[tuple[list[Any], tuple[LevelLoss, ...]]]:
    """The entries of a file: the key and the losses. [] for a file of a newer version."""
    if fields.get("vok level losses") != FORMAT_VERSION:
        return []
    entries = []
    for entry in fields["measured"]:
        losses = [
            LevelLoss(
                level,
                int(numbers["decisions"]),
                float(numbers["loss"]),
                float(numbers["error"]),
                {kind: KindLoss(int(count), float(loss)) for kind, (count, loss) in numbers["kinds"].items()},
            )
            for level, numbers in entry["levels"].items()
        ]
        entries.append((list(entry["key"]), tuple(sorted(losses, key=lambda level: level.loss))))
    return entries


def levels_like(loss: float, error: float, decisions: int, levels: Sequence[LevelLoss]) -> tuple[str, ...]:
    """The levels whose loss cannot be told from this one, with the standard error `error`, the one that loses least first; if
    there is none, the level with the nearest loss. () for too few decisions to tell, or if all levels are like it."""
    if not levels or decisions < MIN_DECISIONS:
        return ()
    like = [level for level in levels if abs(level.loss - loss) <= LIKE_Z * sqrt(error * error + level.error**2)]
    if not like:
        like = [min(levels, key=lambda level: abs(level.loss - loss))]
    return () if len(like) == len(levels) > 1 else tuple([level.level for level in like])


def like_text(loss: float, error: float, decisions: int, levels: Sequence[LevelLoss]) -> str:
    """The same in words: "like a scribe", "like a scribe or a priest", "less than a pharaoh", "like a shabti, or more"; "" if
    more than two levels are like it, because that tells nothing."""
    like = levels_like(loss, error, decisions, levels)
    if not 0 < len(like) <= MAX_LIKE:
        return ""
    if len(like) > 1:
        return f"like a {' or a '.join(reversed(like))}"
    (level,) = [level for level in levels if level.level == like[0]]
    is_beyond = abs(level.loss - loss) > LIKE_Z * sqrt(error * error + level.error**2)
    lowest, highest = levels[0], levels[-1]
    beyond_all = "less" if loss < lowest.loss - lowest.error else "more" if loss > highest.loss + highest.error else ""
    if is_beyond and beyond_all:
        return f"{beyond_all} than a {level.level}"
    return f"like a {level.level}{f', or {beyond_all}' if beyond_all else ''}"


def between_text(loss: float, error: float, levels: Sequence[LevelLoss]) -> str:
    """Between which levels a loss with this standard error is: "between a shabti and a scribe", the nearest that lose clearly
    more and clearly less; "less than a pharaoh", "more than a shabti"; never one level, because one game cannot tell so much. ""
    without levels, or if it may be any of them. `levels` are those of `level_losses`, the strongest first."""
    if not levels:
        return ""
    strongest, weakest = levels[0], levels[-1]
    if loss + error < strongest.loss:
        return f"less than a {strongest.level}"
    if loss - error > weakest.loss:
        return f"more than a {weakest.level}"
    better = [level for level in levels if level.loss <= loss - error]
    worse = [level for level in levels if level.loss > loss + error]
    if not better and not worse:
        return ""
    return f"between a {(worse or [weakest])[0].level} and a {(better or [strongest])[-1].level}"


def mean_error(losses: Sequence[float]) -> float:
    """The standard error of the mean of these losses; 0 for fewer than two."""
    return mean_and_error(losses)[1] if len(losses) > 1 else 0.0
