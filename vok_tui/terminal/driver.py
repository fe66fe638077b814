"""Textual's driver, with changes for lost, slow, huge and remote terminals; its parser of what a terminal reports, and the thread
that writes.

When the terminal is gone, the game ends at once (Textual would read the end of input for ever). A terminal that does not read
does not block the game. At most `MAX_SIZE` of a window is painted. Ctrl-Z stops the game only if a shell can continue it. If the
mouse is on over SSH, it reports clicks but not movements. An ASCII terminal receives only ASCII.

Textual's parser turns whatever it does not know into keys: a late answer of the terminal, a report that was cut off, the rest of
a paste. Here the input is first divided into characters, whole reports and whole pastes. Textual's parser gets whole reports
only. What it does not know as a key, a mouse event or an answer to a question of the program is dropped. Textual's parser also
trusts the terminal: a key code beyond Unicode raises an error. Such reports are dropped as well, and `keyboard.py` brings others
into its form.

One thing cannot be told apart: a report whose first byte, Escape, arrives alone and long before the rest begins with the key
Escape. Its rest is dropped if it arrives in one piece.

A terminal may stop reading, because its window is halted or its connection hangs. Frames are put into a queue, and a thread
writes them. If the queue is too long, further frames are dropped. A frame contains only what has changed, so when the terminal
has caught up after that, a full repaint is requested.
"""

import fcntl
import os
import re
import select
import signal
import termios
import time
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from io import StringIO
from math import inf, nextafter
from threading import Condition, Thread
from time import monotonic
from typing import Any, Final

from textual import constants
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._parser import ParseError
from textual._time import get_time
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import CursorPosition, Key, Paste, Resize
from textual.geometry import Size
from textual.keys import Keys
from textual.message import Message

from engine.core.plain_text import MAX_TEXT_BYTES
from vok_tui.shared.detection import USUAL_SIZE, Terminal, window_size
from vok_tui.terminal.fence import ROW, Fence
from vok_tui.terminal.glyphs import to_ascii
from vok_tui.terminal.keyboard import known_report

PARSE_FAILURES: Final = (ArithmeticError, LookupError, ParseError, TypeError, ValueError)
# Maximum characters of a paste: one more than a game as text may have, so that a longer one is refused and not cut.
MAX_PASTE_CHARS: Final = MAX_TEXT_BYTES + 1
MAX_REPORT_CHARS: Final = 32  # of a report that Textual's parser knows
# Times without input. After the first, a lone Escape is a key; the player may set it, as for other programs. After the second,
# the beginning of a report was a key with Alt. After the third, an unfinished report has no end, and an unfinished paste may
# have none.
ESCAPE_SECONDS: Final = constants.ESCAPE_DELAY if "ESCDELAY" in os.environ else 0.05
INTRODUCER_SECONDS: Final = 1.0
QUIET_SECONDS: Final = 5.0

ESC: Final = "\x1b"
BELL: Final = "\x07"
STRING_INTRODUCERS: Final = (
    "]P_^X"  # after Escape: OSC, DCS, APC, PM, SOS, each of which ends with Escape and a backslash
)
INTRODUCERS: Final = f"[O{STRING_INTRODUCERS} !\"#$%&'()*+,-./"  # after Escape, all that more must follow
STRING_END: Final = ESC + ESC  # stands for an Escape in a string: it ends the string, so it is no key
STRING_ENDS: Final = re.compile("[\x18\x1a\x1b]")  # the end mark, or what breaks a string off
OSC_ENDS: Final = re.compile("[\x07\x18\x1a\x1b]")
OLD_MOUSE_REPORT: Final = "\x1b[M"  # with three more characters
CONSOLE_KEY: Final = "\x1b[["  # with one more character
COUNT_CELLS: Final = "\x1b[?1016l"  # an earlier program may have left the mouse counting pixels
CURSOR_MOVE: Final = re.compile(r"\x1b\[\d+;\d+H")
FENCE_REPORT: Final = f"\x1b[{ROW};"  # with a column and an R
ESCAPE_KEY: Final = re.compile(r"\x1b\[27[\d:;]*u")  # as terminals with the keyboard protocol of kitty send it
# The same control characters as one character, as the decoder writes them: from UTF-8, and from a byte that is no UTF-8.
ONE_CHARACTER_CONTROLS: Final = {
    0x80 + code: ESC + letter
    for code, letter in ((0x0F, "O"), (0x10, "P"), (0x18, "X"), *enumerate("[\\]^_", start=0x1B))
}
CLEANED: Final = {
    **dict.fromkeys(range(0x80, 0xA0), ""),
    **dict.fromkeys(range(0xDCA0, 0xDD00), "\ufffd"),
    **ONE_CHARACTER_CONTROLS,
    **{0xDC00 + code: "" for code in range(0x80, 0xA0)},
    **{0xDC00 + code: text for code, text in ONE_CHARACTER_CONTROLS.items()},
}
# The rest of a report whose beginning was given up, if it arrives in one piece: a whole one, or the beginning of an answer that
# nobody types.
LATE_REST: Final = re.compile(
    r"\x1b(\[[0-?]+[ -/]*[@-~]|\[[IO]$|[]PX^_][^\x07\x1b]*(\x07|\x1b\\)|\]\d+;|P[\d$+!=>|]+[a-zA-Z|{~]|_G)"
)
NUMBERED_KEY: Final = re.compile(r"\x1b\[(\d*)[\d:;]*([~ABCDEFHPQRSu])")


class CursorReport(Message):
    """The terminal has answered where its cursor is: in this column of the row of the fence."""

    def __init__(self, column: int) -> None:
        super().__init__()
        self.column = column


class PasteStalled(Message):
    """A paste stopped in the middle. Keys are taken as its text until it ends, or until Esc is pressed."""


class ReportParser(XTermParser):
    """Textual's parser, for a terminal that may send invalid reports."""

    def parse_report(self, report: str) -> list[Message]:
        """The messages of one whole report; [] if it is not known. Then this parser must be replaced, and the same if it raises
        one of PARSE_FAILURES."""
        report = known_report(report)
        if not report or len(report) > MAX_REPORT_CHARS or not has_known_number(report):
            return []
        messages = [message for message in self.feed(report) if not isinstance(message, CursorPosition)]
        return [] if self.is_waiting else messages

    def parse_alt_key(self, char: str) -> list[Message]:
        """The keys of Escape and a character in one: a key with Alt, or what the terminal sends for it."""
        keys = self._sequence_to_key_events(ESC + char), self._sequence_to_key_events(char, alt=True)
        return [key for key in list(keys[0]) or list(keys[1]) if key.key != Keys.Ignore]

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for the rest of a report."""
        return self._timeout_time is not None


class InputParser:
    """Turns what the terminal sends into messages. `now` is always the current time in seconds, which never goes back."""

    def __init__(self, debug: bool = False) -> None:
        self._debug: Final = debug
        self._parser = ReportParser(debug)
        self._report = ""  # the beginning of a report; of a string, only what introduces it
        self._given_up = ""  # the beginning of a report that was given up; its rest may still come
        self._pasted: StringIO | None = None  # the paste so far; None outside of a paste
        self._tail = ""  # the latest characters of the paste, which may be the beginning of its end mark
        self._is_stalled = False  # the paste
        self._latest = ""  # the latest piece of input
        self._latest_at = 0.0

    def feed(self, text: str, now: float) -> Iterator[Message]:
        """The messages in a piece of input, decoded from UTF-8 with `surrogateescape`. What is not known is dropped."""
        yield from self.tick(now)
        text = text.translate(CLEANED)
        self._latest, self._latest_at = text, now
        beginning, self._given_up = self._given_up, ""
        if beginning == STRING_END:
            text = text.removeprefix("\\")
        elif beginning and text and (len(text) > 1 or text == BELL) and LATE_REST.match(beginning + text):
            self._report = beginning
        while text:
            text = yield from self._parse_first(text) if self._pasted is None else self._parse_paste(text)

    def tick(self, now: float) -> Iterator[Message]:
        """The messages that depend on time, such as a lone Escape."""
        quiet = now - self._latest_at
        if self._pasted is not None:
            if self._is_stalled and self._latest == ESC and quiet >= ESCAPE_SECONDS:
                self._pasted, self._given_up = None, ESC
            elif not self._is_stalled and quiet >= QUIET_SECONDS:
                self._is_stalled = True
                yield PasteStalled()
        elif self._report and quiet >= self._patience_seconds:
            self._given_up, self._report = self._report, ""
            if self._given_up == ESC:
                yield Key("escape", ESC)
        elif self._given_up and quiet >= 2 * QUIET_SECONDS:
            self._given_up = ""

    @property
    def needs_tick(self) -> bool:
        """Whether `tick` should be called soon."""
        return self._report in (ESC, STRING_END) or (self._is_stalled and self._latest == ESC)

    @property
    def is_waiting(self) -> bool:
        """Whether it remembers something that `tick` may end."""
        return bool(self._report or self._given_up) or self._pasted is not None

    @property
    def _patience_seconds(self) -> float:
        """How long to wait for the rest of the report."""
        if self._report in (ESC, STRING_END):
            return ESCAPE_SECONDS
        return INTRODUCER_SECONDS if len(self._report) == 2 else QUIET_SECONDS

    # -- characters and reports

    def _parse_first(self, text: str) -> Generator[Message, None, str]:
        """Parse a character, or all that belongs to the current string. Returns the rest of the text."""
        if self._report[1:] and self._report[1] in STRING_INTRODUCERS:
            return self._skip_string(text)
        char, rest = text[0], text[1:]
        report, self._report = self._report, ""
        if char == ESC:
            if report == ESC:
                yield Key("escape", ESC)
            self._report = ESC
        elif report in (ESC, STRING_END):
            if char in INTRODUCERS:
                self._report = ESC + char
            elif char != "\\":  # the end mark of a string
                yield from self._parser.parse_alt_key(char)
        elif not report or not (" " <= char <= "~" or report.startswith(OLD_MOUSE_REPORT)):
            yield from self._messages_of(char)  # it is a key even if a report was cut off before it
        elif not is_whole(report + char):
            self._report = (report + char)[: MAX_REPORT_CHARS + 1]
        elif report + char == BRACKETED_PASTE_START:
            self._pasted, self._tail, self._is_stalled = StringIO(), "", False
        else:
            yield from self._messages_of(report + char)
        return rest

    def _skip_string(self, text: str) -> str:
        """Skip the text of a string. Returns what follows its end or its break."""
        end = (OSC_ENDS if self._report[1] == "]" else STRING_ENDS).search(text)
        if end is None:
            self._report = self._report[:2] + "..."
            return ""
        self._report = STRING_END if end[0] == ESC else ""
        return text[end.end() :]

    def _messages_of(self, report: str) -> list[Message]:
        """The messages of a character or of a whole report; [] if it is not known."""
        if report.startswith(FENCE_REPORT) and report.endswith("R"):
            column = report[len(FENCE_REPORT) : -1]
            return [CursorReport(int(column))] if column.isascii() and column.isdigit() else []
        messages: list[Message] = []
        try:
            messages = self._parser.parse_report(report)
        except PARSE_FAILURES:
            self._replace_parser()
        if self._parser.is_waiting:
            self._replace_parser()
        return messages

    def _replace_parser(self) -> None:
        self._parser = ReportParser(self._debug)

    # -- pastes

    def _parse_paste(self, text: str) -> Generator[Message, None, str]:
        """Add to the paste, and end it at its end mark. Esc ends a stalled paste. Returns the rest of the text."""
        if self._is_stalled and ESCAPE_KEY.fullmatch(text):
            self._pasted = None
            return ""
        before, end, rest = (self._tail + text).partition(BRACKETED_PASTE_END)
        keep = len(before) if end else max(0, len(before) + 1 - len(BRACKETED_PASTE_END))
        assert self._pasted is not None
        self._pasted.write(before[: min(keep, MAX_PASTE_CHARS - self._pasted.tell())])
        self._tail = before[keep:]
        if end:
            yield self._finish_paste()
        return rest

    def _finish_paste(self) -> Paste:
        """End the paste. Returns its text, without characters that are not text."""
        text, self._pasted = self._pasted.getvalue() if self._pasted is not None else "", None
        lines = text.replace("\r\n", "\n").replace("\r", "\n")
        return Paste("".join(char for char in lines if char.isprintable() or char in "\n\t"))


def is_whole(report: str) -> bool:
    """Whether a report that begins with Escape and [, O or an intermediate character is complete."""
    last = report[-1]
    if report.startswith(OLD_MOUSE_REPORT):
        return len(report) == len(OLD_MOUSE_REPORT) + 3
    if report.startswith(CONSOLE_KEY):
        return len(report) == len(CONSOLE_KEY) + 1
    if report[1] in "[O":
        return last >= "@" or report in ANSI_SEQUENCES_KEYS
    return last >= "0"


def has_known_number(report: str) -> bool:
    """Whether a report, if it has the form of a key with a number, has the number of a key."""
    key = NUMBERED_KEY.fullmatch(report)
    if key is None or report in ANSI_SEQUENCES_KEYS:
        return True
    number, end = key.groups()
    return bool(number) if end == "u" else f"{number or 1}{end}" in FUNCTIONAL_KEYS


MAX_UNSENT_BYTES: Final = 1 << 17  # about two full repaints; a slow connection lags behind no further than that
CHUNK_BYTES: Final = 4096
CLOSE_TIMEOUT_SECONDS: Final = 1.0  # for a slow terminal to read the last output


class TerminalWriter:
    """Writes to the file descriptor `fd` in its own thread. After texts were dropped, `request_full_repaint` is called in that
    thread as soon as the terminal has caught up."""

    def __init__(self, fd: int, ascii_only: bool, request_full_repaint: Callable[[], None]) -> None:
        self._fd: Final = fd
        self.ascii_only = ascii_only
        self._request_full_repaint: Final = request_full_repaint
        self._unsent: Final[deque[bytes]] = deque()
        self._unsent_bytes = 0
        self._has_dropped = False
        self._is_sending = False
        self._is_closing = False
        self._condition: Final = Condition()
        self._thread: Final = Thread(target=self._run, name="terminal-output", daemon=True)
        self._thread.start()

    def write(self, text: str) -> None:
        """Queue a text and return at once. The text is dropped if the terminal is too far behind."""
        data = (to_ascii(text) if self.ascii_only else text).encode("utf-8", "backslashreplace")
        with self._condition:
            if self._unsent_bytes > MAX_UNSENT_BYTES:
                self._has_dropped = True
            else:
                self._unsent.append(data)
                self._unsent_bytes += len(data)
                self._condition.notify()

    @property
    def is_dropping(self) -> bool:
        """Whether texts were dropped, and nothing is painted anew yet."""
        with self._condition:
            return self._has_dropped

    @property
    def is_idle(self) -> bool:
        """Whether the terminal has taken everything that was written."""
        with self._condition:
            return not (self._unsent or self._is_sending)

    def drop_unsent(self) -> None:
        """Drop everything that was not sent yet. The next frame must be a full repaint."""
        with self._condition:
            self._unsent.clear()
            self._unsent_bytes = 0

    def close(self) -> None:
        """Send what is left, but wait at most `CLOSE_TIMEOUT_SECONDS` for a terminal that does not read."""
        with self._condition:
            self._is_closing = True
            self._condition.notify()
        self._thread.join(CLOSE_TIMEOUT_SECONDS)

    def _run(self) -> None:
        while True:
            with self._condition:
                self._is_sending = False
                while not self._unsent:
                    if self._is_closing:
                        return
                    if self._has_dropped:
                        self._has_dropped = False
                        self._request_full_repaint()
                    self._condition.wait()
                data = self._unsent.popleft()
                self._is_sending = True
                self._unsent_bytes -= len(data)
                if len(data) > CHUNK_BYTES:
                    self._unsent.appendleft(data[CHUNK_BYTES:])
                    self._unsent_bytes += len(data) - CHUNK_BYTES
            try:
                self._send(data[:CHUNK_BYTES])
            except OSError:  # the terminal is gone: nobody can read what is written from now on
                return

    def _send(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self._fd, data) :]
            except BlockingIOError:  # another process has made the file non-blocking; it is shared with the shell
                select.select([], [self._fd], [])


# Maximum columns and lines that are painted: more than the table can use, and still fast.
MAX_SIZE: Final = Size(500, 200)
MAX_CONTINUED_CHECKS: Final = 5  # checks for the signal with which a shell continues the game; it may arrive late
CONTINUED_CHECK_SECONDS: Final = 0.01
FAREWELL_SECONDS: Final = 1.0  # for the last answer to the fence
FAREWELL_CHECK_SECONDS: Final = 0.01
IDLE_SECONDS: Final = 0.1  # pause between two checks whether to stop reading
SOON_SECONDS: Final = 0.02  # the same while an Escape waits for what may follow it


class TerminalLost(Message):
    """The terminal is gone. No more input will arrive."""


class FullRepaintNeeded(Message):
    """The whole screen must be repainted, because frames were dropped or the game was suspended."""


class WindowCropped(Message):
    """The window is larger than `MAX_SIZE`, so only a part of it is painted."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.size = size


class NotSuspended(Message):
    """The player asked to suspend the game, but no shell could continue it."""


class VokDriver(LinuxDriver):
    """Textual's driver with these changes."""

    terminal = Terminal()

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._writer: TerminalWriter | None = None
        self._last_size = Size(0, 0)  # of the window
        self._has_terminal = False
        self._latest_text = ""  # that was written
        self._suspended = False
        self._continued = False
        self._size = self._get_terminal_size()
        self.fence: Final = Fence(self._send_to_fence, get_time)

    # -- to the terminal

    def start_application_mode(self) -> None:
        """Take over the terminal. If that fails, restore it and raise the error."""
        self._has_terminal = True
        out: int = self._file.fileno() if self._file is not None else 2
        self._writer = TerminalWriter(out, self.terminal.ascii, self._request_full_repaint)
        start: Callable[[], None] = super().start_application_mode
        try:
            start()
        except BaseException:  # such as no memory for a thread; Textual would leave the terminal half taken over
            self.stop_application_mode()
            raise
        self.fence.begin()

    def stop_application_mode(self) -> None:
        """Restore the terminal to its earlier state. Drop frames that it has not read yet."""
        self._has_terminal = False
        if self._writer is not None:
            self._writer.drop_unsent()
        super().stop_application_mode()

    def disable_input(self) -> None:
        """Stop reading. Wait a moment for an answer that is on its way, so that the shell does not get it."""
        deadline = monotonic() + FAREWELL_SECONDS
        reading = self._key_thread
        while self.fence.awaits_answer and reading is not None and reading.is_alive() and monotonic() < deadline:
            time.sleep(FAREWELL_CHECK_SECONDS)
        super().disable_input()

    def _request_full_repaint(self) -> None:
        self.fence.lose_picture()
        self.send_message(FullRepaintNeeded())

    def write(self, data: str) -> None:
        """Send text to the terminal, without waiting for it."""
        if self._writer is not None and not self.is_needless(data):
            self._writer.write(data)

    def is_needless(self, data: str) -> bool:
        """Whether a text only puts the cursor where the text before has put it: the end of a picture in which nothing differs."""
        before, self._latest_text = self._latest_text, data
        return CURSOR_MOVE.fullmatch(data) is not None and before.endswith(data)

    def _send_to_fence(self, text: str) -> bool:
        """Send the question of the fence, unless something before it was dropped. Returns whether it was sent."""
        if self._writer is None or self._writer.is_dropping:
            return False
        self.write(text)
        return not self._writer.is_dropping

    def close(self) -> None:
        """Send what is left and stop the writer."""
        if self._writer_thread is not None and self._writer_thread.ident is None:
            self._writer_thread = None  # there was no memory to start it
        super().close()
        if self._writer is not None:
            self._writer.close()

    def _enable_mouse_support(self) -> None:
        self.write(COUNT_CELLS)
        if not self.terminal.remote:
            super()._enable_mouse_support()
        elif self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")  # clicks and the wheel, in the encoding without a maximum column

    def adapt(self, *, ascii_only: bool, mouse: bool) -> None:
        """From now on send only ASCII, or everything; get clicks, or leave them to the terminal."""
        self.terminal = self.terminal._replace(ascii=ascii_only)
        if self._writer is not None:
            self._writer.ascii_only = ascii_only
        if mouse != self._mouse:
            self._mouse = True  # without it, neither of the two does anything
            (self._enable_mouse_support if mouse else self._disable_mouse_support)()
            self._mouse = mouse

    def _query_in_band_window_resize(self) -> None:
        """Do not ask for reports of the window's size: a signal says it, and Textual would take the mouse to count pixels."""

    # -- from the terminal

    def run_input_thread(self) -> None:
        """Read keys until told to stop. Invalid UTF-8 is skipped; the end of input ends the thread."""
        parser = InputParser(self._debug)
        decode = getincrementaldecoder("utf-8")("surrogateescape").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], SOON_SECONDS if parser.needs_tick else IDLE_SECONDS)[0]:
                read_at = get_time()
                data = self._read()
                if not data:
                    self.send_message(TerminalLost())
                    return
                self.pass_on(parser.feed(decode(data), monotonic()), read_at)
            for message in parser.tick(monotonic()):
                self.process_message(message)

    def pass_on(self, messages: Iterator[Message], read_at: float) -> None:
        """Pass on messages that were read at this time. Those after an answer to the fence are later than it."""
        for message in messages:
            if isinstance(message, CursorReport):
                self.fence.take_answer(message.column, read_at)
                read_at = max(get_time(), nextafter(read_at, inf))
            else:
                message.time = read_at  # see `has_no_pending_io`
                self.process_message(message)

    def process_message(self, message: Message) -> None:
        """Pass on a message from the terminal. The size in a Resize is cropped to `MAX_SIZE`."""
        if isinstance(message, Resize):
            size = self._crop_and_notify_player(message.size)
            message = Resize(size, size, pixel_size=message.pixel_size)
        super().process_message(message)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def send_message(self, message: Message) -> None:
        """Send a message to the app. Does nothing if it has ended: a signal may still arrive then."""
        with suppress(RuntimeError):
            if not self._loop.is_closed():
                super().send_message(message)

    @property
    def has_no_pending_io(self) -> bool:
        """Whether the terminal has taken everything that was painted, and no earlier input waits to be read. If so, a key whose
        `time` is later than now was pressed when the picture was visible."""
        try:
            unread = fcntl.ioctl(self.fileno, termios.FIONREAD, bytes(4))
        except OSError:  # the terminal is gone
            return True
        return not any(unread) and (self._writer is None or self._writer.is_idle)

    # -- the size of the window

    def _get_terminal_size(self) -> tuple[int, int]:
        columns, lines = self._crop_and_notify_player(Size(*(window_size(os.environ) or USUAL_SIZE)))
        return columns, lines

    def _crop_and_notify_player(self, size: Size) -> Size:
        """The size that is painted of a window of this size. If the window is too large, the player is notified once."""
        painted = Size(min(size.width, MAX_SIZE.width), min(size.height, MAX_SIZE.height))
        if painted != size and size != self._last_size:
            self.send_message(WindowCropped(size))
        self._last_size = size
        return painted

    # -- to the shell and back

    @property
    def can_suspend(self) -> bool:
        """Whether there may be a shell that can continue this process.

        A shell puts each job into its own process group, so the group of the session's first process is not a job of a shell.
        """
        return os.getpgrp() != os.getsid(0)

    def suspend(self, stop_process: Callable[[], None]) -> None:
        """Give the terminal back to the shell, by `stop_process`, which stops this process."""
        stop_process()

    def _sigtstp_application(self, *_: Any) -> None:
        """Stop the whole process group, because a shell waits for the group. The operating system does not stop an orphaned
        group, for which no shell waits; then the game continues."""
        if not self.can_suspend:
            self.send_message(NotSuspended())
            return
        if self._has_terminal:
            self.suspend_application_mode()
            self._suspended = self._must_signal_resume = True
        self._continued = False
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        os.killpg(0, signal.SIGTSTP)  # the other processes first
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)  # this process stops here, unless its group is orphaned
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        for _check in range(MAX_CONTINUED_CHECKS):
            if not self._continued:
                time.sleep(CONTINUED_CHECK_SECONDS)
        if not self._continued:
            self.send_message(NotSuspended())
        self._retake_terminal()

    def _sigcont_application(self, *_: Any) -> None:
        """Handle the signal that the process was continued, perhaps after a stop that could not be caught."""
        self._continued = True
        self._retake_terminal()

    def _retake_terminal(self) -> None:
        """Take over the terminal again after a stop, and repaint everything."""
        if self._suspended:
            self._suspended = False
            self.resume_application_mode()
        self._request_full_repaint()


def driver_class_for(detected: Terminal) -> type[VokDriver]:
    """The driver class for a terminal. Textual needs a class, because it makes the driver itself."""

    class DriverForTerminal(VokDriver):
        terminal = detected

    return DriverForTerminal
