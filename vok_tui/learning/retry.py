"""Find better: a player stands before a decision again, from what was known then, and tries other answers.

`Position` is such a decision, of a game of the player, of a simulated game or of a puzzle; `Retry` goes through several of them.
This is no game: nothing of it is on the shelf, counted or rated. Every answer that loses less than 2 in 100 is right.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any, Final, NamedTuple

from ai.analysis.analyse import (
    COMPARISON,
    SeenDecision,
    answer_text,
    compare_answers,
    exact_loss,
    expected_line_position,
    loss_between,
    question_at,
    solve_question,
)
from ai.analysis.decision import NO_MATTER_LOSS, AnalysisBudget, Decision
from ai.analysis.game_analysis import GameAnalysis
from ai.analysis.report import decisions_of
from engine.core.action import Action
from engine.core.match import Match
from engine.core.wording import plural
from vok_tui.learning.history import HINT_GIVEN, HINTED, MISSED, RIGHT, SHOWN, LearningHistory
from vok_tui.learning.practice import is_practisable, position_id
from vok_tui.learning.review import Review
from vok_tui.records.loss_report import LossReporter

ASKING, JUDGING, SOLVED, GIVEN_UP, WAITING, ENDED = "asking", "judging", "right", "shown", "waiting", "ended"
OUTCOME_WORDS: Final = {RIGHT: "solved", HINTED: "solved", MISSED: "missed", SHOWN: "shown"}
OPEN: Final = "open"


@dataclass(frozen=True)
class Attempt:
    """An answer that was tried, and its loss against the best one."""

    action: Action
    loss: float

    @property
    def is_right(self) -> bool:
        """Whether it counts as well as the best one."""
        return self.loss < NO_MATTER_LOSS


@dataclass(frozen=True)
class Position:
    """A decision to stand before again. `id` never changes. `your_seat` is the player's seat in the match, NOBODY if several
    people played. `about` says what game it is from, in a few words. `intro` is said before the first attempt; "" for the usual
    sentence about what was chosen in the game."""

    id: str
    match: Match
    decision: Decision
    budget: AnalysisBudget
    your_seat: int
    about: str = ""
    intro: str = ""
    is_judged: bool = False  # whether the loss of every answer is known already
    other_words: str = ""  # the answer with which the reasons compare the best one; "" for the answer played
    proof: str = ""  # a sentence after the reasons

    def question(self) -> SeenDecision:
        """The question, as its seat saw it."""
        return question_at(self.match, self.decision.node)


class Result(NamedTuple):
    """What became of a position at the first try: RIGHT, HINTED, MISSED or SHOWN, and the loss of the first answer."""

    position: Position
    outcome: str
    loss: float


class RatingChange(NamedTuple):
    """What an answer to a puzzle has changed: the player's rating now, by how much it has changed, and that of the puzzle."""

    rating: int
    change: int
    puzzle: int


@dataclass
class Course:
    """Which positions are tried, and what happens then. With `more`, it returns the next position, or None after the last one;
    it may take seconds and is called in a thread. Otherwise the positions begin again after the last one. `count` is how many
    there will be, as far as known. The `history` keeps that a hint was given, so that leaving does not forget it. `report` is
    called once for each position, and answers with a sentence, or "". `summary` is what is said at the end. `outcomes` are
    those of positions that were tried earlier, by id. `notices` are sentences for the player that `more` has found.
    `rating_change` is what the latest result has changed, in a course that is rated. `stop` is set when nobody waits for `more`
    any longer."""

    heading: str = "Find better"
    list_heading: str = "Positions of this game"
    count: int | None = None
    more: Callable[[], Position | None] | None = None
    history: LearningHistory | None = None
    report: Callable[[Result], str] = lambda _: ""
    summary: Callable[[], Sequence[str]] = tuple
    outcomes: Mapping[str, str] = field(default_factory=dict)
    is_of_open_game: bool = False  # so that the review can show its decisions
    sums_up_when_left: bool = False  # it has no end of its own, so leaving it is its end
    notices: list[str] = field(default_factory=list)
    rating_change: RatingChange | None = None
    stop: Event = field(default_factory=Event)


def judge_attempt(question: SeenDecision, decision: Decision, action: Action, budget: AnalysisBudget) -> Attempt:
    """Compare an answer with the best one, in trees of their own on the same deals. The answer played keeps its loss. It takes up
    to a second, and may run in any thread."""
    game = question.game
    best, tried = (game.move(question.root, answer) for answer in (decision.answers[0].action, action))
    if question.keys[tried] == question.keys[best]:
        return Attempt(action, 0.0)
    if question.keys[tried] == question.keys[game.move(question.root, decision.played_answer.action)]:
        return Attempt(action, decision.loss)
    solved = solve_question(question, budget)
    if solved is not None:
        return Attempt(action, exact_loss(solved, tried))
    estimates = compare_answers(question, [best, tried], COMPARISON, budget.comparison)
    return Attempt(action, loss_between(estimates, best, tried))


class Retry:
    """The positions that a player tries again. `review` stands at the current one."""

    def __init__(self, positions: Sequence[Position], course: Course | None = None) -> None:
        """There is at least one position; call `go_to` before the first use."""
        self.course: Final = course or Course()
        self.positions: Final = list(positions)
        self.outcomes: Final = [self._outcome_before(position) for position in positions]
        self.results: Final[list[Result]] = []
        self.place = 0
        self.state = ASKING
        self.attempts: list[Attempt] = []
        self.hints = 0
        self.answers: Sequence[Action] = ()
        self.note = ""  # what the course has said about the result
        self.has_all = self.course.more is None  # whether no further position will be added
        self._was_hinted = False
        self._review: Review | None = None

    @property
    def position(self) -> Position:
        """The position that is tried."""
        return self.positions[self.place]

    @property
    def decision(self) -> Decision:
        """The decision that is tried."""
        return self.position.decision

    @property
    def reporter(self) -> LossReporter:
        """Says what the analysis has found about the game of this position."""
        position = self.position
        return LossReporter(position.match, position.your_seat, other_words=position.other_words, proof=position.proof)

    @property
    def review(self) -> Review:
        """The game of this position, at the position."""
        match = self.position.match
        if self._review is None or self._review.match is not match:
            self._review = Review(match, self.position.your_seat)
        return self._review

    @property
    def is_asking(self) -> bool:
        """Whether an answer is asked for or being judged."""
        return self.state in (ASKING, JUDGING)

    def add(self, position: Position | None) -> None:
        """Add a position that the course has found; None: there are no more."""
        if position is None:
            self.has_all = True
        else:
            self.positions.append(position)
            self.outcomes.append(self._outcome_before(position))

    def go_to(self, place: int) -> None:
        """Go to a position, and begin there again."""
        self.place = place % len(self.positions)
        self.state, self.attempts, self.hints, self.note = ASKING, [], 0, ""
        history = self.course.history
        self._was_hinted = history is not None and history.is_hinted(self.position.id)
        match, node = self.position.match, self.decision.node
        self.review.viewer = self.decision.seat
        self.review.go_to(step_before(self.review, node))
        state = match.at(node)
        self.answers = [match.game.action(state, move) for move in state.legal_moves()]

    def go_on(self) -> None:
        """Go to the next position. After the last one: begin again, wait for another one, or end."""
        if self.place + 1 < len(self.positions) or self.course.more is None:
            self.go_to(self.place + 1)
        else:
            self.state = ENDED if self.has_all else WAITING

    def end_if_summed_up(self) -> bool:
        """End a course that has no end of its own, because the player has had enough. False if there is no result to sum up, or
        if it has ended already."""
        if not (self.course.sums_up_when_left and self.results) or self.state == ENDED:
            return False
        self.course.stop.set()
        self.has_all, self.state = True, ENDED
        return True

    def question(self) -> SeenDecision:
        """The question of this position, as its seat saw it."""
        return self.position.question()

    @property
    def shown_decision(self) -> Decision:
        """The decision whose answers are shown afterwards. In a position in which nobody has played, the first attempt counts as
        the answer played."""
        decision = self.decision
        if not self.position.is_judged:
            return decision
        actions = [answer.action for answer in decision.answers]
        place = actions.index(self.attempts[0].action) if self.attempts and self.attempts[0].action in actions else 0
        margins = [answer.margin or 0.0 for answer in decision.answers]
        loss = self.attempts[0].loss if place else 0.0
        return replace(decision, played=place, loss=loss, loss_points=max(0.0, margins[0] - margins[place]))

    def known_attempt(self, action: Action) -> Attempt | None:
        """The attempt with this answer if it need not be judged any more; None if it must."""
        best, known = self.decision.answers[0], [answer for answer in self.decision.answers if answer.action == action]
        if not (self.position.is_judged and known):
            return None
        return Attempt(action, max(0.0, (best.chance or 0.0) - (known[0].chance or 0.0)))

    def give_hint(self) -> None:
        """Say more about the best answer. That is on the disk before it is said."""
        history = self.course.history
        if history is not None and not self._was_hinted:
            history.add(self.position.match.game.name(), HINT_GIVEN, self.position.id)
        self.hints += 1
        self._was_hinted = True

    def accept(self, attempt: Attempt) -> None:
        """Take note of a judged attempt."""
        self.attempts.append(attempt)
        self.hints = 0
        self.state = SOLVED if attempt.is_right else ASKING
        if attempt.is_right:
            self._settle((HINTED if self._was_hinted else RIGHT), attempt.loss)
            if self.outcomes[self.place] != "shown":
                self.outcomes[self.place] = "solved"
        else:
            self._settle(MISSED, attempt.loss)
            if self.outcomes[self.place] != "solved":
                self.outcomes[self.place] = plural(len(self.attempts), "attempt")

    def show_answers(self) -> None:
        """Give up: show the answers."""
        self.state = GIVEN_UP
        self._settle(SHOWN, self.decision.loss)
        if self.outcomes[self.place] != "solved":
            self.outcomes[self.place] = "shown"

    def text(self) -> str:
        """What is asked, or what became of the latest attempt."""
        decision, match = self.decision, self.position.match
        if self.hints and self.state == ASKING:
            return self._hint_text()
        if not self.attempts:
            if self.position.is_judged:
                return f"{self.position.intro} You know only what this seat knew."
            rule = "every answer within 2 in 100 of the best is right. You know only what"
            if self.position.intro:
                return f"{self.position.intro} Find the best answer: {rule} this seat knew."
            played = answer_text(match, decision, decision.played_answer.action)
            return f"You chose: {played}. That cost {round(100 * decision.loss)} in 100. Find better: {rule} you knew then."
        latest, best_chance = self.attempts[-1], decision.answers[0].chance or 0.0
        words = answer_text(match, decision, latest.action)
        if latest.is_right:
            return f"Right: {words}."
        chance = round(100 * max(0.0, best_chance - latest.loss))
        than_then = "better than what you did" if latest.loss < decision.loss else "no better than what you did"
        cost = f"{chance}% against {round(100 * best_chance)}%: {round(100 * best_chance) - chance} in 100 less than the best"
        cost += "" if self.position.intro else f", {than_then}"
        return f"Not yet: {words}. {cost}. Your answer is taken back; try another one."

    def line_views(self) -> list[tuple[str, Any]]:
        """The line that is expected after the best answer: for each step who does what, and the table after it as the seat of the
        decision sees it. It is played in a deal of its own, so it shows nothing that the seat could not know."""
        position, decision = self.position, self.decision
        match, game, best = position.match, position.match.game, decision.answers[0]
        world = expected_line_position(match, decision)
        names = match.setup.seats
        steps = []
        for seat, action in [(decision.seat, best.action), *best.line]:
            move = game.move(world, action)
            if world.mover != seat or move not in world.legal_moves():
                break  # the line of an older engine
            who = "you" if seat == decision.seat else names[seat].name
            words = f"{who}: {game.say(world, action)}"
            world.apply(move)
            steps.append((words, game.view(world.copy(), decision.seat)))
        return steps

    def _hint_text(self) -> str:
        match, decision = self.position.match, self.decision
        said = [answer_text(match, decision, action) for action in self.answers]
        first, last = decision.answers[0], decision.answers[-1]
        best, worst = answer_text(match, decision, first.action), answer_text(match, decision, last.action)
        if self.hints == 1 and len({text.partition(" ")[0] for text in said}) > 1:
            return f"A hint: the best answer begins with “{best.partition(' ')[0]}”."
        is_worse = (first.chance or 0.0) - (last.chance or 0.0) >= NO_MATTER_LOSS
        if self.hints == 1 and len(said) > 2 and is_worse:  # the first word would tell nothing
            return f"A hint: it is not “{worst}”."
        return f"The best answer: {best.partition(',')[0]}."

    def _settle(self, outcome: str, loss: float) -> None:
        """Report the result of the first try of a position."""
        if all(result.position is not self.position for result in self.results):
            result = Result(self.position, outcome, loss)
            self.results.append(result)
            self.note = self.course.report(result)

    def _outcome_before(self, position: Position) -> str:
        return OUTCOME_WORDS.get(self.course.outcomes.get(position.id, ""), OPEN)


def positions_of_game(review: Review, analysis: GameAnalysis, game_id: str) -> list[Position]:
    """The player's own mistakes that have a best answer, the costliest first."""
    own = [decision for decision in decisions_of(analysis, (review.your_seat,)) if is_practisable(decision)]
    usable = [decision for decision in own if is_question_of_step(review, decision.node)]
    return [
        Position(position_id(game_id, decision), review.match, decision, analysis.key.budget, review.your_seat)
        for decision in sorted(usable, key=lambda decision: (-decision.loss, decision.node))
    ]


def is_question_of_step(review: Review, node: int) -> bool:
    """Whether the table can be shown as it was when the question at a node was asked."""
    return review.step_tree.last_node_of_step(step_before(review, node)) == node


def step_before(review: Review, node: int) -> int:
    """The step after which a question was asked."""
    while node not in review.step_tree.children:
        node = review.match.log.parents[node]
    return node
