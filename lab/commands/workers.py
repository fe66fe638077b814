"""Where the games of a contest are played: the options of commands for it."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from ai.process.limits import core_count
from lab.cluster import Cluster
from lab.pool import Pool, PoolFailed, RunJobs
from vok_tui.shared.errors import CommandError, UsageError
from vok_tui.shared.parser import Parser


def add_arguments(parser: Parser) -> None:
    parser.add_workers()
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        default="",
        help="play on a running Dask cluster, as in tcp://host:8786, instead of on this machine. Its workers need the same "
        "version of Vok; see docs/cluster.md. The results are the same",
    )


@contextmanager
def open_job_runner(args: Namespace) -> Iterator[RunJobs]:
    """A context manager that yields the function that plays jobs. Raises UsageError and CommandError."""
    if args.scheduler and args.workers:
        raise UsageError("--workers counts processes on this machine; with --scheduler the cluster has its own")
    try:
        if args.scheduler:
            with Cluster(args.scheduler) as cluster:
                yield cluster.run
        else:
            with Pool(args.workers or core_count()) as pool:
                yield pool.run
    except PoolFailed as failed:
        raise CommandError(f"no more games can be played: {failed}") from None
