"""Cards as boxes: a frame with a title bar, an emblem, and what the card does. Boards of every game may use it.

How much of a card is drawn follows from its `CardPlan`, one for each size of the table. The cursor changes the title bar alone;
what a card can be used for, or that it is chosen, also shows in the frame, so that it can be seen without colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vok_tui.painting.grid import Brush, Ink
from vok_tui.painting.text import fit, wrap
from vok_tui.panes.scene import Scene

TITLE_COLUMN: Final = 4  # of the name, behind the corner, a mark, a key and a blank
PADDING: Final = 2  # between the edge and the body


@dataclass(frozen=True)
class CardPlan:
    """How a card is drawn on tables of one size. A card without a frame is drawn by its game, in lines of its own."""

    width: int
    height: int
    has_frame: bool = False
    has_emblem: bool = False


@dataclass(frozen=True)
class FrameSigns:
    """The characters of a frame: corners from the upper left one clockwise, then the horizontal and the vertical line."""

    corners: str
    across: str
    down: str


THIN: Final = FrameSigns("╭╮╯╰", "─", "│")
DOUBLE: Final = FrameSigns("╔╗╝╚", "═", "║")
ASCII_THIN: Final = FrameSigns("++++", "-", "|")
ASCII_DOUBLE: Final = FrameSigns("####", "=", "#")


@dataclass(frozen=True)
class CardState:
    """What can be done with a card now."""

    under_cursor: bool = False
    usable: bool = False
    chosen: bool = False  # or goes with the answer under the cursor

    @property
    def title_ink(self) -> Ink:
        """The ink of the title bar."""
        if self.under_cursor or self.chosen:
            return ("ink", "on-gold", "bold")
        return ("ink", "on-block", "bold") if self.usable else ("sand", "on-stone", "bold")

    @property
    def line_ink(self) -> Ink:
        """The ink of the frame. It does not depend on the cursor."""
        return ("gold",) if self.chosen else ("block",) if self.usable else ("deep",)


@dataclass(frozen=True)
class Emblem:
    """A picture of a few lines, and the same in ASCII."""

    lines: tuple[str, ...]
    ascii_lines: tuple[str, ...]
    ink: str

    def drawn(self, *, ascii_only: bool) -> tuple[str, ...]:
        return self.ascii_lines if ascii_only else self.lines


def paint_frame(brush: Brush, scene: Scene, state: CardState) -> None:
    """Paint the frame and the ground of a card; the upper line is that of the title."""
    thin, double = (ASCII_THIN, ASCII_DOUBLE) if scene.signs.ascii_only else (THIN, DOUBLE)
    frame = double if state.chosen else thin
    over, line = state.title_ink, ("on-stone", *state.line_ink)
    right, bottom = brush.width - 1, brush.height - 1
    brush.fill("sand", "on-stone")
    rule: Ink = (*over[:2], *state.line_ink) if over[1] == "on-stone" else over[:2]
    brush.write(0, 0, frame.corners[0] + frame.across * (brush.width - 2) + frame.corners[1], *rule)
    for y in range(1, bottom):
        brush.write(0, y, frame.down, *line)
        brush.write(right, y, frame.down, *line)
    brush.write(0, bottom, frame.corners[3] + frame.across * (brush.width - 2) + frame.corners[2], *line)


def paint_title(brush: Brush, state: CardState, mark: str, key: str, name: str, right: str = "") -> None:
    """Paint the title bar: a mark, a key and a name, and a text at the right end."""
    ink = state.title_ink
    inside = brush.sub_brush(1, 0, brush.width - 2, 1)
    inside.write(0, 0, f"{mark}{key} {name} ", *ink)
    if right:
        brush.write_right(0, f" {right} ", *ink, end=brush.width - 1)


def title_room(brush: Brush, right: str = "") -> int:
    """The columns for the name in a title bar."""
    return brush.width - TITLE_COLUMN - 1 - (len(right) + 2 if right else 0)


def paint_emblem(brush: Brush, scene: Scene, x: int, y: int, emblem: Emblem, *ground: str) -> None:
    """Paint an emblem; the smaller one in ASCII in the middle of its place."""
    lines = emblem.drawn(ascii_only=scene.signs.ascii_only)
    x += (len(emblem.lines[0]) - len(lines[0])) // 2
    for row, line in enumerate(lines):
        brush.write(x, y + row, line, *ground, emblem.ink)


def wrap_first_that_fits(texts: Sequence[str], width: int, height: int, cut_sign: str) -> list[str]:
    """The first of the texts that fits when wrapped, else the last one, cut at its last line. A text may use one column more
    before it gives way to a shorter one."""
    for text in texts:
        for columns in (width, width + 1):
            lines = wrap(text, columns)
            if len(lines) <= height:
                return lines
    lines = wrap(texts[-1], width)
    return [*lines[: height - 1], fit(" ".join(lines[height - 1 :]), width, cut_sign)] if height > 0 else []
