"""`vok stats`: prints statistics of your finished games, by level, number of players, edition and month."""

import json
import os
from argparse import Namespace

from engine import GAMES
from saves.shelf import Shelf
from vok_tui.cli.charts import Bar, Chart, add_svg_argument, print_with_charts
from vok_tui.cli.game_options import GAME_FLAG, game_names
from vok_tui.records.game_stats import GameStats, stats_of_games
from vok_tui.records.loss_stats import loss_stats
from vok_tui.records.stats_text import percent_text, stats_lines
from vok_tui.shared.detection import detect_terminal
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.parser import Parser, one_of


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        GAME_FLAG,
        metavar="GAME",
        type=one_of("game", game_names),
        help="only this game (default: all games that you have finished)",
    )
    add_svg_argument(parser)
    parser.add_json("print a JSON list with an object for each game")


def run(args: Namespace) -> int:
    all_stats = stats_of_games(Shelf().list_saves_and_bin(GAMES), args.game or "")
    losses = {stats.game: loss_stats(stats.overall.games) for stats in all_stats}
    lines = stats_lines(all_stats, losses, ascii_only=detect_terminal(os.environ).ascii)
    if args.json:
        found = [
            {**stats.to_dict(), "losses": [group.to_dict() for group in losses[stats.game]]} for stats in all_stats
        ]
        print(json.dumps(found, indent=2))
    print_with_charts(
        lines or ["no finished game yet; vok starts a game"], won_charts(all_stats), args.svg, quiet=args.json
    )
    return ExitCode.OK


def won_charts(all_stats: list[GameStats]) -> list[Chart]:
    """A chart for each game: the percentage of games won against each level."""
    charts = []
    for stats in all_stats:
        bars = [
            Bar(level, 100 * (summary.won_share or 0.0), f"{percent_text(summary.won_share)}%", (100 * low, 100 * high))
            for level, summary in stats.groups["level"].items()
            if summary.results
            for low, high in [summary.won_share_interval]
        ]
        if bars:
            charts.append(Chart(f"{stats.title}: games won, the second sign of a bar is its 95% interval", bars))
    return charts
