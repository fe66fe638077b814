"""Progress lines on stderr, and Elo as text."""

import sys
import time
from math import isfinite
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ai.contest.contest_result import ContestResult
    from ai.contest.elo import EloEstimate


class ProgressLine:
    """A line on stderr that is overwritten, only if stderr is a terminal."""

    def __init__(self) -> None:
        self.is_terminal: Final = sys.stderr is not None and sys.stderr.isatty()

    def write(self, text: str) -> None:
        """Replace the line."""
        if self.is_terminal:
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Clear the line."""
        self.write("")


class ContestProgress:
    """The progress of a contest in one line."""

    def __init__(self) -> None:
        self.line: Final = ProgressLine()
        self._started = time.monotonic()
        self._result: ContestResult | None = None
        self._games_before = 0

    def show(self, result: "ContestResult", blocks: int, prefix: str = "") -> None:
        """Show the progress of a contest of `blocks` blocks; `prefix` comes first."""
        if not self.line.is_terminal:
            return
        players = result.contest.player_count
        if result is not self._result:  # a new contest; the games it starts with come from the journal
            self._result, self._games_before, self._started = result, result.games - players, time.monotonic()
        seconds = max(time.monotonic() - self._started, 1e-3)
        pace = (result.games - self._games_before) / seconds
        test = f"  llr {result.llr:.2f}" if result.sprt else ""
        self.line.write(
            f"{prefix}{result.games}/{blocks * players} games  +{result.wins} -{result.losses} ={result.shared}  "
            f"Elo {elo_text(result.estimate())}{test}  {pace:.1f} games/s"
        )


def elo_text(estimate: "EloEstimate") -> str:
    """Elo with its interval; an unbounded end is "open"."""
    low, high = ("open" if not isfinite(end) else f"{end:+.0f}" for end in estimate[1:])
    middle = f"{estimate.elo:+.0f}" if isfinite(estimate.elo) else "beyond measure"
    return f"{middle} [{low}, {high}]"
