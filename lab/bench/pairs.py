"""Compares the speed of two builds: random games in turn, so that a busy machine disturbs both alike.

    python -m lab.bench.pairs FOLDER FOLDER [EDITION] [PLAYERS] [GAMES] [PAIRS]

A folder is a checkout, or one that `hatch_build.py` has compiled into; it may hold any commit since the tag
reference-1. A round plays the same GAMES on each side; the side that begins
alternates. The figures are processor time: the median over the rounds, and the ratio of the first side to the second; above 1
the first side is faster.
"""

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any, Final

EDITION: Final = "base"
PLAYERS: Final = 2
GAMES: Final = 200
PAIRS: Final = 11
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
    """The times of the rounds of one side, in microseconds per decision and per game."""

    def __init__(self, side: Side, edition: str, players: int, games: int) -> None:
        self.side: Final = side
        self.options: Final = (edition, players)
        self.games: Final = games
        self.per_decision: Final[list[float]] = []
        self.per_game: Final[list[float]] = []
        side.send("time", edition, players, WARM_UP_SEED, max(1, games // 4))
        side.receive()

    def play(self, first_seed: int) -> None:
        """Play a round, and record its times."""
        self.side.send("time", *self.options, first_seed, self.games)
        seconds, decisions = self.side.receive()
        self.per_decision.append(seconds / decisions * 1e6)
        self.per_game.append(seconds / self.games * 1e6)


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


def main(arguments: list[str]) -> None:
    names, options = arguments[:2], arguments[2:]
    if len(names) != 2:
        sys.exit(str(__doc__))
    edition = options[0] if options else EDITION
    players, games, pairs = (
        int(options[i]) if len(options) > i else default for i, default in enumerate((PLAYERS, GAMES, PAIRS), start=1)
    )
    sides = [Side(name) for name in names]
    first, second = time_pairs(sides, edition, players, games, pairs)
    for rounds in (first, second):
        decision, game = median(rounds.per_decision), median(rounds.per_game)
        print(
            f"{decision:9.3f} us per decision, {1e6 / decision:12,.0f} decisions/s, {1e6 / game:9,.1f} games/s  "
            f"{rounds.side.name}"
        )
        rounds.side.close()
    print(f"decisions/s, first / second: {ratio_text(first.per_decision, second.per_decision)}")
    print(f"games/s,     first / second: {ratio_text(first.per_game, second.per_game)}")


if __name__ == "__main__":
    main(sys.argv[1:])
