"""Plays lessons without a screen: the player's answers as text, and the opponents at once."""

from typing import Any

from ai.bots import bot
from ai.bots.player_spec import spec_from_seat_text
from engine.core.action import Action
from engine.core.game import NOBODY
from engine.core.match import Match
from engine.games import GAMES
from vok_tui.boards.table_kit import all_table_kits
from vok_tui.game.lesson import Lesson, LessonRun
from vok_tui.records.new_game import lesson_setup

LESSONS = {
    lesson.id: lesson
    for kit in all_table_kits().values()
    for lesson in (kit.lesson, *kit.more_lessons)
    if lesson is not None
}


class LessonPlayer:
    """A match of a lesson, with its progress at the head."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.match = Match(GAMES[lesson.game], lesson_setup(lesson, "Ann"))
        self.run = LessonRun(lesson, self.match, 0, lambda node: self.match.game.view(self.match.at(node), 0))
        self._let_opponents_answer()

    @property
    def step(self) -> int:
        return self.run.at(self.match.log.head).step

    def view(self) -> Any:
        """What the player sees at the head."""
        return self.match.game.view(self.match.state, 0)

    def answer(self, text: str) -> None:
        """Give an answer in words of the game."""
        self.play(self.match.game.parse(self.match.state, text))

    def play(self, action: Action) -> None:
        self.match.play(action)
        self._let_opponents_answer()

    def choices(self) -> list[Action]:
        state = self.match.state
        return [self.match.game.action(state, move) for move in state.legal_moves()]

    def _let_opponents_answer(self) -> None:
        match = self.match
        match.answer_formalities({0})
        while match.state.mover not in (0, NOBODY):
            seat, depth = int(match.state.mover), match.depth(match.log.head)
            player = spec_from_seat_text(match.setup.seats[seat].level)
            seed = bot.decision_seed(match.setup.seed, depth, seat)
            move = bot.choose(match.game, match.state, seat, player.level, player.budget, seed)
            match.play(match.game.action(match.state, move))
            match.answer_formalities({0})
