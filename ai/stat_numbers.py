"""The numbers of statistics over many games: how they are computed and shown. The statistics of every game use these."""

from collections.abc import Mapping
from typing import Any


def rounded_ratio(part: float, whole: float) -> float | None:
    """`part` divided by `whole`, rounded to four places; None if `whole` is 0."""
    return round(part / whole, 4) if whole else None


def stat_text(stats: Mapping[str, Any], name: str) -> str:
    """A number for a table; in percent if its name ends in "share"; "-" for None."""
    value = stats[name]
    if value is None:
        return "-"
    return f"{100 * value:.0f}%" if name.endswith("share") else f"{value:.2f}"
