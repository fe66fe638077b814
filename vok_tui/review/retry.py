"""Find better: a player stands before a dear decision again, from what was known then, and tries other answers.

This is no game: nothing of it is stored, counted or rated. Every answer that loses less than 2 in 100 is right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.analysis.analyse import COMPARISON, SeenDecision, compare_answers, loss_between, question_at
from ai.analysis.decision import NO_MATTER_LOSS, AnalysisBudget, Decision
from ai.analysis.game_analysis import GameAnalysis
from ai.analysis.report import decisions_of
from engine.core.action import Action
from engine.core.wording import plural
from vok_tui.records.loss_report import LossReporter
from vok_tui.review.review import Review

ASKING, JUDGING, RIGHT, SHOWN = "asking", "judging", "right", "shown"


@dataclass(frozen=True)
class Attempt:
    """An answer that was tried, and its loss against the best one."""

    action: Action
    loss: float

    @property
    def is_right(self) -> bool:
        """Whether it counts as well as the best one."""
        return self.loss < NO_MATTER_LOSS


def judge_attempt(question: SeenDecision, decision: Decision, action: Action, budget: AnalysisBudget) -> Attempt:
    """Compare an answer with the best one, in trees of their own on the same deals. The answer played keeps its loss. It takes up
    to a second, and may run in any thread."""
    game = question.game
    best, tried = (game.move(question.root, answer) for answer in (decision.answers[0].action, action))
    if tried == best:
        return Attempt(action, 0.0)
    if tried == game.move(question.root, decision.played_answer.action):
        return Attempt(action, decision.loss)
    estimates = compare_answers(question, [best, tried], COMPARISON, budget.comparison)
    return Attempt(action, loss_between(question, estimates, best, tried))


class Retry:
    """The positions of one game that its player tries again, the dearest first. `review` is moved to them."""

    def __init__(self, review: Review, analysis: GameAnalysis) -> None:
        self.review: Final = review
        self.reporter: Final = LossReporter(review.match, review.your_seat)
        self.budget: Final = analysis.key.budget
        self.positions: Final = retry_positions(review, analysis)
        self.place = 0
        self.outcomes: Final = ["open"] * len(self.positions)
        self.state = ASKING
        self.attempts: list[Attempt] = []
        self.hints = 0
        self.answers: Sequence[Action] = ()

    @property
    def decision(self) -> Decision:
        """The decision that is tried."""
        return self.positions[self.place]

    def go_to(self, place: int) -> None:
        """Go to a position, and begin there again."""
        self.place = place % len(self.positions)
        self.state, self.attempts, self.hints = ASKING, [], 0
        match, node = self.review.match, self.decision.node
        self.review.viewer = self.decision.seat
        self.review.go_to(step_before(self.review, node))
        state = match.at(node)
        self.answers = [match.game.action(state, move) for move in state.legal_moves()]

    def question(self) -> SeenDecision:
        """The question of this position, as its seat saw it."""
        return question_at(self.review.match, self.decision.node)

    def accept(self, attempt: Attempt) -> None:
        """Take note of a judged attempt."""
        self.attempts.append(attempt)
        self.state = RIGHT if attempt.is_right else ASKING
        if attempt.is_right and self.outcomes[self.place] != "shown":
            self.outcomes[self.place] = "solved"
        elif self.outcomes[self.place] == "open" or self.outcomes[self.place][:1].isdecimal():
            self.outcomes[self.place] = plural(len(self.attempts), "attempt")

    def show_answers(self) -> None:
        """Give up: show the answers."""
        self.state = SHOWN
        if self.outcomes[self.place] != "solved":
            self.outcomes[self.place] = "shown"

    def text(self) -> str:
        """What is asked, or what became of the latest attempt."""
        decision, played = self.decision, self.reporter.answer_of(self.decision, self.decision.played_answer)
        if self.hints and self.state == ASKING:
            best = self.reporter.answer_of(decision, decision.answers[0])
            return f"A hint: the best answer begins with “{best.partition(' ')[0]}”."
        if not self.attempts:
            return (
                f"You chose: {played}. That cost {round(100 * decision.loss)} in 100. Find better: every answer within 2 in "
                "100 of the best is right. You know only what you knew then."
            )
        latest, best_chance = self.attempts[-1], decision.answers[0].chance or 0.0
        words = self.review.match.game.say(self.review.match.at(decision.node), latest.action)
        if latest.is_right:
            return f"Right: {words}."
        chance = round(100 * max(0.0, best_chance - latest.loss))
        than_then = "better than what you did" if latest.loss < decision.loss else "no better than what you did"
        cost = f"{chance}% against {round(100 * best_chance)}%: {round(100 * best_chance) - chance} in 100 less than the best"
        return f"Not yet: {words}. {cost}, {than_then}. Your answer is taken back; try another one."


def retry_positions(review: Review, analysis: GameAnalysis) -> list[Decision]:
    """The player's own mistakes that have a best answer, the dearest first."""
    own = [decision for decision in decisions_of(analysis, (review.your_seat,)) if decision.is_marked]
    usable = [
        decision
        for decision in own
        if decision.best is not None
        and decision.played != 0
        and review.step_tree.last_node_of_step(step_before(review, decision.node)) == decision.node
    ]
    return sorted(usable, key=lambda decision: (-decision.loss, decision.node))


def step_before(review: Review, node: int) -> int:
    """The step after which a question was asked."""
    while node not in review.step_tree.children:
        node = review.match.log.parents[node]
    return node
