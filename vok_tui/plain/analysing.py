"""Analyses in lines: carried out while the player waits, and what they have found in sentences."""

import asyncio
from collections.abc import Callable
from typing import Final

from ai.analysis.game_analysis import GameAnalysis
from vok_tui.game.analysis_job import Analyses, AnalysisJob, JobState
from vok_tui.plain.rooms import Hall
from vok_tui.records.loss_report import LossReporter

ANALYSING: Final = "Analysing."
STOPPED: Final = "The analysis has stopped; what is done is kept."
PART: Final = "The analysis has stopped; this is a part of it, {:.0%}."
NO_SAVE: Final = "This game has no save, so it cannot be analysed."


async def carry_out(job_of: Callable[[Analyses], AnalysisJob], hall: Hall) -> tuple[AnalysisJob, bool]:
    """Say that an analysis begins, and carry it out, until that is over or the player stops it. Returns it, and whether it was
    stopped."""
    is_over = asyncio.Event()
    reported = 0  # in hundredths

    def take_note(job: AnalysisJob) -> None:
        nonlocal reported
        if job.is_busy and int(100 * job.share_done) > reported:
            before, reported = reported, int(100 * job.share_done)
            passed = [share for share in (25, 50, 75) if before < share <= reported]
            hall.conversation.report(
                "analysis", job.share_done, f"{passed[-1]} percent are analysed." if passed else ""
            )
        if not job.is_busy and job.state != JobState.READING:
            is_over.set()

    with hall.paper.stops_heard_by(is_over.set):
        hall.conversation.report("analysis", 0.0, ANALYSING)
        analyses = Analyses(asyncio.get_running_loop().call_soon_threadsafe, take_note)
        job = job_of(analyses)
        analyses.start(job)
        await is_over.wait()
    was_stopped = job.is_busy or job.state == JobState.READING
    analyses.close()
    return job, was_stopped


def loss_sentences(reporter: LossReporter, analysis: GameAnalysis, *, so_far: bool = False) -> list[str]:
    """The costliest decisions, and what each seat has lost a decision."""
    report = reporter.report(analysis, is_running=so_far)
    if not report.seats:
        return [report.note]
    lines = [f"{report.heading}:"] if report.decisions else []
    for costly in report.decisions:
        lines += [f"{costly.title}, {costly.cost}: {costly.sentence}", *costly.reasons]
    lines += [report.caveat, report.note, report.counts]
    lines += [
        f"{', '.join(filter(None, (seat.name, seat.note)))}: {seat.loss:.2f} {report.unit}" for seat in report.seats
    ]
    return [line for line in lines if line]
