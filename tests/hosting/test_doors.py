"""Each door out of a hosted session: open without the walls, and closed with them, for an unprivileged user."""

import json
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.hosting.doors import DOORS, STILL_WORKS
from tests.hosting.guests import as_guest, give_away, make_home

Results = dict[str, str]


def attempt_all(python: Path, home: Path, walls: str) -> Results:
    """What came of each door, from a process of an unprivileged user."""
    (home / "bob" / "game.vok").write_text("a game")
    (home / "bob" / "old.vok").write_text("an old game")
    (home / "bob" / "module_of_bob.py").touch()
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        session_of_bob = stack.enter_context(socket.socket(socket.AF_UNIX))
        session_of_bob.bind(str(home / "bob" / "session.sock"))
        session_of_bob.listen()
        give_away(home)
        other = stack.enter_context(subprocess.Popen(["/bin/sleep", "600"], **as_guest()))
        stack.callback(other.kill)
        words = [
            str(python),
            "-m",
            "tests.hosting.doors",
            str(home),
            str(other.pid),
            str(listener.getsockname()[1]),
            walls,
        ]
        done = subprocess.run(words, check=False, capture_output=True, text=True, cwd="/", **as_guest())
    assert done.returncode == 0, done.stderr
    results: Results = json.loads(done.stdout)
    return results


@pytest.fixture(scope="session")
def without_walls(guest_python: Path, open_folder: Path) -> Results:
    return attempt_all(guest_python, make_home(open_folder), "open")


@pytest.fixture(scope="session")
def with_walls(guest_python: Path, open_folder: Path) -> Results:
    return attempt_all(guest_python, make_home(open_folder), "walls")


@pytest.mark.parametrize("door", DOORS)
def test_a_door_that_is_open_to_the_account_is_closed_to_a_player(
    door: str, without_walls: Results, with_walls: Results
) -> None:
    assert without_walls[door] == "done"
    assert with_walls[door] != "done"


@pytest.mark.parametrize("deed", STILL_WORKS)
def test_what_a_game_needs_still_works_behind_the_walls(deed: str, with_walls: Results) -> None:
    assert with_walls[deed] == "done"
