"""`vok learn`: plays a guided first game."""

from argparse import Namespace
from typing import TYPE_CHECKING

from vok_tui.cli.game_options import GAME_FLAG, add_game_argument
from vok_tui.shared.errors import UsageError
from vok_tui.shared.parser import Parser

if TYPE_CHECKING:
    from vok_tui.coordinator.start_options import StartOptions


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "lesson",
        metavar="NAME",
        nargs="?",
        default="",
        help="a game, afterlife for what differs there, or win for three turns that show how to win (default: choose one)",
    )
    add_game_argument(parser)
    parser.set_defaults(named_game=parser.value_before_parsing(GAME_FLAG))


def run(args: Namespace) -> int:
    from vok_tui.cli.commands.play import configure_and_run_app

    return configure_and_run_app(learn_options(args))


def learn_options(args: Namespace) -> "StartOptions":
    """The start options. Raises UsageError if there is no such guided game."""
    from vok_tui.boards.table_kit import all_table_kits
    from vok_tui.coordinator.start_options import StartOptions
    from vok_tui.learning.how_to_win import HOW_TO_WIN

    kits = all_table_kits().values()
    known = [lesson.id for kit in kits for lesson in (kit.lesson, *kit.more_lessons) if lesson is not None]
    if args.lesson and args.lesson not in (*known, HOW_TO_WIN):
        raise UsageError(f'learn: there is no guided game "{args.lesson}"; there are {", ".join([*known, HOW_TO_WIN])}')
    return StartOptions(learn=args.lesson or args.named_game, game=args.game)
