"""What is built: the wheel, installed into a fresh environment and used beside other packages of our names, and the source
distribution, unpacked."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
from importlib.metadata import Distribution, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from hatch_build import compiler, try_to_compile
from vok_tui import __version__

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "ai", "saves", "lab")


@pytest.fixture
def decoys(tmp_path: Path) -> Path:
    """A folder with packages engine, ai, saves and lab that break when imported."""
    for package in PACKAGES:
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(f"raise ImportError('this is another package, not {package}')")
    return tmp_path


def run_in(folder: Path, line: list[str], **more: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in a folder. Its modules are found before those of the environment."""
    environ = {**os.environ, "VOK_HOME": str(folder / "home"), "PYTHONPATH": str(folder), **more}
    return subprocess.run(line, cwd=folder, env=environ, capture_output=True, text=True, check=False)


def output_of(line: list[str], folder: Path, **more: str) -> str:
    done = run_in(folder, line, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def site_packages(installed: Path) -> Path:
    (site,) = (installed.parent / "lib").glob("python*/site-packages")
    return site


def test_an_installed_copy_adds_one_package_and_one_path_file(installed: Path):
    info = f"vok_tui-{__version__}.dist-info"
    files = Distribution.at(site_packages(installed) / info).files
    assert files is not None
    assert {file.parts[0] for file in files} - {".."} == {"vok_tui", "vok_tui.pth", info}


USER_PROGRAM = """
from pathlib import Path

from ai.bots.bot import choose
from ai.levels import Budget
from engine import GAMES, Match, Seat, Setup
from lab.contest import Contest
from saves import load


def first_answer(seed: int) -> str:
    game = GAMES["valley"]
    match = Match(game, Setup("valley", (Seat("Ann"), Seat("Ben")), seed))
    move = choose(game, match.state, match.state.mover, "scribe", Budget(1), seed)
    return game.say(match.state, game.action(match.state, move))


def setup_of(path: Path) -> Setup:
    return load(path, GAMES).match.setup


contest: Contest | None = None
print(first_answer(1))
"""


@pytest.mark.nightly(reason="runs mypy", instead="test_an_installed_copy_works_beside_other_packages_of_the_same_names")
def test_a_program_imports_an_installed_copy_at_once_and_mypy_knows_its_types(installed: Path, tmp_path: Path):
    program = tmp_path / "program.py"
    program.write_text(USER_PROGRAM)
    assert output_of([str(installed / "python"), str(program)], tmp_path).strip()
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir=cache", "--no-error-summary"]
    done = run_in(tmp_path, [*mypy, "--python-executable", str(installed / "python"), str(program)])
    assert (done.stdout, done.returncode) == ("", 0)


def test_another_package_of_our_name_is_what_programs_import_until_they_ask_for_ours(installed: Path, tmp_path: Path):
    (tmp_path / "engine.py").touch()
    ours = site_packages(installed) / "vok_tui" / "_bundled" / "engine" / "__init__.py"
    for imports, expected in (("engine", tmp_path / "engine.py"), ("vok_tui.library, engine", ours)):
        code = f"import {imports}; print(engine.__file__)"
        assert output_of([str(installed / "python"), "-c", code], tmp_path) == f"{expected}\n"


def test_vok_says_in_a_sentence_that_another_package_was_imported_before_it_started(tmp_path: Path):
    (tmp_path / "engine.py").touch()
    (tmp_path / "sitecustomize.py").write_text("import engine")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = run_in(tmp_path, [sys.executable, "-m", "vok_tui", "--version"], PYTHONPATH=path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"vok: another package called engine is in use here ({tmp_path / 'engine.py'})")
    assert len(done.stderr.splitlines()) == 1


def test_all_packages_of_an_installed_copy_come_from_one_root(installed: Path, decoys: Path):
    code = (
        "import sys, json; sys.argv = ['vok', '--version']\n"
        "from vok_tui.__main__ import main; main()\n"
        "import engine.core.match, ai.search.mcts, saves.save_file, lab.contest, vok_tui\n"
        "print(json.dumps([m.__file__ for m in (engine, ai, saves, lab, vok_tui)]))"
    )
    files = json.loads(output_of([str(installed / "python"), "-c", code], decoys).splitlines()[-1])
    root = site_packages(installed) / "vok_tui"
    assert files == [
        *(str(root / "_bundled" / package / "__init__.py") for package in PACKAGES),
        str(root / "__init__.py"),
    ]


def test_an_installed_copy_works_beside_other_packages_of_the_same_names(installed: Path, decoys: Path):
    for vok in ([str(installed / "vok")], [str(installed / "python"), "-m", "vok_tui"]):
        assert output_of([*vok, "--version"], decoys) == f"vok {__version__}\n"
        assert len(json.loads(output_of([*vok, "cards", "--json"], decoys))) == 66
        assert output_of([*vok, "saves", "--json"], decoys) == "[]\n"
    for lab in ([str(installed / "vok"), "simulate"], [str(installed / "vok-lab"), "simulate"]):
        line = [*lab, "--games", "2", "--seats", "shabti,shabti", "--json"]
        assert json.loads(output_of(line, decoys))["games"] == 2


@pytest.mark.nightly(
    reason="compiles for most of a minute",
    instead="tests/test_compiled_modules.py::test_the_search_runs_only_in_compiled_modules",
)
def test_an_installed_copy_is_compiled_if_there_is_a_compiler(compiled: Path, decoys: Path):
    facts = json.loads(output_of([str(compiled / "vok"), "doctor", "--json"], decoys))
    assert facts["engine"]["compiled"] is can_compile(decoys), (compiled.parents[1] / "build.log").read_text()


def can_compile(folder: Path) -> bool:
    """Whether there is a compiler, and everything that it needs to build for this Python."""
    (folder / "trial.c").write_text("#include <Python.h>\n")
    line = [compiler(), "-I", sysconfig.get_path("include"), "-c", "trial.c", "-o", "trial.o"]
    return bool(compiler()) and subprocess.run(line, cwd=folder, capture_output=True, check=False).returncode == 0


CONTESTS = [
    (6, "shabti,shabti", "valley --edition base"),
    (3, "shabti,shabti,shabti,shabti", "valley --edition base"),
    (1, "scribe,shabti", "valley --edition base"),
    (3, "shabti,shabti,shabti", "valley --edition afterlife"),
    (1, "shabti,shabti,shabti,shabti,shabti", "valley --edition both"),
    (3, "shabti,shabti,shabti,shabti", "thieves"),
    (3, "shabti,shabti,shabti", "tal"),
    (1, "scribe,shabti", "thieves"),
    (1, "scribe,shabti", "tal"),
]


@pytest.mark.nightly(
    reason="compiles for most of a minute",
    instead="test_an_installed_copy_works_beside_other_packages_of_the_same_names",
)
def test_a_compiled_copy_plays_the_same_games_as_the_checkout(compiled: Path, decoys: Path, capsys):
    from vok_tui.cli.main import run

    for games, seats, game in CONTESTS:
        line = f"simulate --games {games} --seats {seats} --seed 5 --json --game {game}".split()
        assert run(line) == 0
        interpreted = json.loads(capsys.readouterr().out)
        assert interpreted == json.loads(output_of([str(compiled / "vok"), *line], decoys)), f"{seats} play {game}"


def test_a_build_without_a_compiler_copies_the_sources_and_says_so(tmp_path: Path):
    (tmp_path / "bin").mkdir()
    environ = {**os.environ, "PATH": str(tmp_path / "bin"), "CC": "no-such-compiler"}
    line = [sys.executable, str(ROOT / "hatch_build.py"), str(tmp_path / "compiled")]
    done = subprocess.run(line, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "no C compiler" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert (tmp_path / "compiled" / "engine" / "core" / "tasks.py").is_file()
    assert not list((tmp_path / "compiled").rglob("*.so"))


@pytest.mark.nightly(
    reason="begins to compile", instead="test_a_build_without_a_compiler_copies_the_sources_and_says_so"
)
def test_a_failing_compiler_leaves_the_engine_interpreted_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'error: no room on this disk' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    core = tmp_path / "compiled" / "engine" / "core"
    core.mkdir(parents=True)
    for package in (core.parent, core):
        (package / "__init__.py").touch()
    for module in ("arrays.py", "luck.py"):  # two are enough to fail with
        shutil.copy(ROOT / "engine" / "core" / module, core)
    assert try_to_compile(tmp_path / "compiled") == []
    errors = capsys.readouterr().err
    assert "interpreted" in errors.splitlines()[-1]
    assert "Traceback" not in errors
    assert (core / "tasks.py").is_file()
    assert not list((tmp_path / "compiled").rglob("*.so"))


def test_a_temporary_folder_that_forbids_execution_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "mypyc").mkdir()  # as in a build environment there: its own compiled parts cannot be loaded
    (tmp_path / "mypyc" / "__init__.py").touch()
    (tmp_path / "mypyc" / "build.py").write_text(
        "raise ImportError('x.so: failed to map segment from shared object')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "compiled").mkdir()
    assert try_to_compile(tmp_path / "compiled") == []
    assert f"{tempfile.gettempdir()} forbids execution: set TMPDIR" in capsys.readouterr().err.splitlines()[-1]


def relative_paths(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*.*") if path.suffix != ".pyc"}


def test_an_installed_copy_contains_every_file_of_every_package(installed: Path):
    installed_paths = relative_paths(site_packages(installed) / "vok_tui")
    assert relative_paths(ROOT / "vok_tui") <= installed_paths
    for package in PACKAGES:
        assert {f"_bundled/{package}/{path}" for path in relative_paths(ROOT / package)} <= installed_paths


def test_an_installed_copy_contains_its_manual_page(installed: Path):
    page = installed.parent / "share" / "man" / "man1" / "vok.1"
    assert page.read_text().startswith(f'.TH VOK 1 "" "vok {__version__}"')


def test_an_installed_copy_prints_the_completion_scripts_it_contains(installed: Path, decoys: Path):
    pytest.importorskip("shtab")  # the wheel was built by this environment
    from vok_tui.cli.shell_files import SCRIPT_FILES

    for shell, file in SCRIPT_FILES.items():
        script = (installed.parent / file).read_text()
        assert "arena" in script
        assert output_of([str(installed / "vok"), "completion", shell], decoys) == script


def test_an_installed_copy_contains_its_licence(installed: Path):
    site = site_packages(installed)
    assert (site / f"vok_tui-{__version__}.dist-info" / "licenses" / "LICENSE").is_file()
    assert "License-Expression: MIT" in (site / f"vok_tui-{__version__}.dist-info" / "METADATA").read_text()


def files_of_a_checkout(root: Path) -> set[str]:
    """All files that a checkout consists of, as paths relative to it: not what git, tests and builds leave there."""
    places = [root / name for name in (*PACKAGES, "vok_tui", "tests", "docs", ".ci")]
    paths = [*root.glob("[!.]*"), *[path for place in places for path in place.rglob("*")]]
    return {path.relative_to(root).as_posix() for path in paths if path.is_file() and "__pycache__" not in path.parts}


@pytest.mark.nightly(
    reason="builds and tests a source distribution",
    instead="test_an_installed_copy_contains_every_file_of_every_package",
)
def test_an_unpacked_source_distribution_plays_and_tests_like_a_checkout(tmp_path: Path):
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--skip-dependency-check"]
    output_of([*build, "--outdir", str(tmp_path), str(ROOT)], tmp_path)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(tmp_path, filter="data")
    unpacked = tmp_path / archive.name.removesuffix(".tar.gz")
    assert files_of_a_checkout(unpacked) - {"PKG-INFO"} == files_of_a_checkout(ROOT) - {"PKG-INFO"}

    (unpacked / ".venv" / "bin").mkdir(parents=True)  # an environment that needs no download
    python = unpacked / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    for ready in ("play.ready", "test.ready"):
        (unpacked / ".venv" / ready).touch()
    make = ["make", "VENV=.venv"]
    alone = {"MAKEFLAGS": "", "MAKELEVEL": "0"}  # not a part of the `make` that runs this test
    assert output_of([*make, "play", "ARGS=--version"], unpacked, VOK_PURE="1", **alone) == f"vok {__version__}\n"
    assert " passed" in output_of(
        [*make, "test", "ARGS=-p no:cacheprovider tests/saves/test_clean_text.py"], unpacked, **alone
    )


def pinned_releases(name: str) -> dict[str, str]:
    lines = [line for line in (ROOT / name).read_text().splitlines() if line and not line.startswith("#")]
    return {Requirement(line).name.lower().replace("_", "-"): line.partition("==")[2] for line in lines}


def test_every_action_of_a_workflow_is_pinned_by_its_hash():
    used = [
        line.strip()
        for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert len(used) > 5
    assert [line for line in used if not re.fullmatch(r"- uses: [\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d[\d.]*", line)] == []


def test_every_requirement_of_a_build_has_an_upper_bound():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = [
        *project["build-system"]["requires"],
        *[each for each in project["project"]["dependencies"] if "librt" in each],
    ]
    assert [requirement for requirement in needed if "<" not in requirement] == []


def test_every_pinned_release_satisfies_the_projects_requirements():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    pins = pinned_releases("requirements.lock")
    for requirement in map(Requirement, project["dependencies"]):
        assert requirement.specifier.contains(pins[requirement.name.replace("_", "-")])
    pins |= pinned_releases("requirements-dev.lock")
    for requirement in map(Requirement, [name for extra in extras.values() for name in extra]):
        if requirement.name != project["name"]:
            assert requirement.specifier.contains(pins[requirement.name.replace("_", "-")])


def test_the_installed_releases_are_the_pinned_ones():
    pins = pinned_releases("requirements.lock") | pinned_releases("requirements-dev.lock")
    assert {name: version(name) for name in pins} == pins
