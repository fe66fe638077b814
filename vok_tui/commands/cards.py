"""`vok cards`: prints the cards of a game, and which of their fields are printed or reconstructed.

`vok cards export` prints them as TOML for correction; `vok cards check FILE` lists the faults of such a file.
"""

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from vok_tui.cli import game_options
from vok_tui.errors import ExitCode, UsageError
from vok_tui.parser import Parser, one_of

if TYPE_CHECKING:
    from vok_tui.boards.data_report import ReplaceableData


def add_arguments(parser: Parser) -> None:
    editions = [edition.name for edition in game_options.add_game_argument(parser).game.editions()]
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="*",
        help="a card or a set, or the beginning of its name. The word export writes all cards as TOML instead; check FILE lists "
        "every fault of such a file and ends with exit code 1 if there is one",
    )
    parser.add_argument(
        "--edition",
        metavar="E",
        type=one_of("edition", lambda: editions),
        help="only the cards of this edition (default: all)",
    )
    parser.add_argument("--cards", metavar="FILE", type=Path, help="the cards of this file (default: those of Vok)")
    parser.add_argument("--json", action="store_true", help="print a JSON list, for programs")


def run(args: Namespace) -> int:
    from engine.core.errors import BadCatalogue

    data = game_options.table_kit_named(args.game).data
    if data is None:
        raise UsageError("cards: this game has no cards to list")
    if args.name[:1] == ["check"]:
        return print_file_faults(data, args.name[1:])
    custom_cards = game_options.read_custom_cards(args.game, args.cards) if args.cards else ""
    name, edition = " ".join(args.name), args.edition or ""
    try:
        if name == "export":
            print(data.export(edition, custom_cards), end="")
        elif args.json:
            print(json.dumps(data.dicts_of(name, edition, custom_cards), indent=2))
        elif name:
            print(data.details_of(name, edition, custom_cards))
        else:
            print(data.table_text(edition, custom_cards))
    except BadCatalogue as refused:
        raise UsageError(str(refused)) from None
    return ExitCode.OK


def print_file_faults(data: "ReplaceableData", words: list[str]) -> int:
    """Print the faults of a file. Returns exit code 1 if there are any. Raises CommandError for an unreadable file."""
    from engine.core.wording import plural
    from saves.clean_text import visible

    if len(words) != 1:
        raise UsageError("cards check takes one FILE, as vok cards export has written it")
    text, name = game_options.read_cards_text(Path(words[0])), visible(words[0])
    report = data.check(text)
    for fault in report.faults or report.doubts:
        print(fault)
    if report.faults:
        more = ", and perhaps more" if report.is_truncated else ""
        print(f"{plural(len(report.faults), 'fault')} in {name}{more}")
        return ExitCode.FAILED
    print(f"{name} can be played with: {report.summary}")
    return ExitCode.OK
