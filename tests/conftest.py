"""What tests of several packages share."""

import fcntl
import gc
import os
import signal
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hatch_build import compiler

ROOT = Path(__file__).parent.parent

# The tests start hundreds of processes, which start sooner with bytecode that an earlier one has written.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The same examples in every run, however slow the machine.
settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal tests that wait for a process, tests that wait for a screen and tests that compute evenly: so no core is idle.

    Each worker begins with an equal share of the list.
    """
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
def alone() -> Iterator[None]:
    """Keeps the environment variables of Vok (VOK_PURE, ...) from the tests. Ctrl-C reaches the processes that they start."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("VOK_")]:
            patch.delenv(name)
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell does this for jobs in the background
            signal.signal(signal.SIGINT, signal.default_int_handler)
        yield


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
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more
    return subprocess.run(line, capture_output=True, text=True, env=environ, check=False)


def _must(*line: str, **more: str) -> str:
    done = _run(*line, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
