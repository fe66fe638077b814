"""The lines of `vok plain` as a front end: which room shows a location."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final, get_args

from saves import SaveError, Shelf
from vok_tui.coordinator import frontend as at
from vok_tui.coordinator.coordinator import Coordinator
from vok_tui.coordinator.current_game import launch_command
from vok_tui.coordinator.frontend import ONLY_SCREENS, Location, Option, Prompt, PromptId, offered
from vok_tui.coordinator.player import Preferences
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.thinker import Thinker
from vok_tui.plain.conversation import Conversation, Room
from vok_tui.plain.rooms import Hall, Paper, PromptRoom
from vok_tui.plain.start_rooms import (
    FormRoom,
    SettingsRoom,
    ShelfRoom,
    StartRoom,
    WelcomeRoom,
    all_stats_sentences,
    goal_sentences,
)
from vok_tui.plain.table_room import TableRoom
from vok_tui.shared.errors import ExitCode

if TYPE_CHECKING:
    from vok_tui.game.analysis_job import AnalysisJob
    from vok_tui.learning.goal_counts import GoalCounter


class LineFrontend:
    """Shows the locations of a game in a conversation."""

    shows: Final = frozenset(get_args(Location)) - ONLY_SCREENS.keys()

    def __init__(
        self,
        conversation: Conversation,
        paper: Paper,
        call_in_loop: Callable[[Callable[[], None]], object],
        shelf: Shelf,
        thinker: Thinker | None,
        start: StartOptions,
        preferences: Preferences,
    ) -> None:
        self._conversation: Final = conversation
        self._call_in_loop: Final = call_in_loop
        self.coordinator: Final = Coordinator(self, shelf, thinker, start, preferences)
        self.hall: Final = Hall(conversation, paper, self.coordinator)

    @property
    def command(self) -> str:
        return f"{launch_command()} plain"

    def ask(self, prompt: Prompt, then: Callable[[str], object]) -> None:
        self._conversation.cover(PromptRoom(self.hall, offered(self, prompt), then))

    def say(self, sentence: str) -> None:
        self._conversation.say(sentence)

    def refuse(self, sentence: str) -> None:
        self._conversation.refuse(sentence)

    def show_analysis(self, job: AnalysisJob) -> None:
        del job  # the room knows its own
        self.hall.analysis_changed.set()

    def caller_in_event_loop(self) -> Callable[[Callable[[], None]], object]:
        return self._call_in_loop

    def show(self, location: Location, *, over: bool = False) -> None:
        match location:
            case at.AtExit():
                self._conversation.end(ExitCode.OK)
            case at.AtStats(stats):
                self._conversation.say_long(all_stats_sentences(stats))
            case at.AtGoals(counter):
                self._say_goals(counter)
            case at.AtPlayOn():
                self._ask_to_play_on(location)
            case _:
                self._conversation.enter(self._room(location, over=over))

    def _say_goals(self, counter: GoalCounter) -> None:
        try:
            self._conversation.say_long(goal_sentences(counter.count(), datetime.now().astimezone()))
        except SaveError as error:
            self._conversation.say(str(error))

    def _ask_to_play_on(self, location: at.AtPlayOn) -> None:
        """Ask whether the same players play on."""
        options = (Option("new", "A new game"), Option("", "Stay here"))
        prompt = Prompt(PromptId.BRANCH, "This game is finished", location.text, options)
        play_on = self.coordinator.new_games.play_on
        self.ask(prompt, lambda answer: play_on(location.open_game, location.node) if answer else None)

    def _room(self, location: Location, *, over: bool) -> Room:
        """The room of a location. Most rooms of looking back load the analysis, so they are loaded when they are entered. A
        finished game that is opened begins with its result, which leads to the review."""
        hall = self.hall
        match location:
            case at.AtForm(opponents, edition):
                return FormRoom(hall, opponents, edition)
            case at.AtTable(open_game):
                self._conversation.say(open_game.sitting.match.game.title())
                return TableRoom(hall, open_game)
            case at.AtShelf(in_bin):
                return ShelfRoom(hall, in_bin=in_bin)
            case at.AtSettings():
                return SettingsRoom(hall)
            case at.AtReview(open_game, decision) if over or decision is not None:
                from vok_tui.plain.finished_rooms import ReviewRoom

                return ReviewRoom(hall, open_game, decision)
            case at.AtReview(open_game):
                from vok_tui.plain.finished_rooms import EndRoom

                self._conversation.say(open_game.sitting.match.game.title())
                return EndRoom(hall, open_game)
            case at.AtScore(open_game, tip=tip):
                from vok_tui.plain.finished_rooms import EndRoom

                return EndRoom(hall, open_game, tip)
            case at.AtDaily(game, day):
                from vok_tui.plain.daily_room import DailyRoom

                return DailyRoom(hall, game, day)
            case at.AtPractice(practice, wish):
                from vok_tui.plain.practice_rooms import PracticeRoom

                return PracticeRoom(hall, practice, wish)
            case at.AtRetry(retry, from_game):
                from vok_tui.plain.practice_rooms import RetryRoom

                return RetryRoom(hall, retry, from_game=from_game)
            case at.AtBox(own):
                from vok_tui.plain.box_room import BoxRoom

                return BoxRoom(hall, own)
        return WelcomeRoom(hall) if isinstance(location, at.AtWelcome) else StartRoom(hall)
