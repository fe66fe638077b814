"""Analyses of games in the background: started, stopped and continued by a key, and kept beside the saves.

Of a game that goes on, only the player's own decisions so far are analysed, and only once the save says that it is helped. This
is kept in memory alone.

An analysis runs in processes of its own, which leave the processor to others; a thread of this process hands out the work and
writes what is done. The screens read `AnalysisJob`, which changes in the event loop only. One game is analysed at a time; others
wait for it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Final

from ai.analysis.analyse import NoDecision
from ai.analysis.decision import COMPILED_BUDGET, INTERPRETED_BUDGET, UNSURE_MARK, AnalysisBudget, mark_counts
from ai.analysis.game_analysis import (
    CONFIRMING,
    EXPLAINING,
    JUDGING,
    AnalysisProgress,
    EngineKey,
    GameAnalysis,
    analysed_leaf,
    new_analysis,
    run_analysis_with,
)
from ai.analysis.workers import AnalysisFailed, AnalysisWorkers
from ai.process.limits import core_count, is_hosted
from ai.search import mcts
from engine import GAMES
from engine.core.game import NOBODY, Seat, human_seats
from engine.core.match import Match
from saves import CannotWrite, SaveError, load
from saves.analysis_file import BadAnalysis, analysis_path, read_analysis, write_analysis

WRITE_EVERY_STEPS: Final = 25  # an analysis that is killed loses no more than this
STOP_SECONDS: Final = 5.0  # that the end of the program waits for what is done to be written
MIN_TIMED_STEPS: Final = 4  # before the time left is estimated
# The usual work for a decision in each phase, in decisions of the first phase.
PHASE_WORK: Final = {JUDGING: 1.0, CONFIRMING: 5.0, EXPLAINING: 6.0}
USUAL_MARKED_SHARE: Final = 0.06  # of the decisions, before any is judged

HELPS: Final = "You see your own decisions so far. The game is then helped for good: not rated, counted apart"

CallInEventLoop = Callable[..., object]


def budget_of_this_copy() -> AnalysisBudget:
    """The budget of an analysis: smaller if the search is not compiled."""
    return INTERPRETED_BUDGET if mcts.__file__.endswith(".py") else COMPILED_BUDGET


def is_over(match: Match) -> bool:
    """Whether the analysed line of a game has an end. Only then may it be analysed, because it would help its players."""
    return match.mover(analysed_leaf(match)) == NOBODY


def read_stored_analysis(match: Match, path: Path) -> GameAnalysis | None:
    """The analysis beside a save; None if there is none. Raises BadAnalysis if it is damaged or belongs to another game."""
    fields = read_analysis(path)
    if fields is None:
        return None
    try:
        analysis = GameAnalysis.from_packed(fields)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
        raise BadAnalysis(analysis_path(path), "it is damaged") from None
    if not analysis.fits(match):
        raise BadAnalysis(analysis_path(path), "it belongs to another game")
    return analysis


def read_job(path: Path, budget: AnalysisBudget) -> "AnalysisJob":
    """The analysis of a save as it is stored. It reads the game, so it may take a second, and may run in any thread."""
    job = AnalysisJob(path)
    job.state = JobState.IDLE
    try:
        match = load(path, GAMES).match
        if not is_over(match):
            job.state, job.problem = JobState.REFUSED, "Only a finished game is analysed: it would help its players."
        else:
            own = new_analysis(match, budget)
            with suppress(NoDecision):
                try:
                    job.analysis = read_stored_analysis(match, path)
                except BadAnalysis as bad:
                    job.problem = str(bad)
            if job.analysis is not None:
                job.is_outdated = not may_continue(job.analysis.key, own.key)
                job.share_done = _share_done(match, job.analysis)
                job.state = JobState.DONE if job.is_outdated or job.share_done == 1.0 else JobState.IDLE
    except (SaveError, NoDecision) as error:
        job.state, job.problem = JobState.REFUSED, str(error)
    return job


def may_continue(stored: EngineKey, own: EngineKey) -> bool:
    """Whether a stored analysis is as good as one of this program: made in the same way, with at least the same budget."""
    return stored._replace(budget=own.budget) == own and stored.budget.screening >= own.budget.screening


class KeptAnalysis:
    """The analysis of a finished game, as it is kept beside its save. What is `stored` there is gone on with if it is as good as
    one of this program; an older one stays until the new one is complete."""

    def __init__(self, match: Match, path: Path, stored: GameAnalysis | None, own: GameAnalysis) -> None:
        """`own` is the empty analysis of this program."""
        self._match: Final = match
        self._path: Final = path
        self.replaced: Final = stored if stored is not None and not may_continue(stored.key, own.key) else None
        begun = stored if self.replaced is None else self.replaced.begun
        if begun is not None and may_continue(begun.key, own.key):
            own = begun if self.replaced is None else GameAnalysis(begun.key, begun.decisions_on_line(match))
        self.analysis: Final = own

    def write(self) -> None:
        """Write what is done beside the save. Raises CannotWrite."""
        kept = self.analysis
        if self.replaced is not None and not kept.is_complete(self._match):
            kept = replace(self.replaced, begun=kept)
        write_analysis(self._path, kept.pack())


class JobState(Enum):
    """What an analysis is doing."""

    READING = "reading"  # the game and what is stored
    IDLE = "idle"  # not begun, or not finished, and not running
    WAITING = "waiting"  # for another one
    RUNNING = "running"
    DONE = "done"
    REFUSED = "refused"  # this game cannot be analysed; `problem` says why


class AnalysisJob:
    """The analysis of one save. `decisions` of `analysis` grow while it runs; `analysis` is None until something is known.
    `problem` is a sentence about what went wrong, or "". Of a game that `goes_on` it has the own decisions so far, and may be
    begun again at any time for what was played since; `why_not` says why it may not (see `vok_tui.records.helped`)."""

    def __init__(self, path: Path, *, goes_on: bool = False) -> None:
        self.path: Final = path
        self.goes_on: Final = goes_on
        self.state = JobState.IDLE if goes_on else JobState.READING
        self.analysis: GameAnalysis | None = None
        self.problem = ""
        self.why_not = ""
        self.is_outdated = False  # `analysis` was made by another version, or with a smaller budget
        self.share_done = 0.0
        self.seconds_left: int | None = None

    @property
    def is_busy(self) -> bool:
        """Whether it runs or waits for another one."""
        return self.state in (JobState.RUNNING, JobState.WAITING)

    @property
    def is_reading(self) -> bool:
        """Whether the game and what is stored are still being read."""
        return self.state == JobState.READING

    @property
    def may_start(self) -> bool:
        """Whether there may be something to do, and it does not run."""
        return self.state == JobState.IDLE or (self.state == JobState.DONE and (self.is_outdated or self.goes_on))

    @property
    def shown(self) -> GameAnalysis | None:
        """The analysis, if it has anything to show."""
        return self.analysis if self.analysis is not None and self.analysis.decisions else None

    def progress_text(self) -> str:
        """What it is doing, in a few words: "analysed 64%, 4 s left"."""
        if self.state == JobState.WAITING:
            return "waits for another analysis"
        if self.state == JobState.RUNNING:
            left = f", {duration_text(self.seconds_left)} left" if self.seconds_left is not None else ""
            return f"analysed {self.share_done:.0%}{left}"
        if self.analysis is None:
            return ""
        if self.state == JobState.IDLE:
            return f"stopped at {self.share_done:.0%}" if self.share_done else ""
        if self.goes_on:
            return "analysed so far"
        return "analysed, by an older version or in less time" if self.is_outdated else "analysed"


def duration_text(seconds: int) -> str:
    """ "14 s", "3 min"."""
    return f"{max(1, seconds)} s" if seconds < 100 else f"{round(seconds / 60)} min"


class Analyses:
    """The analyses of this program. `call` calls a function in the event loop, from any thread; `changed` is called there
    whenever a job has changed."""

    def __init__(self, call: CallInEventLoop, changed: Callable[[AnalysisJob], None]) -> None:
        self.budget = budget_of_this_copy()
        self.processes = 1 if is_hosted() else core_count()
        self._call: Final = call
        self._changed: Final = changed
        self._jobs: Final[dict[Path, AnalysisJob]] = {}
        self._own_jobs: Final[dict[Path, AnalysisJob]] = {}  # of games that go on
        self._queue: Final[list[AnalysisJob]] = []
        self._runner: _Runner | None = None
        self._rests = False
        self._interrupted: Final[list[AnalysisJob]] = []  # to be continued by `wake`, when they have stopped

    @property
    def running(self) -> AnalysisJob | None:
        """The analysis that runs now."""
        return self._runner.job if self._runner is not None else None

    def job_of(self, path: Path, *, reads_now: bool = False) -> AnalysisJob:
        """The analysis of a finished game. What is stored is read at the first call: in the background unless it `reads_now`."""
        job = self._jobs.get(path)
        if job is None and reads_now:
            job = self._jobs[path] = read_job(path, self.budget)
        elif job is None:
            job = self._jobs[path] = AnalysisJob(path)
            Thread(target=self._read, args=(job, self.budget), name="reads an analysis", daemon=True).start()
        return job

    def own_job_of(self, path: Path) -> AnalysisJob:
        """The analysis of the player's own decisions so far, in a game that goes on."""
        return self._own_jobs.setdefault(path, AnalysisJob(path, goes_on=True))

    def forget(self, path: Path) -> None:
        """Forget the analysis of a save that was moved or deleted."""
        for jobs in (self._jobs, self._own_jobs):
            job = jobs.pop(path, None)
            if job is not None:
                self.stop(job)

    def start(self, job: AnalysisJob) -> None:
        """Begin an analysis, or go on with it, as soon as no other one runs."""
        if job.is_reading:
            self._queue.append(job)
        elif job.may_start:
            job.state = JobState.WAITING
            self._queue.append(job)
            self._start_next()
            self._changed(job)

    def stop(self, job: AnalysisJob) -> None:
        """Stop an analysis. What is done is kept."""
        if job in self._queue:
            self._queue.remove(job)
            if job.state == JobState.WAITING:
                job.state = JobState.IDLE
        if self._runner is not None and self._runner.job is job:
            self._runner.stop()
        self._changed(job)

    def rest(self) -> None:
        """Stop everything until `wake`. What is done is kept."""
        self._rests = True
        self._interrupted[:] = [job for job in (*self._jobs.values(), *self._own_jobs.values()) if job.is_busy]
        for job in self._interrupted:
            self.stop(job)

    def wake(self) -> None:
        """Go on with what `rest` has stopped."""
        self._rests = False
        self._continue_interrupted()

    def _continue_interrupted(self) -> None:
        ready = [job for job in self._interrupted if job.state == JobState.IDLE]
        for job in ready if not self._rests else ():
            self._interrupted.remove(job)
            self.start(job)

    def close(self) -> None:
        """Stop everything, and wait until what is done is written."""
        self._interrupted.clear()
        self._queue.clear()
        if self._runner is not None:
            self._runner.stop()
            self._runner.thread.join(STOP_SECONDS)

    def _start_next(self) -> None:
        ready = [job for job in self._queue if job.state == JobState.WAITING]
        if self._runner is None and ready:
            job = ready[0]
            self._queue.remove(job)
            job.state, job.problem, job.seconds_left = JobState.RUNNING, "", None
            self._runner = _Runner(job, self.budget, self.processes, self._deliver)
            self._runner.thread.start()

    def _deliver(self, function: Callable[[], None]) -> None:
        """Call a function of the running job in the event loop, and show the change. May be called in any thread."""
        runner = self._runner

        def apply() -> None:
            if runner is None:
                return
            function()
            if runner.job.state != JobState.RUNNING and self._runner is runner:
                self._runner = None
                self._start_next()
                self._continue_interrupted()
            self._changed(runner.job)

        with suppress(RuntimeError):  # the event loop has ended
            self._call(apply)

    def _read(self, job: AnalysisJob, budget: AnalysisBudget) -> None:
        """Read the game and its stored analysis. Runs in a thread."""
        read = read_job(job.path, budget)

        def apply() -> None:
            job.analysis, job.problem = read.analysis, read.problem
            job.share_done, job.is_outdated = read.share_done, read.is_outdated
            job.state = read.state
            if job in self._queue:
                self._queue.remove(job)
                self.start(job)
            self._changed(job)

        with suppress(RuntimeError):  # the event loop has ended
            self._call(apply)


def _share_done(match: Match, analysis: GameAnalysis) -> float:
    left = sum([PHASE_WORK[phase] * len(analysis.todo(match, phase)) for phase in PHASE_WORK])
    return len(analysis.decisions) / max(1.0, len(analysis.decisions) + left)


class _Runner:
    """The thread that runs one analysis."""

    def __init__(
        self,
        job: AnalysisJob,
        budget: AnalysisBudget,
        processes: int,
        deliver: Callable[[Callable[[], None]], None],
    ) -> None:
        self.job: Final = job
        self._known: Final = job.analysis if job.goes_on else None
        self._budget: Final = budget
        self._processes: Final = processes
        self._deliver: Final = deliver
        self._stops: Final = Event()
        self._workers: AnalysisWorkers | None = None
        self._cannot_write = ""  # why the analysis cannot be kept
        self.thread: Final = Thread(target=self._run, name="analysis", daemon=True)

    def stop(self) -> None:
        """Let the analysis end at once. What is done will be written."""
        self._stops.set()
        if self._workers is not None:
            self._workers.stop()

    def _run(self) -> None:
        problem, is_complete = "", False
        try:
            is_complete = self._analyse()
        except (AnalysisFailed, SaveError, NoDecision) as error:
            text = str(error)
            problem = f"The analysis has stopped: {text.removesuffix('.')}. Start it again to go on."

        def end() -> None:
            self.job.problem, self.job.seconds_left = problem or self.job.problem, None
            self.job.state = JobState.DONE if is_complete else JobState.IDLE

        self._deliver(end)

    def _analyse(self) -> bool:
        """Do what is left. Returns whether nothing is left. Raises AnalysisFailed, SaveError or NoDecision."""
        job, path = self.job, self.job.path
        match = load(path, GAMES).match  # a match of its own: others are read by the screens
        analysis = new_analysis(match, self._budget)
        if job.goes_on:
            return self._analyse_own(match, analysis)
        try:
            stored = read_stored_analysis(match, path)
        except BadAnalysis:
            stored = None
        kept = KeptAnalysis(match, path, stored, analysis)
        analysis = kept.analysis
        if kept.replaced is None:
            shown = GameAnalysis(analysis.key, dict(analysis.decisions))
            self._deliver(lambda: _show(job, shown))
        work = _Work(analysis)
        workers = AnalysisWorkers(self._processes, match, analysed_leaf(match), in_background=True)
        self._workers = workers
        if self._stops.is_set():
            workers.stop()
        try:
            for number, step in enumerate(run_analysis_with(workers, match, analysis), start=1):
                self._deliver(_applier(job, step if kept.replaced is None else None, *work.after(step)))
                if number % WRITE_EVERY_STEPS == 0:
                    self._keep(kept)
        finally:
            self._keep(kept)
        is_complete = analysis.is_complete(match)
        if is_complete:
            self._deliver(lambda: _show(job, analysis))
        return is_complete

    def _analyse_own(self, match: Match, analysis: GameAnalysis) -> bool:
        """The same in a game that goes on, with what is known of it already. Nothing is written. Raises AnalysisFailed if the
        save does not say that the game is helped."""
        if not match.log.is_helped:
            raise AnalysisFailed("the save does not say that this game is helped")
        known = self._known
        if known is not None and known.key == analysis.key:
            analysis.decisions |= known.decisions_on_line(match)
        shown = GameAnalysis(analysis.key, dict(analysis.decisions))
        self._deliver(lambda: _show(self.job, shown))
        work = _Work(analysis)
        workers = self._workers = AnalysisWorkers(self._processes, match, analysed_leaf(match), in_background=True)
        if self._stops.is_set():
            workers.stop()
        for step in run_analysis_with(workers, match, analysis):
            self._deliver(_applier(self.job, step, *work.after(step)))
        return analysis.is_complete(match)

    def _keep(self, kept: KeptAnalysis) -> None:
        """Write what is done. If that fails, say so once, and go on: the results are still shown."""
        if self._cannot_write:
            return
        try:
            kept.write()
        except CannotWrite as error:
            self._cannot_write = str(error)
            self._deliver(self._say_why_not_kept)

    def _say_why_not_kept(self) -> None:
        self.job.problem = f"The analysis goes on, but it cannot be kept: {self._cannot_write}"


def _show(job: AnalysisJob, analysis: GameAnalysis) -> None:
    job.analysis, job.is_outdated = analysis, False


def _applier(job: AnalysisJob, step: AnalysisProgress | None, share: float, seconds: int | None) -> Callable[[], None]:
    def apply() -> None:
        job.share_done, job.seconds_left = share, seconds
        if step is not None and job.analysis is not None:
            job.analysis.decisions[step.decision.node] = step.decision

    return apply


class _Work:
    """How much of an analysis is done, and how long the rest takes."""

    def __init__(self, analysis: GameAnalysis) -> None:
        self._analysis: Final = analysis
        self._start: Final = monotonic()
        self._done = 0.0  # by this runner
        self._done_before: Final = float(len(analysis.decisions))
        self._steps = 0

    def after(self, step: AnalysisProgress) -> tuple[float, int | None]:
        """The share that is done, and the seconds that are left, if they can be told."""
        self._done += PHASE_WORK[step.phase]
        self._steps += 1
        left = self._work_left(step)
        share = (self._done_before + self._done) / (self._done_before + self._done + left)
        if self._steps < MIN_TIMED_STEPS:
            return share, None
        return share, round((monotonic() - self._start) / self._done * left)

    def _work_left(self, step: AnalysisProgress) -> float:
        left = PHASE_WORK[step.phase] * (step.total - step.done)
        if step.phase == EXPLAINING:
            return left
        judged = self._analysis.decisions.values()
        marked = sum([decision.is_marked for decision in judged])
        if step.phase == CONFIRMING:
            return left + PHASE_WORK[EXPLAINING] * marked
        share = marked / len(judged) if len(judged) >= MIN_TIMED_STEPS else USUAL_MARKED_SHARE
        expected = marked + share * (step.total - step.done)
        return left + expected * (PHASE_WORK[CONFIRMING] + PHASE_WORK[EXPLAINING])


def mark_count(analysis: GameAnalysis, seats: Sequence[Seat]) -> int:
    """How many decisions of the only human are marked; of all seats, if several people played or none."""
    humans = human_seats(seats)
    counted = humans if len(humans) == 1 else range(len(seats))
    counts = [mark_counts(analysis.decisions, seat) for seat in counted]
    return sum([sum(by_mark.values()) - by_mark[UNSURE_MARK] for by_mark in counts])


def stored_mark_count(path: Path, seats: Sequence[Seat]) -> int | None:
    """The same from the analysis beside a save, without a look at the game; None without a sound analysis."""
    with suppress(BadAnalysis, ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
        fields = read_analysis(path)
        return None if fields is None else mark_count(GameAnalysis.from_packed(fields), seats)
    return None
