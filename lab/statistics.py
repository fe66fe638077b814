"""What the statistics of every game offer, and how their numbers are computed and shown."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from engine.core.game import State


def rounded_ratio(part: float, whole: float) -> float | None:
    """`part` divided by `whole`, rounded to four places; None if `whole` is 0."""
    return round(part / whole, 4) if whole else None


def stat_text(stats: Mapping[str, Any], name: str) -> str:
    """A number for a table; in percent if its name ends in "share"; "-" for None."""
    value = stats[name]
    if value is None:
        return "-"
    return f"{100 * value:.0f}%" if name.endswith("share") else f"{value:.2f}"


class ShareChart(NamedTuple):
    """A bar chart: its title, and a bar for each pair of a name and a share from 0 to 1, the largest share first."""

    title: str
    shares: list[tuple[str, float]]


class Statistics(Protocol):
    """What `vok simulate --stats` counts over many games."""

    def begin_game(self, state: State) -> None:
        """Start to watch a new game at `state`, which collects its events from now on."""

    def count_new_events(self) -> None:
        """Count the events since the last call, and clear the list of events of the state."""

    def end_game(self, rewards: Sequence[float]) -> None:
        """Add the finished game to the sums. `rewards` has one entry for each seat."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """The sums as JSON values."""

    def table_lines(self) -> list[str]:
        """The sums as lines of text."""

    def share_chart(self) -> ShareChart:
        """One of the figures as a chart."""
