"""The plain mode on a terminal or in a pipe: lines are written, and each line that is read answers the latest question.

On a terminal, what was typed before a question was written does not answer it. In a pipe each line answers the next question.
After its last line, what that asks for is still done, but nothing that only leads to another question.
Every answer is on disk before what follows from it is written, so the end of the input, a signal or a closed output lose nothing.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any, Final, Protocol, TextIO

from saves import Shelf
from saves.clean_text import visible
from vok_tui.coordinator.player import preferences_of
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.opponents import REACTION_SECONDS
from vok_tui.game.process_thinker import ProcessThinker
from vok_tui.game.thinker import Thinker
from vok_tui.plain.conversation import (
    MAX_TYPED_CHARS,
    Conversation,
    Listing,
    Message,
    Output,
    Refusal,
    numbered_lines,
    wrapped,
)
from vok_tui.plain.frontend import LineFrontend
from vok_tui.plain.json_lines import EndedBySignal, JsonLines
from vok_tui.plain.pipe import LineSource, line_source
from vok_tui.plain.rooms import Paper
from vok_tui.shared.errors import CommandError, ExitCode
from vok_tui.shared.interrupts import interrupts_heard_by

PROMPT: Final = "> "  # on a terminal
DEFAULT_WIDTH: Final = 80  # columns, where none are known
MIN_WIDTH: Final = 20
INTERRUPTED: Final = "All is on disk. Type quit to leave; a second Ctrl-C leaves at once."
MAX_LINE_BYTES: Final = 4 * MAX_TYPED_CHARS  # of a line that is read from a pipe
TURNS_OF_LOOP: Final = 8  # more than a message needs on its way to a task
CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and the lines that have scrolled off it
END_SIGNALS: Final = {"SIGTERM": ExitCode.TERMINATED, "SIGHUP": ExitCode.HUNG_UP, "SIGINT": ExitCode.INTERRUPTED}


class Ends(Output, Paper, Protocol):
    """The two ends of a conversation: where it is written, and where it is read from."""

    @property
    def is_flat(self) -> bool:
        """See `Conversation`."""

    def begin(self, conversation: Conversation) -> None:
        """The conversation begins."""

    def hear(self) -> Callable[[], None] | None:
        """Wait for what is typed next. Returns what carries it out; None at the end of the input."""

    async def while_listening(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something be done, and hear meanwhile whether the player stops it."""

    def hold(self, ended: EndedBySignal) -> bool:
        """Whether a line is half written: then the exception is raised after it."""

    def end(self, exit_code: int, farewell: str) -> None:
        """The conversation is over."""


class TextLines:
    """Reads and writes lines of text, at most as long as the terminal is wide, or `width` columns if there is none."""

    is_flat = False

    def __init__(self, reading: LineSource, writing: TextIO, width: int = DEFAULT_WIDTH) -> None:
        self._width: Final = width
        self._reading: Final = reading
        self._writing: Final = writing
        self._is_terminal: Final = reading.isatty() and writing.isatty()
        self._must_drop_typed_ahead = False
        self._conversation: Conversation | None = None

    # -- written

    def say(self, lines: Sequence[str]) -> None:
        width = width_of(self._writing) if self._is_terminal else self._width
        self._write([part for line in lines for part in wrapped(visible(line), width)])

    def _write(self, lines: Sequence[str]) -> None:
        self._writing.write("".join([f"{line}\n" for line in lines]))
        self._writing.flush()

    def ask(self, listing: Listing) -> None:
        self.say(numbered_lines(listing))
        self._must_drop_typed_ahead = self._is_terminal

    def tell(self, message: Message, lines: Sequence[str]) -> None:
        del message
        self.say(lines)

    def refuse(self, refusal: Refusal, lines: Sequence[str]) -> None:
        del refusal
        self.say(lines)

    def report(self, what: str, share: float | None, lines: Sequence[str]) -> None:
        del what, share
        self.say(lines)

    def begin(self, conversation: Conversation) -> None:
        self._conversation = conversation
        if self._is_terminal:
            start_readline(conversation.words)

    def end(self, exit_code: int, farewell: str) -> None:
        del exit_code
        if farewell:
            self._write([visible(line) for line in farewell.splitlines()])  # a path is not broken

    @property
    def can_clear(self) -> bool:
        return self._is_terminal and can_clear_scrolled_lines()

    def clear(self) -> None:
        self._writing.write(CLEAR)
        self._writing.flush()
        with suppress(ImportError):
            import readline

            readline.clear_history()

    def stops_heard_by(self, stop: Callable[[], object]) -> AbstractContextManager[None]:
        return interrupts_heard_by(stop)

    async def while_listening(self, work: Coroutine[Any, Any, None]) -> None:
        await work

    def hold(self, ended: EndedBySignal) -> bool:
        del ended
        return False

    # -- read

    def hear(self) -> Callable[[], None] | None:
        line = self.read()
        assert self._conversation is not None
        return partial(self._conversation.receive, line) if line is not None else None

    def read(self) -> str | None:
        """The next line without its end; None at the end of the input. More than `MAX_TYPED_CHARS` characters are dropped."""
        if self._must_drop_typed_ahead:
            self._must_drop_typed_ahead = False
            drop_typed_ahead(self._reading)
        if self._is_terminal:
            try:
                return self._read_from_terminal()[:MAX_TYPED_CHARS]
            except EOFError:
                self._writing.write("\n")  # the prompt is still there
                return None
        line = self._reading.readline(MAX_LINE_BYTES)
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self._reading.readline(MAX_LINE_BYTES)
        return line.rstrip("\r\n")[:MAX_TYPED_CHARS] if line else None

    def _read_from_terminal(self) -> str:
        """A line. The first Ctrl-C says how to leave; the second one leaves."""
        try:
            return self._input()
        except EndedBySignal:
            raise
        except KeyboardInterrupt:
            self._write(["", INTERRUPTED])
            return self._input()

    def _input(self) -> str:
        """A line, with history and completion where there is room: in a window of three columns readline divides by zero.
        Raises EOFError."""
        if columns_of(self._writing) >= MIN_WIDTH:
            return input(PROMPT)
        self._writing.write(PROMPT)
        self._writing.flush()
        line = self._reading.readline(MAX_LINE_BYTES)
        if not line:
            raise EOFError
        return line.rstrip("\r\n")


def width_of(writing: TextIO) -> int:
    """The number of columns for lines on a terminal."""
    return max(MIN_WIDTH, columns_of(writing))


def columns_of(writing: TextIO) -> int:
    """The number of columns of a terminal, the usual one if it does not say."""
    try:
        return os.get_terminal_size(writing.fileno()).columns or DEFAULT_WIDTH
    except (OSError, ValueError):
        return DEFAULT_WIDTH


def start_readline(words: Callable[[], list[str]]) -> None:
    """History, and completion of these words with Tab, if this Python has them."""
    with suppress(ImportError):
        import readline

        def complete(begun: str, number: int) -> str | None:
            fitting = [word for word in words() if word.startswith(begun.casefold())]
            return f"{fitting[number]} " if number < len(fitting) else None

        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")


def drop_typed_ahead(reading: LineSource) -> None:
    """Drop what was typed on a terminal and not read yet."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        termios.tcflush(reading.fileno(), termios.TCIFLUSH)


def can_clear_scrolled_lines() -> bool:
    """Whether the terminal can clear the lines that have scrolled off its screen (capability E3)."""
    try:
        import curses

        curses.setupterm()
        return curses.tigetstr("E3") is not None
    except (ImportError, OSError, ValueError, curses.error):
        return False


def run_plain(
    start: StartOptions, end_waiting_session: Callable[[], None], *, as_json: bool = False, notice: str = ""
) -> int:
    """Play in lines on stdin and stdout until the player leaves. Returns the exit code. `notice` is a sentence to begin with. The
    game of a session that waits goes on here. Raises CommandError if stdout is closed."""
    if sys.__stdout__ is None:
        raise CommandError("plain mode has nowhere to write to: stdout is closed")
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    reading = line_source(sys.stdin)
    ends: Ends = JsonLines(reading, sys.stdout) if as_json else TextLines(reading, sys.stdout)
    thinker = ProcessThinker()
    try:
        with ending_on_signals(ends.hold, *(["SIGINT"] if as_json else [])):
            end_waiting_session()
            return converse(ends, Shelf(), start, thinker, REACTION_SECONDS, notice)
    except EndedBySignal as ended:
        if as_json:
            with suppress(OSError, ValueError):  # nobody may be left to read it
                ends.end(ended.code, "")
        if ended.code == ExitCode.HUNG_UP:
            for stream_number in (1, 2):  # discard what is still buffered; this is not an error
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream_number)
        return ended.code
    finally:
        thinker.close()


def converse(
    ends: Ends,
    shelf: Shelf,
    start: StartOptions,
    thinker: Thinker | None,
    reaction_seconds: float,
    notice: str = "",
) -> int:
    """Hold the conversation. Returns the exit code. Raises what reading and writing raise; the game is closed in any case."""
    conversation = Conversation(ends, is_flat=ends.is_flat)
    preferences = preferences_of(start, reaction_seconds)
    with asyncio.Runner() as runner:
        call_in_loop = runner.get_loop().call_soon_threadsafe
        front = LineFrontend(conversation, ends, call_in_loop, shelf, thinker, start, preferences)
        coordinator = front.coordinator
        ends.begin(conversation)
        try:
            conversation.say(*([notice] if notice else []))
            coordinator.begin()
            while conversation.exit_code is None:
                work = conversation.room.work() if conversation.room is not None else None
                if work is not None:
                    runner.run(ends.while_listening(work))
                    continue
                conversation.ask()
                carry_out = ends.hear()
                if carry_out is None:
                    conversation.end(ExitCode.OK)
                else:
                    runner.run(hear_what_was_found())
                    carry_out()
            conversation.leave()
            ends.end(conversation.exit_code, coordinator.current.close_with_farewell())
            return conversation.exit_code
        finally:
            conversation.leave()
            coordinator.analyses.close()
            coordinator.current.close()


async def hear_what_was_found() -> None:
    """Let tasks take note of what processes have sent while a line was waited for."""
    for _ in range(TURNS_OF_LOOP):
        await asyncio.sleep(0)


@contextmanager
def ending_on_signals(hold: Callable[[EndedBySignal], bool], *more: str) -> Iterator[None]:
    """Turns SIGTERM, SIGHUP and `more` signals into EndedBySignal, which `hold` may raise later."""

    def end(number: int, frame: FrameType | None) -> None:
        del frame
        ended = EndedBySignal(END_SIGNALS[signal.Signals(number).name])
        if not hold(ended):
            raise ended

    before = {}
    for name in ("SIGTERM", "SIGHUP", *more):
        if hasattr(signal, name):
            number = getattr(signal, name)
            before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
