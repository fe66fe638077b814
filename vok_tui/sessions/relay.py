"""A terminal that has come through the door of `vok serve`: an SSH channel on one side, the session of its player on the other.

A relay speaks the protocol of sessions in place of a client (`vok_tui.sessions.client`), without a process of its own.
"""

import asyncio
import json
import os
import socket
from asyncio import Future, Task
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, Protocol

import asyncssh

from vok_tui.sessions import hosted, protocol
from vok_tui.sessions.client import ASK_CURSOR, CURSOR_REPORT, RESTORE, KeysOnTheirWay
from vok_tui.sessions.nursery import BEGIN, CONNECT
from vok_tui.sessions.protocol import BadFrame, FrameReader
from vok_tui.shared import detection
from vok_tui.shared.errors import CommandError, ExitCode

MAX_TRIES: Final = 3  # at a code in one login
CODE_SECONDS: Final = 120.0
MAX_CODE_CHARS: Final = 40
MAX_EARLY_BYTES: Final = 4096  # of keys before the session has answered
MAX_UNSENT_BYTES: Final = 1 << 16  # to a session that does not read, until its player waits
MAX_UNREAD_BYTES: Final = 1 << 18  # of a session that has ended: more than the system holds
SESSION_SECONDS: Final = 60.0  # for a session to begin and to answer
FAREWELL_SECONDS: Final = 1.0  # for the terminal to answer, and to take the last words


class Guest(Protocol):
    """Whose terminal it is (`vok_tui.sessions.door.Visitor`)."""

    name: str

    def event(self, what: str, **fields: object) -> None: ...

    def join(self, code: str) -> bool: ...

    async def connect(self, ask: str, env: Mapping[str, str]) -> socket.socket | None: ...

    def begin(self, relay: "Relay") -> None: ...

    def forget(self, relay: "Relay") -> None: ...


class Relay(asyncssh.SSHServerSession[bytes]):
    """A channel of a player's terminal, and the connection to the session: it is the session's client."""

    def __init__(self, guest: Guest) -> None:
        self._guest: Final = guest
        self._channel: Any = None
        self._env: dict[str, str] = {}
        self._window = (80, 24)
        self.has_shell = False
        self._task: Task[None] | None = None
        self._line: Future[bytes] | None = None  # what a newcomer types
        self._typed = bytearray()  # that, or keys before the session has answered
        self._session: Any = None
        self._first_line = bytearray()
        self._answer: Future[bytes] | None = None
        self._reader: Final = FrameReader(protocol.FROM_SESSION)
        self._keys = KeysOnTheirWay()
        self._painted = self._asked = self._answered = 0
        self._is_attached = self._has_left = self._is_behind = False

    # -- the channel

    def connection_made(self, chan: Any) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(0, 0)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        del term_modes
        self._env["TERM"] = term_type[: hosted.MAX_VARIABLE_CHARS]
        self._window = window_of(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        self.has_shell = True
        return True

    def session_started(self) -> None:
        sent = self._channel.get_environment_bytes()
        for name in hosted.KEPT_VARIABLES:
            if name.encode() in sent and name != "TERM":
                self._env[name] = sent[name.encode()].decode("ascii", "replace")
        self._guest.begin(self)
        self._task = asyncio.get_running_loop().create_task(self._live())

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._window = window_of(width, height)
        if self._is_attached:
            self._send(protocol.SIZE, protocol.WINDOW.pack(*self._window))

    def data_received(self, data: bytes, datatype: Any = None) -> None:
        """Of the channel; the session's bytes come to `FromSession`."""
        self._answered += data.count(CURSOR_REPORT)
        if self._has_left:
            return
        if self._line is not None:
            if not self._is_behind:  # else each key that is echoed would wait for a terminal that does not read
                self._type(data)
        elif self._is_attached:
            self._keys.send(data)
            for start in range(0, len(data), protocol.READ_BYTES):
                self._send(protocol.KEYS, data[start : start + protocol.READ_BYTES])
            self._watch_interrupt()
        elif len(self._typed) < MAX_EARLY_BYTES:
            self._typed.extend(data[:MAX_EARLY_BYTES])

    def eof_received(self) -> bool:
        if self._is_attached or self._line is not None:
            self._channel.close()
        return True  # there may still be a sentence to say

    def pause_writing(self) -> None:
        """The terminal does not take more: neither do we from the session, which then drops frames."""
        self._is_behind = True
        if self._session is not None:
            self._session.pause_reading()

    def resume_writing(self) -> None:
        self._is_behind = False
        if self._session is not None:
            self._session.resume_reading()
        self._report_painted()

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is closed."""
        self._guest.forget(self)
        if self._task is not None:
            self._task.cancel()
        if self._session is not None:
            self._session.abort()
        if self._is_attached:
            self._guest.event("left")

    # -- the way in

    async def _live(self) -> None:
        """Let the player in."""
        try:
            if "TERM" not in self._env:
                self.leave(
                    ExitCode.NO_TERMINAL,
                    "here you can only play, and this connection has no terminal: connect with ssh -t",
                )
                return
            if detection.shows_only_lines(self._env):
                self.leave(
                    ExitCode.NO_TERMINAL, "this terminal shows only lines, and here the game needs a whole screen"
                )
                return
            if self._guest.name or await self._take_code():
                await self._enter()
        except CommandError as error:
            self.leave(ExitCode.FAILED, str(error))
        except Exception as error:  # noqa: BLE001  a fault with one player is one line
            self._guest.event("error", text=repr(error)[:200])
            self.leave(ExitCode.FAILED, hosted.NO_ANSWER)

    async def _take_code(self) -> bool:
        """Ask for the code of an invitation. Returns whether the newcomer has become a player."""
        for _ in range(MAX_TRIES):
            self._typed.clear()
            self._channel.write(b"Your code: ")
            self._line = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(CODE_SECONDS):
                    line = await self._line
            except TimeoutError:
                break
            finally:
                self._line = None
            if self._guest.join(line.decode("ascii", "replace")):
                return True
            self._channel.write(b"No invitation has this code, or it was used, or it is older than a week.\r\n")
        self.leave(ExitCode.FAILED, "ask your host for a new invitation")
        return False

    def _type(self, data: bytes) -> None:
        """Edit the line of a newcomer."""
        echo = bytearray()
        for byte in data:
            if byte in b"\r\n" and self._line is not None and not self._line.done():
                echo += b"\r\n"
                self._line.set_result(bytes(self._typed))
                self._typed.clear()
            elif byte in b"\x7f\x08" and self._typed:
                self._typed.pop()
                echo += b"\b \b"
            elif byte in b"\x03\x04":
                self._channel.close()
                return
            elif 32 < byte < 127 and len(self._typed) < MAX_CODE_CHARS:
                self._typed.append(byte)
                echo.append(byte)
        self._channel.write(bytes(echo))

    async def _enter(self) -> None:
        """Attach to the session of the player. Raises CommandError."""
        for ask in (CONNECT, BEGIN):
            connection = await self._guest.connect(ask, self._env)
            if connection is not None and await self._greet(connection) and not self._session.is_closing():
                break
            if self._session is not None:
                self._session.abort()
        else:
            raise CommandError(hosted.NO_ANSWER)
        self._guest.event("login", session="waiting" if ask == CONNECT else "new")
        env = {**self._env, "SSH_TTY": "yes"}
        fields = {"env": env, "window": self._window, "may_suspend": False, "start": None}
        self._send(protocol.TERMINAL, json.dumps(fields).encode())
        self._is_attached = True
        if self._typed:
            self.data_received(bytes(self._typed))
            self._typed.clear()

    async def _greet(self, connection: socket.socket) -> bool:
        """Ask the session to attach. Returns whether it lives and has this version. Raises CommandError."""
        loop = asyncio.get_running_loop()
        self._first_line.clear()
        self._answer = loop.create_future()
        connection.setblocking(False)
        self._session, _ = await loop.create_unix_connection(lambda: FromSession(self), sock=connection)
        self._session.set_write_buffer_limits(MAX_UNSENT_BYTES)
        self._session.write(protocol.ask_line(protocol.ATTACH))
        try:
            async with asyncio.timeout(SESSION_SECONDS):
                return protocol.parse_answer(await self._answer).answer == protocol.YES
        except BadFrame:  # it ends just now
            return False
        except TimeoutError:
            raise CommandError(hosted.NO_ANSWER) from None

    # -- the session

    def _send(self, kind: bytes, payload: bytes = b"") -> None:
        if self._session is not None:
            self._session.write(protocol.frame(kind, payload))

    def take(self, data: bytes) -> None:
        """Bytes of the session. Raises BadFrame."""
        if self._answer is not None and not self._answer.done():
            line, end, data = (bytes(self._first_line) + data).partition(b"\n")
            self._first_line[:] = line
            if not end and len(line) > protocol.MAX_LINE_BYTES:
                raise BadFrame
            if not end:
                return
            self._answer.set_result(line + end)
        for kind, payload in self._reader.feed(data):
            if kind == protocol.OUTPUT and not self._has_left:
                self._painted += len(payload)
                self._asked += payload.count(ASK_CURSOR)
                self._channel.write(payload)
                self._report_painted()
            elif kind == protocol.HANDLED and len(payload) == protocol.COUNT.size:
                (self._keys.handled,) = protocol.COUNT.unpack(payload)
            elif kind == protocol.LEAVE:
                self.leave(*protocol.last_words(payload))
        self._keys.hear()

    def lose_session(self) -> None:
        """The session has closed the connection."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(BadFrame())
        elif self._is_attached:
            self.leave(ExitCode.FAILED, hosted.HAS_ENDED)

    def hold_keys(self, *, is_full: bool) -> None:
        """The session does not read, or reads again: so do we."""
        if not self._channel.is_closing():
            (self._channel.pause_reading if is_full else self._channel.resume_reading)()

    def _report_painted(self) -> None:
        if self._is_attached and not self._is_behind:
            self._send(protocol.PAINTED, protocol.COUNT.pack(self._painted))

    def _watch_interrupt(self) -> None:
        """Let Ctrl-C end the connection to a session that handles no key."""
        seconds = self._keys.seconds_to_interrupt
        if seconds == 0:
            self.leave(ExitCode.FAILED, hosted.NO_ANSWER)
        elif seconds is not None:
            asyncio.get_running_loop().call_later(max(seconds, 0.05), self._watch_interrupt)

    # -- the way out

    def leave(self, code: int, *sentences: str) -> None:
        """Restore the terminal, print this, and close the channel."""
        if self._has_left or self._channel.is_closing():
            return
        self._has_left = True
        loop = asyncio.get_running_loop()
        if self._is_attached:
            self._channel.write(RESTORE)
        self._wait_for_answers(code, [sentence for sentence in sentences if sentence], loop.time() + FAREWELL_SECONDS)

    def _wait_for_answers(self, code: int, sentences: list[str], deadline: float) -> None:
        """Wait a moment for what the terminal answers, so that the player's shell does not get it."""
        loop = asyncio.get_running_loop()
        if 0 < self._answered < self._asked and loop.time() < deadline and not self._channel.is_closing():
            loop.call_later(0.02, self._wait_for_answers, code, sentences, deadline)
            return
        with suppress(OSError):
            end, write = ("\r\n", self._channel.write) if "TERM" in self._env else ("\n", self._channel.write_stderr)
            for sentence in sentences:
                write(f"{sentence}\n".replace("\n", end).encode("utf-8", "replace"))
            self._channel.exit(code)


class FromSession(asyncio.Protocol):
    """The connection of a relay to its session."""

    def __init__(self, relay: Relay) -> None:
        self._relay: Final = relay
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        try:
            self._relay.take(data)
        except BadFrame:
            self._transport.abort()

    def pause_writing(self) -> None:
        self._relay.hold_keys(is_full=True)

    def resume_writing(self) -> None:
        self._relay.hold_keys(is_full=False)

    def connection_lost(self, exc: Exception | None) -> None:
        if exc is not None:  # nothing more could be sent; what the session has said last may be unread
            with suppress(OSError, BadFrame):
                self._relay.take(os.read(self._transport.get_extra_info("socket").fileno(), MAX_UNREAD_BYTES))
        self._relay.lose_session()


def window_of(columns: int, lines: int) -> tuple[int, int]:
    """The size of a window, within what the protocol can say."""
    return min(max(columns, 0), 0xFFFF) or 80, min(max(lines, 0), 0xFFFF) or 24
