"""Files that somebody else may have made: whatever a file is or contains, Vok says so in one sentence, at little cost.

Each command is a process with limits to its memory and its processor time, so that one that would use up both ends.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from saves import Shelf
from tests.saves.raw import save
from tests.vok_tui.pty_terminal import PLAIN

MEGABYTES = 1024
SECONDS = 20  # of the processor; a slow machine is not a failure
DEAF = 60  # seconds until we give up on a process that waits for something
DEEP = 100_000
LINES = {
    "config.toml": "play --new",
    "cards": "cards check {file}",
    "cards that are played with": "simulate --games 1 --cards {file}",
    "cards that are shown": "cards --cards {file}",
    "state of a course": "train {home}/value --games 1 --state {file}",
    "state of a contest": "arena shabti shabti --games 2 --workers 1 --state {file}",
    "from": "train {home}/value --games 1 --from {file}",
    "value": "train {file} --games 1",
    "save": "verify {file}",
}


def vok(home: Path, line: str) -> subprocess.CompletedProcess[str]:
    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20,) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS,) * 2)

    return subprocess.run(
        [sys.executable, "-m", "vok_tui", *line.split()],
        env={**PLAIN, "VOK_HOME": str(home), "HOME": str(home)},
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=DEAF,
        preexec_fn=bounded,
        check=False,
    )


def refused(home: Path, kind: str, file: Path) -> str:
    """What is said of a file of that kind. Asserts that it is one sentence and a documented exit code."""
    done = vok(home, LINES[kind].format(file=file, home=home))
    said = done.stderr or done.stdout
    assert done.returncode in (1, 2), (done.returncode, said[-300:])
    assert said.startswith("vok: "), said[-300:]
    assert said.count("\n") == 1
    assert "something broke" not in said
    assert str(file) in said or kind == "from"
    return said


def named(home: Path, kind: str) -> Path:
    return home / ("config.toml" if kind == "config.toml" else "file")


@pytest.mark.parametrize("kind", LINES)
def test_a_pipe_is_not_waited_on(tmp_path: Path, kind: str):
    os.mkfifo(named(tmp_path, kind))
    assert "ordinary file" in refused(tmp_path, kind, named(tmp_path, kind))


@pytest.mark.parametrize("kind", LINES)
def test_a_device_is_not_read(tmp_path: Path, kind: str):
    named(tmp_path, kind).symlink_to("/dev/zero")
    assert "ordinary file" in refused(tmp_path, kind, named(tmp_path, kind))


@pytest.mark.parametrize("kind", [kind for kind in LINES if kind not in ("value", "save")])
def test_what_lies_too_deep_is_refused(tmp_path: Path, kind: str):
    deep = "[" * DEEP if "state" in kind or kind == "from" else f"x = {'[' * DEEP}"
    named(tmp_path, kind).write_text(deep)
    if kind == "cards":
        done = vok(tmp_path, LINES[kind].format(file=named(tmp_path, kind), home=tmp_path))
        assert (done.returncode, len(done.stdout.splitlines()), done.stderr) == (1, 2, "")
    else:
        refused(tmp_path, kind, named(tmp_path, kind))


@pytest.mark.parametrize("kind", [kind for kind in LINES if kind not in ("value", "save")])
def test_a_file_without_an_end_is_not_read_whole(tmp_path: Path, kind: str):
    with named(tmp_path, kind).open("wb") as file:
        file.truncate(1 << 40)
    refused(tmp_path, kind, named(tmp_path, kind))


def test_a_record_book_that_is_a_pipe_holds_no_records(tmp_path: Path):
    os.mkfifo(tmp_path / "solitaire.jsonl")
    call = f"read_records(Path({str(tmp_path)!r}))"
    code = f"from pathlib import Path; from saves.solitaire_records import read_records; print({call})"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=DEAF, check=True)
    assert told.stdout == "[]\n"


BOMBS = {
    "a dotted key": "a." * 99_999 + "a = 1",
    "lists in lists": f"x = {'[' * DEEP}",
    "a long number": f"[[card]]\ngold = 0x{'f' * DEEP}",
    "many faults": "[[card]]\n" + "".join(f"nam{n} = 1\n" for n in range(3_000)),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_save_whose_cards_cannot_be_read_blocks_no_command(tmp_path: Path, name: str):
    setup = Setup("valley", (Seat("Ann", HUMAN), Seat("Khety", "shabti")), 1)
    sound = Shelf(tmp_path).create(setup, GAMES["valley"], "0.1.0", 1_700_000_000)
    sound.close()
    header = {
        "format": 2, "app": "0.1.0", "game": "valley", "edition": "base", "choices": [], "cards": BOMBS[name],
        "catalogue": 1, "seed": 1, "seats": [["Ann", HUMAN, 0], ["Khety", "shabti", 0]], "created": 1,
    }  # fmt: skip
    (tmp_path / "saves" / "bomb.vok").write_bytes(save(header, version=2))
    listed = vok(tmp_path, "saves")
    assert listed.returncode == 0, listed.stderr[-300:]
    assert "bomb.vok" in listed.stdout
    assert "Ann" in listed.stdout
    assert "cannot be started here" in refused(tmp_path, "save", tmp_path / "saves" / "bomb.vok")
