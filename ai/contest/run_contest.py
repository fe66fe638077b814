"""Runs a contest to its last block, or until its sequential test is decided.

Blocks that are in the journal are not played again. Each new block is written to it as soon as it is complete.
"""

from collections.abc import Callable, Iterable, Iterator

from ai.contest.arena import GameJob
from ai.contest.contest_result import ContestResult
from ai.contest.game_runner import GameResultDict
from ai.contest.journal import ContestJournal

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
