"""Fitting words into cells."""

from rich.cells import cell_len, set_cell_size


def fit(text: str, width: int, more: str = "…") -> str:
    """`text`, or as much of it as goes into `width` cells with `more` behind it."""
    if cell_len(text) <= width:
        return text
    if width <= cell_len(more):
        return set_cell_size(text, max(0, width))
    return set_cell_size(text, width - cell_len(more)).rstrip(" ,;:") + more


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """`text` in lines of at most `width` cells, those behind the first indented. A word that is too long is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        room = width - (indent if lines else 0)
        if line and cell_len(line) + 1 + cell_len(word) > room:
            lines.append(line)
            line = ""
            room = width - indent
        line = f"{line} {word}" if line else fit(word, room)
    if line or not lines:
        lines.append(line)
    return [lines[0], *(" " * indent + line for line in lines[1:])]
