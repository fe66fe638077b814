"""Sends only the cells that changed, and of the colours only the one that changes.

Textual sends a changed line from the left edge of its widget to the right end of the change. On a wide table that is most of the
line. It also repeats the colours of each segment, about 40 bytes with 24-bit colours, and so it does for a whole screen.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.strip import Strip

RESET: Final = "\x1b[0m"


Cell = tuple[str, object]  # a character, and what of its style is visible; a blank shows only its background
GAP_CELLS: Final = 5  # unchanged cells between two changes that cost less than moving the cursor
# Blanks that cost more than erasing them, at the end of a change and within one.
MIN_LAST_BLANKS: Final = 5
MIN_BLANKS: Final = 11
LONG_BLANKS: Final = re.compile(f" {{{MIN_LAST_BLANKS},}}")


class ShownCells:
    """What each cell of the terminal shows, as far as it is known: what was sent to it. Cells that show the same are not sent
    again, so a repaint of the whole screen costs no more than what changes."""

    def __init__(self) -> None:
        self._lines: dict[int, list[Cell | None]] = {}
        self._width = 0

    def forget(self) -> None:
        """Nothing is known of what the terminal shows."""
        self._lines.clear()

    def paint(self, pen: "Pen", x: int, y: int, strips: Iterable[Strip], width: int) -> None:
        """Paint strips from this cell on, where they differ, on a screen of this width."""
        if width != self._width:
            self.forget()
            self._width = width
        segments = [segment for strip in strips for segment in strip if not segment.control and segment.text]
        length = sum(segment.cell_length for segment in segments)
        line = self._lines.setdefault(y, [None] * width)
        if any(not segment.text.isascii() and segment.cell_length != len(segment.text) for segment in segments):
            pen.move_to(x, y)
            for segment in segments:
                pen.write(segment)
            pen.lose_place()
            line[x : x + length] = [None] * len(line[x : x + length])
            return
        cells: list[Cell] = []
        styles: list[Style] = []
        for text, style, _ in segments:
            style = style or Style.null()
            blank: Cell = (" ", style if style.link or draws_on_blanks(style) else style.bgcolor)
            cells += [blank if char == " " else (char, style) for char in text]
            styles += [style] * len(text)
        for start, end in changed_runs(line[x : x + length], cells):
            pen.move_to(x + start, y)
            pen.write_cells("".join(char for char, _ in cells[start:end]), styles[start:end], x + end == width)
        line[x : x + length] = cells[: len(line) - x]


def changed_runs(before: Sequence[Cell | None], after: Sequence[Cell]) -> list[tuple[int, int]]:
    """The first cell of each change, and the one after its last. Changes with few cells between them are one."""
    runs: list[tuple[int, int]] = []
    for index, (old, new) in enumerate(zip_longest(before, after)):
        if old is None or old != new:
            if runs and index - runs[-1][1] <= GAP_CELLS:
                runs[-1] = runs[-1][0], index + 1
            else:
                runs.append((index, index + 1))
    return runs


class ExactUpdate(ChopsUpdate):
    """An update that begins where the change begins. A wide character must be completely inside a change."""

    shown: ShownCells | None = None
    width = 0  # of the screen

    def render_segments(self, console: Console) -> str:
        pen = Pen(COLOR_SYSTEMS[console.color_system or "truecolor"])
        shown = self.shown or ShownCells()
        for y, first, last in self.spans:
            for end, (start, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or start >= last or end <= first:
                    continue
                left = max(start, first)
                shown.paint(pen, left, y, [strip.crop(left - start, min(end, last) - start)], self.width)
        return pen.finish()


class ExactPicture(LayoutUpdate):
    """A whole screen."""

    shown: ShownCells | None = None
    width = 0  # of the screen

    def render_segments(self, console: Console) -> str:
        pen = Pen(COLOR_SYSTEMS[console.color_system or "truecolor"])
        shown = self.shown or ShownCells()
        for y, line in enumerate(self.strips, self.region.y):
            shown.paint(pen, self.region.x, y, line, self.width)
        return pen.finish()


class Pen:
    """Collects the text and escape sequences of segments, and remembers the current style of the terminal."""

    def __init__(self, colors: ColorSystem) -> None:
        self._colors: Final = colors
        self._sent: Final[list[str]] = []
        self._style: Style | None = None
        self._place = (-1, -1)  # of the cursor, after `write_cells`

    def move_to(self, x: int, y: int) -> None:
        """Continue at this cell. The style stays."""
        column, line = self._place
        self._place = x, y
        if line == y and column < x:
            self._sent.append(f"\x1b[{x - column}C")
        elif line == y - 1 and line >= 0 and x == 0:
            self._sent.append("\r\n")
        else:
            self._sent.append(Control.move_to(x, y).segment.text)

    def lose_place(self) -> None:
        """It is not known where the cursor is."""
        self._place = (-1, -1)

    def write(self, segment: Segment) -> None:
        """Write a segment, and its style if it differs from the current one."""
        style = segment.style or Style.null()
        if style.link:
            self._set_style(Style.null())
            self._sent.append(Strip.render_style(style, segment.text, self._colors))
            return
        if not (segment.text.isspace() and self._blanks_look_same(style)):
            self._set_style(style)
        self._sent.append(segment.text)

    def write_cells(self, text: str, styles: Sequence[Style], to_edge: bool) -> None:
        """Write characters with their styles. `to_edge`: they reach to the end of the line. Many blanks that show the background
        of the terminal itself are erased."""
        done = 0
        for blanks in LONG_BLANKS.finditer(text):
            start, end = blanks.span()
            is_last = end == len(text)
            count = end - start
            if count < (MIN_LAST_BLANKS if is_last else MIN_BLANKS):
                continue
            if not all(is_bare(style) for style in styles[start:end]):
                continue
            self._write_groups(text[done:start], styles[done:start])
            if not is_bare(self._style or Style.null()):
                self._set_style(styles[start])
            if is_last:
                self._sent.append("\x1b[K" if to_edge else f"\x1b[{count}X")
                text = text[:start]  # the cursor stays
            else:
                self._sent.append(f"\x1b[{count}X\x1b[{count}C")
            done = end
        self._write_groups(text[done:], styles[done : len(text)])
        column, line = self._place
        self._place = column + len(text), line

    def _write_groups(self, text: str, styles: Sequence[Style]) -> None:
        start = 0
        for style, group in groupby(styles):
            end = start + sum(1 for _ in group)
            self.write(Segment(text[start:end], style))
            start = end

    def finish(self) -> str:
        """Everything that was written, with the style reset at the end."""
        self._set_style(Style.null())
        return "".join(self._sent)

    def _blanks_look_same(self, style: Style) -> bool:
        """Whether blanks look the same in the current style: both have the same background and draw nothing on it."""
        current = self._style
        if current is None or current.bgcolor != style.bgcolor:
            return False
        return not (draws_on_blanks(current) or draws_on_blanks(style))

    def _set_style(self, style: Style) -> None:
        if style == (self._style or Style.null()):
            return
        codes, before = style_codes(style, self._colors), style_codes(self._style or Style.null(), self._colors)
        self._style = style
        if codes == before:
            return
        if codes == NO_CODES:
            self._sent.append(RESET)
        elif before.attributes and codes.attributes != before.attributes:
            names = ["0" if before != NO_CODES else "", codes.attributes, codes.color, codes.background]
            self._sent.append(f"\x1b[{';'.join(filter(None, names))}m")
        else:
            changed = [codes.attributes] if codes.attributes != before.attributes else []
            changed += [codes.color or "39"] if codes.color != before.color else []
            changed += [codes.background or "49"] if codes.background != before.background else []
            self._sent.append(f"\x1b[{';'.join(changed)}m")


class StyleCodes(NamedTuple):
    """The parts of the escape sequence of a style; "" for what it leaves to the terminal."""

    attributes: str
    color: str
    background: str


NO_CODES: Final = StyleCodes("", "", "")


@lru_cache(4096)
def style_codes(style: Style, colors: ColorSystem) -> StyleCodes:
    """The parts of the escape sequence of a style, in these colours."""
    color, background = (
        ";".join(ink.downgrade(colors).get_ansi_codes(foreground=is_text))
        if ink is not None and not ink.is_default
        else ""
        for ink, is_text in ((style.color, True), (style.bgcolor, False))
    )
    return StyleCodes(Strip.render_ansi(style.without_color, colors), color, background)


def draws_on_blanks(style: Style) -> bool:
    """Whether a blank in this style shows more than its background."""
    return bool(style.reverse or style.underline or style.underline2 or style.strike or style.overline)


def is_bare(style: Style) -> bool:
    """Whether a blank in this style shows the background of the terminal itself."""
    return (style.bgcolor is None or style.bgcolor.is_default) and not (style.link or draws_on_blanks(style))


class ExactCompositor(Compositor):
    """Textual's compositor of a screen, with exact updates."""

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        return None if update is None else ExactUpdate(update.chops, update.spans, update.chop_ends)

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        update = super().render_full_update(simplify)
        return update if simplify else ExactPicture(update.strips, update.region)
