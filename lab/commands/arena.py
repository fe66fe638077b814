"""`vok arena`: measures which opponent is stronger, and how sure that is. It plays blocks of games on all cores."""

import json
from argparse import ArgumentTypeError, Namespace
from contextlib import ExitStack
from math import inf, isfinite
from pathlib import Path
from typing import Final

from ai.elo import EloEstimate, Sprt
from ai.levels import MAX_DECISION_MS, MAX_SIMULATIONS, Budget
from engine.core.game import MAX_SEATS, MAX_SEED
from engine.games import GAMES
from lab.commands import workers
from lab.contest import Contest, ContestResult
from lab.journal import BadJournal, ContestJournal
from lab.pool import run_contest
from vok_tui.cli import game_options
from vok_tui.cli.charts import Bar, Chart, add_svg_argument, print_with_charts
from vok_tui.cli.player_options import check_levels, parse_player
from vok_tui.cli.progress import ProgressBar
from vok_tui.shared.errors import ExitCode, UsageError
from vok_tui.shared.parser import Parser

MAX_GAMES: Final = 1_000_000
MAX_FIRST_SEED: Final = MAX_SEED - MAX_GAMES
MAX_ELO: Final = 2000.0

VERDICTS: Final = {True: "is proved", False: "is disproved", None: "no verdict yet"}


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "players",
        metavar="LEVEL",
        nargs="+",
        help="two or more opponents, as the edition allows. The first is measured against the others; with three or more it "
        "plays from every seat. LEVEL:1000 gives a level 1000 simulations per decision, LEVEL:100ms 100 milliseconds; "
        "module:Class is a bot of your own",
    )
    game_options.add_arguments(parser)
    add_length_arguments(parser)
    parser.add_number(
        "--seed",
        (0, MAX_FIRST_SEED),
        "seed of the first games, one from each seat; the next games use the next seed",
        default=1,
        metavar="S",
    )
    parser.add_argument(
        "--state",
        metavar="FILE",
        type=Path,
        help="keep the results in this file; the same command continues an interrupted contest",
    )
    workers.add_arguments(parser)
    add_svg_argument(parser)
    parser.add_json()


def add_length_arguments(parser: Parser) -> None:
    """Add the options for the length of a contest: games, budget and sequential test."""
    parser.add_number(
        "--games",
        (2, MAX_GAMES),
        "maximum number of games; each player sits in each seat equally often (default: about 100)",
    )
    parser.add_number(
        "--simulations",
        (1, MAX_SIMULATIONS),
        "simulations per decision for every level that searches and has no budget of its own. The games are then the same "
        "on every machine (default: those of the level)",
    )
    parser.add_number(
        "--time",
        (1, MAX_DECISION_MS),
        "milliseconds per decision for every level that searches and has no budget of its own, and for bots of your own. "
        "The games then depend on the speed of the machine; the overall result hardly does",
        metavar="T",
    )
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        type=parse_sprt,
        help="stop as soon as a sequential test decides whether the first player is stronger by ELO1 or only by ELO0. Each "
        "verdict is wrong one time in twenty; both numbers may be negative",
    )


def parse_sprt(text: str) -> Sprt:
    """Parse the two Elo numbers of a sequential test."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low, high = inf, -inf
    if not -MAX_ELO <= low < high <= MAX_ELO:
        raise ArgumentTypeError(f'two Elo numbers separated by a comma, the lower one first, as in 0,20, not "{text}"')
    return Sprt(low, high)


def run(args: Namespace) -> int:
    contest = make_contest(args)
    blocks = checked_block_count(args.games, contest.player_count)
    result = ContestResult(contest, args.sprt)
    progress = ContestProgress(blocks * contest.player_count)
    try:
        with ExitStack() as stack:
            stack.callback(progress.close)
            journal = stack.enter_context(ContestJournal(args.state, contest)) if args.state else None
            run_jobs = stack.enter_context(workers.open_job_runner(args))
            for _ in run_contest(result, blocks, run_jobs, journal):
                progress.show(result, result.games)
    except BadJournal as refused:
        raise UsageError(str(refused)) from None
    if args.json:
        print(json.dumps(result.to_dict()))
    print_with_charts(result_lines(result), [result_chart(result)], args.svg, quiet=args.json)
    return ExitCode.OK


def make_contest(args: Namespace) -> Contest:
    """The contest that the arguments describe. Raises UsageError."""
    if not 2 <= len(args.players) <= MAX_SEATS:
        raise UsageError(f"arena: 2 to {MAX_SEATS} opponents meet, not {len(args.players)}; see vok arena --help")
    if args.simulations and args.time:
        raise UsageError("arena: a decision is measured by --simulations or by --time, not by both")
    budget = Budget(args.simulations, args.time)
    variant = game_options.read_variant(args)
    players = tuple(parse_player("arena", text, budget) for text in args.players)
    check_levels("arena", args.game, players)
    contest = Contest(players, args.seed, variant, args.game)
    game_options.check_playable("arena", contest.setup)
    return contest


def checked_block_count(games: int, players: int) -> int:
    """The number of blocks for this number of games (0: about 100). Raises UsageError if the last block would not be complete."""
    if not games:
        return -(-100 // players)
    if games % players:
        full_blocks = games + players - games % players
        raise UsageError(
            f"arena: with {players} players each deal is played {players} times, once from each seat; "
            f"--games {games} would cut one off, --games {full_blocks} would not"
        )
    return games // players


def result_lines(result: ContestResult) -> list[str]:
    names = [spec.text for spec in result.contest.player_specs]
    seed = result.contest.seed
    word = GAMES[result.contest.setup.game].score_word()
    margin = (
        f"unknown, no game ended with {word}" if result.mean_margin is None else f"{result.mean_margin:+.2f} per game"
    )
    lines = [
        f"{names[0]} against {', '.join(names[1:])}: {result.games} games, seeds {seed} to {seed + result.blocks - 1}",
        f"  won {result.wins}, lost {result.losses}, shared {result.shared}",
        f"  Elo           {elo_text(result.estimate())}",
        f"  {f'{word} ahead':<14}{margin}",
    ]
    if result.sprt is not None:
        test = result.sprt
        verdict = VERDICTS[None if not result.is_decided else result.llr > 0]
        lines.append(f"  Elo {test.elo1:g} rather than {test.elo0:g}: {verdict} (llr {result.llr:.2f} of 2.94)")
    name_columns = max(12, *map(len, names)) + 2
    for name, ms in zip(names, result.ms_per_decision(), strict=True):
        lines.append(f"  {name:<{name_columns}}{ms:.1f} ms per decision")
    for name in dict.fromkeys(names):
        forfeits = [forfeit for forfeit in result.forfeits if forfeit["player"] == name]
        if forfeits:
            lines.append(
                f"  {name} forfeited {len(forfeits)} of them, first with seed {forfeits[0]['seed']}: {forfeits[0]['reason']}"
            )
    return lines


def result_chart(result: ContestResult) -> Chart:
    """The number of games that the first player won, lost and shared."""
    counts = {"won": result.wins, "lost": result.losses, "shared": result.shared}
    games = max(1, result.games)
    return Chart(
        f"Games of {result.contest.player_specs[0].text}",
        [Bar(name, count, f"{count}  {100 * count / games:.0f}%") for name, count in counts.items()],
    )


class ContestProgress:
    """The progress of one or several contests."""

    def __init__(self, games: int) -> None:
        """`games` is the total number of games of all contests."""
        self._bar: Final = ProgressBar(games, "games")

    def show(self, result: ContestResult, games_done: int, heading: str = "") -> None:
        """Show that `games_done` games are played in all, and the result of the current contest so far."""
        test = f"  llr {result.llr:.2f}" if result.sprt else ""
        self._bar.update(
            games_done,
            heading,
            f"+{result.wins} -{result.losses} ={result.shared}  Elo {elo_text(result.estimate())}{test}",
        )

    def close(self) -> None:
        self._bar.close()


def elo_text(estimate: EloEstimate) -> str:
    """Elo with its interval, such as "+12 [-3, +27]"; an unbounded end is "open"."""
    low, high = ("open" if not isfinite(end) else f"{end:+.0f}" for end in estimate[1:])
    middle = f"{estimate.elo:+.0f}" if isfinite(estimate.elo) else "beyond measure"
    return f"{middle} [{low}, {high}]"
