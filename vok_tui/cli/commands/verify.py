"""`vok verify FILE`: replays a save and checks it."""

from argparse import Namespace

from vok_tui.cli.arguments import add_save_argument, find_save
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.parser import Parser


def add_arguments(parser: Parser) -> None:
    add_save_argument(parser)


def run(args: Namespace) -> int:
    from engine import GAMES
    from saves.verify import verify

    report = verify(find_save(args.file), GAMES)
    print(report)
    return ExitCode.OK if report.is_sound else ExitCode.DAMAGED
