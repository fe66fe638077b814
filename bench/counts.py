"""How many steps a random game takes, counted, so that a busy machine does not disturb the figure.

    python -m bench.counts [GAMES]                 bytecodes and calls a game, and the functions that need most of them
    valgrind --tool=callgrind python -m bench.counts play GAMES [WARM]
                                                   compiled (VOK_HOUSES): two numbers of games, and the difference of the
                                                   instructions is what so many games take

Two players, the base game, uniformly random answers, as in `vok bench`. WARM games are played first.
"""

import os
import sys
from collections import Counter
from types import CodeType, FrameType
from typing import Any, Final

MOST: Final = 25  # functions shown
WARM: Final = 100

if "VOK_HOUSES" in os.environ:
    sys.path.insert(0, os.environ["VOK_HOUSES"])


def play(first: int, games: int) -> int:
    """Games with seeds from `first` on; returns how many decisions they took."""
    from ai.playout import Dice, play_at_random
    from engine import GAMES
    from engine.core.rules import Seat, Setup

    decisions = 0
    for seed in range(first, first + games):
        setup = Setup("valley", (Seat("one"), Seat("two")), seed)
        decisions += play_at_random(GAMES["valley"].start(setup), Dice(seed))
    return decisions


class Tally:
    """Counts bytecodes and calls by function while it is set as the tracer."""

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


def count(games: int) -> None:
    tally = Tally()
    play(1000, WARM)
    sys.settrace(tally)
    decisions = play(0, games)
    sys.settrace(None)
    every, calls = tally.steps.total() / games, tally.calls.total() / games
    print(f"a game: {every:,.0f} bytecodes, {calls:,.0f} calls, {decisions / games:.1f} decisions")
    for code, steps in tally.steps.most_common(MOST):
        print(f"{steps / games / every:6.1%}{tally.calls[code] / games:8.1f} calls  {code.co_qualname}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        play(0, int(sys.argv[3]) if len(sys.argv) > 3 else WARM)
        play(0, int(sys.argv[2]))
    else:
        count(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
