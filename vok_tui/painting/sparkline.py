"""A row of bars, one for each value."""

from collections.abc import Sequence
from typing import Final

BARS: Final = "▁▂▃▄▅▆▇█"
ASCII_BARS: Final = "01234567"


def sparkline(values: Sequence[float], *, ascii_only: bool) -> str:
    """Values as a row of bars. The scale runs from the lowest to the highest value."""
    bars = ASCII_BARS if ascii_only else BARS
    low, high = min(values, default=0.0), max(values, default=0.0)
    return "".join([bars[round((value - low) / (high - low or 1.0) * (len(bars) - 1))] for value in values])
