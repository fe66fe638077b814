"""`vok play`, and `vok` without a command: continues or begins a game at the table."""

import os
import sys
from argparse import ArgumentTypeError, Namespace
from functools import partial
from typing import TYPE_CHECKING

from ai.levels import MAX_DECISION_MS
from engine.core.errors import BadSetup
from engine.core.setup import read_seed
from vok_tui import __version__
from vok_tui.cli import game_options
from vok_tui.cli.player_options import check_levels, parse_seat_level
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.shared.errors import NoTerminal, UsageError
from vok_tui.shared.parser import Parser, player_count

if TYPE_CHECKING:
    from engine.core.game import Setup
    from engine.core.setup import Variant


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--players",
        metavar="N",
        type=player_count(1),
        help="number of players, as the edition allows (default: as many as --level and --seat name, but at least 2)",
    )
    game_options.add_arguments(parser)
    parser.set_defaults(named_game=parser.value_before_parsing(game_options.GAME_FLAG))
    add_seat_arguments(parser)
    parser.add_argument(
        "--seed",
        metavar="S",
        type=parse_seed,
        help="the same seed deals the same game: words, as the score screen shows them, or a number (default: random). Who knows "
        "that it is a small number can find it by trying, and with it the cards",
    )
    parser.add_argument(
        "--first",
        metavar="WHO",
        type=parse_first_seat_or_lot,
        help="who takes the first turn: you, a seat from 1 (yours), or lot: the seed decides (default: lot)",
    )
    parser.add_argument(
        "--pace",
        metavar="SECONDS",
        type=parse_pace_seconds,
        help="seconds for which each step of an opponent stays visible, 0 to 10; the key . shows the next step at once "
        "(default: that of config.toml, otherwise 0.6)",
    )
    parser.add_argument("--new", action="store_true", help="start a new game even if the last one is not finished")
    add_trust_argument(parser)
    add_bandwidth_argument(parser)
    parser.add_argument("--version", action="version", version=f"vok {__version__}", help="show the version")


def parse_seed(text: str) -> int:
    try:
        return read_seed(text)
    except BadSetup as refused:
        raise ArgumentTypeError(str(refused)) from None


def add_bandwidth_argument(parser: Parser) -> None:
    """Add the option that lets the app send less."""
    parser.add_argument(
        "--low-bandwidth",
        action="store_true",
        help="send less to the terminal, with fewer colours, for a slow connection (default: that of config.toml, otherwise "
        "over SSH, if the terminal is slow to answer)",
    )


def add_trust_argument(parser: Parser) -> None:
    """Add the option that lets the bots of a save run without a question."""
    parser.add_argument(
        "--trust-bots",
        action="store_true",
        help="run the bots that the save names without asking; their code can do everything that you can do on this machine",
    )


def add_seat_arguments(parser: Parser) -> None:
    """Add the options for the levels, times and names of the players."""
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        dest="levels",
        action="append",
        default=[],
        help="an opponent: one of those below, or human for a friend at the same keyboard. Give it once for all opponents or "
        "once for each. LEVEL:1000 gives a level 1000 simulations per decision, LEVEL:100ms 100 milliseconds; module:Class is a "
        "bot of your own (default: scribe)",
    )
    parser.add_number(
        "--time",
        (1, MAX_DECISION_MS),
        "milliseconds per decision for opponents that search and for bots of your own (default: those of the level)",
        metavar="T",
    )
    parser.help_footer = partial(opponent_levels_help, parser.value_before_parsing(game_options.GAME_FLAG))
    parser.add_argument(
        "--seat",
        metavar="NAME",
        dest="names",
        action="append",
        default=[],
        help="the name of a player, yours first; may be repeated (default: your name in config.toml)",
    )


def opponent_levels_help(game_name: str) -> str:
    """The section of the help about the levels that can play a game; for an unknown game, those of the default game."""
    from ai.bots.player_spec import EQUAL
    from ai.kit import kit_of
    from ai.levels import LEVELS
    from engine.games import GAMES
    from vok_tui.shared.levels import STRENGTH_NOTE, SUMMARY, level_facts_line, level_strengths_of

    game = game_name if game_name in GAMES else GAMES.default
    names = kit_of(GAMES[game]).level_names()
    lines = [f"  {name:<9}{LEVELS[name].summary}\n{'':11}{level_facts_line(name, game)}" for name in names]
    if level_strengths_of(game, 2):
        lines.append(f"  {EQUAL:<9}{SUMMARY}\n{'':11}{STRENGTH_NOTE}")
    return "\n".join(["opponents:", *lines])


def parse_first_seat_or_lot(text: str) -> int:
    """Parse who begins: a seat, counted from 1, or 0 for a draw by lot."""
    from engine.core.game import MAX_SEATS

    places = {"lot": 0, "you": 1, **{str(place): place for place in range(1, MAX_SEATS + 1)}}
    if text not in places:
        raise ArgumentTypeError(f'who begins is you, lot or a seat from 1 to {MAX_SEATS}, not "{text}"')
    return places[text]


def parse_pace_seconds(text: str) -> float:
    from vok_tui.coordinator.config import MAX_PACE_SECONDS

    try:
        pace = float(text)
    except ValueError:
        pace = -1.0
    if not 0 <= pace <= MAX_PACE_SECONDS:
        raise ArgumentTypeError(f'a pace is a number of seconds from 0 to {MAX_PACE_SECONDS:g}, not "{text}"')
    return pace


def run(args: Namespace) -> int:
    return configure_and_run_app(checked_start_options(args))


def checked_start_options(args: Namespace) -> StartOptions:
    """The game to start, as the arguments say. Raises UsageError if it cannot be played."""
    from ai.bots.player_spec import spec_from_seat_text
    from vok_tui.coordinator.start_options import setup_arguments
    from vok_tui.records.new_game import make_setup

    variant = game_options.read_variant(args)
    check_seat_arguments(args, variant)
    start = start_options(args, variant)
    check_levels("play", args.game, map(spec_from_seat_text, start.levels))
    setup = make_setup(*setup_arguments(start))
    game_options.check_playable("play", setup)
    check_equal_resolvable(setup)
    return start


def check_seat_arguments(args: Namespace, variant: "Variant") -> None:
    """Raise UsageError for names, levels or a first player that do not fit the number of seats."""
    from saves.clean_text import MAX_NAME_CHARS

    seats = args.players or game_options.game_named(args.game).edition(variant.edition).max_players
    if len(args.names) > seats:
        raise UsageError(f"{len(args.names)} names are too many for {seats} seats")
    if seats == 1 and args.levels:
        raise UsageError("in a game alone there are no opponents: leave out --level")
    if len(args.levels) > max(1, seats - 1):
        raise UsageError(f"{len(args.levels)} levels are too many for {seats} seats, of which one is yours")
    if args.first is not None and args.first > seats:
        raise UsageError(f"seat {args.first} cannot begin in a game with {seats} seats")
    if args.time and not args.levels:
        raise UsageError("--time is for the opponents that --level names, but there are none")
    for name in args.names:
        if len(name) > MAX_NAME_CHARS:
            raise UsageError(f'a name has at most {MAX_NAME_CHARS} characters, and "{name[:12]}..." has {len(name)}')


def start_options(args: Namespace, variant: "Variant") -> StartOptions:
    """The game to start, as the arguments say. Raises UsageError for a level that does not exist."""
    return StartOptions(
        new=args.new,
        players=args.players,
        levels=tuple(parse_seat_level(text, args.time) for text in args.levels),
        names=tuple(args.names),
        seed=args.seed,
        first=args.first,
        game=args.game,
        named_game=args.named_game,
        variant=variant,
        shipped_cards=game_options.are_shipped(args.cards),
        pace=args.pace,
        trust_bots=args.trust_bots,
        low_bandwidth=getattr(args, "low_bandwidth", False),  # commands without a screen do not have it
    )


def check_equal_resolvable(setup: "Setup") -> None:
    """Raise UsageError if an opponent is `equal`, but the levels were not measured in this game. At the table it would be too
    late for an error."""
    from ai.bots.player_spec import EQUAL
    from engine.core.errors import BadSetup
    from vok_tui.shared.levels import newcomer_rating, resolve_equal

    if all(seat.level != EQUAL for seat in setup.seats):
        return
    try:
        resolve_equal(setup, newcomer_rating(setup.game))
    except BadSetup as refused:
        raise UsageError(f"play: {refused}") from None


def check_process_count() -> None:
    """Raise UsageError if the environment variable for the number of processes is invalid. At the table it would be too late
    for an error."""
    from ai.process.limits import thinking_process_count
    from engine.core.errors import BadSetup

    try:
        thinking_process_count()
    except BadSetup as refused:
        raise UsageError(str(refused)) from None


def unapproved_bots_clause(start: StartOptions) -> str:
    """The end of the error that there is no terminal: which bots of the save are not approved; "" if all are."""
    from engine import GAMES
    from saves import Shelf, load
    from saves.errors import SaveError
    from vok_tui.game.bot_approval import (
        TRUST_OPTION,
        Approvals,
        approval_key,
        bots_and_files_text,
        split_bots_by_approval,
    )

    shelf = Shelf()
    try:
        latest = None if start.path or start.wants_new_game else shelf.latest_unfinished(start.games_to_continue)
        path = start.path or (latest.path if latest is not None else None)
        if path is None or start.trust_bots:
            return ""
        loaded = load(path, GAMES)
    except SaveError:
        return ""
    key = approval_key(path, loaded.header.created, loaded.header.setup.seed)
    bots = split_bots_by_approval(loaded.match.seats, key, Approvals(shelf.folder.parent))[1]
    return (
        f"; the bots of the save are not approved ({bots_and_files_text(bots)}): {TRUST_OPTION} lets them run"
        if bots
        else ""
    )


def configured(start: StartOptions) -> StartOptions:
    """The start options with the configuration. Raises ConfigError and UsageError."""
    from dataclasses import replace

    from vok_tui.boards.own_data import own_cards_at_home
    from vok_tui.coordinator.config import load_config
    from vok_tui.shared.paths import config_file

    path = config_file()
    config = load_config(path)
    check_process_count()
    return replace(start, config=config, config_file=path, own_cards=own_cards_at_home)


def play_in_session(start: StartOptions) -> int | None:
    """Play in a session that outlives this terminal: in the one that waits, or in a new one if the configuration says so. Returns
    the exit code; None if there is no session. Raises CommandError."""
    import gc

    from engine import GAMES
    from saves import load
    from vok_tui.cli.main import print_error
    from vok_tui.sessions.client import enter_session
    from vok_tui.sessions.protocol import session_folder
    from vok_tui.shared.detection import detect_terminal

    folder, keep = session_folder(), start.config.keep
    if start.watch_from is not None or not folder:
        return None

    def begin() -> str:
        from vok_tui.sessions.beginning import begin_session

        gc.disable()
        problem = begin_session(folder, lambda: start, explain_error)
        gc.enable()
        return problem

    is_kept = keep == "always" or (keep == "ssh" and detect_terminal(os.environ).remote)
    if start.path is not None:
        load(start.path, GAMES)  # says here what is wrong with it
    packed = None if start.names_nothing else start.pack()
    code, problem = enter_session(folder, packed, begin if is_kept else None)
    if problem:
        print_error(f"{problem}, so the game ends with its connection")
    return code


def explain_error(error: Exception) -> tuple[str, int]:
    """A sentence for the player about an error that has ended the session, and the exit code."""
    from vok_tui.cli.crash_report import explain_or_report
    from vok_tui.shared.errors import CommandError

    if isinstance(error, CommandError):
        return str(error), error.exit_code
    return explain_or_report(error, sys.argv[1:])


def configure_and_run_app(start: StartOptions) -> int:
    """Read the configuration, check the terminal, and run the app; on a terminal that cannot show it, the plain mode. Raises
    ConfigError, UsageError and NoTerminal."""
    import gc

    from vok_tui.shared import detection

    start = configured(start)
    if start.watch_from is None and detection.shows_only_lines(os.environ):
        from vok_tui.plain.terminal import run_plain
        from vok_tui.sessions.client import end_waiting_session

        return run_plain(start, end_waiting_session, notice=detection.ONLY_LINES_NOTICE)
    try:
        detection.require_terminal(os.environ)
    except NoTerminal as none:
        raise NoTerminal(f"{none}{unapproved_bots_clause(start)}") from None
    code = play_in_session(start)
    if code is not None:
        return code
    gc.disable()  # garbage collection before the first frame would take 50 ms and free nothing; the app turns it on later
    from vok_tui.screens.app import run_app

    return run_app(start)
