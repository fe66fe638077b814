"""Contests on a Dask cluster: an adapter that plays the jobs of a contest there.

Needs `distributed` from the extra `vok-tui[cluster]`, which is imported only here. The workers need the same version of Vok; each
result contains a hash of the program to check that. Dask gives the jobs of a lost worker to others.
"""

import asyncio
import logging
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import Any, Final, Self

from engine.games import GAMES
from lab.contest import GameJob
from lab.game_runner import GameResultDict
from lab.journal import program_hash
from lab.pool import PoolFailed

JOBS_PER_THREAD: Final = 2  # one game that runs and one that waits
CONNECT_SECONDS: Final = 10.0  # timeout for the connection to the scheduler
MAX_SECONDS_WITHOUT_RESULT: Final = 60.0  # then the run fails, if the cluster has no worker
MAX_CANCELLED: Final = 100  # jobs that the scheduler may cancel or lose in one run, as it may do when a worker is lost


def play_remote_job(packed_job: list[Any], packed_games: dict[str, list[str]]) -> dict[str, Any]:
    """Play a packed job on a worker; an empty job only asks for the version. `packed_games` is `GAMES.pack()` of the sender.

    Returns {"program": hash of the program there, "result": ...}, or {"error": "one sentence"}. It is pickled by value and
    imports everything there, so that a worker without Vok says so."""
    try:
        import vok_tui.library  # noqa: F401  makes the packages importable
    except ModuleNotFoundError:
        return {"error": "has no Vok; install it there, or start the worker in a checkout"}
    except ImportError as fault:
        return {"error": f"cannot use Vok: {fault}"}
    from engine.core.errors import EngineError
    from engine.games import GAMES
    from lab.contest import GameJob, play_game
    from lab.journal import program_hash

    GAMES.register_packed(packed_games)
    try:
        result = play_game(GameJob.from_packed(packed_job)) if packed_job else None
    except EngineError as error:
        return {"error": f"says: {error}"}
    except MemoryError:
        return {"error": "has run out of memory"}
    return {"program": program_hash(), "result": result}


class Cluster:
    """A connection to a scheduler. A context manager: the end of the `with` block closes the connection."""

    def __init__(self, scheduler: str) -> None:
        """`scheduler` is an address such as tcp://host:8786. Raises PoolFailed if it cannot be reached, has no worker, or has a
        worker with another version of Vok."""
        self.client: Final = connect(scheduler)
        self._name: Final = f"at {scheduler}"
        self._program_hash: Final = program_hash()
        try:
            versions = self.client.run(play_remote_job, [], GAMES.pack(), on_error="return")
            if not versions:
                raise PoolFailed(f"the cluster {self._name} has no workers; start one with: dask worker {scheduler}")
            for worker, answer in versions.items():
                self._result(f"the worker {worker}", answer)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # the scheduler may be gone; that no longer matters
            self.client.close(timeout=CONNECT_SECONDS)

    def run(self, jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResultDict]]:
        """Yield each job with its result, in the order of completion. Takes jobs only when a worker can soon play them, so the
        caller can stop at any time. Raises PoolFailed."""
        source, waiting, cancelled = iter(jobs), dict[Any, GameJob](), 0
        try:
            while True:
                limit = JOBS_PER_THREAD * max(1, sum(self.client.nthreads().values()))
                for job in islice(source, max(0, limit - len(waiting))):
                    waiting[self.client.submit(play_remote_job, job.pack(), GAMES.pack(), pure=False)] = job
                if not waiting:
                    return
                for future in self._wait_for_some(waiting):
                    job = waiting.pop(future)
                    is_gone = future.status in ("cancelled", "lost")  # lost: with the worker that had played it
                    if is_gone and self.client.status == "running" and cancelled < MAX_CANCELLED:
                        cancelled += 1
                        source = chain([job], source)
                    else:
                        yield job, self._finished(future)
        finally:
            with suppress(Exception):
                self.client.cancel(list(waiting), force=True)

    def _wait_for_some(self, waiting: Iterable[Any]) -> list[Any]:
        """The futures that are no longer pending; waits for one. Raises PoolFailed if scheduler or workers are gone."""
        from distributed import CancelledError, wait

        while True:
            with suppress(TimeoutError, CancelledError), self.client.as_current():
                wait(list(waiting), timeout=MAX_SECONDS_WITHOUT_RESULT, return_when="FIRST_COMPLETED")
            if done := [future for future in waiting if future.status != "pending"]:
                return done
            if self.client.status != "running":
                raise PoolFailed(f"the scheduler {self._name} is gone")
            if not self.client.nthreads():
                raise PoolFailed(f"the cluster {self._name} has had no worker for a minute")

    def _finished(self, future: Any) -> Any:
        if future.status == "error":
            error = future.exception()
            if type(error).__name__ == "KilledWorker":
                raise PoolFailed("a game has killed every worker that played it; they may be short of memory")
            raise PoolFailed(f"a worker raised {type(error).__name__}: {first_line(error)}")
        if future.status != "finished":
            raise PoolFailed(f"the scheduler {self._name} is gone, or cancels all games")
        return self._result("a worker", future.result())

    def _result(self, worker: str, answer: Any) -> Any:
        if not isinstance(answer, dict):
            raise PoolFailed(f"{worker} cannot be used: {first_line(answer)}")
        if "error" in answer:
            raise PoolFailed(f"{worker} {answer['error']}")
        if answer["program"] != self._program_hash:
            raise PoolFailed(f"{worker} has another version of Vok; install the same everywhere")
        return answer["result"]


def connect(scheduler: str) -> Any:
    """A client of this scheduler. Raises PoolFailed."""
    try:
        import distributed
        from cloudpickle import register_pickle_by_value
        from distributed.comm import connect as connect_comm
        from distributed.security import Security
    except ImportError:
        raise PoolFailed("playing on a cluster needs more: pip install 'vok-tui[cluster]'") from None
    for logger_name in ("distributed", "distributed.client"):  # we report their errors ourselves
        logging.getLogger(logger_name).setLevel(logging.CRITICAL)
    register_pickle_by_value(sys.modules[__name__])

    async def check() -> None:  # a client without a scheduler waits for half a minute at exit, and prints errors
        await (await connect_comm(scheduler, CONNECT_SECONDS, **Security().get_connection_args("client"))).close()

    try:
        asyncio.run(check())
        return distributed.Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # no scheduler, no address, or an unsupported scheme
        raise PoolFailed(f"no scheduler of Dask answers at {scheduler} ({first_line(error)})") from None
    except MemoryError:  # Dask takes another protocol for the length of a message
        raise PoolFailed(f"no scheduler of Dask answers at {scheduler} (something else does)") from None


def first_line(error: object) -> str:
    """The first line of the message of an error, at most 120 characters; its class if it has no message."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:120]
