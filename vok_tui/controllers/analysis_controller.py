"""What the app does with analyses: begins, stops and continues them, and shows what they find on the current screen."""

from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from vok_tui.controllers.current_game import CurrentGame, Screens

if TYPE_CHECKING:
    from vok_tui.game.analysis_job import Analyses, AnalysisJob

SHOW_EVERY_SECONDS: Final = 0.25  # while an analysis runs; a compiled one judges dozens of decisions a second


class AnalysisController:
    """Holds the analyses of this program. Nothing of the analysis is imported before it is needed."""

    def __init__(self, screens: Screens, current: CurrentGame) -> None:
        self._screens = screens
        self._current = current
        self._analyses: Analyses | None = None
        self._loop: AbstractEventLoop | None = None
        self._shown_at = 0.0

    @property
    def analyses(self) -> "Analyses":
        """The analyses. The first call is made in the event loop."""
        from vok_tui.game.analysis_job import Analyses

        if self._analyses is None:
            self._loop = get_running_loop()
            self._analyses = Analyses(self._call_in_event_loop, self._show)
        return self._analyses

    def job_of_current_game(self) -> "AnalysisJob | None":
        """The analysis of the open game; None if it goes on, is watched, or has no file."""
        open_game, path = self._current.open_game, self._current.save_path
        if open_game is None or path is None or not open_game.sitting.match.is_over:
            return None
        return self.analyses.job_of(path)

    def toggle(self, path: Path) -> None:
        """Begin the analysis of a save, stop it, or go on with it."""
        job = self.analyses.job_of(path)
        if job.is_busy:
            self.analyses.stop(job)
        elif job.problem and not job.analysis:
            self._screens.notify_player(job.problem)
            if job.state.value == "idle":
                self.analyses.start(job)
        else:
            self.analyses.start(job)

    def forget(self, path: Path) -> None:
        """Forget the analysis of a save that was moved."""
        if self._analyses is not None:
            self._analyses.forget(path)

    def rest(self) -> None:
        """Stop all analyses until `wake`; what is done is kept."""
        if self._analyses is not None:
            self._analyses.rest()

    def wake(self) -> None:
        """Go on with the analyses that `rest` has stopped."""
        if self._analyses is not None:
            self._analyses.wake()

    def close(self) -> None:
        """Stop all analyses; what is done is kept."""
        if self._analyses is not None:
            self._analyses.close()

    def _call_in_event_loop(self, function: Callable[[], None]) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._screens.call_later, function)

    def _show(self, job: "AnalysisJob") -> None:
        """Show the change of an analysis on the current screen, if it shows analyses."""
        is_running = job.is_busy and not job.problem
        now = monotonic()
        if is_running and now - self._shown_at < SHOW_EVERY_SECONDS:
            return  # the next change shows this one too
        self._shown_at = now
        show = getattr(self._screens.screen, "show_analysis", None)
        if show is not None:
            show(job)
