"""Who plays the games of a contest: processes on this machine, or the workers of a cluster. The results are the same."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from vok_tui.commands.parser import Parser, whole
from vok_tui.errors import Refused, UsageError

if TYPE_CHECKING:
    from ai.compete import Run

MOST_WORKERS: Final = 256


def fill(parser: Parser) -> None:
    """The options of every command that has games played."""
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole("the number of workers", 1, MOST_WORKERS),
        default=0,
        help="processes that play side by side; one a core. The results do not depend on it",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        default="",
        help="play on a Dask cluster that stands already, as in tcp://host:8786, instead of here; the results are the same. "
        "Its workers need the same Vok; see docs/cluster.md",
    )


@contextmanager
def crew(args: Namespace) -> Iterator["Run"]:
    """Those who play, for as long as they are needed. Raises UsageError and Refused."""
    from ai.pool import Pool, PoolFailed
    from ai.process import cores

    if args.scheduler and args.workers:
        raise UsageError("--workers counts processes on this machine; with --scheduler the cluster has its own")
    try:
        if args.scheduler:
            from vok_tui.cluster import Cluster

            with Cluster(args.scheduler) as cluster:
                yield cluster.run
        else:
            with Pool(args.workers or cores()) as pool:
                yield pool.run
    except PoolFailed as failed:
        raise Refused(f"no more games can be played: {failed}") from None
