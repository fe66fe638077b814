"""The rooms of a finished game: its result, and its review turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from ai.analysis.analyse import answer_text, line_texts
from ai.analysis.decision import SOLVED, Decision
from engine.core.game import NOBODY
from saves import SaveError
from vok_tui.boards.line_reader import as_sentence, player_words
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator.after_game import goals_reached_with, goals_sentence, whole_verdict_on
from vok_tui.game.analysis_job import AnalysisJob
from vok_tui.game.autosave import OpenGame
from vok_tui.learning.found import FoundAnalysis
from vok_tui.learning.review import Review
from vok_tui.learning.trial import Position
from vok_tui.plain.analysing import STOPPED, follow, loss_sentences
from vok_tui.plain.conversation import NOT_FOUND, AskedGame, LineCommand, LineQuestion
from vok_tui.plain.messages import (
    decision_message,
    events_of_step,
    losses_message,
    protocol_of,
    public_step,
    verdict_message,
)
from vok_tui.plain.practice_rooms import answer_sentences
from vok_tui.plain.rooms import Hall, SimpleRoom
from vok_tui.plain.sentences import best_line_sentences, counted, point_sentences
from vok_tui.plain.start_rooms import spoken_number
from vok_tui.plain.table_reading import Seen, TableReading, seen_at
from vok_tui.records.loss_report import OWN_DEAL, BestLine, LossReporter
from vok_tui.records.next_game import REMATCH

if TYPE_CHECKING:
    from vok_tui.boards.goals import PlayerGoal

NOTHING_KNOWN: Final = "Nothing is analysed at this step."
COUNTING_SECONDS: Final = 1.0  # of games for goals, after which the rest is left for the next time
HELPED: Final = "This game was helped, so it is counted apart and not rated."


class AnalysedRoom(SimpleRoom):
    """A room of a finished game, with what its analysis has found."""

    def __init__(self, hall: Hall, open_game: OpenGame) -> None:
        super().__init__(hall)
        sitting = open_game.sitting
        self._open_game: Final = open_game
        self._your_seat: Final = sitting.your_seat
        self._reader: Final = table_kit_of(sitting.match.game).line_reader(sitting.match)
        self._reading: Final = TableReading(sitting.match, self._reader, self.conversation, self._seen)
        self._job: Final = self.coordinator.analyses.job_of_current_game(reads_now=True)

    def work(self) -> Coroutine[Any, Any, None] | None:
        running = self.coordinator.analyses.running
        return self._follow(running) if running is not None else None

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        own = dict(self._reading.commands)
        own["analyse"] = LineCommand("look for what each decision has cost", lambda _: self._analyse())
        if self._positions():
            own["better"] = LineCommand("find better answers than your own", lambda _: self._find_better_here())
        return {**super().commands, **own}

    def _seen(self) -> Seen:
        """The table that `look` and the like read."""
        return seen_at(self._open_game.sitting)

    def _say(self, text: str) -> str:
        return as_sentence(spoken_number(self._reader.say(text)))

    def _analysis_offers(self) -> list[tuple[str, Callable[[], None]]]:
        offers: list[tuple[str, Callable[[], None]]] = []
        if self._positions():
            offers.append(("Find better", self._find_better))
        if self._job is not None and self._job.may_start:
            text = "Go on with the analysis" if self._job.analysis is not None else "Analyse this game"
            text = "Analyse this game again" if self._job.is_outdated else text
            offers.append((text, self._analyse))
        return offers

    def _analyse(self) -> None:
        self.coordinator.analyses.toggle()

    async def _follow(self, job: AnalysisJob) -> None:
        """Wait until the analysis is over or stopped, and say what it has found."""
        was_stopped = await follow(job, self.hall)
        stopped = f"{STOPPED} That is a part, {job.share_done:.0%}."
        self.conversation.say(spoken_number(stopped) if was_stopped else job.problem or self._summary())
        self._forget_analysis()
        self.conversation.ask_again()

    def _forget_analysis(self) -> None:
        """The analysis has changed."""

    def _summary(self) -> str:
        """How many decisions are marked."""
        analysis = self._job.shown if self._job is not None else None
        if analysis is None:
            return "The analysis is over: there was nothing to decide."
        report = self._reporter.report(analysis, is_running=False)
        return f"The analysis is over. {as_sentence(report.counts or report.note)}"

    @property
    def _reporter(self) -> LossReporter:
        return LossReporter(self._open_game.sitting.match, self._your_seat)

    def _positions(self) -> list[Position]:
        """The player's own turns and decisions that can be played again."""
        job = self._job
        return [] if job is None else self.coordinator.looking_back.turns_to_play_again(job.shown, job.path)

    def _find_better_here(self) -> None:
        """Let the player find better, beginning with the costliest decision."""
        self._find_better()

    def _find_better(self, node: int = NOBODY) -> None:
        if self._job is not None:
            self.coordinator.looking_back.find_better(self._job.shown, self._job.path, node)


class EndRoom(AnalysedRoom):
    """The result of a finished game."""

    def __init__(self, hall: Hall, open_game: OpenGame, tip: str = "") -> None:
        super().__init__(hall, open_game)
        self._tip: Final = tip
        self._protocol: Final = protocol_of(open_game.sitting.match)
        self._has_said_result = False
        self._has_told_better = False

    def work(self) -> Coroutine[Any, Any, None] | None:
        if self.coordinator.analyses.running is not None:  # which takes a while
            self.say_news()
        return super().work()

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        return {
            **super().commands,
            "losses": LineCommand("the costliest decisions", lambda _: self._say_losses()),
        }

    @property
    def _best_lines(self) -> list[BestLine]:
        analysis = self._job.shown if self._job is not None else None
        return self._reporter.best_lines(analysis) if analysis is not None else []

    def _say_best_line(self) -> None:
        self._has_told_better = True
        self._tell_losses(best_line_sentences(self._best_lines))

    def _say_losses(self) -> None:
        analysis = self._job.shown if self._job is not None else None
        if analysis is None:
            self.conversation.say("Nothing is analysed yet: type analyse.")
            return
        mistakes = [] if self._has_told_better else self._positions()
        open_nodes = {position.decision.node for position in mistakes}
        self._tell_losses(loss_sentences(self._reporter, analysis, open_nodes=open_nodes))

    def _tell_losses(self, lines: Sequence[str]) -> None:
        analysis = self._job.shown if self._job is not None else None
        said = [self._say(line) for line in lines]
        if analysis is None:
            self.conversation.say(*said)
        else:
            self.conversation.tell(losses_message(self._reporter, analysis), *said)

    def say_news(self) -> None:
        if self._has_said_result:
            return
        self._has_said_result = True
        sitting = self._open_game.sitting
        sitting.go_to_latest_node()
        kit, names = table_kit_of(sitting.match.game), sitting.names
        view = sitting.match.game.view(sitting.state, sitting.viewer)
        sheet, reader = kit.score_sheet(sitting.state, view, names, self._your_seat), kit.line_reader(sitting.match)
        conversation, daily = self.conversation, self.coordinator.after_game.daily_line()
        for sentence in ("The game is over.", sheet.title, sheet.note):
            if not conversation.has_said(sentence):
                conversation.say(sentence)
        conversation.say(*point_sentences((*sheet.totals, *sheet.rows), view, names, self._your_seat, reader))
        if sitting.match.log.is_helped:
            conversation.say(HELPED)
        found = whole_verdict_on(
            sitting.match, self._your_seat, names, self.coordinator.shelf, self._open_game.save_path
        )
        if found is not None:
            conversation.tell(verdict_message(found), *[self._say(line) for line in found.sentences(with_ranges=True)])
        if daily:
            conversation.say(f"The line to share: {daily}")
        if goals := self._goals():
            conversation.say(as_sentence(goals_sentence(goals)))
        if self._tip:
            conversation.say(self._tip)

    def _goals(self) -> Sequence[PlayerGoal]:
        """The goals that were reached with this game. Games that were never counted are, for a second at most."""
        coordinator, end = self.coordinator, monotonic() + COUNTING_SECONDS
        try:
            return goals_reached_with(
                self._open_game.save_path, coordinator.shelf, coordinator.player.history, lambda: monotonic() > end
            )
        except SaveError:  # the list of saves reports it
            return ()

    def asked_game(self) -> AskedGame:
        """The table at the end."""
        sitting = self._open_game.sitting
        view = sitting.match.game.view(sitting.state, sitting.viewer)
        return AskedGame(
            self._protocol, public_step(sitting.match, sitting.node), sitting.viewer, tuple(sitting.names), view
        )

    def question(self) -> LineQuestion:
        coordinator = self.coordinator
        is_analysed = self._job is not None and self._job.shown is not None
        losses = [("The costliest decisions", self._say_losses)] if is_analysed else []
        losses += [("The best line", self._say_best_line)] if is_analysed and self._best_lines else []
        return self.offer(
            "What next?",
            [
                ("Review this game", coordinator.looking_back.review),
                *losses,
                *self._analysis_offers(),
                ("Rematch", lambda: coordinator.after_game.again(REMATCH)),
                ("To the start", coordinator.go_to_start),
                ("Quit", coordinator.quit),
            ],
        )


class ReviewRoom(AnalysedRoom):
    """Steps through a finished game, seen from the player's seat."""

    def __init__(self, hall: Hall, open_game: OpenGame, decided_at: int | None = None) -> None:
        """The review begins at the step that answers the analysed decision at a node; without one, at the start."""
        super().__init__(hall, open_game)
        sitting = open_game.sitting
        self._review: Final = Review(sitting.match, sitting.viewer)
        self._kit: Final = table_kit_of(sitting.match.game)
        self._protocol: Final = self._kit.protocol(sitting.match)
        self._levels: Final = sitting.levels
        self._has_read_ways = False  # whether all answers were read once
        self._found: Final = FoundAnalysis(self._review, self._job)
        answers = [step for step, decision in self._found.decisions().items() if decision.node == decided_at]
        self._review.go_to(answers[0] if answers else 0)

    def question(self) -> LineQuestion:
        review = self._review
        unit = "phase" if review.chapter.phase else review.chapter.unit
        steps = len(review.current_line) - 1
        place = f"{review.chapter.title}, step {self._step} of {steps}" if review.node else "the start of the game"
        offers: list[tuple[str, Callable[[], None]]] = []
        if self._step < steps:
            offers += [(f"Next {unit}", self._next_turn), ("Next step", lambda: self._go(lambda: review.go("step", 1)))]
        if review.node:
            offers += [
                (f"Previous {unit}", lambda: self._go(lambda: review.go("turn", -1))),
                ("Previous step", lambda: self._go(lambda: review.go("step", -1))),
                ("First step", lambda: self._go(lambda: review.go("end", -1))),
            ]
        if self._step < steps:
            offers.append(("Last step", lambda: self._go(lambda: review.go("end", 1))))
        if len(review.names) > 1 and review.may_see_all:
            offers.append((f"See the side of {self._next_name}", self._change_side))
        if review.answers() and not self._open_game.sitting.is_spectating:
            offers.append(("Play on from here in a new game", self._play_on))
        offers += [
            *[offer for offer in self._analysis_offers() if offer[0] != "Find better"],
            ("To the result", self.coordinator.after_game.show_score),
            ("To the start", self.coordinator.go_to_start),
        ]
        was_read, self._has_read_ways = self._has_read_ways, True
        here = self._mistake_offers()
        read, known = (here, offers) if was_read else ([*here, *offers], [])
        return self.offer(f"Review, {place}. What next?", read, known=known)

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        return {
            **super().commands,
            "turn": LineCommand("go to the turn or round with this number", self._go_to_turn, "NUMBER"),
            "best": LineCommand("the best answers at this step, and what yours has cost", lambda _: self._say_best()),
            "why": LineCommand("why the best answer was better", lambda _: self._say_reasons()),
            "line": LineCommand("the line that is expected after the best answer", lambda _: self._say_line()),
        }

    # -- the analysis

    def _forget_analysis(self) -> None:
        self._found.revision += 1

    def _mistake_offers(self) -> list[tuple[str, Callable[[], None]]]:
        """What can be done about the decision at this step, and the ways to the player's mistakes."""
        offers: list[tuple[str, Callable[[], None]]] = []
        decision, mistakes = self._decision, self._found.own_mistakes()
        path, step = list(self._review.current_line), self._step
        if decision is not None and decision.answers and decision.mark:
            offers.append(("The best answers here", self._say_best))
            if decision.reasons:
                offers.append(("Why", self._say_reasons))
            if decision.best is not None and decision.best.line:
                offers.append(("The line that is expected", self._say_line))
            if any(position.decision.node == decision.node for position in self._positions()):
                offers.append(("Find better", lambda: self._find_better(decision.node)))
        if mistakes.intersection(path[step + 1 :]):
            offers.append(("Next mistake", lambda: self._go_to_mistake(1)))
        if mistakes.intersection(path[:step]):
            offers.append(("Previous mistake", lambda: self._go_to_mistake(-1)))
        return offers

    @property
    def _decision(self) -> Decision | None:
        return self._found.decision_at(self._review.node)

    def _find_better_here(self) -> None:
        here = self._found.own_mistake_of_turn()
        self._find_better(here.node if here is not None else NOBODY)

    def _go_to_mistake(self, direction: int) -> None:
        mistakes = self._found.own_mistakes()
        self._go(lambda: self._review.go_to_nearest(direction, mistakes.__contains__))

    def _say_best(self) -> None:
        decision, review = self._decision, self._review
        if decision is None or not decision.answers:
            self.conversation.refuse(NOTHING_KNOWN)
            return
        note = "your answer" if decision.seat == self._your_seat else f"{review.names[decision.seat]}'s answer"
        lines = answer_sentences(review.match, decision, note)
        if decision.is_mixed:
            lines.append("A secret choice: others choose at the same time, so there is no single best answer")
        if decision.state == SOLVED:
            lines.append(self._found.reporter.verdict(decision))
        self._tell(decision, lines)

    def _say_reasons(self) -> None:
        decision = self._decision
        reasons = self._found.reporter.reasons_of(decision) if decision is not None else []
        if decision is None or not reasons:
            self.conversation.refuse("No reason is known at this step.")
        else:
            self._tell(decision, reasons)

    def _say_line(self) -> None:
        decision, match = self._decision, self._review.match
        best = decision.best if decision is not None else None
        if decision is None or best is None or not best.line:
            self.conversation.refuse("No line is known at this step.")
            return
        said = [(decision.seat, answer_text(match, decision, best.action)), *line_texts(match, decision, best)]
        names = [player_words(seat, self._your_seat, self._review.names) for seat in range(len(self._review.names))]
        self._tell(decision, [OWN_DEAL, *[f"{names[seat]}: {text}" for seat, text in said]])

    def _tell(self, decision: Decision, lines: Sequence[str]) -> None:
        """Say something of a decision; programs get all that is known of it."""
        self.conversation.tell(decision_message(self._found.reporter, decision), *map(self._say, lines))

    def _say_verdicts(self, nodes: Sequence[int]) -> None:
        """What the marked decisions among these steps have cost."""
        reporter = self._found.reporter
        for node in nodes:
            decision = self._found.decision_at(node)
            if decision is not None and decision.is_marked:
                self._tell(decision, [reporter.verdict(decision), reporter.words_of(decision).sentence])

    def _seen(self) -> Seen:
        review = self._review
        scores = review.match.scores(review.shown_node)
        steps = list(review.current_line)[1 : self._step + 1]
        return Seen(
            review.view(),
            review.names,
            self._levels,
            review.viewer,
            scores,
            lambda: [review.story_of_steps(steps)] if steps else [],
        )

    @property
    def _step(self) -> int:
        return list(self._review.current_line).index(self._review.node)

    @property
    def _next_name(self) -> str:
        return self._review.names[(self._review.viewer + 1) % len(self._review.names)]

    def _go(self, go: Callable[[], bool]) -> None:
        """Go to another step, and say it."""
        if go() and self._review.node:
            self._say_steps((self._review.node,))

    def _next_turn(self) -> None:
        """Say all steps of the next turn, and go to its last one."""
        review = self._review
        line = list(review.current_line)
        review.go("turn", 1) if review.node else review.go("step", 1)
        first = line.index(review.node)
        chapter = review.chapter
        last = first
        while last + 1 < len(line) and review.step_tree.chapter_of_step(line[last + 1]) == chapter:
            last += 1
        review.go_to(line[last])
        self._say_steps(tuple(line[first : last + 1]))

    def _go_to_turn(self, number: str) -> None:
        if not number.isdecimal() or len(number) > 5:
            self.conversation.refuse("Type turn and a number.", NOT_FOUND, "a number")
            return
        self._go(lambda: self._review.go_to_turn(int(number)))
        self.conversation.ask_again()

    def asked_game(self) -> AskedGame | None:
        review = self._review
        step = public_step(review.match, review.shown_node)
        return AskedGame(self._protocol, step, review.viewer, tuple(review.names), review.view())

    def _say_steps(self, nodes: tuple[int, ...]) -> None:
        if self.conversation.is_flat:
            for node in nodes:
                for message, text in events_of_step(self._protocol, node, self._review.viewer, self._review.names):
                    self.conversation.tell(message, self._reader.say(text))
            self._say_verdicts(nodes)
            return
        sentences = [self._reader.say(sentence.text) for sentence in self._review.story_of_steps(nodes).sentences]
        self.conversation.say(*(counted(sentences) or ["Nothing that you can see."]))
        self._say_verdicts(nodes)

    def _change_side(self) -> None:
        self._review.view_from_next_seat()

    def _play_on(self) -> None:
        self.coordinator.looking_back.ask_who_plays_on(self._review.shown_node)
