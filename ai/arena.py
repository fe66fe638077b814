"""Opponents measured against each other: who plays which game from which seat, and one such game played.

A block is as many games as there are seats, all with the same luck: the same setup seed, and the contestants move on by one
seat from game to game. What the cards and the seats give to one they give to all.

A game is a job, and what it came to is a small dict. Both can be had as JSON, so that any process, here or elsewhere, can play
it. But for the time it took, the result is a function of the job, unless somebody answers by the clock.

A guest that fails forfeits: the game is over, it gets nothing, and the others share the victory.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from time import perf_counter
from typing import Any, Final, NamedTuple

from ai.bots import decision_seed
from ai.chairs import Chair, Sitter, chair
from ai.contestants import Contestant
from ai.guests import GuestFailed
from engine.core.rules import NOBODY, Seat, Setup
from engine.games import GAMES

Result = dict[str, Any]


class Job(NamedTuple):
    """A game to be played: number `turn` of a block, from its setup, with whoever sits in each seat."""

    block: int
    turn: int
    setup: Setup
    sitters: tuple[Sitter, ...]

    def pack(self) -> list[Any]:
        """As JSON can hold it."""
        return [self.block, self.turn, self.setup.pack(), self.sitters]

    @staticmethod
    def unpack(packed: Sequence[Any]) -> "Job":
        """The way back. Raises BadSetup."""
        block, turn, setup, sitters = packed
        return Job(block, turn, Setup.unpack(setup), tuple([tuple(sitter) for sitter in sitters]))


class Contest:
    """Who meets whom, with which luck and with which cards. The first contestant is the one that is measured. Block b is dealt by
    `seed` + b; `choices` and `cards` are those of a setup."""

    def __init__(
        self,
        contestants: tuple[Contestant, ...],
        seed: int,
        game: str = "valley",
        edition: str = "base",
        choices: tuple[str, ...] = (),
        cards: str = "",
    ) -> None:
        self.contestants: Final = contestants
        self.seed: Final = seed
        seats = tuple([Seat(one.level, one.level) for one in contestants])
        self.setup: Final = Setup(game, seats, seed, edition, choices, cards)

    @property
    def players(self) -> int:
        return len(self.contestants)

    def jobs(self, block: int) -> list[Job]:
        """The games of a block. In game `turn` contestant i sits in seat i + `turn`."""
        return [self._job(block, turn) for turn in range(self.players)]

    def seat(self, who: int, turn: int) -> int:
        """Where contestant `who` sits in that game of a block."""
        return (who + turn) % self.players

    def facts(self) -> dict[str, Any]:
        """All that the results of a block depend on, but for the program itself."""
        setup = self.setup
        sources = {one.level: one.source for one in self.contestants if one.source}
        return {
            "game": setup.game,
            "edition": setup.edition,
            **({"choices": list(setup.choices)} if setup.choices else {}),
            **({"cards": setup.cards} if setup.cards else {}),
            "players": [one.name for one in self.contestants],
            **({"guests": sources} if sources else {}),
            "seed": self.seed,
        }

    def _job(self, block: int, turn: int) -> Job:
        seated = [self.contestants[(seat - turn) % self.players] for seat in range(self.players)]
        seats = tuple([Seat(one.level, one.level) for one in seated])
        sitters = [(one.level, one.budget.simulations, one.budget.milliseconds, one.source) for one in seated]
        return Job(block, turn, self.setup.reseated(seats, self.seed + block), tuple(sitters))


def play(job: Job) -> Result:
    """Play a game to its end. For each seat: reward, points, how many choices it had to make, the milliseconds that they took
    together (where there is one answer only, nobody thinks), and why it forfeited, "" if it did not. Raises BadSetup."""
    setup, sitters = job.setup, job.sitters
    game = GAMES[setup.game]
    state = game.start(setup)
    decisions = [0] * len(sitters)
    seconds = [0.0] * len(sitters)
    forfeits = [""] * len(sitters)
    who = 0
    with ExitStack() as room:
        try:
            chairs: list[Chair] = []
            for who, sitter in enumerate(sitters):
                chairs.append(room.enter_context(chair(game, state, who, sitter)))
            ply = 0
            while state.mover != NOBODY:
                who = int(state.mover)
                began = perf_counter()
                move = chairs[who].choose(state, decision_seed(setup.seed, ply, who), ply)
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
