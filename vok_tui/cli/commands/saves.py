"""`vok saves`: lists the saves; names them, writes notes on them, and moves them to the bin and back."""

import json
from argparse import Namespace
from datetime import datetime
from typing import Any, Final

from engine import GAMES
from engine.core.journal import NAME, NOTE
from engine.core.wording import plural
from saves.annotate import annotate_game
from saves.clean_text import visible
from saves.save_info import SaveInfo
from saves.shelf import Shelf
from vok_tui.cli.arguments import find_save
from vok_tui.records.save_list import ALL, ORDERS, RESULTS, SaveQuery, bin_loss_text, result_of, totals_text
from vok_tui.shared.errors import CommandError, ExitCode, UsageError, suggestion_clause
from vok_tui.shared.parser import Parser, one_of

MAX_NAME_COLUMNS: Final = 16  # of a name in the list; --json prints the whole name
ACTIONS: Final = ("rename", "note", "delete", "restore", "empty")


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "action",
        metavar="ACTION",
        nargs="*",
        help="without one, the saves are listed. rename FILE NAME and note FILE TEXT write a name or a note into a save; the "
        "file keeps its name, and without a text the old one is removed. delete FILE moves a save to the bin, restore FILE "
        "brings it back, and empty deletes everything in the bin for good",
    )
    parser.add_argument("--find", metavar="WORDS", default="", help="only saves that contain all these words")
    parser.add_argument("--edition", metavar="E", help="only saves of this edition (default: all)")
    parser.add_argument(
        "--result",
        metavar="R",
        type=one_of("result", result_names),
        help="only saves with this result: goes-on, won, lost, shared, finished (with no or several humans), long "
        "(not closed, and too long for the list), damaged or unreadable (default: all)",
    )
    parser.add_argument(
        "--sort",
        metavar="ORDER",
        type=one_of("order", order_names),
        default="latest",
        help="latest, oldest, name, points or turn (default: latest)",
    )
    parser.add_argument("--bin", action="store_true", help="list the saves in the bin")
    parser.add_argument(
        "--yes", action="store_true", help="with empty: do it; otherwise it only says what would be lost"
    )
    parser.add_json("print a JSON list")


def result_names() -> list[str]:
    return [result.replace(" ", "-") for result in RESULTS]


def order_names() -> list[str]:
    """The values of --sort."""
    return list(ORDERS)


def run(args: Namespace) -> int:
    shelf = Shelf()
    if args.action:
        return carry_out_shelf_action(shelf, args.action[0], args.action[1:], is_confirmed=args.yes)
    return print_saves(shelf, args)


def print_saves(shelf: Shelf, args: Namespace) -> int:
    """Print the saves that match the options."""
    query = SaveQuery(args.find, args.edition or ALL, (args.result or ALL).replace("-", " "), args.sort)
    all_saves = shelf.list_bin(GAMES) if args.bin else shelf.list_saves(GAMES)
    saves = query.sorted_matches(all_saves)
    if args.json:
        print(json.dumps([save_dict(save) for save in saves], indent=2))
    elif saves:
        print("\n".join([*_saves_table_lines(saves), "", totals_text(saves)]))
    elif all_saves:
        print("no save matches")
    elif args.bin:
        print("the bin is empty")
    else:
        print(f"no saves yet in {visible(str(shelf.folder))}; vok starts a game")
    return ExitCode.OK


def carry_out_shelf_action(shelf: Shelf, action: str, words: list[str], *, is_confirmed: bool) -> int:
    """Carry out one of ACTIONS with these arguments. Raises SaveError, CommandError and UsageError."""
    if action == "empty":
        return empty_bin_if_confirmed(shelf, words, is_confirmed=is_confirmed)
    if action not in ACTIONS:
        raise UsageError(f'saves has no action "{action}"{suggestion_clause(action, ACTIONS)}')
    if not words:
        raise UsageError(f"saves {action} takes a FILE; see vok saves --help")
    annotation_kinds = {"rename": NAME, "note": NOTE}
    if action in annotation_kinds:
        annotate_game(find_save(words[0]), GAMES, annotation_kinds[action], " ".join(words[1:]))
        return ExitCode.OK
    for word in words:
        if action == "delete":
            print(
                f"{visible(str(shelf.move_to_bin(find_save(word))))} is in the bin now; vok saves restore brings it back"
            )
        else:
            print(f"{visible(str(shelf.restore_from_bin(find_save(word, shelf.bin))))} is back")
    return ExitCode.OK


def empty_bin_if_confirmed(shelf: Shelf, words: list[str], *, is_confirmed: bool) -> int:
    """Empty the bin. If that is not confirmed, raise CommandError, which says what would be lost."""
    if words:
        raise UsageError("saves empty takes no FILE: it deletes everything in the bin")
    binned = shelf.list_bin(GAMES)
    if not binned:
        print("the bin is empty")
        return ExitCode.OK
    if not is_confirmed:
        raise CommandError(f"{bin_loss_text(shelf.list_saves(GAMES), binned)} vok saves empty --yes does it")
    print(f"{plural(shelf.empty_bin(), 'save')} removed")
    return ExitCode.OK


def save_dict(save: SaveInfo) -> dict[str, Any]:
    """A save as JSON values.

    `decisions` is the number of moves from the start to the current position, without undone ones. `damaged` is a sentence, ""
    for a sound save; a save that cannot be opened has no seats. `unread` is a sentence if the list could not read how the game
    stands, because its save was not closed and is too long; otherwise "". For a game that branches off a finished one, `from`
    says when that one ended, and at which turn the new game begins; otherwise it is null. `peeked` is null in a save of an older
    version, which did not store it. `result` is a value of --result, with blanks. `winners` are the numbers of the seats that
    won, from 0. An `imported` game was read from a text; in a `helped` one
    the player was shown a hint. `name`, `note` and other texts of the label were written by the player.
    """
    return {
        "file": str(save.path),
        "game": save.game,
        "edition": save.edition,
        "seats": [{"name": seat.name, "level": seat.level} for seat in save.seats],
        "turn": save.turn,
        "decisions": save.decisions,
        "scores": list(save.scores),
        "when": _iso_time(save.last_played),
        "finished": save.finished,
        "peeked": save.label.peeked,
        "reshuffled": save.label.reshuffled,
        "helped": bool(save.label.helped),
        "damaged": save.damage,
        "unread": save.unread,
        "from": save.origin and {"ended": _iso_time(save.origin.ended), "turn": save.origin.turn},
        **save.label.texts,
        "result": result_of(save),
        "winners": list(save.winners),
        "imported": save.is_imported,
    }


def _local_time_last_played(save: SaveInfo) -> datetime:
    return datetime.fromtimestamp(save.last_played).astimezone()


def _iso_time(timestamp: float) -> str:
    return datetime.fromtimestamp(timestamp).astimezone().isoformat(timespec="seconds")


def _shortened_name(name: str) -> str:
    return name if len(name) <= MAX_NAME_COLUMNS else f"{name[: MAX_NAME_COLUMNS - 1]}…"


def _saves_table_lines(saves: list[SaveInfo]) -> list[str]:
    rows = [("save", "edition", "seats and scores", "turn", "when", "")]
    for save in saves:
        scores = save.scores or ("-",) * len(save.seats)
        seats = ", ".join(
            f"{_shortened_name(visible(seat.name))} {score}" for seat, score in zip(save.seats, scores, strict=True)
        )
        if save.label.name:
            seats = f"{save.label.name}: {seats}"
        when = _local_time_last_played(save).strftime("%Y-%m-%d %H:%M")
        edition = visible(save.edition) or "-"
        rows.append(
            (visible(save.path.name), edition, seats or "cannot be read", str(save.turn or "-"), when, result_of(save))
        )
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return [
        f"{file:<{widths[0]}}  {edition:<{widths[1]}}  {seats:<{widths[2]}}  {turn:>{widths[3]}}  {when:<{widths[4]}}  "
        f"{result}".rstrip()
        for file, edition, seats, turn, when, result in rows
    ]
