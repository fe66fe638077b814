"""The seats of a saved game with their points, in one line."""

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
    """`You 14, Khety 9` in at most `width` columns. If that is too long, the longest names are shortened first, down to `Y14 K9`;
    then the seats with the fewest points are left out. Points are never shortened."""
    name_columns = width - len(SEPARATOR) * (len(seats) - 1) - sum(len(f" {points}") for _, points in seats)
    max_name = max([cell_len(name) for name, _ in seats], default=1)
    while max_name > 1 and sum(min(max_name, cell_len(name)) for name, _ in seats) > name_columns:
        max_name -= 1
    line = SEPARATOR.join(f"{fit(name, max_name)} {points}" for name, points in seats)
    return line if cell_len(line) <= width else _initials_line(seats, width)


def _initials_line(seats: SeatPoints, width: int) -> str:
    """`A6 B2 G12`, with an ellipsis if seats are left out."""
    shown, ellipsis = list(seats), ""
    while True:
        line = " ".join([*(f"{fit(name, 1, '')}{points}" for name, points in shown), *ellipsis])
        if len(shown) <= 1 or cell_len(line) <= width:
            return line
        shown.remove(min(shown, key=lambda seat: seat[1]))
        ellipsis = ELLIPSIS
