"""The colours on a screen, and how well they can be read.

The contrast is the ratio of WCAG 2, from 1 to 21. It is computed here from the cells that would be sent to the terminal,
independent of the code that chose the colours.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.color import Color
from textual.screen import Screen

from vok_tui.painting.signs import UNICODE_SIGNS

FRAMES = frozenset(map(chr, range(0x2500, 0x25A0))) - {UNICODE_SIGNS.new_bar}  # lines, corners, blocks
BLANK = " "
BRIGHT = range(8, 16)  # among the sixteen colours of a terminal


class Paint(NamedTuple):
    """The look of some cells. A colour that the terminal chooses is "default" or "0" to "15", any other one "#rrggbb"."""

    ink: str
    ground: str
    bold: bool
    reverse: bool
    dim: bool


def paints(screen: Screen[Any]) -> Iterator[tuple[str, Paint]]:
    """All texts on the screen with their paint. Texts under a dialog or the palette are left out."""
    compositor = screen._compositor
    for y, strip in enumerate(compositor.render_strips()):
        x = 0
        for segment in strip:
            idle = screen.is_modal and compositor.get_widget_at(x, y)[0] is screen
            if not idle:
                style = segment.style
                assert style is not None, f"{segment.text!r} has no style at all"
                yield (
                    segment.text,
                    Paint(
                        name(style.color), name(style.bgcolor), bool(style.bold), bool(style.reverse), bool(style.dim)
                    ),
                )
            x += segment.cell_length


def name(colour: Color | None) -> str:
    if colour is None or colour.is_default:
        return "default"
    return colour.triplet.hex if colour.triplet is not None else str(colour.number)


def text(cells: str) -> str:
    """The text of some cells, without blanks and frames."""
    return "".join(char for char in cells if char != BLANK and char not in FRAMES)


def contrast(paint: Paint) -> float:
    """The contrast of text and background; 0 if the terminal chooses one of them, because it is unknown."""
    if not (paint.ink.startswith("#") and paint.ground.startswith("#")):
        return 0.0
    dark, light = sorted((luminance(paint.ink), luminance(paint.ground)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def is_safe(paint: Paint) -> bool:
    """Whether it is readable with any colours of the terminal: the default text on the default background, also bold or
    reversed, or a bright colour on the default background."""
    bright = paint.ink.isdecimal() and int(paint.ink) in BRIGHT
    return paint.ground == "default" and not paint.dim and (paint.ink == "default" or (bright and not paint.reverse))
