"""The process of a session: it holds the app with its game, and lets one client after another show it.

It begins in `vok_tui.sessions.beginning`. Each connection that attaches gets a number, its generation. Only the newest one is
heard; a client that was replaced is told so and ends.

While nobody is connected, nothing thinks and nothing is sent. After some time the session ends, and writes down where it was.
"""

import asyncio
import json
import os
import socket
from asyncio import AbstractEventLoop, TimerHandle
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, Final, cast

from textual._time import get_time

from ai.process.limits import is_hosted
from vok_tui.sessions import protocol
from vok_tui.sessions.protocol import MAX_WAITING_CLIENTS, BadFrame, Explain, FrameReader, SessionState
from vok_tui.shared.detection import Terminal, detect_terminal
from vok_tui.shared.errors import ExitCode

if TYPE_CHECKING:
    from vok_tui.coordinator.start_options import StartOptions
    from vok_tui.screens.app import VokApp
    from vok_tui.sessions.driver import SessionDriver

GREETING_SECONDS: Final = 10.0  # for a client to attach
FIRST_CLIENT_SECONDS: Final = 60.0
SETTLE_SECONDS: Final = 0.05  # between two checks whether the app has taken on another terminal
MAX_SETTLE_CHECKS: Final = 20  # what changes after that is painted then
FAREWELL_SECONDS: Final = 2.0  # for a client to take what is left
MAX_UNSENT_BYTES: Final = 1 << 17  # for a client that does not read; after that, frames are dropped
MAX_UNREAD_MESSAGES: Final = 32  # in the queue of the app; after that, the client waits
PIECE_BYTES: Final = (
    64  # of keys that the app gets at once; each may be a message, which is in the queue a moment later
)
UNREAD_CHECK_SECONDS: Final = 0.02
THINKER_IDLE_SECONDS: Final = 30.0  # without a request, until the process that thinks ends
TAKEN_OVER: Final = "Another login has taken over this game."
ENDED_FOR_UPGRADE: Final = "This session was asked to end"
ENDED_BY_SIGNAL: Final = "This session was ended"


@dataclass(frozen=True)
class Attachment:
    """What a client says of its terminal, and where it wants to go (None: nowhere)."""

    env: Mapping[str, str]
    window: tuple[int, int]
    may_suspend: bool
    start: "StartOptions | None"


def parse_attachment(payload: bytes) -> Attachment:
    """The first frame of a client. Raises BadFrame."""
    from vok_tui.coordinator.start_options import StartOptions

    try:
        fields = json.loads(payload)
        env = fields["env"]
        known = (*protocol.TERMINAL_VARIABLES, *protocol.REMOTE_VARIABLES)
        if not all(name in known and isinstance(value, str) for name, value in env.items()):
            raise BadFrame
        columns, lines = fields["window"]
        window = (_window_number(columns), _window_number(lines))
        start = None if fields["start"] is None else StartOptions.from_packed(fields["start"])
        cut = {name: value[: protocol.MAX_VARIABLE_CHARS] for name, value in env.items()}
        return Attachment(cut, window, bool(fields["may_suspend"]), start)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError):
        raise BadFrame from None


def _window_number(number: object) -> int:
    if not isinstance(number, int) or not 0 < number < 1 << 16:
        raise BadFrame
    return number


class Connection(asyncio.Protocol):
    """One client, from its first line to its end."""

    def __init__(self, session: "Session") -> None:
        self._session: Final = session
        self._first_line: bytearray | None = bytearray()  # None once it was read
        self._reader: Final = FrameReader(
            {
                protocol.TERMINAL: protocol.MAX_TERMINAL_BYTES,
                protocol.KEYS: protocol.MAX_FRAME_BYTES,
                protocol.SIZE: protocol.WINDOW.size,
                protocol.PAINTED: protocol.COUNT.size,
                protocol.RESUMED: 0,
            }
        )
        self._transport: asyncio.Transport | None = None
        self._sent_bytes = 0
        self._painted_bytes = 0
        self._is_behind = False  # it does not read, so frames are dropped
        self._unhandled: Final[deque[tuple[bytes, bytes, float]]] = deque()  # frames for the app, with their times
        self._key_bytes = self._reported_bytes = 0  # that the app was given, and that the client knows to be handled
        self._timer: asyncio.Handle | None = None
        self.has_dropped = False
        self.may_attach = False
        self.generation = 0  # 0 until it attaches
        self.attachment: Attachment | None = None

    # -- what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        peer = self._transport.get_extra_info("socket")
        if peer is None or protocol.peer_uid(peer) != os.getuid():
            self._transport.abort()
            return
        self._transport.set_write_buffer_limits(MAX_UNSENT_BYTES)
        self._session.wait_for(self)

    def data_received(self, data: bytes) -> None:
        try:
            if self._first_line is not None:
                self._first_line.extend(data[: protocol.MAX_LINE_BYTES + 1])
                line, end, rest = bytes(self._first_line).partition(b"\n")
                if not end and len(line) > protocol.MAX_LINE_BYTES:
                    raise BadFrame
                if not end:
                    return
                self._first_line = None
                self._session.greet(self, *protocol.parse_ask(line))
                data = rest + data[protocol.MAX_LINE_BYTES + 1 :]
            for kind, payload in newest(list(self._reader.feed(data))):
                self._take(kind, payload)
            if self._timer is None:
                self._pass_on()
        except BadFrame:
            self.abort()

    def _take(self, kind: bytes, payload: bytes) -> None:
        if kind == protocol.TERMINAL:
            if self.attachment is not None or not self.may_attach:
                raise BadFrame
            self.attachment = parse_attachment(payload)
            self._session.attach(self)
        elif self.attachment is not None:
            pieces = [payload[i : i + PIECE_BYTES] for i in range(0, len(payload), PIECE_BYTES)] or [payload]
            self._unhandled.extend((kind, piece, get_time()) for piece in pieces)

    def _pass_on(self) -> None:
        """Give the app what the client has sent, in this order, and no faster than it handles it. Until then, nothing more is
        read. What a client has sent that does not play any more is dropped."""
        self._timer = None
        if self.is_closed or not self._session.is_current(self):
            self._unhandled.clear()
            return
        kind = b""
        while kind != protocol.KEYS and self._unhandled and self._session.may_read:
            kind, payload, read_at = self._unhandled.popleft()
            try:
                if kind == protocol.PAINTED:
                    self._painted_bytes = min(self._sent_bytes, _unpacked(protocol.COUNT, payload)[0])
                else:
                    self._session.handle(kind, payload, read_at)
            except BadFrame:
                self.abort()
                return
        self._key_bytes += len(payload) if kind == protocol.KEYS else 0
        self._wait_for_app()

    def _wait_for_app(self) -> None:
        """Go on when the app has handled what it has; tell the client when that was all."""
        assert self._transport is not None
        if self._unhandled:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()
        loop = asyncio.get_running_loop()
        if self._unhandled and self._session.may_read:
            self._timer = loop.call_soon(self._pass_on)
        elif self._unhandled or (self._reported_bytes < self._key_bytes and not self._session.is_idle):
            self._timer = loop.call_later(UNREAD_CHECK_SECONDS, self._pass_on)
        elif self._reported_bytes < self._key_bytes:
            self._reported_bytes = self._key_bytes
            self._transport.write(protocol.frame(protocol.HANDLED, protocol.COUNT.pack(self._key_bytes)))

    def pause_writing(self) -> None:
        self._is_behind = True

    def resume_writing(self) -> None:
        self._is_behind = False
        if self.has_dropped:
            self.has_dropped = False
            self._session.repaint(self)

    def eof_received(self) -> bool:
        return False

    def connection_lost(self, _: Exception | None) -> None:
        self._session.lose(self)

    # -- what the driver and the session call

    def send_output(self, data: bytes) -> None:
        """Send bytes for the terminal. They are dropped while the client is too far behind."""
        if self._transport is None or self._transport.is_closing():
            return
        if self._is_behind:
            self.has_dropped = True
            return
        for start in range(0, len(data), protocol.MAX_FRAME_BYTES):
            piece = data[start : start + protocol.MAX_FRAME_BYTES]
            self._transport.write(protocol.frame(protocol.OUTPUT, piece))
        self._sent_bytes += len(data)

    def send_suspend(self) -> None:
        """Let the client give its terminal back to the shell."""
        if self._transport is not None:
            self._transport.write(protocol.frame(protocol.SUSPEND))

    def send_line(self, answer: SessionState) -> None:
        """Send the first line."""
        if self._transport is not None:
            self._transport.write(protocol.answer_line(answer))

    def leave(self, code: int, out: str = "", err: str = "") -> None:
        """Let the client end with this exit code, and print this. Then close the connection."""
        text = json.dumps({"code": code, "out": out, "err": err}).encode()[: protocol.MAX_FRAME_BYTES]
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(protocol.frame(protocol.LEAVE, text))
        self.close()

    def close(self) -> None:
        """Close the connection when everything is sent, or soon after."""
        if self._transport is not None:
            self._transport.close()
            asyncio.get_running_loop().call_later(FAREWELL_SECONDS, self.abort)

    def abort(self) -> None:
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    @property
    def has_no_pending_io(self) -> bool:
        """Whether the terminal has taken everything that was painted. Its keys come over the same way as this report, so those
        that come later were pressed later."""
        return self._painted_bytes == self._sent_bytes and not self.has_dropped

    @property
    def is_closed(self) -> bool:
        return self._transport is None or self._transport.is_closing()


def newest(frames: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The frames without those that a later one of the same kind replaces."""
    last = {kind: index for index, (kind, _) in enumerate(frames) if kind in (protocol.SIZE, protocol.RESUMED)}
    return [frame for index, frame in enumerate(frames) if last.get(frame[0], index) == index]


def _unpacked(form: Any, payload: bytes) -> tuple[int, ...]:
    if len(payload) != form.size:
        raise BadFrame
    return tuple(form.unpack(payload))


class Session:
    """A session from its first client to its end. `make_app` makes the app for the terminal of the first client."""

    def __init__(
        self,
        listener: socket.socket,
        lock: int,
        folder: str,
        start: "StartOptions",
        explain: Explain,
    ) -> None:
        self._listener: Final = listener
        self._lock = lock
        self._folder: Final = folder
        self._start: Final = start
        self._explain: Final = explain
        self._since: Final = int(time())
        self._open: Final[set[Connection]] = set()
        self._waiting: Final[list[Connection]] = []  # those of them that have not attached
        self._current: Connection | None = None
        self._generation = 0
        self._first_client: asyncio.Future[Attachment] | None = None
        self._app: VokApp | None = None
        self._driver: SessionDriver | None = None
        self._ask_ended: Final[list[Connection]] = []  # to be told when everything is on disk
        self._why_ended = ""  # a sentence, if the player did not end it
        self._end_timer: TimerHandle | None = None

    async def run(self) -> None:
        """Serve until the player leaves, nobody comes, or the session is asked to end."""
        loop = asyncio.get_running_loop()
        self._first_client = loop.create_future()
        server = await loop.create_unix_server(lambda: Connection(self), sock=self._listener)
        code, out, err = int(ExitCode.OK), "", ""
        try:
            first = await asyncio.wait_for(self._first_client, FIRST_CLIENT_SECONDS)
            if not self._why_ended:
                code, out = await self._run_app(first)
        except TimeoutError:
            pass
        except Exception as error:  # noqa: BLE001  the only place of this process that catches everything
            err, code = self._explain(error)
        self._remove_socket()  # first: a socket that nobody listens to looks like one that a killed session has left
        server.close()
        os.close(self._lock)
        if self._current is not None:
            self._current.leave(code, out, err or self._farewell)
        for connection in self._ask_ended:
            connection.send_line(self._answer(protocol.ENDED))
            connection.close()
        await self._wait_until_closed(loop)

    @property
    def _farewell(self) -> str:
        """Why the session has ended, if the player did not end it, and how the game goes on."""
        how = (
            "your game is kept: log in again to continue it"
            if is_hosted()
            else "your game is on disk, and vok continues it"
        )
        return f"{self._why_ended}; {how}." if self._why_ended else ""

    async def _run_app(self, first: Attachment) -> tuple[int, str]:
        """Run the app. Returns the exit code and the farewell. Raises any exception that broke it."""
        from vok_tui.screens.app import finish_app, make_app, make_thinker
        from vok_tui.sessions.driver import driver_class_for_session

        terminal = self._terminal_of(first)
        thinker = make_thinker()
        thinker.idle_seconds = THINKER_IDLE_SECONDS
        app = self._app = make_app(
            with_place(self._start, self._folder),
            terminal,
            thinker,
            driver_class_for_session(terminal, self._begin_with_driver),
        )
        app.adapt_to_terminal(terminal, first.env)
        try:
            await app.run_async(mouse=app.has_mouse, size=first.window)
        finally:
            if app.return_code in (ExitCode.TERMINATED, ExitCode.HUNG_UP, ExitCode.INTERRUPTED):
                self._why_ended = self._why_ended or ENDED_BY_SIGNAL
            if self._why_ended:
                write_place(self._folder, app.place_at_exit)
            self._app = self._driver = None
            farewell = finish_app(app, thinker)
        return app.return_code or ExitCode.OK, farewell

    def _begin_with_driver(self, driver: "SessionDriver") -> None:
        self._driver = driver
        if self._why_ended and self._app is not None:  # it was asked to end before the app could
            self._app.call_later(self._app.exit)
        elif self._current is None:
            self._rest()
        else:
            self._show_on(self._current)

    def _remove_socket(self) -> None:
        with suppress(OSError), protocol.current_folder(self._folder):
            os.unlink(protocol.SOCKET)

    async def _wait_until_closed(self, loop: AbstractEventLoop) -> None:
        deadline = loop.time() + FAREWELL_SECONDS
        connections = [*self._ask_ended, *([self._current] if self._current is not None else [])]
        while loop.time() < deadline and any(connection in self._open for connection in connections):
            await asyncio.sleep(UNREAD_CHECK_SECONDS)

    # -- clients

    def wait_for(self, connection: Connection) -> None:
        """A client has connected. It has some seconds to attach."""
        self._open.add(connection)
        self._waiting.append(connection)
        if len(self._waiting) > MAX_WAITING_CLIENTS:
            self._waiting[0].abort()
            del self._waiting[0]
        asyncio.get_running_loop().call_later(GREETING_SECONDS, self._give_up, connection)

    def _give_up(self, connection: Connection) -> None:
        if connection in self._waiting:
            connection.abort()

    def greet(self, connection: Connection, ask: str, version: str) -> None:
        """Answer the first line of a client."""
        if ask == protocol.END:
            if connection in self._waiting:
                self._waiting.remove(connection)
            self._ask_ended.append(connection)
            self.end(ENDED_FOR_UPGRADE)
        elif ask == protocol.ATTACH and version == protocol.own_version() and not self._why_ended:
            connection.may_attach = True
            connection.send_line(self._answer(protocol.YES))
        else:
            connection.send_line(self._answer(protocol.YES if ask == protocol.STATE else protocol.NO))
            connection.close()

    def _answer(self, answer: str) -> SessionState:
        what = self._app.coordinator.describe_place() if self._app is not None else "a session"
        is_connected = self._current is not None
        return SessionState(answer, protocol.own_version(), os.getpid(), self._since, is_connected, what)

    def attach(self, connection: Connection) -> None:
        """Show the game to this client from now on. The client before it ends."""
        if connection in self._waiting:
            self._waiting.remove(connection)
        previous, self._current = self._current, connection
        self._generation += 1
        connection.generation = self._generation
        if previous is not None:
            previous.leave(ExitCode.OK, err=TAKEN_OVER)
        if self._end_timer is not None:
            self._end_timer.cancel()
        assert connection.attachment is not None
        if self._first_client is not None and not self._first_client.done():
            self._first_client.set_result(connection.attachment)
        elif self._driver is not None:
            self._show_on(connection)
            if self._app is not None and connection.attachment.start is not None:
                self._app.call_later(self._app.enter, connection.attachment.start)

    def is_current(self, connection: Connection) -> bool:
        """Whether this client is the one that plays."""
        return connection is self._current and connection.generation == self._generation

    def lose(self, connection: Connection) -> None:
        """A connection has ended."""
        self._open.discard(connection)
        if connection in self._waiting:
            self._waiting.remove(connection)
        if self.is_current(connection):
            self._current = None
            self._rest()

    def _rest(self) -> None:
        """Nobody is connected: think nothing and send nothing, and end after some time."""
        if self._driver is None or self._app is None:
            return
        self._driver.drop_line()
        self._app.in_app(self._app.rest)
        options = self._start if self._app is None else self._app.coordinator.player.options
        seconds = 3600 * options.config.keep_hours
        self._end_timer = asyncio.get_running_loop().call_later(seconds, self.end, ENDED_BY_SIGNAL)
        give_memory_back()

    def end(self, why: str) -> None:
        """End the session, without the player. Every move is on disk."""
        self._why_ended = why
        if self._app is not None and self._driver is not None:
            self._app.exit()
        elif self._first_client is not None and not self._first_client.done():
            self._first_client.set_exception(TimeoutError())

    # -- the app

    def _terminal_of(self, attachment: Attachment) -> Terminal:
        return detect_terminal(attachment.env)

    def _show_on(self, connection: Connection) -> None:
        """Show the app on the terminal of this client."""
        app, driver, attachment = self._app, self._driver, connection.attachment
        if app is None or driver is None or attachment is None:
            return
        terminal = self._terminal_of(attachment)
        looks_alike = app.in_app(lambda: app.adapt_to_terminal(terminal, attachment.env))
        driver.terminal = terminal._replace(ascii=app.ascii_only)
        asks_sync = attachment.env.get("TERM_PROGRAM") != "Apple_Terminal"
        fits = driver.take_line(
            connection,
            attachment.window,
            mouse=app.has_mouse,
            may_suspend=attachment.may_suspend,
            asks_sync=asks_sync,
        )
        app.in_app(app.wake)
        if looks_alike and fits:
            app.in_app(app.paint_now)
            return
        # Screens are laid out and styled again in several steps, each of which would paint everything.
        app.skip_frames()
        asyncio.get_running_loop().call_later(SETTLE_SECONDS, self._paint_settled, connection, 0, MAX_SETTLE_CHECKS)

    def _paint_settled(self, connection: Connection, skipped_before: int, checks_left: int) -> None:
        """Paint everything once, when the app has taken on another terminal: when it paints no more frames of its own."""
        app = self._app
        if not self.is_current(connection) or app is None:
            return
        skipped = app.skipped_frames
        if checks_left and (not skipped or skipped != skipped_before):
            loop = asyncio.get_running_loop()
            loop.call_later(SETTLE_SECONDS, self._paint_settled, connection, skipped, checks_left - 1)
        else:
            app.in_app(app.paint_now)

    def handle(self, kind: bytes, payload: bytes, read_at: float) -> None:
        """Handle a frame of the current client. Raises BadFrame."""
        driver, app = self._driver, self._app
        if driver is None or app is None or self._current is None:
            return
        if kind == protocol.KEYS:
            driver.handle_input(payload, read_at)
        elif kind == protocol.SIZE:
            columns, lines = _unpacked(protocol.WINDOW, payload)
            driver.set_window((_window_number(columns), _window_number(lines)))
        elif kind == protocol.RESUMED:
            self._show_on(self._current)

    @property
    def may_read(self) -> bool:
        """Whether the app takes more."""
        return self._app is None or self._app.waiting_messages < MAX_UNREAD_MESSAGES

    @property
    def is_idle(self) -> bool:
        """Whether the app has handled all messages."""
        return self._app is None or not self._app.waiting_messages

    def repaint(self, connection: Connection) -> None:
        """Paint everything, because frames were dropped."""
        if self.is_current(connection) and self._app is not None and self._driver is not None:
            self._driver.fence.lose_picture()
            self._app.in_app(self._app.repaint_all)


# -- where a session was


def write_place(folder: str, start: "StartOptions | None") -> None:
    """Write down where the next session begins; None if there is nothing to go back to. Without a place, it begins as usual."""
    from saves.whole_file import replace_file

    path = Path(folder, protocol.PLACE)
    with suppress(OSError):
        if start is None:
            path.unlink()
        else:
            replace_file(path, json.dumps(start.pack()).encode())


def with_place(start: "StartOptions", folder: str) -> "StartOptions":
    """The start options, at the place of the session before if they name no other. The place is used once."""
    from ai.process.bounded_files import BadFile, read_text
    from vok_tui.coordinator.start_options import StartOptions

    path = Path(folder, protocol.PLACE)
    with suppress(OSError, BadFile, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        place = StartOptions.from_packed(json.loads(read_text(path, protocol.MAX_FRAME_BYTES)))
        path.unlink()
        if start.names_nothing and (place.path is None or place.path.is_file()):
            return replace(place, config=start.config, config_file=start.config_file)
    return start


# -- the process


def serve(listener: socket.socket, lock: int, folder: str, start: "StartOptions", explain: Explain) -> None:
    """Live as the process of a session, from its first client to its end."""
    import vok_tui.screens.app  # noqa: F401  slow; the client waits at the socket

    asyncio.run(Session(listener, lock, folder, start, explain).run())


def give_memory_back() -> None:
    """Return unused memory to the system, where the C library can."""
    import ctypes
    import gc

    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
