"""Analyses: whether one may begin, what is asked before, when it stops, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine import GAMES
from engine.core.match import Match
from saves import SaveError, SaveInfo, load
from vok_tui.coordinator.current_game import CurrentGame
from vok_tui.coordinator.frontend import Frontend, Option, Prompt, PromptId
from vok_tui.coordinator.player import Player
from vok_tui.records.helped import NO_FILE, mark_save_helped, why_not_before_end

if TYPE_CHECKING:
    from vok_tui.game.analysis_job import Analyses, AnalysisJob

DAMAGED: Final = "This save is damaged: only a whole game is analysed here."
IS_ANALYSED: Final = "This game is analysed."


class GameAnalyses:
    """Begins, stops and continues the analyses of games. Nothing of the analysis is imported before it is needed."""

    def __init__(self, frontend: Frontend, player: Player, current: CurrentGame) -> None:
        self._frontend: Final = frontend
        self._player: Final = player
        self._current: Final = current
        self._runner: Analyses | None = None

    @property
    def runner(self) -> Analyses:
        """What carries the analyses out. On the screens, the first call is made in the event loop."""
        from vok_tui.game.analysis_job import Analyses

        if self._runner is None:
            self._runner = Analyses(self._frontend.caller_in_event_loop(), self._frontend.show_analysis)
        return self._runner

    @property
    def running(self) -> AnalysisJob | None:
        """The analysis that runs now."""
        return None if self._runner is None else self._runner.running

    def job_of_current_game(self, *, reads_now: bool = False) -> AnalysisJob | None:
        """The analysis of the open game; of one that goes on, that of the own decisions so far. None if it is watched, guided, or
        has no file. What is stored is read in the background unless it `reads_now`."""
        open_game, path = self._current.open_game, self._current.save_path
        if open_game is None or path is None or open_game.lesson is not None:
            return None
        match = open_game.sitting.match
        return self.runner.job_of(path, reads_now=reads_now) if match.is_over else self._own_job(path, match)

    def _own_job(self, path: Path, match: Match) -> AnalysisJob:
        """The analysis of the own decisions so far, which knows whether there may be one."""
        job = self.runner.own_job_of(path)
        job.why_not = why_not_before_end(match, may_look_back=self._player.preferences.may_peek)
        return job

    def begin_after_game(self) -> None:
        """Begin the analysis of the open game, which is over, if it can be analysed."""
        job = self.job_of_current_game()
        if job is not None:
            self.runner.start(job)

    def toggle(self, save: SaveInfo | None = None) -> None:
        """Begin the analysis of the open game, or of a save of the shelf, stop it, or go on with it."""
        if save is None or (self._current.open_game is not None and save.path == self._current.save_path):
            self._toggle_current()
        else:
            self._toggle_save(save)

    def _toggle_current(self) -> None:
        open_game, job = self._current.open_game, self.job_of_current_game()
        if open_game is None or job is None:
            self._frontend.refuse(NO_FILE)
        elif job.goes_on:
            self._toggle_own(job, open_game.sitting.match, open_game.sitting.mark_helped)
        else:
            self._toggle(job)

    def _toggle_save(self, save: SaveInfo) -> None:
        path = save.path
        if save.damage:
            self._frontend.refuse(DAMAGED)
        elif save.finished:
            self._toggle(self.runner.job_of(path))
        else:
            try:
                match = load(path, GAMES).match
            except SaveError as error:
                self._frontend.refuse(str(error))
            else:
                self._toggle_own(self._own_job(path, match), match, lambda: mark_save_helped(path))

    def _toggle(self, job: AnalysisJob) -> None:
        if job.is_busy:
            self.runner.stop(job)
        elif job.may_start or job.is_reading:
            if job.problem:  # such as that what is stored is damaged
                self._frontend.say(job.problem)
            self.runner.start(job)
        else:
            self._frontend.refuse(job.problem or IS_ANALYSED)

    def _toggle_own(self, job: AnalysisJob, match: Match, mark_helped: Callable[[], object]) -> None:
        """Begin the analysis of the own decisions in a game that goes on, or stop it. It begins after a question, because the
        game is then helped: `mark_helped` writes that first."""
        from vok_tui.game.analysis_job import HELPS

        def go_on(answer: str) -> None:
            if not answer:
                return
            try:
                mark_helped()
            except SaveError as error:
                self._frontend.refuse(f"Nothing is analysed, because the game cannot be marked as helped: {error}")
            else:
                self.runner.start(job)

        if job.is_busy:
            self.runner.stop(job)
        elif job.why_not:
            self._frontend.refuse(job.why_not)
        elif match.log.is_helped:
            go_on("analyse")
        else:
            options = (Option("", "Not now"), Option("analyse", "Analyse"))
            self._frontend.ask(Prompt(PromptId.GOES_ON, "This game goes on", f"{HELPS}.", options), go_on)

    def forget(self, path: Path) -> None:
        """Forget the analysis of a save that was moved."""
        if self._runner is not None:
            self._runner.forget(path)

    def rest(self) -> None:
        """Stop all analyses until `wake`; what is done is kept."""
        if self._runner is not None:
            self._runner.rest()

    def wake(self) -> None:
        """Go on with the analyses that `rest` has stopped."""
        if self._runner is not None:
            self._runner.wake()

    def close(self) -> None:
        """Stop all analyses; what is done is kept."""
        if self._runner is not None:
            self._runner.close()
