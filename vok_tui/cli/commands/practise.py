"""`vok practise`: what you missed in your games comes back, and drills of one kind of decision."""

from argparse import Namespace
from typing import TYPE_CHECKING

from vok_tui.cli.game_options import GAME_FLAG, add_game_argument
from vok_tui.shared.errors import UsageError
from vok_tui.shared.parser import Parser

if TYPE_CHECKING:
    from vok_tui.coordinator.start_options import StartOptions


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "kind",
        metavar="KIND",
        nargs="*",
        help="drill this kind of decision, such as what to entomb, or just entomb; worst for the one that costs you most "
        "(default: what has come back, then new mistakes of your games)",
    )
    add_game_argument(parser)
    parser.set_defaults(named_game=parser.value_before_parsing(GAME_FLAG))


def run(args: Namespace) -> int:
    from vok_tui.cli.commands.play import configure_and_run_app

    return configure_and_run_app(practice_options(args))


def practice_options(args: Namespace) -> "StartOptions":
    """The start options. Raises UsageError for a kind that no game has."""
    from vok_tui.coordinator.start_options import StartOptions

    return StartOptions(practise=wish_of(" ".join(args.kind), args.named_game or ""), game=args.game)


def wish_of(kind: str, game: str) -> tuple[str, str]:
    """The game and the kind to begin with; without a kind a session, of this game or ("") of all. Raises UsageError."""
    if not kind:
        return game, ""
    from saves import Shelf
    from vok_tui.learning.history import LearningHistory
    from vok_tui.learning.practice import WORST, Practice
    from vok_tui.shared.errors import suggestion_clause

    shelf = Shelf()
    practice = Practice(shelf, LearningHistory(shelf.folder.parent)).read()
    found = practice.find_kind(kind.casefold(), game)
    if found is not None:
        return found.game, found.kind
    if kind.casefold() == WORST:
        raise UsageError("practise: no game is analysed yet, so nothing says what costs you most: vok analyse FILE")
    words = sorted({each.words for each in practice.all_kinds(game)})
    raise UsageError(f'practise: there is no kind "{kind}"{suggestion_clause(kind, words)}')
