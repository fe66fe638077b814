"""Shows reviews, and goes from them to the score, to better answers and back to the table."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from textual.screen import Screen

from engine.core.game import NOBODY
from vok_tui.coordinator.coordinator import Coordinator
from vok_tui.screens.messages import PlayOn, ShowReview


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


class ScreenReviews:
    """Shows reviews of the current game."""

    def __init__(self, screens: Screens, coordinator: Coordinator) -> None:
        self._screens = screens
        self._player = coordinator.player
        self._current = coordinator.current
        self._coordinator = coordinator
        self._analyses = coordinator.analyses

    def show(self, *, alone: bool = False) -> None:
        """Review the current game, over the current screen; with `alone`, all other screens are closed."""
        from vok_tui.learning.notes import ReviewNotes
        from vok_tui.learning.review import Review, SittingFollower
        from vok_tui.screens.review.screen import ReviewScreen

        open_game, stack = self._current.open_game, self._screens.screen_stack
        if open_game is None:
            return
        if len(stack) > 1 and isinstance(stack[-2], ReviewScreen):
            self._screens.pop_screen()  # the score sheet covers the review
            return
        sitting = open_game.sitting
        your_seat = sitting.viewer if len(sitting.humans) == 1 or not sitting.has_ended else NOBODY
        follower = (
            None if sitting.has_ended else SittingFollower(sitting, 2 * self._player.preferences.reaction_seconds)
        )
        review = Review(sitting.match, your_seat, sitting.shown_path()[-1])
        screen = ReviewScreen(review, ReviewNotes(open_game), follower, self._analyses.job_of_current_game())
        if not alone:
            self._screens.push_screen(screen)
            return
        if sitting.is_spectating and open_game.watched is None:
            review.go("end", -1)
        self._screens.show_only(screen)
        if open_game.watched is not None:
            self._screens.notify_player("You are watching: nothing can be played, but you can go back and forth.")

    def show_score(self) -> None:
        """Go from the review to the score: to the one below it, or to a new one."""
        from vok_tui.screens.review.screen import ReviewScreen
        from vok_tui.screens.score import ScoreScreen

        open_game = self._current.open_game
        if open_game is None or not isinstance(self._screens.screen, ReviewScreen):
            return
        if isinstance(self._screens.screen_stack[-2], ScoreScreen):
            self._screens.pop_screen()
        else:
            open_game.sitting.go_to_latest_node()
            self._coordinator.after_game.show_score()

    def show_decision(self, node: int) -> None:
        """Review the current game at an analysed decision."""
        from vok_tui.screens.review.screen import ReviewScreen

        self.close_retry()
        if not isinstance(self._screens.screen, ReviewScreen):
            self.show()
        self.go_to_decision(node)

    def go_to_decision(self, node: int) -> None:
        """Go to an analysed decision, if the current screen is a review."""
        from vok_tui.screens.review.screen import ReviewScreen

        if isinstance(self._screens.screen, ReviewScreen):
            self._screens.screen.go_to_decision(node)

    def show_step(self, node: int) -> None:
        """Review the current game at a step, if it has that many and no question about it is open."""
        from vok_tui.screens.review.screen import ReviewScreen
        from vok_tui.screens.table.screen import TableScreen

        open_game = self._current.open_game
        if open_game is None or not 0 <= node < len(open_game.sitting.match.log.parents):
            return
        if isinstance(self._screens.screen, TableScreen):
            self.show()
        if isinstance(self._screens.screen, ReviewScreen):
            self._screens.screen.review.go_to(node)

    def try_again(self, node: int) -> None:
        """Let the player find better than the own costly decision at a node, or than the costliest one for NOBODY."""
        from vok_tui.screens.table.retry import RetryScreen

        job = self._analyses.job_of_current_game()
        if job is not None and not isinstance(self._screens.screen, RetryScreen):
            self._coordinator.looking_back.find_better(job.shown, job.path, node)

    def close_retry(self) -> None:
        """Close the screen on which better answers are looked for."""
        from vok_tui.screens.table.retry import RetryScreen

        if isinstance(self._screens.screen, RetryScreen):
            self._screens.pop_screen()

    def show_from_table(self, message: ShowReview) -> None:
        """Review the game of the table that posted the message, if it is still the current one."""
        if self._current.open_game is not None and self._current.open_game.sitting is message.sitting:
            self.show()

    def close(self) -> None:
        """Close the review. If no screen is below it, show the start screen."""
        from vok_tui.screens.review.screen import ReviewScreen

        if not isinstance(self._screens.screen, ReviewScreen):
            return
        if len(self._screens.screen_stack) > 2:
            self._screens.pop_screen()
        else:
            self._screens.action_go("start")

    def play_on(self, message: PlayOn) -> None:
        """Play on from a step: the table of a running game goes there; for a finished game, a new game begins."""
        from vok_tui.screens.review.screen import ReviewScreen
        from vok_tui.screens.table.screen import TableScreen

        open_game, review = self._current.open_game, message.review
        if (
            open_game is None
            or open_game.sitting.match is not review.match
            or not isinstance(self._screens.screen, ReviewScreen)
        ):
            return
        node = review.step_tree.last_node_of_step(review.node)
        if open_game.watched is not None or open_game.sitting.has_ended:
            self._coordinator.looking_back.ask_who_plays_on(node, reshuffled=message.reshuffled)
            return
        self._screens.pop_screen()
        table = self._screens.screen_stack[-1]
        if isinstance(table, TableScreen):
            table.go_to(node, reshuffled=message.reshuffled)
