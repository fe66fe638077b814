"""`vok open FILE`: opens a save at the table."""

from argparse import Namespace

from vok_tui.cli.parser import Parser
from vok_tui.cli.save_argument import find_save
from vok_tui.commands.play import add_trust_argument, show_table
from vok_tui.game.start_options import StartOptions


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a save: its name in the list of vok saves, or a path")
    add_trust_argument(parser)


def run(args: Namespace) -> int:
    return show_table(StartOptions(path=find_save(args.file), trust_bots=args.trust_bots))
