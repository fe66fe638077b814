"""The table in lines: what has happened, the question of the game, and everything that may be read of the table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ai.kit import kit_of
from engine import GAMES
from engine.core.errors import ImpossibleRedraw
from engine.core.game import NOBODY
from engine.core.journal import NAME
from saves import SaveError, new_annotation
from saves.clean_text import clean_and_cut
from vok_tui.boards.line_reader import SMALL_WORDS, LineAnswer, LineReader, as_sentence, with_role
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.autosave import OpenGame
from vok_tui.game.navigation import PEEKED
from vok_tui.game.opponents import Opponents, Pace
from vok_tui.game.sitting import Sitting, humans_are_out
from vok_tui.game.story import Sentence
from vok_tui.game.thinker import ReportProgress, ThinkingProgress
from vok_tui.game.travel import IDLE_REASONS, reshuffle_nodes, why_not_go_to, why_not_travel
from vok_tui.learning.coach import NOT_GUIDED, Coach
from vok_tui.learning.guide import Guide
from vok_tui.panes.scene import Answer, TableCommand
from vok_tui.plain.conversation import (
    FAILED,
    NOT_FOUND,
    AskedGame,
    CostlyAnswer,
    LineCommand,
    LineQuestion,
    Refusal,
    tokens,
)
from vok_tui.plain.messages import ToldEvents, hint_message, losses_message, public_step
from vok_tui.plain.rooms import Hall
from vok_tui.plain.sentences import (
    SaidSentences,
    counted,
    hint_sentences,
)
from vok_tui.plain.table_reading import TableReading, keys_of_table, seen_at
from vok_tui.records.helped import why_not_before_end
from vok_tui.shared.shortcuts import SHORTCUTS, TABLE

if TYPE_CHECKING:
    from vok_tui.game.analysis_job import AnalysisJob

CANNOT_CLEAR: Final = (
    "Several people play here, and what was written cannot be cleared from this output: whoever sits here can read back what "
    "the others were told."
)
COMMANDS_TAUGHT: Final = (
    "Type look for the whole table, and hand for your hand.",
    "Type read and a name for all about a card or a place.",
    "Type why and a name if you cannot choose something.",
    "Type undo to take your answer back.",
    "Type help for all commands.",
)  # with the first steps of a guided game
NOT_HIDDEN: Final = "Is that all right?"
NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")  # in a hint; another chance alone is no news
SAID_WHEN_OUT: Final = 5  # sentences of the rest of a game in which the player is out, before `more`
YES_NO: Final = ("Yes", "No")


class TableRoom:
    """The game at the table. `opponents` may be awaited when `awaits_opponents`."""

    def __init__(self, hall: Hall, open_game: OpenGame) -> None:
        self.open_game: Final = open_game
        self.sitting: Final[Sitting] = open_game.sitting
        lesson = open_game.lesson
        player = self._player = hall.coordinator.player
        self._guide: Final = Guide(lesson, self.sitting, player.history) if lesson is not None else None
        self._said_step = ""  # the heading of the step of the guided game that was said
        self._hall: Final = hall
        self._conversation: Final = hall.conversation
        self._kit: Final = table_kit_of(GAMES[self.sitting.match.setup.game])
        self.reader: Final[LineReader] = self._kit.line_reader(self.sitting.match)
        self._protocol: Final = self._kit.protocol(self.sitting.match)
        self._reading: Final = TableReading(
            self.sitting.match, self.reader, self._conversation, lambda: seen_at(self.sitting)
        )
        self.opponents: Final = Opponents(self.sitting, Pace(0.0), player.preferences.reaction_seconds, self)
        self._said: Final = {
            seat: SaidSentences(self.sitting, is_new=len(self.sitting.match.log) == 1) for seat in self.sitting.humans
        }
        self._told: Final = {seat: ToldEvents(self.sitting, self._protocol) for seat in self.sitting.humans}
        self._asks_who_plays_on = ""  # why an opponent could not decide, "" if it could
        self._bot_failed = False
        self._pending: Callable[[], None] | None = None  # what happens after "yes"
        self._pending_text = ""
        self._pending_words = YES_NO
        self._warning: CostlyAnswer | None = None  # what the pending question warns of
        self._otherwise: Callable[[], None] | None = None
        self._given: LineAnswer | None = None  # the latest answer, whose news were not said yet
        self._given_question = ""
        self._thinking_seat = NOBODY  # who was said to think
        self._is_new_here = True  # whether the table was not read to the viewer yet
        self._said_out = False
        self.coach: Final = Coach(self.sitting, player.preferences.warn_from if lesson is None else 0)
        self._wants_hint = False  # see `_give_hint`
        self._watched_node = -1  # whose question the coach looks at, so that it can warn
        self._watch: asyncio.Task[None] | None = None
        self._is_resumed = len(self.sitting.match.log) > 1
        self._said_chapter = ""
        if len(self.sitting.humans) > 1 and not hall.paper.can_clear:
            self._ask_first(f"{CANNOT_CLEAR} {NOT_HIDDEN}", lambda: None, hall.coordinator.go_to_start)
        self._hold_view_if_others_may_react()

    # -- the room

    def say_news(self) -> None:
        """What has happened since, and once what lies on the table."""
        if self._pending is not None or self._is_covered:
            return
        is_first, self._is_new_here = self._is_new_here, False
        if is_first and self._is_resumed:
            self._say_since()
        self._said_chapter = self.sitting.chapter.title if is_first else self._said_chapter
        self._say_story()
        if is_first:
            self._reading.say_table()
        self._say_guide()

    def question(self) -> LineQuestion:
        sitting = self.sitting
        if self._pending is not None:
            yes, no = self._pending_words
            words = (_command(yes, "yes", "yes"), _command(no, "no", "no"))
            return LineQuestion(self._pending_text, words, warning=self._warning)
        if sitting.seat_to_take_keyboard != NOBODY:
            name = sitting.names[sitting.seat_to_take_keyboard]
            return LineQuestion(
                f"The next answer is {name}'s.", (_command(f"I am {name}", TableCommand.SIT.value, "yes"),)
            )
        if self._asks_who_plays_on:
            return LineQuestion("Who plays on in this seat?", tuple(self._substitutes()))
        if sitting.shows_end:  # of a guided game
            return LineQuestion("The game is over.", (_command("To the start", TableCommand.LEAVE.value),))
        names, view = sitting.names, self._view
        answers = self.reader.list_answers(view, sitting.choices(), names)
        roles = [answer.role for answer in answers]
        if len(answers) == 2 and "no" in roles:
            answers = [answer if answer.role else with_role(answer, "yes") for answer in answers]
        return LineQuestion(self.reader.question_text(view, sitting.question()), tuple(answers))

    def give(self, answer: LineAnswer, *, typed: str) -> None:
        if answer.action is None:
            self._carry_out(answer)
            return
        cost = self.coach.cost_in_100(answer.action)
        if not cost:
            self._play(answer, typed)
            return
        from vok_tui.learning.coach import take_back_question

        text = as_sentence(answer.full_text or answer.text).removesuffix(".")
        is_exact = self.coach.is_exact
        question, message, choices = take_back_question(
            text, cost, answer.action, is_exact=is_exact, is_about_turn=self.coach.is_about_turn
        )
        words = (choices[0].text, choices[1].text)
        self._ask_first(f"{message} {question}", lambda: None, lambda: self._play(answer, typed), words)
        self._warning = CostlyAnswer(text, answer.action, cost / 100, is_exact)

    def _play(self, answer: LineAnswer, typed: str) -> None:
        """Play an answer. It is confirmed: in a few words if a number has given it, whole if only some of its words have."""
        assert answer.action is not None
        whole = answer.full_text or answer.text
        if not typed:
            self._conversation.say(answer.echo or answer.text)
        elif not set(tokens(whole)) - SMALL_WORDS <= set(tokens(typed)):
            self._conversation.say(whole)
        self._given = answer
        self._given_question = self.reader.question_text(self._view, self.sitting.question())
        self.play_action(self.sitting.node, answer.action)
        self._leave_if_over()

    @property
    def _all_at_once(self) -> Answer | None:
        """The answer to the open question that does at once all that is left, if there is one."""
        is_asked = self.sitting.asks_viewer and not self.sitting.has_ended
        return self.reader.all_at_once(self._view, self.sitting.choices(), self.sitting.names) if is_asked else None

    def _give_all(self) -> None:
        """Do all that is left at once. What that was is said as any news."""
        for action in self._all_at_once.steps if self._all_at_once is not None else ():
            if action in [choice.action for choice in self.sitting.choices()]:
                self.play_action(self.sitting.node, action)
        self._leave_if_over()

    def take_text(self, text: str | None) -> None:
        del text  # no question of the table takes a text

    def asked_game(self) -> AskedGame | None:
        sitting = self.sitting
        if not sitting.asks_viewer:
            return None
        step = public_step(sitting.match, sitting.node)
        return AskedGame(self._protocol, step, sitting.viewer, tuple(sitting.names), sitting.view())

    def close(self) -> None:
        self._stop_watching()
        self.coach.close()

    @property
    def keys(self) -> Mapping[str, str]:
        return keys_of_table([*SHORTCUTS[TABLE], *self._kit.shortcuts], self._player.preferences.keys)

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        own = {
            **self._reading.commands,
            "since": LineCommand(
                "all that happened since the end of your last turn", lambda _: self._say_since(), only_reads=True
            ),
            "why": LineCommand("why something cannot be chosen now", self._say_obstacles, "NAME", only_reads=True),
            "hint": LineCommand(
                "the best answers; the game is then counted apart and not rated", lambda _: self._hint()
            ),
            "analyse": LineCommand(
                "what your decisions so far have cost; the game is then counted apart and not rated",
                lambda _: self._hall.coordinator.analyses.toggle(),
            ),
            "undo": LineCommand("take back your latest answer; first it says what that costs", lambda _: self._undo()),
            "redo": LineCommand("play again what was taken back", lambda _: self._redo()),
            "redeal": LineCommand("deal again all that you cannot know", lambda _: self._reshuffle()),
            "save": LineCommand("give this game a name; it is saved anyway", self._save_name, "NAME"),
            "menu": LineCommand("leave the table for the start", lambda _: self._hall.coordinator.go_to_start()),
            "quit": LineCommand("leave; the game is on disk", lambda _: self._hall.coordinator.quit()),
        }
        if self._is_covered or self._is_new_here:  # nothing of the table is read before the right person sits here
            return {word: own[word] for word in ("rules", "menu", "quit")}
        if self._pending is not None:
            again = LineCommand(
                "yes, show it", lambda _: self._carry_out(_command("Yes", "yes", "yes")), is_listed=False
            )
            asks_for_hint = self._pending == self._want_hint
            kept = {word: own[word] for word in own if own[word].only_reads or word in ("menu", "quit")}
            return {**kept, "hint": again} if asks_for_hint else kept
        if self._all_at_once is not None:
            text = self.reader.say(self._all_at_once.text)
            own["all"] = LineCommand(f"at once: {text}", lambda _: self._give_all())
        if self._guide is not None:
            del own["save"], own["analyse"]  # it is no game of the shelf
            own["step"] = LineCommand("the step of the guided game again", lambda _: self._say_step())
            own["skip"] = LineCommand("skip this step", lambda _: self._skip_step())
        refused = self._refused_words()
        return {
            word: replace(command, is_listed=False) if word in refused else command for word, command in own.items()
        }

    def _refused_words(self) -> set[str]:
        """The commands that this game refuses at each question: the help does not name them."""
        match, may_look_back = self.sitting.match, self._player.preferences.may_peek
        refused = {"hint"} if self._guide is not None or self.coach.why_no_help else set()
        refused |= {"analyse"} if why_not_before_end(match, may_look_back=may_look_back) else set()
        return refused | ({"redeal"} if self._guide is not None or len(self.sitting.humans) != 1 else set())

    # -- the opponents

    def work(self) -> Coroutine[Any, Any, None] | None:
        if self._wants_hint:
            return self._give_hint()
        running = self._hall.coordinator.analyses.running
        if running is not None:
            return self._follow_analysis(running)
        if self.awaits_opponents:
            return self.let_opponents_play()
        return self._begin_to_watch() if self._must_watch else None

    @property
    def _must_watch(self) -> bool:
        """Whether the coach must begin to look at the open question, to warn of answers to it."""
        is_new = self._watched_node != self.sitting.node and self._pending is None and not self._is_covered
        return is_new and self._guide is None and self.coach.warns and not self.coach.why_no_hint

    async def _begin_to_watch(self) -> None:
        """Let the coach look at the open question while the player thinks. From the first question, the game is helped."""
        self._watched_node = self.sitting.node
        try:
            self.sitting.mark_helped()
        except SaveError as error:
            self._conversation.say(str(error))
            return
        self._stop_watching()
        self._watch = asyncio.get_running_loop().create_task(self.coach.think(lambda: None))
        await asyncio.sleep(0)  # so that it begins before the player answers

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def _end_watch(self) -> None:
        """Stop watching, and wait for its end: it would drop the next question to the same process."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.wait([self._watch])
            self._watch = None

    @property
    def awaits_opponents(self) -> bool:
        """Whether opponents must move before a question can be asked."""
        if self._pending is not None or self._asks_who_plays_on:
            return False
        return self.sitting.awaits_reactions or self.sitting.thinker_request() is not None

    async def let_opponents_play(self) -> None:
        """Let the opponents move until a human is asked, or until somebody must say who plays on."""
        self._say_if_out()
        await self.opponents.play_until_human(self._report_thinking())
        self._thinking_seat = NOBODY
        self._conversation.ask_again()
        self._leave_if_over()

    def play_action(self, node: int, action: Any) -> None:
        """Play an action. What happened is said with the next question."""
        try:
            self.sitting.answer(node, action)
        except SaveError as error:
            self._conversation.say(str(error))
        self._hold_view_if_others_may_react()
        self._say_if_out()

    def show_question(self) -> None:
        """Others have had time to react. What happened is said with the next question, or when somebody thinks for long."""

    def ask_who_plays_on(self, reason: str, bot_failed: bool) -> None:
        self._asks_who_plays_on, self._bot_failed = reason, bot_failed
        self._say_story_unless_covered()
        self._conversation.say(reason)

    def replace_opponent(self, seat: int, level: str, notice: str) -> None:
        try:
            self.sitting.change_seat(seat, level)
        except SaveError as error:
            self._conversation.say(str(error))
        self._conversation.say(notice)

    def _hold_view_if_others_may_react(self) -> None:
        if not self.sitting.can_redo:
            self.sitting.hold_view_if_others_may_react()

    def _report_thinking(self) -> ReportProgress:
        def report(_: ThinkingProgress) -> None:
            seat = self.sitting.mover
            if seat not in (NOBODY, self._thinking_seat):
                self._thinking_seat = seat
                self._say_story_unless_covered()
                self._conversation.report("opponents", None, f"{self.sitting.names[seat]} thinks.")

        return report

    def _say_story_unless_covered(self) -> None:
        if not (self._is_covered or self.sitting.awaits_reactions):
            self._say_story()

    def _say_if_out(self) -> None:
        if humans_are_out(self.sitting):
            self.opponents.play_to_end()
            if not self._said_out:
                self._say_story_unless_covered()
                self._said_out = True
                self._conversation.say("You are out of the game. The others play it to the end.")

    def _substitutes(self) -> list[LineAnswer]:
        names = kit_of(self.sitting.match.game).level_names()
        levels = [_command(name, f"{TableCommand.SUBSTITUTE.value} {name}") for name in names]
        return levels if self._bot_failed else [_command("Ask again", TableCommand.THINK.value, "yes"), *levels]

    # -- answers of the table itself

    def _carry_out(self, answer: LineAnswer) -> None:
        word, _, level = answer.command.partition(" ")
        if word in ("yes", "no"):
            then = self._pending if word == "yes" else self._otherwise
            self._pending = None
            if then is not None:
                then()
            return
        command = TableCommand(word)
        if command is TableCommand.SIT:
            if self._hall.paper.can_clear:
                self._hall.paper.clear()
            self.sitting.hand_keyboard_over()
            self._given = None
            self._is_new_here = not self._said[self.sitting.viewer].count
        elif command is TableCommand.LEAVE:
            self._hall.coordinator.go_to_start()
        else:
            self._asks_who_plays_on = ""
            if command is TableCommand.SUBSTITUTE:
                self._attempt(lambda: self.sitting.change_seat(self.sitting.mover, level))

    def _ask_first(
        self,
        text: str,
        then: Callable[[], None],
        otherwise: Callable[[], None] | None = None,
        words: tuple[str, str] = YES_NO,
    ) -> None:
        """Ask a question of yes and no, or of two other answers, then do one of these."""
        self._pending, self._pending_text, self._otherwise, self._pending_words = then, text, otherwise, words
        self._warning = None
        self._conversation.ask_again()

    def _attempt(self, change: Callable[[], object]) -> None:
        try:
            change()
        except (SaveError, ImpossibleRedraw) as error:
            self._conversation.refuse(str(error), FAILED)

    def _leave_if_over(self) -> None:
        """Leave the table if the game, or the guided game, is over."""
        is_over = self.sitting.shows_end and not self.sitting.awaits_reactions
        if self._guide is not None and (is_over or self._guide.is_done):
            self._say_story()
            self._say_guide()
            self._hall.coordinator.new_games.end_lesson()
        elif is_over:
            self._say_story()
            self._hall.coordinator.after_game.show_score(is_new=True)

    # -- the guide

    def _say_guide(self) -> None:
        """What the guide answers, and the step of the guided game if it is another one."""
        guide = self._guide
        if guide is None:
            return
        if reply := guide.reply():
            self._conversation.say(self.reader.say(reply))
        page = guide.page()
        if page.heading != self._said_step and not guide.is_done:
            self._said_step = page.heading
            self._say_step()

    def _say_step(self) -> None:
        if self._guide is None:
            return
        page = self._guide.page()
        goals = [f"Goal{', reached' if is_reached else ''}: {goal}" for goal, is_reached in page.goals]
        taught = COMMANDS_TAUGHT[page.step : page.step + 1] if not self._conversation.is_flat else ()
        self._conversation.say(*map(self.reader.say, [page.heading, page.text, *goals]), *taught)

    def _skip_step(self) -> None:
        if self._guide is not None:
            self._guide.skip_step()
            self._conversation.ask_again()
            self._leave_if_over()

    # -- what was said

    @property
    def _is_covered(self) -> bool:
        return self.sitting.seat_to_take_keyboard != NOBODY

    @property
    def _view(self) -> Any:
        return self.sitting.view()

    def _say_story(self) -> None:
        """Say the sentences that were not said yet, without those that only repeat the answer of the player."""
        sitting = self.sitting
        if sitting.viewer == NOBODY:
            return
        if self._conversation.is_flat:
            self._said[sitting.viewer].count += 1
            for message, text in self._told[sitting.viewer].take_new():
                self._conversation.tell(message, self.reader.say(text))
            return
        new = self._said[sitting.viewer].take_new()
        given, self._given = self._given, None
        said: list[str] = []
        for title, sentences in new:
            is_echo = given is not None
            kept = [
                sentence
                for sentence in sentences
                if not (is_echo and self._is_echo(sentence, given))
                and not (sentence.seat not in (NOBODY, sitting.viewer) and self.reader.is_routine(sentence))
            ]
            if title and title != self._said_chapter and kept:
                self._said_chapter = title
                said.append(as_sentence(title))
            said += counted([self.reader.say(sentence.text) for sentence in kept])
        if said:
            self._conversation.say_long(said, SAID_WHEN_OUT) if self._said_out else self._conversation.say(*said)
        own_turn = sitting.chapter.title
        if sitting.asks_viewer and own_turn != self._said_chapter:
            self._said_chapter = own_turn
            self._conversation.say(self.reader.state_sentence(self._view, sitting.names))

    def _is_echo(self, sentence: Sentence, given: LineAnswer | None) -> bool:
        """Whether a sentence says no more than the answer that the player has just given."""
        if given is None or sentence.seat != self.sitting.viewer:
            return False
        if sentence.verb in self.reader.echo_verbs:
            return True
        heard = tokens(f"{given.text} {given.full_text} {self._given_question}")
        counts = {str(heard.count(word)) for word in heard}
        new = set(tokens(self.reader.say(sentence.text))) - SMALL_WORDS - set(heard) - counts
        return not new

    # -- commands

    def _say_since(self) -> None:
        sentences = self._reading.story_sentences(self.sitting.story_since_your_turn())
        self._conversation.say_long(sentences or ["Nothing has happened since."])

    def _say_obstacles(self, name: str) -> None:
        reasons = self._reading.reasons(name, self.sitting.choices())
        if name and not reasons:
            raise Refusal(f"Nothing here is called {name}.", NOT_FOUND, "a name")
        self._conversation.say(*reasons or ["Everything can be chosen."])

    def refusal(self, line: str) -> str:
        """Why what a line names cannot be chosen."""
        if self._is_covered or self._pending is not None or not self.sitting.asks_viewer:
            return ""
        return self._reading.obstacles(line, self.sitting.choices())

    def _undo(self) -> None:
        sitting = self.sitting
        node = sitting.destination_node("undo")
        if not sitting.can_go("undo"):
            self._conversation.refuse(why_not_travel(sitting, "undo"))
        elif sitting.undo_kind(node) == PEEKED and not sitting.match.peeked:
            text = (
                "Something was revealed since. If you take this back, statistics count the game apart as peeked. Undo?"
            )
            self._ask_first(text, lambda: self._go_to(node))
        else:
            self._go_to(node)

    def _redo(self) -> None:
        if not self.sitting.can_redo:
            self._conversation.refuse(IDLE_REASONS[False]["redo"])
            return
        node = self.sitting.destination_node("redo")
        self._travel(lambda: self.sitting.go_to(node), "Played again.")

    def _go_to(self, node: int) -> None:
        self._travel(lambda: self.sitting.go_to(node), "Taken back.")

    def _travel(self, go: Callable[[], object], done: str) -> None:
        before = self.sitting.node
        self._attempt(go)
        if self.sitting.node != before:
            self._asks_who_plays_on = ""
            self._said_chapter = self.sitting.chapter.title
            for said in self._said.values():
                said.forget_what_was_taken_back()
            self._conversation.say(done)
            self._hold_view_if_others_may_react()
        self._conversation.ask_again()

    def _reshuffle(self) -> None:
        sitting = self.sitting
        node = reshuffle_nodes(sitting).get("here", sitting.node)
        if not sitting.may_reshuffle(node):
            self._conversation.refuse(why_not_go_to(sitting, node, reshuffled=True))
            return
        text = "All that you cannot know is dealt again. Statistics count the game apart as redealt. Deal again?"
        self._ask_first(text, lambda: self._travel(lambda: sitting.reshuffle(node), "Dealt again."))

    def _hint(self) -> None:
        if reason := NOT_GUIDED if self._guide is not None else self.coach.why_no_hint:
            self._conversation.refuse(reason)
        elif self.sitting.match.log.is_helped:
            self._wants_hint = True
        else:
            self._ask_first(f"{self.coach.hint_helps}. Show it?", self._want_hint)

    def _want_hint(self) -> None:
        self._wants_hint = True

    async def _give_hint(self) -> None:
        """Say the hint about the open question after a second, and at the end what is new in the better one."""
        self._wants_hint = False
        await self._end_watch()  # the hint finds the same
        said: set[str] = set()
        problems: list[str] = []

        def say_news() -> None:
            text = self.coach.hint_text()
            sentences = hint_sentences(text, self.reader) if text is not None else []
            new = [sentence for sentence in sentences[1:] if NUMBER.sub("", sentence) not in said]
            if text is None or problems or not new:
                return
            try:
                self.coach.note_help()
            except SaveError as error:
                problems.append(str(error))
                return
            said.update(NUMBER.sub("", sentence) for sentence in new)
            self._conversation.tell(hint_message(text, self._protocol), sentences[0], *new)

        self._conversation.report("hint")
        thinking = asyncio.get_running_loop().create_task(self.coach.think(say_news))
        with self._hall.paper.stops_heard_by(thinking.cancel):
            await asyncio.wait([thinking])
        if thinking.cancelled():
            self._conversation.say("The search for a hint has stopped.")
        elif not said:
            thinking.result()
            self._conversation.refuse(*problems or [self.coach.problem or "There is no hint here."])

    async def _follow_analysis(self, job: AnalysisJob) -> None:
        """Wait until the analysis of the own decisions so far is over or stopped, and say what they have cost."""
        from vok_tui.plain.analysing import PART, follow, loss_sentences
        from vok_tui.records.loss_report import LossReporter

        say, sitting = self._conversation.say, self.sitting
        was_stopped = await follow(job, self._hall)
        if was_stopped or job.problem:
            say(job.problem or PART.format(job.share_done).replace("%", " percent"))
        if job.shown is not None:
            reporter = LossReporter(sitting.match, sitting.viewer)
            sentences = loss_sentences(reporter, job.shown, so_far=True)
            said = [as_sentence(self.reader.say(sentence)) for sentence in sentences]
            self._conversation.tell(losses_message(reporter, job.shown), *said)
        elif not (job.problem or was_stopped):
            self._conversation.refuse("You have had no choice yet.")
        self._conversation.ask_again()

    def _save_name(self, name: str) -> None:
        text = clean_and_cut(name)[: NAME.max_chars]
        if not text:
            self._conversation.refuse(
                "The game is on disk after each answer. Type a name after save to give it one.", NOT_FOUND, "a name"
            )
            return
        from vok_tui.learning.notes import ReviewNotes

        self._attempt(lambda: ReviewNotes(self.open_game).write_annotation(new_annotation(NAME, text)))
        self._conversation.say(f"This game is called {text}.")


def _command(text: str, command: str, role: str = "") -> LineAnswer:
    return LineAnswer(text, command=command, role=role)
