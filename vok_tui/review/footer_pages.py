"""Pages of the footer: the keys of a review do not fit into one line, and each must be reachable with the mouse."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from vok_tui.panes.scene import KeyHint

GAP: Final = 2  # columns between two keys, as in `paint_keys`


def footer_pages(hints: Sequence[KeyHint], more_id: str, last_id: str, width: int) -> list[tuple[KeyHint, ...]]:
    """The hints in pages that fit into `width` columns. Each page ends with the hint with `last_id`; if there are several
    pages, the hint with `more_id` precedes it."""
    others = [hint for hint in hints if hint.id not in (more_id, last_id)]
    last = [hint for hint in hints if hint.id == last_id]
    if hints_columns([*others, *last]) < width:
        return [(*others, *last)]
    page_end = [*[hint for hint in hints if hint.id == more_id], *last]
    pages: list[tuple[KeyHint, ...]] = [()]
    for hint in others:
        if pages[-1] and hints_columns([*pages[-1], hint, *page_end]) >= width:
            pages.append(())
        pages[-1] = (*pages[-1], hint)
    return [(*page, *page_end) for page in pages]


def hints_columns(hints: Sequence[KeyHint]) -> int:
    """The number of columns that hints need in the footer."""
    return 1 + sum([cell_len(hint.key) + 1 + cell_len(hint.label) + GAP for hint in hints])
