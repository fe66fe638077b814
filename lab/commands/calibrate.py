"""`vok-lab calibrate`: plays games, and fits what the values of the search are worth as chances to win and as points.

It prints how well fits predict games that they were not made from, beside the lead in points and a constant. The same
command line gives the same file on every machine.
"""

import json
import shlex
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ai.analysis.calibrate import (
    MIN_CHECKED_GAMES,
    Fit,
    Games,
    ValuedPosition,
    calibration_text,
    check_of,
    fit,
    report,
    tree_errors,
    tree_errors_text,
)
from ai.analysis.calibration import OWN_FOLDER, calibration_for, chances_of, own_calibration_name
from ai.analysis.workers import AnalysisFailed, AnalysisWorkers
from ai.bots.player_spec import parse_player_spec
from ai.process.limits import core_count
from engine.core.errors import BadSetup
from engine.core.game import MAX_SEED, Seat, Setup
from engine.games import GAMES
from vok_tui.cli import game_options
from vok_tui.cli.charts import parse_writable_file, replace_text_file
from vok_tui.cli.progress import ProgressBar
from vok_tui.shared.errors import CommandError, ExitCode, UsageError
from vok_tui.shared.parser import Parser
from vok_tui.shared.paths import data_folder

DEFAULT_GAMES: Final = 400
MIN_GAMES: Final = 4
MAX_GAMES: Final = 100_000
DEFAULT_PLAYER: Final = "vizier:100"
DEFAULT_TREE_SAMPLE: Final = 40
DEFAULT_DEEP_SIZE: Final = 6400


def add_arguments(parser: Parser) -> None:
    game_options.add_arguments(parser)
    parser.add_players()
    parser.add_number("--games", (MIN_GAMES, MAX_GAMES), "number of games", default=DEFAULT_GAMES)
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        default=DEFAULT_PLAYER,
        help=f"the level of all players, as in vizier:100 (default: {DEFAULT_PLAYER})",
    )
    parser.add_number(
        "--tree-sample",
        (1, 1_000_000),
        "the error of trees is measured in one in N of the valued positions",
        default=DEFAULT_TREE_SAMPLE,
    )
    parser.add_number(
        "--deep",
        (1, 1_000_000),
        "simulations of the trees from which smaller ones are told to be off",
        default=DEFAULT_DEEP_SIZE,
    )
    parser.add_workers()
    parser.add_seed(MAX_SEED - MAX_GAMES)
    parser.add_argument(
        "--out", metavar="FILE", type=parse_writable_file, help="write the calibration to this file (default: none)"
    )
    parser.add_argument(
        "--errors",
        metavar="FILE",
        type=parse_writable_file,
        help="fit nothing: only measure the errors of trees, with the calibration that there is, and write them to this file",
    )
    parser.add_argument(
        "--keep",
        action="store_true",
        help="keep the calibration in your data folder: from then on, analyses and hints in games with these --cards use it",
    )
    parser.add_json()


def run(args: Namespace) -> int:
    check_level("calibrate", args.level)
    if args.keep and (not args.cards or game_options.are_shipped(args.cards)):
        raise UsageError("calibrate: --keep is for cards of your own, which --cards names")
    seats = tuple([Seat(f"{args.level} {place}", args.level) for place in range(1, args.players + 1)])
    setup = Setup(args.game, seats, args.seed, game_options.read_variant(args))
    game_options.check_playable("calibrate", setup)
    own_path = place_for_own_calibration(setup) if args.keep else None
    games: list[list[ValuedPosition]] = []
    trees: list[list[float]] = []
    for positions, game_trees in played_games(setup, args):
        games.append(positions)
        trees += game_trees
    if not trees:
        raise CommandError("the error of trees was measured nowhere: play more games, or lower --tree-sample")
    if args.errors:
        return write_tree_errors(setup, trees, args)
    facts = report(games, args.players)
    fitted = fit(games, args.players)
    errors = tree_errors(trees, fitted, args.players, args.deep)
    facts["trees"] = len(trees)
    shipped = shipped_calibration_check(setup, games)
    if shipped is not None:
        facts["calibration of vok"] = shipped
    text = calibration_text(setup, fitted, errors, facts, command_line(args))
    for path in filter(None, (args.out, own_path)):
        replace_text_file(path, text)
    if args.json:
        print(json.dumps({**facts, "errors": errors}))
    else:
        kept = ["", f"Analyses and hints in games with these cards now use {own_path}"] if own_path is not None else []
        print("\n".join([*report_lines(facts, errors), *kept]))
    return ExitCode.OK


def write_tree_errors(setup: Setup, trees: list[list[float]], args: Namespace) -> int:
    """Write the errors of trees, by the calibration that is used at this table, and print them."""
    game = GAMES[setup.game]
    used = calibration_for(game, setup, game.start(setup))
    if used is None:
        raise CommandError("--errors needs a calibration; make one first, with --out")
    errors = tree_errors(trees, Fit(used.chance_weights, used.margin_weights), args.players, args.deep)
    replace_text_file(args.errors, tree_errors_text(setup, errors, len(trees), command_line(args)))
    print(json.dumps(errors) if args.json else "\n".join(tree_error_lines(errors, len(trees))))
    return ExitCode.OK


def shipped_calibration_check(setup: Setup, games: Games) -> dict[str, Any] | None:
    """How well the calibration of Vok predicts games whose cards differ from those of Vok in numbers only; None for others."""
    game = GAMES[setup.game]
    state = game.start(setup)
    chances = chances_of(game, setup, state, with_own=False)
    return check_of(games, chances.calibration) if chances.calibration is not None and chances.is_borrowed else None


def place_for_own_calibration(setup: Setup) -> Path:
    """Where the calibration for the cards of this setup is kept, so that analyses find it. Its folder is made. Raises
    CommandError, also if it could not be written there: an error now is better than one after hours of games."""
    path = data_folder() / OWN_FOLDER / own_calibration_name(GAMES[setup.game], setup)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{path.parent} cannot be made: {error.strerror}") from None
    try:
        return parse_writable_file(str(path))
    except ArgumentTypeError as fault:
        raise CommandError(str(fault)) from None


def check_level(command: str, level: str) -> None:
    """Raise UsageError for a level that does not exist or whose moves cannot be reproduced."""
    try:
        spec = parse_player_spec(level)
    except BadSetup as refused:
        raise UsageError(f"{command}: {refused}") from None
    if spec.is_external or spec.budget.milliseconds:
        raise UsageError(f"{command}: games of a level with a time budget or of a bot cannot be repeated")


def played_games(setup: Setup, args: Namespace) -> Iterator[tuple[list[ValuedPosition], list[list[float]]]]:
    """The valued positions and trees of each game, in the order of the seeds."""
    jobs = [
        {
            "job": "calibrate",
            "setup": setup.with_seats_and_seed(setup.seats, setup.seed + number).pack(),
            "player": args.level,
            "tree sample": args.tree_sample,
            "deep": args.deep,
        }
        for number in range(args.games)
    ]
    progress = ProgressBar(args.games, "games")
    results: dict[int, Any] = {}
    try:
        with AnalysisWorkers(min(args.games, args.workers or core_count())) as workers:
            for job, answer in workers.run(jobs):
                results[job["setup"]["seed"]] = answer
                progress.update(len(results))
    except AnalysisFailed as failed:
        raise CommandError(f"calibrate: {failed}") from None
    finally:
        progress.close()
    for seed in sorted(results):
        yield [ValuedPosition(*fields) for fields in results[seed]["positions"]], results[seed]["trees"]


def command_line(args: Namespace) -> str:
    """The command line that makes the same file again."""
    chosen = ["--game", args.game, *(["--edition", args.edition] if args.edition else [])]
    for option in getattr(args, "options", ()):
        chosen += ["--option", option]
    if sets := getattr(args, "sets", ()):
        chosen += ["--sets", ",".join(sets)]
    if args.cards:
        chosen += ["--cards", str(args.cards)]
    return (
        f"vok-lab calibrate {shlex.join(chosen)} --players {args.players} --games {args.games} --level {args.level} "
        f"--tree-sample {args.tree_sample} --deep {args.deep} --seed {args.seed}{' --errors FILE' if args.errors else ''}"
    )


def report_lines(facts: dict[str, Any], errors: dict[str, float]) -> list[str]:
    lines = [
        f"{facts['games']} games, each predicted by fits to others; {facts['positions']} positions at rest",
        "errors are by game",
        "",
        "Brier score (lower is better)",
    ]
    lines += [f"  {name:<16}{score:.4f} ± {error:.4f}" for name, (score, error) in facts["brier"].items()]
    gain, gain_error = facts["gain"]
    lines += [f"  the fit is better than the lead in points by {gain:.4f} ± {gain_error:.4f}"]
    lines += [f"  {stage:<16}{score:.4f} ± {error:.4f}" for stage, (score, error) in facts["stages"].items()]
    lines += [
        f"calibration error {facts['calibration error']:.3f}, margin {facts['margin rmse']:.1f} points (RMSE)",
        "",
    ]
    lines += ["Reliability: predicted, won, positions"]
    lines += [
        f"  {predicted:.3f}   {won:.3f} ± {error:.3f}   {count:.0f}"
        for predicted, won, error, count in facts["reliability"]
    ]
    if "calibration of vok" in facts:
        lines += ["", *check_lines(facts["calibration of vok"])]
    return [*lines, "", *tree_error_lines(errors, facts["trees"])]


def tree_error_lines(errors: dict[str, float], decisions: int) -> list[str]:
    """The errors of trees as lines of text."""
    lines = [f"Error of an answer by the size of its tree, from {decisions} decisions"]
    return lines + [f"  {size:>6} simulations  {error:.3f}" for size, error in errors.items()]


def check_lines(check: dict[str, Any]) -> list[str]:
    """What the check of the calibration of Vok has found, as lines of text."""
    (score, error), (gain, gain_error) = check["brier"], check["gain"]
    if check["fits"]:
        verdict = "It fits these cards."
    elif check["games"] < MIN_CHECKED_GAMES:
        verdict = f"Too few games to tell: {MIN_CHECKED_GAMES} are needed."
    else:
        verdict = "It does not fit these cards."
    return [
        "The calibration of Vok, for cards with other numbers",
        f"  Brier score      {score:.4f} ± {error:.4f}",
        f"  better than the lead in points by {gain:.4f} ± {gain_error:.4f}",
        f"  calibration error {check['calibration error']:.3f}. {verdict}",
    ]
