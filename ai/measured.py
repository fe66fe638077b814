"""What was learned or measured about a table: where it is kept, and what stands in where nothing was measured.

A table is a game, an edition, its options and a number of seats (`TableKey`). `weights` has a folder for each kind, and in it a
file for each table, named after its key (`TableKey.name`). `vok-lab missing` lists what has no file.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.setup import Setup
from engine.games import GAMES

MEASURED_FOLDER: Final = Path(__file__).resolve().parent / "weights"
VALUES: Final = "values"  # `ai.value_file`
CALIBRATION: Final = "calibration"  # `ai.analysis.calibration`
TREE_ERRORS: Final = "tree-errors"  # the same: how far trees of some sizes are off
RATINGS: Final = "ratings"  # `ai.levels.StrengthScale`
LOSSES: Final = "losses"  # `ai.analysis.level_losses`
FACTS: Final = "facts"  # `ai.analysis.facts`
KINDS: Final = (VALUES, CALIBRATION, TREE_ERRORS, RATINGS, LOSSES, FACTS)
HOLD_FOR_THE_GAME: Final = (VALUES, TREE_ERRORS, RATINGS)  # kinds that stand in for other seats and editions too


class TableKey(NamedTuple):
    """A table. `options` are the choices that are not the defaults, each as "goal=5"."""

    game: str
    edition: str
    seats: int
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of its files, without the ending: game, edition, seats, and each option, with hyphens between them."""
        return "-".join([self.game, self.edition, str(self.seats), *self.options])

    def stand_ins(self, kind: str) -> Iterator["TableKey"]:
        """The tables whose measurements hold for this one, the first that was measured before all others: itself; the one with
        the default options; and for what holds for the whole game those with another number of seats, the nearest and of these
        the lower one first, then the same of the other editions."""
        yield self
        if self.options:
            yield self._replace(options=())
        if kind in HOLD_FOR_THE_GAME:
            rules = GAMES.get(self.game)
            editions = {each.name: each for each in (rules.editions() if rules is not None else ())}
            for name in sorted(editions, key=lambda name: name != self.edition):
                for seats in sorted(editions[name].player_counts, key=lambda seats: (abs(seats - self.seats), seats)):
                    yield TableKey(self.game, name, seats)


def table_of(setup: Setup) -> TableKey:
    """The table of a setup."""
    edition = GAMES[setup.game].edition(setup.edition)
    chosen = zip(edition.options, edition.all_choices(setup.choices), strict=True)
    options = tuple([f"{option.name}={word}" for option, word in chosen if word != option.default])
    return TableKey(setup.game, setup.edition, setup.player_count, options)


def all_tables() -> list[TableKey]:
    """The tables of all games with at least two seats, with the default options."""
    return [
        TableKey(game, edition.name, seats)
        for game in GAMES
        for edition in GAMES[game].editions()
        for seats in edition.player_counts
        if seats > 1
    ]


@lru_cache(len(KINDS))
def measured_names(kind: str) -> frozenset[str]:
    """The names of the tables for which there is something of this kind."""
    return frozenset(path.stem for path in (MEASURED_FOLDER / kind).glob("*.json"))


def measured_table(kind: str, table: TableKey) -> TableKey | None:
    """The table whose measurement of this kind is used for `table`; None if there is none."""
    return next((each for each in table.stand_ins(kind) if each.name in measured_names(kind)), None)


def measured(kind: str, table: TableKey) -> dict[str, Any] | None:
    """What is used for this table, as the fields of a file; None if nothing was measured. Must not be changed."""
    found = measured_table(kind, table)
    return None if found is None else _fields(kind, found.name)


@lru_cache(64)
def _fields(kind: str, name: str) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads((MEASURED_FOLDER / kind / f"{name}.json").read_text(encoding="utf-8"))
    return fields
