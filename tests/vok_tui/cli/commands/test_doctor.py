"""`vok doctor`: the information for a bug report, and the problems that prevent Vok from working."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.game import Seat, Setup
from saves import Shelf
from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON
from tests.vok_tui.run_vok import RunVok

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that Vok can use, whatever terminal the tests run in."""
    for name in ("LC_ALL", "LC_CTYPE", "NO_COLOR", "COLORTERM", "TMUX", "STY", "ZELLIJ"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")


def report(vok: RunVok) -> dict:
    return json.loads(vok("doctor", "--json")[1])


def test_a_sound_copy_has_no_problem(vok: RunVok):
    code, out, err = vok("doctor")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "Nothing prevents Vok from working here."
    assert all(len(line) <= 80 or len(line[18:].split()) == 1 for line in out.splitlines()), (
        "only one word may be longer"
    )
    assert len(out.splitlines()) <= 55


@pytest.mark.parametrize(
    ("env", "name", "text"),
    [
        ({"LANG": "C"}, "characters", "ASCII, because LANG is C"),
        ({"LC_ALL": "POSIX"}, "characters", "ASCII, because LC_ALL is POSIX"),
        ({"LANG": ""}, "characters", "Unicode, because no locale is set"),
        ({}, "colours", "256, because TERM is xterm-256color"),
        ({"TERM": "linux"}, "colours", "16, because neither COLORTERM nor TERM promises more"),
        ({"COLORTERM": "truecolor"}, "colours", "24-bit, because COLORTERM is truecolor"),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, "colours", "none, because NO_COLOR is set"),
        ({"NO_COLOR": "", "COLORTERM": "truecolor"}, "colours", "24-bit, because COLORTERM is truecolor"),
        ({"TMUX": "/tmp/tmux-0/default,1,0"}, "inside", "tmux"),
        ({"TERM": "\x1b[31mred"}, "TERM", "[31mred"),
    ],
)
def test_terminal_features_are_shown_with_the_reason(
    env: dict[str, str], name: str, text: str, vok: RunVok, monkeypatch: pytest.MonkeyPatch
):
    for variable, value in env.items():
        monkeypatch.setenv(variable, value)
    assert report(vok)["terminal"][name] == text


def test_player_names_are_not_shown(vok: RunVok, home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(home / "neferkare"))
    monkeypatch.setenv("VOK_HOME", str(home / "neferkare" / "vok"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "neferkare" / "config"))
    (home / "neferkare" / "vok").mkdir(parents=True)
    (home / "neferkare" / "vok" / "config.toml").write_text('[player]\nname = "Neferkare"\npet = "Neferkare"\n')
    with Shelf().create(Setup("valley", (Seat("Neferkare"), Seat("Neferkare 2")), 7), _valley(), "0", 0):
        pass
    for line in (["doctor"], ["doctor", "--json"]):
        code, out, err = vok(*line)
        assert code == 1  # because of the wrong configuration
        assert "~/vok" in out
        assert "neferkare" not in (out + err).lower()


def _valley():
    from engine import GAMES

    return GAMES["valley"]


def test_saves_and_unreadable_saves_are_counted(vok: RunVok, home: Path):
    assert report(vok)["saves"]["number"] == 0
    with Shelf().create(Setup("valley", (Seat("a"), Seat("b")), 7), _valley(), "0", 0) as save:
        path = save.path
    (home / "saves" / "strange.vok").write_text("of another program")
    (home / "saves" / "empty.vok").touch()
    (home / "saves" / "note.txt").touch()
    (home / "saves" / "folder.vok").mkdir()
    os.mkfifo(home / "saves" / "pipe.vok")
    saves = report(vok)["saves"]
    assert (saves["number"], saves["unreadable"]) == (3, 2)
    assert path.is_file()
    assert vok("doctor")[0] == 0  # other games can be played


def test_a_large_folder_is_not_opened_completely(vok: RunVok, home: Path):
    (home / "saves").mkdir()
    for number in range(700):
        (home / "saves" / f"{number}.vok").touch()
    saves = report(vok)["saves"]
    assert (saves["number"], saves["unreadable"]) == (700, saves["opened"])
    assert saves["opened"] <= 500


def _break_config(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "config.toml").write_text("[table]\npase = 2\n")


def _break_theme(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "config.toml").write_text('[table]\ntheme = "nrod"\n')


def _break_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")


def _break_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "saves").touch()


def _break_parent(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").touch()
    monkeypatch.setenv("VOK_HOME", str(home / "file" / "below"))


def _break_processes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOK_PROCESSES", "many")


def _break_screens(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vok_tui.screens.app", None)  # as if a package that it needs were missing


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (_break_config, "did you mean"),
        (_break_theme, "nord"),
        (_break_terminal, "set TERM"),
        (_break_folder, "VOK_HOME=FOLDER"),
        (_break_parent, "VOK_HOME=FOLDER"),
        (_break_processes, "VOK_PROCESSES"),
        (_break_screens, "reinstall Vok"),
    ],
)
def test_a_problem_is_explained_in_a_sentence_and_exits_with_1(
    break_it, message: str, vok: RunVok, home: Path, monkeypatch: pytest.MonkeyPatch
):
    break_it(home, monkeypatch)
    code, out, err = vok("doctor")
    assert (code, err) == (1, "")
    assert out.count("\n! ") == 1
    sentence = " ".join(out.partition("\n! ")[2].split())
    assert message in sentence
    assert sentence.endswith(".")
    assert "Traceback" not in out
    assert len(json.loads(vok("doctor", "--json")[1])["problems"]) == 1


def test_doctor_creates_no_folder(vok: RunVok, home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VOK_HOME", str(home / "new"))
    assert vok("doctor")[0] == 0
    assert not (home / "new").exists()


def test_a_copy_that_does_not_compile_says_why(vok: RunVok, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert "runs from its sources" in report(vok)["engine"]["why"]
    monkeypatch.setenv("VOK_COMPILED", str(tmp_path / "nowhere"))
    assert "no engine is there" in report(vok)["engine"]["why"]
    core = tmp_path / "compiled" / "engine" / "core"
    core.mkdir(parents=True)
    monkeypatch.setenv("VOK_COMPILED", str(tmp_path / "compiled"))
    assert "without compiled modules" in report(vok)["engine"]["why"]
    monkeypatch.setenv("VOK_PURE", "1")
    monkeypatch.setenv("CC", "sh")  # found on machines without a compiler, too
    assert report(vok)["engine"]["why"].endswith("unset VOK_PURE, then run make play")
    (core / "tasks.cpython-27-somewhere.so").touch()
    assert "not for this Python" in report(vok)["engine"]["why"]


def test_nothing_in_the_configuration_reaches_the_terminal_as_a_command(vok: RunVok, home: Path):
    (home / "config.toml").write_text(
        '[keys]\n"\\u001b]0;x\\u0007\\u202ek" = "a"\n[table]\ntheme = "\\u001b[31m\\u2066"\n'
    )
    for line in (["doctor"], ["doctor", "--json"]):
        code, out, err = vok(*line)
        assert code == 1
        assert all(char.isprintable() for char in (out + err).replace("\n", ""))


UNKNOWN_USER = ("unshare", "--user", "--map-user=54321")
LOCKS_FAIL = ("strace", "-f", "-o", os.devnull, "-e", "trace=flock", "-e", "inject=flock:error=ENOLCK")


def run_under(wrapper: tuple[str, ...], folder: Path, *line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command line under another program. The test is skipped where that program is missing or not allowed."""
    if (
        shutil.which(wrapper[0]) is None
        or subprocess.run([*wrapper, "true"], check=False, capture_output=True).returncode
    ):
        pytest.skip(f"{wrapper[0]} cannot be used here")
    environ = {name: value for name, value in MINIMAL_ENVIRON.items() if name != "HOME"} | env
    command = [*wrapper, sys.executable, "-m", "vok_tui", *line]
    return subprocess.run(
        command, cwd=folder, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def test_without_a_home_folder_one_sentence_says_what_to_do(tmp_path: Path):
    for line in (["saves"], ["play", "--new"]):
        process = run_under(UNKNOWN_USER, tmp_path, *line)
        assert (process.returncode, process.stdout) == (1, "")
        assert process.stderr.count("\n") == 1
        assert "VOK_HOME" in process.stderr
    page = run_under(UNKNOWN_USER, tmp_path, "doctor").stdout
    assert page.count("\n! ") == 1
    assert "reinstall" not in page
    assert not list(tmp_path.iterdir())


def test_the_doctor_says_that_files_cannot_be_locked(tmp_path: Path):
    process = run_under(LOCKS_FAIL, tmp_path, "doctor", VOK_HOME=str(tmp_path / "new"), HOME=str(tmp_path))
    assert process.returncode == 1
    assert "cannot be locked" in process.stdout.partition("\n! ")[2]


def test_a_tilde_in_vok_home_is_the_home_folder(vok: RunVok, home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("VOK_HOME", "~/games")
    monkeypatch.chdir(home)
    with Shelf().create(Setup("valley", (Seat("a"), Seat("b")), 7), _valley(), "0", 0):
        pass
    assert list(home.glob("games/saves/*.vok"))
    assert report(vok)["folders"]["saves"] == "~/games/saves"
    assert not (home / "~").exists()
