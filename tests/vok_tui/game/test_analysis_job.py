"""Analyses in the background: what is begun is kept, also beside an older analysis."""

from pathlib import Path
from threading import Event

from ai.analysis.decision import AnalysisBudget
from ai.analysis.game_analysis import GameAnalysis, new_analysis, run_analysis
from engine.games import GAMES
from saves import load
from saves.analysis_file import read_analysis, write_analysis
from tests.vok_tui.screens.app_helpers import make_finished_save
from vok_tui.game.analysis_job import Analyses, AnalysisJob, JobState

QUICK = AnalysisBudget(screening=2, comparison=2, confirmation=2, pairs=1, continuation=1)
WAIT_SECONDS = 60


def run_for(path: Path, steps: int) -> list[float]:
    """Analyse the game of a save, and stop after so many steps (0: not). Returns the share that was done after each step."""
    shares: list[float] = []
    is_idle = Event()

    def note(job: AnalysisJob) -> None:
        if job.state == JobState.RUNNING and job.share_done and job.share_done not in shares:
            shares.append(job.share_done)
            if len(shares) == steps:
                analyses.stop(job)
        if shares and job.state in (JobState.IDLE, JobState.DONE):
            is_idle.set()

    analyses = Analyses(lambda function: function(), note)
    analyses.budget, analyses.processes = QUICK._replace(screening=4), 1
    analyses.start(analyses.job_of(path))
    assert is_idle.wait(WAIT_SECONDS)
    analyses.close()
    return shares


def test_an_analysis_that_replaces_an_older_one_goes_on_where_it_was_stopped(tmp_path: Path):
    path = make_finished_save(tmp_path, "thieves")
    match = load(path, GAMES).match
    older = new_analysis(match, QUICK)
    for _ in run_analysis(match, older, 0):
        pass
    write_analysis(path, older.pack())
    first = run_for(path, 8)
    kept = GameAnalysis.from_packed(read_analysis(path) or {})
    assert kept.decisions == older.decisions, "the older one is shown until the new one is complete"
    assert kept.begun is not None
    done = len(kept.begun.decisions)
    assert done >= 7
    second = run_for(path, 0)
    assert second[0] >= first[-2], "it does not begin again"
    whole = GameAnalysis.from_packed(read_analysis(path) or {})
    assert whole.is_finished
    assert whole.begun is None
    assert whole.key.budget.screening == 4
