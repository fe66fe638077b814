"""The rooms of practice in lines: what can be practised, and the positions of a session or drill one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from ai.analysis.analyse import answer_text
from ai.analysis.decision import Decision
from engine.core.match import Match
from engine.games import GAMES
from saves import SaveError
from vok_tui.boards.line_reader import LineAnswer, as_sentence, spoken
from vok_tui.coordinator.frontend import AtRetry
from vok_tui.game.autosave import OpenGame
from vok_tui.learning.practice import KindSummary, Practice
from vok_tui.learning.retry import ENDED, SOLVED, WAITING, WRONG, Retry, RetryOption
from vok_tui.learning.trial import judge_attempt
from vok_tui.plain.conversation import AskedGame, LineCommand, LineQuestion, Message
from vok_tui.plain.messages import attempt_message, position_message, solution_message
from vok_tui.plain.rooms import Hall, SimpleRoom
from vok_tui.plain.start_rooms import spoken_number
from vok_tui.plain.table_room import TableRoom

LOOKING: Final = "Looking for a position."
HOW_TO_GO_ON: Final = "Play as at the table. Also: hint, show, next, leave."


def answer_sentences(match: Match, decision: Decision, note: str) -> list[str]:
    """The answers of a decision with chances and points, the best first. `note` is said of the answer played."""
    lines = []
    for place, answer in enumerate(decision.answers):
        words = answer_text(match, decision, answer.action)
        chance = f": {round(100 * answer.chance)} percent" if answer.chance is not None else ""
        points = f", {answer.margin:+.1f} {match.game.score_word()}" if answer.margin is not None else ""
        lines.append(f"{words}{chance}{points}{f'; {note}' if place == decision.played else ''}")
    return lines


class PracticeRoom(SimpleRoom):
    """What can be practised. `wish` is begun at once: a game and a kind, "" for what has come back."""

    def __init__(self, hall: Hall, practice: Practice, wish: tuple[str, str] | None = None) -> None:
        super().__init__(hall)
        self._practice: Final = practice
        self._wish = wish
        self._kinds: list[KindSummary] = []

    def say_news(self) -> None:
        say = self.conversation.say
        try:
            self._practice.read()
        except SaveError as error:
            say(str(error))
        self._kinds = self._practice.kinds()
        standing = self._practice.standing()
        say(as_sentence(standing.text) or self._practice.library.why_empty)
        if standing.best_row > 1:
            say(f"{standing.row} in a row, best {standing.best_row}.")

    def question(self) -> LineQuestion:
        wish, self._wish = self._wish, None
        if wish is not None and self._begin(*wish):
            room = self.conversation.room
            assert room is not None
            room.say_news()
            return room.question()
        offers: list[tuple[str, Callable[[], None]]] = [("What comes back", partial(self._begin_or_say, "", ""))]
        for kind in self._kinds:
            cost = f", {100 * kind.loss:.2f} in 100 per decision" if kind.decisions else ""
            text = f"Drill: {kind.words}, {GAMES[kind.game].title()}{cost}"
            offers.append((spoken(text), partial(self._begin_or_say, kind.game, kind.kind)))
        offers += [("The latest days", self._say_days), ("Back to the start", self.coordinator.go_to_start)]
        return self.offer("What do you want to practise?", offers)

    def _say_days(self) -> None:
        self.conversation.say(
            *(
                [as_sentence(spoken_number(line)) for line in self._practice.past_days()]
                or ["Nothing was practised yet."]
            )
        )

    def _begin_or_say(self, game: str, kind: str) -> None:
        self._begin(game, kind)

    def _begin(self, game: str, kind: str) -> bool:
        """Begin a session or a drill. Returns False, and says why, if there is none."""
        conversation = self.conversation
        conversation.report("look-up", None, LOOKING)
        retry, note = self.coordinator.looking_back.begin_practice(self._practice, game, kind)
        if note:
            conversation.say(note)
        if retry is None:
            return False
        self.coordinator.show_over(AtRetry(retry))
        return True


class RetryRoom(TableRoom):
    """The table of a position that is tried again; where an attempt has ended, what can be done then."""

    def __init__(self, hall: Hall, retry: Retry, *, from_game: bool = False) -> None:
        """`retry` stands at a position. Positions `from_game` lead back to the review of the open game."""
        super().__init__(hall, OpenGame(retry.trial))
        self.retry: Final = retry
        self._from_game: Final = from_game
        self._acts: dict[str, Callable[[], None]] = {}
        self._is_new = True  # whether it was not said yet what is asked
        self._news: list[tuple[Message | None, list[str]]] = []  # messages, each with its lines

    def say_news(self) -> None:
        say, retry = self._conversation.say, self.retry
        for notice in retry.course.notices:
            say(self._words(notice))
        retry.course.notices.clear()
        if self._is_new and retry.state not in (WAITING, ENDED):
            place, about = retry.status()
            title = retry.position.match.chapter(retry.position.start).title or "the start"
            heading = ", ".join(filter(None, [f"{place}: {title}", about]))
            self._conversation.tell(position_message(retry), as_sentence(spoken(heading)))
        super().say_news()
        if self._is_new:
            self._is_new = False
            say(self._words(retry.text()), HOW_TO_GO_ON)
        news, self._news = self._news, []
        for message, lines in news:
            if message is None:
                say(*lines)
            else:
                self._conversation.tell(message, *lines)

    def question(self) -> LineQuestion:
        if not self.retry.lists_options:
            return super().question()
        options = self.retry.options
        self._acts = {f"retry {number}": partial(self._do, option) for number, option in enumerate(options)}
        answers = [
            LineAnswer(self._words(self._words_of(option)), command=command)
            for option, command in zip(options, self._acts, strict=True)
        ]
        return LineQuestion("What next?", tuple(answers))

    def asked_game(self) -> AskedGame | None:
        return None if self.retry.lists_options else super().asked_game()

    def give(self, answer: LineAnswer, *, typed: str) -> None:
        act = self._acts.get(answer.command)
        if act is not None and answer.action is None:
            act()
        else:
            super().give(answer, typed=typed)

    def _leave_if_over(self) -> None:
        """Nothing is left: what has ended is an attempt, and it is judged."""
        retry = self.retry
        if retry.follow_table():
            attempt = judge_attempt(retry.position, retry.trial.own_actions())
            retry.accept(attempt)
            self._news = [(attempt_message(retry, attempt), [self._words(retry.text())])]
            if retry.state == SOLVED:
                self._news.append((solution_message(retry), []))
        elif retry.state == WRONG and retry.lists_options:
            self._news = [(None, [self._words(retry.text())])]

    def _travel(self, go: Callable[[], object], done: str) -> None:
        super()._travel(go, done)
        self._leave_if_over()

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        retry = self.retry
        own = dict(super().commands)
        for word in ("save", "analyse", "redeal", "hint"):
            own.pop(word, None)
        if retry.is_asking:
            own["hint"] = LineCommand("what the good plans do; once more, the best one", lambda _: self._now("hint"))
        else:
            own["why"] = LineCommand("why the best one is better", lambda _: self._say_why())
        if retry.state not in (WAITING, ENDED):
            own["show"] = LineCommand("show the plans or answers with their numbers", lambda _: self._now("show"))
            own["next"] = LineCommand("another one", lambda _: self._now("next"))
        own["leave"] = LineCommand("back to where you came from", lambda _: self._now("leave"))
        return own

    def close(self) -> None:
        """Leave the room, be it for the next position."""
        super().close()
        if self.retry.trial is self.sitting:
            self.retry.course.stop.set()

    # -- what is done

    def _now(self, option: str) -> None:
        self._do(RetryOption(option, ""))
        self._conversation.ask_again()

    def _do(self, option: RetryOption) -> None:
        retry, sitting = self.retry, self.sitting
        if option.id == "hint":
            retry.give_hint()
            hint = (Message("position_hint", {"number": retry.hints}), [self._words(as_sentence(retry.hint_text()))])
            if retry.trial.is_at_end:
                self._go_to(sitting.destination_node("undo"))
            self._news = [hint]
        elif option.id in ("back", "turn"):
            self._go_to(sitting.destination_node("undo" if option.id == "back" else "turn_start"))
        elif option.id == "show":
            retry.show_lines()
            self._news = [(solution_message(retry), [self._words(retry.text())])]
        elif option.id == "line":
            retry.play_line(option.place)
            self._news = [(None, [self._words(as_sentence(option.text))])]
        elif option.id == "next":
            self._go_on()
        else:
            self._leave()

    def _go_on(self) -> None:
        retry = self.retry
        retry.go_on()
        if retry.state == WAITING and retry.course.more is not None:
            if not retry.course.count:
                self._conversation.report("look-up", None, LOOKING)
            retry.add(retry.course.more())
            retry.go_on()
        if retry.state == ENDED:
            self._news = [(None, [self._words(line) for line in retry.course.summary()])]
        else:
            self._hall.coordinator.show_over(AtRetry(retry, self._from_game))

    def _leave(self) -> None:
        retry, coordinator = self.retry, self._hall.coordinator
        if retry.end_if_summed_up():
            self._news = [(None, [self._words(line) for line in retry.course.summary()])]
        else:
            coordinator.looking_back.leave_retry(retry, from_game=self._from_game)

    # -- what is said

    def _words(self, text: str) -> str:
        return spoken_number(self.reader.say(text))

    def _words_of(self, option: RetryOption) -> str:
        """An option, and of a line what it is worth and who has played it."""
        if option.place < 0:
            return option.text
        retry = self.retry
        line, word = retry.lines[option.place], retry.position.match.game.score_word()
        chance = "" if line.chance is None else f"{round(100 * line.chance)} percent"
        points = "" if line.margin is None else f"{line.margin:+.1f} {word}"
        worth = ", ".join(filter(None, [chance, points]))
        whose = [*([line.yours] if line.yours else []), *([f"the {retry.game_word}'s"] if line.is_played else [])]
        return f"{line.words}{f': {worth}' if worth else ''}{'; ' if whose else ''}{' and '.join(whose)}"

    def _say_why(self) -> None:
        self._conversation.say(*[as_sentence(self._words(line)) for line in self.retry.reasons])
