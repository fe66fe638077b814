"""A contest: who plays whom, with which luck, and what the results say about their strengths.

A block has one game for each seat, all with the same setup seed. From game to game the players move on by one seat, so neither
luck nor seats favour anyone.

A job describes one game, and its result is a small dict. Both can be written as JSON, so any process can play the game. The
result depends only on the job, except for measured times and for players with a time budget.

With several processes, games end in any order. Blocks are still added in order, so the sequential test
ends at the same block with the same figures for any number of processes.
"""

from collections import Counter
from collections.abc import Sequence
from math import isfinite
from typing import Any, Final, NamedTuple

from ai.bots.player_spec import PlayerSpec
from ai.elo import SPRT_BOUND, EloEstimate, Sprt, estimate_elo, llr, sprt_verdict
from engine.core.game import Seat, Setup
from engine.core.setup import BASE_VARIANT, Variant
from engine.games import GAMES
from lab.game_runner import GameResultDict, run_game


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


class ContestResult:
    """The result of blocks 0 to `blocks` - 1. With an `sprt`, it `is_decided` as soon as the test accepts or rejects."""

    def __init__(self, contest: Contest, sprt: Sprt | None = None) -> None:
        self.contest: Final = contest
        self.sprt: Final = sprt
        self.blocks = 0
        self.wins = 0
        self.losses = 0
        self.shared = 0
        self.block_scores: Final[Counter[float]] = Counter()
        self.llr = 0.0
        self.block_wins: Final[list[list[float]]] = []  # for each block, the sum of each player's rewards
        self.forfeits: Final[list[dict[str, Any]]] = []  # as JSON values: player, seed, seat from 1, reason
        self._margin_sum = 0
        self._finished_games = 0  # games with points and without a forfeit
        self._decisions: Final = [0] * contest.player_count
        self._ms: Final = [0.0] * contest.player_count

    @property
    def games(self) -> int:
        return self.blocks * self.contest.player_count

    @property
    def is_decided(self) -> bool:
        return self.sprt is not None and sprt_verdict(self.llr) is not None

    @property
    def mean_margin(self) -> float | None:
        """The mean lead of the first player over the best of the others, in points. Forfeited games are left out, because their
        points are not final, and so are games without points. None if no game remains."""
        return self._margin_sum / self._finished_games if self._finished_games else None

    def add_block(self, games: list[GameResultDict]) -> None:
        """Add the next block: its games in the order of their rotation."""
        self.block_wins.append([0.0] * self.contest.player_count)
        for rotation, game in enumerate(games):
            self._add_game(rotation, game)
        self.block_scores[round(self.block_wins[-1][0] / self.contest.player_count, 9)] += 1
        self.blocks += 1
        if self.sprt is not None:
            self.llr = llr(self.block_scores, self.sprt, self.contest.player_count)

    def estimate(self) -> EloEstimate:
        """The Elo of the first player relative to the others."""
        return estimate_elo(self.block_scores, self.contest.player_count)

    def total_ms_and_decisions(self, player: int) -> tuple[float, int]:
        """The milliseconds that a player spent, and the number of its decisions with more than one legal move."""
        return self._ms[player], self._decisions[player]

    def ms_per_decision(self) -> list[float]:
        """The mean milliseconds of each player, over decisions with more than one legal move."""
        return [round(ms / max(count, 1), 3) for ms, count in zip(self._ms, self._decisions, strict=True)]

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON values; None for figures that the games do not bound."""
        margin = self.mean_margin
        elo, low, high = (round(value, 1) if isfinite(value) else None for value in self.estimate())
        return {
            "players": [spec.text for spec in self.contest.player_specs],
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "shared": self.shared,
            "elo": elo,
            "elo_low": low,
            "elo_high": high,
            "margin": None if margin is None else round(margin, 3),
            "ms_per_decision": self.ms_per_decision(),
            "forfeits": self.forfeits,
            "blocks": [[score, self.block_scores[score]] for score in sorted(self.block_scores)],
            "seeds": [self.contest.seed, self.contest.seed + self.blocks - 1],
            "sprt": self._sprt_dict(),
        }

    def _sprt_dict(self) -> dict[str, Any] | None:
        if self.sprt is None:
            return None
        verdict = {True: "accepted", False: "rejected", None: None}[sprt_verdict(self.llr)]
        return {
            "elo0": self.sprt.elo0,
            "elo1": self.sprt.elo1,
            "llr": round(self.llr, 3),
            "lower": round(-SPRT_BOUND, 3),
            "upper": round(SPRT_BOUND, 3),
            "verdict": verdict,
        }

    def _add_game(self, rotation: int, game: GameResultDict) -> None:
        players = range(self.contest.player_count)
        seats = [self.contest.seat_of(player, rotation) for player in players]
        reward = float(game["rewards"][seats[0]])
        self.wins += reward == 1.0
        self.losses += reward == 0.0
        self.shared += 0.0 < reward < 1.0
        points = game["points"]
        if points and not any(game["forfeits"]):
            self._finished_games += 1
            self._margin_sum += points[seats[0]] - max(points[seat] for seat in seats[1:])
        for player in players:
            self.block_wins[-1][player] += float(game["rewards"][seats[player]])
            self._decisions[player] += game["decisions"][seats[player]]
            self._ms[player] += game["ms"][seats[player]]
            self._add_forfeit(player, seats[player], game["forfeits"][seats[player]])

    def _add_forfeit(self, player: int, seat: int, reason: str) -> None:
        if reason:
            name, seed = self.contest.player_specs[player].text, self.contest.seed + self.blocks
            self.forfeits.append({"player": name, "seed": seed, "seat": seat + 1, "reason": reason})
