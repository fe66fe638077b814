"""How a contest goes on, for somebody who watches, and Elo in words."""

import sys
import time
from math import isfinite
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ai.elo import Estimate
    from ai.tally import Tally


class Progress:
    """A line on stderr that is written over and over, if anybody watches there."""

    def __init__(self) -> None:
        self._watched: Final = sys.stderr is not None and sys.stderr.isatty()
        self._began = time.monotonic()
        self._tally: Tally | None = None
        self._taken_over = 0

    def show(self, tally: "Tally", blocks: int, before: str = "") -> None:
        """A contest of so many blocks, each time that its tally has grown; `before` goes before all else."""
        if not self._watched:
            return
        players = tally.contest.players
        if tally is not self._tally:  # a new one; what it begins with was played before
            self._tally, self._taken_over, self._began = tally, tally.games - players, time.monotonic()
        seconds = max(time.monotonic() - self._began, 1e-3)
        pace = (tally.games - self._taken_over) / seconds
        test = f"  llr {tally.llr:.2f}" if tally.sprt else ""
        line = (
            f"{before}{tally.games}/{blocks * players} games  +{tally.wins} -{tally.losses} ={tally.shared}  "
            f"Elo {elo(tally.estimate())}{test}  {pace:.1f} games/s"
        )
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        if self._watched:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def elo(estimate: "Estimate") -> str:
    """Elo with its interval; an end that the games did not set is open."""
    low, high = ("open" if not isfinite(end) else f"{end:+.0f}" for end in estimate[1:])
    middle = f"{estimate.elo:+.0f}" if isfinite(estimate.elo) else "beyond measure"
    return f"{middle} [{low}, {high}]"
