"""`vok saves`: lists the saves, the latest first."""

import json
from argparse import Namespace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from vok_tui.cli.parser import Parser
from vok_tui.exit_codes import ExitCode

NAME_COLUMNS: Final = 16  # characters of a name in the list; --json has all of it

if TYPE_CHECKING:
    from saves.shelf import SaveInfo


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print a JSON list, for programs")


def run(args: Namespace) -> int:
    from engine import GAMES
    from saves.clean_text import visible
    from saves.shelf import Shelf

    shelf = Shelf()
    saves = shelf.list_saves(GAMES)
    if args.json:
        print(json.dumps([save_dict(save) for save in saves], indent=2))
    elif saves:
        print("\n".join(_saves_table(saves)))
    else:
        print(f"no saves yet in {visible(str(shelf.folder))}; vok starts a game")
    return ExitCode.OK


def save_dict(save: "SaveInfo") -> dict[str, Any]:
    """A save as JSON values. `decisions` counts the moves from the start to the current position, without undone ones. `damage`
    is a sentence, "" for a sound save; a save that cannot be opened has no seats. `from` is null, or tells of a game that goes
    on from a finished one when that ended, and at which turn another answer was given. `peeked` is null in a save of an older
    version, which did not tell it."""
    return {
        "file": str(save.path),
        "game": save.game,
        "edition": save.edition,
        "seats": [{"name": seat.name, "level": seat.level} for seat in save.seats],
        "turn": save.turn,
        "decisions": save.decisions,
        "scores": list(save.scores),
        "when": _iso(save.modified),
        "finished": save.finished,
        "peeked": save.label.peeked,
        "damaged": save.damage,
        "from": save.origin and {"ended": _iso(save.origin.ended), "turn": save.origin.turn},
    }


def _modified(save: "SaveInfo") -> datetime:
    return datetime.fromtimestamp(save.modified).astimezone()


def _iso(when: float) -> str:
    return datetime.fromtimestamp(when).astimezone().isoformat(timespec="seconds")


def _short(name: str) -> str:
    return name if len(name) <= NAME_COLUMNS else f"{name[: NAME_COLUMNS - 1]}…"


def _saves_table(rows: "list[SaveInfo]") -> list[str]:
    from saves.clean_text import visible

    table = [("save", "edition", "seats and points", "turn", "when", "")]
    for info in rows:
        points = info.scores or ("-",) * len(info.seats)
        seats = ", ".join(f"{_short(visible(seat.name))} {have}" for seat, have in zip(info.seats, points, strict=True))
        state = "damaged" if info.damage else "finished" if info.finished else "goes on"
        when = _modified(info).strftime("%Y-%m-%d %H:%M")
        edition = visible(info.edition) or "-"
        table.append((visible(info.path.name), edition, seats or "cannot be read", str(info.turn or "-"), when, state))
    wide = [max(len(line[column]) for line in table) for column in range(5)]
    return [
        f"{save:<{wide[0]}}  {edition:<{wide[1]}}  {seats:<{wide[2]}}  {turn:>{wide[3]}}  {when:<{wide[4]}}  {state}".rstrip()
        for save, edition, seats, turn, when, state in table
    ]
