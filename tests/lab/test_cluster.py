"""A cluster plays the same games as a local pool. Scheduler and workers are real Dask processes on this machine."""

import json
import logging
import os
import shutil
import signal
import socketserver
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from lab.cluster import Cluster, connect
from lab.contest import GameJob
from lab.game_runner import GameResultDict
from lab.pool import PoolFailed
from tests.lab.contests import contest, play_contest, play_here, without_times
from tests.process_end import MAX_WAIT_SECONDS
from vok_tui.cli.main import run

ROOT = Path(__file__).parents[2]
SCHEDULER = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter")
WORKER = ("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")

StartProcess = Callable[..., subprocess.Popen[bytes]]


def connected(**scheduler: str) -> Any:
    """A client of a scheduler, given its `address` or the `scheduler_file` that it is about to write."""
    from distributed import Client  # takes a second, which other tests need not spend

    return Client(**scheduler, set_as_default=False, timeout=MAX_WAIT_SECONDS)


@contextmanager
def processes(folder: Path) -> Iterator[StartProcess]:
    """Yields a function that starts a module as a process. At the end all these processes are killed."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str, path: Path = ROOT) -> subprocess.Popen[bytes]:
        environ = os.environ | {"PYTHONPATH": str(path), "DASK_TEMPORARY_DIRECTORY": str(folder)}
        command = (sys.executable, "-m", *arguments)
        started.append(subprocess.Popen(command, cwd=folder, env=environ, stderr=subprocess.DEVNULL))
        return started[-1]

    try:
        yield start
    finally:
        for process in started:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, StartProcess]]:
    """The address of a scheduler, and a function that starts workers for it."""
    folder = tmp_path_factory.mktemp("cluster")
    scheduler_file = folder / "scheduler.json"
    with processes(folder) as start:
        start(*SCHEDULER, "--scheduler-file", str(scheduler_file))
        with connected(scheduler_file=str(scheduler_file)) as client:
            address = client.scheduler.address
        yield address, start


def start_workers(scheduler: tuple[str, StartProcess], number: int, path: Path = ROOT) -> list[subprocess.Popen[bytes]]:
    """Start this number of workers, and wait until they are connected."""
    address, start = scheduler
    with connected(address=address) as client:
        before = len(client.nthreads())
        workers = [start(*WORKER, address, path=path) for _ in range(number)]
        client.wait_for_workers(before + number, timeout=MAX_WAIT_SECONDS)
    return workers


def stop_workers(scheduler: tuple[str, StartProcess], workers: Iterable[subprocess.Popen[bytes]]) -> None:
    """Stop these workers, and wait until the scheduler has noticed."""
    with connected(address=scheduler[0]) as client:
        client.retire_workers()
        assert not client.scheduler_info()["workers"]
    for worker in workers:
        worker.kill()
        worker.wait()


@pytest.fixture
def two_workers(scheduler: tuple[str, StartProcess]) -> Iterator[list[subprocess.Popen[bytes]]]:
    workers = start_workers(scheduler, 2)
    yield workers
    stop_workers(scheduler, workers)


@pytest.mark.nightly(reason="starts a cluster", instead="test_a_worker_without_vok_is_reported")
def test_a_lost_worker_and_cancelled_games_change_no_result(scheduler, two_workers):
    from distributed import Future

    entry = contest("priest:1", "shabti", seed=5)
    results: dict[GameJob, GameResultDict] = {}
    with Cluster(scheduler[0]) as cluster:
        client = cluster.client

        def run_and_disturb(jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResultDict]]:
            for job, result in cluster.run(jobs):
                results[job] = without_times(result)
                if len(results) == 1:
                    client.cancel([Future(key, client) for key in client.futures], force=True)
                if len(results) == 4:
                    two_workers[0].send_signal(signal.SIGKILL)
                    two_workers[0].wait()
                yield job, result

        result = play_contest(entry, 8, run_and_disturb)
    results_here = dict(play_here(list(results)))
    assert results == {job: without_times(result) for job, result in results_here.items()}
    expected = play_contest(entry, 8, lambda jobs: ((job, results_here[job]) for job in jobs))
    assert without_times(result.to_dict()) == without_times(expected.to_dict())


@pytest.mark.nightly(reason="starts a cluster", instead="test_a_cluster_without_workers_is_reported")
def test_the_command_prints_the_same_result_with_a_cluster_and_frees_it(
    scheduler, two_workers, capsys: pytest.CaptureFixture[str]
):
    arguments = ["arena", "priest:2", "shabti", "--games", "4", "--json"]
    results = []
    for options in ([], ["--scheduler", scheduler[0]]):
        assert run([*arguments, *options]) == 0
        results.append(without_times(json.loads(capsys.readouterr().out)))
    assert results[0] == results[1]
    with Cluster(scheduler[0]) as cluster:
        games = cluster.run(job for block in range(100) for job in contest("shabti", "shabti").jobs(block))
        assert next(games)[1]["forfeits"] == ["", ""]
        games.close()
        assert len(list(cluster.run(contest("shabti", "shabti").jobs(0)))) == 2


def refusal(scheduler: tuple[str, StartProcess], path: Path) -> str:
    """The error that a cluster gives for a worker with this search path."""
    workers = start_workers(scheduler, 1, path)
    try:
        with pytest.raises(PoolFailed) as refused, Cluster(scheduler[0]):
            pass
        return str(refused.value)
    finally:
        stop_workers(scheduler, workers)


def test_a_worker_without_vok_is_reported(scheduler, tmp_path: Path):
    assert "has no Vok; install it there, or start the worker in a checkout" in refusal(scheduler, tmp_path)


@pytest.mark.nightly(reason="starts a cluster", instead="test_a_worker_without_vok_is_reported")
def test_a_worker_with_another_version_is_reported(scheduler, tmp_path: Path):
    for package in ("engine", "ai", "saves", "vok_tui", "lab"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "lab" / "contest.py").open("a") as file:
        file.write("\n# another version\n")
    assert "has another version of Vok; install the same everywhere" in refusal(scheduler, tmp_path)


def test_a_cluster_without_workers_is_reported(scheduler, capsys: pytest.CaptureFixture[str]):
    assert run(["arena", "shabti", "shabti", "--games", "2", "--scheduler", scheduler[0]]) == 1
    assert (
        f"the cluster at {scheduler[0]} has no workers; start one with: dask worker {scheduler[0]}"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "address",
    [
        "tcp://127.0.0.1:1",
        "somewhere",
        "http://127.0.0.1:1",
        "tcp://",
        "tcp://nowhere.invalid:8786",
        "tls://127.0.0.1:1",
    ],
)
def test_an_unreachable_scheduler_is_reported(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("lab.cluster.CONNECT_SECONDS", 0.5)
    assert run(["arena", "shabti", "shabti", "--games", "2", "--scheduler", address]) == 1
    err = capsys.readouterr().err
    assert f"no scheduler of Dask answers at {address}" in err
    assert err.count("\n") == 1


def test_another_server_at_the_address_is_reported(capsys: pytest.CaptureFixture[str]):
    class OtherServer(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10)

    with socketserver.TCPServer(("127.0.0.1", 0), OtherServer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_address[1]}"
        assert run(["arena", "shabti", "shabti", "--games", "2", "--scheduler", address]) == 1
        server.shutdown()
    assert f"no scheduler of Dask answers at {address} (" in capsys.readouterr().err


def test_log_messages_of_dask_are_not_shown(scheduler):
    connect(scheduler[0]).close()
    for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
        assert not logging.getLogger(name).isEnabledFor(logging.ERROR)


def test_an_unreachable_scheduler_gets_only_one_line():
    arguments = ["-m", "vok_tui", "arena", "shabti", "shabti", "--games", "2", "--scheduler", "somewhere"]
    process = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 1
    assert process.stderr.startswith("vok: no more games can be played: no scheduler of Dask answers at somewhere (")
    assert process.stderr.count("\n") == 1


def test_without_the_extra_the_error_names_it(tmp_path: Path):
    (tmp_path / "distributed.py").write_text("raise ImportError('not here')")
    environ = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    arguments = ["-m", "vok_tui", "arena", "shabti", "shabti", "--games", "2", "--scheduler", "tcp://127.0.0.1:8786"]
    process = subprocess.run(
        [sys.executable, *arguments], cwd=tmp_path, env=environ, capture_output=True, text=True, check=False
    )
    assert process.returncode == 1
    assert (
        process.stderr
        == "vok: no more games can be played: playing on a cluster needs more: pip install 'vok-tui[cluster]'\n"
    )
