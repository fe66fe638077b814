"""What the analysis has found in a review: decisions by step, the verdict of each turn, own mistakes, the curve."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ai.analysis.decision import AnalysisBudget, Decision
from ai.analysis.game_analysis import GameAnalysis, analysed_leaf
from engine.core.game import NOBODY
from vok_tui.game.analysis_job import AnalysisJob, JobState, budget_of_this_copy
from vok_tui.learning.review import Review
from vok_tui.learning.tree import TurnRow
from vok_tui.painting.curve import CurveLine
from vok_tui.records.helped import NO_FILE
from vok_tui.records.loss_report import LossReporter, chance_text, in_100, marked_decisions

NOT_ANALYSED: Final = "Not analysed yet: {key} says what decisions have cost."  # in one line of a narrow pane
NOT_ANALYSED_SO_FAR: Final = "Not analysed yet: {key} judges your decisions so far."


class RowVerdict(NamedTuple):
    """What the list says about a turn: the worst mark of its decisions, what that one cost, and the reader's chance at its
    start."""

    mark: str
    loss: str
    chance: str


NO_VERDICT: Final = RowVerdict("", "", "")


class FoundAnalysis:
    """Knows what the analysis says about each step of a review. `job` is None if the game cannot be analysed."""

    def __init__(self, review: Review, job: AnalysisJob | None) -> None:
        self._review: Final = review
        self.job = job
        self.reporter: Final = LossReporter(review.match, review.your_seat)
        self.why_page = (
            0  # of the reasons, in a pane that is too small for the answers and the reasons; 0 for the answers
        )
        self._painted_node = NOBODY  # the question of that decision
        self._why_pages = 0  # of the decision painted last; 0 if the answers and the reasons fit together
        self.shows_points = False  # on the curve, instead of chances
        self._caveat: Final = self.reporter.caveat
        self._steps: dict[int, int] = {}  # by node of a question: the step that answers it
        self._decisions: dict[int, Decision] = {}  # by step
        self._known: tuple[int, int, object] = (0, 0, None)  # for which the two are computed
        self._variation_decisions: Final[dict[int, Decision]] = {}  # by step; of variations, neither stored nor counted

    @property
    def analysis(self) -> GameAnalysis | None:
        """What is analysed so far; None if nothing is."""
        return self.job.shown if self.job is not None else None

    def adopt(self, job: AnalysisJob) -> bool:
        """Show this analysis if it is of the same game: that of a game that went on is replaced when the game is over. Returns
        whether it is shown."""
        if self.job is not None and job.path == self.job.path and job.goes_on <= self.job.goes_on:
            self.job = job
        return job is self.job

    def not_analysed_text(self, key: str) -> str:
        """What says that nothing is analysed; `key` would begin it."""
        if self.job is None:
            return NO_FILE
        return (NOT_ANALYSED_SO_FAR if self.job.goes_on else NOT_ANALYSED).format(key=key)

    @property
    def has_decisions(self) -> bool:
        """Whether a decision is analysed, be it of a variation."""
        return self.analysis is not None or bool(self._variation_decisions)

    @property
    def budget(self) -> AnalysisBudget:
        """The budget of what is analysed, and of what will be."""
        return self.analysis.key.budget if self.analysis is not None else budget_of_this_copy()

    @property
    def is_running(self) -> bool:
        """Whether the analysis runs or waits."""
        return self.job is not None and self.job.is_busy

    @property
    def reader_seats(self) -> Sequence[int]:
        """Whose mistakes are "own": the player's, or those of the seat from which the game is seen."""
        review = self._review
        return [review.your_seat if review.your_seat != NOBODY else review.viewer]

    def decisions(self) -> Mapping[int, Decision]:
        """The analysed decisions by the step that answers them. If a secret question was declined within a step, the dearer one
        counts."""
        analysis = self.analysis
        if analysis is None:
            return self._variation_decisions
        tree = self._review.step_tree
        known = (id(analysis), self.revision, tree)
        if known != self._known:
            self._known, self._decisions = known, {}
            log = self._review.match.log
            path = log.path(analysed_leaf(self._review.match))
            next_nodes = dict(pairwise(path))
            for node, decision in analysis.decisions.items():
                step = next_nodes.get(node, 0)
                while step not in tree.children:
                    step = log.parents[step]
                other = self._decisions.get(step)
                if step and (other is None or other.loss < decision.loss):
                    self._decisions[step] = decision
            self._decisions |= self._variation_decisions
        return self._decisions

    def add_variation_decision(self, line: Sequence[int], decision: Decision) -> None:
        """Show an analysed decision of a variation at its step on this line, the current one."""
        parents = self._review.match.log.parents
        step = next((step for step in line[1:] if parents[step] >= decision.node), 0)
        if step:
            self._variation_decisions[step] = decision
            self.revision += 1

    revision = 0  # grows whenever the analysis has changed

    def decision_at(self, step: int) -> Decision | None:
        """The decision that a step answers, if it is analysed."""
        return self.decisions().get(step)

    def verdict_of(self, row: TurnRow) -> RowVerdict:
        """What the list says about a turn."""
        decisions = self.decisions()
        found = [decisions[step] for step in row.nodes if step in decisions]
        if not found:
            return NO_VERDICT
        marked = [decision for decision in found if decision.mark]
        worst = max(marked, key=lambda decision: (decision.is_marked, decision.loss)) if marked else None
        start = next((decision for decision in found if decision.starts_turn), None)
        is_readers = start is not None and start.seat in self.reader_seats
        return RowVerdict(
            worst.mark if worst is not None else "",
            in_100(worst.loss) if worst is not None and worst.is_marked else "",
            chance_text(start.chance) if start is not None and is_readers else "",
        )

    def own_mistakes(self) -> set[int]:
        """The steps with a mark of the reader; unsure ones are left out."""
        seats = self.reader_seats
        return {step for step, decision in self.decisions().items() if decision.is_marked and decision.seat in seats}

    def own_mistake_of_turn(self) -> Decision | None:
        """The player's marked decision at the current step, or of its turn, the costliest first; None if there is none."""
        review, decisions = self._review, self.decisions()
        here = decisions.get(review.node)
        chapter = review.step_tree.chapter_of_step(review.node)
        own = [
            decision
            for step, decision in decisions.items()
            if decision.is_marked
            and decision.seat == review.your_seat
            and review.step_tree.chapter_of_step(step) == chapter
        ]
        return here if here in own else max(own, key=lambda decision: decision.loss, default=None)

    def status_text(self) -> str:
        """What the analysis is doing, for the status line; "" before it is begun."""
        job, analysis = self.job, self.analysis
        if job is None:
            return ""
        text = job.progress_text()
        if analysis is not None and job.state == JobState.DONE:
            marked = marked_decisions(analysis, self.reader_seats)
            count = sum([decision.is_marked for decision in marked])
            text += f", {count} marked, {len(marked) - count} unsure"
        return text

    def is_on_analysed_line(self) -> bool:
        """Whether the current line is the one that is analysed."""
        if self.analysis is None:
            return False
        leaf = analysed_leaf(self._review.match)
        tree = self._review.step_tree
        while leaf not in tree.children:
            leaf = self._review.match.log.parents[leaf]
        return self._review.current_line[-1] == leaf

    # -- the curve

    def curve_lines(self) -> list[CurveLine]:
        """The curve of the chance up to the last turn that is analysed; [] if points are shown."""
        analysis = self.analysis
        if analysis is None or self.shows_points or not self.is_on_analysed_line():
            return []
        return self.reporter.chance_lines(analysis, max(1, self._review.last_turn))
