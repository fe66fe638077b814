"""`vok open FILE`: the table, with one save on it."""

from argparse import Namespace
from pathlib import Path

from vok_tui.commands.parser import Parser
from vok_tui.commands.play import show
from vok_tui.errors import Refused
from vok_tui.start import Start


def fill(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the save, as vok saves lists it")


def run(args: Namespace) -> int:
    if not args.file.is_file():
        raise Refused(f"there is no file {args.file}; vok saves lists yours")
    return show(Start(path=args.file))
