"""Opponents measured against each other: who plays which game from which seat, and one such game played.

A block is as many games as there are seats, all with the same luck: the same setup seed, and the contestants move on by one
seat from game to game. What the cards and the seats give to one they give to all.

A game is a job, a small tuple, and what it came to is a small dict, so that any process, here or elsewhere, can play it. But for
the time it took, the result is a function of the job.
"""

from time import perf_counter
from typing import Any, Final

from ai.bots import choose, decision_seed
from ai.levels import MOST, Budget, level_of
from engine.core.errors import BadSetup
from engine.core.rules import NOBODY, Seat, Setup
from engine.games import GAMES

MOST_SEED: Final = (1 << 63) - 1

Job = tuple[
    int, int, str, str, int, tuple[tuple[str, int], ...]
]  # block, turn, game, edition, seed, (level, simulations)...
Result = dict[str, Any]


class Contestant:
    """A level, and how many simulations it spends on a decision; 0 is the level's own measure."""

    def __init__(self, level: str, simulations: int = 0) -> None:
        self.level: Final = level
        self.simulations: Final = simulations

    @property
    def name(self) -> str:
        return f"{self.level}:{self.simulations}" if self.simulations else self.level


def contestant(text: str, simulations: int = 0) -> Contestant:
    """Read `level` or `level:simulations`; `simulations` is for a level that searches and does not say. Raises BadSetup."""
    level, colon, number = text.partition(":")
    known = level_of(level)
    if not colon:
        return Contestant(level, simulations if known.searches else 0)
    if not known.budget:
        raise BadSetup(f'{level} does not think, so "{text[:40]}" can only be {level}')
    if not (number.isascii() and number.isdigit() and len(number) < 10 and 1 <= int(number) <= MOST):
        raise BadSetup(f'after the colon of "{text[:40]}" comes a whole number from 1 to {MOST}')
    return Contestant(level, int(number))


class Contest:
    """Who meets whom, with which luck. The first contestant is the one that is measured. Block b is dealt by `seed` + b."""

    def __init__(
        self, contestants: tuple[Contestant, ...], seed: int, game: str = "valley", edition: str = "base"
    ) -> None:
        self.contestants: Final = contestants
        self.seed: Final = seed
        self.game: Final = game
        self.edition: Final = edition

    @property
    def players(self) -> int:
        return len(self.contestants)

    def jobs(self, block: int) -> list[Job]:
        """The games of a block. In game `turn` contestant i sits in seat i + `turn`."""
        return [
            (
                block,
                turn,
                self.game,
                self.edition,
                self.seed + block,
                tuple((sits.level, sits.simulations) for sits in self._seated(turn)),
            )
            for turn in range(self.players)
        ]

    def seat(self, who: int, turn: int) -> int:
        """Where contestant `who` sits in that game of a block."""
        return (who + turn) % self.players

    def facts(self) -> dict[str, Any]:
        """All that the results of a block depend on, but for the program itself."""
        return {
            "game": self.game,
            "edition": self.edition,
            "players": [one.name for one in self.contestants],
            "seed": self.seed,
        }

    def _seated(self, turn: int) -> list[Contestant]:
        return [self.contestants[(seat - turn) % self.players] for seat in range(self.players)]


def play(job: Job) -> Result:
    """Play a game to its end. For each seat: reward, points, how many choices it had to make, and the milliseconds that they took
    together (where there is one answer only, nobody thinks). Raises BadSetup."""
    _, _, name, edition, seed, seats = job
    game = GAMES[name]
    state = game.start(Setup(name, tuple(Seat(level, level, measure) for level, measure in seats), seed, edition))
    decisions = [0] * len(seats)
    seconds = [0.0] * len(seats)
    ply = 0
    while state.mover != NOBODY:
        who = int(state.mover)
        level, measure = seats[who]
        decisions[who] += state.offered > 1
        began = perf_counter()
        move = choose(game, state, who, level, Budget(measure), decision_seed(seed, ply, who))
        seconds[who] += perf_counter() - began if state.offered > 1 else 0.0
        state.apply(move)
        ply += 1
    return {
        "rewards": game.rewards(state),
        "points": game.scores(state),
        "decisions": decisions,
        "ms": [round(1000 * spent, 3) for spent in seconds],
        "digest": f"{state.digest():016x}",
    }
