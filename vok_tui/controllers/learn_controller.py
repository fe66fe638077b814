"""What the app does with guided games: it begins, continues and ends them.

A guided game is no game of the shelf: its save is in a folder of its own, so lists, statistics and ratings never see it.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from ai.kit import kit_of
from engine import GAMES
from saves import Busy, SaveError, SaveInfo, Shelf
from vok_tui.boards.table_kit import all_table_kits, table_kit_of
from vok_tui.controllers.current_game import CurrentGame, Screens
from vok_tui.controllers.game_opener import GameOpener
from vok_tui.game.autosave import new_game, resume_or_review_game
from vok_tui.game.bot_approval import Approvals
from vok_tui.game.thinker import Thinker
from vok_tui.lessons.history import BEGUN, FINISHED, REACHED, LearningHistory
from vok_tui.lessons.lesson import Lesson
from vok_tui.messages import AppMessage, AskToBranch, LessonDone, ShowReview, ShowScoreFromTable
from vok_tui.new_game import lesson_setup
from vok_tui.screens.dialog import Dialog, DialogOption

FOLDER: Final = "lessons"  # in the data folder
NO_REVIEW: Final = "A guided game has no review. Take back moves with undo; m leads to the menu."


class LearnController:
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
        self.history = history
        self._shelf: Final = Shelf(shelf.folder.parent / FOLDER)

    # -- which guided games there are

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have a guided game."""
        return tuple([name for name, kit in all_table_kits().items() if kit.lesson is not None])

    def is_new(self, game: str) -> bool:
        """Whether a guided game is offered that the player has never finished."""
        return game in self.games and not self.history.has_finished_lesson(game)

    def minutes(self, game: str) -> int:
        """How long the guided game of a game takes; 0 if it has none."""
        lesson = table_kit_of(GAMES[game]).lesson
        return lesson.minutes if lesson is not None else 0

    def state_text(self, game: str) -> str:
        """How far the player is in a guided game: "new", "step 3 of 7" or "done"."""
        lesson = table_kit_of(GAMES[game]).lesson
        if lesson is None:
            return ""
        if self.unfinished(game) is not None:
            step = max(self.history.steps(game, REACHED), default=0)
            return f"step {step + 1} of {len(lesson.steps)}"
        return "done" if self.history.has_finished_lesson(game) else f"new, {lesson.minutes} minutes"

    def unfinished(self, game: str | None = None) -> SaveInfo | None:
        """The save of the guided game that was played last and is not finished, of `game` or of any game."""
        games = {name: GAMES[name] for name in self.games if game in (None, name) and self.history.is_lesson_open(name)}
        with suppress(SaveError):
            return self._shelf.latest_unfinished(games) if games else None
        return None

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
        save = self.unfinished(lesson.game)
        approvals = Approvals(self._shelf.folder.parent)
        if save is not None:
            try:
                open_game = resume_or_review_game(save.path, self._thinker, approvals)
            except Busy:
                self._opener.open_save(save.path)  # says so, and offers to watch
                return
            except SaveError:
                pass  # begin again
            else:
                self._opener.show_when_approved(replace(open_game, lesson=lesson))
                return
        self._remove_saves(lesson.game)
        self.history.add(lesson.game, BEGUN)
        open_game = new_game(self._shelf, lesson_setup(lesson, self._player_name()), self._thinker)
        self._opener.show_when_approved(replace(open_game, lesson=lesson))

    def _remove_saves(self, game: str) -> None:
        """Remove the saves of earlier guided games of a game, except for one that another process plays."""
        with suppress(SaveError):
            for save in self._shelf.iterate_saves(GAMES):
                if save.game == game:
                    with suppress(SaveError):
                        self._shelf.move_to_bin(save.path)
            self._shelf.empty_bin()

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
        """Say what the guided game left out, and offer a first game."""
        game = GAMES[lesson.game]
        level = kit_of(game).level_names()[0]
        if self.history.is_lesson_open(lesson.game):
            self.history.add(lesson.game, FINISHED)
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

        self._screens.push_screen(Dialog(f"You know how to play {game.title()}", lesson.closing, options), go_on)
