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
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final, NamedTuple

from ai.process.limits import HOST_ENV
from ai.process.walls import NoWalls, confine_files
from vok_tui.sessions import hosted, protocol
from vok_tui.sessions.beginning import begin_session
from vok_tui.sessions.client import BEGIN_SECONDS, RETRY_SECONDS, ask_state, end_session
from vok_tui.shared.errors import CommandError

if TYPE_CHECKING:
    from vok_tui.sessions.protocol import Explain

CONNECT: Final = "connect"  # to a session that waits
BEGIN: Final = "begin"  # a session if none waits, or in place of one of another version, and connect to it
READY: Final = b"ready"
MAX_BYTES: Final = 4096  # of a request, and of an answer
CONNECT_SECONDS: Final = 0.1  # for a place in the queue of a session
MIN_FREE_MEGABYTES: Final = 512  # of the machine, for another session
GAME: Final = (  # what every session imports
    "vok_tui.coordinator.start_options",
    "vok_tui.screens.app",
    "vok_tui.screens.start",
    "vok_tui.screens.table.screen",
    "vok_tui.sessions.driver",
    "vok_tui.sessions.process",
)


class Place(NamedTuple):
    """Where the nursery is, and how it begins sessions."""

    private: Path  # the folder of the host, which no session may read
    players: Path  # in it
    explain: "Explain"
    has_walls: bool
    host: str = ""  # what players read of who hosts


def fork_nursery(place: Place) -> socket.socket:
    """Fork the nursery. Returns the connection to it, on which it says nothing more. This process must have one thread. Raises
    OSError and CommandError."""
    ours, its_own = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        try:
            ours.close()
            _live(its_own, place)
        finally:
            os._exit(1)
    its_own.close()
    data = ours.recv(MAX_BYTES)
    if data != READY:
        raise CommandError(data.decode(errors="replace") or "the process that begins sessions has ended")
    ours.setblocking(False)
    return ours


def ask_nursery(nursery: socket.socket, ask: str, name: str, env: Mapping[str, str]) -> socket.socket:
    """Ask for a connection to the session of a player. Returns where the answer comes. Raises OSError if it does not read."""
    answer, its_end = socket.socketpair()
    with its_end:
        socket.send_fds(nursery, [json.dumps([ask, name, env]).encode()], [its_end.fileno()])
    answer.setblocking(False)
    return answer


def take_connection(answer: socket.socket) -> socket.socket | None:
    """The connection to a session; None if there is none. Raises CommandError with what the nursery says, and OSError."""
    sentence, descriptors, _, _ = socket.recv_fds(answer, MAX_BYTES, 1)
    if descriptors:
        return socket.socket(fileno=descriptors[0])
    if sentence:
        raise CommandError(sentence.decode(errors="replace"))
    return None


# -- in the nursery


def _live(connection: socket.socket, place: Place) -> None:
    os.setsid()  # no signal of the terminal reaches it
    os.chdir(place.players)  # it must be able to open the current folder, to come back to it
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system reaps its children
    try:
        if place.has_walls:
            confine_files(place.private, place.players)
    except NoWalls as refused:
        connection.send(str(refused).encode())
        return
    sys.modules.setdefault("ssl", None)  # type: ignore[arg-type]  # see `vok_tui.sessions.beginning`
    for module in GAME:
        import_module(module)
    gc.collect()
    gc.freeze()
    connection.send(READY)
    while True:
        request, descriptors, _, _ = socket.recv_fds(connection, MAX_BYTES, 1)
        if not request:
            return
        with socket.socket(fileno=descriptors[0]) as answer, suppress(OSError):  # the login may be over
            _serve(answer, place, *json.loads(request))


def _serve(answer: socket.socket, place: Place, ask: str, name: str, env: Mapping[str, str]) -> None:
    """Answer a request: with a connection, with a sentence, or with nothing if there is no session. Raises OSError."""
    folder = place.players / hosted.check_player_name(name)
    if ask == CONNECT:
        _hand_over(answer, folder)
    elif os.fork() == 0:
        try:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _begin(place, name, env)
            _hand_over(answer, folder)
        except CommandError as error:
            answer.send(str(error).encode()[:MAX_BYTES])
        finally:
            os._exit(0)


def _hand_over(answer: socket.socket, folder: Path) -> None:
    """Connect to the session in this folder. Raises OSError."""
    try:
        session = protocol.connect(str(folder), CONNECT_SECONDS)
    except OSError:
        answer.send(hosted.NO_ANSWER.encode())
        return
    if session is not None:
        with session:
            socket.send_fds(answer, [READY], [session.fileno()])


def _begin(place: Place, name: str, env: Mapping[str, str]) -> None:
    """Begin a session, unless one of this version waits. Raises CommandError and OSError."""
    at = str(place.players / name)
    state = ask_state(at)
    if state is not None and state.version == protocol.own_version():
        return
    end_session(at)
    if free_megabytes() < MIN_FREE_MEGABYTES:
        raise CommandError("this host has no memory left for another game; try again later")
    folder = hosted.make_player_folder(place.players, name)
    hosted.enter_folder(folder, {**hosted.clean_environment(env, folder, name), HOST_ENV: place.host})
    get_start = hosted.confining(place.players, folder, name, has_walls=place.has_walls)
    explain = hosted.explaining_to_guest(place.explain, folder)
    deadline = monotonic() + BEGIN_SECONDS
    while monotonic() < deadline:
        if problem := begin_session(at, get_start, explain):
            raise CommandError(problem)
        if ask_state(at) is not None:
            return
        sleep(RETRY_SECONDS)  # an old one has not quite ended


def free_megabytes() -> int:
    """The memory of this machine that could be used; as much as is needed where the system does not tell."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) // 1024
    return MIN_FREE_MEGABYTES
