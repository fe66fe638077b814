"""Hints: what a search thinks of the answers to a question that is still open, and what each of them would cost.

The work comes in stages. The first screens all answers by sequential halving and compares the best of them, with trees of their
own on equal deals; each further stage adds trees or lets them grow. What one tree finds depends on its luck, in some games hardly
less if it is larger; there each answer has the mean of several trees, if the search is fast enough. A tree is settled in fresh
deals, as in an analysis. After the first stage, answers that look costly are checked against the best one, so that a warning is
never only a rarely visited move. Everything starts from the deal of `SeenDecision`, so nothing here sees the true position.

A last turn that can be solved is solved instead, as in an analysis: then one hint says what the answers are worth exactly.

In a game that is judged by turns a hint is a plan for the rest of the turn (`ai.analysis.plans`): the first stage looks for plans
and plays them on, the next one adds deals. Of equal plans it is the one that shares most steps with the others, so that two hints
about one question name the same steps.

How much a stage does is a number of simulations. `timed_hints` chooses it so that the stages end after given seconds; then the
numbers depend on the speed of the machine, but never on what is hidden.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, hypot, sqrt
from time import perf_counter
from typing import Any, Final, NamedTuple

from ai.analysis.analyse import (
    HINT,
    HINT_CHECK,
    Estimate,
    SeenDecision,
    exact_loss,
    judged_answer,
    question_at,
    settle,
    solve_question,
    tree_mean,
)
from ai.analysis.calibration import take_given_calibration
from ai.analysis.decision import (
    CLEARLY_BAD_LOSS,
    COMPILED_BUDGET,
    INACCURACY_LOSS,
    INTERPRETED_BUDGET,
    NO_MATTER_LOSS,
    AnalysisBudget,
    JudgedAnswer,
    Reason,
)
from ai.analysis.plan_words import steps_with_words
from ai.analysis.plans import End, PlanSearch, Sizes, good_keys, plan_of, stopped_after
from ai.analysis.reasons import (
    holdings_of,
    paired_continuations,
    paired_plans,
    reasons_between_plans,
    reasons_from,
)
from ai.bots.worker import ProgressReport, Worker
from ai.process.limits import MAX_PROCESS_MEGABYTES
from ai.process.pipes import PipeHost, python_command, serve
from ai.search.last_turn import SolvedTurn
from ai.search.mcts import Search
from engine.core.action import Action
from engine.core.game import Setup
from engine.core.log import unpack_step
from engine.games import GAMES

HINT_SECONDS: Final = (1.0, 3.0)  # when the first hint is there, and when the better one
MAX_HINTED_ANSWERS: Final = 3
FINALIST_COUNT: Final = 4  # answers that are compared after the screening
MANY_FINALISTS: Final = 6  # if there is time for them
FEWEST_SAMPLES: Final = 2  # trees of `GameKit.hint_tree_size`; without time for them, each answer has one tree
HINT_SAMPLES: Final = 10_000  # seeds apart from HINT and HINT_CHECK of all attempts
MAX_SAMPLES: Final = 1000  # of one attempt
MAX_CLEARLY_BAD: Final = 3  # secret answers that are named
SETTLING_SHARE: Final = 2  # of the simulations of a tree that may be spent on playing on from its end
WORK_EACH: Final = (
    2 + SETTLING_SHARE
)  # of a simulation of a tree: itself, a deal in which it is settled, and playing on
SCREENING_SHARE: Final = 0.4  # of the first stage
PROBE_SIMULATIONS: Final = 24  # to measure how fast the search is here
STEP_SIMULATIONS: Final = 50  # between two looks at whether a newer request has come
CHECK_SIMULATIONS: Final = 1600  # of each tree of a check
MIN_CHECK_SIMULATIONS: Final = 200  # below them nothing is checked
MAX_CHECKED: Final = 24  # answers of one question
FAST_SIMULATIONS: Final = 4_000  # a second; a slower search has the smaller budget for reasons
PAYING: Final = "paying"  # see `GameKit.decision_kind`

PLAN_SIMULATIONS: Final = 11_000  # of the usual sizes of a search for plans
LONG_PLAN_SIMULATIONS: Final = 82_000  # the same where stretches are also played out
PLAN_SHARE: Final = 0.8  # of the first stage, because the time for a step is not exact
MAX_PLANS_SHOWN: Final = 3

Spent = Iterator[int]  # yields the simulations of each step


@dataclass(frozen=True)
class HintedPlan:
    """A plan in a hint: its steps, the words for each of them ("" for one that needs none), and whether something is shown at its
    end, so that the turn goes on."""

    steps: tuple[Action, ...]
    words: tuple[str, ...]
    chance: float
    margin: float
    shows: bool

    def after(self, step: Action) -> "HintedPlan | None":
        """What is left of it after its first step; None if this is another one."""
        if not self.steps or self.steps[0] != step:
            return None
        return replace(self, steps=self.steps[1:], words=self.words[1:])


@dataclass(frozen=True)
class Hint:
    """What a hint says. `answers` are the best ones, the best first, without other ways to pay for the same. The first
    `level_count` of them are equally good, as far as the search can tell; these are in the order of the menu, with the mean of
    their chances, so that a hint does not change without a reason. Of a secret choice (`is_mixed`) there is no best answer:
    `answers` are then at most a few that are clearly bad, the worst first, and `best_chance` is what they are compared with.
    Without a calibration (`has_chances`), only the order counts. `stage` counts from 1. The reasons say why the first of the
    answers is better than the last. A hint that `is_solved` is exact: nothing is estimated, and no later one is better."""

    answers: tuple[JudgedAnswer, ...]
    level_count: int
    is_mixed: bool
    has_chances: bool
    stage: int
    best_chance: float = 0.0
    reasons: tuple[Reason, ...] = ()
    is_solved: bool = False
    plans: tuple[HintedPlan, ...] = ()
    good_count: int = 0  # plans that are equally good, also those that are not shown

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing: a secret choice in which no answer is clearly bad."""
        return self.is_mixed and not self.answers

    def after(self, step: Action) -> "Hint | None":
        """The hint after its player has taken this step of a plan; None if no plan begins with it."""
        left = [plan for plan in (each.after(step) for each in self.plans) if plan is not None]
        return None if not left else replace(self, answers=(), level_count=0, plans=tuple(left), reasons=())

    def pack(self) -> dict[str, Any]:
        """JSON values."""
        return {
            "answers": [
                [answer.action.pack(), answer.value, answer.chance, answer.margin, answer.error]
                for answer in self.answers
            ],
            "level": self.level_count,
            "mixed": self.is_mixed,
            "chances": self.has_chances,
            "stage": self.stage,
            "best": self.best_chance,
            "reasons": [
                [reason.kind, reason.name, reason.seat, reason.better, reason.played, reason.tries, reason.z]
                for reason in self.reasons
            ],
            "solved": self.is_solved,
            "plans": [
                [[step.pack() for step in plan.steps], list(plan.words), plan.chance, plan.margin, plan.shows]
                for plan in self.plans
            ],
            "good": self.good_count,
        }

    @staticmethod
    def from_packed(packed: dict[str, Any]) -> "Hint":
        """The hint that `pack` wrote, from a process of this program."""
        answers = [
            JudgedAnswer(Action.from_packed(action), value, chance, margin, error, 0)
            for action, value, chance, margin, error in packed["answers"]
        ]
        return Hint(
            tuple(answers),
            packed["level"],
            packed["mixed"],
            packed["chances"],
            packed["stage"],
            packed["best"],
            tuple([Reason(*reason) for reason in packed["reasons"]]),
            packed["solved"],
            tuple(
                [
                    HintedPlan(tuple(map(Action.from_packed, steps)), tuple(words), chance, margin, shows)
                    for steps, words, chance, margin, shows in packed["plans"]
                ]
            ),
            packed["good"],
        )


class HintSearch:
    """The search for a hint about one question with at least two answers. `attempt` gives it other deals, to measure how steady
    hints are. `sample_size` replaces `GameKit.hint_tree_size`."""

    def __init__(self, question: SeenDecision, attempt: int = 0, sample_size: int | None = None) -> None:
        self.question: Final = question
        self.losses: Final[dict[int, float]] = {}  # of the answers that were checked against the best one, in chance
        self.reasons: tuple[Reason, ...] = ()
        self._attempt: Final = attempt
        self._sample_size: Final[int] = question.kit.hint_tree_size() if sample_size is None else sample_size
        self._trees: Final[dict[int, Search]] = {}
        self._screened: Final[dict[int, float]] = {}  # the mean reward of each answer after the screening
        self._by_rounds: Final[list[int]] = []  # all answers, the longest in the screening first
        self._settled: Final[dict[int, Estimate]] = {}
        self._samples: Final[dict[int, list[Estimate]]] = {}  # of each tree of an answer, if it has several
        self._finalists: Final[list[int]] = []
        self._stage = 0

    def run_stage(self, simulations: int) -> Spent:
        """Do the next stage with about so many simulations."""
        if not self._stage:
            screening = int(SCREENING_SHARE * simulations)
            yield from self._screen(screening)
            simulations -= screening
            self._choose_finalists(simulations // (WORK_EACH * self._sample_size) if self._sample_size else 0)
        self._stage += 1
        if self._samples:
            yield from self._sample(max(1, simulations // (WORK_EACH * self._sample_size * len(self._finalists))))
            return
        for move in self._finalists:
            share = simulations // len(self._finalists) - int(self._tree_of(move).simulations)
            yield from self._grow(move, max(1, share // WORK_EACH))
            yield from self._settle(move)

    def hint(self) -> Hint:
        """What is known after the latest stage."""
        question = self.question
        judged = {move: judged_answer(question, move, estimate, 0) for move, estimate in self._settled.items()}
        best = self.best
        order = sorted(judged, key=lambda move: -judged[move].value)
        level = [move for move in order if cannot_tell_apart(judged[best], judged[move])]
        order[: len(level)] = sorted(level, key=list(question.moves).index)
        has_chances = question.calibration is not None
        best_chance = judged[best].chance or 0.0
        if question.is_concealed(best):
            bad = self._clearly_bad() if has_chances else []
            return Hint(tuple(bad), 0, True, has_chances, self._stage, best_chance)
        shown: list[int] = []
        for move in order:
            is_open = move == best or not question.is_concealed(move)
            if is_open and not any(self._is_same_purchase(move, other) for other in shown):
                shown.append(move)
        shown = shown[:MAX_HINTED_ANSWERS]
        answers = [replace(judged[move], line=()) for move in shown]
        level_count = sum([move in level for move in shown]) if has_chances else 0
        answers[:level_count] = levelled(answers[:level_count])
        return Hint(tuple(answers), level_count, False, has_chances, self._stage, best_chance, self.reasons)

    def check_costly_answers(
        self, least_loss: float, simulations: int = CHECK_SIMULATIONS, limit: int = MAX_CHECKED
    ) -> Spent:
        """Check the answers that look as if they cost `least_loss` and more; the likeliest ones first, at most `limit`.
        `losses` grows."""
        question = self.question
        if question.calibration is None or simulations < MIN_CHECK_SIMULATIONS:
            return
        best = self.best
        gaps = {move: self.screened_loss(move) for move in self._screened if move != best}
        costly = sorted([move for move, gap in gaps.items() if gap >= least_loss / 2], key=gaps.__getitem__)
        reference: float | None = None
        for move in costly[:limit]:
            values = []
            for checked in (best, move) if reference is None else (move,):
                tree = question.tree(checked, HINT_CHECK + 2 * self._attempt)
                yield from self._run(tree, simulations)
                settled = settle(question, tree, SETTLING_SHARE)
                yield settled.simulations - simulations
                values.append(settled.value)
            reference = values[0] if reference is None else reference
            loss = reference - values[-1]
            self.losses[move] = max(0.0, min(loss, gaps[move]))

    def losses_of_equals(self) -> dict[int, float]:
        """`losses` for all answers that lead to the same positions."""
        keys = self.question.keys
        by_key = {keys[move]: loss for move, loss in self.losses.items()}
        return {move: by_key[key] for move, key in keys.items() if key in by_key}

    def screened_loss(self, move: int) -> float:
        """What an answer costs in reward against the best one by the screening alone; of rarely visited answers too much."""
        return self._screened[self.best] - self._screened[move]

    def find_reasons(self, budget: AnalysisBudget) -> Spent:
        """Look for why the best answer is better than the last one that is shown, unless they are too close. `reasons` are the
        result."""
        hint = self.hint()
        if hint.is_mixed or not hint.has_chances or len(hint.answers) < 2:
            return
        first, last = hint.answers[0], hint.answers[-1]
        if first.value - last.value < INACCURACY_LOSS:
            return
        question, pairs = self.question, []
        better, other = [question.game.move(question.root, answer.action) for answer in (first, last)]
        for pair in paired_continuations(question, [better], [other], budget, budget.pairs):
            pairs.append(pair)
            yield budget.continuation
        self.reasons = tuple(reasons_from(question, holdings_of(question, question.root), pairs))

    @property
    def best(self) -> int:
        """The best answer so far."""
        return max(self._settled, key=lambda move: self._settled[move].value)

    def _clearly_bad(self) -> list[JudgedAnswer]:
        """The checked answers that are clearly bad, the worst first. They do not depend on what is hidden, like all the rest."""
        question = self.question
        worst = sorted(
            [move for move in self.losses if self.losses[move] >= CLEARLY_BAD_LOSS], key=lambda move: -self.losses[move]
        )
        top = judged_answer(question, self.best, self._settled[self.best], 0)
        assert top.chance is not None, "there is a calibration"
        return [
            JudgedAnswer(
                question.game.action(question.root, move),
                top.chance - self.losses[move],
                top.chance - self.losses[move],
                None,
                0.0,
                0,
            )
            for move in worst[:MAX_CLEARLY_BAD]
        ]

    def _is_same_purchase(self, move: int, other: int) -> bool:
        return is_same_purchase(self.question, move, other)

    def _tree_of(self, move: int) -> Search:
        if move not in self._trees:
            self._trees[move] = self.question.tree(move, HINT + 2 * self._attempt)
        return self._trees[move]

    def _screen(self, simulations: int) -> Spent:
        """Sequential halving: see `screen_answers`."""
        moves = self.question.distinct_moves()
        means: dict[int, list[float]] = {move: [] for move in moves}
        rounds = max(1, (len(moves) - 1).bit_length() - 1)
        remaining = moves
        for _ in range(rounds):
            share = max(1, simulations // (rounds * len(remaining)))
            for move in remaining:
                yield from self._grow(move, share)
                means[move].append(tree_mean(self._tree_of(move)))
            remaining = sorted(remaining, key=lambda move: means[move][-1], reverse=True)
            remaining = remaining[: max(2, (len(remaining) + 1) // 2)]
        best = remaining[0]
        self._by_rounds.extend(sorted(moves, key=lambda move: (-len(means[move]), -means[move][-1])))
        for move in moves:
            last = len(means[move]) - 1
            self._screened[move] = means[best][-1] - max(0.0, means[best][last] - means[move][last])

    def _choose_finalists(self, trees: int) -> None:
        """Choose the answers that are compared; there is time for so many trees of `sample_size`. With many trees there are more
        answers, because the screening is rough."""
        count = MANY_FINALISTS if trees >= (FEWEST_SAMPLES + 1) * MANY_FINALISTS else FINALIST_COUNT
        for move in self._by_rounds:  # another way to pay for the same is no other answer
            if len(self._finalists) < count and not any(
                self._is_same_purchase(move, other) for other in self._finalists
            ):
                self._finalists.append(move)
        if trees >= FEWEST_SAMPLES * len(self._finalists):
            self._samples.update({move: [] for move in self._finalists})

    def _sample(self, count: int) -> Spent:
        """Settle `count` more trees of each finalist, in rounds on equal deals. What one tree finds depends on its luck, however
        large it is; the mean of several does so less."""
        for _ in range(count):
            use = HINT_SAMPLES + len(self._samples[self._finalists[0]]) + MAX_SAMPLES * self._attempt
            for move in self._finalists:
                tree = self.question.tree(move, use)
                yield from self._run(tree, self._sample_size)
                sample = settle(self.question, tree, SETTLING_SHARE)
                self._samples[move].append(sample)
                yield sample.simulations - self._sample_size
        for move, samples in self._samples.items():
            trees = len(samples)
            mean, margin = (sum(numbers) / trees for numbers in zip(*[sample[:2] for sample in samples], strict=True))
            variance = sum([(sample.value - mean) ** 2 for sample in samples]) / (trees - 1) if trees > 1 else 0.0
            work = sum([sample.simulations for sample in samples])
            self._settled[move] = Estimate(mean, margin, sqrt(variance / trees), trees * self._sample_size, work)

    def _grow(self, move: int, simulations: int) -> Spent:
        yield from self._run(self._tree_of(move), simulations)

    def _run(self, tree: Search, simulations: int) -> Spent:
        while simulations > 0:
            step = min(STEP_SIMULATIONS, simulations)
            tree.run(step)
            simulations -= step
            yield step

    def _settle(self, move: int) -> Spent:
        self._settled[move] = settle(self.question, self._tree_of(move), SETTLING_SHARE)
        yield self._settled[move].simulations - int(self._tree_of(move).simulations)


def is_same_purchase(question: SeenDecision, move: int, other: int) -> bool:
    """Whether two answers differ only in what pays for them."""
    return question.kit.decision_kind(question.root, move, other) == PAYING


def solved_hint(question: SeenDecision, solved: SolvedTurn) -> Hint:
    """The hint of a solved question: the best answers with what they are worth exactly."""
    outcomes, has_chances = solved.outcomes, question.calibration is not None
    best = max(outcomes.values())
    shown: list[int] = []
    for move in sorted(question.distinct_moves(), key=lambda move: outcomes[move], reverse=True):
        if not any(is_same_purchase(question, move, other) for other in shown):
            shown.append(move)
    shown = shown[:MAX_HINTED_ANSWERS]
    answers = [
        JudgedAnswer(
            question.game.action(question.root, move),
            outcomes[move].share,
            outcomes[move].share if has_chances else None,
            outcomes[move].margin if has_chances else None,
            0.0,
            0,
        )
        for move in shown
    ]
    level_count = sum([outcomes[move] == best for move in shown])
    return Hint(tuple(answers), level_count, False, has_chances, 1, best.share, is_solved=True)


def cannot_tell_apart(best: JudgedAnswer, other: JudgedAnswer) -> bool:
    """Whether an answer may be as good as the best one: the gap does not matter, or is within its own error."""
    return best.value - other.value < max(NO_MATTER_LOSS, hypot(best.error, other.error))


def levelled(answers: Sequence[JudgedAnswer]) -> list[JudgedAnswer]:
    """Answers that cannot be told apart, each with the mean of their chances and margins: their own would suggest an order."""
    if not answers:
        return []
    count = len(answers)
    chance = sum([answer.chance or 0.0 for answer in answers]) / count
    margin = sum([answer.margin or 0.0 for answer in answers]) / count
    return [replace(answer, value=chance, chance=chance, margin=margin) for answer in answers]


class HintNews(NamedTuple):
    """A hint, and what the answers that were checked so far cost in chance."""

    hint: Hint
    losses: dict[int, float]


def plan_hint(search: PlanSearch, stage: int, reasons: Sequence[Reason] = ()) -> Hint:
    """What a search for plans knows. The plans shown are equally good, as far as it can tell, if there are several. First comes
    the one whose steps are in most of the other plans, each of which counts the less the worse it is: so two searches with other
    luck say the same more often than if only the good ones counted."""
    question = search.question
    good = [search.ends[key] for key in good_keys(search.ends)]
    best = good[0].mean().chance
    found: dict[int, tuple[HintedPlan, frozenset[str]]] = {}
    counted: defaultdict[str, float] = defaultdict(float)
    for key, end in search.ends.items():
        plan = plan_of(question, end)
        words = tuple([words for _, words in steps_with_words(question, plan)])
        said = frozenset(filter(None, words))
        found[key] = HintedPlan(plan.steps, words, plan.chance, plan.margin, plan.shows), said
        for word in said:
            counted[word] += exp((plan.chance - best) / NO_MATTER_LOSS)
    order = sorted(
        [found[key] for key in good_keys(search.ends)],
        key=lambda each: (-sum([counted[word] for word in each[1]]) / max(1, len(each[1])), len(each[1])),
    )
    plans, seen = list[HintedPlan](), set[frozenset[str]]()
    for shown, said in order:
        if said not in seen and len(plans) < MAX_PLANS_SHOWN:
            seen.add(said)
            plans.append(shown)
    mean = sum([end.mean().chance for end in good]) / len(good)
    margin = sum([end.mean().margin for end in good]) / len(good)
    answers = [JudgedAnswer(plan.steps[0], mean, mean, margin, 0.0, 0) for plan in plans if plan.steps]
    return Hint(
        tuple(answers), len(answers), False, True, stage, mean, tuple(reasons), plans=tuple(plans), good_count=len(seen)
    )


def plan_losses(search: PlanSearch) -> Spent:
    """Play on what is left after each answer that is no part of a plan, so that `losses_of_answers` knows all answers."""
    question = search.question
    known = {way.moves[0] for end in search.ends.values() for way in end.ways}
    for end in list(search.found.values()):
        first = end.moves[0]
        if first not in known:
            known.add(first)
            yield from search.value([end])
    for move in question.distinct_moves(list(known)):
        if move in known:
            continue
        if question.kit.plan_tries():
            end = yield from search.play_out(question.seed(HINT_CHECK), move)
        else:
            way, shows = stopped_after(question, move)
            end = search.found.setdefault(way.keys[-1], End([way], 0, shows))
        yield from search.value([end])


def losses_of_answers(search: PlanSearch) -> dict[int, float]:
    """What each answer costs in chance against the best plan, if the best plan that begins with it follows."""
    best, keys = next(iter(search.ends.values())).mean().chance, search.question.keys
    worth: dict[Hashable, float] = {}
    for end in (*search.ends.values(), *search.found.values()):
        if end.worths:
            for first in {keys[way.moves[0]] for way in end.ways}:
                worth[first] = max(worth.get(first, 0.0), end.mean().chance)
    return {move: max(0.0, best - worth[key]) for move, key in keys.items() if key in worth}


def timed_plans(
    question: SeenDecision,
    clock: Callable[[], float],
    started: float,
    speed: float,
    seconds: Sequence[float],
    attempt: int,
    *,
    checks: bool,
) -> Iterator[HintNews | None]:
    """The hints about a question in a game that is judged by turns. `speed` is in simulations a second. With `checks`, all
    answers are looked at, for warnings."""
    simulations = LONG_PLAN_SIMULATIONS if question.kit.plan_tries() else PLAN_SIMULATIONS
    share = min(1.0, PLAN_SHARE * (seconds[0] - (clock() - started)) * speed / simulations)
    search = PlanSearch(question, Sizes.within(COMPILED_BUDGET, question.kit).scaled(share), attempt=attempt)
    for _ in search.begin():
        yield None
    while len(search.ends) > 1 and clock() - started < PLAN_SHARE * seconds[0]:
        for _ in search.refine():
            yield None
    yield HintNews(plan_hint(search, 1), losses_of_answers(search) if checks else {})
    if checks:
        for _ in plan_losses(search):
            yield None
        yield HintNews(plan_hint(search, 1), losses_of_answers(search))
    while len(search.ends) > 1 and clock() - started < seconds[-1]:
        for _ in search.refine():
            yield None
    losses = losses_of_answers(search) if checks else {}
    yield HintNews(plan_hint(search, len(seconds)), losses)
    less = [end for key, end in search.ends.items() if key not in good_keys(search.ends)]
    if less:
        best, pairs = next(iter(search.ends.values())), []
        for pair in paired_plans(question, best.moves, less[0].moves, budget_for_speed(speed)):
            pairs.append(pair)
            yield None
        reasons = reasons_between_plans(question, pairs)
        if reasons:
            yield HintNews(plan_hint(search, len(seconds), reasons), losses)


def timed_hints(
    question: SeenDecision,
    clock: Callable[[], float],
    *,
    seconds: Sequence[float] = HINT_SECONDS,
    least_loss: float = 0.0,
    attempt: int = 0,
) -> Iterator[HintNews | None]:
    """The hints about a question, one at the end of each stage, and one with reasons if there are any; of a question that can be
    solved only one, at once. `clock` counts seconds;
    the stages end when it has advanced by `seconds`. Yields None between them, so that a caller can stop. With `least_loss`, the
    answers that seem to cost so much are checked after the first stage."""
    started = clock()
    search = HintSearch(question, attempt)
    question.tree(question.moves[0], HINT_CHECK).run(PROBE_SIMULATIONS)
    spent, thought = PROBE_SIMULATIONS, max(1e-6, clock() - started)
    solved = solve_question(question, budget_for_speed(spent / thought))
    if solved is not None:
        yield HintNews(solved_hint(question, solved), {move: exact_loss(solved, move) for move in question.moves})
        return
    if question.kit.judges_turns and question.calibration is not None and not question.is_secret:
        yield from timed_plans(question, clock, started, spent / thought, seconds, attempt, checks=least_loss > 0.0)
        return
    for stage, end in enumerate(seconds):
        before = clock()
        for step in search.run_stage(max(2 * FINALIST_COUNT, int((end - before + started) * spent / thought))):
            spent += step
            yield None
        thought += clock() - before
        if stage == 0 and (least_loss or question.is_concealed(search.best)):
            size = min(CHECK_SIMULATIONS, spent // 8)
            for _ in search.check_costly_answers(min(least_loss or 1.0, CLEARLY_BAD_LOSS), size):
                yield None
        yield HintNews(search.hint(), search.losses_of_equals())
    for _ in search.find_reasons(budget_for_speed(spent / thought)):
        yield None
    if search.reasons:
        yield HintNews(search.hint(), search.losses_of_equals())


def budget_for_speed(simulations_per_second: float) -> AnalysisBudget:
    """How much work for reasons and exact solutions fits a search of this speed."""
    return COMPILED_BUDGET if simulations_per_second >= FAST_SIMULATIONS else INTERPRETED_BUDGET


class HintWorker(Worker):
    """The process that looks for hints. A request is like one of `ai.bots.worker`, with "least" in place of the player: answers
    that seem to cost so much in chance are checked (0: none). "calibration" is what `calibration_to_give` has found. Messages
    with "hint" and "losses" come at the end of each stage, and at last

        {"id": 7, "hinted": true}

    A newer request overtakes it.
    """

    def _think(self, request_id: int, request: dict[str, Any]) -> dict[str, Any]:
        match = self._match_after(Setup.from_packed(request), list(map(unpack_step, request["line"])))
        take_given_calibration(request.get("calibration"))
        progress, started = ProgressReport(request_id, self._pipes.send), perf_counter()
        question = question_at(match, match.log.head)
        for news in timed_hints(question, perf_counter, least_loss=float(request["least"])):
            if self._pipes.has_message:
                return {"overtaken": True}
            progress.send_if_due(0, perf_counter() - started)
            if news is not None:
                losses = [[match.game.action(match.state, move).pack(), loss] for move, loss in news.losses.items()]
                self._pipes.send({"id": request_id, "hint": news.hint.pack(), "losses": losses})
        return {"hinted": True}


def serve_hints() -> None:
    """Answer requests for hints until the input ends, with a memory limit."""
    pipes = PipeHost(MAX_PROCESS_MEGABYTES)
    serve(HintWorker(GAMES, pipes).handle_message, pipes)


HINT_COMMAND: Final = python_command("from ai.analysis.hint import serve_hints; serve_hints()")
