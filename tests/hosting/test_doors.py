"""Each door out of a hosted session and out of the door of `vok serve`: open without the walls, closed with them, and closed with
what an older kernel builds, for an unprivileged user."""

import json
import signal
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from tests.hosting.doors import DOORS, DOORS_OF_DOOR, KILLING_DOORS, STILL_WORKS
from tests.hosting.guests import as_guest, give_away, make_home

KINDS = ("open", "walls", "old", "nursery", "door")  # of walls


class Attempts(NamedTuple):
    """What came of each door, and what was noticed outside."""

    results: dict[str, str]
    victims: list[int | None]  # their exit codes
    log: list[bytes]  # what arrived at a socket of the host


def attempt_all(python: Path, home: Path, walls: str) -> Attempts:
    """Attempt each door from a process of an unprivileged user."""
    (home / "bob" / "game.vok").write_text("a game")
    (home / "bob" / "old.vok").write_text("an old game")
    (home / "bob" / "module_of_bob.py").touch()
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        session_of_bob = stack.enter_context(socket.socket(socket.AF_UNIX))
        session_of_bob.bind(str(home / "bob" / "session.sock"))
        session_of_bob.listen()
        log = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        log.bind(str(home / "log"))
        give_away(home)
        others = [subprocess.Popen(["/bin/sleep", "600"], **as_guest()) for _ in range(1 + KILLING_DOORS)]
        for other in others:
            stack.callback(other.wait)
            stack.callback(other.kill)
        numbers = map(str, (listener.getsockname()[1], *(other.pid for other in others)))
        words = [str(python), "-m", "tests.hosting.doors", str(home), walls, *numbers]
        done = subprocess.run(words, check=False, capture_output=True, text=True, cwd="/", **as_guest())
        assert done.returncode == 0, done.stderr
        log.setblocking(False)
        lines = []
        while True:
            try:
                lines.append(log.recv(100))
            except BlockingIOError:
                break
        return Attempts(json.loads(done.stdout), [other.poll() for other in others[1:]], lines)


def test_each_door_is_open_to_the_account_and_closed_to_a_player(guest_python: Path, open_folder: Path) -> None:
    homes = [make_home(open_folder) for _ in KINDS]
    with ThreadPoolExecutor(len(KINDS)) as pool:
        attempts = dict(zip(KINDS, pool.map(lambda *of: attempt_all(guest_python, *of), homes, KINDS), strict=True))
    without_walls = attempts.pop("open")
    assert without_walls.results == dict.fromkeys(DOORS, "done")
    assert without_walls.victims == [-signal.SIGKILL] * KILLING_DOORS
    assert len(without_walls.log) == 3
    for kind, (results, victims, log) in attempts.items():
        assert results.keys() == (DOORS_OF_DOOR.keys() if kind == "door" else DOORS.keys() | STILL_WORKS), kind
        assert [door for door in DOORS if results.get(door) == "done"] == [], kind
        assert {deed: results[deed] for deed in STILL_WORKS if results.get(deed, "done") != "done"} == {}, kind
        assert victims == [None] * KILLING_DOORS, kind
        assert not log, kind
