"""The nursery of `vok serve`: the process that begins the sessions of players.

It is forked before the door knows its host key. It imports the game once, so that a session is forked from a warm process. It is
told a name and what the player's terminal can show, and hands the door a connection to the player's session. It must fork and
connect, so only Landlock confines it; each session then raises walls of its own.

A session that waits is connected to at once. Everything that may take longer happens in a child.
"""

import gc
import json
import os
import signal
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ai.process.limits import HOST_ENV
from vok_tui.sessions import hosted, protocol
from vok_tui.sessions.client import end_session
from vok_tui.shared.errors import CommandError

if TYPE_CHECKING:
    from vok_tui.sessions.protocol import Explain

CONNECT: Final = "connect"  # to a session that waits
BEGIN: Final = "begin"  # a session, or connect to the one that another login has begun
RENEW: Final = "renew"  # end the session of an older version, and begin one at the same place
MAX_REQUEST_BYTES: Final = 4096
CONNECT_SECONDS: Final = 0.1  # for a place in the queue of a session
MIN_FREE_MEGABYTES: Final = 512  # of the machine, for another session
SOCKET_HANDLES: Final = 1


class Nursery:
    """The way from the door to the nursery. A request is a packet, an answer another one, with the connection."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection: Final = connection

    def ask(self, number: int, ask: str, name: str, env: Mapping[str, str]) -> None:
        """Ask for a connection to the session of a player. Raises OSError if the nursery has ended, or does not read."""
        self.connection.send(json.dumps([number, ask, name, env]).encode())

    def take(self) -> tuple[int, str, socket.socket | None]:
        """The number of a request, why it failed ("" if there is only no session), and the connection. Raises EOFError when the
        nursery has ended, and BlockingIOError."""
        data, descriptors, _, _ = socket.recv_fds(self.connection, MAX_REQUEST_BYTES, SOCKET_HANDLES)
        if not data:
            raise EOFError
        number, problem = json.loads(data)
        return number, problem, socket.socket(fileno=descriptors[0]) if descriptors else None


class Place(NamedTuple):
    """Where the nursery is, and how it begins sessions."""

    private: Path  # the folder of the host, which no session may read
    players: Path  # in it
    explain: "Explain"
    has_walls: bool
    host: str = ""  # what players read of who hosts


def fork_nursery(place: Place) -> Nursery:
    """Fork the nursery. This process must have one thread. Raises OSError and CommandError."""
    ours, its_own = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        try:
            ours.close()
            _live(its_own, place)
        finally:
            os._exit(1)
    its_own.close()
    data = ours.recv(MAX_REQUEST_BYTES)
    if data != b"ready":
        raise CommandError(data.decode(errors="replace") or "the process that begins sessions has ended")
    ours.setblocking(False)
    return Nursery(ours)


def _live(connection: socket.socket, place: Place) -> None:
    os.setsid()  # no signal of the terminal reaches it
    os.chdir(place.players)  # it must be able to open the current folder, to come back to it
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system reaps its children
    try:
        if place.has_walls:
            from ai.process.walls import NoWalls, confine_files

            try:
                confine_files(place.private, place.players)
            except NoWalls as refused:
                raise CommandError(str(refused)) from None
        _import_game()
    except CommandError as error:
        connection.send(str(error).encode())
        return
    gc.collect()
    gc.freeze()
    connection.send(b"ready")
    while request := connection.recv(MAX_REQUEST_BYTES):
        with suppress(ValueError, TypeError, AttributeError, CommandError):
            number, ask, name, env = json.loads(request)
            hosted.check_player_name(name)
            kept = {word: str(env[word])[: hosted.MAX_VARIABLE_CHARS] for word in hosted.KEPT_VARIABLES if word in env}
            _serve(connection, int(number), ask, place, name, kept)


def _import_game() -> None:
    """Import what every session needs."""
    import sys

    sys.modules.setdefault("ssl", None)  # type: ignore[arg-type]  # see `vok_tui.sessions.beginning`
    import vok_tui.coordinator.start_options
    import vok_tui.screens.app
    import vok_tui.screens.start
    import vok_tui.screens.table.screen
    import vok_tui.sessions.beginning
    import vok_tui.sessions.driver
    import vok_tui.sessions.process  # noqa: F401


def _serve(connection: socket.socket, number: int, ask: str, place: Place, name: str, env: dict[str, str]) -> None:
    """Answer a request."""
    if ask == CONNECT:
        problem, session = "", None
        try:
            session = protocol.connect(str(place.players / name), CONNECT_SECONDS)
        except OSError:
            problem = hosted.NO_ANSWER
        _answer(connection, number, problem, session)
    elif os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        problem, session = "", None
        try:
            problem, session = _begin(place, name, env, ends_old=ask == RENEW)
        except CommandError as error:
            problem = str(error)
        finally:
            _answer(connection, number, problem or ("" if session else "the session could not begin"), session)
            os._exit(0)


def _begin(place: Place, name: str, env: dict[str, str], *, ends_old: bool) -> tuple[str, socket.socket | None]:
    """Begin a session, and connect to it. Returns why that failed, or the connection. Raises CommandError."""
    from vok_tui.sessions.beginning import begin_session

    if ends_old:
        end_session(str(place.players / name))
    if free_megabytes() < MIN_FREE_MEGABYTES:
        return "this host has no memory left for another game; try again later", None
    folder = hosted.make_player_folder(place.players, name)
    os.environ.clear()
    os.environ.update(env)
    hosted.enter_folder(folder, hosted.clean_environment(folder, name))
    if place.host:
        os.environ[HOST_ENV] = place.host
    get_start = hosted.confining(place.players, folder, name, has_walls=place.has_walls)
    problem = begin_session(str(folder), get_start, hosted.explaining_to_guest(place.explain, folder))
    return problem, None if problem else protocol.connect(str(folder), CONNECT_SECONDS)


def _answer(connection: socket.socket, number: int, problem: str, session: socket.socket | None) -> None:
    data = json.dumps([number, problem[:1000]]).encode()
    with suppress(OSError):
        if session is None:
            connection.send(data)
        else:
            socket.send_fds(connection, [data], [session.fileno()])
            session.close()


def free_megabytes() -> int:
    """The memory of this machine that could be used; as much as is needed where the system does not tell."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) // 1024
    return MIN_FREE_MEGABYTES
