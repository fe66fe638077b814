"""The analysis of one decision.

Two passes, each on deals of its own. All answers compared in a pass have trees of their own and meet the same deals, because in
a shared tree a rarely visited answer looks worse than it is.

1. Screening: sequential halving over all answers (Karnin, Koren and Somekh 2013).
2. Comparison: the best answers and the played one, with larger trees. Each tree is settled: its most visited moves are made in
   fresh deals, up to a position at rest, and the chances there are averaged. Where the tree does not reach one, all seats play on
   with small searches.

Both are the quick pass. `confirm_decision` adds one with trees four times as large for marked decisions; then the smaller loss
counts. Smaller trees than those of the comparison do not see many losses, so nothing is decided by them.

A last turn in which nothing but the answers of its seat matters is solved instead: its numbers are exact, and no pass follows.

Nothing here sees the true position: the seat's view is dealt again before anything is computed (`SeenDecision`), and the seeds of
the deals depend only on what everybody knows.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import hypot, sqrt
from typing import Any, Final, NamedTuple

from ai.analysis.calibration import Calibration, calibration_for, stage_of
from ai.analysis.decision import (
    CLEARLY_BAD_LOSS,
    COMPILED_BUDGET,
    CONFIRMED,
    FORCED,
    INACCURACY_LOSS,
    MAX_LINE_STEPS,
    MAX_SETTLING_DEALS,
    MISTAKE_LOSS,
    NO_MATTER,
    NO_MATTER_LOSS,
    PROVISIONAL,
    SOLVED,
    UNSURE,
    AnalysisBudget,
    Decision,
    JudgedAnswer,
    LineStep,
    none_above_best,
)
from ai.analysis.rest import RestValue, play_to_rest, searching
from ai.kit import GameKit, kit_of
from ai.search.evaluator import Evaluator
from ai.search.last_turn import MAX_POSITIONS, SolvedTurn, solve_last_turn, solved_line
from ai.search.mcts import Search
from ai.search.playout import Rng
from engine.core.action import Action
from engine.core.errors import EngineError
from engine.core.game import NOBODY, Game, Setup, State
from engine.core.luck import seeded_hash
from engine.core.match import Match

POSITIONS_PER_SIMULATION: Final = (
    4  # of the comparison: how many positions of a last turn are looked at before it is searched
)
MAX_PLAYED_ON_SIMULATIONS: Final = 30  # of each answer between the end of a tree and the next position at rest
MIN_PLAYED_ON_SIMULATIONS: Final = 4
MIN_SETTLING_DEALS: Final = 4
PLAYED_ON_SHARE: Final = 4  # of the simulations of a tree: after so many for playing on there are no more deals
FAVOURITE_COUNT: Final = 3  # answers that remain after the screening, besides the played one
ANALYSIS_STREAM: Final = 0xA7A1  # keeps the seeds of an analysis apart from all others
ROOT_DEAL, LINE_DEAL, SCREENING, COMPARISON, CONFIRMATION, CONTINUATIONS = range(6)  # uses of seeds
HINT, HINT_CHECK = 6, 7  # and all later numbers, for repeated hints


class NoDecision(EngineError):
    """There is nothing to analyse at a node: nobody was asked there, or nobody has answered. The text is one sentence."""


class SeenDecision:
    """A decision as its seat sees it: a position in which everything that the seat cannot know is drawn again, and the same one
    whatever is hidden. All passes start from here."""

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        position: State,
        place_count: int,
        is_within_turn: bool,
        *,
        has_chances: bool = True,
    ) -> None:
        """`place_count` is the number of earlier decisions that everybody may know of. Without `has_chances` it is as if there
        were no calibration."""
        self.game: Final = game
        self.seat: Final = int(position.mover)
        self.setup: Final = setup
        self.kit: Final[GameKit] = kit_of(game)
        self._seed: Final = seeded_hash(ANALYSIS_STREAM, place_count, self.seat)
        self.root: Final[State] = game.determinize(position, self.seat, self.seed(ROOT_DEAL))
        self.evaluator: Final[Evaluator[Any]] = self.kit.analysis_evaluator(self.root)
        self.calibration: Final[Calibration | None] = calibration_for(game, setup, self.root) if has_chances else None
        self.is_within_turn: Final = is_within_turn
        self.stage: Final = stage_of(self.kit.progress(self.root))
        self.moves: Final = self.root.legal_moves()

    @cached_property
    def keys(self) -> dict[int, Hashable]:
        """For each answer, the key of the position to which it leads in one deal, as the seat can know it."""
        deal: State = self.game.determinize(self.root, self.seat, self.seed(ROOT_DEAL))
        found: dict[int, Hashable] = {}
        for move in self.moves:
            after = deal.copy()
            after.apply(move)
            found[move] = self.kit.position_key(after)
        return found

    def distinct_moves(self, wanted: Sequence[int] = ()) -> list[int]:
        """The answers that lead to different positions, in the order of the menu. Of several that lead to the same one it is
        the first, or one of those `wanted`."""
        chosen: dict[Hashable, int] = {self.keys[move]: move for move in reversed(wanted)}
        for move in self.moves:
            chosen.setdefault(self.keys[move], move)
        return [move for move in self.moves if chosen[self.keys[move]] == move]

    def seed(self, use: int) -> int:
        """The seed for one use of it."""
        return seeded_hash(self._seed, use) >> 1

    def tree(self, move: int, use: int) -> Search:
        """A new tree for one answer. Trees for the same use meet the same deals."""
        return Search(self.game, self.root, self.seat, self.seed(use), self.evaluator, first_move=move)

    def worth_of(self, rest: State) -> "Worth":
        """What a position at rest is worth to the seat. Raises NotAtRest."""
        value = RestValue(self.kit, self.evaluator, rest, self.seat)
        if self.calibration is None:
            return Worth(value.value, 0.0)
        return Worth(self.calibration.chance(value), self.calibration.margin(value))

    def is_concealed(self, move: int) -> bool:
        """Whether another seat does not see what this answer is."""
        others = [seat for seat in range(self.setup.player_count) if seat != self.seat]
        return any(self.game.move_as_seen(self.root, seat, move) != move for seat in others)

    @property
    def is_secret(self) -> bool:
        """Whether another seat does not see which of the answers is given."""
        return any(self.is_concealed(move) for move in self.moves)

    def line_after(self, tree: Search) -> tuple[LineStep, ...]:
        """The line that a tree expects after its answer, in the deal of `line_position`."""
        return line_steps(self, tree.walk_settled(self.line_position(), Rng(self.seed(LINE_DEAL)))[0])

    def line_position(self) -> State:
        """The position in which expected lines are played: a deal of its own, never the real one."""
        world: State = self.game.determinize(self.root, self.seat, self.seed(LINE_DEAL))
        return world


class Judgement(NamedTuple):
    """All answers of a question, the best first; the best of those that were compared, and what the answer played costs in
    chance. `solved` is the exact solution, if there is one."""

    answers: dict[int, JudgedAnswer]
    best: int
    loss: float
    solved: SolvedTurn | None = None


class Worth(NamedTuple):
    """What a position is worth to a seat: its chance, or without a calibration its reward; and its expected margin in points."""

    chance: float
    margin: float


class Screened(NamedTuple):
    """What the screening found for an answer: the mean reward of its tree, and the simulations. The rewards of answers can be
    compared with each other; no chance can be made from them."""

    reward: float
    simulations: int


class Estimate(NamedTuple):
    """What one pass found for an answer from positions at rest: its worth, the standard error of its value, the simulations of
    its tree and in all, and the expected line."""

    value: float
    margin: float
    standard_error: float
    tree_size: int
    simulations: int
    line: tuple[LineStep, ...] = ()


def question_at(match: Match, node: int) -> SeenDecision:
    """The question at a node. Raises NoDecision if the game is over there."""
    if match.mover(node) == NOBODY:
        raise NoDecision("nobody is asked there")
    is_within_turn = earlier_own_decisions(match, node) > 0 or match.chapter(node).seat not in (
        NOBODY,
        match.mover(node),
    )
    return SeenDecision(match.game, match.setup, match.at(node), match.public_decision_count(node), is_within_turn)


def earlier_own_decisions(match: Match, node: int) -> int:
    """How often the seat that is asked at a node has answered before in the same turn or phase."""
    mover, chapter, count = match.mover(node), match.chapter(node), 0
    while node:
        node = match.log.parents[node]
        if match.chapter(node) != chapter:
            break
        count += match.mover(node) == mover
    return count


def played_move(match: Match, node: int) -> int:
    """The answer that was given at a node, on the line that was visited last. Raises NoDecision if there is none."""
    child = match.log.last_visited_child(node)
    if child == node or child in match.log.redraws:
        raise NoDecision("nobody has answered there")
    return match.game.move(match.at(node), match.log.actions[child])


def analyse_decision(match: Match, node: int, budget: AnalysisBudget = COMPILED_BUDGET) -> Decision:
    """The quick pass over the decision at a node: screening and comparison. The result depends only on what the seat could
    know there, the answer that was played, and the budget; never on time. Raises NoDecision."""
    played = played_move(match, node)
    return judge_played_answer(match, node, question_at(match, node), played, budget)


def judge_played_answer(
    match: Match, node: int, question: SeenDecision, played: int, budget: AnalysisBudget
) -> Decision:
    """The quick pass for an answer that was, or could be, given to a question."""
    if len(question.moves) == 1:
        return _new_decision(match, node, question, FORCED, played, played)
    judged = judge_all_answers(question, played, budget)
    if judged.solved is None:
        decision = _new_decision(match, node, question, PROVISIONAL, played, judged.best, judged.answers)
        return _with_loss(decision, judged.loss, is_unsure=False)
    decision = _new_decision(match, node, question, SOLVED, played, judged.best, judged.answers)
    if not decision.has_chances:
        return replace(decision, is_mixed=False)
    points = judged.solved.outcomes[judged.best].margin - judged.solved.outcomes[played].margin
    return replace(decision, loss=judged.loss, loss_points=max(0.0, points), is_mixed=False)


def judge_all_answers(question: SeenDecision, played: int, budget: AnalysisBudget) -> Judgement:
    """All answers of a question, by the quick pass; exactly, if the question can be solved."""
    solved = solve_question(question, budget)
    if solved is not None:
        return _exact_judgement(question, solved, played, budget)
    screened = screen_answers(question, budget.screening, question.distinct_moves([played]))
    favourites = sorted(screened, key=lambda move: -screened[move].reward)[:FAVOURITE_COUNT]
    compared = compare_answers(question, [*favourites, played], COMPARISON, budget.comparison)
    best = max(favourites, key=lambda move: compared[move].value)
    judged = judge_answers(question, screened, compared, best)
    return Judgement(judged, best, loss_between(compared, best, played))


def solve_question(question: SeenDecision, budget: AnalysisBudget) -> SolvedTurn | None:
    """The exact solution of a question in the last turn, from what its seat knows; None if something else than its own answers
    matters, or if more positions would have to be looked at than the budget allows."""
    return solve_last_turn(question.game, question.root, question.seat, _most_positions(budget))


def _most_positions(budget: AnalysisBudget) -> int:
    return min(MAX_POSITIONS, POSITIONS_PER_SIMULATION * budget.comparison)


def _exact_judgement(question: SeenDecision, solved: SolvedTurn, played: int, budget: AnalysisBudget) -> Judgement:
    """The judgement of a solved question. The best answer and the one played have lines to the end of the game."""
    order = sorted(question.distinct_moves([played]), key=lambda move: solved.outcomes[move], reverse=True)
    lines = {move: solved_steps(question, move, budget) for move in {order[0], played}}
    has_chances = question.calibration is not None
    judged = {}
    for move in order:
        outcome = solved.outcomes[move]
        chance, margin = (outcome.share, outcome.margin) if has_chances else (None, None)
        action = question.game.action(question.root, move)
        judged[move] = JudgedAnswer(action, outcome.share, chance, margin, 0.0, 0, lines.get(move, ()))
    return Judgement(judged, order[0], exact_loss(solved, played), solved)


def exact_loss(solved: SolvedTurn, move: int) -> float:
    """What an answer to a solved question costs in chance."""
    return max(solved.outcomes.values()).share - solved.outcomes[move].share


def solved_steps(question: SeenDecision, move: int, budget: AnalysisBudget) -> tuple[LineStep, ...]:
    """The best line after an answer to a solved question."""
    made = solved_line(question.game, question.root, question.seat, move, _most_positions(budget))
    return line_steps(question, [(question.seat, step) for step in (move, *made)])


def line_steps(question: SeenDecision, made: Sequence[tuple[int, int]]) -> tuple[LineStep, ...]:
    """Moves that begin with an answer, as the line after it, in the deal of `line_position`."""
    world, game, steps = question.line_position(), question.game, []
    for seat, move in made[: MAX_LINE_STEPS + 1]:
        if world.mover != seat or move not in world.legal_moves():
            break
        steps.append(LineStep(seat, game.action(world, move)))
        world.apply(move)
    return tuple(steps[1:])


def expected_line(question: SeenDecision, move: int, budget: AnalysisBudget) -> tuple[LineStep, ...]:
    """The line that is expected after an answer, searched for again."""
    if solve_question(question, budget) is not None:
        return solved_steps(question, move, budget)
    return compare_answers(question, [move], COMPARISON, budget.comparison)[move].line


def confirm_decision(match: Match, decision: Decision, budget: AnalysisBudget = COMPILED_BUDGET) -> Decision:
    """A marked decision after a deeper pass of its best and its played answer. If that pass finds a smaller loss, the smaller one
    counts; if it is too small for a mark, a decision that looked like a mistake is unsure, and an inaccuracy loses its mark.
    Decisions without a mark, and solved ones, are returned unchanged."""
    if not decision.is_marked or decision.state == SOLVED:
        return decision
    question = question_at(match, decision.node)
    better = 0 if decision.played != 0 else 1
    best, played = (
        match.game.move(question.root, decision.answers[place].action) for place in (better, decision.played)
    )
    deep = compare_answers(question, [best, played], CONFIRMATION, budget.confirmation)
    deep_loss = loss_between(deep, best, played)
    # In some games even large trees are far from the truth. A loss below their error proves nothing.
    least = INACCURACY_LOSS
    if question.calibration is not None:
        least = max(least, question.calibration.tree_error(budget.confirmation))
    if deep_loss > decision.loss >= least:
        return replace(decision, state=CONFIRMED)
    deep_loss = min(deep_loss, decision.loss)
    answers = list(decision.answers)
    for place, move in ((better, best), (decision.played, played)):
        answers[place] = judged_answer(question, move, deep[move], answers[place].simulations + deep[move].simulations)
    points = _lost_points(answers[better].margin, answers[decision.played].margin)
    is_found = deep_loss >= (CLEARLY_BAD_LOSS if decision.is_mixed else least)
    state = CONFIRMED if is_found else PROVISIONAL
    deeper = replace(decision, answers=none_above_best(answers), state=state, loss_points=points)
    looked_bad = max(decision.loss - MISTAKE_LOSS, deep_loss - INACCURACY_LOSS) >= 0.0
    return _with_loss(deeper, deep_loss, is_unsure=not is_found and looked_bad)


def screen_answers(question: SeenDecision, simulations: int, moves: Sequence[int] | None = None) -> dict[int, Screened]:
    """Sequential halving over these answers, by default all that differ: in each round the better half remains, and gets twice
    the simulations. The reward of an answer that was dropped is that of the best one, less the gap when both had trees of the
    same size."""
    moves = question.distinct_moves() if moves is None else moves
    trees = {move: question.tree(move, SCREENING) for move in moves}
    means: dict[int, list[float]] = {move: [] for move in moves}  # after each round
    rounds = max(1, (len(moves) - 1).bit_length())
    remaining = list(moves)
    for _ in range(rounds):
        share = max(1, simulations // (rounds * len(remaining)))
        for move in remaining:
            trees[move].run(share)
            means[move].append(tree_mean(trees[move]))
        remaining.sort(key=lambda move: means[move][-1], reverse=True)
        remaining = remaining[: (len(remaining) + 1) // 2]
    best = remaining[0]
    top = means[best][-1]
    screened = {}
    for move in moves:
        last_round = len(means[move]) - 1
        gap = means[best][last_round] - means[move][last_round]
        screened[move] = Screened(top - max(0.0, gap), int(trees[move].simulations))
    return screened


def tree_mean(tree: Search) -> float:
    """The mean reward of the viewer in the tree of one answer."""
    first = tree.first
    assert first is not None, "a tree of one answer"
    return first.mean()


def compare_answers(question: SeenDecision, moves: Sequence[int], use: int, simulations: int) -> dict[int, Estimate]:
    """Settled estimates of these answers, on the same deals. An answer may occur twice."""
    estimates = {}
    for move in dict.fromkeys(moves):
        tree = question.tree(move, use)
        tree.run(simulations)
        estimates[move] = settle(question, tree)._replace(line=question.line_after(tree))
    return estimates


def settle(question: SeenDecision, tree: Search, played_on_share: int = PLAYED_ON_SHARE) -> Estimate:
    """What a finished tree expects: the mean worth of positions at rest to which its most visited moves lead, in as many fresh
    deals as it has simulations, at most MAX_SETTLING_DEALS. Where the tree ends earlier, all seats play on; after
    `played_on_share` of the simulations for that and MIN_SETTLING_DEALS there are no more deals. Trees with the same seed settle
    in the same deals."""
    size, spent = int(tree.simulations), 0
    simulations = min(MAX_PLAYED_ON_SIMULATIONS, max(MIN_PLAYED_ON_SIMULATIONS, size // 50))
    player = searching(question.evaluator, simulations)
    found: list[Worth] = []
    for deal in range(min(max(size, MIN_SETTLING_DEALS), MAX_SETTLING_DEALS)):
        position = tree.settled_position(deal)
        decisions = play_to_rest(question.game, position, player, seeded_hash(tree.seed, deal))
        spent += simulations * decisions
        found.append(question.worth_of(position))
        if spent > played_on_share * size and len(found) >= MIN_SETTLING_DEALS:
            break
    count = len(found)
    value, margin = (sum(numbers) / count for numbers in zip(*found, strict=True))
    variance = sum([(worth.chance - value) ** 2 for worth in found]) / count
    return Estimate(value, margin, sqrt(variance / count), size, size + count + spent)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of at least two values, and its standard error."""
    mean = sum(values) / len(values)
    variance = sum([(value - mean) ** 2 for value in values]) / (len(values) - 1)
    return mean, sqrt(variance / len(values))


def loss_between(estimates: Mapping[int, Estimate], best: int, played: int) -> float:
    """What the played answer costs in chance; 0 if it is better."""
    return max(0.0, estimates[best].value - estimates[played].value)


def judge_answers(
    question: SeenDecision, screened: Mapping[int, Screened], compared: Mapping[int, Estimate], best: int
) -> dict[int, JudgedAnswer]:
    """All screened answers, the best first. Those that were not compared keep their distance from the best one, as a rough
    figure."""
    judged = {}
    for move in screened:
        work = screened[move].simulations
        if move in compared:
            estimate = compared[move]
            work += estimate.simulations
        else:
            gap = max(0.0, screened[best].reward - screened[move].reward)
            estimate = compared[best]._replace(value=max(0.0, compared[best].value - gap), tree_size=work, line=())
        judged[move] = judged_answer(question, move, estimate, work)
    order = sorted(judged, key=lambda move: (-judged[move].value, move not in compared))
    return {move: judged[move] for move in order}


def judged_answer(question: SeenDecision, move: int, estimate: Estimate, simulations: int) -> JudgedAnswer:
    """An answer with its chance, margin and error, as far as there is a calibration. `simulations` is the work spent on it."""
    calibration, error = question.calibration, estimate.standard_error
    chance = margin = None
    if calibration is not None:
        chance, margin = estimate.value, estimate.margin
        error = hypot(error, calibration.tree_error(estimate.tree_size))
    action = question.game.action(question.root, move)
    return JudgedAnswer(action, estimate.value, chance, margin, error, simulations, estimate.line)


def _new_decision(
    match: Match,
    node: int,
    question: SeenDecision,
    state: str,
    played: int,
    best: int,
    judged: Mapping[int, JudgedAnswer] | None = None,
) -> Decision:
    """The decision before its loss in chance is known."""
    judged = judged or {}
    order = list(judged)
    place = order.index(played) if order else 0
    top = order[0] if order else best
    is_mixed = bool(order) and (question.is_concealed(top) or question.is_concealed(played))
    answers = tuple(judged.values())
    return Decision(
        node=node,
        digest=match.at(node).digest() & 0xFFFFFFFF,
        seat=question.seat,
        kind=question.kit.decision_kind(question.root, played, top),
        stage=question.stage,
        state=state,
        answers=answers,
        answer_count=len(answers) or len(question.moves),
        played=place,
        loss_points=_lost_points(answers[0].margin, answers[place].margin) if answers else 0.0,
        starts_turn=not question.is_within_turn,
        has_chances=question.calibration is not None,
        is_mixed=is_mixed,
    )


def _with_loss(decision: Decision, loss: float, *, is_unsure: bool) -> Decision:
    """The decision with this loss, and the state that follows from it."""
    if not decision.has_chances:
        return replace(decision, loss=0.0, loss_points=0.0)
    if decision.is_mixed and loss < CLEARLY_BAD_LOSS:
        loss, is_unsure = 0.0, False
    state = decision.state
    chances = [answer.chance for answer in decision.answers if answer.chance is not None]
    if is_unsure:
        state = UNSURE
    elif state != CONFIRMED and max(chances) - min(chances) < NO_MATTER_LOSS:
        state = NO_MATTER
    if loss == 0.0:
        return replace(decision, loss=0.0, loss_points=0.0, state=PROVISIONAL if state == CONFIRMED else state)
    return replace(decision, loss=loss, state=state)


def _lost_points(best: float | None, played: float | None) -> float:
    return max(0.0, best - played) if best is not None and played is not None else 0.0


def expected_line_position(match: Match, decision: Decision) -> State:
    """The position in which the expected lines of a decision are played, at the decision itself: play the answer, then the
    steps of its line. It is a deal of its own, so it shows nothing that the seat could not know."""
    return question_at(match, decision.node).line_position()


def answer_text(match: Match, decision: Decision, action: Action) -> str:
    """An answer of a decision in words, as in the menu of its seat."""
    return match.game.say(match.at(decision.node), action)


def line_texts(match: Match, decision: Decision, answer: JudgedAnswer) -> list[tuple[int, str]]:
    """The expected line after an answer: for each step the seat and its answer in words."""
    world, game = expected_line_position(match, decision), match.game
    world.apply(game.move(world, answer.action))
    texts: list[tuple[int, str]] = []
    for step in answer.line:
        try:
            move = game.move(world, step.action)
        except (ValueError, IndexError, KeyError):  # an action of other rules
            break
        if world.mover != step.seat or move not in world.legal_moves():
            break  # the line of an older engine
        texts.append((step.seat, game.say(world, step.action)))
        world.apply(move)
    return texts
