"""Measures the speed of random games: in this process, and in one process per core at the same time. Used by `vok bench`."""

import json
from time import perf_counter
from typing import Any, Final

from ai.process.limits import core_count
from ai.process.pipes import HelperProcess, PipeHost, python_command, serve
from ai.search.playout import DecisionCount, Rng, playout_to_end
from engine.core.game import Game, Seat, Setup, State
from engine.core.setup import Variant
from engine.games import GAMES

Seconds = float  # wall-clock
PLAYER_COMMAND: Final = python_command("from lab.benchmark import serve_random_games; serve_random_games()")


def benchmark_first_position(game: Game[Any], seed: int) -> State:
    """The first position of a game for two players, in the default edition."""
    state: State = game.start(benchmark_setup(game, seed))
    return state


def first_choice_position(game: Game[Any], seed: int) -> State:
    """The first position after that with at least two moves, where a search has something to compare. In a game without any
    choice, its first position."""
    state = benchmark_first_position(game, seed)
    while state.move_count == 1:
        state.apply(state.menu[0])
    return state if state.move_count > 1 else benchmark_first_position(game, seed)


def benchmark_setup(game: Game[Any], seed: int) -> Setup:
    """A setup of the default edition, for two players or the nearest number that it allows."""
    edition = game.editions()[0]
    players = min(max(2, edition.min_players), edition.max_players)
    seats = tuple([Seat(f"seat {number}") for number in range(1, players + 1)])
    return Setup(game.name(), seats, seed, Variant(edition.name))


def play_random_games(game: Game[Any], games: int) -> DecisionCount:
    """Play random games to their end, with the seeds from 0 on. Returns the number of decisions."""
    decisions = 0
    for seed in range(games):
        decisions += playout_to_end(benchmark_first_position(game, seed), Rng(seed))
    return decisions


def time_random_games_on_all_cores(game: Game[Any], games_per_core: int) -> Seconds:
    """Wall-clock seconds in which one process per core plays that many random games, after a warm-up of the same size. Raises
    OSError if a process cannot be started or ends early."""
    players: list[HelperProcess] = []
    try:
        players.extend(HelperProcess(PLAYER_COMMAND) for _ in range(core_count()))
        seconds = 0.0
        for _warm_and_then_measured in range(2):
            started = perf_counter()
            for player in players:
                player.send({"game": game.name(), "games_to_play": games_per_core})
            if None in [player.receive() for player in players]:
                raise ChildProcessError("one of them has ended")
            seconds = perf_counter() - started
        return seconds
    finally:
        for player in players:
            player.stop()


def serve_random_games() -> None:
    """The main loop of a process: play as many games as each message asks for, until the input ends."""
    serve(_play_requested_games, PipeHost())


def _play_requested_games(message: bytes) -> dict[str, Any]:
    fields = json.loads(message)
    games = int(fields["games_to_play"])
    play_random_games(GAMES[fields["game"]], games)
    return {"played": games}
