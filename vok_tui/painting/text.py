"""Fits text into a number of cells."""

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size

from vok_tui.painting.grid import Ink

InkedWord = tuple[str, Ink]


def fit(text: str, width: int, cut_sign: str = "…") -> str:
    """`text`, cut to `width` cells with `cut_sign` at the end if it is too long."""
    if cell_len(text) <= width:
        return text
    if width <= cell_len(cut_sign):
        return set_cell_size(text, max(0, width))
    return set_cell_size(text, width - cell_len(cut_sign)).rstrip(" ,;:") + cut_sign


def pad(text: str, width: int, cut_sign: str = "…") -> str:
    """`text`, cut or filled with blanks to exactly `width` cells."""
    fitted = fit(text, width, cut_sign)
    return fitted + " " * (width - cell_len(fitted))


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """`text` wrapped to `width` cells. Lines after the first are indented; words that are too long are cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        line_width = width - (indent if lines else 0)
        if line and cell_len(line) + 1 + cell_len(word) > line_width:
            lines.append(line)
            line = ""
            line_width = width - indent
        line = f"{line} {word}" if line else fit(word, line_width)
    if line or not lines:
        lines.append(line)
    return [lines[0], *(" " * indent + line for line in lines[1:])]


def wrap_inked(words: Iterable[InkedWord], width: int, indent: int = 0) -> list[list[InkedWord]]:
    """Words wrapped to `width` cells, where lines after the first will be indented by `indent`. Words that are too long are
    cut."""
    lines: list[list[InkedWord]] = [[]]
    cells_left = width
    for word, ink in words:
        line = lines[-1]
        if line and cell_len(word) + 1 > cells_left:
            line = []
            lines.append(line)
        if not line:
            cells_left = width - (indent if len(lines) > 1 else 0) + 1
            word = fit(word, cells_left - 1)
        line.append((word, ink))
        cells_left -= cell_len(word) + 1
    return lines
