"""What tests of several packages share. All tests of a run think they are on the same machine, which a seed draws."""

import fcntl
import gc
import os
import random
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hatch_build import compiler
from tests.machine import Machine, drawn_seed, use_environment

ROOT = Path(__file__).parent.parent
REAL_HOME = os.environ.get("HOME", "")  # for pip, whose settings are there

sys.dont_write_bytecode = False  # the tests start hundreds of processes, which start sooner with bytecode

# The same examples in every run, however slow the machine.
settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")


MACHINE = pytest.StashKey[Machine]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--machine", type=int, metavar="SEED", help="run on the same machine as the run with this header")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Take on the machine of this run before any test is imported. The workers of xdist get its seed with the options."""
    if config.option.machine is None:
        config.option.machine = drawn_seed()
    machine = config.stash[MACHINE] = Machine.drawn_from(config.option.machine)
    before = dict(os.environ)
    root = before.setdefault(
        "PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir()
    )  # where pytest keeps the folders of the last runs
    folder = tempfile.TemporaryDirectory(prefix="vok-tests-", dir=root)
    for name in ("home", "tmp"):
        Path(folder.name, name).mkdir()
    use_environment({**machine.environment(before, f"{folder.name}/home"), "TMPDIR": f"{folder.name}/tmp"})
    tempfile.tempdir = None
    config.add_cleanup(folder.cleanup)
    config.add_cleanup(lambda: use_environment(before))


def pytest_report_header(config: pytest.Config) -> str:
    return str(config.stash[MACHINE])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say with a failure, too, on which machine it was: some need it."""
    if terminalreporter.stats.keys() & {"failed", "error"}:
        terminalreporter.line(f"again on the same machine: {config.stash[MACHINE]}")


def pytest_collection_finish() -> None:
    """Collect garbage seldom, and never walk through what was imported: as often as usual, it takes a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 1000)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Leave what is alive alone at the end, where pytest collects garbage five times."""
    gc.freeze()


# The part of a worker's share in which it meets all tests of a kind. Those that wait come first: workers that wait for something
# at the end leave the cores idle.
PART_OF_SHARE = {"process": 0.5, "screen": 0.8, "computing": 1.0}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the files, and the tests in each. Then deal tests that wait for a process, tests that wait for a screen and tests
    that compute evenly: so no core is idle.

    Each worker begins with an equal share of the list.
    """
    draw = random.Random(config.stash[MACHINE].order)
    files = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
    draw.shuffle(files)
    for tests in files:
        draw.shuffle(tests)
    items[:] = [item for tests in files for item in tests]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    kinds = [_kind(item) for item in items]
    size = Counter(kinds)
    place: Counter[str] = Counter()
    order = {}
    for item, kind in zip(items, kinds, strict=True):
        place[kind] += 1
        share, place_in_share = divmod((place[kind] - 1) / size[kind] * workers, 1)
        order[item] = share + place_in_share * PART_OF_SHARE[kind]
    items.sort(key=order.__getitem__)


def _kind(item: pytest.Item) -> str:
    if isinstance(item, pytest.Function) and ("installed" in item.fixturenames or hasattr(item.module, "PtyTerminal")):
        return "process"
    return "screen" if "vok_tui" in item.path.parts else "computing"


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> None:
    """Ctrl-C reaches the processes that tests start, also if a shell runs the tests in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def tmp_path(tmp_path: Path, pytestconfig: pytest.Config) -> Path:
    """The folder of a test, on a path as long as the machine of the run makes it."""
    folder = tmp_path / pytestconfig.stash[MACHINE].folder
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of a fresh environment into which the built wheel was installed, with the pinned dependencies.

    Costs some seconds in each run: if several workers test at the same time, the first one installs and the others wait. If no
    registry can be reached, the dependencies are those of the environment that runs the tests.
    """
    root = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    place = root / "installed"
    with (root / "installed.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "ready").exists():
            _install(place)
            (place / "ready").touch()
    return place / "env" / "bin"


def _install(place: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--skip-dependency-check"]
    place.mkdir(exist_ok=True)
    build_output = _must(*build, "--outdir", str(place), str(ROOT), **_quick_compiler(place))
    (place / "build.log").write_text(build_output)
    (wheel,) = place.glob("*.whl")
    _must(sys.executable, "-m", "venv", "--without-pip", str(place / "env"))
    python = str(place / "env" / "bin" / "python")
    flags = ["--no-compile", "--quiet", "--disable-pip-version-check"]
    install = [sys.executable, "-m", "pip", "--python", python, "install", *flags]
    pins = ["--constraint", str(ROOT / "requirements.lock")]
    if _run(*install, *pins, "--retries", "1", str(wheel)).returncode:
        _must(*install, "--no-deps", "--no-index", str(wheel))
        (site,) = (place / "env" / "lib").glob("python*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))


def _quick_compiler(place: Path) -> dict[str, str]:
    """The C compiler with little optimization, because that takes most of the time; {} if there is none."""
    if not compiler():
        return {}
    quick = place / "cc"
    quick.write_text(f'#!/bin/sh\nexec {compiler()} "$@" -O0 -g0\n')  # the last -O counts
    quick.chmod(0o755)
    return {"CC": str(quick)}


def _run(*line: str, **more: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"HOME": REAL_HOME} | more
    return subprocess.run(line, capture_output=True, text=True, env=environ, check=False)


def _must(*line: str, **more: str) -> str:
    done = _run(*line, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
