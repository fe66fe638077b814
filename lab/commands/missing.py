"""`vok-lab missing`: which tables were not learned or measured, and what stands in for them (`ai.measured`).

What no longer belongs to the values of today counts as old: the command in the field `made` of its file makes it again.
"""

from argparse import Namespace
from typing import Any, Final

from ai.analysis.calibration import shipped_calibration
from ai.analysis.decision import COMPILED_BUDGET
from ai.analysis.game_analysis import engine_key
from ai.analysis.level_losses import level_losses
from ai.kit import kit_of
from ai.measured import (
    CALIBRATION,
    KINDS,
    LOSSES,
    RATINGS,
    TREE_ERRORS,
    VALUES,
    TableKey,
    all_tables,
    measured,
    measured_table,
)
from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.parser import Parser

COMMANDS: Final = {  # that measure a kind, with the values of a table
    "values": "vok-lab distill FOLDER --game {game} --edition {edition} --players {seats}",
    "calibration": "vok-lab calibrate --game {game} --edition {edition} --players {seats} --out FILE",
    "tree-errors": "vok-lab calibrate --game {game} --edition {edition} --players {seats} --errors FILE",
    "ratings": "vok-lab ladder --game {game} --edition {edition} --players {seats}",
    "losses": "python lab/bench/level_losses.py --game {game} --edition {edition} --players {seats}",
    "facts": "vok-lab facts --game {game} --edition {edition} --players {seats} --out FILE",
}
HERE: Final = "yes"
OLD: Final = "old"
NONE: Final = "-"


def add_arguments(parser: Parser) -> None:
    parser.set_defaults()


def run(args: Namespace) -> int:
    del args
    rows = [(table.name, *[state_of(kind, table) for kind in KINDS]) for table in all_tables()]
    for row in (("table", *KINDS), *rows):
        print("  ".join(f"{cell:<18}" for cell in row).rstrip())
    print(f"\n{HERE}: measured. {OLD}: with other values than today's. {NONE}: missing. A name: that table stands in.")
    print("Other options than the default ones count as these. What makes a file, here for the first table:")
    for kind, command in COMMANDS.items():
        print(f"  {kind:<12}{command.format(**all_tables()[0]._asdict())}")
    return ExitCode.OK


def state_of(kind: str, table: TableKey) -> str:
    """What there is of a kind for a table: HERE, OLD, NONE, or the name of the table that stands in."""
    found = measured_table(kind, table)
    if found is None or (kind == VALUES and value_key(found) != value_key(table)):
        return NONE
    if found == table:
        return HERE if is_of_today(kind, table) else OLD
    return found.name


def is_of_today(kind: str, table: TableKey) -> bool:
    """Whether what was measured at a table belongs to the values of today."""
    match = first_match(table)
    if kind == CALIBRATION:
        return shipped_calibration(table, value_key(table)) is not None
    if kind == TREE_ERRORS:
        trees = measured(kind, table)
        return trees is not None and trees["value"] == value_key(table)
    if kind == LOSSES:
        return bool(level_losses(match.setup, engine_key(match, COMPILED_BUDGET)))
    return kind != RATINGS or bool(kit_of(match.game).strengths(table.seats))


def value_key(table: TableKey) -> str:
    """Identifies the weights that are used at a table."""
    match = first_match(table)
    return kit_of(match.game).value_key(match.at(0))


def first_match(table: TableKey) -> Any:
    """A game at this table that has just begun."""
    seats = tuple([Seat(str(place)) for place in range(1, table.seats + 1)])
    return Match(GAMES[table.game], Setup(table.game, seats, 1, table.edition))
