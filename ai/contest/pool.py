"""A pool of processes that play games: each gets one job, and the next one as soon as its result arrives.

The processes are spawned, never forked, use the same copy of our packages, and speak JSON lines: a job, then its result or
{"error": "one sentence"}. A process that dies is replaced and its job played again. They ignore Ctrl-C and end when their input
ends, so a killed pool leaves no process behind. A process that needs too much memory ends alone, like one that dies.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from queue import SimpleQueue
from selectors import EVENT_READ, DefaultSelector
from threading import Thread
from typing import Any, Final, Self

from ai.contest.arena import GameJob, GameResult, play_game
from ai.process.memory import MAX_PROCESS_MEGABYTES, OUT_OF_MEMORY_EXIT_CODE, limit_memory, ran_out_of_memory
from ai.process.pipe import JsonProcess, python_command
from ai.thinking.worker import Inbox, read_lines, take_over_output
from engine.core.errors import EngineError

MAX_ATTEMPTS: Final = 3  # for one job
POOL_COMMAND: Final = python_command("from ai.contest.pool import serve; serve(int(sys.argv.pop(1)))")


class PoolFailed(Exception):
    """A job could not be played; the text is one sentence."""


class PoolWorker(JsonProcess):
    """A process of the pool, and its current job."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            super().__init__(command)
        except OSError as error:
            raise PoolFailed(f"no process can be started to play the games: {error.strerror}") from None
        self.job: GameJob | None = None

    def play(self, job: GameJob) -> None:
        """Hand over a job."""
        self.job = job
        self.send(job.pack())


class Pool:
    """A number of processes that live until the end of the `with`."""

    def __init__(
        self, processes: int, command: Sequence[str] = POOL_COMMAND, megabytes: int = MAX_PROCESS_MEGABYTES
    ) -> None:
        """`megabytes` limits the memory of each process beyond what it starts with."""
        self._size: Final = processes
        self._command: Final = (*command, str(megabytes))
        self._workers: Final[list[PoolWorker]] = []
        self._selector: Final = DefaultSelector()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.stop()
        self._workers.clear()
        self._selector.close()

    @property
    def pids(self) -> list[int]:
        """The process ids."""
        return [worker.popen.pid for worker in self._workers]

    def run(self, jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResult]]:
        """Yields each job with its result, in the order of completion. The next job is taken only when a process is free, so a
        caller can simply stop iterating. Raises PoolFailed."""
        source = iter(jobs)
        failures: dict[GameJob, int] = {}
        for job in source:
            self._start_worker().play(job)
            if len(self._workers) == self._size:
                break
        while self._workers:
            for key, _ in self._selector.select():
                worker: PoolWorker = key.data
                job, answer = self._job_of(worker), worker.receive()
                if answer is None:
                    self._replace_worker(worker, job, failures)
                    continue
                if "error" in answer:
                    raise PoolFailed(str(answer["error"]))
                following = next(source, None)
                if following is None:
                    self._stop_worker(worker)
                else:
                    worker.play(following)
                yield job, answer

    def _start_worker(self) -> PoolWorker:
        worker = PoolWorker(self._command)
        self._workers.append(worker)
        assert worker.popen.stdout is not None
        self._selector.register(worker.popen.stdout, EVENT_READ, worker)
        return worker

    def _stop_worker(self, worker: PoolWorker) -> None:
        assert worker.popen.stdout is not None
        self._selector.unregister(worker.popen.stdout)
        self._workers.remove(worker)
        worker.stop()

    def _replace_worker(self, worker: PoolWorker, job: GameJob, failures: dict[GameJob, int]) -> None:
        self._stop_worker(worker)
        failures[job] = failures.get(job, 0) + 1
        if failures[job] == MAX_ATTEMPTS:
            how = "run out of memory" if ran_out_of_memory(worker.popen.returncode) else "ended"
            raise PoolFailed(
                f"the process that played game {job.rotation + 1} of seed {job.setup.seed} has {how} {MAX_ATTEMPTS} times"
            )
        self._start_worker().play(job)

    def _job_of(self, worker: PoolWorker) -> GameJob:
        assert worker.job is not None
        return worker.job


def serve(megabytes: int) -> None:
    """The main loop of a process: play jobs until the input ends."""
    answers = take_over_output()
    inbox: Inbox = SimpleQueue()
    Thread(target=read_lines, args=(sys.stdin.buffer, inbox), daemon=True).start()
    limit_memory(megabytes)
    while True:
        try:
            answers.write(json.dumps(_handle_message(inbox.get())).encode() + b"\n")
        except MemoryError:
            os._exit(OUT_OF_MEMORY_EXIT_CODE)
        answers.flush()


def _handle_message(message: bytes) -> dict[str, Any]:
    try:
        return play_game(GameJob.unpack(json.loads(message)))
    except EngineError as error:
        return {"error": str(error)}
