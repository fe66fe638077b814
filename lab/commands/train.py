"""`vok train`: learns a value from training games. The same command line gives exactly the same weights.

Ctrl-C saves what was learned so far; with --state, the same command line continues the run.
"""

import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vok_tui.cli import game_options
from vok_tui.cli.progress import ProgressBar
from vok_tui.shared.errors import CommandError, ExitCode, UsageError
from vok_tui.shared.parser import Parser, add_seed_argument, player_count, whole_number

if TYPE_CHECKING:
    from lab.statistics import Training

MAX_GAMES: Final = 10_000_000
MAX_SEED: Final = (1 << 62) - 1
SAVE_EVERY_SECONDS: Final = 30.0
VALUE_HELP: Final = (
    "the file for the learned value. In the folder ai/weights of a checkout, the opponents use it in games with these cards and "
    "this number of players"
)


def add_arguments(parser: Parser) -> None:
    game = game_options.add_game_argument(parser).game
    editions = [edition.name for edition in game.editions() if edition.max_players > 1]
    parser.add_argument("value", metavar="FILE", type=Path, help=VALUE_HELP)
    parser.add_argument(
        "--edition",
        metavar="E",
        default=editions[0],
        help=f"the edition to learn: one of {', '.join(editions)} (default: {editions[0]})",
    )
    parser.add_argument(
        "--players",
        metavar="N",
        type=player_count(2),
        default=2,
        help="players in each game (default: 2)",
    )
    add_training_arguments(parser)
    parser.add_argument(
        "--from",
        metavar="FILE",
        dest="before",
        type=Path,
        help="start from this value, for cards of the same names. After the correction of a card, a short run is then enough",
    )
    add_seed_argument(parser, MAX_SEED)
    parser.add_argument(
        "--state",
        metavar="FILE",
        type=Path,
        help="keep the state of the run in this file; the same command continues an interrupted run",
    )


def add_training_arguments(parser: Parser) -> None:
    """Add the options of the training: games, learning rate, hidden units."""
    scribe_games = whole_number("the number of games with scribes", 0, MAX_GAMES)
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole_number("the number of games", 0, MAX_GAMES),
        default=20_000,
        help="number of games of the opponent against itself (default: 20000)",
    )
    parser.add_argument(
        "--simulations",
        metavar="N",
        type=whole_number("the number of simulations", 0, 1_000_000),
        default=0,
        help="simulations per decision; 0 plays by the value alone and is the fastest (default: 0)",
    )
    parser.add_argument(
        "--lambda",
        metavar="X",
        dest="trace_decay",
        type=fraction("lambda"),
        default=0.97,
        help="trace decay, 0 to 1: how much the end of a game counts for early positions (default: 0.97)",
    )
    parser.add_argument(
        "--rate",
        metavar="X",
        type=fraction("the rate"),
        default=0.01,
        help="learning rate at the beginning (default: 0.01)",
    )
    parser.add_argument(
        "--hidden",
        metavar="N",
        type=whole_number("the number of hidden units", 0, 256),
        default=0,
        help="hidden units of the network; 0 learns a linear value (default: 0)",
    )
    parser.add_argument(
        "--scribe-games",
        metavar="N",
        type=scribe_games,
        default=0,
        help="additional games in which scribes take about half of the seats, and the other players search with 30 simulations "
        "(default: 0)",
    )


def fraction(noun: str) -> Callable[[str], float]:
    """A parser for numbers from 0 to 1. `noun` names the number in the error."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0 <= number <= 1:
            raise ArgumentTypeError(f'{noun} is a number from 0 to 1, not "{text}"')
        return number

    return read


def run(args: Namespace) -> int:
    from ai.value_file import BadTraining
    from engine.core.errors import BadSetup

    try:
        training = make_or_load_training(args)
    except (BadSetup, BadTraining) as refused:
        raise UsageError(f"train: {refused}") from None
    progress = TrainingProgress(training)
    is_stopped = False
    try:
        train(args, training, progress)
    except KeyboardInterrupt:
        is_stopped = True
    finally:
        progress.close()
    try:
        save_results(args, training)
    except OSError as fault:
        raise CommandError(f"what was learned could not be written: {fault.strerror} ({fault.filename})") from None
    from engine.core.wording import plural
    from saves.clean_text import visible

    print(
        f"{plural(training.games_done, 'game')}, {plural(training.positions, 'position')}; "
        f"the value is in {visible(str(args.value))}"
    )
    if is_stopped:
        hint = "the same command continues it" if args.state else "with --state FILE it could be continued"
        print(f"stopped before {training.total_games} games; {hint}")
    return ExitCode.OK


def make_or_load_training(args: Namespace) -> "Training":
    """The training run, continued from its state file if there is one. Raises BadSetup, BadTraining, UsageError and
    CommandError."""
    from ai.kit import kit_of
    from ai.process import bounded_files
    from engine.games import load_object

    if args.games + args.scribe_games == 0:
        raise UsageError("train: with --games 0 and --scribe-games 0 there is nothing to learn from")
    for path in (args.value, args.state):
        if path is not None:
            check_writable(path)
    game = game_options.game_named(args.game)
    training_class = kit_of(game).training
    if not training_class:
        raise UsageError("train: this command cannot train a value for this game")
    training: Training = load_object(training_class)(
        game,
        args.edition,
        args.players,
        args.games,
        args.simulations,
        args.trace_decay,
        args.rate,
        args.seed,
        args.hidden,
        args.scribe_games,
    )
    path = args.before
    try:
        if args.before is not None:
            training.start_from_value(bounded_files.read_text(args.before, bounded_files.MAX_LEARNED_BYTES))
        path = args.state
        if args.state is not None and args.state.exists():
            training.load(args.state)
    except bounded_files.BadFile as bad:
        raise CommandError(f"{path} could not be read: {bad}") from None
    return training


def check_writable(path: Path) -> None:
    """Raise UsageError or CommandError if a file cannot be written: an error now is better than after hours."""
    from ai.process import bounded_files

    folder = path.absolute().parent
    if not folder.is_dir():
        raise UsageError(f"train: there is no folder {folder} to write {path.name} into")
    if path.is_dir():
        raise UsageError(f"train: {path} is a folder; name a file in it")
    trial_file = path.with_name(f"{path.name}.new")
    try:
        bounded_files.check_regular_or_missing(path)
        trial_file.touch()
        trial_file.unlink()
    except bounded_files.BadFile as bad:
        raise CommandError(f"{path} cannot be written: {bad}") from None
    except OSError as fault:
        raise CommandError(f"{path} cannot be written: {fault.strerror}") from None


def train(args: Namespace, training: "Training", progress: "TrainingProgress") -> None:
    """Train to the end, and save the state now and then."""
    saved_at = time.monotonic()
    for _ in training.run():
        progress.show()
        if args.state is not None and time.monotonic() - saved_at > SAVE_EVERY_SECONDS:
            training.save(args.state)
            saved_at = time.monotonic()


def save_results(args: Namespace, training: "Training") -> None:
    """Write the value, and the state with --state. Raises OSError."""
    training.write_value(args.value)
    if args.state is not None:
        training.save(args.state)


class TrainingProgress:
    """The progress of a training run."""

    def __init__(self, training: "Training") -> None:
        self._training: Final = training
        self._bar: Final = ProgressBar(training.total_games, "games")

    def show(self) -> None:
        training = self._training
        self._bar.update(
            training.games_done, note=f"{training.positions} positions  wrong by {training.error**0.5:.3f}"
        )

    def close(self) -> None:
        self._bar.close()
