"""The table of points: a column for each seat, a line for each set, and what they come to.

Six names may be long, and eighty columns are few. Where not all find room over columns of one width, each column is as wide
as its name needs, and a name that is longer still stands in two lines.
"""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from engine.valley.card import STARTER
from engine.valley.view import SeatView, View
from vok_tui.panes.text import fit

ROOM: Final = 76  # columns on the narrowest screen
WIDEST: Final = 104  # columns that still read well
LABEL: Final = 22  # columns of the first column, where there are enough of them
LEAST: Final = 17  # the same where there are few
SEAT: Final = 13  # columns of a seat, where there are enough
CELL: Final = 9  # columns that a line of a seat needs
BESIDE: Final = 3  # columns beside a name: a blank, and the sign of who has won
SIGN: Final = "★ "
MORE: Final = "…"


def sheet(view: View, names: Sequence[str], room: int = ROOM) -> Content:
    """All lines, `room` columns wide at the most. A set of three different cards reads `3×3 =  9`."""
    seats = view.seats
    won = [seat.seat in view.winners and len(seats) > 1 for seat in seats]
    label, wide = columns([names[seat.seat] for seat in seats], won, room)
    lines = _heads([names[seat.seat] for seat in seats], won, label, wide)
    for row, of in enumerate(seats[0].sets):
        lines.append(_row(f"{of.name} ({of.size})", [_squared(seat.sets[row].have) for seat in seats], label, wide))
    lines.append(_row("Unique artifacts", [_printed(seat, starters=False) for seat in seats], label, wide))
    lines.append(_row("Starters", [_printed(seat, starters=True) for seat in seats], label, wide))
    lines.append(Content.styled("─" * (label + sum(wide)), "$deep"))
    lines.append(_row("Points", [str(seat.score) for seat in seats], label, wide).stylize("bold"))
    lines.append(_row("Cards in the tomb", [str(seat.tomb_count) for seat in seats], label, wide).stylize("$dune"))
    return Content("\n").join(lines)


def columns(names: Sequence[str], won: Sequence[bool], room: int) -> tuple[int, list[int]]:
    """How wide the first column is and that of each seat: all alike if that is possible, else as their names need, the
    shortest first, and none narrower than its points."""
    alike = max(SEAT, max(map(cell_len, names)) + BESIDE)
    if LABEL + alike * len(names) <= room:
        return LABEL, [alike] * len(names)
    wide = [CELL] * len(names)
    wanted = [cell_len(name) + 1 + len(SIGN) * sign for name, sign in zip(names, won, strict=True)]
    for place in sorted(range(len(names)), key=wanted.__getitem__):
        if sum(wide) - wide[place] + wanted[place] <= room - LEAST:
            wide[place] = max(CELL, wanted[place])
    return min(LABEL, room - sum(wide)), wide


def parted(name: str, first: int, second: int) -> list[str]:
    """A name in one line of so many cells, or in two: parted between words if that can be, else near its middle. Of one that is
    too long even so both ends are left, for by one of them it can be told from another."""
    if cell_len(name) <= first:
        return [name]
    within = [at for at in range(1, len(name)) if at == 1 or cell_len(name[:at] + _hyphen(name, at)) <= first]
    whole = [at for at in within if cell_len(name[at:].strip()) <= second]
    between = [at for at in whole if name[at] == " "]
    if whole:
        at = min(between or whole, key=lambda at: abs(cell_len(name[:at]) - cell_len(name[at:])))
        return [name[:at] + _hyphen(name, at), name[at:].strip()]
    rest = next(name[at:] for at in range(len(name)) if cell_len(name[at:]) <= second - len(MORE))
    return [name[: within[-1]] + _hyphen(name, within[-1]), MORE + rest]


def _hyphen(name: str, at: int) -> str:
    """What shows that a name goes on: between two letters of an alphabet a hyphen."""
    letters = name[at - 1 : at + 1]
    return "-" if letters.isalpha() and cell_len(letters) == len(letters) else ""


def _heads(names: Sequence[str], won: Sequence[bool], label: int, wide: Sequence[int]) -> list[Content]:
    """The names over their columns, at the foot of as many lines as the longest needs."""
    heads = []
    for name, sign, columns in zip(names, won, wide, strict=True):
        lines = parted(name, columns - 1 - len(SIGN) * sign, columns - 1)
        heads.append([SIGN * sign + lines[0], *lines[1:]])
    high = max(map(len, heads))
    made = []
    for line in range(high):
        texts = [head[line - high] if len(head) + line >= high else "" for head in heads]
        cells = [" " * (columns - cell_len(text)) + text for text, columns in zip(texts, wide, strict=True)]
        inks = ["bold $gold" if sign else "bold $sand" for sign in won]
        made.append(Content.assemble(" " * label, *zip(cells, inks, strict=True)))
    return made


def _row(name: str, cells: Sequence[str], label: int, wide: Sequence[int]) -> Content:
    texts = [f"{cell:>{columns}}" for cell, columns in zip(cells, wide, strict=True)]
    return Content.assemble((f"{fit(name, label):<{label}}", "$lapis"), *texts)


def _squared(have: int) -> str:
    return f"{have}×{have} = {have * have:>2}" if have else "·"


def _printed(seat: SeatView, starters: bool) -> str:
    faces = [face for face in seat.others if (face.set == STARTER) == starters]
    return str(sum(face.vp for face in faces)) if faces else "·"
