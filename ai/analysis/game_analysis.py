"""The analysis of a whole game: all decisions of all seats on the line that was visited last.

In a game that is judged by turns (`GameKit.judges_turns`), each stretch of a turn has one decision: those of human players first.
In others every decision is judged by the quick pass, and the marked ones are confirmed. Then reasons for the marked ones are
looked for. The caller takes one step after another and may stop at any time; `GameAnalysis` holds what is done so far, and goes
on from there.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ai.analysis.analyse import NoDecision, question_at
from ai.analysis.decision import COMPILED_BUDGET, FORCED, PROVISIONAL, AnalysisBudget, Decision
from ai.analysis.stretches import Stretch, stretches_on
from ai.analysis.workers import TURN_JOB, AnalysisWorkers, Job
from ai.kit import kit_of
from engine.core.game import HUMAN, NOBODY, Game, State, human_seats
from engine.core.match import Match

ENGINE_VERSION: Final = 5  # raise it whenever the same budget gives other numbers
TURNS_VERSION: Final = 8  # the same for games that are judged by turns
FIRST_TURNS_VERSION: Final = 6  # from it on versions belong to games that are judged by turns
JUDGING: Final = "judging"
CONFIRMING: Final = "confirming"
EXPLAINING: Final = "explaining"
MAX_BUDGET: Final = 20 * COMPILED_BUDGET.confirmation  # of each number of the budget in a file
MAX_DECISIONS: Final = 5000  # of one game
JOBS: Final = {JUDGING: "judge", CONFIRMING: "confirm", EXPLAINING: "explain"}


class EngineKey(NamedTuple):
    """Everything that the numbers of an analysis depend on, besides the game: no statistic may mix analyses with different
    keys."""

    version: int
    rules: int
    data: int  # the fingerprint of the cards
    value: str  # `GameKit.value_key`
    calibration: int  # `Calibration.key`; 0 if there is none
    budget: AnalysisBudget


class AnalysisProgress(NamedTuple):
    """A step of an analysis: the decision that was just done, and how many of the decisions of this phase are done."""

    phase: str
    done: int
    total: int
    decision: Decision


@dataclass
class GameAnalysis:
    """The analysed decisions of one game, by node. Forced decisions are not among them. `is_finished` says without a look at the
    game that nothing is left to do. An older analysis is shown until the one that replaces it is complete."""

    key: EngineKey
    decisions: dict[int, Decision] = field(default_factory=dict)
    is_finished: bool = False
    begun: "GameAnalysis | None" = None  # one that is to replace this older one, as far as it is done

    def todo(self, match: Match, phase: str) -> list[int]:
        """The nodes whose decisions this phase has still to do, in the order of the game."""
        nodes = nodes_to_analyse(match)
        if phase == JUDGING and self.judges_turns(match):
            return [stretch.start for stretch in self.stretches_to_judge(match)]
        if phase == JUDGING:
            return [node for node in nodes if node not in self.decisions]
        known = [self.decisions[node] for node in nodes if node in self.decisions]
        if phase == CONFIRMING:
            return [decision.node for decision in known if decision.is_marked and decision.state == PROVISIONAL]
        return [one.node for one in known if (one.is_marked or one.costs_points) and not one.is_explained]

    def judges_turns(self, match: Match) -> bool:
        """Whether it judges stretches of turns, and not each answer."""
        return self.key.version >= FIRST_TURNS_VERSION and kit_of(match.game).judges_turns

    def stretches_to_judge(self, match: Match) -> list[Stretch]:
        """The stretches of turns that are still to be judged, those of humans first."""
        seats = analysed_seats(match)
        open_ones = [
            stretch
            for stretch in stretches_on(match, match.log.path(analysed_leaf(match)))
            if stretch.seat in seats and not any(node in self.decisions for node in stretch.nodes)
        ]
        return sorted(open_ones, key=lambda stretch: match.setup.seats[stretch.seat].level != HUMAN)

    def is_complete(self, match: Match) -> bool:
        """Whether nothing is left to do."""
        return not any(self.todo(match, phase) for phase in JOBS)

    def pack(self) -> dict[str, Any]:
        """The analysis as JSON values."""
        return {
            "key": [*self.key[:5], list(self.key.budget)],
            "decisions": [decision.pack() for _, decision in sorted(self.decisions.items())],
            "finished": self.is_finished,
            **({"begun": self.begun.pack()} if self.begun is not None else {}),
        }

    @staticmethod
    def from_packed(packed: Mapping[str, Any]) -> "GameAnalysis":
        """The analysis that `pack` wrote. Raises ValueError, TypeError, KeyError or IndexError for anything else."""
        version, rules, data, value, calibration, budget = packed["key"]
        numbers = [version, rules, data, calibration, *budget]
        if not isinstance(value, str) or not all(isinstance(number, int) for number in numbers):
            raise ValueError("not an analysis")
        if not all(0 < number <= MAX_BUDGET for number in budget):
            raise ValueError("more work than any analysis does")
        if len(packed["decisions"]) > MAX_DECISIONS:
            raise ValueError("more decisions than any game has")
        decisions = [Decision.from_packed(decision) for decision in packed["decisions"]]
        key = EngineKey(version, rules, data, value, calibration, AnalysisBudget(*budget))
        begun = packed.get("begun")
        return GameAnalysis(
            key,
            {decision.node: decision for decision in decisions},
            packed.get("finished") is True,
            GameAnalysis.from_packed({**begun, "begun": None}) if begun else None,
        )

    def fits(self, match: Match) -> bool:
        """Whether all decisions belong to this game: the positions at their nodes are the same. Costs one replay."""
        return len(self.decisions_on_line(match)) == len(self.decisions)

    def decisions_on_line(self, match: Match) -> dict[int, Decision]:
        """The decisions that are on the analysed line of this game, and whose answers are answers there. Costs one replay."""
        return {
            node: self.decisions[node]
            for node, position in questions_on_line(match)
            if node in self.decisions and has_answers(match.game, position, self.decisions[node])
        }


def has_answers(game: Game[Any], position: State, decision: Decision) -> bool:
    """Whether a decision, which may come from a file, was made in this position, with answers that can be given there."""
    if position.digest() & 0xFFFFFFFF != decision.digest:
        return False
    menu = set(position.legal_moves())
    with suppress(ValueError, IndexError, KeyError):  # an action of other rules
        return all(game.move(position, answer.action) in menu for answer in decision.answers)
    return False


def engine_key(match: Match, budget: AnalysisBudget) -> EngineKey:
    """The key of an analysis of this game with this program and this budget. Raises NoDecision for a game without questions."""
    node = next((node for node in range(len(match.log)) if match.mover(node) != NOBODY), None)
    if node is None:
        raise NoDecision("nobody is asked anything in this game")
    question = question_at(match, node)
    calibration = question.calibration
    return EngineKey(
        TURNS_VERSION if question.kit.judges_turns and calibration is not None else ENGINE_VERSION,
        match.setup.rules,
        match.game.fingerprint(match.setup),
        question.kit.value_key(question.root),
        calibration.key if calibration is not None else 0,
        budget,
    )


def analysed_leaf(match: Match) -> int:
    """The end of the line that is analysed: the one that was visited last; of a game that goes on, the head."""
    leaf = match.log.last_visited_leaf(match.log.head)
    return leaf if match.mover(leaf) == NOBODY else match.log.head


def analysed_seats(match: Match) -> frozenset[int]:
    """The seats whose decisions are analysed: all; in a game that goes on, those of humans."""
    if match.mover(analysed_leaf(match)) == NOBODY:
        return frozenset(range(match.setup.player_count))
    return frozenset(human_seats(match.setup.seats))


def nodes_to_analyse(match: Match) -> list[int]:
    """The nodes on the analysed line at which a seat has answered and had a choice, in the order of the game. Costs one
    replay."""
    return [node for node, _ in questions_on_line(match)]


def questions_on_line(match: Match) -> Iterator[tuple[int, State]]:
    """Each of these nodes with its position, which is only valid until the next one is asked for."""
    path, seats = match.log.path(analysed_leaf(match)), analysed_seats(match)
    state = match.at(0)
    for node, child in pairwise(path):
        if child not in match.log.redraws and state.move_count > 1 and int(state.mover) in seats:
            yield node, state
        state = match.advance_state(state, child)


def decisions_after(match: Match, start: int, leaf: int) -> list[tuple[int, int]]:
    """The nodes with a choice on the line to `leaf`, from the answer that leads to the node `start` on, each with its place on
    that line."""
    path = match.log.path(leaf)
    found = []
    for place, (node, child) in enumerate(pairwise(path)):
        if child >= start and child not in match.log.redraws and match.at(node).move_count > 1:
            found.append((node, place))
    return found


def new_analysis(match: Match, budget: AnalysisBudget) -> GameAnalysis:
    """An analysis in which nothing is done yet."""
    return GameAnalysis(engine_key(match, budget))


def run_analysis(
    match: Match, analysis: GameAnalysis, processes: int, phases: Sequence[str] = (JUDGING, CONFIRMING, EXPLAINING)
) -> Iterator[AnalysisProgress]:
    """Do what is left of an analysis, in `processes` processes (0: in this one). Each decision is in `analysis` when its step is
    yielded; the order within a phase may vary, the results do not. A caller may stop at any time and go on later. Raises
    AnalysisFailed."""
    yield from run_analysis_with(AnalysisWorkers(processes, match, analysed_leaf(match)), match, analysis, phases)


def run_analysis_with(
    workers: AnalysisWorkers,
    match: Match,
    analysis: GameAnalysis,
    phases: Sequence[str] = (JUDGING, CONFIRMING, EXPLAINING),
) -> Iterator[AnalysisProgress]:
    """The same with workers for `analysed_leaf`, which may be stopped from another thread. They end with the iterator."""
    path = match.log.path(analysed_leaf(match))
    index_of = {node: index for index, node in enumerate(path)}
    budget = list(analysis.key.budget)
    with workers:
        for phase in phases:
            nodes = analysis.todo(match, phase)
            by_turns = phase == JUDGING and analysis.judges_turns(match)
            jobs = [_job(analysis, phase, node, index_of[node], budget, by_turns=by_turns) for node in nodes]
            for done, (_, answer) in enumerate(workers.run(jobs), start=1):
                decision = Decision.from_packed(answer["decision"])
                decision = replace(decision, node=path[decision.node])
                if decision.state != FORCED:
                    analysis.decisions[decision.node] = decision
                yield AnalysisProgress(phase, done, len(nodes), decision)
    analysis.is_finished = analysis.is_complete(match)


def _job(analysis: GameAnalysis, phase: str, node: int, index: int, budget: list[int], *, by_turns: bool) -> Job:
    job: Job = {"job": TURN_JOB if by_turns else JOBS[phase], "index": index, "budget": budget}
    if phase != JUDGING:
        job["decision"] = analysis.decisions[node].pack()
    return job
