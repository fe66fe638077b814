"""Graphemes: what a reader sees as one character, such as a letter with its accents, and how many cells it takes.

Textual measures and cuts all lines with rich, which takes the width of each code point alone. That is wrong for many scripts, so
`measure_graphemes` lets rich ask wcwidth instead: panes, widgets and the terminal's lines then have the same widths. Most texts
have no such characters. For them nothing changes, and wcwidth is not even imported.
"""

from collections.abc import Sequence
from typing import Final

import rich.cells
from rich.cells import cell_len, get_character_cell_size

_cell_len_of_code_points: Final = rich.cells._cell_len  # noqa: SLF001  there is no public way to replace it
_split_code_points: Final = rich.cells.split_graphemes


def is_simple(text: str) -> bool:
    """Whether each character of a text is a grapheme: none of them joins another one."""
    return text.isascii() or not any(map(_joins_another, text))


def graphemes(text: str) -> Sequence[str]:
    """The graphemes of a text, in order."""
    if is_simple(text):
        return text
    from wcwidth import iter_graphemes

    return list(iter_graphemes(text))


def _joins_another(char: str) -> bool:
    """Whether a character may belong to the one before or after it: a mark, a joiner, a half of a flag, a tone of skin."""
    return (
        get_character_cell_size(char) == 0
        or "\U0001f1e6" <= char <= "\U0001f1ff"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )


def _cell_len(text: str, unicode_version: str) -> int:
    if not is_simple(text):
        from wcwidth import wcswidth

        if (cells := wcswidth(text)) >= 0:  # it is negative for control characters
            return cells
    return _cell_len_of_code_points(text, unicode_version)


def _split_graphemes(text: str, unicode_version: str = "auto") -> tuple[list[tuple[int, int, int]], int]:
    """The start, end and cells of each grapheme, and the cells of the whole text."""
    if is_simple(text):
        return _split_code_points(text, unicode_version)
    spans, start = [], 0
    for grapheme in graphemes(text):
        spans.append((start, start + len(grapheme), cell_len(grapheme)))
        start += len(grapheme)
    return spans, sum([cells for _, _, cells in spans])


def measure_graphemes() -> None:
    """Let rich measure and cut by graphemes, as wcwidth does."""
    rich.cells._cell_len = _cell_len  # noqa: SLF001
    rich.cells.split_graphemes = _split_graphemes
    rich.cells.cached_cell_len.cache_clear()


measure_graphemes()
