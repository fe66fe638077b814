"""What the app does with practice, puzzles and goals: it shows what can be practised, opens sessions, drills and puzzles, and
shows the goals."""

from typing import TYPE_CHECKING, Any

from saves import Shelf
from vok_tui.learning.history import LearningHistory
from vok_tui.screens.controllers.current_game import Screens

if TYPE_CHECKING:
    from vok_tui.learning.practice import Practice


class PracticeController:
    """Shows the screens of practice and of goals. A session is no game: nothing of it is on the shelf."""

    def __init__(self, screens: Screens, shelf: Shelf, history: LearningHistory) -> None:
        self._screens = screens
        self._shelf = shelf
        self._history = history

    def show(self, wish: tuple[str, str] | None = None) -> None:
        """Show what can be practised; with a `wish` (a game and a kind of decision, "" for what has come back), begin it."""
        from vok_tui.learning.practice import Practice
        from vok_tui.screens.practice import PracticeScreen

        if isinstance(self._screens.screen, PracticeScreen):
            return
        practice = Practice(self._shelf, self._history)
        self._screens.push_screen(PracticeScreen(practice, lambda game, kind: self._open(practice, game, kind), wish))

    def show_goals(self) -> None:
        """Show the goals."""
        from vok_tui.learning.goal_counts import GoalCounter
        from vok_tui.screens.goals import GoalsScreen

        if not isinstance(self._screens.screen, GoalsScreen):
            self._screens.push_screen(GoalsScreen(GoalCounter(self._shelf, self._history)))

    def begin(self, retry: Any) -> None:
        """Show the first position of a session or drill."""
        from vok_tui.screens.review.retry_screen import RetryScreen

        if not isinstance(self._screens.screen, RetryScreen):
            self._screens.push_screen(RetryScreen(retry))

    def show_puzzles(self, wish: tuple[str, str, str] = ("", "", "")) -> None:
        """Show the puzzle of the day if it is still open, else one at the level of the player; with a `wish` (an id, a game and
        an edition, "" for any), a puzzle like that."""
        from vok_tui.learning.puzzle_course import NO_PUZZLES, PuzzleBook, wished_course

        retry = wished_course(PuzzleBook(self._history), *wish)
        if retry is None:
            self._screens.notify_player(NO_PUZZLES)
        else:
            self.begin(retry)
            for notice in retry.course.notices:
                self._screens.notify_player(notice)
            retry.course.notices.clear()

    @staticmethod
    def _open(practice: "Practice", game: str, kind: str) -> Any:
        """Open a session, or the drill of a kind. Runs in a thread."""
        from vok_tui.learning.courses import drill, session

        return drill(practice, game, kind) if kind else session(practice, game)
