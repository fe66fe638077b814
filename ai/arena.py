"""Opponents measured against each other: who plays which game from which seat, and one such game played.

A block is as many games as there are seats, all with the same luck: the same setup seed, and the contestants move on by one
seat from game to game. What the cards and the seats give to one they give to all.

A game is a job, a small tuple, and what it came to is a small dict, so that any process, here or elsewhere, can play it. But for
the time it took, the result is a function of the job, unless somebody answers by the clock.

A guest that fails forfeits: the game is over, it gets nothing, and the others share the victory.
"""

from contextlib import ExitStack
from time import perf_counter
from typing import Any, Final

from ai.bots import decision_seed
from ai.chairs import Chair, Sitter, chair
from ai.contestants import Contestant
from ai.guests import GuestFailed
from engine.core.rules import NOBODY, Seat, Setup
from engine.games import GAMES

MOST_SEED: Final = (1 << 63) - 1

Job = tuple[int, int, str, str, int, tuple[Sitter, ...]]  # block, turn, game, edition, seed, who sits in each seat
Result = dict[str, Any]


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
                tuple(
                    (sits.level, sits.budget.simulations, sits.budget.milliseconds, sits.source)
                    for sits in self._seated(turn)
                ),
            )
            for turn in range(self.players)
        ]

    def seat(self, who: int, turn: int) -> int:
        """Where contestant `who` sits in that game of a block."""
        return (who + turn) % self.players

    def facts(self) -> dict[str, Any]:
        """All that the results of a block depend on, but for the program itself."""
        sources = {one.level: one.source for one in self.contestants if one.source}
        return {
            "game": self.game,
            "edition": self.edition,
            "players": [one.name for one in self.contestants],
            **({"guests": sources} if sources else {}),
            "seed": self.seed,
        }

    def _seated(self, turn: int) -> list[Contestant]:
        return [self.contestants[(seat - turn) % self.players] for seat in range(self.players)]


def play(job: Job) -> Result:
    """Play a game to its end. For each seat: reward, points, how many choices it had to make, the milliseconds that they took
    together (where there is one answer only, nobody thinks), and why it forfeited, "" if it did not. Raises BadSetup."""
    _, _, name, edition, seed, sitters = job
    game = GAMES[name]
    setup = Setup(name, tuple(Seat(sitter[0], sitter[0]) for sitter in sitters), seed, edition)
    state = game.start(setup)
    decisions = [0] * len(sitters)
    seconds = [0.0] * len(sitters)
    forfeits = [""] * len(sitters)
    who = 0
    with ExitStack() as room:
        try:
            chairs: list[Chair] = []
            for who, sitter in enumerate(sitters):
                chairs.append(room.enter_context(chair(game, setup, state, who, sitter)))
            ply = 0
            while state.mover != NOBODY:
                who = int(state.mover)
                began = perf_counter()
                move = chairs[who].choose(state, decision_seed(seed, ply, who))
                if state.offered > 1:
                    decisions[who] += 1
                    seconds[who] += perf_counter() - began
                state.apply(move)
                ply += 1
        except GuestFailed as failed:
            forfeits[who] = failed.reason
    return {
        "rewards": rewards_without(who, len(sitters)) if any(forfeits) else game.rewards(state),
        "points": game.scores(state),
        "decisions": decisions,
        "ms": [round(1000 * spent, 3) for spent in seconds],
        "forfeits": forfeits,
        "digest": f"{state.digest():016x}",
    }


def rewards_without(who: int, players: int) -> list[float]:
    """What a game is worth to each seat that `who` has forfeited."""
    return [0.0 if seat == who else 1 / (players - 1) for seat in range(players)]
