"""Guided games: which there are, how far the player is in each, and their saves.

A guided game is no game of the shelf: its save is in a folder of its own, so lists, statistics and ratings never see it.
"""

from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Final

from engine import GAMES
from saves import Busy, SaveError, SaveInfo, Shelf
from vok_tui.boards.table_kit import all_table_kits
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

    @cached_property
    def lessons(self) -> dict[str, Lesson]:
        """All guided games by their ids: the first ones of the games, each with those that follow it."""
        kits = [kit for kit in all_table_kits().values() if kit.lesson is not None]
        return {each.id: each for kit in kits for each in (kit.lesson, *kit.more_lessons) if each is not None}

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have a guided first game."""
        return tuple([game for game in GAMES if game in self.lessons])

    def title(self, name: str) -> str:
        """The name of a guided game for players: of a game, or of an edition."""
        return GAMES[name].title() if name in GAMES else name.capitalize()

    def is_new(self, game: str) -> bool:
        """Whether a guided first game is offered that the player has never finished."""
        return game in self.games and not self.history.has_finished_lesson(game)

    def minutes(self, name: str) -> int:
        """How long a guided game takes; 0 if there is none."""
        return self.lessons[name].minutes if name in self.lessons else 0

    def state_text(self, name: str) -> str:
        """How far the player is in a guided game: "new, 8 minutes", "step 3 of 7", "skipped, 8 minutes" or "done"."""
        lesson = self.lessons.get(name)
        if lesson is None:
            return ""
        if self.unfinished(name) is not None:
            step = max(self.history.steps(name, REACHED), default=0)
            return f"step {step + 1} of {len(lesson.steps)}"
        if self.history.has_finished_lesson(name):
            return "done"
        return f"{'skipped' if self.history.has_left_lesson(name) else 'new'}, {lesson.minutes} minutes"

    def unfinished(self, name: str | None = None) -> SaveInfo | None:
        """The save of the guided game that was played last and is not finished, of this id or of any."""
        open_ones = {each for each in self.lessons if name in (None, each) and self.history.is_lesson_open(each)}
        with suppress(SaveError):
            if open_ones:
                return self._shelf.latest_unfinished(GAMES, lambda save: self.id_of(save) in open_ones)
        return None

    def id_of(self, save: SaveInfo) -> str:
        return save.edition if save.edition in self.lessons else save.game

    def open(self, lesson: Lesson, thinker: Thinker | None, name: str) -> OpenGame:
        """Continue the guided game of a lesson, or begin it for a player with this name. Raises Busy if another process plays
        it."""
        save = self.unfinished(lesson.id)
        if save is not None:
            try:
                open_game = resume_or_review_game(save.path, thinker, Approvals(self._shelf.folder.parent))
                return replace(open_game, lesson=lesson)
            except Busy:
                raise
            except SaveError:
                pass  # begin again
        self._remove_saves(lesson.id)
        self.history.add(lesson.id, BEGUN)
        return replace(new_game(self._shelf, lesson_setup(lesson, name), thinker), lesson=lesson)

    def end(self, lesson: Lesson) -> tuple[str, str]:
        """Note that a lesson has ended, if it was open. Returns a sentence about it, and what there is to know then."""
        game = lesson.id
        reached, skipped = max(self.history.steps(game, REACHED), default=0), set(self.history.steps(game, SKIPPED))
        self.history.end_lesson(game, reached - len(skipped & set(range(reached))), len(lesson.steps))
        if self.history.has_left_lesson(game):
            return f"You skipped the guided game of {self.title(game)}", AFTER_SKIPPING
        return f"You know how to play {self.title(game)}", lesson.closing

    def _remove_saves(self, name: str) -> None:
        """Remove the earlier saves of a guided game, except for one that another process plays."""
        with suppress(SaveError):
            for save in self._shelf.iterate_saves(GAMES):
                if self.id_of(save) == name:
                    with suppress(SaveError):
                        self._shelf.move_to_bin(save.path)
            self._shelf.empty_bin()
