"""A contest from its first block to its last, or to the verdict of its test: what was played before is taken over, the rest is
handed out, and every block is on disk as soon as it is through."""

from collections.abc import Callable, Iterable, Iterator

from ai.arena import Job, Result
from ai.record import Record
from ai.tally import Tally

Run = Callable[[Iterable[Job]], Iterable[tuple[Job, Result]]]  # plays jobs, in whatever order; Pool.run is one


def compete(tally: Tally, blocks: int, run: Run, record: Record | None = None) -> Iterator[Tally]:
    """Play on until the tally holds `blocks` blocks or is closed; it is given out each time that it has grown.

    What the record holds is not played again, and it gets each new block. Blocks beyond the verdict, played while it was
    awaited, are recorded but not counted. Raises what `run` raises, and OSError if the record cannot be written.
    """
    contest = tally.contest
    ready = dict(record.blocks) if record else {}
    if _count(tally, blocks, ready):
        yield tally
    if _over(tally, blocks):
        return
    missing = (job for block in range(tally.blocks, blocks) if block not in ready for job in contest.jobs(block))
    open_games: dict[int, dict[int, Result]] = {}
    for job, result in run(missing):
        block = job.block
        games = open_games.setdefault(block, {})
        games[job.turn] = result
        if len(games) < contest.players:
            continue
        ready[block] = [games[turn] for turn in range(contest.players)]
        del open_games[block]
        if record:
            record.keep(block, ready[block])
        if _count(tally, blocks, ready):
            yield tally
        if _over(tally, blocks):
            return


def _over(tally: Tally, blocks: int) -> bool:
    return tally.closed or tally.blocks == blocks


def _count(tally: Tally, blocks: int, ready: dict[int, list[Result]]) -> bool:
    """Take up what follows next, as far as it is there; whether there was anything."""
    before = tally.blocks
    while tally.blocks in ready and not _over(tally, blocks):
        tally.add(ready[tally.blocks])
    return tally.blocks > before
