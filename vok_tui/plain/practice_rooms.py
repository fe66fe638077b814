"""The rooms of practice in lines: what can be practised, and the positions of a session or drill one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from threading import Event
from typing import Any, Final

from ai.analysis.analyse import answer_text
from ai.analysis.decision import Decision
from ai.kit import kind_words
from engine.core.match import Match
from engine.games import GAMES
from saves import SaveError
from vok_tui.boards.line_reader import LineAnswer, Topic, as_sentence, spoken
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator.frontend import AtRetry
from vok_tui.game.story import Choice
from vok_tui.learning.courses import drill, session
from vok_tui.learning.practice import NO_DRILL, NOTHING_LEFT, KindSummary, Practice
from vok_tui.learning.retry import ASKING, ENDED, SOLVED, WAITING, Retry, judge_attempt
from vok_tui.plain.conversation import AskedGame, LineCommand, LineQuestion, Message
from vok_tui.plain.messages import attempt_message, position_message, public_step, solution_message
from vok_tui.plain.rooms import Hall, SimpleRoom
from vok_tui.plain.sentences import point_sentences, read_sentences, topic_commands, topic_sentences
from vok_tui.plain.start_rooms import spoken_number

LOOKING: Final = "Looking for a position."


def answer_sentences(match: Match, decision: Decision, note: str, *, first: bool = True) -> list[str]:
    """The answers of a decision with chances and points, the best first. `note` is said of the answer played; unless `first`, not
    if it is the best one."""
    lines = []
    for place, answer in enumerate(decision.answers):
        words = answer_text(match, decision, answer.action)
        chance = f": {round(100 * answer.chance)} percent" if answer.chance is not None else ""
        points = f", {answer.margin:+.1f} {match.game.score_word()}" if answer.margin is not None else ""
        is_noted = place == decision.played and (place > 0 or first)
        lines.append(f"{words}{chance}{points}{f'; {note}' if is_noted else ''}")
    return lines


class NobodyWaits(Event):
    """Is set when nobody waits for a position any more: because the room was left, or because the input has ended. To look for
    one may take a minute."""

    def __init__(self, hall: Hall) -> None:
        super().__init__()
        self._hall: Final = hall

    def is_set(self) -> bool:
        return super().is_set() or self._hall.paper.has_ended


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
        self._kinds = self._practice.all_kinds()
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
            cost = f", {100 * kind.loss:.2f} in 100 a decision" if kind.decisions else ""
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
        stop = NobodyWaits(self.hall)
        retry = drill(self._practice, game, kind, stop) if kind else session(self._practice, game)
        if retry is None and stop.is_set():
            return False
        if retry is None:
            conversation.say(*self._practice.notices)
            self._practice.notices.clear()
            left = NOTHING_LEFT if self._practice.library.places else self._practice.library.why_empty
            conversation.refuse(NO_DRILL.format(kind=kind_words(game, kind)) if kind else left)
            return False
        self.coordinator.show_over(AtRetry(retry))
        return True


class RetryRoom(SimpleRoom):
    """The positions of a session or drill: the table is read, then a question is asked until the answer is right."""

    def __init__(self, hall: Hall, retry: Retry, *, from_game: bool = False) -> None:
        """`retry` stands at a position. After the last one, more is offered; in positions `from_game`, the review of the open
        game, and that at each position instead of leaving."""
        super().__init__(hall)
        self._leads_back: Final = from_game
        self._more = "Practise more"
        self._go_to_more: Callable[[], None] = self.coordinator.looking_back.practise
        if from_game:
            self._more, self._go_to_more = "To the review", self._go_to_review
        elif retry.position.is_judged:
            self._more, self._go_to_more = "More puzzles", self.coordinator.looking_back.solve_puzzles
        self.retry: Final = retry
        self._said_place = -1  # the position whose table was read
        self._news: list[tuple[Message | None, list[str]]] = []  # messages, each with its lines
        self._kit = table_kit_of(GAMES[retry.position.match.setup.game])
        self._reader = self._kit.line_reader(retry.position.match)
        self._protocol = self._kit.protocol(retry.position.match)

    def say_news(self) -> None:
        say, retry = self.conversation.say, self.retry
        for notice in retry.course.notices:
            say(self._say(notice))
        retry.course.notices.clear()
        if retry.state not in (ENDED, WAITING) and retry.place != self._said_place:
            self._said_place = retry.place
            position = retry.position
            total = retry.course.count or (len(retry.positions) if retry.course.more is None else 0)
            count = f" of {total}" if total else ""
            title = position.match.chapter(position.decision.node).title or "the start"
            about = f", {position.about}" if position.about else ""
            heading = as_sentence(spoken(f"Position {retry.place + 1}{count}: {title}{about}"))
            self.conversation.tell(position_message(retry), heading)
            self._say_table()
            self._news = [(None, [self._say(retry.text())])]
        news, self._news = self._news, []
        for message, lines in news:
            if message is None:
                say(*lines)
            else:
                self.conversation.tell(message, *lines)

    def question(self) -> LineQuestion:
        retry = self.retry
        if retry.state == ENDED:
            return self.offer(
                "What next?", [(self._more, self._go_to_more), ("To the start", self.coordinator.go_to_start)]
            )
        if retry.state == ASKING:
            question = retry.position.match.game.question(self._state)
            self._acts = {"hint": self._hint, "show": self._show, "next": self._go_on}
            others = [
                LineAnswer("A hint", command="hint"),
                LineAnswer("Show the answers", command="show"),
                LineAnswer("Another position", command="next"),
            ]
            choices = [Choice(action, retry.position.match.game.say(self._state, action)) for action in retry.answers]
            if self._leads_back:
                self._acts["leave"] = self._go_to_more
                others.append(LineAnswer(self._more, command="leave"))
            answers = self._reader.list_answers(self.view, choices, self.names)
            return LineQuestion(self._reader.question_text(self.view, question), (*answers, *others))
        offers = [
            ("The next position", self._go_on),
            ("The line that is expected", self._say_line),
            (self._more, self._go_to_more) if self._leads_back else ("Leave", self._leave),
        ]
        return self.offer("What next?", offers)

    def give(self, answer: LineAnswer, *, by_number: bool) -> None:
        if answer.action is None:
            super().give(answer, by_number=by_number)
            return
        retry = self.retry
        attempt = retry.known_attempt(answer.action)
        if attempt is None:
            attempt = judge_attempt(retry.question(), retry.decision, answer.action, retry.position.budget)
        retry.accept(attempt)
        self._news = [(attempt_message(retry, attempt), [self._say(retry.text())])]
        if retry.state == SOLVED:
            self._news.append(self._solution())

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        asking = {
            "hint": LineCommand("how the best answer begins", lambda _: self._now(self._hint)),
            "show": LineCommand("show the answers; the position comes back sooner", lambda _: self._now(self._show)),
        }
        return {
            **super().commands,
            "look": LineCommand("the whole table", lambda _: self._say_table()),
            **topic_commands(self._reader, self._say_topic),
            "points": LineCommand("the points of everybody", lambda _: self._say_points()),
            "read": LineCommand("everything about a card or a place", self._read, "NAME"),
            **(asking if self.retry.state == ASKING else {}),
            "next": LineCommand("another position", lambda _: self._now(self._go_on)),
        }

    def _go_to_review(self) -> None:
        self.coordinator.looking_back.review(self.retry.decision.node)

    def close(self) -> None:
        """Nobody waits for further positions."""
        self.retry.course.stop.set()

    # -- what the question is about

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple([seat.name for seat in self.retry.position.match.setup.seats])

    def asked_game(self) -> AskedGame | None:
        if self.retry.state != ASKING:
            return None
        decision = self.retry.decision
        step = public_step(self.retry.position.match, decision.node)
        return AskedGame(self._protocol, step, decision.seat, self.names, self.view)

    @property
    def view(self) -> Any:
        """What the seat of the decision saw."""
        return self.retry.position.match.game.view(self._state, self.retry.decision.seat)

    @property
    def _state(self) -> Any:
        return self.retry.position.match.at(self.retry.decision.node)

    # -- what is said

    def _say(self, text: str) -> str:
        return spoken_number(self._reader.say(text))

    def _say_table(self) -> None:
        say, view = self.conversation.say, self.view
        say(self._reader.state_sentence(view, self.names))
        for topic in self._reader.topics.values():
            if topic.is_in_look:
                self._say_topic(topic, "")
        if not self._reader.topics:
            self._say_points()

    def _say_topic(self, topic: Topic, number: str) -> None:
        levels = [seat.level for seat in self.retry.position.match.seats]
        self.conversation.say(*topic_sentences(topic, number, self._reader, self.view, self.names, levels))

    def _say_points(self) -> None:
        match, kit = self.retry.position.match, self._kit
        rows = kit.standing_rows(self.view, tuple(match.scores(self.retry.decision.node)))
        self.conversation.say(*point_sentences(rows, self.view, self.names, self.retry.decision.seat, self._reader))

    def _read(self, name: str) -> None:
        levels = tuple([seat.level for seat in self.retry.position.match.seats])
        seat = self.retry.decision.seat
        self.conversation.say(*read_sentences(name, self._reader, self.view, self.names, levels, seat))

    def _solution(self) -> tuple[Message, list[str]]:
        """The answers with chances and points, why the best one is better, and when the position comes back."""
        retry, decision, match = self.retry, self.retry.shown_decision, self.retry.position.match
        is_judged = retry.position.is_judged
        lines = [
            *answer_sentences(match, decision, "your answer" if is_judged else "in the game", first=not is_judged),
            *retry.reporter.reasons_of(decision),
        ]
        said = [as_sentence(self._say(line)) for line in lines]
        return solution_message(retry), [*said, *([self._say(retry.note)] if retry.note else [])]

    def _now(self, act: Callable[[], None]) -> None:
        """Carry out a command that changes the question."""
        act()
        self.conversation.ask_again()

    def _hint(self) -> None:
        self.retry.give_hint()
        self._news = [(Message("position_hint", {"number": self.retry.hints}), [self._say(self.retry.text())])]

    def _show(self) -> None:
        self.retry.show_answers()
        message, lines = self._solution()
        self._news = [(message, ["The answers.", *lines])]

    def _say_line(self) -> None:
        self._news = [(None, [as_sentence(self._say(words)) for words, _ in self.retry.line_views()])]

    def _go_on(self) -> None:
        retry = self.retry
        retry.go_on()
        if retry.state == WAITING and retry.course.more is not None:
            if not retry.course.count:  # a drill, which may have to simulate games
                self.conversation.report("look-up", None, LOOKING)
            retry.add(retry.course.more())
            retry.go_on()
        if retry.state == ENDED:
            self._news = [(None, [self._say(line) for line in retry.course.summary()])]
        else:
            self._kit = table_kit_of(GAMES[retry.position.match.setup.game])
            self._reader = self._kit.line_reader(retry.position.match)
            self._protocol = self._kit.protocol(retry.position.match)

    def _leave(self) -> None:
        if self.retry.end_if_summed_up():
            self._news = [(None, [self._say(line) for line in self.retry.course.summary()])]
        elif self.retry.position.is_judged:  # a puzzle
            self.coordinator.go_to_start()
        else:
            self.coordinator.looking_back.practise()
