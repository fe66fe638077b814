"""Begins, stops and continues analyses, and shows what they find on the current screen."""

from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol

from textual.screen import Screen

from engine import GAMES
from saves import SaveError, load
from vok_tui.coordinator.coordinator import Coordinator

if TYPE_CHECKING:
    from engine.core.match import Match
    from vok_tui.game.analysis_job import Analyses, AnalysisJob

SHOW_EVERY_SECONDS: Final = 0.25  # while an analysis runs; a compiled one judges dozens of decisions a second


class Screens(Protocol):
    """The screens of the app. The methods without a docstring are those of the class App of Textual."""

    @property
    def screen(self) -> Screen[Any]: ...

    @property
    def screen_stack(self) -> Sequence[Screen[Any]]: ...

    def push_screen(self, screen: Screen[Any], callback: Callable[[Any], None] | None = None, /) -> object: ...

    def pop_screen(self) -> object: ...

    def switch_screen(self, screen: Screen[Any], /) -> object: ...

    def call_later(self, callback: Callable[..., Any], *arguments: Any) -> bool: ...

    def show_only(self, screen: Screen[None]) -> None:
        """Close all other screens and show this one."""

    def clear_notices_of_game(self) -> None:
        """Remove the notifications if a table or a review is shown: they are about its game."""

    def action_go(self, name: str) -> None:
        """Go to another screen, by its name: "start", "open" and others."""

    def notify_player(self, sentence: str, seconds: float = ...) -> None:
        """Show a notification, on any screen, for a number of seconds."""


class ScreenAnalyses:
    """Holds the analyses of this program. Nothing of the analysis is imported before it is needed."""

    def __init__(self, screens: Screens, coordinator: Coordinator) -> None:
        self._screens = screens
        self._coordinator = coordinator
        self._current = coordinator.current
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
        """The analysis of the open game; of one that goes on, that of the own decisions so far. None if it is watched, guided, or
        has no file."""
        open_game, path = self._current.open_game, self._current.save_path
        if open_game is None or path is None or open_game.lesson is not None:
            return None
        match = open_game.sitting.match
        return self.analyses.job_of(path) if match.is_over else self._own_job(path, match)

    def _own_job(self, path: Path, match: "Match") -> "AnalysisJob":
        """The analysis of the own decisions so far, which knows whether there may be one."""
        from vok_tui.records.helped import why_not_before_end

        job = self.analyses.own_job_of(path)
        job.why_not = why_not_before_end(match, may_look_back=self._coordinator.player.preferences.may_peek)
        return job

    def toggle(self, path: Path, *, goes_on: bool = False) -> None:
        """Begin the analysis of a save, stop it, or go on with it. Of a game that `goes_on`, the own decisions so far are
        analysed after a question, because the game is then helped."""
        from vok_tui.records.helped import mark_save_helped

        open_game = self._current.open_game
        if open_game is not None and self._current.save_path == path:
            sitting = open_game.sitting
            if not sitting.match.is_over:
                self._toggle_own(path, sitting.match, sitting.mark_helped)
                return
        elif goes_on:
            try:
                self._toggle_own(path, load(path, GAMES).match, lambda: mark_save_helped(path))
            except SaveError as error:
                self._screens.notify_player(str(error))
            return
        job = self.analyses.job_of(path)
        if job.is_busy:
            self.analyses.stop(job)
        elif job.problem and not job.analysis:
            self._screens.notify_player(job.problem)
            if job.state.value == "idle":
                self.analyses.start(job)
        else:
            self.analyses.start(job)

    def _toggle_own(self, path: Path, match: "Match", mark_helped: Callable[[], object]) -> None:
        """Begin the analysis of the own decisions so far, or stop it. `mark_helped` writes that the game is helped."""
        job = self._own_job(path, match)
        if job.is_busy:
            self.analyses.stop(job)
            return
        self._coordinator.looking_back.ask_to_analyse_own(
            match, mark_helped, lambda: self.analyses.start(job), lambda sentence: self._say(job, sentence)
        )

    def _say(self, job: "AnalysisJob", sentence: str) -> None:
        job.problem = sentence
        self._show(job)

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
