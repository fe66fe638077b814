"""Untrusted files: Vok refuses any bad file in one sentence and at little cost.

Each command runs in a process with limited memory and processor time.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from ai.process.bounded_files import BadFile, FileMissing, open_regular_file, read_bytes
from engine.core.game import HUMAN
from tests.process_end import MAX_WAIT_SECONDS
from tests.saves.raw import save
from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON
from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.screens.app_helpers import make_save

MAX_MEGABYTES = 1024
MAX_CPU_SECONDS = 20  # a slow machine is not a failure
NESTING_DEPTH = 100_000
LINES = {
    "config.toml": "play --new",
    "cards": "cards check {file}",
    "cards that are played with": "simulate --games 1 --cards {file}",
    "cards that are shown": "cards --cards {file}",
    "state of a contest": "arena shabti shabti --games 2 --workers 1 --state {file}",
    "save": "verify {file}",
}


def vok(home: Path, line: str, **names: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line, in which names in braces stand for paths; these may have blanks."""

    def set_limits() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEGABYTES << 20,) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_SECONDS,) * 2)

    return subprocess.run(
        [sys.executable, "-m", "vok_tui", *[word.format(**names) for word in line.split()]],
        env={**MINIMAL_ENVIRON, "VOK_HOME": str(home), "HOME": str(home)},
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=MAX_WAIT_SECONDS,
        preexec_fn=set_limits,
        check=False,
    )


def refusal_of(home: Path, kind: str, file: Path) -> str:
    """The message about a file of this kind. Asserts that it is one sentence, with a documented exit code."""
    result = vok(home, LINES[kind], file=file)
    message = result.stderr or result.stdout
    assert result.returncode in (1, 2), (result.returncode, message[-300:])
    assert message.startswith("vok: "), message[-300:]
    assert message.count("\n") == 1
    assert "something broke" not in message
    assert str(file) in message
    return message


def path_for(home: Path, kind: str) -> Path:
    return home / ("config.toml" if kind == "config.toml" else "file")


@pytest.mark.parametrize("kind", LINES)
def test_a_pipe_is_refused_without_waiting(tmp_path: Path, kind: str):
    os.mkfifo(path_for(tmp_path, kind))
    assert "ordinary file" in refusal_of(tmp_path, kind, path_for(tmp_path, kind))


@pytest.mark.parametrize("kind", LINES)
def test_a_device_is_refused_without_reading_it(tmp_path: Path, kind: str):
    path_for(tmp_path, kind).symlink_to("/dev/zero")
    assert "ordinary file" in refusal_of(tmp_path, kind, path_for(tmp_path, kind))


@pytest.mark.parametrize("kind", [kind for kind in LINES if kind != "save"])
def test_text_that_is_nested_too_deeply_is_refused(tmp_path: Path, kind: str):
    nested_text = "[" * NESTING_DEPTH if "state" in kind else f"x = {'[' * NESTING_DEPTH}"
    path_for(tmp_path, kind).write_text(nested_text)
    if kind == "cards":
        result = vok(tmp_path, LINES[kind], file=path_for(tmp_path, kind))
        assert (result.returncode, len(result.stdout.splitlines()), result.stderr) == (1, 2, "")
    else:
        refusal_of(tmp_path, kind, path_for(tmp_path, kind))


@pytest.mark.parametrize("kind", [kind for kind in LINES if kind != "save"])
def test_an_endless_file_is_refused(tmp_path: Path, kind: str):
    with path_for(tmp_path, kind).open("wb") as file:
        file.truncate(1 << 40)
    refusal_of(tmp_path, kind, path_for(tmp_path, kind))


def test_a_record_file_that_is_a_pipe_has_no_records(tmp_path: Path):
    os.mkfifo(tmp_path / "solitaire.jsonl")
    call = f"read_records(Path({str(tmp_path)!r}))"
    code = f"from pathlib import Path; from vok_tui.records.solitaire import read_records; print({call})"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=MAX_WAIT_SECONDS, check=True
    )
    assert result.stdout == "[]\n"


def test_a_file_that_is_read_or_refused_is_closed_and_passed_to_no_process(tmp_path: Path):
    (tmp_path / "file").write_text("text")
    os.mkfifo(tmp_path / "pipe")
    before = os.listdir("/dev/fd")  # noqa: PTH208
    refused = []
    for name in ("pipe", "", "missing", "file/in it"):
        with pytest.raises(BadFile) as raised:
            read_bytes(tmp_path / name, 4)
        refused.append(isinstance(raised.value, FileMissing))
    assert refused == [False, False, True, True]
    assert read_bytes(tmp_path / "file", 4) == b"text"
    with pytest.raises(BadFile, match="longer than 3 bytes"):
        read_bytes(tmp_path / "file", 3)
    with open_regular_file(tmp_path / "file") as descriptor:
        assert not os.get_inheritable(descriptor)
    assert os.listdir("/dev/fd") == before  # noqa: PTH208


def test_a_record_is_appended_to_no_pipe_and_through_no_link(tmp_path: Path):
    target = tmp_path / "target"
    target.touch()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(target)
    code = (
        "import sys; from pathlib import Path; from vok_tui.shared.paths import append_line\n"
        "for name in sys.argv[2:]:\n"
        "    try: append_line(Path(sys.argv[1]), name, b'line')\n"
        "    except OSError as error: print(error.strerror)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), "pipe", "link", "new"],
        capture_output=True, text=True, timeout=MAX_WAIT_SECONDS, check=True,
    )  # fmt: skip
    assert result.stdout == "it is not an ordinary file\nit is a link\n"
    assert (target.read_bytes(), (tmp_path / "new").read_bytes()) == (b"", b"line\n")


def test_a_record_for_which_the_disk_has_too_little_room_is_an_error(tmp_path: Path):
    code = (
        "import resource, sys; from pathlib import Path; from vok_tui.shared.paths import append_line\n"
        "most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (8, most))\n"
        "try: append_line(Path(sys.argv[1]), 'new', b'a long line')\n"
        "except OSError as error: print(error.strerror)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))\n"
        "append_line(Path(sys.argv[1]), 'new', b'next')\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True, text=True, timeout=MAX_WAIT_SECONDS, check=True,
    )  # fmt: skip
    assert result.stdout == "No space left on device\n"
    assert (tmp_path / "new").read_bytes() == b"a long l\nnext\n"


def test_no_record_waits_for_a_pipe_in_place_of_its_file(tmp_path: Path):
    for name in ("learning.jsonl", "solitaire.jsonl", "goal-counts.jsonl", "daily-levels.jsonl"):
        os.mkfifo(tmp_path / name)
    code = """if True:
        import sys
        from pathlib import Path
        from engine.core.game import Seat, Setup
        from vok_tui.learning import goal_counts, history
        from vok_tui.records import daily_days, solitaire
        home = Path(sys.argv[1])
        history.LearningHistory(home).add("valley", "begun")
        solitaire.add_record(home, solitaire.SolitaireRecord("a", 1, "", 10, False))
        goal_counts._append_counts(home, "a", {})
        setup = Setup("valley", (Seat("Ann"),), 1, "solitaire")
        daily_days._append_result(home, setup, daily_days.LevelResult("scribe", 10, True))
    """
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], timeout=MAX_WAIT_SECONDS, check=True)
    assert [path.is_fifo() for path in tmp_path.iterdir()] == [True] * 4


HOSTILE_VALUES = ("1e999", "NaN", "null", "true", "-1", "9" * 300, '"\\ud800"', '"\\u001b[2J"', "[]", '{"a":1e999}')
RECORDS = {
    "learning.jsonl": ("v", "game", "done", "what", "at", "outcome", "kind", "loss", "before"),
    "goal-counts.jsonl": ("v", "id", "values"),
    "solitaire.jsonl": ("save", "seed", "cards", "points", "peeked"),
    "daily-levels.jsonl": ("v", "deal", "level", "points", "won"),
    "daily-games.jsonl": ("game", "edition", "players", "seed", "id"),
}


def test_no_value_in_a_line_of_records_stops_a_program(vok_line: RunVok, home: Path):
    sound = {
        "v": "1",
        "at": "5",
        "loss": "5",
        "before": "0",
        "values": "{}",
        "seed": "7",
        "points": "9",
        "players": "2",
    }
    for name, fields in RECORDS.items():
        values = {field: sound.get(field, '"puzzle answered"') for field in fields}
        rows = [values | {field: hostile} for field in fields for hostile in HOSTILE_VALUES]
        fields_of = [[f'"{field}": {value}' for field, value in row.items()] for row in rows]
        lines = [f"{{{', '.join(each)}}}" for each in fields_of]
        (home / name).write_text("\n".join(lines))
    for line in ("daily --json", "puzzle --json", "goals", "stats"):
        code, _, error = vok_line(line)
        assert (code, error) == (0, ""), line


BOMBS = {
    "a dotted key": "a." * 99_999 + "a = 1",
    "lists in lists": f"x = {'[' * NESTING_DEPTH}",
    "a long number": f"[[card]]\ngold = 0x{'f' * NESTING_DEPTH}",
    "many faults": "[[card]]\n" + "".join(f"nam{n} = 1\n" for n in range(3_000)),
}


@pytest.mark.nightly(reason="runs every command", keep="many faults")
@pytest.mark.parametrize("name", BOMBS)
def test_a_save_with_unreadable_cards_blocks_no_command(tmp_path: Path, name: str):
    make_save(tmp_path, 1)
    header = {
        "format": 4, "rules": 4, "from": [], "app": "0.1.0", "game": "valley", "edition": "base", "choices": [],
        "cards": BOMBS[name],
        "catalogue": 1, "seed": 1, "seats": [["Ann", HUMAN, 0], ["Khety", "shabti", 0]], "created": 1,
    }  # fmt: skip
    (tmp_path / "saves" / "bomb.vok").write_bytes(save(header))
    result = vok(tmp_path, "saves")
    assert result.returncode == 0, result.stderr[-300:]
    assert "bomb.vok" in result.stdout
    assert "Ann" in result.stdout
    assert "cannot be started here" in refusal_of(tmp_path, "save", tmp_path / "saves" / "bomb.vok")
