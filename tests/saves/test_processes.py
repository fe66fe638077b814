"""Saves and several real processes: one is killed, one is busy, one watches."""

import subprocess

import pytest

from saves import Busy, Watcher, load, resume
from tests.saves.child_process import child
from tests.saves.heap import GAMES, match_facts, play_steps

# Plays endlessly, back and forth, and prints the number of stored entries.
PLAYS_ON = """
import sys
from pathlib import Path
from engine.core.match import Match
from saves import SaveFile
from tests.saves.heap import HEAP, SETUP, play_steps
match = Match(HEAP, SETUP)
file = SaveFile.create(Path(sys.argv[1]), SETUP, HEAP, "0.1.0", 0)
step = 0
while True:
    play_steps(match, [step % 7])
    file.keep(match)
    if step % 3 == 0:
        file.flush()
    step += 1
    print(step, flush=True)
"""

# Resumes a game, plays three moves and leaves it, endlessly. Prints the number of stored entries.
RESUMES_REPEATEDLY = """
import sys
from pathlib import Path
from saves import SaveFile, resume
from tests.saves.heap import GAMES, HEAP, SETUP, play_steps
path = Path(sys.argv[1])
SaveFile.create(path, SETUP, HEAP, "0.1.0", 0).close()
step = 0
while True:
    file, loaded = resume(path, GAMES)
    with file:
        match = loaded.match
        for _ in range(3):
            play_steps(match, [step % 7])
            file.keep(match)
            step += 1
            print(step, flush=True)
"""

# Plays a move for each line of input, and leaves when the input ends.
PLAYS_ON_REQUEST = """
import sys
from pathlib import Path
from tests.saves.heap import GAMES, play_steps
from saves import resume
file, loaded = resume(Path(sys.argv[1]), GAMES)
print("ready", flush=True)
for line in sys.stdin:
    play_steps(loaded.match, [int(line)])
    file.keep(loaded.match)
    print("kept", flush=True)
file.close()
"""


def request_step(process: subprocess.Popen[str], step: int) -> None:
    """Let the process make a step. Returns when the step is stored."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{step}\n")
    process.stdin.flush()
    assert process.stdout.readline() == "kept\n"


@pytest.mark.parametrize("program", [PLAYS_ON, RESUMES_REPEATEDLY], ids=["in one go", "resuming"])
@pytest.mark.parametrize("moment", [1, 33, 34, 150])
def test_a_killed_process_loses_no_stored_move(tmp_path, program, moment):
    path = tmp_path / "a.vok"
    with child(program, path) as process:
        assert process.stdout is not None
        for _ in range(moment):
            process.stdout.readline()
        process.kill()
        reported = moment + len([line for line in process.stdout if line.endswith("\n")])
    file, loaded = resume(path, GAMES)
    assert loaded.seal is None or (loaded.damage, loaded.entry_count) == (None, loaded.seal.entry_count)
    assert len(loaded.match.log.journal) >= reported
    again = type(loaded.match)(loaded.match.game, loaded.match.setup)
    play_steps(again, [step % 7 for step in range(len(loaded.match.log.journal))])
    assert match_facts(again) == match_facts(loaded.match)
    play_steps(loaded.match, [1])
    file.keep(loaded.match)
    file.close()
    assert match_facts(load(path, GAMES).match) == match_facts(loaded.match)


def test_a_second_player_learns_who_plays_and_can_watch(tmp_path, undamaged_save):
    path = tmp_path / "a.vok"
    path.write_bytes(undamaged_save[0])
    with child(PLAYS_ON_REQUEST, path) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(Busy) as caught:
            resume(path, GAMES)
        assert f"process {process.pid}" in str(caught.value)
        assert "watch" in str(caught.value)
        watcher = Watcher(path, GAMES)
        assert watcher.match.log.journal == undamaged_save[1]
        assert watcher.poll() == []
        for step in (1003, 1, 2):
            request_step(process, step)
            assert len(watcher.poll()) == 1
            assert match_facts(watcher.match) == match_facts(load(path, GAMES).match)
        process.stdin.close()
        process.wait()
    file, loaded = resume(path, GAMES)
    assert match_facts(loaded.match) == match_facts(watcher.match)
    assert watcher.poll() == []
    file.close()


def test_the_lock_of_a_killed_process_is_released(tmp_path, undamaged_save):
    path = tmp_path / "a.vok"
    path.write_bytes(undamaged_save[0])
    with child(PLAYS_ON_REQUEST, path) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
        process.wait()
    assert (tmp_path / "a.vok.who").exists()
    file, _ = resume(path, GAMES)
    file.close()
    assert not (tmp_path / "a.vok.who").exists()


def test_the_name_of_the_player_is_cleaned_and_may_be_missing(tmp_path, undamaged_save):
    path = tmp_path / "a.vok"
    path.write_bytes(undamaged_save[0])
    file, _ = resume(path, GAMES)
    player_file = tmp_path / "a.vok.who"
    player_file.write_bytes(b"\x1b[2JMallory\xff\n" * 100)
    with pytest.raises(Busy) as caught:
        resume(path, GAMES)
    assert str(caught.value).isprintable()
    assert "Mallory" in caught.value.player
    player_file.unlink()
    player_file.mkdir()
    with pytest.raises(Busy, match="somebody"):
        resume(path, GAMES)
    file.close()
