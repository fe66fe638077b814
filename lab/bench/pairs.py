"""Times two builds: random games in turn, so that a busy machine disturbs both alike.

A folder is a checkout, or one that `hatch_build.py` has compiled into. A round plays the same games on each side; the side that
begins alternates. The figures are processor time.
"""

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any, Final

WARM_UP_SEED: Final = 1_000_000
DRIVER: Final = Path(__file__).with_name("commit_driver.py")


class Side:
    """One side: a process that plays with the packages of a folder, and waits while the other side plays."""

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self._process = subprocess.Popen(
            [sys.executable, str(DRIVER), str(Path(name).resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, task: str, edition: str, players: int, seed: int, games: int = 1, **details: object) -> None:
        """Send a request. Another side can get its request before `receive` waits for the answer. `edition` is that of Valley of
        the Kings, or the name of another game and its edition: `tal/base`. `details` are what this task needs besides."""
        assert self._process.stdin is not None
        game, _, name = edition.rpartition("/")
        request = {
            "task": task,
            "game": game or "valley",
            "edition": name,
            "players": players,
            "seed": seed,
            "games": games,
            **details,
        }
        print(json.dumps(request), file=self._process.stdin, flush=True)

    def receive(self) -> Any:
        """The answer to the last request. If the side has ended, exits; its traceback has been printed."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"{self.name} cannot play this")
        return json.loads(line)

    def close(self) -> None:
        self._process.communicate()


class Rounds:
    """The times of the rounds of one side, in microseconds per decision."""

    def __init__(self, side: Side, edition: str, players: int, games: int) -> None:
        self.side: Final = side
        self.options: Final = (edition, players)
        self.games: Final = games
        self.per_decision: Final[list[float]] = []
        side.send("time", edition, players, WARM_UP_SEED, max(1, games // 4))
        side.receive()

    def play(self, first_seed: int) -> None:
        """Play a round, and record its times."""
        self.side.send("time", *self.options, first_seed, self.games)
        seconds, decisions = self.side.receive()
        self.per_decision.append(seconds / decisions * 1e6)


def time_pairs(sides: list[Side], edition: str, players: int, games: int, pairs: int) -> tuple[Rounds, Rounds]:
    """Let both sides play in turn."""
    first, second = [Rounds(side, edition, players, games) for side in sides]
    for pair in range(pairs):
        for rounds in (first, second) if pair % 2 == 0 else (second, first):
            rounds.play(pair * games)
    return first, second


def ratio_text(first: list[float], second: list[float]) -> str:
    """How many times faster the first side is: the median and the range over the rounds."""
    values = sorted(b / a for a, b in zip(first, second, strict=True))
    return f"{median(values):.3f} ({values[0]:.3f} to {values[-1]:.3f})"
