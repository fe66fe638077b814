"""What the app does with guided games: it begins, continues and ends them."""

from collections.abc import Callable
from typing import Final

from ai.kit import kit_of
from engine import GAMES
from saves import Busy, Shelf
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.lesson import Lesson
from vok_tui.game.thinker import Thinker
from vok_tui.learning.guided_games import GuidedGames
from vok_tui.learning.history import LearningHistory
from vok_tui.screens.controllers.current_game import CurrentGame, Screens
from vok_tui.screens.controllers.game_opener import GameOpener
from vok_tui.screens.dialog import Dialog, DialogOption
from vok_tui.screens.messages import AppMessage, AskToBranch, LessonDone, ShowReview, ShowScoreFromTable

NO_REVIEW: Final = "A guided game has no review. Take back moves with undo; m leads to the menu."


class LearnController(GuidedGames):
    """Begins and continues guided games. `shelf` is that of the games; `player_name` returns the player's name, "" for none, and
    `begin_first_game` begins a game against the easiest opponent."""

    def __init__(
        self,
        screens: Screens,
        shelf: Shelf,
        current: CurrentGame,
        opener: GameOpener,
        thinker: Thinker | None,
        history: LearningHistory,
        player_name: Callable[[], str],
        begin_first_game: Callable[[str], None],
    ) -> None:
        self._screens = screens
        self._current = current
        self._opener = opener
        self._thinker = thinker
        self._player_name = player_name
        self._begin_first_game = begin_first_game
        super().__init__(shelf, history)

    # -- to and from a guided game

    def show(self) -> None:
        """Let the player choose a guided game."""
        options = tuple([DialogOption(game, f"{GAMES[game].title()}: {self.state_text(game)}") for game in self.games])
        text = "At the real table, one idea a step. You can leave at any time, and go on later."

        def begin(game: str | None) -> None:
            if game:
                self.begin_or_continue(game)

        self._screens.push_screen(Dialog("Guided games", text, options), begin)

    def begin_or_continue(self, game: str) -> None:
        """Continue the guided game of a game, or begin it."""
        lesson = table_kit_of(GAMES[game]).lesson
        if lesson is not None:
            self._current.leave_when_safe(lambda: self._begin_or_continue(lesson))

    def _begin_or_continue(self, lesson: Lesson) -> None:
        self._current.close()
        try:
            open_game = self.open(lesson, self._thinker, self._player_name())
        except Busy as busy:
            self._opener.open_save(busy.path)  # says so, and offers to watch
        else:
            self._opener.show_when_approved(open_game)

    def takes(self, message: AppMessage) -> bool:
        """Whether a message from the table concerns a guided game and is handled here: it has no review, no score sheet and no
        new game that branches off."""
        open_game = self._current.open_game
        if open_game is None or open_game.lesson is None:
            return False
        if isinstance(message, ShowReview):
            self._screens.notify_player(NO_REVIEW)
        elif isinstance(message, (ShowScoreFromTable, LessonDone, AskToBranch)):
            self._show_end(open_game.lesson)
        else:
            return False
        return True

    def _show_end(self, lesson: Lesson) -> None:
        """Say what the guided game left out, or that most of it was skipped, and offer a first game."""
        game = GAMES[lesson.game]
        level = kit_of(game).level_names()[0]
        heading, text = self.end(lesson)
        options = (
            DialogOption("first", f"A game against {level}"),
            DialogOption("start", "Menu"),
            DialogOption("", "Stay here"),
        )

        def go_on(result: str | None) -> None:
            if result == "first":
                self._begin_first_game(lesson.game)
            elif result:
                self._screens.action_go(result)

        self._screens.push_screen(Dialog(heading, text, options), go_on)
