"""What tests of several packages share. All tests of a run think they are on the same machine, which a seed draws."""

import gc
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.installed_copy import installed_copy
from tests.machine import Machine, drawn_seed, use_environment
from tests.workers import Workers, shares_of

TESTS = Path(__file__).parent
MAX_NIGHTLY = 150

sys.dont_write_bytecode = False  # the tests start hundreds of processes, which start sooner with bytecode

# The same examples in every run, however slow the machine; four times as many in `make test-all`.
REPEATABLE = settings(
    derandomize=True, deadline=None, database=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("repeatable", REPEATABLE)
settings.register_profile("thorough", REPEATABLE, max_examples=100)
settings.load_profile("repeatable")


MACHINE = pytest.StashKey[Machine]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--machine", type=int, metavar="SEED", help="run on the same machine as the run with this header")
    parser.addoption("--workers", type=int, metavar="N", help="run the tests in N processes")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Take on the machine of this run before any test is imported."""
    if config.option.machine is None:
        config.option.machine = getattr(config, "workerinput", {}).get("machine", drawn_seed())
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
    if config.option.workers:
        config.pluginmanager.register(Workers(config.option.workers, Path(folder.name)))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist, for those who prefer it, the seed of the run."""
    node.workerinput["machine"] = node.config.option.machine


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


# The part of the run in which all tests of a kind begin. Those that wait come first: workers that wait for something at the end
# leave the cores idle.
PART_OF_RUN = {"long": 0.4, "process": 0.6, "screen": 0.8, "computing": 1.0}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    check_nightly_tests(items)
    shuffle(items, config.option.workers or 1, random.Random(config.stash[MACHINE].order))


def check_nightly_tests(items: list[pytest.Item]) -> None:
    """Take the mark from the cases that `make test` keeps. Each other test that it leaves out has a reason, and names one of the
    same that exists."""
    cases: dict[str, set[str]] = {}  # of each nightly function
    keeps: dict[str, set[str]] = {}
    count = 0
    for item in items:
        function, _, case = item.nodeid.removesuffix("]").partition("[")
        for mark in list(item.iter_markers("nightly")):
            keep = mark.kwargs.get("keep", ())
            keeps[function] = {keep} if isinstance(keep, str) else set(keep)
            cases.setdefault(function, set()).add(case)
            if case in keeps[function]:
                item.own_markers.remove(mark)
                continue
            count += 1
            if not mark.kwargs.get("reason"):
                raise pytest.UsageError(f"{item.nodeid} is nightly without a reason")
            if not keeps[function] and not is_usual_test(item, mark.kwargs.get("instead", "")):
                raise pytest.UsageError(f"{item.nodeid} is nightly, but names no test that runs instead")
    for function, keep in keeps.items():
        if len(cases[function]) > 1 and not keep <= cases[function]:
            raise pytest.UsageError(f"{function} keeps {keep}, and has {cases[function]}")
    if count > MAX_NIGHTLY:
        raise pytest.UsageError(f"{count} tests are nightly: more than {MAX_NIGHTLY}")


def is_usual_test(item: pytest.Item, test: str) -> bool:
    """Whether `test`, of the file of `item` or as FILE::NAME, exists and is run by `make test`."""
    file, _, name = test.rpartition("::")
    path = TESTS.parent / file if file else item.path
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    before, definition, _ = text.partition(f"def {name}(")
    decorators = before.rpartition("\n\n")[2]
    return bool(definition) and ("mark.nightly" not in decorators or "keep=" in decorators)


def shuffle(items: list[pytest.Item], workers: int, draw: random.Random) -> None:
    """Shuffle the files, and the tests in each. Then mix those that wait for a process, those that wait for a screen and those
    that compute, in shares of one kind and file: so no core is idle."""
    files = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
    draw.shuffle(files)
    for tests in files:
        draw.shuffle(tests)
        tests.sort(key=lambda item: (_kind(item), _shares_fixture(item)))
    items[:] = [item for tests in files for item in tests]
    shares = [[items[place] for place in share] for share in shares_of(items, workers)]
    size = Counter(_kind(share[0]) for share in shares)
    place: Counter[str] = Counter()
    order = []
    for number, share in enumerate(shares):
        kind = _kind(share[0])
        order.append((place[kind] / size[kind] * PART_OF_RUN[kind], number))
        place[kind] += 1
    items[:] = [item for _, number in sorted(order) for item in shares[number]]


def _kind(item: pytest.Item) -> str:
    if item.get_closest_marker("nightly"):
        return "long"
    if isinstance(item, pytest.Function) and (
        {"installed", "compiled"}.intersection(item.fixturenames)
        or hasattr(item.module, "PtyTerminal")
        or "hosting" in item.path.parts
    ):
        return "process"
    return "screen" if "vok_tui" in item.path.parts else "computing"


def _shares_fixture(item: pytest.Item) -> bool:
    """Whether it needs a fixture of its module, which is made once if such tests follow one another."""
    fixtures = item._fixtureinfo.name2fixturedefs if isinstance(item, pytest.Function) else {}
    return any(fixture.scope == "module" for definitions in fixtures.values() for fixture in definitions)


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
def installed() -> Path:
    """The `bin` folder of an environment with an installed copy that is interpreted."""
    return installed_copy(compiled=False)


@pytest.fixture(scope="session")
def compiled() -> Path:
    """The same with a compiled copy, if there is a C compiler. It takes a minute to make, so tests that need it are nightly."""
    return installed_copy(compiled=True)
