"""Games played by the workers of a Dask cluster that stands already: the same jobs as a pool here plays, with the same results.

Needs `distributed`, which the extra `vok-tui[cluster]` brings and which is imported here alone. The workers need Vok, the same as
ours: each says with every result which one it has. If a worker is lost the scheduler hands its jobs to others.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Final, Self

from ai.arena import Job, Result
from ai.pool import PoolFailed
from ai.record import program
from vok_tui import errand

AHEAD: Final = 2  # jobs for each thread of the cluster: one at work, and one that waits there
PATIENCE: Final = 10.0  # seconds to reach the scheduler
GLANCE: Final = 5.0  # seconds from one look at the cluster to the next
SPEAKERS: Final = ("distributed", "distributed.client")  # the loggers that have a level of their own
LONELY: Final = 60.0  # seconds that a run goes on waiting for a cluster without workers


class Cluster:
    """The cluster of one scheduler, from the first job to the end of the `with`."""

    def __init__(self, scheduler: str) -> None:
        """`scheduler` is its address, as in tcp://host:8786. Raises PoolFailed if it cannot be reached, has no worker, or has
        one that does not play what we play."""
        self.scheduler: Final = scheduler
        self._program: Final = program()
        self._client: Final = connect(scheduler)
        try:
            self._check()
        except BaseException:
            self._client.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # what has become of the scheduler is nobody's concern any more
            self._client.close(timeout=PATIENCE)

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Result]]:
        """Each job with its result, as they come. No job is asked for before the cluster has room for it, so whoever has seen
        enough simply stops. Raises PoolFailed."""
        source = iter(jobs)
        waiting: dict[Any, Job] = {}
        done: SimpleQueue[Any] = SimpleQueue()
        try:
            while True:
                self._hand_out(source, waiting, done)
                if not waiting:
                    return
                future = self._next(done)
                job = waiting.pop(future)
                yield job, self._result(future)
        finally:
            with suppress(Exception):
                self._client.cancel(list(waiting), force=True)

    def _hand_out(self, source: Iterator[Job], waiting: dict[Any, Job], done: SimpleQueue[Any]) -> None:
        room = AHEAD * max(1, sum(self._client.nthreads().values()))
        while len(waiting) < room:
            job = next(source, None)
            if job is None:
                return
            future = self._client.submit(errand.errand, job.pack(), pure=False)
            waiting[future] = job
            future.add_done_callback(done.put)

    def _next(self, done: SimpleQueue[Any]) -> Any:
        """The next one that is through, when it is. Raises PoolFailed where nobody is left to play."""
        alone = monotonic()
        while True:
            with suppress(Empty):
                return done.get(timeout=GLANCE)
            if self._client.status != "running":
                raise PoolFailed(f"the scheduler at {self.scheduler} is gone")
            if self._client.nthreads():
                alone = monotonic()
            elif monotonic() - alone > LONELY:
                raise PoolFailed(f"the cluster at {self.scheduler} has had no worker for {LONELY:.0f} seconds")

    def _result(self, future: Any) -> Result:
        if future.status != "finished":
            raise PoolFailed(self._why(future))
        found: dict[str, Any] = future.result()
        self._judge("a worker", found)
        return dict(found["result"])

    def _why(self, future: Any) -> str:
        if future.status == "error":
            fault = future.exception()
            if type(fault).__name__ == "KilledWorker":
                return "a game has ended every worker that played it; they may be short of memory"
            return f"a worker raised {type(fault).__name__}: {first_line(fault)}"
        return f"the scheduler at {self.scheduler} is gone"

    def _check(self) -> None:
        """Ask every worker that is there what it has."""
        found = self._client.run(errand.errand, [], on_error="return")
        if not found:
            raise PoolFailed(
                f"the cluster at {self.scheduler} has no workers; start one with: dask worker {self.scheduler}"
            )
        for worker, said in found.items():
            self._judge(f"the worker {worker}", said)

    def _judge(self, who: str, said: object) -> None:
        """Raises PoolFailed for whatever cannot be a result of our program."""
        if not isinstance(said, dict):
            raise PoolFailed(f"{who} cannot be used: {first_line(said)}")
        if "error" in said:
            raise PoolFailed(f"{who} {said['error']}")
        if said["program"] != self._program:
            raise PoolFailed(f"{who} has another version of Vok; install the same everywhere")


def connect(scheduler: str) -> Any:
    """A client of that scheduler. Raises PoolFailed."""
    try:
        import distributed
        from cloudpickle import register_pickle_by_value
    except ImportError:
        raise PoolFailed("playing on a cluster needs more: pip install 'vok-tui[cluster]'") from None
    for speaker in SPEAKERS:  # what they have to say, we say
        logging.getLogger(speaker).setLevel(logging.CRITICAL)
    register_pickle_by_value(errand)
    try:
        asyncio.run(knock(scheduler))
        return distributed.Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # nobody there; no address; a scheme that needs what is not here
        raise PoolFailed(f"no scheduler of Dask answers at {scheduler} ({first_line(error)})") from None
    except MemoryError:  # its first bytes were read as the length of a message
        raise PoolFailed(f"no scheduler of Dask answers at {scheduler} (it is something else)") from None


async def knock(scheduler: str) -> None:
    """Make sure that a scheduler answers there. A client that meets none is not to be closed: as the program ends it waits for
    its own half a minute more, and complains aloud. So one is only made where somebody opens. Raises what Dask raises."""
    from distributed.comm import connect
    from distributed.security import Security

    door = await connect(scheduler, timeout=PATIENCE, **Security().get_connection_args("client"))
    await door.close()


def first_line(fault: object) -> str:
    """The gist of an error of somebody else's."""
    return (str(fault).strip().splitlines() or [type(fault).__name__])[0][:120]
