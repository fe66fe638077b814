"""Run as an unprivileged user by `test_doors.py`: attempts each door from where the session of a hosted player is, with its walls
or without, and prints a JSON object: what came of each.

    python doors.py HOME WALLS PORT PID VICTIM...

HOME has the folders of ann, who plays here, and bob, and `log`, a socket like that of a system log. WALLS is one of:

    open      none
    walls     those of a session
    old       the same, as the oldest kernel that will do builds them
    nursery   those of a session that the nursery of `vok serve` has begun
    door      those of the door of `vok serve`, whose own folder is that of ann

PORT is one of this machine, PID a process of the same user. Each door that kills takes another victim.
"""

import ctypes
import fcntl
import importlib
import json
import mmap
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from ai.analysis.hint import HINT_COMMAND
from ai.analysis.workers import BACKGROUND_COMMAND, opening_job
from ai.process import walls
from ai.process.outside import MAX_HELPERS
from ai.process.pipes import WORKER_COMMAND, HelperProcess, python_command
from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from vok_tui.cli.commands import serve
from vok_tui.sessions import hosted

INOTIFY_MODIFY: Final = 2
PTRACE_SEIZE: Final = 0x4206
F_SETSIG: Final = 10
F_SETOWN_EX: Final = 15
FIOSETOWN: Final = 0x8901
SIOCSPGRP: Final = 0x8902
GROWS_DOWN: Final = 0x100  # MAP_GROWSDOWN
NO_RESERVE: Final = 0x4000  # MAP_NORESERVE
OLD_SOCKET: Final = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0]
LIBC: Final = ctypes.CDLL(None, use_errno=True)


class Place(NamedTuple):
    """Where the doors are."""

    home: Path
    port: int
    other_pid: int
    victims: list[int]

    @property
    def ann(self) -> Path:
        """The folder of the player who is here."""
        return self.home / "ann"

    @property
    def bob(self) -> Path:
        """The folder of another player."""
        return self.home / "bob"


Door = Callable[[Place], object]
DOORS: Final[dict[str, Door]] = {}
KILLING_DOORS: Final = 4


def door(function: Door) -> Door:
    DOORS[function.__name__.replace("_", " ")] = function
    return function


def called(result: int) -> int:
    """The result of a C function. Raises OSError."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


# -- files


@door
def read_a_file_of_the_host(at: Place) -> object:
    return Path("/etc/passwd").read_text()


@door
def read_a_save_of_another_player(at: Place) -> object:
    return (at.bob / "game.vok").read_bytes()


@door
def list_the_players(at: Place) -> object:
    return os.listdir(at.home)  # noqa: PTH208


@door
def list_the_files_of_another_player(at: Place) -> object:
    return os.listdir(at.bob)  # noqa: PTH208


@door
def write_a_file_for_another_player(at: Place) -> object:
    return (at.bob / "new").write_text("x")


@door
def shorten_a_save_of_another_player(at: Place) -> None:
    os.truncate(at.bob / "game.vok", 3)


@door
def remove_a_save_of_another_player(at: Place) -> None:
    (at.bob / "old.vok").unlink()


@door
def close_the_folder_of_another_player(at: Place) -> None:
    at.bob.chmod(0o755)


@door
def change_the_time_of_a_save_of_another_player(at: Place) -> None:
    os.utime(at.bob / "game.vok")


@door
def watch_the_folder_of_another_player(at: Place) -> object:
    return called(LIBC.inotify_add_watch(called(LIBC.inotify_init1(0)), bytes(at.bob), INOTIFY_MODIFY))


@door
def link_to_a_save_of_another_player(at: Place) -> None:
    os.link(at.bob / "game.vok", at.ann / "linked.vok")


@door
def make_a_symbolic_link(at: Place) -> None:
    (at.ann / "link.vok").symlink_to("/etc/passwd")


@door
def make_a_pipe(at: Place) -> None:
    os.mkfifo(at.ann / "pipe.vok")


@door
def write_into_the_temporary_folder(at: Place) -> None:
    path = Path("/tmp") / f"vok-door-{os.getpid()}"
    path.write_text("x")
    path.unlink()


@door
def import_a_module_beside_the_players(at: Place) -> object:
    sys.path.insert(0, str(at.bob))
    try:
        return importlib.import_module("module_of_bob")
    finally:
        del sys.path[0]


# -- programs and processes


@door
def run_a_program(at: Place) -> object:
    return subprocess.run(["/bin/true"], check=True)


@door
def fork_a_process(at: Place) -> None:
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)


@door
def start_a_helper_with_code_of_ones_own(at: Place) -> object:
    helper = HelperProcess(python_command("print('{}')"))
    helper.receive()
    return helper.pid


@door
def let_a_helper_run_a_bot(at: Place) -> None:
    """The process that thinks gets a position, and the name of a module in the player's folder as an opponent."""
    (at.ann / "evilbot.py").write_text("open('bot-ran', 'w').close()\n")
    setup = Setup("valley", (Seat("Ann", "human"), Seat("Bek", "evilbot:Bot")), 1)
    request = {"id": 1, **setup.pack(), "line": [], "viewer": 0, "player": "evilbot:Bot", "allowed": ""}
    helper = HelperProcess(WORKER_COMMAND)
    helper.send(request)
    answer = helper.receive()
    helper.stop()
    if not (at.ann / "bot-ran").exists():
        raise PermissionError(str(answer))


@door
def signal_another_process(at: Place) -> None:
    os.kill(at.other_pid, signal.SIGCONT)


@door
def signal_a_thread_of_another_process(at: Place) -> object:
    return called(LIBC.syscall(200 if os.uname().machine == "x86_64" else 130, at.other_pid, signal.SIGCONT))


def kill_by_a_stream(at: Place, give: Callable[[socket.socket, int], object]) -> None:
    """Let a stream tell the next victim with a SIGKILL that it can be read. `give` makes the victim its owner."""
    stream, other_end = socket.socketpair()
    with stream, other_end:
        give(stream, at.victims.pop())
        fcntl.fcntl(stream, F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(stream, fcntl.F_SETFL, fcntl.fcntl(stream, fcntl.F_GETFL) | os.O_ASYNC)
        other_end.send(b"x")


@door
def kill_the_owner_of_a_file(at: Place) -> None:
    kill_by_a_stream(at, lambda stream, pid: fcntl.fcntl(stream, fcntl.F_SETOWN, pid))


@door
def kill_the_owner_of_a_file_named_with_its_kind(at: Place) -> None:
    kill_by_a_stream(at, lambda stream, pid: fcntl.fcntl(stream, F_SETOWN_EX, struct.pack("ii", 1, pid)))


@door
def kill_the_owner_of_a_socket(at: Place) -> None:
    kill_by_a_stream(at, lambda stream, pid: fcntl.ioctl(stream, FIOSETOWN, struct.pack("i", pid)))


@door
def kill_the_owner_of_a_socket_by_the_old_name(at: Place) -> None:
    kill_by_a_stream(at, lambda stream, pid: fcntl.ioctl(stream, SIOCSPGRP, struct.pack("i", pid)))


@door
def open_another_process(at: Place) -> object:
    return os.pidfd_open(at.other_pid)


@door
def read_the_environment_of_another_process(at: Place) -> object:
    return Path(f"/proc/{at.other_pid}/environ").read_bytes()


@door
def trace_another_process(at: Place) -> object:
    return called(LIBC.ptrace(PTRACE_SEIZE, at.other_pid, None, None))


@door
def slow_another_process_down(at: Place) -> None:
    os.setpriority(os.PRIO_PROCESS, at.other_pid, 19)


@door
def limit_another_process(at: Place) -> object:
    return resource.prlimit(at.other_pid, resource.RLIMIT_NPROC)


# -- network


@door
def connect_to_a_port_of_the_host(at: Place) -> None:
    socket.create_connection(("127.0.0.1", at.port), 5).close()


@door
def listen_on_a_port(at: Place) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()


@door
def connect_to_the_session_of_another_player(at: Place) -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        os.chdir(at.bob)
        try:
            connection.connect("session.sock")
        finally:
            os.chdir(at.ann)


@door
def connect_to_an_abstract_socket(at: Place) -> None:
    with socket.socket(socket.AF_UNIX) as connection, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"\0vok-door-{os.getpid()}")
        listener.listen()
        connection.connect(f"\0vok-door-{os.getpid()}")


@door
def write_into_the_log_of_the_host(at: Place) -> object:
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with pair[0], pair[1]:
        return pair[0].sendto(b"a line", str(at.home / "log"))


@door
def write_into_the_log_of_the_host_by_a_message(at: Place) -> object:
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with pair[0], pair[1]:
        return pair[0].sendmsg([b"a line"], [], 0, str(at.home / "log"))


@door
def name_an_address_for_what_is_sent(at: Place) -> object:
    """With a socket from before the walls, which a fault might have left open."""
    return OLD_SOCKET.sendto(b"a line", str(at.home / "log"))


@door
def send_many_messages_at_once(at: Place) -> object:
    number = 307 if os.uname().machine == "x86_64" else 269
    return called(LIBC.syscall(number, OLD_SOCKET.fileno(), None, 0, 0))


@door
def read_the_connections_of_the_machine(at: Place) -> object:
    return Path("/proc/self/net/tcp").read_text()


# -- memory, disk


@door
def take_two_gigabytes_of_shared_memory(at: Place) -> None:
    mmap.mmap(-1, 2 << 30, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS).close()


@door
def take_two_gigabytes_for_a_stack(at: Place) -> None:
    mmap.mmap(-1, 2 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | GROWS_DOWN).close()


@door
def take_addresses_for_a_terabyte(at: Place) -> None:
    """Without memory behind them; the kernel's own tables for them would take 2 GiB."""
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE
    mmap.mmap(-1, 1 << 40, flags, mmap.PROT_READ).close()


@door
def take_two_gigabytes_of_memory(at: Place) -> None:
    mmap.mmap(-1, 2 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()


@door
def write_a_file_of_17_megabytes(at: Place) -> None:
    with (at.ann / "large").open("wb") as file:
        for _ in range(17):
            file.write(bytes(1 << 20))


@door
def open_200_files(at: Place) -> None:
    opened: list[int] = []
    try:
        opened.extend(os.open(os.devnull, os.O_RDONLY) for _ in range(200))
    finally:
        for descriptor in opened:
            os.close(descriptor)


def fill(ann: Path, folder: str, name: str, count: int) -> None:
    """Write some files below the player's folder."""
    (ann / folder).mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (ann / folder / name.format(number)).write_text("x")


@door
def keep_501_games(at: Place) -> None:
    fill(at.ann, "saves", "game-{}.vok", hosted.MAX_SAVES + 1)


@door
def keep_101_pictures(at: Place) -> None:
    fill(at.ann, "screens", "screen-{}.svg", 2 * hosted.MAX_PICTURES + 1)


@door
def keep_21_crash_reports(at: Place) -> None:
    fill(at.ann, "crashes", "vok-crash-{}.txt", hosted.MAX_CRASH_REPORTS + 1)


# The door has no quotas: it writes one list. It needs many descriptors.
QUOTAS: Final = {
    function.__name__.replace("_", " ") for function in (keep_501_games, keep_101_pictures, keep_21_crash_reports)
}
DOORS_OF_DOOR: Final = {name: a_door for name, a_door in DOORS.items() if name not in {*QUOTAS, "open 200 files"}}


# -- what must still work


def get_an_answer_from_each_kind_of_helper(at: Place) -> None:
    """A move, a hint and an analysis are thought about in processes of their own."""
    del at
    setup = Setup("valley", (Seat("Ann", "human"), Seat("Bek", "shabti")), 1)
    thought = {"id": 1, **setup.pack(), "line": [], "viewer": 0, "player": "shabti", "allowed": None}
    opening = opening_job(Match(GAMES["valley"], setup), 0)
    for command, request in (
        (WORKER_COMMAND, thought),
        (BACKGROUND_COMMAND, opening),
        (HINT_COMMAND, {"id": 1, "drop": True}),
    ):
        helper = HelperProcess(command)
        helper.send(request)
        answer = helper.receive()
        helper.stop()
        assert answer is not None, command
        assert "error" not in answer, answer


def lose_the_oldest_of_five_helpers(at: Place) -> None:
    """There are never more than four."""
    del at
    helpers = [HelperProcess(BACKGROUND_COMMAND) for _ in range(MAX_HELPERS + 1)]
    assert helpers[0].receive() is None
    setup = Setup("valley", (Seat("Ann", "human"),) * 2, 1)
    helpers[-1].send(opening_job(Match(GAMES["valley"], setup), 0))
    assert helpers[-1].receive() is not None
    for helper in helpers:
        helper.stop()


STILL_WORKS: Final = {
    function.__name__.replace("_", " "): function
    for function in (get_an_answer_from_each_kind_of_helper, lose_the_oldest_of_five_helpers)
}


def attempted(attempt: Door, at: Place) -> str:
    """ "done", or how it was refused. Raises what is no refusal."""
    try:
        attempt(at)
    except (OSError, MemoryError) as refused:
        return f"{type(refused).__name__}: {refused}"
    except ModuleNotFoundError as refused:
        return f"ModuleNotFoundError: {refused}"
    return "done"


def main() -> None:
    words = [int(word) for word in sys.argv[3:]]
    at = Place(Path(sys.argv[1]), words[0], words[1], words[2:])
    kind = sys.argv[2]
    if kind == "old":
        walls.landlock_version = lambda: walls.MIN_LANDLOCK
    if kind == "nursery":
        walls.confine_files(at.home, at.home)
    if kind == "door":
        serve.raise_walls_of_door(at.home, at.ann)
    if kind not in ("open", "door"):
        hosted.enter_folder(at.ann, hosted.clean_environment(os.environ, at.ann, "ann"))
        hosted.confining(at.home, at.ann, "ann", has_walls=True)()
    else:
        os.chdir(at.ann)
    attempts = {"open": DOORS, "door": DOORS_OF_DOOR}.get(kind, {**STILL_WORKS, **DOORS})
    print(json.dumps({name: attempted(attempt, at) for name, attempt in attempts.items()}), flush=True)  # noqa: T201
    os._exit(0)  # a helper that is still there shall not be waited for


if __name__ == "__main__":
    main()
