"""`vok bench`: how quick the engine and the search are here. Time is that of the processor on our own work, and each figure the
best of a few rounds of the same work: so other programs disturb it least. What all cores do together is told by the clock on
the wall."""

import json
from argparse import Namespace
from collections.abc import Callable
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from vok_tui.commands.parser import Parser
from vok_tui.errors import Refused
from vok_tui.exits import Exit

if TYPE_CHECKING:
    from engine.core.match import Match
    from engine.core.rules import Game, State

ROUNDS: Final = 3
GAMES_A_ROUND: Final = 300
GAMES_TOGETHER: Final = 1200  # by each process, so that starting on a letter weighs little
COPIES_A_ROUND: Final = 20_000
TABLES: Final = 20  # positions that these are made of: what is hidden differs, and with it the work
SIMULATIONS: Final = 100  # a tree, from the first move
TREES_A_ROUND: Final = 4
TURNS: Final = 12  # of random play before the position is judged, in the search that plays on at all


def fill(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="one object, for programs")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, for a first look")


def run(args: Namespace) -> int:
    try:
        figures = measure(10 if args.quick else 1)
    except OSError as fault:
        raise Refused(f"the processes that play on all cores could not do it: {fault.strerror or fault}") from None
    if args.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:<32}{figure!s:>12}")
    return Exit.WELL


def measure(part: int) -> dict[str, Any]:
    """All figures, from so many-th a part of the work. Two players, the base game."""
    from ai.process import cores
    from ai.speed import play, together
    from engine import GAMES
    from vok_tui.levels import compiled

    game = GAMES["valley"]
    games = GAMES_A_ROUND // part
    many = GAMES_TOGETHER // part
    decisions = play(game, games)
    seconds = best_of(lambda: play(game, games))
    tables = [mid_game(game, seed) for seed in range(1, TABLES + 1)]
    match = finished(game)
    nodes = len(match.log)
    copies = COPIES_A_ROUND // part
    trees = max(1, TREES_A_ROUND // part)
    return {
        "random_games_per_s": round(games / seconds),
        "random_games_per_s_on_all_cores": round(cores() * many / min(together(many) for _ in range(ROUNDS))),
        "cores": cores(),
        "decisions_per_s": round(decisions / seconds),
        "copy_us": round(best_of(lambda: copy(tables, copies)) / copies * 1e6, 2),
        "determinize_us": round(best_of(lambda: determinize(game, tables, copies)) / copies * 1e6, 2),
        "node_by_replay_us": round(best_of(lambda: replay(match)) / nodes * 1e6, 1),
        "mcts_simulations_per_s": round(trees * SIMULATIONS / best_of(lambda: search(game, trees))),
        f"mcts_{TURNS}_turns_per_s": round(trees * SIMULATIONS / best_of(lambda: play_on(game, trees))),
        "compiled": compiled(),
    }


def best_of(work: Callable[[], object]) -> float:
    """The seconds of the quickest round."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = process_time()
        work()
        best = min(best, process_time() - began)
    return best


def mid_game(game: "Game[Any]", seed: int) -> "State":
    """A position after eighty random answers."""
    from ai.playout import Dice
    from ai.speed import first_position

    state = first_position(game, seed)
    dice = Dice(seed)
    for _ in range(80):
        state.apply(state.menu[dice.below(state.offered)])
    return state


def finished(game: "Game[Any]") -> "Match":
    """A random game, played to its end."""
    from ai.playout import Dice
    from engine.core.match import Match
    from engine.core.rules import NOBODY, Seat, Setup

    match = Match(game, Setup("valley", (Seat("one"), Seat("two")), 1))
    dice = Dice(1)
    while match.state.mover != NOBODY:
        match.play(game.action(match.state, match.state.menu[dice.below(match.state.offered)]))
    return match


def replay(match: "Match") -> None:
    """The position at each node once, from the nearest that was kept."""
    for node in range(len(match.log)):
        match.at(node)


def copy(tables: "list[State]", times: int) -> None:
    for table in tables:
        for _ in range(times // TABLES):
            table.copy()


def determinize(game: "Game[Any]", tables: "list[State]", times: int) -> None:
    """A copy, and all that is hidden drawn anew."""
    for table in tables:
        for seed in range(times // TABLES):
            game.determinize(table, table.mover, seed)


def search(game: "Game[Any]", trees: int) -> None:
    """What the priest does for a decision."""
    from ai.bots import choose
    from ai.levels import Budget
    from ai.speed import first_position

    for seed in range(trees):
        state = first_position(game, seed)
        choose(game, state, state.mover, "priest", Budget(SIMULATIONS), seed)


def play_on(game: "Game[Any]", trees: int) -> None:
    """The same from a tree whose every simulation plays TURNS turns on at random; then the written judge is asked."""
    from ai.bots import written_judge
    from ai.mcts import Search
    from ai.speed import first_position

    for seed in range(trees):
        state = first_position(game, seed)
        Search(game, state, int(state.mover), seed, written_judge(game, state, TURNS)).run(SIMULATIONS)
