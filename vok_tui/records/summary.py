"""A summary of finished games: results, points, margins and streaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from ai.contest.elo import Z_95
from vok_tui.records.finished_games import FinishedGame

MAX_RECENT: Final = 24  # games whose margins are kept for a small curve


@dataclass(frozen=True)
class Streak:
    """The number of games in a row with the same result: `now`, up to the latest game, and the `longest` ever."""

    now: int = 0
    longest: int = 0

    def after(self, continues: bool) -> "Streak":
        """The streak after one more game, which continues it or ends it."""
        now = self.now + 1 if continues else 0
        return Streak(now, max(self.longest, now))


@dataclass(frozen=True)
class Summary:
    """A summary of some finished games, in the order in which they ended. A solitaire game has points, but no result."""

    games: Sequence[FinishedGame]

    @property
    def results(self) -> list[float]:
        """The player's share of each victory, 0 to 1."""
        return [played.victory_share for played in self.games if played.victory_share is not None]

    @property
    def won(self) -> int:
        return sum([victory == 1 for victory in self.results])

    @property
    def shared(self) -> int:
        return sum([0 < victory < 1 for victory in self.results])

    @property
    def lost(self) -> int:
        return sum([victory == 0 for victory in self.results])

    @property
    def won_share(self) -> float | None:
        """The share of games won, 0 to 1, where a shared victory counts in part; None without results."""
        return sum(self.results) / len(self.results) if self.results else None

    @property
    def won_share_interval(self) -> tuple[float, float]:
        """The 95% interval of `won_share` (Agresti and Coull, 1998)."""
        number = len(self.results) + Z_95**2
        middle = (sum(self.results) + Z_95**2 / 2) / number
        half_width = Z_95 * sqrt(middle * (1 - middle) / number)
        return max(0.0, middle - half_width), min(1.0, middle + half_width)

    @property
    def points(self) -> list[int]:
        return [played.points for played in self.games if played.points is not None]

    @property
    def margins(self) -> list[int]:
        return [played.margin for played in self.games if played.margin is not None]

    @property
    def win_streak(self) -> Streak:
        """Games won in a row. A shared victory ends the streak."""
        return self._streak(1.0)

    @property
    def loss_streak(self) -> Streak:
        """Games lost in a row."""
        return self._streak(0.0)

    @property
    def recent_margins_or_points(self) -> Sequence[float]:
        """The margins of the latest games, otherwise their points, otherwise their results; for a small curve."""
        values: Sequence[float] = self.margins or self.points or self.results
        return values[-MAX_RECENT:]

    def to_dict(self) -> dict[str, Any]:
        """All numbers as JSON values; None for a number that these games do not have."""
        return {
            "games": len(self.games),
            "won": self.won,
            "shared": self.shared,
            "lost": self.lost,
            "won_share": _rounded(self.won_share),
            "won_share_95": [_rounded(end) for end in self.won_share_interval] if self.results else None,
            "mean_points": _rounded(mean(self.points)),
            "best_points": max(self.points, default=None),
            "mean_margin": _rounded(mean(self.margins)),
            "streak_won": self.win_streak.now,
            "streak_lost": self.loss_streak.now,
            "longest_won": self.win_streak.longest,
            "longest_lost": self.loss_streak.longest,
        }

    def _streak(self, result: float) -> Streak:
        streak = Streak()
        for victory in self.results:
            streak = streak.after(victory == result)
        return streak


def mean(values: Sequence[float]) -> float | None:
    """The mean; None without values."""
    return sum(values) / len(values) if values else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
