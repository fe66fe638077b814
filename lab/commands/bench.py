"""`vok bench`: measures how fast the engine and the search are on this machine.

Each figure is the best of a few rounds, in processor time, so that other programs disturb it least. Only the figure for all cores
uses wall-clock time.
"""

import json
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from time import process_time
from typing import Any, Final

from ai.bots.bot import choose, handwritten_evaluator
from ai.levels import Budget
from ai.process.limits import core_count
from ai.search.mcts import Search
from ai.search.playout import Rng
from engine.core.game import NOBODY, Game, State
from engine.core.match import Match
from lab.benchmark import (
    benchmark_first_position,
    benchmark_setup,
    first_choice_position,
    play_random_games,
    time_random_games_on_all_cores,
)
from vok_tui.cli import game_options
from vok_tui.cli.charts import Bar, Chart, add_svg_argument, print_with_charts
from vok_tui.cli.progress import ProgressBar
from vok_tui.shared.errors import CommandError, ExitCode
from vok_tui.shared.levels import is_engine_compiled
from vok_tui.shared.parser import Parser

ROUNDS: Final = 3
GAMES_PER_ROUND: Final = 300
GAMES_PER_PROCESS: Final = 1200  # enough that the start of a round hardly counts
COPIES_PER_ROUND: Final = 20_000
POSITIONS: Final = 20  # with different hidden cards, because the time depends on them
MOVES_TO_POSITION: Final = 80  # in a short game, half as many as a random game has
SIMULATIONS_PER_TREE: Final = 100
TREES_PER_ROUND: Final = 4
PLAYOUT_TURNS: Final = 12  # of random moves before the evaluation
MEASUREMENTS: Final = 7  # calls of the stopwatch
MEANINGS: Final = {  # of each figure, in at most 36 characters
    "random_games_per_s": "games of random moves, on one core",
    "random_games_per_s_on_all_cores": "the same, on all cores at once",
    "cores": "processor cores that were used",
    "decisions_per_s": "moves in these games, on one core",
    "copy_us": "microseconds to copy a position",
    "determinize_us": "microseconds to deal hidden cards",
    "node_by_replay_us": "microseconds to replay to a node",
    "mcts_simulations_per_s": "simulations of the level priest",
    f"mcts_{PLAYOUT_TURNS}_turns_per_s": f"simulations with {PLAYOUT_TURNS} random turns",
    "compiled": "whether engine and search are",
}
TOO_LARGE: Final = ("decisions_per_s",)  # their bars would be invisible beside the others


def add_arguments(parser: Parser) -> None:
    game_options.add_game_argument(parser)
    add_svg_argument(parser)
    parser.add_json()
    parser.add_argument("--quick", action="store_true", help="do a tenth of the work, for a first impression")


def run(args: Namespace) -> int:
    try:
        with closing(Stopwatch()) as stopwatch:
            figures = measure_figures(game_options.game_named(args.game), 10 if args.quick else 1, stopwatch)
    except OSError as fault:
        raise CommandError(f"the processes that play on all cores could not do it: {fault.strerror or fault}") from None
    if args.json:
        print(json.dumps(figures))
    print_with_charts(figure_lines(figures), figure_charts(figures), args.svg, quiet=args.json)
    return ExitCode.OK


def measure_figures(game: Game[Any], work_divisor: int, stopwatch: "Stopwatch") -> dict[str, Any]:
    """All figures for a game of two players in the default edition. Measures 1/`work_divisor` of the usual work."""
    games = GAMES_PER_ROUND // work_divisor
    games_per_process = GAMES_PER_PROCESS // work_divisor
    decisions = play_random_games(game, games)
    seconds = stopwatch.best_processor_seconds(lambda: play_random_games(game, games))
    match = random_finished_match(game)
    nodes = len(match.log)
    positions = [mid_game_position(game, seed, min(MOVES_TO_POSITION, nodes // 2)) for seed in range(1, POSITIONS + 1)]
    copies = COPIES_PER_ROUND // work_divisor
    trees = max(1, TREES_PER_ROUND // work_divisor)
    return {
        "random_games_per_s": round(games / seconds),
        "random_games_per_s_on_all_cores": round(
            core_count()
            * games_per_process
            / stopwatch.best_of(lambda: time_random_games_on_all_cores(game, games_per_process))
        ),
        "cores": core_count(),
        "decisions_per_s": round(decisions / seconds),
        "copy_us": round(stopwatch.best_processor_seconds(lambda: copy_positions(positions, copies)) / copies * 1e6, 2),
        "determinize_us": round(
            stopwatch.best_processor_seconds(lambda: determinize_positions(game, positions, copies)) / copies * 1e6, 2
        ),
        "node_by_replay_us": round(stopwatch.best_processor_seconds(lambda: replay_nodes(match)) / nodes * 1e6, 1),
        "mcts_simulations_per_s": round(
            trees * SIMULATIONS_PER_TREE / stopwatch.best_processor_seconds(lambda: search_as_priest(game, trees))
        ),
        f"mcts_{PLAYOUT_TURNS}_turns_per_s": round(
            trees * SIMULATIONS_PER_TREE / stopwatch.best_processor_seconds(lambda: search_with_playouts(game, trees))
        ),
        "compiled": is_engine_compiled(),
    }


class Stopwatch:
    """Measures the fastest of ROUNDS rounds, and shows the progress over all measurements."""

    def __init__(self) -> None:
        self._bar: Final = ProgressBar(MEASUREMENTS * ROUNDS, "rounds")
        self._rounds_done = 0

    def best_processor_seconds(self, work: Callable[[], object]) -> float:
        """The processor seconds of the fastest of a few rounds of `work`."""
        return self.best_of(lambda: _processor_seconds(work))

    def best_of(self, measure_seconds: Callable[[], float]) -> float:
        """The smallest result of a few calls of `measure_seconds`."""
        best = float("inf")
        for _ in range(ROUNDS):
            best = min(best, measure_seconds())
            self._rounds_done += 1
            self._bar.update(self._rounds_done)
        return best

    def close(self) -> None:
        self._bar.close()


def _processor_seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def figure_lines(figures: dict[str, Any]) -> list[str]:
    """Each figure with its meaning, as lines of text."""
    return [f"{name:<32}{figure!s:>10}  {MEANINGS[name]}" for name, figure in figures.items()]


def figure_charts(figures: dict[str, Any]) -> list[Chart]:
    """A chart for each unit, with the figures in that unit."""
    charts = []
    for unit, title in (("_per_s", "Per second, more is better"), ("_us", "Microseconds, less is better")):
        names = [name for name in figures if unit in name and name not in TOO_LARGE]
        charts.append(Chart(title, [Bar(name, figures[name], str(figures[name])) for name in names]))
    return charts


def mid_game_position(game: Game[Any], seed: int, moves: int) -> State:
    """A position after a number of random moves."""
    state = benchmark_first_position(game, seed)
    rng = Rng(seed)
    for _ in range(moves):
        state.apply(state.menu[rng.below(state.move_count)])
    return state


def random_finished_match(game: Game[Any]) -> Match:
    """A finished game of random moves, always the same one."""
    match = Match(game, benchmark_setup(game, 1))
    rng = Rng(1)
    while match.state.mover != NOBODY:
        match.play(game.action(match.state, match.state.menu[rng.below(match.state.move_count)]))
    return match


def replay_nodes(match: Match) -> None:
    """Compute the position at each node once, from the nearest cached one."""
    for node in range(len(match.log)):
        match.at(node)


def copy_positions(positions: list[State], total_copies: int) -> None:
    """Copy all positions equally often, this number of times in all."""
    for position in positions:
        for _ in range(total_copies // POSITIONS):
            position.copy()


def determinize_positions(game: Game[Any], positions: list[State], total_deals: int) -> None:
    """Deal the hidden cards of all positions equally often, this number of times in all."""
    for position in positions:
        for seed in range(total_deals // POSITIONS):
            game.determinize(position, position.mover, seed)


def search_as_priest(game: Game[Any], position_count: int) -> None:
    """Let the level `priest` search for one decision in each of `position_count` positions."""
    for seed in range(position_count):
        state = first_choice_position(game, seed)
        choose(game, state, state.mover, "priest", Budget(SIMULATIONS_PER_TREE), seed)


def search_with_playouts(game: Game[Any], position_count: int) -> None:
    """Search in each of `position_count` positions, with random playouts of PLAYOUT_TURNS turns before the handwritten
    evaluation."""
    for seed in range(position_count):
        state = first_choice_position(game, seed)
        Search(game, state, int(state.mover), seed, handwritten_evaluator(game, state, PLAYOUT_TURNS)).run(
            SIMULATIONS_PER_TREE
        )
