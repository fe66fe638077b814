"""`vok export FILE`: prints a game as text (a score, JSON lines or one line), or the story for one seat."""

import json
import shlex
import sys
from argparse import Namespace
from io import TextIOWrapper

from engine import GAMES
from engine.core.game import human_seats
from saves import LoadedSave, load
from saves.text import FORMATS, TextRefused, text_would_reveal_secrets, write_game
from vok_tui.cli.arguments import add_save_argument, find_save, find_seat_to_see
from vok_tui.cli.main import print_error
from vok_tui.shared.errors import CommandError, ExitCode, UsageError
from vok_tui.shared.parser import Parser, one_of

CUSTOM_CARDS_NOTE = "this game is played with custom cards, which the line only names: send their file with it"


def add_arguments(parser: Parser) -> None:
    add_save_argument(parser)
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        type=one_of("format", format_names),
        default="text",
        help="text: a score with turns, variations and comments; json: a JSON object per line; line: one line to paste, without "
        "variations and comments (default: text)",
    )
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json, for programs"
    )
    parser.add_argument("--names", action="store_true", help="with --format line: keep the names of the players")
    parser.add_argument(
        "--seat",
        metavar="NAME",
        help="print the story as this seat saw it, also of a game that is not over; it cannot be imported",
    )


def format_names() -> list[str]:
    return list(FORMATS)


def run(args: Namespace) -> int:
    if args.seat and args.format == "line":
        raise UsageError("export: a story does not fit into one line: leave out --format line, or --seat")
    loaded = load(find_save(args.file), GAMES)
    try:
        if args.seat:
            text = story_text(loaded, args.seat, args.format)
        else:
            ended = loaded.last_played if loaded.finished else 0
            text = write_game(loaded.match, loaded.header, args.format, ended=ended, with_names=args.names)
    except TextRefused as refused:
        raise CommandError(f"{refused}{seat_option_hint(loaded)}") from None
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")  # the contents of a file must not depend on the locale
    print(text, end="")
    if args.format == "line" and needs_custom_cards(loaded):
        warn(CUSTOM_CARDS_NOTE)
    if loaded.damage is not None:
        warn(str(loaded.damage))
        return ExitCode.DAMAGED
    return ExitCode.OK


def story_text(loaded: LoadedSave, seat_word: str, text_format: str) -> str:
    """The story for a seat, as text or JSON lines. Raises CommandError if its cards may not be seen."""
    from vok_tui.screens.table.text_for_seat import story_dicts, story_lines

    match = loaded.match
    seat = find_seat_to_see(match, seat_word)
    if text_format == "json":
        return "".join([json.dumps(fields) + "\n" for fields in story_dicts(match, seat)])
    heading = f"{match.game.title()}, as {match.setup.seats[seat].name} saw it"
    return "\n".join([heading, *story_lines(match, seat)]) + "\n"


def seat_option_hint(loaded: LoadedSave) -> str:
    """The end of the error that a text would reveal secrets: the option --seat that prints a story instead; "" if none does."""
    if not text_would_reveal_secrets(loaded.match):
        return ""
    seats = [loaded.match.setup.seats[seat].name for seat in human_seats(loaded.match.setup.seats)]
    return f": --seat {shlex.quote(seats[0])} prints what {seats[0]} saw" if seats else ""


def needs_custom_cards(loaded: LoadedSave) -> bool:
    """Whether a game is played with custom cards that play otherwise than the original ones."""
    match = loaded.match
    setup = loaded.header.setup
    return bool(setup.cards) and match.game.fingerprint(setup) != match.game.fingerprint(setup.with_cards(""))


def warn(sentence: str) -> None:
    """Print a sentence to stderr."""
    print_error(sentence)
