"""`vok play`, and `vok` alone: the table."""

import os
from argparse import Namespace
from typing import Final

from vok_tui import __version__
from vok_tui.commands import box
from vok_tui.commands.opponents import read_seat
from vok_tui.commands.parser import Parser, whole
from vok_tui.errors import NoTerminal, UsageError
from vok_tui.start import MOST_SEED, Start

MOST_TIME: Final = 600_000  # milliseconds
BEGINNERS: Final = {"lot": 0, "you": 1, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}


def fill(parser: Parser) -> None:
    parser.add_argument(
        "--players",
        metavar="N",
        type=whole("the number of players", 1, 6),
        help="how many sit at the table, as the edition allows",
    )
    box.fill(parser)
    fill_seats(parser)
    parser.add_argument(
        "--seed", metavar="S", type=whole("a seed", 0, MOST_SEED), help="the same number deals the same game"
    )
    parser.add_argument(
        "--first",
        metavar="WHO",
        type=beginner,
        help="who takes the first turn: you, the place of a seat from 1 (yours) to 6, or lot, which the seed decides (default)",
    )
    parser.add_argument(
        "--pace",
        metavar="SECONDS",
        type=seconds,
        help="for how long each step of an opponent can be seen before the next one follows, 0 to 10; any key goes on at once",
    )
    parser.add_argument("--new", action="store_true", help="start a new game though the last one is not finished")
    fill_trust(parser)
    parser.add_argument("--version", action="version", version=f"vok {__version__}", help="show the version")


def fill_trust(parser: Parser) -> None:
    """Whether code that a save names may run."""
    parser.add_argument(
        "--trust-bots",
        action="store_true",
        help="let the bots that the save names run, without a question; their code can do all that you can do on this machine",
    )


def fill_seats(parser: Parser) -> None:
    """Who sits there."""
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        dest="levels",
        action="append",
        default=[],
        help="who plays against you: one of the opponents below, or human for a friend at the same keyboard; once for all "
        "opponents, or once for each. LEVEL:1000 spends so many simulations on a decision, LEVEL:100ms so many milliseconds; "
        "module:Class is a bot of your own",
    )
    parser.add_argument(
        "--time",
        metavar="T",
        type=whole("the time in milliseconds", 1, MOST_TIME),
        default=0,
        help="milliseconds a decision, for opponents who think and bots of your own",
    )
    parser.more = opponents
    parser.add_argument(
        "--seat", metavar="NAME", dest="names", action="append", default=[], help="the name of a seat, yours first"
    )


def opponents() -> str:
    """Each level with what is to be known before it is chosen."""
    from ai.levels import LEVELS
    from vok_tui.equal import EQUAL, LINE, RATED
    from vok_tui.levels import facts

    told = [f"  {name:<9}{level.line}\n{'':11}{facts(name)}" for name, level in LEVELS.items()]
    return "\n".join(["opponents:", *told, f"  {EQUAL:<9}{LINE}\n{'':11}{RATED}"])


def beginner(text: str) -> int:
    """A place from 1 on; 0 for the lot."""
    from argparse import ArgumentTypeError

    if text not in BEGINNERS:
        raise ArgumentTypeError(f'who begins is you, lot or a place from 1 to 6, not "{text}"')
    return BEGINNERS[text]


def seconds(text: str) -> float:
    """A pause that anybody would wait for."""
    from argparse import ArgumentTypeError

    from vok_tui.config import SLOWEST

    try:
        pace = float(text)
    except ValueError:
        pace = -1.0
    if not 0 <= pace <= SLOWEST:
        raise ArgumentTypeError(f'a pace is a number of seconds from 0 to {SLOWEST:g}, not "{text}"')
    return pace


def run(args: Namespace) -> int:
    from engine.valley.editions import EDITIONS
    from saves.names import WIDEST
    from vok_tui.seating import asked_for, setup

    on_the_table = box.box(args)
    seats = args.players or EDITIONS[on_the_table.edition].most
    if len(args.names) > seats:
        raise UsageError(f"{len(args.names)} names are too many for {seats} seats")
    if seats == 1 and args.levels:
        raise UsageError("alone, nobody plays against you: leave out --level")
    if len(args.levels) > max(1, seats - 1):
        raise UsageError(f"{len(args.levels)} levels are too many for {seats} seats, of which one is yours")
    if args.first is not None and args.first > seats:
        raise UsageError(f"seat {args.first} cannot begin where there are {seats} seats")
    if args.time and not args.levels:
        raise UsageError("--time is for the opponents that --level names; there is none")
    for name in args.names:
        if len(name) > WIDEST:
            raise UsageError(f'a name has at most {WIDEST} characters, and "{name[:12]}..." has {len(name)}')
    start = Start(
        new=args.new,
        players=args.players,
        levels=tuple(read_seat(text, args.time) for text in args.levels),
        names=tuple(args.names),
        seed=args.seed,
        first=args.first,
        box=on_the_table,
        pace=args.pace,
        trust_bots=args.trust_bots,
    )
    box.must_be_playable("play", setup(*asked_for(start)))
    return show(start)


def must_be_countable() -> None:
    """Raises UsageError if the environment asks for a number of processes that makes no sense. At the table it would be too
    late: the first opponent who thinks on several could not answer."""
    from ai.process import thinkers
    from engine.core.errors import BadSetup

    try:
        thinkers()
    except BadSetup as refused:
        raise UsageError(str(refused)) from None


def unasked(start: Start) -> str:
    """Where nobody can be asked, the end of the sentence that says so: which code of the save waits for an answer, "" if none."""
    from engine import GAMES
    from saves import Shelf, load
    from saves.errors import SaveError
    from vok_tui.bot_approval import OPTION, Approvals, allowed, key_of, listed

    shelf = Shelf()
    try:
        row = None if start.path or start.asks_for_a_game else shelf.latest(GAMES)
        path = start.path or (row.path if row is not None else None)
        if path is None or start.trust_bots:
            return ""
        loaded = load(path, GAMES)
    except SaveError:
        return ""
    key = key_of(path, loaded.header.created, loaded.header.setup.seed)
    bots = allowed(loaded.match.seats, key, Approvals(shelf.folder.parent))[1]
    return f"; the code that the save names does not run unasked ({listed(bots)}): {OPTION} lets it" if bots else ""


def show(start: Start) -> int:
    """Read the configuration, make sure of a terminal, and open the table."""
    import gc
    from dataclasses import replace

    from vok_tui import terminal
    from vok_tui.config import load
    from vok_tui.home import config_file

    config = load(config_file())
    must_be_countable()
    try:
        terminal.require(os.environ)
    except NoTerminal as none:
        raise NoTerminal(f"{none}{unasked(start)}") from None
    gc.disable()  # on the way to the first frame all is made to stay: to look for litter would cost 50 ms. The app ends it
    from vok_tui.app import run as show_table

    return show_table(replace(start, config=config))
