"""`vok-lab puzzles`: plays games, and finds puzzles in them for `vok puzzle`.

Every game that was searched is kept in a journal beside the file, so the same command line continues an interrupted run, and a
longer one. It gives the same puzzles on every machine.
"""

import json
from argparse import Namespace
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Final

from ai.analysis.decision import STAGES
from ai.process.limits import core_count
from engine.core.game import MAX_SEED
from engine.core.wording import plural
from lab.commands.calibrate import check_level
from lab.puzzle_book import BadMiningJournal, MiningJournal, MiningRun, puzzle_lines, read_kept_lines, search_games
from lab.puzzles import FULL_BUDGET, PLAYERS_OF_GAMES
from vok_tui.cli import game_options
from vok_tui.cli.progress import ProgressBar
from vok_tui.learning.puzzles import Puzzle, PuzzleRow, puzzle_rows
from vok_tui.records.daily import today_in_utc
from vok_tui.shared.errors import CommandError, ExitCode, UsageError
from vok_tui.shared.parser import Parser

MAX_GAMES: Final = 100_000
DEFAULT_GAMES: Final = 180
DEFAULT_COUNT: Final = 100
JOURNAL_SUFFIX: Final = ".games"


def add_arguments(parser: Parser) -> None:
    game_options.add_arguments(parser)
    parser.add_players()
    parser.add_number("--games", (1, MAX_GAMES), "games to search", default=DEFAULT_GAMES)
    parser.add_number(
        "--count", (1, MAX_GAMES), "puzzles to write at most, spread over kinds and stages", default=DEFAULT_COUNT
    )
    parser.add_argument(
        "--keep",
        metavar="FILE",
        type=Path,
        help="begin with the puzzles of this file, which stay as they are, and add others up to the number of --count",
    )
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        action="append",
        help="the level that plays the games, as in vizier:100; given several times, they take turns (default: priest and "
        "vizier)",
    )
    parser.add_number(
        "--work", (1, 100), "this percentage of the work for each decision, for a trial", default=100, metavar="PERCENT"
    )
    parser.add_workers()
    parser.add_seed(MAX_SEED)
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        required=True,
        help=f"write the puzzles to this file; what was searched is kept beside it, in FILE{JOURNAL_SUFFIX}",
    )
    parser.add_json()


def run(args: Namespace) -> int:
    for level in args.level or ():
        check_level("puzzles", level)
    mining = MiningRun(
        args.game,
        game_options.read_variant(args),
        args.players,
        args.seed,
        tuple(args.level or PLAYERS_OF_GAMES),
        FULL_BUDGET.scaled(args.work / 100),
    )
    if mining.variant.choices or mining.variant.cards:
        raise UsageError("puzzles: a puzzle names only its edition; leave out other options of the game")
    game_options.check_playable("puzzles", mining.setup(0))
    if not mining.head()["values"]:
        raise UsageError(
            "puzzles: nothing is known about chances in such a game, so no answer can be called clearly best"
        )
    progress = ProgressBar(args.games, "games")
    try:
        kept = read_kept_lines(args.keep) if args.keep else []
        journal = MiningJournal(args.out.with_name(args.out.name + JOURNAL_SUFFIX), mining)
        for done in search_games(mining, journal, args.games, args.workers or core_count()):
            progress.update(done, note=f"{sum([len(game['puzzles']) for game in journal.games.values()])} puzzles")
        lines = puzzle_lines(journal, args.games, args.count, kept)
        old = {line["id"] for line in kept}
        if old:  # a puzzle that is added to others changes no day before it
            tomorrow = (today_in_utc() + timedelta(days=1)).isoformat()
            lines = [line if line["id"] in old else {**line, "added": tomorrow} for line in lines]
        args.out.write_text("".join([json.dumps(line) + "\n" for line in lines]), encoding="utf-8")
    except BadMiningJournal as refused:
        raise UsageError(f"puzzles: {refused}") from None
    except OSError as error:
        raise CommandError(f"{error.filename or args.out} cannot be written: {error.strerror}") from None
    except KeyboardInterrupt:
        progress.close()
        print("stopped; the same command goes on where it was")
        return ExitCode.INTERRUPTED
    finally:
        progress.close()
    counts = [
        sum(column) for column in zip(*[journal.games[number]["counts"] for number in range(args.games)], strict=True)
    ]
    facts = dict(zip(("decisions", "candidates", "confirmed", "puzzles"), counts, strict=True))
    rows = puzzle_rows([Puzzle.from_packed(line) for line in lines])
    if args.json:
        as_json = [row.as_dict() for row in rows]
        print(json.dumps({"games": args.games, **facts, "written": len(lines), "puzzles": as_json}))
    else:
        print(
            f"{plural(args.games, 'game')}, {facts['decisions']} decisions or turns: {facts['candidates']} candidates, "
            f"{facts['confirmed']} found again with more work, {facts['puzzles']} proved by playing on; "
            f"{len(lines)} written to {args.out}"
        )
        print("\n".join(table_text(rows)))
    return ExitCode.OK


def table_text(rows: Sequence[PuzzleRow]) -> list[str]:
    levels = rows[0].solved if rows else ()
    heads = ("kind", "puzzles", *STAGES, "rating", *levels)
    text = [f"{heads[0]:<12}" + "".join([f"{head:>9}" for head in heads[1:]])]
    for row in rows:
        numbers = [row.puzzles, *row.by_stage.values(), row.rating]
        shares = "".join([f"{100 * share:>8.0f}%" for share in row.solved.values()])
        text.append(f"{row.kind:<12}" + "".join([f"{number:>9}" for number in numbers]) + shares)
    return text
