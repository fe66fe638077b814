"""`vok replay FILE`: prints the table after any turn, as one seat saw it."""

import json
import sys
from argparse import ArgumentTypeError, Namespace
from typing import Any, Final

from engine import GAMES
from engine.core.game import NOBODY
from engine.core.match import Match
from engine.core.setup import only_human
from saves import load
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.cli.arguments import add_save_argument, find_save, find_seat_to_see
from vok_tui.cli.main import print_error
from vok_tui.shared.detection import MIN_TERMINAL_SIZE
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.parser import Parser, whole_number

MAX_SIZE: Final = (400, 200)  # columns and lines


def add_arguments(parser: Parser) -> None:
    add_save_argument(parser)
    parser.add_argument(
        "--seat",
        metavar="NAME",
        help="whose cards are open: a name, or a number from 1 (default: those of the only human; otherwise only what is public)",
    )
    parser.add_argument(
        "--to",
        metavar="TURN",
        type=whole_number(0, 1_000_000),
        help="the table at the end of this turn; 0 is the start (default: the current position, or the end of the game)",
    )
    parser.add_argument(
        "--size",
        metavar="COLUMNSxLINES",
        type=parse_size,
        default=MIN_TERMINAL_SIZE,
        help="size of the table (default: 80x24)",
    )
    parser.add_argument("--ascii", action="store_true", help="use only ASCII characters")
    parser.add_argument(
        "--json", action="store_true", help="print what the seat saw as one JSON object, as vok plain --json does"
    )


def parse_size(text: str) -> tuple[int, int]:
    """Parse a size such as 120x40."""
    columns, _, lines = text.partition("x")
    if columns.isdecimal() and lines.isdecimal() and len(text) < 10:
        size = int(columns), int(lines)
        if all(low <= value <= high for low, value, high in zip(MIN_TERMINAL_SIZE, size, MAX_SIZE, strict=True)):
            return size
    smallest, largest = ("x".join(map(str, size)) for size in (MIN_TERMINAL_SIZE, MAX_SIZE))
    raise ArgumentTypeError(f'a size is columns and lines from {smallest} to {largest}, not "{text}"')


def run(args: Namespace) -> int:
    from vok_tui.screens.table.text_for_seat import LAST_TURN, node_after_turn

    loaded = load(find_save(args.file), GAMES)
    match = loaded.match
    seat = find_seat_to_see(match, args.seat) if args.seat else only_human(match.setup.seats)
    node = node_after_turn(match, seat, LAST_TURN if args.to is None else args.to)
    if args.json:
        print(json.dumps(table_dict(match, seat, node), indent=2))
    else:
        print_table(args, match, seat, node)
    if loaded.damage is not None:
        print_error(str(loaded.damage))
        return ExitCode.DAMAGED
    return ExitCode.OK


def table_dict(match: Match, seat: int, node: int) -> dict[str, Any]:
    """The table at a node as a seat saw it, as JSON values. `seat` is null if only what is public is shown."""
    state, names = match.at(node), [each.name for each in match.setup.seats]
    return {
        "game": match.game.name(),
        "edition": match.setup.edition,
        "seat": None if seat == NOBODY else match.setup.seats[seat].name,
        "turn": match.game.turn(state),
        "state": table_kit_of(match.game).protocol(match).table(match.game.view(state, seat), names),
    }


def print_table(args: Namespace, match: Match, seat: int, node: int) -> None:
    """Print the table as it is painted on the screen."""
    from vok_tui.screens.table.text_for_seat import table_lines

    ascii_only = args.ascii or (sys.stdout.encoding or "").lower().replace("-", "") not in ("utf8", "utf8sig")
    print("\n".join(table_lines(match, seat, node, *args.size, ascii_only=ascii_only)))
