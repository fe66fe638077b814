"""`vok saves`: the shelf as a list, the game that was played last first."""

import json
from argparse import Namespace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from vok_tui.commands.parser import Parser
from vok_tui.exits import Exit

NAME: Final = 16  # characters of a name in the list; --json has all of it

if TYPE_CHECKING:
    from saves.shelf import Row


def fill(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="a list of objects, for programs")


def run(args: Namespace) -> int:
    from engine import GAMES
    from saves.names import visible
    from saves.shelf import Shelf

    shelf = Shelf()
    rows = shelf.rows(GAMES)
    if args.json:
        print(json.dumps([facts(row) for row in rows], indent=2))
    elif rows:
        print("\n".join(_list(rows)))
    else:
        print(f"no saves yet in {visible(str(shelf.folder))}; vok starts a game")
    return Exit.WELL


def facts(row: "Row") -> dict[str, Any]:
    """A save for a program. `decisions` lead from the start to where the game stands: moves taken back do not count. `damaged`
    is a sentence, "" for a sound save; a save that cannot be opened has no seats. `from` is null, or tells of a game that goes
    on from a finished one when that ended, and at which turn another answer was given."""
    return {
        "file": str(row.path),
        "game": row.game,
        "edition": row.edition,
        "seats": [{"name": seat.name, "level": seat.level} for seat in row.seats],
        "turn": row.turn,
        "decisions": row.decisions,
        "scores": list(row.scores),
        "when": _iso(row.when),
        "finished": row.finished,
        "damaged": row.damaged,
        "from": row.origin and {"ended": _iso(row.origin.ended), "turn": row.origin.turn},
    }


def _when(row: "Row") -> datetime:
    return datetime.fromtimestamp(row.when).astimezone()


def _iso(when: float) -> str:
    return datetime.fromtimestamp(when).astimezone().isoformat(timespec="seconds")


def _short(name: str) -> str:
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"


def _list(rows: "list[Row]") -> list[str]:
    from saves.names import visible

    table = [("save", "edition", "seats and points", "turn", "when", "")]
    for row in rows:
        points = row.scores or ("-",) * len(row.seats)
        seats = ", ".join(f"{_short(visible(seat.name))} {have}" for seat, have in zip(row.seats, points, strict=True))
        state = "damaged" if row.damaged else "finished" if row.finished else "goes on"
        when = _when(row).strftime("%Y-%m-%d %H:%M")
        edition = visible(row.edition) or "-"
        table.append((visible(row.path.name), edition, seats or "cannot be read", str(row.turn or "-"), when, state))
    wide = [max(len(line[column]) for line in table) for column in range(5)]
    return [
        f"{save:<{wide[0]}}  {edition:<{wide[1]}}  {seats:<{wide[2]}}  {turn:>{wide[3]}}  {when:<{wide[4]}}  {state}".rstrip()
        for save, edition, seats, turn, when, state in table
    ]
