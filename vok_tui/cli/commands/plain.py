"""`vok plain`: the whole game in lines, for speech, braille, slow lines, pipes and programs."""

from argparse import Namespace
from typing import Final

from vok_tui.cli.commands import daily, learn, play, practise, puzzle
from vok_tui.cli.commands import open as open_command
from vok_tui.cli.main import PLAIN_COMMANDS
from vok_tui.shared.errors import UsageError
from vok_tui.shared.parser import Parser

OTHER_SPELLINGS: Final = {"practice": "practise"}
SWITCHES: Final = (
    "--help",
    "--json",
    "--low-bandwidth",
    "--new",
    "--trust-bots",
    "--version",
)  # the options without a value


def add_arguments(parser: Parser) -> None:
    word = plain_command(parser.argv)
    parser.add_argument(
        "command",
        metavar="COMMAND",
        nargs="?",
        default="play",
        help="play, daily, open, practise, puzzle or learn, with their options: vok plain daily --help (default: play)",
    )
    if word == "daily":
        daily.add_day_arguments(parser)
    elif word == "open":
        open_command.add_arguments(parser)
    elif word == "practise":
        practise.add_arguments(parser)
    elif word == "puzzle":
        puzzle.add_choice_arguments(parser)
    elif word == "learn":
        learn.add_arguments(parser)
    else:
        play.add_arguments(parser)
    parser.add_argument(
        "--json", action="store_true", help="the same as JSON lines, for programs; docs/protocol.md describes them"
    )


def plain_command(argv: tuple[str, ...]) -> str:
    """The command whose options a command line has: its first word that is neither an option nor the value of one."""
    for before, word in zip(("", *argv), argv, strict=False):
        is_value = before.startswith("--") and "=" not in before and before not in SWITCHES
        if not (word.startswith("-") or is_value):
            word = OTHER_SPELLINGS.get(word, word)
            return word if word in PLAIN_COMMANDS else "play"
    return "play"


def run(args: Namespace) -> int:
    from vok_tui.coordinator.start_options import StartOptions
    from vok_tui.plain.terminal import run_plain
    from vok_tui.records.daily import today_in_utc
    from vok_tui.sessions.client import end_waiting_session

    command = OTHER_SPELLINGS.get(args.command, args.command)
    if command not in PLAIN_COMMANDS:
        raise UsageError(f'plain has no command "{args.command}"; it has {", ".join(PLAIN_COMMANDS)}')
    if command == "practise":
        start = practise.practice_options(args)
    elif command == "puzzle":
        start = puzzle.puzzle_options(args)
    elif command == "learn":
        start = learn.learn_options(args)
    elif command == "daily":
        start = StartOptions(daily=args.date or today_in_utc(), game=args.game)
    elif command == "open":
        start = StartOptions(path=open_command.find_or_import(args.file), trust_bots=args.trust_bots)
    else:
        start = play.checked_start_options(args)
    return run_plain(play.configured(start), end_waiting_session, as_json=args.json)
