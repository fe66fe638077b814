"""`vok-lab marks`: how true the marks of an analysis are, and how many losses it misses.

Games of each level against itself are analysed, and their decisions measured by playing on (`lab.marks`). With --rows each
decision becomes a line of a file, from which the totals are taken; so a run may be stopped at any time, and goes on where it was.
"""

import json
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from ai.analysis.decision import COMPILED_BUDGET
from ai.analysis.game_analysis import TURNS_VERSION, engine_key
from ai.analysis.hint import HINT_SECONDS
from ai.analysis.stretches import stretches_on
from ai.analysis.yardstick import MAX_PAIRS
from engine.core.game import MAX_SEED, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from lab.commands.calibrate import check_level
from lab.marks import (
    HintRow,
    MarkRow,
    R,
    Work,
    asked_twice,
    hint_totals,
    measured_row,
    measured_turn,
    open_questions,
    read_rows,
    totals,
)
from lab.puzzles import played_match
from vok_tui.cli import game_options
from vok_tui.shared.errors import CommandError, ExitCode
from vok_tui.shared.parser import Parser, whole_number

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
    parser.add_number("--games", (1, MAX_GAMES), "games of each level", default=DEFAULT_GAMES)
    parser.add_players()
    parser.add_argument(
        "--part",
        metavar="N",
        type=whole_number(1, MAX_GAMES),
        default=1,
        help="analyse one in N of the decisions (default: 1, all)",
    )
    parser.add_number(
        "--whole-games",
        (0, MAX_GAMES),
        "also play so many pairs of whole games for each mark (default: 0)",
        metavar="PAIRS",
    )
    parser.add_number(
        "--pairs", (1, MAX_GAMES), "maximum number of pairs in which two answers are played on", default=MAX_PAIRS
    )
    parser.add_number(
        "--hints",
        (1, MAX_GAMES),
        "instead of marks, ask for a hint twice at one in N of the open questions, and compare what the two name first",
    )
    parser.add_argument(
        "--seconds",
        metavar="T",
        type=float,
        default=HINT_SECONDS[0],
        help=f"look at these hints after so many seconds of processor time (default: {HINT_SECONDS[0]:g})",
    )
    parser.add_seed(MAX_SEED - 2 * MAX_GAMES)
    parser.add_argument(
        "--rows", metavar="FILE", type=Path, help="keep each decision as a line of this file, and go on from it"
    )


def run(args: Namespace) -> int:
    for level in args.level or DEFAULT_LEVELS:
        check_level("marks", level)
    return (
        measure(args, HintRow, measured_hints, hint_totals)
        if args.hints
        else measure(args, MarkRow, measured_marks, totals)
    )


def measure(
    args: Namespace,
    kind: type[R],
    measured: Callable[[Match, Namespace, set[tuple[int, int]]], Iterator[R]],
    totals_of: Callable[[Sequence[R]], Iterator[str]],
) -> int:
    """Measure all games, and print the totals after each."""
    try:
        rows = read_rows(args.rows, kind)
    except (ValueError, TypeError, KeyError, IndexError):
        raise CommandError(f"{args.rows} holds no rows of this command; name another file after --rows") from None
    except OSError as error:
        raise CommandError(f"{args.rows} cannot be read: {error.strerror}") from None
    known = {row.place for row in rows}
    try:
        for match in played_games(args):
            for row in measured(match, args, known):
                rows.append(row)
                if args.rows is not None:
                    with args.rows.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row.pack()) + "\n")
            print("\n".join(totals_of(rows)), flush=True)
    except OSError as error:
        raise CommandError(f"{args.rows} cannot be written: {error.strerror}") from None
    except KeyboardInterrupt:
        print("stopped; with --rows the same command goes on where it was")
        return ExitCode.INTERRUPTED
    return ExitCode.OK


def played_games(args: Namespace) -> Iterator[Match]:
    """The games: the levels take turns, each against itself; for hints all of them play each other."""
    levels, variant = args.level or DEFAULT_LEVELS, game_options.read_variant(args)
    for number in range(args.games * len(levels)):
        names = [levels[(number + place * bool(args.hints)) % len(levels)] for place in range(args.players)]
        seats = tuple([Seat(f"{name} {place}", name) for place, name in enumerate(names, 1)])
        setup = Setup(args.game, seats, args.seed + number, variant)
        game_options.check_playable("marks", setup)
        yield played_match(setup)


def measured_marks(match: Match, args: Namespace, known: set[tuple[int, int]]) -> Iterator[MarkRow]:
    """The rows of the decisions or turns of a game that are not known."""
    seed, work = match.setup.seed, Work(args.pairs, args.whole_games)
    path = match.log.path(match.log.head)
    by_turns = engine_key(match, COMPILED_BUDGET).version == TURNS_VERSION
    turns = {stretch.start: stretch for stretch in stretches_on(match, path)} if by_turns else {}
    for node in list(turns) if by_turns else path[:-1]:
        nodes = turns[node].nodes if by_turns else (node,)
        if seeded_hash(seed, node, args.part) % args.part or any((seed, each) in known for each in nodes):
            continue
        row = measured_turn(match, turns[node], work) if by_turns else measured_row(match, node, work)
        if row is not None:
            yield row


def measured_hints(match: Match, args: Namespace, known: set[tuple[int, int]]) -> Iterator[HintRow]:
    """The rows of the open questions of a game that are not known."""
    for node, question in open_questions(match, args.hints):
        if (match.setup.seed, node) not in known:
            yield HintRow(match.setup.seed, node, asked_twice(question, args.seconds, args.pairs))
