"""`vok daily`: plays the game of the day, the same for everybody. When it is over, prints the line to share."""

import json
from argparse import ArgumentTypeError, Namespace
from datetime import date
from typing import Any

from vok_tui.cli.commands.play import add_bandwidth_argument
from vok_tui.cli.game_options import add_game_argument
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.parser import Parser


def add_arguments(parser: Parser) -> None:
    add_day_arguments(parser)
    add_bandwidth_argument(parser)
    parser.add_json("do not play: print the setup, how far you are, and the line to share")


def add_day_arguments(parser: Parser) -> None:
    """Add the game and the date."""
    add_game_argument(parser)
    parser.add_argument(
        "--date",
        metavar="D",
        type=parse_date_until_today,
        help="the game of another date, such as 2026-11-23 (default: today, UTC)",
    )


def parse_date_until_today(text: str) -> date:
    """Parse a date that is not after today's."""
    from vok_tui.records.daily import today_in_utc

    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f'a date is written as 2026-11-23, not "{text}"') from None
    if day > today_in_utc():
        raise ArgumentTypeError(f"the game of {day} begins on that day at 00:00 UTC; today is {today_in_utc()}")
    return day


def run(args: Namespace) -> int:
    from engine import GAMES
    from saves.shelf import Shelf
    from vok_tui.cli.commands.play import configure_and_run_app
    from vok_tui.coordinator.start_options import StartOptions
    from vok_tui.game.daily_deal import deal_of, read_begun
    from vok_tui.records.daily import daily_setup, first_attempt, share_line, today_in_utc

    day = args.date or today_in_utc()
    setup = daily_setup(day, args.game)
    shelf = Shelf()
    begun = read_begun(shelf.folder.parent)
    first = first_attempt(shelf.list_saves_and_bin(GAMES), begun, setup)
    line = share_line(day, first) if first is not None and first.finished else ""
    if args.json:
        none = "gone" if deal_of(setup) in begun else "not begun"
        state = none if first is None else "finished" if first.finished else "goes on"
        print(json.dumps({**daily_dict(day, setup), "state": state, "line": line}, indent=2))
    elif line:
        print(line)
    else:
        return configure_and_run_app(StartOptions(daily=day, game=args.game, low_bandwidth=args.low_bandwidth))
    return ExitCode.OK


def daily_dict(day: date, setup: Any) -> dict[str, Any]:
    """The daily game as JSON values. `seats` are levels, in the order of the turns."""
    return {
        "date": day.isoformat(),
        "game": setup.game,
        "rules": setup.rules,
        "edition": setup.edition,
        "seats": [seat.level for seat in setup.seats],
    }
