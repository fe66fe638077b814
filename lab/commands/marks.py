"""`vok-lab marks`: how true the marks of an analysis are, and how many losses it misses.

Games of each level against itself are analysed, and their decisions measured by playing on (`lab.marks`). With --rows each
decision becomes a line of a file, from which the totals are taken; so a run may be stopped at any time, and goes on where it was.
"""

import json
from argparse import Namespace
from pathlib import Path
from typing import Final

from ai.analysis.decision import COMPILED_BUDGET
from ai.analysis.game_analysis import TURNS_VERSION, engine_key
from ai.analysis.stretches import stretches_on
from engine.core.game import MAX_SEED, Seat, Setup
from engine.core.luck import seeded_hash
from lab.commands.calibrate import check_level
from lab.marks import MarkRow, measured_row, measured_turn, read_rows, totals
from lab.puzzles import played_match
from vok_tui.cli import game_options
from vok_tui.shared.errors import CommandError, ExitCode
from vok_tui.shared.parser import Parser, add_seed_argument, whole_number

MAX_GAMES: Final = 100_000
DEFAULT_GAMES: Final = 6
DEFAULT_LEVELS: Final = ("scribe", "priest")


def add_arguments(parser: Parser) -> None:
    game_options.add_arguments(parser)
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        action="append",
        help="a level that plays against itself; may be repeated (default: scribe and priest)",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole_number("the number of games", 1, MAX_GAMES),
        default=DEFAULT_GAMES,
        help=f"games of each level (default: {DEFAULT_GAMES})",
    )
    parser.add_argument(
        "--part",
        metavar="N",
        type=whole_number("the part", 1, MAX_GAMES),
        default=1,
        help="analyse one in N of the decisions (default: 1, all)",
    )
    parser.add_argument(
        "--whole-games",
        metavar="PAIRS",
        type=whole_number("the number of pairs", 0, MAX_GAMES),
        default=0,
        help="also play so many pairs of whole games for each mark (default: 0)",
    )
    add_seed_argument(parser, MAX_SEED - 2 * MAX_GAMES)
    parser.add_argument(
        "--rows", metavar="FILE", type=Path, help="keep each decision as a line of this file, and go on from it"
    )


def run(args: Namespace) -> int:
    levels = args.level or DEFAULT_LEVELS
    for level in levels:
        check_level("marks", level)
    variant = game_options.read_variant(args)
    try:
        rows = read_rows(args.rows)
    except (ValueError, TypeError, KeyError, IndexError):
        raise CommandError(f"{args.rows} holds no rows of this command; name another file after --rows") from None
    except OSError as error:
        raise CommandError(f"{args.rows} cannot be read: {error.strerror}") from None
    known = {(row.setup.seed, row.node) for row in rows}
    try:
        for number in range(args.games * len(levels)):
            seats = tuple(
                [Seat(f"{levels[number % len(levels)]} {place}", levels[number % len(levels)]) for place in (1, 2)]
            )
            setup = Setup(args.game, seats, args.seed + number, variant)
            game_options.check_playable("marks", setup)
            match = played_match(setup)
            path = match.log.path(match.log.head)
            by_turns = engine_key(match, COMPILED_BUDGET).version == TURNS_VERSION
            turns = {stretch.start: stretch for stretch in stretches_on(match, path)} if by_turns else {}
            for node in list(turns) if by_turns else path[:-1]:
                nodes = turns[node].nodes if by_turns else (node,)
                if seeded_hash(setup.seed, node, args.part) % args.part or any((setup.seed, n) in known for n in nodes):
                    continue
                if by_turns:
                    row: MarkRow | None = measured_turn(match, turns[node], args.whole_games)
                else:
                    row = measured_row(match, node, args.whole_games)
                if row is None:
                    continue
                rows.append(row)
                if args.rows is not None:
                    with args.rows.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row.pack()) + "\n")
            print("\n".join(totals(rows)), flush=True)
    except OSError as error:
        raise CommandError(f"{args.rows} cannot be written: {error.strerror}") from None
    except KeyboardInterrupt:
        print("stopped; with --rows the same command goes on where it was")
        return ExitCode.INTERRUPTED
    return ExitCode.OK
