"""What the blocks of a contest came to, seen from its first contestant, in the order of the blocks and of nothing else.

Games end in any order where several processes play. A tally takes them up block after block all the same, so the sequential
test ends at the same block, and on the same figures, however many played.
"""

from collections import Counter
from math import isfinite
from typing import Any, Final

from ai.arena import Contest, Result
from ai.elo import BOUND, Estimate, Sprt, estimate, llr, verdict


class Tally:
    """The blocks from 0 to `blocks` - 1. With an `sprt` it is `closed` as soon as that has come to a verdict."""

    def __init__(self, contest: Contest, sprt: Sprt | None = None) -> None:
        self.contest: Final = contest
        self.sprt: Final = sprt
        self.blocks = 0
        self.wins = 0
        self.losses = 0
        self.shared = 0
        self.scores: Final[Counter[float]] = Counter()
        self.llr = 0.0
        self.won: Final[list[list[float]]] = []  # for each block how many games each contestant won
        self.forfeits: Final[list[dict[str, Any]]] = []  # player, seed, seat from 1, reason
        self._margin = 0
        self._whole = 0  # games played to the end
        self._decisions: Final = [0] * contest.players
        self._ms: Final = [0.0] * contest.players

    @property
    def games(self) -> int:
        return self.blocks * self.contest.players

    @property
    def closed(self) -> bool:
        return self.sprt is not None and verdict(self.llr) is not None

    @property
    def margin(self) -> float | None:
        """How many points the first contestant had, on average, beyond the best of the others. A game that somebody forfeited
        does not count here: its points are those of an unfinished game. None if there was no other."""
        return self._margin / self._whole if self._whole else None

    def add(self, results: list[Result]) -> None:
        """The next block: its games in order of their turns."""
        self.won.append([0.0] * self.contest.players)
        for turn, result in enumerate(results):
            self._add_game(turn, result)
        self.scores[round(self.won[-1][0] / self.contest.players, 9)] += 1
        self.blocks += 1
        if self.sprt is not None:
            self.llr = llr(self.scores, self.sprt, self.contest.players)

    def estimate(self) -> Estimate:
        """How much stronger the first contestant is than the others."""
        return estimate(self.scores, self.contest.players)

    def spent(self, who: int) -> tuple[float, int]:
        """The milliseconds that a contestant took, and the questions with more than one answer that it took them for."""
        return self._ms[who], self._decisions[who]

    def ms_per_decision(self) -> list[float]:
        """For each contestant, over the questions with more than one answer."""
        return [round(ms / max(number, 1), 3) for ms, number in zip(self._ms, self._decisions, strict=True)]

    def facts(self) -> dict[str, Any]:
        """All of it, as JSON can hold it: what the games did not set is None."""
        margin = self.margin
        elo, low, high = (round(value, 1) if isfinite(value) else None for value in self.estimate())
        return {
            "players": [one.name for one in self.contest.contestants],
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
            "blocks": [[score, self.scores[score]] for score in sorted(self.scores)],
            "seeds": [self.contest.seed, self.contest.seed + self.blocks - 1],
            "sprt": self._test(),
        }

    def _test(self) -> dict[str, Any] | None:
        if self.sprt is None:
            return None
        said = {True: "accepted", False: "rejected", None: None}[verdict(self.llr)]
        return {
            "elo0": self.sprt.elo0,
            "elo1": self.sprt.elo1,
            "llr": round(self.llr, 3),
            "lower": round(-BOUND, 3),
            "upper": round(BOUND, 3),
            "verdict": said,
        }

    def _add_game(self, turn: int, result: Result) -> None:
        players = range(self.contest.players)
        seats = [self.contest.seat(who, turn) for who in players]
        reward = float(result["rewards"][seats[0]])
        self.wins += reward == 1.0
        self.losses += reward == 0.0
        self.shared += 0.0 < reward < 1.0
        if not any(result["forfeits"]):
            self._whole += 1
            self._margin += result["points"][seats[0]] - max(result["points"][seat] for seat in seats[1:])
        for who in players:
            self.won[-1][who] += float(result["rewards"][seats[who]])
            self._decisions[who] += result["decisions"][seats[who]]
            self._ms[who] += result["ms"][seats[who]]
            self._note(who, seats[who], result["forfeits"][seats[who]])

    def _note(self, who: int, seat: int, reason: str) -> None:
        if reason:
            name, seed = self.contest.contestants[who].name, self.contest.seed + self.blocks
            self.forfeits.append({"player": name, "seed": seed, "seat": seat + 1, "reason": reason})
