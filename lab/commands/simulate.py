"""`vok simulate`: plays games between opponents without a screen, and may save them. The same command line plays the same games
on every machine."""

import json
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ai.bots.player_spec import PlayerSpec
from ai.kit import kit_of
from ai.levels import SHABTI
from engine.core.action import Action
from engine.core.game import MAX_SEATS, MAX_SEED, Game, Seat, Setup
from engine.core.luck import hash_combine, seeded_hash
from engine.core.match import Match
from engine.core.setup import Variant
from engine.core.wording import plural
from engine.games import GAMES, load_object
from lab.game_runner import run_game
from lab.statistics import Statistics
from saves.clean_text import file_stem, visible
from saves.format.frames import time_now
from saves.save_file import SAVE_SUFFIX, SaveFile, free_save_path
from vok_tui import __version__
from vok_tui.cli import game_options
from vok_tui.cli.charts import Bar, Chart, add_svg_argument, print_with_charts
from vok_tui.cli.player_options import check_level_has_no_budget, check_levels
from vok_tui.cli.progress import ProgressBar
from vok_tui.shared.errors import CommandError, ExitCode, UsageError
from vok_tui.shared.parser import Parser


class GameSaver:
    """Saves games: each as a new file in a folder, or the only one as the file `single`. Made by `prepare_destination`."""

    def __init__(self, folder: Path, single: Path | None) -> None:
        self._folder: Final = folder
        self._single: Final = single

    @classmethod
    def prepare_destination(cls, path: Path, game_count: int) -> "GameSaver":
        """A saver to the file `path` if that ends in .vok, otherwise to the folder `path`. Creates the folder.

        Raises UsageError for several games in one file, and CommandError for a folder that cannot be created and for a file that
        exists."""
        single = path if path.suffix == SAVE_SUFFIX and not path.is_dir() else None
        if single is not None and game_count > 1:
            raise UsageError(
                f"simulate: one file holds one game; --save takes a folder for {game_count} games, or add --games 1"
            )
        if single is not None and single.exists():
            raise CommandError(f"{visible(str(single))} exists already: choose another name")
        folder = path.parent if single is not None else path
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{visible(str(folder))} cannot be made ({error.strerror}): choose another") from None
        return cls(folder, single)

    @property
    def destination_text(self) -> str:
        """The path of the file or folder, for display."""
        return visible(str(self._single or self._folder))

    def save(self, game: Game[Any], setup: Setup, actions: Sequence[Action]) -> None:
        """Save one game. Raises CannotWrite and AlreadyThere."""
        match = Match(game, setup)
        for action in actions:
            match.play(action)
        name = file_stem(setup.game, setup.variant.edition, *[seat.level for seat in setup.seats], str(setup.seed))
        path = self._single or free_save_path(self._folder, name)
        with SaveFile.create(path, setup, game, __version__, time_now()) as file:
            file.keep(match)


MAX_GAMES: Final = 10_000_000
PROGRESS_DELAY_SECONDS: Final = 0.5


def add_arguments(parser: Parser) -> None:
    parser.add_number("--games", (1, MAX_GAMES), "number of games", default=100)
    parser.add_argument(
        "--seats",
        metavar="LEVEL,...",
        type=parse_levels_without_budgets,
        help="a level for each seat, as the edition allows (default: a scribe against shabtis)",
    )
    game_options.add_arguments(parser)
    parser.add_seed(MAX_SEED)
    parser.add_argument("--stats", action="store_true", help="print what each card or piece did, and whether it helped")
    parser.add_argument(
        "--save",
        metavar="PATH",
        type=Path,
        help="save the games, to be watched with vok open: in the folder PATH, or a single one as the file PATH if that ends in "
        ".vok",
    )
    add_svg_argument(parser)
    parser.add_json()


def parse_levels_without_budgets(text: str) -> list[str]:
    """Parse levels separated by commas."""
    names = [name.strip() for name in text.split(",")]
    if not 1 <= len(names) <= MAX_SEATS:
        raise ArgumentTypeError(f'1 to {MAX_SEATS} levels separated by commas, not "{text}"')
    for name in names:
        check_level_has_no_budget("simulate", name)
    return names


@dataclass
class SimulationTotals:
    """The totals over many games."""

    game: str
    seat_levels: list[str]
    variant: Variant
    games: int = 0
    decisions: int = 0
    shared: int = 0
    digest: int = 0
    wins: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    has_points: bool = False
    statistics: Statistics | None = None  # with --stats
    saver: GameSaver | None = None  # with --save

    def __post_init__(self) -> None:
        self.wins = [0] * len(self.seat_levels)
        self.points = [0] * len(self.seat_levels)

    @property
    def mean_points(self) -> list[float]:
        return [round(points / self.games, 3) for points in self.points]


def run(args: Namespace) -> int:
    variant = game_options.read_variant(args)
    totals = SimulationTotals(
        args.game, args.seats or default_seat_levels(game_options.game_named(args.game), variant.edition), variant
    )
    check_levels("simulate", args.game, [PlayerSpec(level) for level in totals.seat_levels])
    game_options.check_playable("simulate", simulated_setup(totals, 0))
    if args.stats:
        statistics = kit_of(simulated_game(totals)).statistics
        if not statistics:
            raise UsageError("simulate: this game has no statistics; leave out --stats")
        totals.statistics = load_object(statistics)()
    if args.save is not None:
        totals.saver = GameSaver.prepare_destination(args.save, args.games)
    play_games(totals, args.games, args.seed)
    if args.json:
        facts = {
            "games": totals.games,
            "decisions": totals.decisions,
            "edition": totals.variant.edition,
            "sets": list(totals.variant.choices),  # the old name of `choices`
            "game": totals.game,
            "choices": list(totals.variant.choices),
            "seats": totals.seat_levels,
            "wins": totals.wins,
            "shared": totals.shared,
            "mean_scores": totals.mean_points,
            "digest": f"{totals.digest:016x}",
        }
        if totals.statistics is not None:
            facts["cards"] = totals.statistics.to_dicts()
        print(json.dumps(facts))
    print_with_charts(totals_lines(totals), statistics_charts(totals), args.svg, quiet=args.json)
    return ExitCode.OK


def play_games(totals: SimulationTotals, games: int, seed: int) -> None:
    progress = ProgressBar(games, "games", delay=PROGRESS_DELAY_SECONDS)
    try:
        for number in range(games):
            play_game(totals, seed, number)
            progress.update(totals.games)
    finally:
        progress.close()


def totals_lines(totals: SimulationTotals) -> list[str]:
    lines = [f"{plural(totals.games, 'game')}, {plural(totals.decisions, 'decision')}, digest {totals.digest:016x}"]
    word = simulated_game(totals).score_word()
    for seat, level in enumerate(totals.seat_levels):
        points = f"  {totals.mean_points[seat]:>8.2f} {word} per game" if totals.has_points else ""
        lines.append(f"  seat {seat + 1}  {level:<8}{totals.wins[seat]:>8} won{points}")
    lines.append(f"  {totals.shared} shared")
    if totals.saver is not None:
        lines.append(f"  saved in {totals.saver.destination_text}")
    return [*lines, "", *totals.statistics.table_lines()] if totals.statistics is not None else lines


def statistics_charts(totals: SimulationTotals) -> list[Chart]:
    """The chart of the statistics; none without --stats."""
    if totals.statistics is None:
        return []
    chart = totals.statistics.share_chart()
    return [Chart(chart.title, [Bar(name, share, f"{100 * share:.0f}%") for name, share in chart.shares])]


def default_seat_levels(game: Game[Any], edition: str) -> list[str]:
    """The default level, and shabtis up to the minimum number of players of the edition."""
    return [kit_of(game).default_level(), *[SHABTI] * (game.edition(edition).min_players - 1)]


def simulated_setup(totals: SimulationTotals, game_seed: int) -> Setup:
    """The setup of the game with this seed, which is that of the game and not of --seed."""
    seats = tuple(
        Seat(level if totals.seat_levels.count(level) == 1 else f"{level} {place}", level)
        for place, level in enumerate(totals.seat_levels, start=1)
    )
    return Setup(totals.game, seats, game_seed, totals.variant)


def simulated_game(totals: SimulationTotals) -> Game[Any]:
    """The rules of the simulated game."""
    return GAMES[simulated_setup(totals, 0).game]


def play_game(totals: SimulationTotals, seed: int, game_number: int) -> None:
    """Play game `game_number` of a seed and add it to the totals. Raises CommandError if pieces got lost or appeared."""
    game = simulated_game(totals)
    kit = kit_of(game)
    game_seed = seeded_hash(seed, game_number) >> 1
    state = game.start(simulated_setup(totals, game_seed))
    pieces = kit.count_pieces_by_kind(state)
    statistics = totals.statistics
    if statistics is not None:
        statistics.begin_game(state)
    players = [PlayerSpec(level) for level in totals.seat_levels]
    actions: list[Action] | None = [] if totals.saver is not None else None
    after_move = statistics.count_new_events if statistics is not None else None
    result = run_game(game, state, game_seed, players, after_move, actions)
    if kit.count_pieces_by_kind(state) != pieces:
        raise CommandError(f"game {game_number} of seed {seed} ended with other pieces than it began with")
    if totals.saver is not None and actions is not None:
        totals.saver.save(game, simulated_setup(totals, game_seed), actions)
    totals.games += 1
    totals.decisions += result.move_count
    totals.digest = hash_combine(totals.digest, result.digest)
    if statistics is not None:
        statistics.end_game(result.rewards)
    winners = [seat for seat, reward in enumerate(result.rewards) if reward > 0]
    if len(winners) == 1:
        totals.wins[winners[0]] += 1
    else:
        totals.shared += 1
    totals.has_points = totals.has_points or bool(result.points)
    for seat, points in enumerate(result.points):
        totals.points[seat] += points
