"""The rooms of a finished game: its result, and its review turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from engine.core.game import NOBODY
from vok_tui.boards.line_reader import Topic
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.autosave import OpenGame
from vok_tui.plain.conversation import LineCommand, LineQuestion
from vok_tui.plain.start_rooms import SimpleRoom
from vok_tui.plain.table_room import counted, point_sentences
from vok_tui.review.review import Review

if TYPE_CHECKING:
    from vok_tui.plain.house import House


class EndRoom(SimpleRoom):
    """The result of a finished game."""

    def __init__(self, house: House, open_game: OpenGame) -> None:
        super().__init__(house)
        self._open_game: Final = open_game
        self._has_said_result = False

    def say_news(self) -> None:
        if self._has_said_result:
            return
        self._has_said_result = True
        sitting = self._open_game.sitting
        sitting.go_to_latest_node()
        kit, names = table_kit_of(sitting.match.game), sitting.names
        your_seat = sitting.viewer if len(sitting.humans) == 1 else NOBODY
        view = sitting.match.game.view(sitting.state, sitting.viewer)
        sheet, reader = kit.score_sheet(sitting.state, view, names, your_seat), kit.line_reader(sitting.match)
        conversation, daily = self.house.conversation, self.house.daily_line(self._open_game)
        for sentence in ("The game is over.", sheet.title, sheet.note):
            if not conversation.has_said(sentence):
                conversation.say(sentence)
        conversation.say(*point_sentences((*sheet.totals, *sheet.rows), view, names, your_seat, reader))
        if daily:
            conversation.say(f"The line to share: {daily}")

    def question(self) -> LineQuestion:
        house, game = self.house, self._open_game
        return self.offer(
            "What next?",
            [
                ("Review this game", lambda: house.show_review(game)),
                ("Rematch", lambda: house.begin_rematch(game)),
                ("To the start", house.show_start),
                ("Quit", house.leave),
            ],
        )


class ReviewRoom(SimpleRoom):
    """Steps through a finished game, seen from the player's seat."""

    def __init__(self, house: House, open_game: OpenGame) -> None:
        super().__init__(house)
        sitting = open_game.sitting
        self._open_game: Final = open_game
        self._review: Final = Review(sitting.match, sitting.viewer)
        self._review.go_to(0)
        self._kit: Final = table_kit_of(sitting.match.game)
        self._reader: Final = self._kit.line_reader(sitting.match)
        self._levels: Final = sitting.levels

    def question(self) -> LineQuestion:
        review = self._review
        unit = "phase" if review.chapter.phase else review.chapter.unit
        steps = len(review.current_line) - 1
        place = f"{review.chapter.title}, step {self._step} of {steps}" if review.node else "the start of the game"
        offers: list[tuple[str, Callable[[], None]]] = []
        if self._step < steps:
            offers += [(f"Next {unit}", self._next_turn), ("Next step", lambda: self._go(lambda: review.go_steps(1)))]
        if review.node:
            offers += [
                (f"Previous {unit}", lambda: self._go(lambda: review.go_one_turn(-1))),
                ("Previous step", lambda: self._go(lambda: review.go_steps(-1))),
                ("First step", lambda: self._go(lambda: review.go_to_first_or_last(-1))),
            ]
        if self._step < steps:
            offers.append(("Last step", lambda: self._go(lambda: review.go_to_first_or_last(1))))
        if len(review.names) > 1 and review.may_see_all:
            offers.append((f"See the side of {self._next_name}", self._change_side))
        if review.answers() and not self._open_game.sitting.is_spectating:
            offers.append(("Play on from here in a new game", self._play_on))
        offers += [
            ("To the result", lambda: self.house.show_end(self._open_game)),
            ("To the start", self.house.show_start),
        ]
        return self.offer(f"Review, {place}. What next?", offers)

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        topics = {
            word: LineCommand(topic.help_text, partial(self._say_topics, [topic]))
            for word, topic in self._reader.topics.items()
        }
        return {
            **super().commands,
            "turn": LineCommand("go to the turn or round with this number", self._go_to_turn, "NUMBER"),
            "look": LineCommand("the whole table", partial(self._say_topics, [*self._reader.topics.values()])),
            **topics,
            "points": LineCommand("the points of everybody", lambda _: self._say_points()),
        }

    @property
    def _step(self) -> int:
        return list(self._review.current_line).index(self._review.node)

    @property
    def _next_name(self) -> str:
        return self._review.names[(self._review.viewer + 1) % len(self._review.names)]

    def _say_topics(self, topics: Sequence[Topic], _: str) -> None:
        review = self._review
        for topic in topics:
            self.house.conversation.say(*topic.lines(review.view(), review.names, self._levels))

    def _say_points(self) -> None:
        review = self._review
        rows, view = self._kit.standing_rows(review.view(), review.match.scores(review.shown_node)), review.view()
        self.house.conversation.say(*point_sentences(rows, view, review.names, review.viewer, self._reader))

    def _go(self, go: Callable[[], bool]) -> None:
        """Go to another step, and say it."""
        if go() and self._review.node:
            self._say_steps((self._review.node,))

    def _next_turn(self) -> None:
        """Say all steps of the next turn, and go to its last one."""
        review = self._review
        line = list(review.current_line)
        review.go_one_turn(1) if review.node else review.go_steps(1)
        first = line.index(review.node)
        chapter = review.chapter
        last = first
        while last + 1 < len(line) and review.step_tree.chapter_of_step(line[last + 1]) == chapter:
            last += 1
        review.go_to(line[last])
        self._say_steps(tuple(line[first : last + 1]))

    def _go_to_turn(self, number: str) -> None:
        if not number.isdecimal() or len(number) > 5:
            self.house.conversation.say("Type turn and a number.")
            return
        self._go(lambda: self._review.go_to_turn(int(number)))
        self.house.conversation.ask_again()

    def _say_steps(self, nodes: tuple[int, ...]) -> None:
        sentences = [self._reader.say(sentence.text) for sentence in self._review.story_of_steps(nodes).sentences]
        self.house.conversation.say(*(counted(sentences) or ["Nothing that you can see."]))

    def _change_side(self) -> None:
        self._review.view_from_next_seat()

    def _play_on(self) -> None:
        self.house.play_on_from(self._open_game, self._review.shown_node)
