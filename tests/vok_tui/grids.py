"""A screen as text: the characters, below them a letter for the style of each cell, and below that a legend.

Such a picture has a hundredth of the size of an SVG, its diff can be read, and it is the same for every terminal.
"""

from string import ascii_letters, digits
from typing import Any

from rich.style import Style
from textual.app import App

# Window sizes: those at which a table has a frame around each part, and others.
FRAMED_SIZES = [(110, 34), (120, 40), (159, 45), (160, 45), (200, 58), (200, 60)]
SIZES = [(80, 24), (80, 40), (100, 30), (110, 24), *FRAMED_SIZES, (140, 50), (180, 70), (260, 90)]

LETTERS = ascii_letters + digits
PLAIN = "."  # the style that most cells have


def grid(app: App[Any], *, with_footer: bool = True) -> str:
    """The screen on top: text, styles, legend."""
    rows = cells(app) if with_footer else cells(app)[:-1]
    counts: dict[str, int] = {}
    for row in rows:
        for _, style in row:
            counts[style] = counts.get(style, 0) + 1
    most_common = max(counts, key=lambda style: counts[style])
    names = {most_common: PLAIN}
    for style in counts:
        names.setdefault(style, LETTERS[len(names) - 1])
    text = ["".join(char for char, _ in row).rstrip() for row in rows]
    styles = ["".join(names[style] for char, style in row if char) for row in rows]
    legend = [f"{letter} {style}" for style, letter in names.items()]
    return "\n".join([*text, "", *styles, "", *legend]) + "\n"


def text(app: App[Any]) -> str:
    """The characters alone."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips) + "\n"


def cells(app: App[Any]) -> list[list[tuple[str, str]]]:
    """Each cell with the words of its style."""
    rows = []
    for strip in app.screen._compositor.render_strips():
        row: list[tuple[str, str]] = []
        for segment in strip:
            style = words(segment.style)
            row += [(char, style) for char in segment.text]
        rows.append(row)
    return rows


def words(style: Style | None) -> str:
    """A style without the metadata that Textual adds."""
    return str(style.without_color + style.background_style + Style(color=style.color)) if style else "none"
