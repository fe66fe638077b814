"""The door of `vok serve`: an SSH server that lets players in to their sessions, and to nothing else.

A login is a connection to the session of its player, which the nursery hands over, and a `Relay` that speaks the protocol of
sessions in place of a client. The door holds no game. After it has bound its port it stands behind walls: it runs and forks
nothing, connects to nothing, and reads and writes its own folder alone.

Only this module and `relay` import asyncssh.
"""

import asyncio
import json
import logging
import os
import select
import signal
import socket
import zlib
from asyncio import Future, Task
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from ipaddress import ip_address, ip_network
from pathlib import Path
from time import monotonic, strftime, time
from typing import Any, Final

import asyncssh
from asyncssh.compression import get_compressor, register_compression_alg

from vok_tui.sessions import hosted
from vok_tui.sessions.invitations import Players
from vok_tui.sessions.nursery import ask_nursery, take_connection
from vok_tui.sessions.relay import FAREWELL_SECONDS, MAX_UNSENT_BYTES, SESSION_SECONDS, Relay
from vok_tui.shared.errors import CommandError, ExitCode

NEWCOMER: Final = "new"  # the login name of somebody who brings a code
MAX_STRANGERS: Final = 64  # connections of nobody that is known yet; then one of the fullest address gives way
MAX_OF_ADDRESS: Final = 16  # of them from one address (of IPv6: from one network /64)
HANDSHAKES_A_SECOND: Final = 5
LOGIN_SECONDS: Final = 20
KEEPALIVE_SECONDS: Final = 15
KEEPALIVE_MISSES: Final = 3
MAX_OF_PLAYER: Final = 4  # connections of one player; then the oldest gives way
MAX_KEYS: Final = 10  # that a stranger may offer
MAX_CHANNELS: Final = 2  # of a connection
MAX_PACKET_BYTES: Final = 1 << 18  # after compression is undone
DROPPED_SECONDS: Final = 10.0  # between two lines about strangers who were sent away
MAX_LINE_BYTES: Final = 1000  # of the log
MAX_UNREAD_BYTES: Final = (
    1 << 18
)  # that wait for a client to read them; then nothing more is read from it, nor from its sessions
COMPRESSION: Final = b"zlib@openssh.com"
SLOW_HANDSHAKES: Final = "rsa*,diffie-hellman-*"  # up to 0.1 s of the door for each, as often as a client wishes
KEPT_NAMES: Final = frozenset([name.encode() for name in hosted.KEPT_VARIABLES])
UPGRADED: Final = "The host has closed its door; your game is kept: log in again."


class Log:
    """One line for each event. A line for which a full pipe has no room is dropped: players do not wait for who reads the log."""

    def __init__(self, *, as_json: bool, descriptor: int = 2) -> None:
        self._as_json: Final = as_json
        self._descriptor: Final = descriptor
        self._dropped = 0
        self._told_at = 0.0

    def event(self, what: str, **fields: object) -> None:
        """Something has happened. `fields` say more."""
        if self._as_json:
            line = json.dumps({"time": int(time()), "event": what, **fields})
        else:
            line = " ".join(
                [strftime("%Y-%m-%d %H:%M:%S"), what, *(f"{name}={value}" for name, value in fields.items())]
            )
        with suppress(OSError, ValueError):
            if select.select([], [self._descriptor], [], 0)[1]:
                os.write(self._descriptor, f"{line}\n".encode("utf-8", "replace")[:MAX_LINE_BYTES])

    def drop(self, address: str) -> None:
        """A stranger was sent away. A flood of them is one line."""
        self._dropped += 1
        if monotonic() > self._told_at + DROPPED_SECONDS:
            self.event("dropped", count=self._dropped, latest=address)
            self._dropped, self._told_at = 0, monotonic()


class Door:
    """An SSH server on this listening socket."""

    def __init__(
        self, listener: socket.socket, host_key: Any, nursery: socket.socket, players: Players, log: Log
    ) -> None:
        self.players: Final = players
        self.log: Final = log
        self._listener: Final = listener
        self._nursery: Final = nursery
        self._options: Final = asyncssh.SSHServerConnectionOptions(
            server_host_keys=[host_key],
            encoding=None,
            window=MAX_UNSENT_BYTES,
            line_editor=False,
            gss_host=None,
            agent_forwarding=False,
            kex_algs=f"-{SLOW_HANDSHAKES}",
            compression_algs=[COMPRESSION.decode(), "none"],
            keepalive_interval=KEEPALIVE_SECONDS,
            keepalive_count_max=KEEPALIVE_MISSES,
            server_version="Vok",
        )
        self._strangers: Final[dict[Task[None], str]] = {}  # those without a login, and their addresses
        self._silent: Final[set[Task[None]]] = set()  # strangers who have not sent a byte
        self._waiting: list[tuple[str, Future[None]]] = []  # those who wait for their handshake, and their addresses
        self._is_shaking_hands = False
        self._logins: Final[dict[str, list[Task[None]]]] = {}  # of each player
        self.relays: Final[set[Relay]] = set()
        self._is_over: Final = asyncio.Event()
        self._code: int = ExitCode.OK

    async def run(self) -> int:
        """Let players in until a signal or the end of the nursery. Returns the exit code."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop, ExitCode.OK)
        loop.add_reader(self._nursery, self._lose_nursery)
        accepting = loop.create_task(self._accept())
        self.log.event("open", port=self._listener.getsockname()[1])
        await self._is_over.wait()
        accepting.cancel()
        for relay in list(self.relays):
            relay.leave(ExitCode.OK, UPGRADED)
        deadline = monotonic() + 2 * FAREWELL_SECONDS
        while self.relays and monotonic() < deadline:
            await asyncio.sleep(0.02)
        return self._code

    def _stop(self, code: int) -> None:
        self._code = code
        self._is_over.set()

    def _lose_nursery(self) -> None:
        """The nursery says nothing here: it has ended."""
        asyncio.get_running_loop().remove_reader(self._nursery)
        self.log.event("nursery-ended")
        self._stop(ExitCode.FAILED)

    # -- strangers

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, (host, *_) = await loop.sock_accept(self._listener)
            except OSError:  # it is gone already, or there is no descriptor left
                await asyncio.sleep(0.1)
                continue
            address = address_of(host)
            self._make_room(address)
            task = loop.create_task(self._receive(connection, address))
            self._strangers[task] = address
            self._silent.add(task)
            task.add_done_callback(partial(self._forget, connection))
            await asyncio.sleep(0)  # a flood is accepted without a pause otherwise, and nobody is heard meanwhile

    def _forget(self, connection: socket.socket, task: "Task[None]") -> None:
        """A connection has ended, or was sent away before it began."""
        self._strangers.pop(task, None)
        self._silent.discard(task)
        connection.close()

    def _make_room(self, address: str) -> None:
        """Send a stranger away if there are too many, or too many from this address: the oldest, but silent ones first."""
        crowd = Counter(self._strangers.values())
        if crowd[address] >= MAX_OF_ADDRESS:
            fullest = address
        elif len(self._strangers) >= MAX_STRANGERS:
            fullest = crowd.most_common(1)[0][0]
        else:
            return
        of_fullest = [task for task, its_address in self._strangers.items() if its_address == fullest]
        oldest = min(of_fullest, key=lambda task: task not in self._silent)
        del self._strangers[oldest]
        oldest.cancel()
        self.log.drop(fullest)

    async def _receive(self, connection: socket.socket, address: str) -> None:
        """A connection, from its beginning to its end."""
        task = asyncio.current_task()
        assert task is not None
        try:
            async with asyncio.timeout(LOGIN_SECONDS):
                await _wait_for_bytes(connection)  # a silent client costs nothing
                self._silent.discard(task)
                await self._wait_for_turn(address)
                visitor = partial(Visitor, self, address, task)
                login = await asyncssh.run_server(connection, options=self._options, server_factory=visitor)
            try:
                await login.wait_closed()
            finally:
                login.abort()
        except (OSError, asyncssh.Error):
            pass
        except Exception as error:  # noqa: BLE001  a fault with one connection is one line, not a traceback
            self.log.event("error", address=address, text=repr(error)[:200])

    def admit(self, name: str, task: "Task[None]") -> None:
        """This connection is that of a player now, and of no stranger."""
        self._strangers.pop(task, None)
        own = self._logins.setdefault(name, [])
        own[:] = [*[login for login in own if not login.done()], task]
        if len(own) > MAX_OF_PLAYER:
            own[0].cancel()

    async def _wait_for_turn(self, address: str) -> None:
        """Wait until a handshake may begin."""
        turn: Future[None] = Future()
        self._waiting.append((address, turn))
        if not self._is_shaking_hands:
            self._give_turn()
        await turn

    def _give_turn(self) -> None:
        """Let somebody begin a handshake: first who comes from the address with the fewest strangers."""
        self._waiting = [(address, turn) for address, turn in self._waiting if not turn.done()]
        self._is_shaking_hands = bool(self._waiting)
        if self._waiting:
            crowd = Counter(self._strangers.values())
            min(self._waiting, key=lambda waiting: crowd[waiting[0]])[1].set_result(None)
            asyncio.get_running_loop().call_later(1 / HANDSHAKES_A_SECOND, self._give_turn)

    # -- the nursery

    async def connect(self, ask: str, name: str, env: Mapping[str, str]) -> socket.socket | None:
        """A connection to the session of a player; None if there is none. Raises CommandError."""
        try:
            with ask_nursery(self._nursery, ask, name, env) as answer:
                async with asyncio.timeout(SESSION_SECONDS):
                    await _wait_for_bytes(answer)
                return take_connection(answer)
        except OSError:
            raise CommandError(hosted.NO_ANSWER) from None


class Visitor(asyncssh.SSHServer):
    """A connection: who it is, and what it may open."""

    def __init__(self, door: Door, address: str, task: "Task[None]") -> None:
        self._door: Final = door
        self._address: Final = address
        self._task: Final = task
        self._key = ""
        self.name = ""  # "" for somebody who must bring a code
        self._offered = 0
        self._channels: Final[set[Relay]] = set()
        self._connection: Any = None

    def connection_made(self, conn: Any) -> None:
        """asyncssh itself goes on to read from a client that reads nothing, and keeps each answer."""
        self._connection = conn
        conn._transport.set_write_buffer_limits(MAX_UNREAD_BYTES)  # noqa: SLF001  there is no public way to the transport
        conn.pause_writing, conn.resume_writing = partial(self._hold, is_full=True), partial(self._hold, is_full=False)

    def _hold(self, *, is_full: bool) -> None:
        """The client does not read, or reads again: so do we."""
        transport = self._connection._transport  # noqa: SLF001
        if transport is not None and not transport.is_closing():
            (transport.pause_reading if is_full else transport.resume_reading)()
        for relay in self._channels:
            relay.pause_writing() if is_full else relay.resume_writing()

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: Any) -> bool:
        """Whether somebody with this key may come in. asyncssh checks that they have it."""
        self._offered += 1
        if self._offered > MAX_KEYS:
            return False
        self._key = key.export_public_key("openssh").decode()
        try:
            self.name = self._door.players.name_of_key(self._key)
        except CommandError as error:
            self.event("error", text=error)
            return False
        return bool(self.name) or username == NEWCOMER

    def auth_completed(self) -> None:
        if self.name:
            self._door.admit(self.name, self._task)
        asyncio.get_running_loop().call_later(LOGIN_SECONDS, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if not any(relay.has_shell for relay in self._channels):
            self._connection.close()

    def session_requested(self) -> Any:
        if len(self._channels) >= MAX_CHANNELS:
            return False
        relay = Relay(self)
        self._channels.add(relay)
        channel = self._connection.create_server_channel()
        channel._env = BoundedVariables()  # noqa: SLF001  there is no public way to bound what a client sends
        return channel, relay

    # -- for its relays

    def event(self, what: str, **fields: object) -> None:
        """Log what has happened."""
        self._door.log.event(what, player=self.name or "-", address=self._address, **fields)

    def join(self, code: str) -> bool:
        """Become the player whom this code invites. Returns whether there is one. Raises CommandError."""
        self.name = self._door.players.use_code(code, self._key)
        if self.name:
            self._door.admit(self.name, self._task)
        self.event("joined" if self.name else "wrong-code")
        return bool(self.name)

    async def connect(self, ask: str, env: Mapping[str, str]) -> socket.socket | None:
        """A connection to the session of this player; None if there is none. Raises CommandError."""
        return await self._door.connect(ask, self.name, env)

    def begin(self, relay: Relay) -> None:
        """A channel is open."""
        self._door.relays.add(relay)

    def forget(self, relay: Relay) -> None:
        """A channel is closed."""
        self._channels.discard(relay)
        self._door.relays.discard(relay)


class BoundedVariables(dict[bytes, bytes]):
    """The variables of a client, of which only those of the terminal are kept."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in KEPT_NAMES:
            super().__setitem__(name, value[: hosted.MAX_VARIABLE_CHARS])


def address_of(host: str) -> str:
    """The address by which connections are counted: of IPv6, the network that one customer has."""
    address = ip_address(host.partition("%")[0])
    if address.version == 6 and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address) if address.version == 4 else str(ip_network((address, 64), strict=False))


async def _wait_for_bytes(connection: socket.socket) -> None:
    """Wait until a connection has something to read, or has ended."""
    is_readable = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(connection, is_readable.set)
    try:
        await is_readable.wait()
    finally:
        loop.remove_reader(connection)


class Inflate:
    """Undoes the compression of packets, up to a size: a small packet can become a huge one."""

    def __init__(self) -> None:
        self._stream: Final = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """The packet; None if it is damaged or too large, which ends the connection."""
        with suppress(zlib.error):
            packet = self._stream.decompress(data, MAX_PACKET_BYTES)
            return None if self._stream.unconsumed_tail else packet
        return None


def host_key(path: Path) -> Any:
    """The key of this host, made the first time. Raises CommandError."""
    try:
        with suppress(FileExistsError):
            key = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(key, "wb") as file:
                file.write(asyncssh.generate_private_key("ssh-ed25519").export_private_key("openssh"))
        return asyncssh.read_private_key(path)
    except (OSError, asyncssh.Error) as error:
        raise CommandError(f"the key of this host cannot be read: {path} ({error})") from None


def serve(listener: socket.socket, key: Any, nursery: socket.socket, players: Players, *, log_json: bool) -> int:
    """Let players in. Returns the exit code."""
    register_compression_alg(COMPRESSION, partial(get_compressor, b"zlib"), Inflate, True, True)  # type: ignore[arg-type]
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)  # what strangers send is not for the log
    listener.setblocking(False)

    async def run() -> int:
        return await Door(listener, key, nursery, players, Log(as_json=log_json)).run()

    return asyncio.run(run())
