"""`vok puzzle`: the puzzle of the day, the same for everybody, then others at the level of the player."""

import json
from argparse import Namespace
from typing import TYPE_CHECKING

from vok_tui.cli.game_options import GAME_FLAG, add_game_argument
from vok_tui.shared.errors import ExitCode, UsageError
from vok_tui.shared.parser import Parser, one_of

if TYPE_CHECKING:
    from vok_tui.coordinator.start_options import StartOptions


def add_arguments(parser: Parser) -> None:
    add_choice_arguments(parser)
    parser.add_json("solve nothing: print the puzzle of the day, your rating and your days in a row")


def add_choice_arguments(parser: Parser) -> None:
    """Add what chooses puzzles."""
    parser.add_argument(
        "puzzle",
        metavar="ID",
        nargs="?",
        default="",
        help="begin with this puzzle, such as base-1a2b3c4d (default: that of the day if it is open, then others at your level)",
    )
    kit = add_game_argument(parser)
    editions = [edition.name for edition in kit.game.editions()]
    parser.add_argument(
        "--edition",
        metavar="E",
        type=one_of("edition", lambda: editions),
        help="only puzzles of this edition (default: all)",
    )
    parser.add_argument(
        "--theme",
        metavar="T",
        default="",
        help="only puzzles about this: deny, entomb, buy, act, sacrifice, crumble, swap or wait (default: all)",
    )
    parser.set_defaults(named_game=parser.value_before_parsing(GAME_FLAG))


def run(args: Namespace) -> int:
    from vok_tui.cli.commands.play import configure_and_run_app

    if args.json:
        print(json.dumps(today_dict(), indent=2))
        return ExitCode.OK
    return configure_and_run_app(puzzle_options(args))


def puzzle_options(args: Namespace) -> "StartOptions":
    """The start options. Raises UsageError if there is no such puzzle."""
    from vok_tui.coordinator.start_options import StartOptions
    from vok_tui.learning.puzzles import PuzzleRetired, find_puzzle, known_themes, shipped_puzzles

    edition = args.edition or ""
    game = args.game if args.named_game or edition else ""
    if args.puzzle:
        try:
            puzzle = find_puzzle(args.puzzle)
            if puzzle is not None:
                puzzle.match()
        except PuzzleRetired as retired:
            raise UsageError(f"puzzle: {retired}") from None
        if puzzle is None:
            raise UsageError(f'puzzle: there is no puzzle "{args.puzzle}"; vok puzzle shows that of the day')
    elif not any(each.fits(game, edition, "") for each in shipped_puzzles().values()):
        raise UsageError("puzzle: there are no puzzles of this edition; leave out --game and --edition for all")
    elif not any(each.fits(game, edition, args.theme) for each in shipped_puzzles().values()):
        themes = ", ".join(known_themes(each for each in shipped_puzzles().values() if each.fits(game, edition, "")))
        raise UsageError(
            f'puzzle: there is no puzzle with the theme "{args.theme}"; the themes here are: {themes or "none"}'
        )
    return StartOptions(puzzle=(args.puzzle, game, edition, args.theme), game=args.game)


def today_dict() -> dict[str, object]:
    """The puzzle of the day and the standing of the player as JSON values. Nothing in it says what is best."""
    from saves.shelf import Shelf
    from vok_tui.learning.history import LearningHistory
    from vok_tui.learning.puzzle_course import PuzzleBook

    book = PuzzleBook(LearningHistory(Shelf().folder.parent))
    puzzle, standing = book.todays_puzzle, book.standing()
    today = None
    if puzzle is not None:
        today = {
            "id": puzzle.id,
            "game": puzzle.game,
            "edition": puzzle.edition,
            "players": len(puzzle.players),
            "title": puzzle.title,
            "rating": puzzle.rating,
            "answered": standing.has_answered_today,
        }
    return {
        "date": book.today.isoformat(),
        "puzzle": today,
        "puzzles": len(book.puzzles),
        "rating": standing.rating,
        "answered": standing.answered,
        "streak": standing.streak,
        "best_streak": standing.best_streak,
    }
