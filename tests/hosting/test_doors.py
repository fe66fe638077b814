"""Each door out of a hosted session and out of the door of `vok serve`: open without the walls, closed with them, and closed with
what an older kernel builds, for an unprivileged user."""

import json
import signal
import socket
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.hosting.doors import DOORS, DOORS_OF_DOOR, KILLING_DOORS, STILL_WORKS
from tests.hosting.guests import as_guest, give_away, make_home


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


@pytest.fixture(scope="session")
def attempts_behind(guest_python: Path, open_folder: Path) -> Callable[[str], Attempts]:
    """The attempts behind each kind of walls, made once."""
    return cache(lambda walls: attempt_all(guest_python, make_home(open_folder), walls))


@pytest.fixture
def without_walls(attempts_behind: Callable[[str], Attempts]) -> Attempts:
    return attempts_behind("open")


@pytest.fixture(params=["walls", "old", "nursery", "door"])
def with_walls(request: pytest.FixtureRequest, attempts_behind: Callable[[str], Attempts]) -> Attempts:
    return attempts_behind(request.param)


@pytest.mark.parametrize("door", DOORS)
def test_a_door_that_is_open_to_the_account_is_closed_to_a_player(
    door: str, without_walls: Attempts, with_walls: Attempts
) -> None:
    assert without_walls.results[door] == "done"
    assert with_walls.results.get(door) != "done"


def test_nobody_outside_notices_anything(without_walls: Attempts, with_walls: Attempts) -> None:
    assert set(without_walls.victims) == {-signal.SIGKILL}
    assert set(with_walls.victims) == {None}
    assert len(without_walls.log) == 3
    assert not with_walls.log


@pytest.mark.parametrize("deed", STILL_WORKS)
def test_what_a_game_needs_still_works_behind_the_walls(deed: str, with_walls: Attempts) -> None:
    assert with_walls.results.get(deed, "done") == "done"


def test_no_door_is_left_out(with_walls: Attempts) -> None:
    assert set(with_walls.results) in ({*DOORS, *STILL_WORKS}, set(DOORS_OF_DOOR))
