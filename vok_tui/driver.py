"""How the bytes come and go: Textual's own driver, with three habits of ours.

A terminal that has gone away ends the game at once (Textual would read its end of input for ever). Over SSH the mouse, if
it is wanted at all, reports clicks and not every movement. To a terminal that shows ASCII only, only ASCII is sent.
"""

import os
import select
from codecs import getincrementaldecoder
from typing import IO, Any

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from vok_tui.glyphs import plain
from vok_tui.terminal import Terminal


class TerminalLost(Message):
    """Nothing more will come from the terminal."""


class Outlet:
    """The way to the terminal. Once it is cut, what is written falls on the floor: nobody could read it."""

    def __init__(self, file: IO[str], ascii_only: bool) -> None:
        self._file = file
        self._ascii_only = ascii_only
        self._cut = False

    def fileno(self) -> int:
        return self._file.fileno()

    def write(self, text: str) -> int:
        self._try(lambda: self._file.write(plain(text) if self._ascii_only else text))
        return len(text)

    def flush(self) -> None:
        self._try(self._file.flush)

    def _try(self, do: Any) -> None:
        if not self._cut:
            try:
                do()
            except OSError:
                self._cut = True


class HouseDriver(LinuxDriver):
    """Textual's driver with the habits of the house."""

    terminal = Terminal()

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._file: Any = Outlet(self._file, self.terminal.ascii)

    def _enable_mouse_support(self) -> None:
        if not self.terminal.remote:
            super()._enable_mouse_support()
        elif self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")  # clicks and the wheel, in the form that knows no right margin

    def run_input_thread(self) -> None:
        """Read keys until told to stop. A byte that is no UTF-8 is no reason to break off; the end of input is."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], 0.1)[0]:
                data = self._read()
                if not data:
                    self.send_message(TerminalLost())
                    return
                text = decode(data)
                for message in parser.feed(text) if text else ():
                    self.process_message(message)
            for message in parser.tick():
                self.process_message(message)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""


def driver_for(given: Terminal) -> type[HouseDriver]:
    """The driver for a terminal. Textual wants a class and makes the driver itself."""

    class Fitted(HouseDriver):
        terminal = given

    return Fitted
