"""`vok watch FILE`: follows a game that another process plays."""

from argparse import Namespace

from vok_tui.cli.arguments import add_save_argument, find_save, find_seat_to_see
from vok_tui.cli.commands.play import configure_and_run_app
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.shared.parser import Parser


def add_arguments(parser: Parser) -> None:
    add_save_argument(parser)
    parser.add_argument(
        "--seat",
        metavar="NAME",
        help="whose cards are open: a name, or a number from 1 (default: those of the only human; otherwise only what is public)",
    )


def run(args: Namespace) -> int:
    from engine import GAMES
    from engine.core.setup import only_human
    from saves import load

    path = find_save(args.file)
    loaded = load(path, GAMES)
    seat = find_seat_to_see(loaded.match, args.seat) if args.seat else only_human(loaded.match.setup.seats)
    if loaded.finished and loaded.damage is None:
        return configure_and_run_app(StartOptions(path=path))
    return configure_and_run_app(StartOptions(path=path, watch_from=seat))
