"""Two builds, or two rules numbers, against each other: random games in turn, so that a busy machine disturbs both alike.

    python -m bench.pairs FOLDER FOLDER [EDITION] [PLAYERS] [GAMES] [PAIRS]

A folder is a checkout, or one that `hatch_build.py` has compiled into. `FOLDER@1` plays by rules number 1; without a number the
newest rules are played. A round plays the same GAMES on each side; the side that begins alternates. The figures are processor
time: the median over the rounds, and the ratio of the first side to the second, so that above 1 the first is quicker.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Final

EDITION: Final = "base"
PLAYERS: Final = 2
GAMES: Final = 200
PAIRS: Final = 11
WARM_UP_SEED: Final = 1_000_000

# What each side runs. It may be an older checkout, in which a setup has no rules number, so it stands on its own.
PLAYER: Final = """
import sys
from time import process_time
folder, rules, edition, players, games, warm_up = sys.argv[1], *sys.argv[2:]
sys.path.insert(0, folder)
from ai.search.playout import Dice, play_at_random
from engine import GAMES
from engine.core.game import Seat, Setup

def play(first, games):
    decisions = 0
    for seed in range(first, first + games):
        setup = Setup("valley", tuple(Seat(str(who)) for who in range(int(players))), seed, edition, **extra)
        decisions += play_at_random(GAMES["valley"].start(setup), Dice(seed))
    return decisions

extra = {"rules": int(rules)} if rules else {}
play(int(warm_up), max(1, int(games) // 4))
for line in sys.stdin:
    began = process_time()
    decisions = play(int(line), int(games))
    print(process_time() - began, decisions, flush=True)
"""


class Side:
    """One side, in a process of its own that waits while the other one plays."""

    def __init__(self, name: str, edition: str, players: int, games: int) -> None:
        folder, _, rules = name.partition("@")
        options = [str(Path(folder).resolve()), rules, edition, str(players), str(games), str(WARM_UP_SEED)]
        self.name: Final = name
        self.games: Final = games
        self.per_decision: Final[list[float]] = []  # microseconds
        self.per_game: Final[list[float]] = []
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, first_seed: int) -> None:
        """Play a round, and note how long it took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(first_seed, file=self._process.stdin, flush=True)
        seconds, decisions = self._process.stdout.readline().split()
        self.per_decision.append(float(seconds) / int(decisions) * 1e6)
        self.per_game.append(float(seconds) / self.games * 1e6)

    def close(self) -> None:
        self._process.communicate()


def main(arguments: list[str]) -> None:
    names, options = arguments[:2], arguments[2:]
    edition = options[0] if options else EDITION
    players, games, pairs = (
        int(options[i]) if len(options) > i else default for i, default in enumerate((PLAYERS, GAMES, PAIRS), start=1)
    )
    if len(names) != 2:
        sys.exit(str(__doc__))
    sides = [Side(name, edition, players, games) for name in names]
    for pair in range(pairs):
        for side in sides if pair % 2 == 0 else reversed(sides):
            side.play(pair * games)
    for side in sides:
        decision, game = median(side.per_decision), median(side.per_game)
        print(
            f"{decision:9.3f} us a decision, {1e6 / decision:12,.0f} decisions/s, {1e6 / game:9,.1f} games/s  {side.name}"
        )
        side.close()
    one, two = sides
    decisions = sorted(b / a for a, b in zip(one.per_decision, two.per_decision, strict=True))
    whole = sorted(b / a for a, b in zip(one.per_game, two.per_game, strict=True))
    print(f"decisions/s, first / second: {median(decisions):.3f} ({decisions[0]:.3f} to {decisions[-1]:.3f})")
    print(f"games/s,     first / second: {median(whole):.3f} ({whole[0]:.3f} to {whole[-1]:.3f})")


if __name__ == "__main__":
    main(sys.argv[1:])
