"""Sends only the part of a line that changed, and of the colours only the one that changes.

Textual sends a changed line from the left edge of its widget to the right end of the change. On a wide table that is most of the
line. It also repeats the colours of each segment, about 40 bytes with 24-bit colours, and so it does for a whole screen.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.strip import Strip

RESET: Final = "\x1b[0m"


class ExactUpdate(ChopsUpdate):
    """An update that begins where the change begins. A wide character must be completely inside a change."""

    def render_segments(self, console: Console) -> str:
        pen = Pen(COLOR_SYSTEMS[console.color_system or "truecolor"])
        for y, first, last in self.spans:
            for end, (start, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or start >= last or end <= first:
                    continue
                left = max(start, first)
                pen.move_to(left, y)
                for segment in strip.crop(left - start, min(end, last) - start):
                    pen.write(segment)
        return pen.finish()


class ExactPicture(LayoutUpdate):
    """A whole screen."""

    def render_segments(self, console: Console) -> str:
        pen = Pen(COLOR_SYSTEMS[console.color_system or "truecolor"])
        for y, line in enumerate(self.strips, self.region.y):
            pen.move_to(self.region.x, y)
            for strip in line:
                for segment in strip:
                    if not segment.control:
                        pen.write(segment)
        return pen.finish()


class Pen:
    """Collects the text and escape sequences of segments, and remembers the current style of the terminal."""

    def __init__(self, colors: ColorSystem) -> None:
        self._colors: Final = colors
        self._sent: Final[list[str]] = []
        self._style: Style | None = None

    def move_to(self, x: int, y: int) -> None:
        """Continue at this cell. The style stays."""
        self._sent.append(Control.move_to(x, y).segment.text)

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
        elif codes.attributes != before.attributes:
            names = ["0" if before != NO_CODES else "", codes.attributes, codes.color, codes.background]
            self._sent.append(f"\x1b[{';'.join(filter(None, names))}m")
        else:
            changed = [codes.color or "39"] if codes.color != before.color else []
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


class ExactCompositor(Compositor):
    """Textual's compositor of a screen, with exact updates."""

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        return None if update is None else ExactUpdate(update.chops, update.spans, update.chop_ends)

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        update = super().render_full_update(simplify)
        return update if simplify else ExactPicture(update.strips, update.region)
