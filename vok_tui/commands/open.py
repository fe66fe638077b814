"""`vok open FILE`: the table, with one save on it."""

from argparse import Namespace

from vok_tui.commands.files import save_file
from vok_tui.commands.parser import Parser
from vok_tui.commands.play import fill_trust, show
from vok_tui.start import Start


def fill(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a save: its name in the list of vok saves, or a path")
    fill_trust(parser)


def run(args: Namespace) -> int:
    return show(Start(path=save_file(args.file), trust_bots=args.trust_bots))
