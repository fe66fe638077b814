"""A saved game in one line: names and points of the seats."""

from typing import Final

from rich.cells import cell_len

from saves import SaveInfo, visible
from vok_tui.painting.text import fit

SEPARATOR: Final = ", "
ELLIPSIS: Final = "…"
SeatPoints = tuple[tuple[str, int], ...]  # names and points, in the order of the seats


def seat_points(save: SaveInfo) -> SeatPoints:
    """The names and points of a save; empty for an unreadable one."""
    points = save.scores or (0,) * len(save.seats)
    return tuple((visible(seat.name), score) for seat, score in zip(save.seats, points, strict=True))


def seat_points_line(seats: SeatPoints, width: int) -> str:
    """`You 14, Khety 9`. If it is too long, names are cut, the longest first, but never points. Many seats become `Y14 K9`, and
    if even that is too long, those with the fewest points are left out."""
    room = width - len(SEPARATOR) * (len(seats) - 1) - sum(len(f" {points}") for _, points in seats)
    most = max([cell_len(name) for name, _ in seats], default=1)
    while most > 1 and sum(min(most, cell_len(name)) for name, _ in seats) > room:
        most -= 1
    line = SEPARATOR.join(f"{fit(name, most)} {points}" for name, points in seats)
    return line if cell_len(line) <= width else _initials_line(seats, width)


def _initials_line(seats: SeatPoints, width: int) -> str:
    """`A6 B2 G12`, and an ellipsis for the seats that were left out."""
    shown, more = list(seats), ""
    while True:
        line = " ".join([*(f"{fit(name, 1, '')}{points}" for name, points in shown), *more])
        if len(shown) <= 1 or cell_len(line) <= width:
            return line
        shown.remove(min(shown, key=lambda seat: seat[1]))
        more = ELLIPSIS
