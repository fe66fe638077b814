"""The score sheet: a column for each seat, a row for everything that scores, and the totals.

Six long names may not fit into eighty columns. Then each column is as wide as its name needs, and a name that is still too long
is split into two lines.
"""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from vok_tui.boards.table_kit import ScoreSheet, SheetRow
from vok_tui.painting.text import pad

MIN_SHEET_COLUMNS: Final = 76  # on the narrowest screen
MAX_SHEET_COLUMNS: Final = 104  # a wider sheet is hard to read
LABEL_COLUMNS: Final = 22  # width of the first column if it fits
MIN_LABEL_COLUMNS: Final = 17  # its width on a narrow screen
SEAT_COLUMNS: Final = 13  # width of a seat's column if it fits
MIN_SEAT_COLUMNS: Final = 9  # its minimum width with up to six seats
NAME_MARGIN: Final = 3  # beside a name: a blank, and the winner's sign
WINNER_SIGN: Final = "★ "
ELLIPSIS: Final = "…"


def score_sheet(sheet: ScoreSheet, names: Sequence[str], max_columns: int = MIN_SHEET_COLUMNS) -> Content:
    """All rows, at most `max_columns` wide."""
    label_width, widths = column_widths(names, sheet.won, max_columns)
    lines = _name_lines(names, sheet.won, label_width, widths)
    lines += [_sheet_row(row, label_width, widths) for row in sheet.rows]
    lines.append(Content.styled("─" * (label_width + sum(widths)), "$deep"))
    lines += [_sheet_row(row, label_width, widths) for row in sheet.totals]
    return Content("\n").join(lines)


def column_widths(names: Sequence[str], won: Sequence[bool], max_columns: int) -> tuple[int, list[int]]:
    """The width of the first column, and that of each seat's column. The seats get equal widths if these fit; otherwise each gets
    what its name needs, the shortest first, or a minimum that fits the points."""
    equal_width = max(SEAT_COLUMNS, max(map(cell_len, names)) + NAME_MARGIN)
    if LABEL_COLUMNS + equal_width * len(names) <= max_columns:
        return LABEL_COLUMNS, [equal_width] * len(names)
    min_width = min(MIN_SEAT_COLUMNS, (max_columns - MIN_LABEL_COLUMNS) // len(names))
    widths = [min_width] * len(names)
    name_widths = [cell_len(name) + 1 + len(WINNER_SIGN) * has_won for name, has_won in zip(names, won, strict=True)]
    for seat in sorted(range(len(names)), key=name_widths.__getitem__):
        if sum(widths) - widths[seat] + name_widths[seat] <= max_columns - MIN_LABEL_COLUMNS:
            widths[seat] = max(min_width, name_widths[seat])
    return min(LABEL_COLUMNS, max_columns - sum(widths)), widths


def split_name(name: str, first_width: int, second_width: int) -> list[str]:
    """A name in one line, or split into two lines: between words if possible, otherwise near the middle. If it is still too
    long, its middle is left out, because names differ at their ends."""
    if cell_len(name) <= first_width:
        return [name]
    fitting = [i for i in range(1, len(name)) if i == 1 or cell_len(name[:i] + _hyphen(name, i)) <= first_width]
    complete = [i for i in fitting if cell_len(name[i:].strip()) <= second_width]
    between_words = [i for i in complete if name[i] == " "]
    if complete:
        split = min(between_words or complete, key=lambda i: abs(cell_len(name[:i]) - cell_len(name[i:])))
        return [name[:split] + _hyphen(name, split), name[split:].strip()]
    rest = next(name[i:] for i in range(len(name)) if cell_len(name[i:]) <= second_width - len(ELLIPSIS))
    return [name[: fitting[-1]] + _hyphen(name, fitting[-1]), ELLIPSIS + rest]


def _hyphen(name: str, split: int) -> str:
    """A hyphen if the name is split between two narrow letters, otherwise ""."""
    letters = name[split - 1 : split + 1]
    return "-" if letters.isalpha() and cell_len(letters) == len(letters) else ""


def _name_lines(names: Sequence[str], won: Sequence[bool], label_width: int, widths: Sequence[int]) -> list[Content]:
    """The names above their columns, aligned at the bottom."""
    heads = []
    for name, has_won, width in zip(names, won, widths, strict=True):
        lines = split_name(name, width - 1 - len(WINNER_SIGN) * has_won, width - 1)
        heads.append([WINNER_SIGN * has_won + lines[0], *lines[1:]])
    height = max(map(len, heads))
    rows = []
    for line in range(height):
        texts = [head[line - height] if len(head) + line >= height else "" for head in heads]
        cells = [" " * (width - cell_len(text)) + text for text, width in zip(texts, widths, strict=True)]
        inks = ["bold $gold" if has_won else "bold $sand" for has_won in won]
        rows.append(Content.assemble(" " * label_width, *zip(cells, inks, strict=True)))
    return rows


def _sheet_row(row: SheetRow, label_width: int, widths: Sequence[int]) -> Content:
    texts = [f"{cell:>{width}}" for cell, width in zip(row.cells, widths, strict=True)]
    line = Content.assemble((pad(row.label, label_width), "$lapis"), *texts)
    return line.stylize(row.style) if row.style else line
