"""How something long goes on, for somebody who watches; and Elo in words."""

import sys
import time
from math import isfinite
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ai.elo import Estimate
    from ai.tally import Tally


class Line:
    """A line on stderr that is written over and over, if it is `watched` there."""

    def __init__(self) -> None:
        self.watched: Final = sys.stderr is not None and sys.stderr.isatty()

    def write(self, text: str) -> None:
        """In place of what stood there."""
        if self.watched:
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Nothing stands there any more."""
        self.write("")


class Progress:
    """How a contest goes on, in one line."""

    def __init__(self) -> None:
        self.line: Final = Line()
        self._began = time.monotonic()
        self._tally: Tally | None = None
        self._taken_over = 0

    def show(self, tally: "Tally", blocks: int, before: str = "") -> None:
        """A contest of so many blocks, each time that its tally has grown; `before` goes before all else."""
        if not self.line.watched:
            return
        players = tally.contest.players
        if tally is not self._tally:  # a new one; what it begins with was played before
            self._tally, self._taken_over, self._began = tally, tally.games - players, time.monotonic()
        seconds = max(time.monotonic() - self._began, 1e-3)
        pace = (tally.games - self._taken_over) / seconds
        test = f"  llr {tally.llr:.2f}" if tally.sprt else ""
        self.line.write(
            f"{before}{tally.games}/{blocks * players} games  +{tally.wins} -{tally.losses} ={tally.shared}  "
            f"Elo {elo(tally.estimate())}{test}  {pace:.1f} games/s"
        )


def elo(estimate: "Estimate") -> str:
    """Elo with its interval; an end that the games did not set is open."""
    low, high = ("open" if not isfinite(end) else f"{end:+.0f}" for end in estimate[1:])
    middle = f"{estimate.elo:+.0f}" if isfinite(estimate.elo) else "beyond measure"
    return f"{middle} [{low}, {high}]"
