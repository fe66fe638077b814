"""Contests on a Dask cluster: its workers and jobs, and the options of commands that name one.

Needs `distributed` from the extra `vok-tui[cluster]`, which is imported only here. The workers need the same version of Vok; each
result contains a hash of the program to check that. If a worker is lost, the scheduler gives its jobs to others; a job that it
cancels instead is submitted again.
"""

import asyncio
import logging
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from engine.games import GAMES
from lab import cluster_job
from lab.contest import GameJob
from lab.game_runner import GameResultDict
from lab.journal import program_hash
from lab.pool import PoolFailed
from vok_tui.shared.errors import CommandError, UsageError
from vok_tui.shared.parser import Parser, whole_number

if TYPE_CHECKING:
    from lab.pool import RunJobs

JOBS_PER_THREAD: Final = 2  # one game that runs and one that waits
CONNECT_SECONDS: Final = 10.0  # timeout for the connection to the scheduler
POLL_SECONDS: Final = 5.0  # pause between two checks of the cluster
DASK_LOGGERS: Final = ("distributed", "distributed.client")
MAX_SUBMISSIONS: Final = 3  # of a job that the scheduler cancels
MAX_SECONDS_WITHOUT_WORKERS: Final = 60.0  # then the run fails


class Submission(NamedTuple):
    """A job that was given to the scheduler for the `number`th time."""

    job: GameJob
    number: int


class DaskCluster:
    """A connection to a scheduler. A context manager: the end of the `with` block closes the connection."""

    def __init__(self, scheduler: str) -> None:
        """`scheduler` is an address such as tcp://host:8786. Raises PoolFailed if the scheduler cannot be reached, has no
        worker, or has a worker with another version of Vok."""
        self.scheduler: Final = scheduler
        self._program_hash: Final = program_hash()
        self._client: Final = connect(scheduler)
        try:
            self._check_workers()
        except BaseException:
            self._client.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # the scheduler may be gone; that no longer matters
            self._client.close(timeout=CONNECT_SECONDS)

    def run(self, jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResultDict]]:
        """Yield each job with its result, in the order of completion. Jobs are taken from `jobs` only when a worker can soon play
        them, so the caller can stop iterating at any time. Raises PoolFailed."""
        source = iter(jobs)
        waiting: dict[Any, Submission] = {}
        finished: SimpleQueue[Any] = SimpleQueue()
        try:
            while True:
                self._submit_jobs(source, waiting, finished)
                if not waiting:
                    return
                future = self._wait_for_finished_future(finished)
                job, number = waiting.pop(future)
                if self._is_cancelled(future) and number < MAX_SUBMISSIONS:
                    self._submit(Submission(job, number + 1), waiting, finished)
                else:
                    yield job, self._result(future)
        finally:
            with suppress(Exception):
                self._client.cancel(list(waiting), force=True)

    def _submit_jobs(
        self, source: Iterator[GameJob], waiting: dict[Any, Submission], finished: SimpleQueue[Any]
    ) -> None:
        limit = JOBS_PER_THREAD * max(1, sum(self._client.nthreads().values()))
        while len(waiting) < limit:
            job = next(source, None)
            if job is None:
                return
            self._submit(Submission(job, 1), waiting, finished)

    def _submit(self, submission: Submission, waiting: dict[Any, Submission], finished: SimpleQueue[Any]) -> None:
        packed_job = submission.job.pack()
        future = self._client.submit(cluster_job.play_remote_job, packed_job, GAMES.pack(), pure=False)
        waiting[future] = submission
        future.add_done_callback(finished.put)

    def _is_cancelled(self, future: Any) -> bool:
        """Whether a running scheduler has cancelled a job, as it may do when its worker is lost."""
        return future.status not in ("finished", "error") and self._client.status == "running"

    def _wait_for_finished_future(self, finished: SimpleQueue[Any]) -> Any:
        """Wait for the next finished future. Raises PoolFailed if no worker is left."""
        since = monotonic()
        while True:
            with suppress(Empty):
                return finished.get(timeout=POLL_SECONDS)
            if self._client.status != "running":
                raise PoolFailed(f"the scheduler at {self.scheduler} is gone")
            if self._client.nthreads():
                since = monotonic()
            elif monotonic() - since > MAX_SECONDS_WITHOUT_WORKERS:
                raise PoolFailed(
                    f"the cluster at {self.scheduler} has had no worker for {MAX_SECONDS_WITHOUT_WORKERS:.0f} seconds"
                )

    def _result(self, future: Any) -> GameResultDict:
        if future.status != "finished":
            raise PoolFailed(self._failure_reason(future))
        answer: dict[str, Any] = future.result()
        self._check_answer("a worker", answer)
        result: GameResultDict = answer["result"]
        return result

    def _failure_reason(self, future: Any) -> str:
        if future.status == "error":
            error = future.exception()
            if type(error).__name__ == "KilledWorker":
                return "a game has killed every worker that played it; they may be short of memory"
            return f"a worker raised {type(error).__name__}: {first_line(error)}"
        if self._client.status == "running":
            return f"the scheduler at {self.scheduler} has cancelled a game {MAX_SUBMISSIONS} times"
        return f"the scheduler at {self.scheduler} is gone"

    def _check_workers(self) -> None:
        """Ask every worker for its version. Raises PoolFailed."""
        answers = self._client.run(cluster_job.play_remote_job, [], GAMES.pack(), on_error="return")
        if not answers:
            raise PoolFailed(
                f"the cluster at {self.scheduler} has no workers; start one with: dask worker {self.scheduler}"
            )
        for worker, answer in answers.items():
            self._check_answer(f"the worker {worker}", answer)

    def _check_answer(self, worker: str, answer: object) -> None:
        """Raise PoolFailed for an answer that is not a result of the same program."""
        if not isinstance(answer, dict):
            raise PoolFailed(f"{worker} cannot be used: {first_line(answer)}")
        if "error" in answer:
            raise PoolFailed(f"{worker} {answer['error']}")
        if answer["program"] != self._program_hash:
            raise PoolFailed(f"{worker} has another version of Vok; install the same everywhere")


def connect(scheduler: str) -> Any:
    """A client of this scheduler. Raises PoolFailed."""
    try:
        import distributed
        from cloudpickle import register_pickle_by_value
    except ImportError:
        raise PoolFailed("playing on a cluster needs more: pip install 'vok-tui[cluster]'") from None
    for logger_name in DASK_LOGGERS:  # we report their errors ourselves
        logging.getLogger(logger_name).setLevel(logging.CRITICAL)
    register_pickle_by_value(cluster_job)
    try:
        asyncio.run(check_scheduler(scheduler))
        return distributed.Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # no scheduler, no address, or an unsupported scheme
        raise PoolFailed(f"no scheduler of Dask answers at {scheduler} ({first_line(error)})") from None
    except MemoryError:  # Dask read another protocol as the length of a message
        raise PoolFailed(f"no scheduler of Dask answers at {scheduler} (something else does)") from None


async def check_scheduler(scheduler: str) -> None:
    """Check that a scheduler answers at this address.

    A client without a scheduler cannot be closed cleanly: at exit it waits for half a minute and prints errors. So a client is
    only made after this check. Raises what Dask raises.
    """
    from distributed.comm import connect
    from distributed.security import Security

    comm = await connect(scheduler, timeout=CONNECT_SECONDS, **Security().get_connection_args("client"))
    await comm.close()


def first_line(error: object) -> str:
    """The first line of the message of an error, at most 120 characters; its class if it has no message."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:120]


MAX_WORKERS: Final = 256


def add_arguments(parser: Parser) -> None:
    """Add the options for workers."""
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole_number("the number of workers", 1, MAX_WORKERS),
        default=0,
        help="number of processes that play at the same time; it does not change the results (default: one per core)",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        default="",
        help="play on a running Dask cluster, as in tcp://host:8786, instead of on this machine. Its workers need the same "
        "version of Vok; see docs/cluster.md. The results are the same",
    )


@contextmanager
def open_job_runner(args: Namespace) -> Iterator["RunJobs"]:
    """A context manager that yields the function that plays jobs. Raises UsageError and CommandError."""
    from ai.process.limits import core_count
    from lab.pool import Pool

    if args.scheduler and args.workers:
        raise UsageError("--workers counts processes on this machine; with --scheduler the cluster has its own")
    try:
        if args.scheduler:
            with DaskCluster(args.scheduler) as cluster:
                yield cluster.run
        else:
            with Pool(args.workers or core_count()) as pool:
                yield pool.run
    except PoolFailed as failed:
        raise CommandError(f"no more games can be played: {failed}") from None
