"""Analyses in lines: carried out while the player waits, and what they have found in sentences."""

from collections.abc import Collection
from typing import Final

from ai.analysis.game_analysis import GameAnalysis
from vok_tui.game.analysis_job import AnalysisJob
from vok_tui.plain.rooms import Hall
from vok_tui.records.loss_report import LossReporter

ANALYSING: Final = "Analysing."
STOPPED: Final = "The analysis has stopped; what is done is kept."
FIND_OR_HEAR: Final = "What was better you can find yourself: type better. The best line tells it"
PART: Final = "The analysis has stopped; this is a part of it, {:.0%}."


async def follow(job: AnalysisJob, hall: Hall) -> bool:
    """Say how far an analysis is until it is over, or the player stops it. Returns whether the player did."""
    was_stopped = False
    said = 0  # in hundredths

    def stop() -> None:
        nonlocal was_stopped
        was_stopped = True
        hall.coordinator.analyses.runner.stop(job)

    with hall.paper.stops_heard_by(stop):
        hall.conversation.report("analysis", 0.0, ANALYSING)
        while job.is_busy:
            await hall.analysis_changed.wait()
            hall.analysis_changed.clear()
            if job.is_busy and int(100 * job.share_done) > said:
                before, said = said, int(100 * job.share_done)
                passed = [share for share in (25, 50, 75) if before < share <= said]
                text = f"{passed[-1]} percent are analysed." if passed else ""
                hall.conversation.report("analysis", job.share_done, text)
    return was_stopped


def loss_sentences(
    reporter: LossReporter, analysis: GameAnalysis, *, so_far: bool = False, open_nodes: Collection[int] = ()
) -> list[str]:
    """The costliest decisions, and what each seat has lost a decision. At `open_nodes` the player may still find what was
    better."""
    report = reporter.report(analysis, is_running=so_far).with_open(open_nodes)
    if not report.seats:
        return [report.note]
    lines = [f"{report.heading}:"] if report.decisions else []
    for costly in report.decisions:
        lines += [f"{costly.title}, {costly.cost}: {costly.sentence}", *costly.reasons]
    if any(costly.is_open for costly in report.decisions):
        lines.append(FIND_OR_HEAR)
    lines += [report.caveat, report.note, report.counts]
    lines += [
        f"{', '.join(filter(None, (seat.name, seat.note)))}: {seat.loss:.2f} {report.unit}" for seat in report.seats
    ]
    return [line for line in lines if line]
