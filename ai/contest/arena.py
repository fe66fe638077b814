"""A contest between players: which games are played, and who sits where.

A block has one game for each seat, all with the same setup seed. From game to game the players move on by one seat, so neither
luck nor seats favour anyone.

A job describes one game, and its result is a small dict. Both can be written as JSON, so any process can play the game. The
result depends only on the job, except for measured times and for players with a time budget.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ai.bots.player_spec import PlayerSpec
from ai.contest.game_runner import GameResultDict, run_game
from engine.core.game import Seat, Setup
from engine.core.variant import BASE_VARIANT, Variant
from engine.games import GAMES


class GameJob(NamedTuple):
    """One game to play: game `rotation` of a block, its setup, and the player in each seat."""

    block: int
    rotation: int
    setup: Setup
    specs: tuple[PlayerSpec, ...]

    def pack(self) -> list[Any]:
        """The job as JSON values."""
        return [self.block, self.rotation, self.setup.pack(), [spec.pack() for spec in self.specs]]

    @staticmethod
    def from_packed(packed: Sequence[Any]) -> "GameJob":
        """The job that `pack` wrote. Raises BadSetup."""
        block, rotation, setup, specs = packed
        return GameJob(
            block, rotation, Setup.from_packed(setup), tuple([PlayerSpec.from_packed(spec) for spec in specs])
        )


class Contest:
    """Who plays whom, with which seeds and in which variant. The first player is the one whose strength is measured. Block b has
    the setup seed `seed` + b."""

    def __init__(
        self,
        player_specs: tuple[PlayerSpec, ...],
        seed: int,
        variant: Variant = BASE_VARIANT,
        game: str = GAMES.default,
    ) -> None:
        self.player_specs: Final = player_specs
        self.seed: Final = seed
        seats = tuple([Seat(spec.level, spec.level) for spec in player_specs])
        self.setup: Final = Setup(game, seats, seed, variant)

    @property
    def player_count(self) -> int:
        return len(self.player_specs)

    def jobs(self, block: int) -> list[GameJob]:
        """The games of a block. In game `rotation`, player i has seat i + `rotation` (modulo the number of players)."""
        return [self._make_job(block, rotation) for rotation in range(self.player_count)]

    def seat_of(self, player: int, rotation: int) -> int:
        """The seat of `player` in game `rotation` of a block."""
        return (player + rotation) % self.player_count

    def conditions(self) -> dict[str, Any]:
        """Everything that the results depend on, except the program itself, as JSON values."""
        setup = self.setup
        sources = {spec.level: spec.source_hash for spec in self.player_specs if spec.source_hash}
        return {
            "game": setup.game,
            "edition": setup.edition,
            **({"choices": list(setup.choices)} if setup.choices else {}),
            **({"cards": setup.cards} if setup.cards else {}),
            "players": [spec.text for spec in self.player_specs],
            **({"guests": sources} if sources else {}),
            "seed": self.seed,
        }

    def _make_job(self, block: int, rotation: int) -> GameJob:
        seated_specs = [self.player_specs[(seat - rotation) % self.player_count] for seat in range(self.player_count)]
        seats = tuple([Seat(spec.level, spec.level) for spec in seated_specs])
        return GameJob(block, rotation, self.setup.with_seats_and_seed(seats, self.seed + block), tuple(seated_specs))


def play_game(job: GameJob) -> GameResultDict:
    """Play the game of a job to its end; returns `GameResult.to_dict()`. Raises BadSetup."""
    game = GAMES[job.setup.game]
    return run_game(game, game.start(job.setup), job.setup.seed, job.specs).to_dict()
