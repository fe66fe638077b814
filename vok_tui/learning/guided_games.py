"""Guided games: which there are, how far the player is in each, and their saves.

A guided game is no game of the shelf: its save is in a folder of its own, so lists, statistics and ratings never see it.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Final

from engine import GAMES
from saves import Busy, SaveError, SaveInfo, Shelf
from vok_tui.boards.table_kit import all_table_kits, table_kit_of
from vok_tui.game.autosave import OpenGame, new_game, resume_or_review_game
from vok_tui.game.bot_approval import Approvals
from vok_tui.game.lesson import Lesson
from vok_tui.game.thinker import Thinker
from vok_tui.learning.history import BEGUN, REACHED, SKIPPED, LearningHistory
from vok_tui.records.new_game import lesson_setup

FOLDER: Final = "lessons"  # in the data folder
AFTER_SKIPPING: Final = "It stays among the guided games, and counts as done when you have played most of its steps."


class GuidedGames:
    """The guided games of a player. `shelf` is that of the other games."""

    def __init__(self, shelf: Shelf, history: LearningHistory) -> None:
        self.history = history
        self._shelf: Final = Shelf(shelf.folder.parent / FOLDER)

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
        """How far the player is in a guided game: "new, 8 minutes", "step 3 of 7", "skipped, 8 minutes" or "done"."""
        lesson = table_kit_of(GAMES[game]).lesson
        if lesson is None:
            return ""
        if self.unfinished(game) is not None:
            step = max(self.history.steps(game, REACHED), default=0)
            return f"step {step + 1} of {len(lesson.steps)}"
        if self.history.has_finished_lesson(game):
            return "done"
        return f"{'skipped' if self.history.has_left_lesson(game) else 'new'}, {lesson.minutes} minutes"

    def unfinished(self, game: str | None = None) -> SaveInfo | None:
        """The save of the guided game that was played last and is not finished, of `game` or of any game."""
        games = {name: GAMES[name] for name in self.games if game in (None, name) and self.history.is_lesson_open(name)}
        with suppress(SaveError):
            return self._shelf.latest_unfinished(games) if games else None
        return None

    def open(self, lesson: Lesson, thinker: Thinker | None, name: str) -> OpenGame:
        """Continue the guided game of a lesson, or begin it for a player with this name. Raises Busy if another process plays
        it."""
        save = self.unfinished(lesson.game)
        if save is not None:
            try:
                open_game = resume_or_review_game(save.path, thinker, Approvals(self._shelf.folder.parent))
                return replace(open_game, lesson=lesson)
            except Busy:
                raise
            except SaveError:
                pass  # begin again
        self._remove_saves(lesson.game)
        self.history.add(lesson.game, BEGUN)
        return replace(new_game(self._shelf, lesson_setup(lesson, name), thinker), lesson=lesson)

    def end(self, lesson: Lesson) -> tuple[str, str]:
        """Note that a lesson has ended, if it was open. Returns a sentence about it, and what there is to know then."""
        game = lesson.game
        reached, skipped = max(self.history.steps(game, REACHED), default=0), set(self.history.steps(game, SKIPPED))
        self.history.end_lesson(game, reached - len(skipped & set(range(reached))), len(lesson.steps))
        if self.history.has_left_lesson(game):
            return f"You skipped the guided game of {GAMES[game].title()}", AFTER_SKIPPING
        return f"You know how to play {GAMES[game].title()}", lesson.closing

    def _remove_saves(self, game: str) -> None:
        """Remove the saves of earlier guided games of a game, except for one that another process plays."""
        with suppress(SaveError):
            for save in self._shelf.iterate_saves(GAMES):
                if save.game == game:
                    with suppress(SaveError):
                        self._shelf.move_to_bin(save.path)
            self._shelf.empty_bin()
