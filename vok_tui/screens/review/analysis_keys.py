"""The keys of a review that begin an analysis and show what it has found: mistakes, lines that are expected, and all answers."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal

from ai.analysis.analyse import SeenDecision, judge_all_answers, question_at
from ai.analysis.decision import AnalysisBudget, Decision, JudgedAnswer
from ai.analysis.game_analysis import analysed_seats, decisions_after
from ai.analysis.workers import AnalysisFailed, AnalysisWorkers, Job
from engine.core.game import NOBODY
from engine.core.journal import COMMENT
from engine.core.wording import plural
from vok_tui.game.analysis_job import JobState
from vok_tui.learning.trial import Position
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.records.loss_report import chance_text, points_text
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.dialog import TryAnswerDialog
from vok_tui.screens.messages import ToggleAnalysis, TryAgain
from vok_tui.screens.review.expected_line import (
    ExpectedLineScreen,
    ExpectedStep,
    answer_with_line,
    expected_steps,
    plan_steps,
)
from vok_tui.screens.review.paint_page import ReviewPage

AnalysisKey = Literal["analyse", "mistake", "better", "line", "answers", "why", "chance"]
"""What a key does: begins the analysis, stops it, or goes on with it; goes to the next mistake; tries it again; plays out the
line that is expected after an answer; judges and lists all answers; shows the reasons instead of the answers, where both do not
fit; shows the curve of the chance, or that of the points."""


class AnalysisKeys:
    """Carries out the keys of the analysis for the screen of a review. Posts ToggleAnalysis and TryAgain."""

    def __init__(
        self,
        screen: BaseScreen,
        page: ReviewPage,
        show_message: Callable[[str], None],
        write_comment: Callable[[str], str],
    ) -> None:
        """`write_comment` returns what is said about the written comment."""
        self._screen: Final = screen
        self._page: Final = page
        self._show_message: Final = show_message
        self._write_comment: Final = write_comment
        self._review: Final = page.review
        self._analysis: Final = page.analysis
        self._variation_workers: AnalysisWorkers | None = None

    def stop_working(self) -> None:
        """Stop the process that analyses a variation."""
        if self._variation_workers is not None:
            self._variation_workers.stop()

    def press(self, key: AnalysisKey, number: int) -> None:
        """Do what the key says. `number` is that of an answer of this step, from 1; for "mistake", 1 for the next and -1 for the
        previous one."""
        match key:
            case "analyse":
                self._analyse()
            case "mistake":
                self._go_to_mistake(number)
            case "better":
                self._try_mistake_again()
            case "line":
                self._play_out_number(number)
            case "answers":
                self._list_all_answers()
            case "why":
                self._analysis.turn_why_page()
                self._show_message("")
            case "chance":
                self._analysis.shows_points = not self._analysis.shows_points
                self._show_message("")

    def _analyse(self) -> None:
        if self._is_variation_to_analyse():
            self._analyse_variation()
        else:
            self._show_message("")
            self._screen.post_message(ToggleAnalysis())

    # -- a variation

    def _is_variation_to_analyse(self) -> bool:
        """Whether the current line is a variation, and may be analysed: in a game that goes on only if it is helped already."""
        job = self._analysis.job
        if job is None or job.is_busy or job.state == JobState.REFUSED or job.why_not:
            return False
        is_variation = bool(self._review.line_tree.variation_start(self._review.node))
        return is_variation and (not job.goes_on or self._review.match.log.is_helped)

    def _analyse_variation(self) -> None:
        """Analyse the decisions of the current variation. They are shown, but neither stored nor counted."""
        review = self._review
        leaf = review.step_tree.last_node_of_step(review.current_line[-1])
        seats = analysed_seats(review.match)
        found = decisions_after(review.match, review.line_tree.variation_start(review.node), leaf)
        nodes = [(node, place) for node, place in found if review.match.mover(node) in seats]
        if not nodes:
            self._show_message("Nobody has a choice in this variation.")
            return
        workers = self._variation_workers = AnalysisWorkers(1, review.match, leaf, in_background=True)
        self._show_message(f"Analysing this variation: {plural(len(nodes), 'decision')}…")
        judge = partial(self._judge_variation, workers, nodes, list(self._analysis.budget))
        self._screen.run_worker(judge, thread=True, exclusive=True, group="variation")

    def _judge_variation(self, workers: AnalysisWorkers, nodes: Sequence[tuple[int, int]], budget: list[int]) -> None:
        """Judge the decisions at these nodes, each with its place on the line, in another process, which a thread waits for."""
        node_of = {place: node for node, place in nodes}
        jobs: list[Job] = [{"job": "judge", "index": place, "budget": budget} for _, place in nodes]
        problem = ""
        try:
            with workers:
                for kind in ("judge", "confirm"):
                    found: list[Job] = []
                    for job, answer in workers.run(jobs):
                        decision = replace(Decision.from_packed(answer["decision"]), node=node_of[job["index"]])
                        self._screen.show_from_thread(self._show_variation_decision, decision)
                        if decision.is_marked:
                            found.append({**job, "job": "confirm", "decision": decision.pack()})
                    jobs = found if kind == "judge" else []
        except AnalysisFailed as failed:
            problem = f"The analysis has stopped: {failed}."
        message = problem or "This variation is analysed; it is not counted."
        self._screen.show_from_thread(self._show_message, message)

    def _show_variation_decision(self, decision: Decision) -> None:
        self._analysis.add_variation_decision(self._review.current_line, decision)
        self._show_message(self._page.message)

    # -- mistakes

    def _go_to_mistake(self, direction: int) -> None:
        """Go to the next or previous mistake of the player."""
        if not self._analysis.has_decisions:
            self._show_message(self._not_analysed_text())
            return
        mistakes = self._analysis.own_mistakes()
        where = "after" if direction > 0 else "before"
        found = self._review.go_to_nearest(direction, mistakes.__contains__)
        self._show_message("" if found else f"No mistake of 3 in 100 or more {where} this step.")

    def _try_mistake_again(self) -> None:
        """Try the mistake at this step again, or the costliest one."""
        if self._analysis.analysis is None:
            self._go_to_mistake(1)
            return
        here = self._analysis.own_mistake_of_turn()
        self._screen.post_message(TryAgain(here.node if here is not None else NOBODY))

    # -- answers and their lines

    def _decision_at_step(self) -> Decision | None:
        return self._analysis.decision_at(self._review.node)

    def _decision_with_answers(self) -> Decision | None:
        """The decision of this step with its answers; None, with a message, if it is not analysed."""
        decision = self._decision_at_step()
        if decision is None or not decision.answers:
            is_analysed = self._analysis.has_decisions
            self._show_message("This step has no analysed decision." if is_analysed else self._not_analysed_text())
            return None
        return decision

    def _not_analysed_text(self) -> str:
        return self._analysis.not_analysed_text(LiveKeys(self._screen.active_bindings).key_of("review_analyse"))

    def _play_out_number(self, number: int) -> None:
        """Play out the line that is expected after an answer, or a plan for the turn, by its number in the list."""
        decision = self._decision_with_answers()
        if decision is None:
            return
        if decision.turn is not None:
            self._play_plan(decision, number - 1)
            return
        place = number - 1 if number - 1 < decision.played else number
        if place >= len(decision.answers):
            self._show_message(f"There is no answer {number} here.")
            return
        self._play_out(decision, decision.answers[place])

    def _position_of(self, decision: Decision) -> Position:
        return Position("", self._review.match, decision, self._analysis.budget, decision.seat)

    def _play_plan(self, decision: Decision, place: int) -> None:
        """Play a plan for the turn of a decision on the board: the best one first, then the others but the one played."""
        position = self._position_of(decision)
        others = [line for line in position.lines if not line.is_played]
        if place >= len(others):
            self._show_message(f"There is no plan {place + 1} here." if others else "No plan was better.")
        else:
            self._show_steps(decision, plan_steps(position, others[place]))

    def _play_out(self, decision: Decision, answer: JudgedAnswer) -> None:
        self._show_message("" if answer.line else "Looking for the line…")
        find = partial(self._find_line, question_at(self._review.match, decision.node), decision, answer)
        self._screen.run_worker(partial(find, self._analysis.budget), thread=True, exclusive=True)

    def _find_line(
        self, question: SeenDecision, decision: Decision, answer: JudgedAnswer, budget: AnalysisBudget
    ) -> None:
        """Find the line of an answer. In a thread, because it takes up to a second if it is not stored."""
        with_line = answer_with_line(question, answer, budget)
        self._screen.show_from_thread(self._show_line, decision, with_line)

    def _show_line(self, decision: Decision, answer: JudgedAnswer) -> None:
        if self._screen.is_active and self._decision_at_step() is decision:
            self._show_steps(decision, expected_steps(self._review.match, decision, answer))

    def _show_steps(self, decision: Decision, steps: Sequence[ExpectedStep]) -> None:
        """Show steps on the board, one after another."""
        review = self._review

        def keep(words: str | None) -> None:
            comment = review.annotations.get(COMMENT, review.node).text
            text = f"{comment} Expected: {words}".strip()
            self._show_message("" if words is None else self._write_comment(text))

        self._show_message("")
        if steps:
            self._screen.app.push_screen(ExpectedLineScreen(self._page, decision, steps), keep)

    def _list_all_answers(self) -> None:
        """Judge all answers of this step again, and list them; the chosen one is played out."""
        decision = self._decision_with_answers()
        if decision is not None and decision.turn is not None:
            self._list_plans(decision)
        elif decision is not None:
            self._show_message("Judging all answers…")
            judge = partial(self._judge_all_answers, question_at(self._review.match, decision.node), decision)
            self._screen.run_worker(partial(judge, self._analysis.budget), thread=True, exclusive=True)

    def _list_plans(self, decision: Decision) -> None:
        """List the plans for the turn of a decision; the chosen one is played on the board."""
        position = self._position_of(decision)
        lines = [f"{line.note:>11}  {line.words}{'  (yours)' if line.is_played else ''}" for line in position.lines]

        def play(index: int | None) -> None:
            if index is not None:
                self._show_steps(decision, plan_steps(position, position.lines[index]))

        text = f"Chance and expected margin of each plan for this {position.unit}. Choose one to play it on the board."
        self._screen.app.push_screen(TryAnswerDialog(text, lines, title="Plans"), play)

    def _judge_all_answers(self, question: SeenDecision, decision: Decision, budget: AnalysisBudget) -> None:
        """Judge all answers, of which only the best are stored. In a thread, because it takes up to a few seconds."""
        played = question.game.move(question.root, decision.played_answer.action)
        judged = judge_all_answers(question, played, budget).answers
        self._screen.show_from_thread(self._show_all_answers, decision, list(judged.values()))

    def _show_all_answers(self, decision: Decision, judged: Sequence[JudgedAnswer]) -> None:
        if not self._screen.is_active or self._decision_at_step() is not decision:
            return
        self._show_message("")
        stored = {answer.action: answer for answer in decision.answers}
        answers = [stored.get(answer.action, answer) for answer in judged]
        if decision.has_chances:
            answers.sort(key=lambda answer: -answer.value)
        reporter = self._analysis.reporter
        lines = [
            f"{chance_text(answer.chance):>4} {points_text(answer.margin):>6}  {reporter.answer_of(decision, answer)}"
            + ("  (yours)" if answer.action == decision.played_answer.action else "")
            for answer in answers
        ]

        def play_out(index: int | None) -> None:
            if index is not None:
                self._play_out(decision, answers[index])

        text = "Chance and expected margin of each; those that had only a quick look are less certain. Choose one to play it out."
        self._screen.app.push_screen(TryAnswerDialog(text, lines, title="All answers"), play_out)
