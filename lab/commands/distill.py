"""`vok-lab distill`: strengthens the learned value of a game in rounds.

A round plays games with the value of the round before, fits a new one to what the search found, and matches the two, until a
round brings nothing. Everything is kept in a folder, so the same command line continues an interrupted run. It also gives the
same values.
"""

import json
import zlib
from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ai.bots.player_spec import PlayerSpec
from ai.elo import Sprt
from ai.levels import PHARAOH, Budget
from ai.process.limits import core_count
from ai.value_file import BadValueFile, read_value_file
from engine.core.errors import BadSetup
from engine.core.setup import Variant
from lab.commands.arena import ContestProgress, elo_text
from lab.contest import Contest, ContestResult
from lab.distillation import GAMES_PER_JOB, DistillationSettings, generate
from lab.journal import ContestJournal
from lab.pool import Pool, run_contest
from vok_tui.cli import game_options
from vok_tui.cli.progress import ProgressBar
from vok_tui.shared.errors import CommandError, ExitCode, UsageError
from vok_tui.shared.parser import Parser

MAX_SEED: Final = 1 << 60
MATCH_SEED: Final = 500_000_000  # of the first match, from the seed of the run; the games of a round have other seeds
SPRT_ELO: Final = (0.0, 20.0)


def add_arguments(parser: Parser) -> None:
    game_options.add_game_argument(parser)
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="the folder for games and values; made if it is missing"
    )
    parser.add_argument("--edition", metavar="E", default="base", help="the edition to learn (default: base)")
    parser.add_players("players in each game")
    for flag, default, text in (
        ("--rounds", 3, "maximum number of rounds"),
        ("--games", 1000, "games in each round"),
        ("--simulations", 100, "simulations of the teacher for a decision"),
        ("--match-games", 400, "maximum number of games of a match"),
        ("--match-simulations", 300, "simulations for a decision in a match"),
    ):
        parser.add_number(flag, (1, 1_000_000), text, default=default)
    parser.add_workers()
    parser.add_argument(
        "--from",
        metavar="FILE",
        dest="teacher",
        type=Path,
        help="the first teacher (default: today's value of the edition)",
    )
    parser.add_seed(MAX_SEED)


def run(args: Namespace) -> int:
    try:
        import numpy as np  # noqa: F401
    except ImportError:
        raise CommandError("distill needs numpy: pip install 'vok-tui[train]'") from None
    if find_spec(f"lab.{args.game}.distillation") is None:
        raise UsageError("distill: the value of this game cannot be distilled yet")
    args.workers = args.workers or core_count()
    teacher = args.teacher or distillation_of(args).first_teacher(settings_of_round(args, 1))
    try:
        args.folder.mkdir(parents=True, exist_ok=True)
        keep_settings(args, text_of(teacher))
        for number in range(1, args.rounds + 1):
            student = play_and_fit(args, number, teacher)
            result = match(args, number, student, teacher)
            print(
                f"round {number}: {student}, Elo over the round before {elo_text(result.estimate())}, {result.games} games"
            )
            if result.llr <= 0:
                kept = teacher or "that of today"
                print(f"round {number} brings nothing that is proved; the value of the round before stays: {kept}")
                break
            teacher = student
    except (BadSetup, BadValueFile) as refused:
        raise UsageError(f"distill: {refused}") from None
    except OSError as fault:
        raise CommandError(f"{fault.filename or args.folder} could not be written: {fault.strerror}") from None
    except KeyboardInterrupt:
        print(f"stopped; the same command continues with what is in {args.folder}")
    return ExitCode.OK


def distillation_of(args: Namespace) -> Any:
    """The module that distils the value of the game: `distillation` of its package in `lab`. All have the same names."""
    return import_module(f"lab.{args.game}.distillation")


def settings_of_round(args: Namespace, number: int) -> DistillationSettings:
    return DistillationSettings(args.edition, args.players, args.simulations, args.games, args.seed + number)


def text_of(teacher: Path | None) -> str:
    """The text of a value file; "" for a game that has no learned value yet. Raises BadValueFile."""
    return "" if teacher is None else read_value_file(teacher)


def keep_settings(args: Namespace, teacher_text: str) -> None:
    """Write the settings of the run into its folder. Raises UsageError if it holds a run with others."""
    names = ("edition", "players", "games", "simulations", "match_games", "match_simulations", "seed", "game")
    settings = {**{name: getattr(args, name) for name in names}, "teacher": zlib.crc32(teacher_text.encode())}
    path = args.folder / "settings.json"
    if path.exists() and json.loads(path.read_text(encoding="utf-8")) != settings:
        raise UsageError(f"distill: {args.folder} holds a run with other settings; name another folder")
    path.write_text(json.dumps(settings), encoding="utf-8")


def play_and_fit(args: Namespace, number: int, teacher: Path | None) -> Path:
    """Play the games of a round with its teacher, and fit the student to the examples of this and all earlier rounds. What is
    there already is kept. Returns the file of the student."""
    method = distillation_of(args)
    student: Path = args.folder / f"round-{number}.json"
    if student.exists():
        return student
    settings = settings_of_round(args, number)
    teacher_text = text_of(teacher)
    progress = ProgressBar(args.games, "games")
    try:
        for done in play_missing_games(method, args.folder / f"games-{number}", settings, teacher_text, args.workers):
            progress.update(done, heading=f"round {number}")
    finally:
        progress.close()
    examples = read_examples(method, [args.folder / f"games-{earlier}" for earlier in range(1, number + 1)])
    weights, loss = method.fit(method.read_teacher(settings, teacher_text), examples, settings.seed)
    how_made = {
        "edition": args.edition,
        "players": args.players,
        "method": "distillation",
        "simulations": args.simulations,
        "rounds": [{"games": args.games, "seed": args.seed + earlier} for earlier in range(1, number + 1)],
        "fit_seed": settings.seed,
        "loss": loss,
    }
    method.write_student(student, settings, weights, how_made)
    return student


def play_missing_games(method: Any, folder: Path, settings: Any, teacher_text: str, workers: int) -> Iterator[int]:
    """Play the games of a round that the folder does not hold yet. Yields the number of games that are done."""
    import numpy as np

    folder.mkdir(exist_ok=True)
    missing = [first for first in range(0, settings.games, GAMES_PER_JOB) if not (folder / f"{first}.npz").exists()]
    done = settings.games - GAMES_PER_JOB * len(missing)
    for first, examples in generate(method.play_games, settings, teacher_text, workers, missing):
        temporary = folder / f"{first}.new.npz"
        np.savez_compressed(temporary, *examples)
        temporary.replace(folder / f"{first}.npz")
        done += GAMES_PER_JOB
        yield done


def read_examples(method: Any, folders: list[Path]) -> Any:
    import numpy as np

    files = [path for folder in folders for path in sorted(folder.glob("*.npz"), key=lambda path: int(path.stem))]
    arrays: list[list[Any]] = [list(np.load(path).values()) for path in files]
    return method.Examples(*[np.concatenate(column) for column in zip(*arrays, strict=True)])


def match(args: Namespace, number: int, student: Path, teacher: Path | None) -> ContestResult:
    """Match the student against its teacher until a sequential test decides, or for the maximum number of games."""
    budget = Budget(args.match_simulations)
    new, old = (PlayerSpec(PHARAOH, budget, values=str(path.resolve()) if path else "") for path in (student, teacher))
    seed = args.seed + MATCH_SEED * number
    contest = Contest((new, *[old] * (args.players - 1)), seed, Variant(args.edition), args.game)
    game_options.check_playable("distill", contest.setup)
    result = ContestResult(contest, Sprt(*SPRT_ELO))
    blocks = -(-args.match_games // args.players)
    progress = ContestProgress(blocks * args.players)
    try:
        with ContestJournal(args.folder / f"match-{number}", contest) as journal, Pool(args.workers) as pool:
            for _ in run_contest(result, blocks, pool.run, journal):
                progress.show(result, result.games, heading=f"match {number}")
    finally:
        progress.close()
    return result
