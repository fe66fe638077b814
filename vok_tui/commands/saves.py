"""`vok saves`: lists the saves, the latest first; names them, writes notes on them, and moves them to the bin and back."""

import json
from argparse import Namespace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from vok_tui.cli.parser import Parser, one_of
from vok_tui.errors import CommandError, UsageError
from vok_tui.exit_codes import ExitCode

NAME_COLUMNS: Final = 16  # characters of a name in the list; --json has all of it
ACTIONS: Final = ("rename", "note", "delete", "restore", "empty")

if TYPE_CHECKING:
    from saves.save_info import SaveInfo
    from saves.shelf import Shelf


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "action",
        metavar="ACTION",
        nargs="*",
        help="without one, the saves are listed. rename FILE NAME and note FILE TEXT write a name or a note into a save; the "
        "file keeps its name, and without a text the old one is taken away. delete FILE moves a save to the bin, restore FILE "
        "brings it back, and empty removes for good what is in the bin",
    )
    parser.add_argument("--find", metavar="WORDS", default="", help="only saves in which all these words are found")
    parser.add_argument("--edition", metavar="E", help="only saves of this edition")
    parser.add_argument(
        "--result",
        metavar="R",
        type=one_of("result", result_names),
        help="only saves with this result: goes-on, won, lost, shared, finished (without a single person), damaged or unreadable",
    )
    parser.add_argument(
        "--sort",
        metavar="ORDER",
        type=one_of("order", order_names),
        default="latest",
        help="latest, oldest, name, points or turn (default: latest)",
    )
    parser.add_argument("--bin", action="store_true", help="list the saves in the bin")
    parser.add_argument("--yes", action="store_true", help="with empty: do it; else it only tells what is lost")
    parser.add_argument("--json", action="store_true", help="print a JSON list, for programs")


def result_names() -> list[str]:
    """What --result takes."""
    from vok_tui.game.save_list import RESULTS

    return [result.replace(" ", "-") for result in RESULTS]


def order_names() -> list[str]:
    """What --sort takes."""
    from vok_tui.game.save_list import ORDERS

    return list(ORDERS)


def run(args: Namespace) -> int:
    from saves.shelf import Shelf

    shelf = Shelf()
    if args.action:
        return carry_out_action(shelf, args.action[0], args.action[1:], sure=args.yes)
    return print_saves(shelf, args)


def print_saves(shelf: "Shelf", args: Namespace) -> int:
    """Print the saves that the options ask for."""
    from engine import GAMES
    from saves.clean_text import visible
    from vok_tui.game.save_list import ALL, SaveQuery, totals_text

    query = SaveQuery(args.find, args.edition or ALL, (args.result or ALL).replace("-", " "), args.sort)
    everything = shelf.list_bin(GAMES) if args.bin else shelf.list_saves(GAMES)
    saves = query.select(everything)
    if args.json:
        print(json.dumps([save_dict(save) for save in saves], indent=2))
    elif saves:
        print("\n".join([*_saves_table(saves), "", totals_text(saves)]))
    elif everything:
        print("no save fits")
    elif args.bin:
        print("the bin is empty")
    else:
        print(f"no saves yet in {visible(str(shelf.folder))}; vok starts a game")
    return ExitCode.OK


def carry_out_action(shelf: "Shelf", action: str, words: list[str], *, sure: bool) -> int:
    """Carry out one action on saves. Raises SaveError, CommandError and UsageError."""
    from engine import GAMES
    from engine.core.history.annotations import NAME, NOTE
    from saves.annotate import annotate_game
    from saves.clean_text import visible
    from vok_tui.cli.save_argument import find_save
    from vok_tui.suggestion import suggestion

    if action == "empty":
        return empty_bin(shelf, words, sure=sure)
    if action not in ACTIONS:
        raise UsageError(f'saves can do nothing called "{action}"{suggestion(action, ACTIONS)}')
    if not words:
        raise UsageError(f"saves {action} takes a FILE; see vok saves --help")
    if action in ("rename", "note"):
        path, text = find_save(words[0]), " ".join(words[1:])
        annotate_game(path, GAMES, NAME if action == "rename" else NOTE, text)
        return ExitCode.OK
    for word in words:
        if action == "delete":
            print(
                f"{visible(str(shelf.move_to_bin(find_save(word))))} is in the bin now; vok saves restore brings it back"
            )
        else:
            print(f"{visible(str(shelf.restore_from_bin(find_save(word, shelf.bin))))} is back")
    return ExitCode.OK


def empty_bin(shelf: "Shelf", words: list[str], *, sure: bool) -> int:
    """Tell what is lost if the bin is emptied, and with --yes empty it."""
    from engine import GAMES
    from saves.clean_text import plural
    from vok_tui.game.save_list import bin_loss_text

    if words:
        raise UsageError("saves empty takes no FILE: it removes all that is in the bin")
    binned = shelf.list_bin(GAMES)
    if not binned:
        print("the bin is empty")
        return ExitCode.OK
    if not sure:
        raise CommandError(f"{bin_loss_text(shelf.list_saves(GAMES), binned)} vok saves empty --yes does it")
    print(f"{plural(shelf.empty_bin(), 'save')} removed")
    return ExitCode.OK


def save_dict(save: "SaveInfo") -> dict[str, Any]:
    """A save as JSON values. `decisions` counts the moves from the start to the current position, without undone ones. `damage`
    is a sentence, "" for a sound save; a save that cannot be opened has no seats. `from` is null, or tells of a game that goes
    on from a finished one when that ended, and at which turn another answer was given. `peeked` is null in a save of an older
    version, which did not tell it. `result` is one of the words of --result, with blanks; `winners` are the places of the seats
    that won. An `imported` game was read from a text. `name` and `note` are those that the player gave the game."""
    from vok_tui.game.save_list import result_of

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
        "reshuffled": save.label.reshuffled,
        "damaged": save.damage,
        "from": save.origin and {"ended": _iso(save.origin.ended), "turn": save.origin.turn},
        "name": save.label.name,
        "note": save.label.note,
        "result": result_of(save),
        "winners": list(save.winners),
        "imported": bool(save.label.imported),
    }


def _modified(save: "SaveInfo") -> datetime:
    return datetime.fromtimestamp(save.modified).astimezone()


def _iso(when: float) -> str:
    return datetime.fromtimestamp(when).astimezone().isoformat(timespec="seconds")


def _short(name: str) -> str:
    return name if len(name) <= NAME_COLUMNS else f"{name[: NAME_COLUMNS - 1]}…"


def _saves_table(rows: "list[SaveInfo]") -> list[str]:
    from saves.clean_text import visible
    from vok_tui.game.save_list import result_of

    table = [("save", "edition", "seats and scores", "turn", "when", "")]
    for info in rows:
        points = info.scores or ("-",) * len(info.seats)
        seats = ", ".join(f"{_short(visible(seat.name))} {have}" for seat, have in zip(info.seats, points, strict=True))
        if info.label.name:
            seats = f"{info.label.name}: {seats}"
        when = _modified(info).strftime("%Y-%m-%d %H:%M")
        edition = visible(info.edition) or "-"
        table.append(
            (visible(info.path.name), edition, seats or "cannot be read", str(info.turn or "-"), when, result_of(info))
        )
    wide = [max(len(line[column]) for line in table) for column in range(5)]
    return [
        f"{save:<{wide[0]}}  {edition:<{wide[1]}}  {seats:<{wide[2]}}  {turn:>{wide[3]}}  {when:<{wide[4]}}  {state}".rstrip()
        for save, edition, seats, turn, when, state in table
    ]
