"""The score sheet: a column for each seat, a row for everything that counts, and the totals.

Six long names may not fit into eighty columns. Then each column is as wide as its name needs, and a name that is still too long
is split into two lines.
"""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from vok_tui.boards.table_kit import ScoreSheet, SheetRow
from vok_tui.painting.text import fit

MIN_SHEET_COLUMNS: Final = 76  # columns on the narrowest screen
MAX_SHEET_COLUMNS: Final = 104  # columns that still read well
LABEL_COLUMNS: Final = 22  # width of the first column, if there is room
MIN_LABEL_COLUMNS: Final = 17  # its width with little room
SEAT_COLUMNS: Final = 13  # width of a seat's column, if there is room
MIN_SEAT_COLUMNS: Final = 9  # the smallest width of a seat's column, if there are up to six
NAME_MARGIN: Final = 3  # beside a name: a blank, and the winner's sign
WINNER_SIGN: Final = "★ "
ELLIPSIS: Final = "…"


def score_sheet(sheet: ScoreSheet, names: Sequence[str], max_columns: int = MIN_SHEET_COLUMNS) -> Content:
    """All rows, at most `max_columns` wide."""
    label, wide = column_widths(names, sheet.won, max_columns)
    lines = _name_lines(names, sheet.won, label, wide)
    lines += [_sheet_row(row, label, wide) for row in sheet.rows]
    lines.append(Content.styled("─" * (label + sum(wide)), "$deep"))
    lines += [_sheet_row(row, label, wide) for row in sheet.totals]
    return Content("\n").join(lines)


def column_widths(names: Sequence[str], won: Sequence[bool], max_columns: int) -> tuple[int, list[int]]:
    """The widths of the first column and of each seat's column. They are equal if possible, otherwise as the names need, shortest
    first, and never narrower than the points."""
    alike = max(SEAT_COLUMNS, max(map(cell_len, names)) + NAME_MARGIN)
    if LABEL_COLUMNS + alike * len(names) <= max_columns:
        return LABEL_COLUMNS, [alike] * len(names)
    least = min(MIN_SEAT_COLUMNS, (max_columns - MIN_LABEL_COLUMNS) // len(names))
    wide = [least] * len(names)
    wanted = [cell_len(name) + 1 + len(WINNER_SIGN) * sign for name, sign in zip(names, won, strict=True)]
    for place in sorted(range(len(names)), key=wanted.__getitem__):
        if sum(wide) - wide[place] + wanted[place] <= max_columns - MIN_LABEL_COLUMNS:
            wide[place] = max(least, wanted[place])
    return min(LABEL_COLUMNS, max_columns - sum(wide)), wide


def split_name(name: str, first: int, second: int) -> list[str]:
    """A name in one line, or split into two: between words if possible, else near the middle. If it is still too long, the
    middle is left out, because the ends distinguish names."""
    if cell_len(name) <= first:
        return [name]
    within = [at for at in range(1, len(name)) if at == 1 or cell_len(name[:at] + _hyphen(name, at)) <= first]
    whole = [at for at in within if cell_len(name[at:].strip()) <= second]
    between = [at for at in whole if name[at] == " "]
    if whole:
        at = min(between or whole, key=lambda at: abs(cell_len(name[:at]) - cell_len(name[at:])))
        return [name[:at] + _hyphen(name, at), name[at:].strip()]
    rest = next(name[at:] for at in range(len(name)) if cell_len(name[at:]) <= second - len(ELLIPSIS))
    return [name[: within[-1]] + _hyphen(name, within[-1]), ELLIPSIS + rest]


def _hyphen(name: str, at: int) -> str:
    """The sign for a split word: a hyphen between two narrow letters."""
    letters = name[at - 1 : at + 1]
    return "-" if letters.isalpha() and cell_len(letters) == len(letters) else ""


def _name_lines(names: Sequence[str], won: Sequence[bool], label: int, wide: Sequence[int]) -> list[Content]:
    """The names above their columns, aligned at the bottom."""
    heads = []
    for name, sign, columns in zip(names, won, wide, strict=True):
        lines = split_name(name, columns - 1 - len(WINNER_SIGN) * sign, columns - 1)
        heads.append([WINNER_SIGN * sign + lines[0], *lines[1:]])
    high = max(map(len, heads))
    made = []
    for line in range(high):
        texts = [head[line - high] if len(head) + line >= high else "" for head in heads]
        cells = [" " * (columns - cell_len(text)) + text for text, columns in zip(texts, wide, strict=True)]
        inks = ["bold $gold" if sign else "bold $sand" for sign in won]
        made.append(Content.assemble(" " * label, *zip(cells, inks, strict=True)))
    return made


def _sheet_row(row: SheetRow, label: int, wide: Sequence[int]) -> Content:
    texts = [f"{cell:>{columns}}" for cell, columns in zip(row.cells, wide, strict=True)]
    line = Content.assemble((f"{fit(row.label, label):<{label}}", "$lapis"), *texts)
    return line.stylize(row.style) if row.style else line
