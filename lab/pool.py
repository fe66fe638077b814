"""Runs the games of a contest: in a pool of processes that each get one job and the next one as soon as its result arrives, to
the last block of the contest or until its sequential test is decided.

The processes answer a job with its result or with {"error": "one sentence"} (`ai.process.pipes`). A process that ends early, for
instance at its memory limit, is replaced, and its job is played again. Blocks that are in the journal are not played
again. Each new block is written to it as soon as it is complete.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from queue import SimpleQueue
from typing import Any, Final, Self, cast

from ai.process.limits import MAX_PROCESS_MEGABYTES
from ai.process.pipes import HelperProcess, Message, PipeHost, python_command, serve
from engine.core.errors import EngineError
from lab.contest import ContestResult, GameJob, play_game
from lab.game_runner import GameResultDict
from lab.journal import ContestJournal

MAX_ATTEMPTS: Final = 3  # attempts for one job
POOL_COMMAND: Final = python_command("from lab.pool import serve_jobs; serve_jobs(int(sys.argv.pop(1)))")


class PoolFailed(Exception):
    """A job could not be played; the text is one sentence."""


class PoolWorker:
    """A process of the pool, and its current job."""

    def __init__(self, command: Sequence[str], inbox: "SimpleQueue[tuple[PoolWorker, Message | None]]") -> None:
        try:
            self.process: Final = HelperProcess(command, lambda message: inbox.put((self, message)))
        except OSError as error:
            raise PoolFailed(f"no process can be started to play the games: {error.strerror}") from None
        self.job: GameJob | None = None

    def send_job(self, job: GameJob) -> None:
        """Make `job` the current job, and send it to the process."""
        self.job = job
        self.process.send(job.pack())


class Pool:
    """Processes that play games until the end of the `with` block. They are started when the first jobs are run."""

    def __init__(
        self, processes: int, command: Sequence[str] = POOL_COMMAND, memory_megabytes: int = MAX_PROCESS_MEGABYTES
    ) -> None:
        """`memory_megabytes` limits the memory of each process beyond what it starts with."""
        self._size: Final = processes
        self._command: Final = (*command, str(memory_megabytes))
        self._workers: Final[list[PoolWorker]] = []
        self._inbox: Final[SimpleQueue[tuple[PoolWorker, Message | None]]] = SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.process.stop()
        self._workers.clear()

    @property
    def pids(self) -> list[int]:
        """The process ids."""
        return [worker.process.pid for worker in self._workers]

    def run(self, jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResultDict]]:
        """Yields each job with its result, in the order of completion. The next job is taken only when a process is free, so a
        caller can stop iterating at any time. Raises PoolFailed."""
        remaining_jobs = iter(jobs)
        failures: dict[GameJob, int] = {}
        for job in remaining_jobs:
            self._start_worker().send_job(job)
            if len(self._workers) == self._size:
                break
        while self._workers:
            worker, result = self._inbox.get()
            if worker not in self._workers:
                continue  # it has been stopped in the meantime
            job = self._current_job(worker)
            if result is None:
                self._replace_worker(worker, job, failures)
                continue
            if "error" in result:
                raise PoolFailed(str(result["error"]))
            next_job = next(remaining_jobs, None)
            if next_job is None:
                self._stop_worker(worker)
            else:
                worker.send_job(next_job)
            yield job, cast(GameResultDict, result)

    def _start_worker(self) -> PoolWorker:
        worker = PoolWorker(self._command, self._inbox)
        self._workers.append(worker)
        return worker

    def _stop_worker(self, worker: PoolWorker) -> None:
        self._workers.remove(worker)
        worker.process.stop()

    def _replace_worker(self, worker: PoolWorker, job: GameJob, failures: dict[GameJob, int]) -> None:
        """Let a new process play the job of a worker that has ended. Raises PoolFailed if the job has failed too often."""
        self._stop_worker(worker)
        failures[job] = failures.get(job, 0) + 1
        if failures[job] == MAX_ATTEMPTS:
            process = worker.process
            end = "run out of memory" if process.ran_out_of_memory else "ended"
            why = f": {process.last_words}" if end == "ended" and process.last_words else ""
            raise PoolFailed(
                f"the process that played game {job.rotation + 1} of seed {job.setup.seed} has {end} {MAX_ATTEMPTS} times{why}"
            )
        self._start_worker().send_job(job)

    def _current_job(self, worker: PoolWorker) -> GameJob:
        assert worker.job is not None
        return worker.job


def serve_jobs(memory_megabytes: int) -> None:
    """The main loop of a process: play jobs until the input ends."""
    serve(_play_job, PipeHost(memory_megabytes))


def _play_job(message: bytes) -> Mapping[str, Any]:
    try:
        return play_game(GameJob.from_packed(json.loads(message)))
    except EngineError as error:
        return {"error": str(error)}


# Plays jobs and yields each with its result, in any order; for instance Pool.run.
RunJobs = Callable[[Iterable[GameJob]], Iterable[tuple[GameJob, GameResultDict]]]


def run_contest(
    result: ContestResult, blocks: int, run_jobs: RunJobs, journal: ContestJournal | None = None
) -> Iterator[ContestResult]:
    """Play until the result has `blocks` blocks or is decided. Yields the result each time that blocks were added to it.

    Blocks in the journal are not played again, and each new block is appended to it. Blocks in progress when the test is decided
    are written but not counted. Raises what `run_jobs` raises, and OSError if the journal cannot be written.
    """
    contest = result.contest
    ready = dict(journal.blocks) if journal else {}
    if _add_ready_blocks(result, blocks, ready):
        yield result
    if _is_finished(result, blocks):
        return
    missing = (job for block in range(result.blocks, blocks) if block not in ready for job in contest.jobs(block))
    open_games: dict[int, dict[int, GameResultDict]] = {}
    for job, game in run_jobs(missing):
        block = job.block
        games = open_games.setdefault(block, {})
        games[job.rotation] = game
        if len(games) < contest.player_count:
            continue
        ready[block] = [games[rotation] for rotation in range(contest.player_count)]
        del open_games[block]
        if journal:
            journal.append(block, ready[block])
        if _add_ready_blocks(result, blocks, ready):
            yield result
        if _is_finished(result, blocks):
            return


def _is_finished(result: ContestResult, blocks: int) -> bool:
    return result.is_decided or result.blocks == blocks


def _add_ready_blocks(result: ContestResult, blocks: int, ready: dict[int, list[GameResultDict]]) -> bool:
    """Add the next complete blocks, in order and without a gap. Returns whether a block was added."""
    before = result.blocks
    while result.blocks in ready and not _is_finished(result, blocks):
        result.add_block(ready[result.blocks])
    return result.blocks > before
