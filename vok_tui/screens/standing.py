"""A game in one line: who sits there and what they have."""

from typing import Final

from rich.cells import cell_len

from saves import Row, visible
from vok_tui.panes.text import fit

BETWEEN: Final = ", "
Standing = tuple[tuple[str, int], ...]  # names and points, in the order of the seats


def standing(row: Row) -> Standing:
    """The seats of a save; none of a save that nobody can read."""
    points = row.scores or (0,) * len(row.seats)
    return tuple((visible(seat.name), have) for seat, have in zip(row.seats, points, strict=True))


def told(seats: Standing, width: int) -> str:
    """`You 14, Khety 9`. Where that is too long the names are cut, the longest first, and never the points."""
    room = width - len(BETWEEN) * (len(seats) - 1) - sum(len(f" {points}") for _, points in seats)
    most = max([cell_len(name) for name, _ in seats], default=1)
    while most > 1 and sum(min(most, cell_len(name)) for name, _ in seats) > room:
        most -= 1
    return BETWEEN.join(f"{fit(name, most)} {points}" for name, points in seats)
