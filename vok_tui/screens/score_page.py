"""What is where on the score screen: its score sheet, and the places of the parts around it.

The sheet has a column for each seat, a row for everything that scores, and the totals. Six long names may not fit into eighty
columns. Then each column is as wide as its name needs, and a name that is still too long is split into two lines.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content

from ai.analysis.facts import Verdict
from vok_tui.boards.table_kit import ScoreSheet, SheetRow
from vok_tui.painting.grid import pad, wrap
from vok_tui.screens.why_lost import MIN_WHY_LINES

MIN_SHEET_COLUMNS: Final = 76  # on the narrowest screen
MAX_SHEET_COLUMNS: Final = 104  # a wider sheet is hard to read
LABEL_COLUMNS: Final = 22  # width of the first column if it fits
MIN_LABEL_COLUMNS: Final = 17  # its width on a narrow screen
SEAT_COLUMNS: Final = 13  # width of a seat's column if it fits
MIN_SEAT_COLUMNS: Final = 9  # its minimum width with up to six seats
NAME_MARGIN: Final = 3  # beside a name: a blank, and the winner's sign
WINNER_SIGN: Final = "★ "
ELLIPSIS: Final = "…"
SIDE_COLUMNS: Final = 5  # columns outside of the page: its margins, and a scroll bar
MAX_VERDICT_COLUMNS: Final = 116  # a longer line is hard to read
TALL_LINES: Final = 34  # lines of a screen on which a tall look back fits
OTHER_LINES: Final = 14  # lines of the page beside the sheet and the look back
MIN_BACK_COLUMNS: Final = 46  # columns of the look back beside the sheet
MAX_BACK_COLUMNS: Final = 90
MIN_BACK_LINES: Final = 9  # lines of the look back below the sheet
MAX_BACK_LINES: Final = 18
WHY_OTHER_LINES: Final = 2  # of a low screen, besides the sheet and the report: title and footer
TALL_WHY_OTHER_LINES: Final = 11  # of a tall one


class ScorePage(NamedTuple):
    """What there is to place. `change` is said after the verdict, `notes` is the number of lines below the title. With
    `shows_sheet` a low screen shows the sheet instead of the report."""

    sheet: ScoreSheet
    names: Sequence[str]
    verdict: Verdict | None = None
    change: str = ""
    notes: int = 0
    has_points: bool = False
    card_lines: int = 0
    has_report: bool = False
    shows_sheet: bool = False


class Arrangement(NamedTuple):
    """Where the parts of a page are on a screen. The look back is `beside` or `below` the sheet, otherwise in its place. The
    report on the losses has `why_lines` lines, 0 if it is not shown; `why_is_alone` if it takes the place of the sheet."""

    verdict: tuple[str, ...]
    sheet: Content
    is_low: bool
    beside: bool
    below: bool
    back_size: tuple[int, int]
    why_lines: int
    why_is_alone: bool


def place(page: ScorePage, width: int, height: int) -> Arrangement:
    """The arrangement of a page on a screen of this size."""
    is_low = height < TALL_LINES
    sheet = _fitting_sheet(page, width, is_low=is_low)
    rows = sheet.plain.splitlines()
    verdict = _verdict_lines(page, width, is_low=is_low)
    verdict_height = len(verdict) + (1 if verdict and not is_low else 0)  # on a large screen with a blank line

    room = height - OTHER_LINES - verdict_height  # for the sheet and the look back
    room_beside, room_below = width - max(map(cell_len, rows)) - SIDE_COLUMNS * 2, room - len(rows)
    beside = page.has_points and room_beside >= MIN_BACK_COLUMNS and not is_low
    needed_below = MIN_BACK_LINES + (MIN_WHY_LINES if page.has_report else 0)
    below = page.has_points and not beside and room_below >= needed_below
    if beside:
        wanted = len(rows) if page.has_report else MAX_BACK_LINES + page.card_lines
        back_size = min(room_beside, MAX_BACK_COLUMNS), min(room, wanted)
    else:
        most = MIN_BACK_LINES if page.has_report else MAX_BACK_LINES
        back_size = min(width - SIDE_COLUMNS, MAX_SHEET_COLUMNS), min(room_below, most) if below else len(rows)

    others = (WHY_OTHER_LINES if is_low else TALL_WHY_OTHER_LINES) + page.notes + verdict_height
    under_sheet = height - others - len(rows) - (MIN_BACK_LINES + 1 if below else 0)
    is_alone = page.has_report and under_sheet < MIN_WHY_LINES
    why_lines = height - others if is_alone else under_sheet
    is_shown = page.has_report and not (page.shows_sheet and is_low)
    return Arrangement(
        verdict, sheet, is_low, beside, below, back_size, max(1, why_lines) if is_shown else 0, is_shown and is_alone
    )


def _fitting_sheet(page: ScorePage, width: int, *, is_low: bool) -> Content:
    """The score sheet for the available width: on a low screen a row for each seat, if that fits."""
    columns = max(MIN_SHEET_COLUMNS, min(width - SIDE_COLUMNS, MAX_SHEET_COLUMNS))
    low = seat_rows(page.sheet, page.names, columns) if is_low else None
    return low if low is not None else score_sheet(page.sheet, page.names, columns)


def _verdict_lines(page: ScorePage, width: int, *, is_low: bool) -> tuple[str, ...]:
    """The verdict in lines that fit. A large screen also shows what winners reach, and has a line for each kind."""
    if page.verdict is None:
        return ()
    columns = min(width - SIDE_COLUMNS, MAX_VERDICT_COLUMNS)
    parts = [*page.verdict.sentences(with_ranges=not is_low), *filter(None, [page.change])]
    count = len(parts) if is_low else len(page.verdict.facts)
    blocks = [" ".join(parts[:count]), *parts[count:]]
    return tuple([line for block in blocks for line in wrap(block, columns)])


def score_sheet(sheet: ScoreSheet, names: Sequence[str], max_columns: int = MIN_SHEET_COLUMNS) -> Content:
    """All rows, at most `max_columns` wide."""
    label_width, widths = column_widths(names, sheet.won, max_columns)
    lines = _name_lines(names, sheet.won, label_width, widths)
    lines += [_sheet_row(row, label_width, widths) for row in sheet.rows]
    lines.append(Content.styled("─" * (label_width + sum(widths)), "$deep"))
    lines += [_sheet_row(row, label_width, widths) for row in sheet.totals]
    return Content("\n").join(lines)


def seat_rows(sheet: ScoreSheet, names: Sequence[str], max_columns: int) -> Content | None:
    """The score sheet with a row for each seat and a column for everything that somebody has scored; None if it is wider than
    `max_columns`."""
    rows = [
        row for row in (*sheet.rows, *sheet.totals) if row in sheet.totals or any(map(str.isalnum, "".join(row.cells)))
    ]
    heads = [row.short or row.label for row in rows]
    cells = [[cell.replace(" = ", "=") for cell in row.cells] for row in rows]
    widths = [1 + max(map(cell_len, [head, *column])) for head, column in zip(heads, cells, strict=True)]
    left = max(map(cell_len, names)) + len(WINNER_SIGN)
    if left + sum(widths) > max_columns:
        return None
    lines = [Content.styled(" " * left + "".join([f"{h:>{w}}" for h, w in zip(heads, widths, strict=True)]), "$lapis")]
    for seat, name in enumerate(names):
        parts: list[str | tuple[str, str]] = [(pad(WINNER_SIGN if sheet.won[seat] else "  ", 2), "bold $gold")]
        parts.append((pad(name, left - 2), "bold $gold" if sheet.won[seat] else "bold $sand"))
        for row, column, width in zip(rows, cells, widths, strict=True):
            text = " " * (width - cell_len(column[seat])) + column[seat]
            parts.append((text, row.style) if row.style else text)
        lines.append(Content.assemble(*parts))
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
