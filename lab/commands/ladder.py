"""`vok ladder`: measures the strength of all levels against each other, for the table in the manual."""

import json
from argparse import Namespace
from contextlib import ExitStack
from math import isfinite
from pathlib import Path
from typing import Any

from ai.bots.player_spec import PlayerSpec
from ai.elo import EloEstimate
from ai.kit import kit_of
from ai.levels import Budget
from lab.commands import workers
from lab.commands.arena import MAX_FIRST_SEED, MAX_GAMES, ContestProgress, elo_text
from lab.contest import Contest, ContestResult
from lab.journal import BadJournal, ContestJournal
from lab.ladder import Pairing, Standing, pairings, standings
from lab.pool import run_contest
from vok_tui.cli import game_options
from vok_tui.cli.charts import Bar, Chart, add_svg_argument, print_with_charts
from vok_tui.cli.player_options import check_levels, parse_player
from vok_tui.shared.errors import ExitCode, UsageError
from vok_tui.shared.parser import Parser


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "levels",
        metavar="LEVEL",
        nargs="*",
        help="the levels to measure, from the weakest to the strongest, as for vok arena (default: all)",
    )
    game_options.add_arguments(parser)
    parser.add_players(
        "players in each game. With 3 or more one player of the higher level plays against the lower level in all other seats",
    )
    parser.add_number(
        "--games",
        (2, MAX_GAMES),
        "games between neighbours on the ladder, rounded up so that each player sits in each seat equally often; all other "
        "pairs play a fifth of them",
        default=100,
    )
    parser.add_seed(MAX_FIRST_SEED)
    parser.add_argument(
        "--state",
        metavar="FOLDER",
        type=Path,
        help="keep the results in this folder, one file per contest; the same command continues an interrupted ladder",
    )
    workers.add_arguments(parser)
    add_svg_argument(parser)
    parser.add_json()


def run(args: Namespace) -> int:
    levels = read_levels(args)
    variant = game_options.read_variant(args)
    level_pairings = pairings(levels, args.players, args.games, args.seed, variant, args.game)
    game_options.check_playable("ladder", level_pairings[0].contest.setup)
    results = [ContestResult(pairing.contest) for pairing in level_pairings]
    play_pairings(args, level_pairings, results)
    table = standings(levels, results)
    if args.json:
        print(json.dumps(to_dict(args, level_pairings[0].contest, table, results)))
    print_with_charts(
        ladder_lines(args, level_pairings[0].contest, table), [rating_chart(table)], args.svg, quiet=args.json
    )
    return ExitCode.OK


def read_levels(args: Namespace) -> list[PlayerSpec]:
    """The levels, from weakest to strongest. Raises UsageError."""
    all_levels = kit_of(game_options.game_named(args.game)).level_names()
    levels = [parse_player("ladder", text, Budget()) for text in args.levels or all_levels]
    check_levels("ladder", args.game, levels)
    names = [spec.text for spec in levels]
    if len(names) < 2:
        raise UsageError("ladder: a ladder needs at least two levels; see vok ladder --help")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"ladder: {name} is listed twice")
    return levels


def play_pairings(args: Namespace, level_pairings: list[Pairing], results: list[ContestResult]) -> None:
    """Play all pairings and fill their results. Raises UsageError and CommandError."""
    progress = ContestProgress(sum(pairing.blocks * pairing.contest.player_count for pairing in level_pairings))
    try:
        with ExitStack() as stack:
            stack.callback(progress.close)
            if args.state:
                args.state.mkdir(parents=True, exist_ok=True)
            journals = [
                stack.enter_context(ContestJournal(args.state / journal_file_name(pairing.contest), pairing.contest))
                if args.state
                else None
                for pairing in level_pairings
            ]
            run_jobs = stack.enter_context(workers.open_job_runner(args))
            for number, (pairing, result, journal) in enumerate(zip(level_pairings, results, journals, strict=True), 1):
                high, low = (spec.text for spec in pairing.contest.player_specs[:2])
                heading = f"{number}/{len(level_pairings)} {high} against {low}"
                for _ in run_contest(result, pairing.blocks, run_jobs, journal):
                    progress.show(result, sum(other.games for other in results), heading)
    except BadJournal as refused:
        raise UsageError(str(refused)) from None


def journal_file_name(contest: Contest) -> str:
    high, low = (spec.text for spec in contest.player_specs[:2])
    return f"{contest.player_count}-players-{high}-against-{low}".replace(":", "-") + ".jsonl"


def to_dict(
    args: Namespace, first_contest: Contest, standings: list[Standing], results: list[ContestResult]
) -> dict[str, Any]:
    """The ladder as JSON values. An unbounded end of an interval is None."""
    return {
        "players": args.players,
        "edition": first_contest.setup.edition,
        "seed": args.seed,
        "levels": [
            {
                "level": standing.name,
                **elo_dict(standing.rating),
                "games": standing.games,
                "ms_per_decision": standing.ms_per_decision,
                "above": elo_dict(standing.elo_above_next) if standing.elo_above_next else None,
            }
            for standing in standings
        ],
        "contests": [result.to_dict() for result in results],
    }


def elo_dict(estimate: EloEstimate) -> dict[str, float | None]:
    """The estimate and its interval, rounded, as JSON values."""
    names = ("elo", "elo_low", "elo_high")
    return {name: round(end, 1) if isfinite(end) else None for name, end in zip(names, estimate, strict=True)}


def ladder_lines(args: Namespace, first_contest: Contest, standings: list[Standing]) -> list[str]:
    """The table of the levels as lines of text, the strongest level first."""
    rows: list[tuple[str, ...]] = [("level", "Elo", "95%", "above the next", "games", "ms/move")]
    for standing in reversed(standings):
        rating = standing.rating
        rows.append(
            (
                standing.name,
                f"{rating.elo:.0f}",
                f"{rating.low:.0f} to {rating.high:.0f}" if rating.low < rating.high else "by definition",
                elo_text(standing.elo_above_next) if standing.elo_above_next else "",
                str(standing.games),
                f"{standing.ms_per_decision:.1f}",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    rows.insert(1, tuple("-" * width for width in widths))
    games = f"{args.games} games between neighbours, seeds from {args.seed} on"
    return [
        f"{args.players} players, {game_options.game_and_edition_text(args.game, first_contest.setup.edition)}, {games}",
        "",
        *("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows),
    ]


def rating_chart(standings: list[Standing]) -> Chart:
    """A chart of the ratings, the strongest level first. If a rating is below 0, all bars begin at the lowest one."""
    lowest = min(0.0, *(standing.rating.elo for standing in standings))
    bars = []
    for standing in reversed(standings):
        elo, low, high = (end - lowest for end in standing.rating)
        interval = (low, high) if isfinite(low) and isfinite(high) and low < high else None
        bars.append(Bar(standing.name, elo, f"{standing.rating.elo:.0f}", interval))
    start = f"; the bars begin at {lowest:.0f}" if lowest < 0 else ""
    return Chart(f"Elo, the second sign of a bar is its 95% interval{start}", bars)
