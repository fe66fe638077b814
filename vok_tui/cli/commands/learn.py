"""`vok learn`: plays a guided first game."""

from argparse import Namespace

from vok_tui.cli.game_options import GAME_FLAG, add_game_argument
from vok_tui.shared.parser import Parser


def add_arguments(parser: Parser) -> None:
    add_game_argument(parser)
    parser.set_defaults(named_game=parser.value_before_parsing(GAME_FLAG))


def run(args: Namespace) -> int:
    from vok_tui.cli.commands.play import configure_and_run_app
    from vok_tui.coordinator.start_options import StartOptions

    return configure_and_run_app(StartOptions(learn=args.named_game, game=args.game))
