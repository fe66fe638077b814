"""The daily games in lines: the results of a day, the levels on the same deal, the best line, and the month."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from datetime import date
from functools import partial
from typing import Any, Final

from engine.games import GAMES
from saves import SaveError, SaveInfo
from vok_tui.boards.line_reader import as_sentence, spoken
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.daily_deal import read_begun
from vok_tui.plain.conversation import NOT_FOUND, LineCommand, LineQuestion, Message
from vok_tui.plain.messages import day_message, losses_message
from vok_tui.plain.rooms import Hall, SimpleRoom
from vok_tui.plain.sentences import best_line_sentences
from vok_tui.plain.start_rooms import spoken_number
from vok_tui.records import daily_days
from vok_tui.records.daily import today_in_utc

STATE_WORDS: Final = {
    daily_days.WON: "won",
    daily_days.LOST: "lost",
    daily_days.FINISHED: "finished",
    daily_days.GOES_ON: "begun, and not finished yet",
    daily_days.GONE: "begun, and its save is gone",
}
THINKING: Final = "The levels play the deal. Ctrl-C stops them."
STOPPED: Final = "The levels have stopped; what they have reached is kept."
HOW_TO_NAME_A_DAY: Final = "Type day and a day of this month, or a date such as 2026-11-23."


class DailyRoom(SimpleRoom):
    """The daily games of one game at a time, day by day."""

    def __init__(self, hall: Hall, game: str, day: date) -> None:
        super().__init__(hall)
        self._game: Final = game
        self._day = day
        self._days = daily_days.DailyDays(
            game, today_in_utc(), {}, daily_days.read_days((), {}, game, today_in_utc()).streak, {}
        )
        self._analysis: daily_days.DayAnalysis | str = ""
        self._said_day: date | None = None
        self._wants_levels = False

    # -- the room

    def say_news(self) -> None:
        """How many days were played, the first time; and the day, unless it was said already."""
        is_first = self._said_day is None
        if self._said_day == self._day:
            return
        self._said_day = self._day
        say = self.conversation.say
        try:
            shelf = self.coordinator.shelf
            begun = read_begun(shelf.folder.parent)
            self._days = daily_days.read_days(shelf.list_saves_and_bin(GAMES), begun, self._game, today_in_utc())
        except SaveError as error:
            say(str(error))
        if is_first:
            say(as_sentence(self._days.streak_text), self._days.month_sentence(self._day))
        self._analysis = daily_days.best_lines_of(self._save) if self._save is not None else ""
        self.conversation.tell(self._day_message(), *self._day_sentences())

    def question(self) -> LineQuestion:
        days, coordinator = self._days, self.coordinator
        state = days.state_of(self._day)
        words = {"": "Play it", daily_days.GONE: "Play it again", daily_days.GOES_ON: "Continue it"}
        word = words.get(state, "The result and the review")
        play = partial(coordinator.new_games.begin_or_continue_daily, self._day, self._game)
        offers: list[tuple[str, Callable[[], None]]] = [(word, play)]
        if isinstance(self._analysis, daily_days.DayAnalysis):
            offers.append(("The best line", self._say_best_line))
        if self._missing_levels:
            offers.append(("Let the levels play the same deal", self._ask_for_levels))
        offers += [("The month, day by day", self._say_month), ("The day before", partial(self._move, -1))]
        if self._day < days.today:
            offers += [("The day after", partial(self._move, 1)), ("Today", partial(self._show_day, days.today))]
        others = [name for name in GAMES if name != self._game]
        offers += [
            (f"Daily games of {GAMES[name].title()}", partial(coordinator.show_daily, name, self._day))
            for name in others
        ]
        return self.offer("Daily game. What next?", [*offers, ("Back to the start", coordinator.go_to_start)])

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        return {
            **super().commands,
            "day": LineCommand("the daily game of another day: 17, or 2026-11-17", self._go_to_day, "DATE"),
        }

    def work(self) -> Coroutine[Any, Any, None] | None:
        return self._let_levels_play() if self._wants_levels else None

    # -- what is said

    @property
    def _save(self) -> SaveInfo | None:
        return self._days.finished(self._day)

    def _day_sentences(self) -> list[str]:
        """The day: what was reached, by whom, and what the analysis says."""
        days, save = self._days, self._save
        state = STATE_WORDS.get(days.state_of(self._day), "not played")
        if not days.state_of(self._day) and self._day < days.today:
            state += "; it will not count for the streak"
        today = ", today" if self._day == days.today else ""
        setup = days.setup_of(self._day)
        sentences = [
            f"{self._day:%A} {spoken(self._day.isoformat())}{today}: {state}",
            daily_days.game_and_opponents(setup),
        ]
        if save is None:
            return [as_sentence(sentence) for sentence in sentences]
        sentences += [f"{row.name}: {self._result_words(row)}" for row in daily_days.players_results(save)]
        found = daily_days.levels_results(self._game, self._level_results)
        if found:
            levels = "; ".join([f"{row.name} {self._result_words(row)}" for row in found])
            sentences.append(f"The levels on the same deal: {levels}")
        if isinstance(self._analysis, daily_days.DayAnalysis):
            costly = self._analysis.best_lines[0].costly
            words = (
                table_kit_of(GAMES[self._game]).line_reader(self._analysis.reporter.match).say(costly.short_sentence)
            )
            sentences.append(f"What cost most: {costly.title}, {costly.cost}: {words}")
        elif self._analysis == daily_days.NOT_ANALYSED:
            sentences.append(f"{daily_days.NOT_ANALYSED}: its review can do that")
        else:
            sentences.append(self._analysis)
        said = [as_sentence(spoken_number(sentence)) for sentence in sentences]
        return [*said, f"The line to share: {days.line(self._day)}"]  # as it is copied

    def _day_message(self) -> Message:
        days, save = self._days, self._save
        results = daily_days.players_results(save) if save is not None else []
        levels = daily_days.levels_results(self._game, self._level_results) if save is not None else []
        return day_message(days, self._day.isoformat(), days.state_of(self._day), days.line(self._day), results, levels)

    def _result_words(self, row: daily_days.DayResult) -> str:
        points = "" if row.points is None else f"{row.points} {GAMES[self._game].score_word()}"
        return ", ".join(filter(None, (points, row.note)))

    def _say_best_line(self) -> None:
        if isinstance(self._analysis, daily_days.DayAnalysis):
            reader = table_kit_of(GAMES[self._game]).line_reader(self._analysis.reporter.match)
            lines = best_line_sentences(self._analysis.best_lines)
            said = [as_sentence(spoken_number(reader.say(line))) for line in lines]
            self.conversation.tell(losses_message(self._analysis.reporter, self._analysis.analysis), *said)

    def _say_month(self) -> None:
        """The days of the month by their results."""
        month, days = self._day, self._days
        in_month = [day for day in sorted(days.attempts) if (day.year, day.month) == (month.year, month.month)]
        sentences = [days.month_sentence(month)]
        for state, word in STATE_WORDS.items():
            numbers = [str(day.day) for day in in_month if days.state_of(day) == state]
            if numbers:
                sentences.append(f"{word}: {', '.join(numbers)} {month:%B}")
        self.conversation.say(*map(as_sentence, sentences))

    # -- other days

    def _move(self, step: int) -> None:
        ordinal = min(self._day.toordinal() + step, self._days.today.toordinal())
        self._show_day(date.fromordinal(max(1, ordinal)))

    def _show_day(self, day: date) -> None:
        self._day = day
        self.conversation.ask_again()

    def _go_to_day(self, text: str) -> None:
        if text in ("before", "after"):
            self._move(1 if text == "after" else -1)
            return
        try:
            day = self._day.replace(day=int(text)) if text.isdecimal() and len(text) < 3 else date.fromisoformat(text)
        except ValueError:
            self.conversation.refuse(HOW_TO_NAME_A_DAY, NOT_FOUND, "a day")
            return
        if day > self._days.today:
            self.conversation.refuse("That day is yet to come.", NOT_FOUND, "a day until today")
        else:
            self._show_day(day)

    # -- the levels

    @property
    def _level_results(self) -> dict[str, daily_days.LevelResult]:
        return daily_days.read_level_results(self.coordinator.shelf.folder.parent, self._days.setup_of(self._day))

    @property
    def _missing_levels(self) -> list[str]:
        """The levels that have not played the deal of a finished day."""
        if self._save is None:
            return []
        found = self._level_results
        return [level for level in daily_days.levels_to_compare(self._game) if level not in found]

    def _ask_for_levels(self) -> None:
        self._wants_levels = True

    async def _let_levels_play(self) -> None:
        """Let the missing levels play the deal, and say what each has reached, until that is over or Ctrl-C stops it."""
        self._wants_levels = False
        conversation, setup = self.conversation, self._days.setup_of(self._day)
        loop, is_stopped, said = asyncio.get_running_loop(), asyncio.Event(), set(self._level_results)

        def say_new(found: Mapping[str, daily_days.LevelResult]) -> None:
            new = {level: result for level, result in found.items() if level not in said}
            said.update(new)
            conversation.say(
                *[f"{row.name}: {self._result_words(row)}" for row in daily_days.levels_results(self._game, new)]
            )

        def report(found: dict[str, daily_days.LevelResult]) -> None:
            loop.call_soon_threadsafe(say_new, found)

        conversation.report("levels", None, THINKING)
        with self.hall.paper.stops_heard_by(is_stopped.set):
            await asyncio.to_thread(
                daily_days.play_levels,
                self.coordinator.shelf.folder.parent,
                setup,
                is_stopped.is_set,
                report,
                daily_days.make_background_thinker,
            )
        await asyncio.sleep(0)  # the last result is on its way
        if is_stopped.is_set():
            conversation.say(STOPPED)
        conversation.ask_again()
