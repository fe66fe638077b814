"""Parses what a terminal reports (keys, mouse, sizes, pastes), so that no report can end the reading thread.

Textual's parser trusts the terminal: a window of 0 pixels makes it divide by zero, and a key code beyond Unicode raises an error.
Here a report that cannot be parsed is dropped, and only that report. Textual would also turn escape sequences in a paste into
keys, and the game would play them. So pastes are parsed here, as text of bounded length.
"""

import re
from collections.abc import Iterator
from io import StringIO
from time import monotonic
from typing import Final

from textual._parser import ParseError
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.events import Paste
from textual.message import Message

from engine.core.plain_text import MAX_TEXT_BYTES

PARSE_FAILURES: Final = (ArithmeticError, LookupError, ParseError, TypeError, ValueError)
AT_ESCAPE: Final = re.compile("(?=\x1b)")
# Maximum characters of a paste: one more than a game as text may have, so that a longer one is refused and not cut.
MAX_PASTE_CHARS: Final = MAX_TEXT_BYTES + 1
PASTE_QUIET_SECONDS: Final = 5.0  # time without input that ends an unfinished paste


class ReportParser(XTermParser):
    """Textual's parser, for a terminal that may send invalid reports."""

    def parse_mouse_code(self, code: str) -> Message | None:
        """The position of the mouse. A terminal without pixels counts cells."""
        if 0 in (*(self.terminal_pixel_size or ()), *(self.terminal_size or ())):
            self.terminal_size = self.terminal_pixel_size = None
        return super().parse_mouse_code(code)


class InputParser:
    """Turns what the terminal sends into messages."""

    def __init__(self, debug: bool = False) -> None:
        self._debug: Final = debug
        self._parser = ReportParser(debug)
        self._pasted: StringIO | None = None  # the paste so far; None outside of a paste
        self._tail = ""  # the latest characters of the paste, which may be the beginning of its end mark
        self._last_input_at = 0.0

    def feed(self, text: str) -> Iterator[Message]:
        """The messages in a piece of input. A report that cannot be parsed is dropped."""
        self._last_input_at = monotonic()
        while text:
            if self._pasted is None:
                before, start, text = text.partition(BRACKETED_PASTE_START)
                yield from self._parse(before)
                if start:
                    self._pasted, self._tail = StringIO(), ""
            else:
                before, end, text = (self._tail + text).partition(BRACKETED_PASTE_END)
                keep = len(before) if end else max(0, len(before) + 1 - len(BRACKETED_PASTE_END))
                self._pasted.write(before[: min(keep, MAX_PASTE_CHARS - self._pasted.tell())])
                self._tail = before[keep:]
                if end:
                    yield self._finish_paste()

    def tick(self) -> Iterator[Message]:
        """The messages that depend on time, such as a lone Escape."""
        if self._pasted is not None and monotonic() - self._last_input_at > PASTE_QUIET_SECONDS:
            yield self._finish_paste()
        try:
            yield from self._parser.tick()
        except PARSE_FAILURES:
            self._reset_parser()

    def _parse(self, text: str) -> Iterator[Message]:
        for report in AT_ESCAPE.split(text):
            if report:
                try:
                    yield from self._parser.feed(report)
                except PARSE_FAILURES:
                    self._reset_parser()

    def _finish_paste(self) -> Paste:
        """End the paste. Returns its text, without characters that are not text."""
        text, self._pasted = self._pasted.getvalue() if self._pasted is not None else "", None
        lines = text.replace("\r\n", "\n").replace("\r", "\n")
        return Paste("".join(char for char in lines if char.isprintable() or char in "\n\t"))

    def _reset_parser(self) -> None:
        """Replace the parser by a new one that knows the size of the window."""
        old, self._parser = self._parser, ReportParser(self._debug)
        self._parser.mouse_pixels = old.mouse_pixels
        self._parser.terminal_size = old.terminal_size
        self._parser.terminal_pixel_size = old.terminal_pixel_size
