"""A cluster plays the same games as a local pool. Scheduler and workers are real processes of Dask on this machine."""

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

from ai.contest.arena import GameJob
from ai.contest.game_runner import GameResult
from ai.contest.pool import PoolFailed
from tests.ai.contest.contests import contest, play_contest, play_here, without_times
from vok_tui.cli.cluster import DaskCluster, connect
from vok_tui.cli.main import run

ROOT = Path(__file__).parents[3]
SCHEDULER = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter")
WORKER = ("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")

Start = Callable[..., subprocess.Popen[bytes]]


def connected(**where: str) -> Any:
    """A client of a scheduler, by its `address`, or by the `scheduler_file` that it is about to write."""
    from distributed import Client  # takes a second, which other tests need not spend

    return Client(**where, set_as_default=False, timeout=60)


@contextmanager
def processes(folder: Path) -> Iterator[Start]:
    """Starts modules with a search path, and ends them all."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*line: str, path: Path = ROOT) -> subprocess.Popen[bytes]:
        environ = os.environ | {"PYTHONPATH": str(path), "DASK_TEMPORARY_DIRECTORY": str(folder)}
        command = (sys.executable, "-m", *line)
        started.append(subprocess.Popen(command, cwd=folder, env=environ, stderr=subprocess.DEVNULL))
        return started[-1]

    try:
        yield start
    finally:
        for process in started:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Start]]:
    """The address of a scheduler, and a function that starts workers for it."""
    folder = tmp_path_factory.mktemp("cluster")
    told = folder / "scheduler.json"
    with processes(folder) as start:
        start(*SCHEDULER, "--scheduler-file", str(told))
        with connected(scheduler_file=str(told)) as client:
            address = client.scheduler.address
        yield address, start


def hire(bare: tuple[str, Start], number: int, path: Path = ROOT) -> list[subprocess.Popen[bytes]]:
    """Start this number of workers and wait for them."""
    address, start = bare
    with connected(address=address) as client:
        before = len(client.nthreads())
        hired = [start(*WORKER, address, path=path) for _ in range(number)]
        client.wait_for_workers(before + number, timeout=60)
    return hired


def dismiss(bare: tuple[str, Start], workers: Iterable[subprocess.Popen[bytes]]) -> None:
    """End them, and wait until the scheduler has noticed."""
    with connected(address=bare[0]) as client:
        client.retire_workers()
        assert not client.scheduler_info()["workers"]
    for worker in workers:
        worker.kill()
        worker.wait()


@pytest.fixture
def two(bare: tuple[str, Start]) -> Iterator[list[subprocess.Popen[bytes]]]:
    workers = hire(bare, 2)
    yield workers
    dismiss(bare, workers)


def test_two_workers_of_which_one_is_killed_play_what_one_process_plays_here(bare, two):
    met = contest("priest:1", "shabti", seed=5)
    with DaskCluster(bare[0]) as cluster:

        def run_and_kill(jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResult]]:
            for number, pair in enumerate(cluster.run(jobs)):
                if number == 3:
                    two[0].send_signal(signal.SIGKILL)
                    two[0].wait()
                yield pair

        far: dict[GameJob, GameResult] = {}

        def noted(jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResult]]:
            for job, result in run_and_kill(jobs):
                far[job] = without_times(result)
                yield job, result

        tally = play_contest(met, 8, noted)
    assert without_times(tally.to_dict()) == without_times(play_contest(met, 8).to_dict())
    assert far == {job: without_times(result) for job, result in play_here(list(far))}


def test_the_command_plays_there_and_says_the_same(bare, two, capsys: pytest.CaptureFixture[str]):
    line = ["arena", "priest:2", "shabti", "--games", "4", "--json"]
    said = []
    for more in ([], ["--scheduler", bare[0]]):
        assert run([*line, *more]) == 0
        said.append(without_times(json.loads(capsys.readouterr().out)))
    assert said[0] == said[1]


def test_a_contest_that_is_stopped_early_frees_the_cluster(bare, two):
    with DaskCluster(bare[0]) as cluster:
        games = cluster.run(job for block in range(100) for job in contest("shabti", "shabti").jobs(block))
        assert next(games)[1]["forfeits"] == ["", ""]
        games.close()
        assert len(list(cluster.run(contest("shabti", "shabti").jobs(0)))) == 2


def refusal(bare: tuple[str, Start], path: Path) -> str:
    workers = hire(bare, 1, path)
    try:
        with pytest.raises(PoolFailed) as refused, DaskCluster(bare[0]):
            pass
        return str(refused.value)
    finally:
        dismiss(bare, workers)


def test_a_worker_without_vok_is_told_in_a_sentence(bare, tmp_path: Path):
    said = refusal(bare, tmp_path)
    assert "has no Vok; install it there, or start the worker in a checkout" in said


def test_a_worker_with_another_version_is_told_in_a_sentence(bare, tmp_path: Path):
    for house in ("engine", "ai", "saves", "vok_tui"):
        shutil.copytree(ROOT / house, tmp_path / house, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "ai" / "arena.py").open("a") as file:
        file.write("\n# another version\n")
    assert "has another version of Vok; install the same everywhere" in refusal(bare, tmp_path)


def test_a_cluster_without_workers_is_told_in_a_sentence(bare, capsys: pytest.CaptureFixture[str]):
    assert run(["arena", "shabti", "shabti", "--games", "2", "--scheduler", bare[0]]) == 1
    assert f"the cluster at {bare[0]} has no workers; start one with: dask worker {bare[0]}" in capsys.readouterr().err


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
def test_a_scheduler_that_cannot_be_reached_is_told_in_a_sentence(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("vok_tui.cli.cluster.CONNECT_SECONDS", 0.5)
    assert run(["arena", "shabti", "shabti", "--games", "2", "--scheduler", address]) == 1
    err = capsys.readouterr().err
    assert f"no scheduler of Dask answers at {address}" in err
    assert err.count("\n") == 1


def test_something_else_that_answers_there_is_no_scheduler(capsys: pytest.CaptureFixture[str]):
    class Stranger(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10)

    with socketserver.TCPServer(("127.0.0.1", 0), Stranger) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_address[1]}"
        assert run(["arena", "shabti", "shabti", "--games", "2", "--scheduler", address]) == 1
        server.shutdown()
    assert f"no scheduler of Dask answers at {address} (" in capsys.readouterr().err


def test_what_dask_logs_is_not_shown_to_a_player(bare):
    connect(bare[0]).close()
    for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
        assert not logging.getLogger(name).isEnabledFor(logging.ERROR)


def test_nothing_is_said_after_that_sentence_as_the_program_ends():
    line = ["-m", "vok_tui", "arena", "shabti", "shabti", "--games", "2", "--scheduler", "somewhere"]
    done = subprocess.run([sys.executable, *line], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("vok: no more games can be played: no scheduler of Dask answers at somewhere (")
    assert done.stderr.count("\n") == 1


def test_without_the_extra_it_is_named(tmp_path: Path):
    (tmp_path / "distributed.py").write_text("raise ImportError('not here')")
    environ = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    line = ["-m", "vok_tui", "arena", "shabti", "shabti", "--games", "2", "--scheduler", "tcp://127.0.0.1:8786"]
    done = subprocess.run(
        [sys.executable, *line], cwd=tmp_path, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert (
        done.stderr
        == "vok: no more games can be played: playing on a cluster needs more: pip install 'vok-tui[cluster]'\n"
    )
