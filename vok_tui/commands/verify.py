"""`vok verify FILE`: every move of a save played again and every check compared."""

from argparse import Namespace

from vok_tui.commands.files import save_file
from vok_tui.commands.parser import Parser
from vok_tui.exits import Exit


def fill(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a save: its name in the list of vok saves, or a path")


def run(args: Namespace) -> int:
    from engine import GAMES
    from saves.verify import verify

    report = verify(save_file(args.file), GAMES)
    print(report)
    return Exit.WELL if report.sound else Exit.DAMAGED
