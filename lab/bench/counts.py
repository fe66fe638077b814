"""Counts the bytecodes and calls of a random game; unlike times, counts do not depend on the load of the machine.

    python -m lab.bench.counts [GAMES]                 bytecodes and calls per game, and the functions with the most bytecodes
    valgrind --tool=callgrind python -m lab.bench.counts play GAMES [WARM]
                                                   compiled (VOK_COMPILED): run it with two numbers of games; the difference of
                                                   the instructions belongs to the additional games

Two players, the base game, uniformly random moves, as in `vok bench`. WARM games are played first.
"""

import os
import sys
from collections import Counter
from types import CodeType, FrameType
from typing import Any, Final

FUNCTIONS_SHOWN: Final = 25
WARM_UP_GAMES: Final = 100

if "VOK_COMPILED" in os.environ:
    sys.path.insert(0, os.environ["VOK_COMPILED"])


def play_random_games(first_seed: int, games: int) -> int:
    """Play games with seeds from `first_seed` on; returns the number of decisions."""
    from ai.search.playout import Rng, playout_to_end
    from engine import GAMES
    from engine.core.game import Seat, Setup

    decisions = 0
    for seed in range(first_seed, first_seed + games):
        setup = Setup("valley", (Seat("one"), Seat("two")), seed)
        decisions += playout_to_end(GAMES["valley"].start(setup), Rng(seed))
    return decisions


class OpcodeCounter:
    """A trace function that counts bytecodes and calls by function."""

    def __init__(self) -> None:
        self.steps: Counter[CodeType] = Counter()
        self.calls: Counter[CodeType] = Counter()

    def __call__(self, frame: FrameType, _event: str, _arg: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        self.calls[frame.f_code] += 1
        return self.step

    def step(self, frame: FrameType, event: str, _arg: Any) -> Any:
        if event == "opcode":
            self.steps[frame.f_code] += 1
        return self.step


def print_counts(games: int) -> None:
    counter = OpcodeCounter()
    play_random_games(1000, WARM_UP_GAMES)
    sys.settrace(counter)
    decisions = play_random_games(0, games)
    sys.settrace(None)
    bytecodes, calls = counter.steps.total() / games, counter.calls.total() / games
    print(f"per game: {bytecodes:,.0f} bytecodes, {calls:,.0f} calls, {decisions / games:.1f} decisions")
    for code, steps in counter.steps.most_common(FUNCTIONS_SHOWN):
        print(f"{steps / games / bytecodes:6.1%}{counter.calls[code] / games:8.1f} calls  {code.co_qualname}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        play_random_games(0, int(sys.argv[3]) if len(sys.argv) > 3 else WARM_UP_GAMES)
        play_random_games(0, int(sys.argv[2]))
    else:
        print_counts(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
