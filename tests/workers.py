"""Runs the tests in several processes, which are forked after one has collected them all: `pytest --workers N`.

Processes that collect for themselves need ten seconds each, and so cannot be many. These can: a test waits for a process or a
screen about half of its time, and somebody should use the cores meanwhile.
"""

import os
import tempfile
import warnings
from collections import deque
from collections.abc import Iterator
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest

from tests.machine import use_environment

MAX_SHARE = 12  # tests that a worker takes at once; at the end fewer
LOOK_SECONDS = 1.0  # between two looks whether workers live, which matters only if one was killed
END_SECONDS = 20
CONTEXT = get_context("fork")


class Workers:
    """The plugin: deals the tests to `size` processes, which have folders of their own in `folder`, and reports what they say."""

    def __init__(self, size: int, folder: Path) -> None:
        self.size = size
        self.folder = folder
        self.names = count(1)
        self.workers: list[Worker] = []
        self.shares: deque[list[int]] = deque()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run all tests. None, so that pytest goes on, if there is nothing to run."""
        if session.testsfailed or session.config.option.collectonly or not session.items:
            return None
        terminal = session.config.pluginmanager.getplugin("terminalreporter")
        if terminal:
            terminal.showfspath = False  # each result is of another file
        self.shares.extend(shares_of(session.items, self.size))
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        try:
            for _ in range(min(self.size, len(self.shares))):
                self._start_worker(session)
            while self.workers:
                self._listen(session)
        finally:
            for worker in self.workers:
                worker.end()
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)
        return True

    def _start_worker(self, session: pytest.Session) -> None:
        ends = [worker.link for worker in self.workers]
        self.workers.append(Worker(session, self.folder / f"worker-{next(self.names)}", ends))

    def _listen(self, session: pytest.Session) -> None:
        """Wait for what workers say, and for their ends."""
        ready = wait([worker.link for worker in self.workers], LOOK_SECONDS)
        for worker in list(self.workers):
            try:
                if worker.link in ready:
                    self._hear(session, worker, *worker.link.recv())
                elif not worker.process.is_alive() and not worker.link.poll():
                    raise EOFError
            except (EOFError, ConnectionError):
                self._bury(session, worker)

    def _hear(self, session: pytest.Session, worker: "Worker", kind: str, said: Any) -> None:
        hook = session.config.hook
        if kind == "share":
            stop = session.shouldfail or session.shouldstop
            worker.give([] if stop or not self.shares else self.shares.popleft())
        elif kind == "start":
            worker.running = said
            worker.waiting.remove(said)
            item = session.items[said]
            hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        elif kind == "finish":
            worker.running = None
            item = session.items[said]
            hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        elif kind == "report":
            report = hook.pytest_report_from_serializable(config=session.config, data=said)
            hook.pytest_runtest_logreport(report=report)
        else:
            hook.pytest_warning_recorded.call_historic(kwargs=said)

    def _bury(self, session: pytest.Session, worker: "Worker") -> None:
        """Report the test in which a worker has ended, and let another one do the rest of its share."""
        self.workers.remove(worker)
        worker.end()
        if worker.running is not None:
            item = session.items[worker.running]
            what = f"the worker ended with exit code {worker.process.exitcode} in this test"
            report = pytest.TestReport(item.nodeid, item.location, {}, "failed", what, "call")
            item.ihook.pytest_runtest_logreport(report=report)
        if worker.waiting and not session.shouldfail:
            self.shares.appendleft(worker.waiting)
            self._start_worker(session)


class Worker:
    """One of the processes, as the one that deals sees it. `running` and `waiting`: the places of its tests among all."""

    def __init__(self, session: pytest.Session, folder: Path, others: list[Connection]) -> None:
        self.running: int | None = None
        self.waiting: list[int] = []
        self.link, theirs = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=work, args=(session, folder, theirs, [self.link, *others]))
        self.process.start()
        theirs.close()

    def give(self, share: list[int]) -> None:
        """Answer that it wants a share of the tests; an empty one ends it."""
        self.waiting += share
        self.link.send(share)

    def end(self) -> None:
        """Wait for its end, which follows as soon as nobody listens to it."""
        self.link.close()
        self.process.join(END_SECONDS)
        self.process.kill()
        self.process.join()


def shares_of(items: list[pytest.Item], workers: int) -> Iterator[list[int]]:
    """The tests in their order, in shares that are of one file and get smaller towards the end."""
    share: list[int] = []
    for place, item in enumerate(items):
        size = min(MAX_SHARE, 1 + (len(items) - place) // (4 * workers))
        if share and (len(share) >= size or items[share[0]].path != item.path):
            yield share
            share = []
        share.append(place)
    yield share


def work(session: pytest.Session, folder: Path, link: Connection, ends: list[Connection]) -> None:
    """What a worker does: run the tests that it is given."""
    for end in ends:
        end.close()
    move_to(session.config, folder)
    config = session.config
    config.pluginmanager.unregister(name="terminalreporter")
    reporting = Reporting(config, link)
    config.pluginmanager.register(reporting)
    reporting.is_told_old_warnings = False
    try:
        run_shares(session, link)
    except (EOFError, ConnectionError, KeyboardInterrupt):  # nobody listens
        pass
    finally:
        session._setupstate.teardown_exact(None)


def move_to(config: pytest.Config, folder: Path) -> None:
    """Give this worker folders and captured output of its own."""
    for name in ("home", "tmp"):
        (folder / name).mkdir(parents=True)
    use_environment({**os.environ, "HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp")})
    tempfile.tempdir = None
    factory = config._tmp_path_factory  # type: ignore[attr-defined]
    factory._basetemp = factory.getbasetemp() / folder.name
    factory._basetemp.mkdir()
    capture = config.pluginmanager.getplugin("capturemanager")
    if capture:
        capture.stop_global_capturing()
        capture.start_global_capturing()


def run_shares(session: pytest.Session, link: Connection) -> None:
    """Run share after share. The next one is there before the last test of a share: a fixture that both need is kept."""
    link.send(("share", None))
    share = link.recv()
    while share:
        place = share.pop(0)
        if not share:
            link.send(("share", None))
            share = link.recv()
        link.send(("start", place))
        session.config.hook.pytest_runtest_protocol(
            item=session.items[place], nextitem=session.items[share[0]] if share else None
        )
        link.send(("finish", place))
        if session.shouldfail or session.shouldstop:
            return


class Reporting:
    """The plugin of a worker: says what happens in its tests. When it is registered, it is told all warnings before the fork."""

    is_told_old_warnings = True

    def __init__(self, config: pytest.Config, link: Connection) -> None:
        self.config = config
        self.link = link

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        self.link.send(("report", data))

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: tuple[str, int, str] | None
    ) -> None:
        if self.is_told_old_warnings:
            return
        told = warnings.WarningMessage(
            str(warning_message.message), warning_message.category, warning_message.filename, warning_message.lineno
        )
        self.link.send(("warning", {"warning_message": told, "when": when, "nodeid": nodeid, "location": location}))
