"""Cards as boxes: a frame with a title bar, an emblem and the text of the card, and the marks beside cards that others have
changed. The boards of all games may use it.

The `CardPlan` for the size of the table says how much of a card is drawn. The cursor changes only the title bar. Whether a card
is usable or chosen also shows in the frame, so that it can be seen without colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vok_tui.painting.grid import Brush, Ink, Target, fit, wrap
from vok_tui.panes.scene import Scene


def paint_change_mark(brush: Brush, x: int, y: int, scene: Scene, target: Target, *background: str) -> None:
    """Paint a mark if others have changed the target since the viewer's last answer, or a different one if the highlighted step
    changed it. On gold, where both of their inks vanish, marks have the ink of the text."""
    on_gold = "on-gold" in background
    if target in scene.step_marks.changed_by_highlighted_step:
        brush.write(x, y, scene.signs.changed_by_step, *background, "ink" if on_gold else "lapis", "bold")
    elif target in scene.step_marks.changed_since_answer:
        brush.write(x, y, scene.signs.new_bar, *background, "ink" if on_gold else "gold")


TITLE_COLUMN: Final = 4  # of the name, after the corner, a mark, a key and a blank
PADDING: Final = 2  # columns between the edge and the text


@dataclass(frozen=True)
class CardPlan:
    """How cards are drawn on tables of one size. The board of the game draws cards without a frame as plain lines."""

    width: int
    height: int
    has_frame: bool = False
    has_emblem: bool = False


@dataclass(frozen=True)
class FrameSigns:
    """The characters of a frame. The corners begin with the upper left one and go clockwise."""

    corners: str
    horizontal: str
    vertical: str


THIN: Final = FrameSigns("╭╮╯╰", "─", "│")
DOUBLE: Final = FrameSigns("╔╗╝╚", "═", "║")
ASCII_THIN: Final = FrameSigns("++++", "-", "|")
ASCII_DOUBLE: Final = FrameSigns("####", "=", "#")


@dataclass(frozen=True)
class CardState:
    """How a card is highlighted: what the cursor and the open question say about it."""

    under_cursor: bool = False
    usable: bool = False
    chosen: bool = False  # selected, or affected by the answer under the cursor

    @property
    def title_ink(self) -> Ink:
        if self.under_cursor or self.chosen:
            return ("ink", "on-gold", "bold")
        return ("ink", "on-block", "bold") if self.usable else ("sand", "on-stone", "bold")

    @property
    def frame_ink(self) -> Ink:
        """The ink of the frame. It does not depend on the cursor."""
        return ("gold",) if self.chosen else ("block",) if self.usable else ("deep",)


@dataclass(frozen=True)
class Emblem:
    """A picture of a few lines, and its version in ASCII."""

    lines: tuple[str, ...]
    ascii_lines: tuple[str, ...]
    ink: str

    def lines_to_draw(self, *, ascii_only: bool) -> tuple[str, ...]:
        return self.ascii_lines if ascii_only else self.lines


def paint_frame(brush: Brush, scene: Scene, state: CardState) -> None:
    """Paint the frame and the background of a card. Its upper line is the title bar, still without a title."""
    thin, double = (ASCII_THIN, ASCII_DOUBLE) if scene.signs.ascii_only else (THIN, DOUBLE)
    frame = double if state.chosen else thin
    title_ink, frame_ink = state.title_ink, ("on-stone", *state.frame_ink)
    right, bottom = brush.width - 1, brush.height - 1
    brush.fill("sand", "on-stone")
    top_ink: Ink = (*title_ink[:2], *state.frame_ink) if title_ink[1] == "on-stone" else title_ink[:2]
    brush.write(0, 0, frame.corners[0] + frame.horizontal * (brush.width - 2) + frame.corners[1], *top_ink)
    for y in range(1, bottom):
        brush.write(0, y, frame.vertical, *frame_ink)
        brush.write(right, y, frame.vertical, *frame_ink)
    brush.write(0, bottom, frame.corners[3] + frame.horizontal * (brush.width - 2) + frame.corners[2], *frame_ink)


def paint_title(brush: Brush, state: CardState, mark: str, key: str, name: str, right_text: str = "") -> None:
    """Paint the title bar: a mark, a key and a name, and another text at the right end."""
    ink = state.title_ink
    inside = brush.sub_brush(1, 0, brush.width - 2, 1)
    inside.write(0, 0, f"{mark}{key} {name} ", *ink)
    if right_text:
        brush.write_right(0, f" {right_text} ", *ink, end=brush.width - 1)


def paint_name_in_title(brush: Brush, scene: Scene, state: CardState, name: str) -> None:
    """Paint a title bar that has only a name, cut if necessary, between blanks that keep it apart from the frame."""
    brush.sub_brush(1, 0, brush.width - 2, 1).write(
        0, 0, f" {fit(name, brush.width - 4, scene.signs.more)} ", *state.title_ink
    )


def name_columns_in_title(brush: Brush, right_text: str = "") -> int:
    """The number of columns for the name in a title bar."""
    return brush.width - TITLE_COLUMN - 1 - (len(right_text) + 2 if right_text else 0)


def paint_emblem(brush: Brush, scene: Scene, x: int, y: int, emblem: Emblem, *background: str) -> None:
    """Paint an emblem. The version in ASCII may be narrower; it is centred in the same columns."""
    lines = emblem.lines_to_draw(ascii_only=scene.signs.ascii_only)
    x += (len(emblem.lines[0]) - len(lines[0])) // 2
    for row, line in enumerate(lines):
        brush.write(x, y + row, line, *background, emblem.ink)


def wrap_first_that_fits(texts: Sequence[str], width: int, height: int, cut_sign: str) -> list[str]:
    """The first of the texts that fits when wrapped, else the last one, cut in its last line. A text may use one column more than
    `width` before the next one is tried."""
    for text in texts:
        for columns in (width, width + 1):
            lines = wrap(text, columns)
            if len(lines) <= height:
                return lines
    lines = wrap(texts[-1], width)
    return [*lines[: height - 1], fit(" ".join(lines[height - 1 :]), width, cut_sign)] if height > 0 else []
