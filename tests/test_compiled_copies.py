"""`make play` without a compiled copy: the game starts at once, and a copy is built beside it, completely or not at all."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENV = {name: value for name, value in os.environ.items() if not name.startswith("VOK_")}
# A fast stand-in for the real build, which takes a minute: it copies the packages and ends like one of the lines below.
BUILD_SCRIPT = """
import pathlib, shutil, sys
folder = pathlib.Path(sys.argv[1])
for package in ("engine", "ai", "saves", "lab"):
    shutil.copytree(pathlib.Path(__file__).parent / package, folder / package)
{end}
"""
SUCCEEDS = '(folder / "engine" / "made.so").touch()'
FAILS = 'print("Vok: that did not work (error: no room), so the engine stays interpreted.", file=sys.stderr)'
HANGS = '(pathlib.Path(__file__).parent / "hold").open().read()'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in which a build is fast."""
    root = tmp_path / "checkout"
    root.mkdir()
    for name in ("engine", "ai", "saves", "lab", "vok_tui"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "weights"))
    shutil.copy(ROOT / "compiled_copies.py", root)
    (root / "requirements-build.lock").touch()
    write_build_script(root, SUCCEEDS)
    return root


def write_build_script(root: Path, end: str) -> None:
    (root / "hatch_build.py").write_text(BUILD_SCRIPT.format(end=end))


def start(root: Path, *arguments: str, **options: object) -> "subprocess.Popen[str]":
    line = [sys.executable, "compiled_copies.py", arguments[0], "build", *arguments[1:]]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": {**ENV, "VOK_HOME": str(root / "home")}}
    return subprocess.Popen(line, cwd=root, text=True, **{**pipes, **options})


def output_of(root: Path, *arguments: str) -> str:
    process = start(root, *arguments)
    out, err = process.communicate()
    assert "Traceback" not in err
    return out


def copies(root: Path) -> list[Path]:
    return sorted(path for path in (root / "build").iterdir() if path.is_dir())


def failures(root: Path) -> list[Path]:
    return sorted((root / "build").glob("*.failed"))


@pytest.mark.nightly(reason="starts several programs", instead="test_editing_a_source_replaces_the_compiled_copy")
def test_the_first_start_runs_the_sources_and_a_later_one_the_copy(checkout: Path) -> None:
    def engine_report() -> str:
        return output_of(checkout, "play", "doctor", "--json")

    assert "compil" in engine_report()  # and starts a build, which the next lines wait for or do themselves
    while not (checkout / "build").is_dir() or not copies(checkout) or copies(checkout)[0].name.startswith("new-"):
        output_of(checkout, "build")
    assert "VOK_COMPILED" not in engine_report()
    assert str(copies(checkout)[0].name) in engine_report()


def test_editing_a_source_replaces_the_compiled_copy(checkout: Path) -> None:
    output_of(checkout, "build")
    before = copies(checkout)
    (checkout / "engine" / "games.py").open("a").write("\n")
    output_of(checkout, "build")
    assert len(copies(checkout)) == 1
    assert copies(checkout) != before


def test_a_copy_in_use_by_a_game_is_kept(checkout: Path) -> None:
    output_of(checkout, "build")
    [before] = copies(checkout)
    code = (
        "import compiled_copies as c, pathlib, sys; print(c.lock_copy(pathlib.Path(sys.argv[1])), flush=True); input()"
    )
    game = subprocess.Popen(
        [sys.executable, "-c", code, str(before)],
        cwd=checkout,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert game.stdout is not None
    assert game.stdout.readline() == "True\n"
    (checkout / "engine" / "games.py").open("a").write("\n")
    output_of(checkout, "build")
    assert before in copies(checkout)
    game.communicate("\n")
    (checkout / "engine" / "games.py").open("a").write("\n")
    output_of(checkout, "build")
    assert before not in copies(checkout)


@pytest.mark.nightly(reason="starts several programs", instead="test_editing_a_source_replaces_the_compiled_copy")
def test_a_failed_build_is_reported_and_tried_again_at_a_later_start(checkout: Path) -> None:
    write_build_script(checkout, FAILS)
    output_of(checkout, "build")
    assert not copies(checkout)
    [failed] = failures(checkout)
    report = json.loads(output_of(checkout, "play", "doctor", "--json"))
    assert "no room" in report["engine"]["why"]
    assert "tries again" in report["engine"]["why"]
    for times in (2, 3):
        before = failed.read_text()
        output_of(checkout, "build")
        assert failed.read_text() == before, "not at once: it may take minutes"
        pass_time(failed, hours=24)
        output_of(checkout, "build")
        assert failed.read_text().splitlines()[1] == str(times)
    pass_time(failed, hours=24)
    succeeds_now = BUILD_SCRIPT.format(end="").replace("{end}", "") + "(folder / 'engine' / 'made.so').touch()"
    (checkout / "hatch_build.py").write_text(succeeds_now)
    output_of(checkout, "build")
    assert len(copies(checkout)) == 1
    assert not failures(checkout)


def pass_time(path: Path, hours: int) -> None:
    """Let a file be older."""
    before = path.stat().st_mtime - hours * 3600
    os.utime(path, (before, before))


def test_a_reason_that_passes_does_not_stand_for_ever(checkout: Path) -> None:
    write_build_script(checkout, 'import os; os.path.exists("room") and (folder / "engine" / "made.so").touch()')
    output_of(checkout, "build")
    [failed] = failures(checkout)
    (checkout / "room").touch()
    pass_time(failed, hours=1)
    output_of(checkout, "build")
    assert len(copies(checkout)) == 1
    assert not failures(checkout)


@pytest.mark.parametrize(("exit_code", "has_copy"), [(0, True), (1, False)])
def test_a_warning_of_pip_is_no_failure(checkout: Path, exit_code: int, has_copy: bool) -> None:
    (checkout / "requirements-build.lock").write_text("vok-needs-this==1\n")
    (checkout / "pip").mkdir()
    lines = ["ERROR: no network", "WARNING: running pip as root may break things"][exit_code == 0 :]
    (checkout / "pip" / "__init__.py").touch()
    (checkout / "pip" / "__main__.py").write_text(
        f"import sys; print(*{lines}, sep='\\n', file=sys.stderr); sys.exit({exit_code})"
    )
    write_build_script(checkout, f"print('warning: of the compiler', file=sys.stderr); {SUCCEEDS}")
    output_of(checkout, "build")
    assert bool(copies(checkout)) is has_copy
    assert [path.read_text().splitlines()[0] for path in failures(checkout)] == (
        [] if has_copy else ["ERROR: no network"]
    )


@pytest.mark.parametrize("ending_signal", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_build_leaves_no_copy_and_builds_never_overlap(
    checkout: Path, ending_signal: signal.Signals
) -> None:
    write_build_script(checkout, HANGS)
    os.mkfifo(checkout / "hold")
    first = start(checkout, "build")
    while not list(checkout.glob("build/new-*/copy/saves")):
        assert first.poll() is None
    assert output_of(checkout, "build") == ""
    assert len(list(checkout.glob("build/new-*"))) == 1, "a second build began"
    hold = os.open(checkout / "hold", os.O_WRONLY)  # waits until the compilation reads it
    first.send_signal(ending_signal)
    first.communicate()
    os.close(hold)  # a killed build leaves a compilation that waits
    write_build_script(checkout, SUCCEEDS)
    output_of(checkout, "build")
    assert [path.name.startswith("new-") for path in copies(checkout)] == [False]
    assert not failures(checkout)


def test_nothing_is_built_without_a_compiler_or_with_vok_pure(checkout: Path) -> None:
    for env in ({"VOK_PURE": "1"}, {"CC": "no-such-compiler", "PATH": str(checkout)}):
        process = start(checkout, "play", "--version", env={**ENV, **env})
        assert process.communicate()[0].startswith("vok ")
        assert not (checkout / "build").exists()
