"""Random games against the clock: in this process, and in one on every core at the same time. What `vok bench` asks."""

import json
import sys
from time import perf_counter
from typing import Any, Final

from ai.playout import Dice, play_at_random
from ai.process import Process, cores, program
from engine.core.rules import Game, Seat, Setup, State
from engine.games import GAMES

PLAYER: Final = program("from ai.speed import main; main()")
GAME: Final = "valley"


def first_position(game: Game[Any], seed: int) -> State:
    """Two players, the base game."""
    state: State = game.start(Setup(GAME, (Seat("one"), Seat("two")), seed))
    return state


def play(game: Game[Any], games: int) -> int:
    """Random games to their end; returns how many decisions they took."""
    decisions = 0
    for seed in range(games):
        decisions += play_at_random(first_position(game, seed), Dice(seed))
    return decisions


def together(games: int) -> float:
    """The seconds, by the clock on the wall, in which a process on every core plays so many games. Each has played as many
    before it counts. Raises OSError if the system refuses to start one, or one ends before it has played."""
    players: list[Process] = []
    try:
        players.extend(Process(PLAYER) for _ in range(cores()))
        seconds = 0.0
        for _warm_and_then_measured in range(2):
            began = perf_counter()
            for player in players:
                player.give({"games": games})
            if None in [player.take() for player in players]:
                raise ChildProcessError("one of them has ended")
            seconds = perf_counter() - began
        return seconds
    finally:
        for player in players:
            player.stop()


def main() -> None:
    """Play as many games as each letter asks for, and say so, until the letters end."""
    for letter in sys.stdin:
        games = int(json.loads(letter)["games"])
        play(GAMES[GAME], games)
        sys.stdout.write(json.dumps({"games": games}) + "\n")
        sys.stdout.flush()
