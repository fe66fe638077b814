"""Runs a contest to its last block, or until its sequential test is decided.

Blocks that are in the journal are not played again. Each new block is written to it as soon as it is complete.
"""

from collections.abc import Callable, Iterable, Iterator

from ai.contest.arena import GameJob
from ai.contest.contest_result import ContestResult
from ai.contest.game_runner import GameResult
from ai.contest.journal import ContestJournal

# Plays jobs, in any order; Pool.run is one.
RunJobs = Callable[[Iterable[GameJob]], Iterable[tuple[GameJob, GameResult]]]


def run_contest(
    result: ContestResult, blocks: int, run: RunJobs, journal: ContestJournal | None = None
) -> Iterator[ContestResult]:
    """Play until the result holds `blocks` blocks or is decided. Yields the result each time that it has grown.

    Blocks in the journal are not played again, and each new block is appended to it. Blocks in progress when the test is decided
    are written but not counted. Raises what `run` raises, and OSError if the journal cannot be written.
    """
    contest = result.contest
    ready = dict(journal.blocks) if journal else {}
    if _add_ready_blocks(result, blocks, ready):
        yield result
    if _is_finished(result, blocks):
        return
    missing = (job for block in range(result.blocks, blocks) if block not in ready for job in contest.jobs(block))
    open_games: dict[int, dict[int, GameResult]] = {}
    for job, game in run(missing):
        block = job.block
        games = open_games.setdefault(block, {})
        games[job.rotation] = game
        if len(games) < contest.player_count:
            continue
        ready[block] = [games[turn] for turn in range(contest.player_count)]
        del open_games[block]
        if journal:
            journal.append(block, ready[block])
        if _add_ready_blocks(result, blocks, ready):
            yield result
        if _is_finished(result, blocks):
            return


def _is_finished(result: ContestResult, blocks: int) -> bool:
    return result.is_decided or result.blocks == blocks


def _add_ready_blocks(result: ContestResult, blocks: int, ready: dict[int, list[GameResult]]) -> bool:
    """Add the next blocks in order, as far as they are complete. Returns whether there was one."""
    before = result.blocks
    while result.blocks in ready and not _is_finished(result, blocks):
        result.add_block(ready[result.blocks])
    return result.blocks > before
