"""The progress of contests on the terminal, with the result so far."""

from math import isfinite
from typing import TYPE_CHECKING, Final

from vok_tui.cli.progress import ProgressBar

if TYPE_CHECKING:
    from ai.elo import EloEstimate
    from lab.contest import ContestResult


class ContestProgress:
    """The progress of one or several contests."""

    def __init__(self, games: int) -> None:
        """`games` is the total number of games of all contests."""
        self._bar: Final = ProgressBar(games, "games")

    def show(self, result: "ContestResult", games_done: int, heading: str = "") -> None:
        """Show that `games_done` games are played in all, and the result of the current contest so far."""
        test = f"  llr {result.llr:.2f}" if result.sprt else ""
        self._bar.update(
            games_done,
            heading,
            f"+{result.wins} -{result.losses} ={result.shared}  Elo {elo_text(result.estimate())}{test}",
        )

    def close(self) -> None:
        self._bar.close()


def elo_text(estimate: "EloEstimate") -> str:
    """Elo with its interval, such as "+12 [-3, +27]"; an unbounded end is "open"."""
    low, high = ("open" if not isfinite(end) else f"{end:+.0f}" for end in estimate[1:])
    middle = f"{estimate.elo:+.0f}" if isfinite(estimate.elo) else "beyond measure"
    return f"{middle} [{low}, {high}]"
