"""The result of an analysis: a decision, its answers, and what they are worth. docs/analysis.md says what each number means.

All numbers come from what the deciding seat could know. A chance is a share of the victory from 0 to 1, if all seats play equally
well from there on. A loss is never below 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from engine.core.action import Action
from engine.core.errors import is_whole_number

# States of a decision.
FORCED: Final = "forced"  # there was only one answer
NO_MATTER: Final = "no matter"  # no answer is worse than the best by NO_MATTER_LOSS
UNSURE: Final = "unsure"  # one pass found a loss that deserves a mark, and a deeper one did not
PROVISIONAL: Final = "provisional"  # judged by the quick pass
CONFIRMED: Final = "confirmed"  # the mark was found again in trees four times as large
SOLVED: Final = "solved"  # in the last turn, by looking at all ways to the end: nothing is estimated
STATES: Final = (FORCED, NO_MATTER, UNSURE, PROVISIONAL, CONFIRMED, SOLVED)  # stored by place

STAGES: Final = ("early", "middle", "late")  # the thirds of a game, by `GameKit.progress`

NO_MATTER_LOSS: Final = 0.02
INACCURACY_LOSS: Final = 0.03  # the losses from which a decision is marked
MISTAKE_LOSS: Final = 0.05
BLUNDER_LOSS: Final = 0.10
OPEN_CHANCES: Final = (0.2, 0.8)  # of the best plan, between which a turn is open
CLEARLY_BAD_LOSS: Final = 0.10  # of a secret choice: below it, the answer may belong to a good mixture

INACCURACY: Final = "?!"
MISTAKE: Final = "?"
BLUNDER: Final = "??"
UNSURE_MARK: Final = "~"
NO_MARK: Final = ""

MAX_LINE_STEPS: Final = 8
MAX_PLANS: Final = 9  # of a turn that are stored: the good ones and the played one
MIN_POINTS_LOST: Final = 3.0  # of a turn after the game was decided, from which it is named
MAX_PLAN_STEPS: Final = 40
MAX_STORED_ANSWERS: Final = 4  # of a decision, besides the played one
# Stored numbers are whole: losses in LOSS_UNIT, chances, values and errors in UNIT, points in tenths.
LOSS_UNIT: Final = 10_000
UNIT: Final = 1000


class AnalysisBudget(NamedTuple):
    """How much work an analysis does, in simulations, so that its results can be reproduced number for number.

    `screening` is for all answers of a decision together. `comparison` is for each tree of the best answers and of the played
    one; `confirmation` for each of the best and the played one if the decision is marked. Each of these trees is settled in as
    many fresh deals, at most MAX_SETTLING_DEALS. A reason needs `pairs` paired continuations, whose moves are chosen with
    `continuation` simulations.
    """

    screening: int = 1600
    comparison: int = 1600
    confirmation: int = 6400
    pairs: int = 40
    continuation: int = 60

    def scaled(self, share: float) -> "AnalysisBudget":
        """The same budget with this share of the simulations, for a slower machine. The number of pairs does not change."""

        def part(simulations: int) -> int:
            return max(8, round(share * simulations))

        searches = part(self.screening), part(self.comparison), part(self.confirmation)
        return AnalysisBudget(*searches, self.pairs, part(self.continuation))


COMPILED_BUDGET: Final = AnalysisBudget()
INTERPRETED_BUDGET: Final = COMPILED_BUDGET.scaled(0.1)
MAX_SETTLING_DEALS: Final = 1600


class LineStep(NamedTuple):
    """A step of an expected line: what `seat` is expected to answer."""

    seat: int
    action: Action


@dataclass(frozen=True)
class JudgedAnswer:
    """One answer of a decision. `value` orders the answers: it is the chance, or without a calibration the mean reward that
    the search found. Without a calibration `chance` and `margin` (in what the game counts, ahead of the best other seat at the
    end) are None. `error` is how far `chance` usually (in two of three cases) is from that of a much larger search.
    `simulations` is the work spent on it. `line` begins after the answer. Of a solved decision chance and margin are exact, and
    `error` and `simulations` are 0."""

    action: Action
    value: float
    chance: float | None
    margin: float | None
    error: float
    simulations: int
    line: tuple[LineStep, ...] = ()


@dataclass(frozen=True)
class Reason:
    """Why the better answer is better: a number of its paired continuations, or a mean over them, that differs significantly.
    `kind` is "own", "tomb", "taken", "out" or "amount"; `name` the piece or what is counted. `seat` is the seat that it is about.
    `better` and `played` are counts of `tries`, for "amount" means over them. `z` is the significance, in standard errors."""

    kind: str
    name: str
    seat: int
    better: float
    played: float
    tries: int
    z: float


@dataclass(frozen=True)
class Plan:
    """A way through a stretch of a turn (`ai.analysis.stretches`), known by its end. `shows` is whether something is shown to the
    seat there, such as a card that it draws, so that the turn may go on."""

    steps: tuple[Action, ...]
    chance: float
    margin: float
    shows: bool = False

    def pack(self) -> list[Any]:
        """JSON values."""
        steps = [step.pack() for step in self.steps]
        return [steps, round(UNIT * self.chance), round(10 * self.margin), int(self.shows)]

    @staticmethod
    def from_packed(packed: Sequence[Any]) -> "Plan":
        steps, chance, margin, shows = packed
        if len(steps) > MAX_PLAN_STEPS:
            raise ValueError("not a plan")
        chance, margin = _whole(chance) / UNIT, _whole(margin) / 10
        return Plan(tuple([Action.from_packed(step) for step in steps]), chance, margin, bool(shows))


@dataclass(frozen=True)
class Turn:
    """A stretch of a turn, judged as one: the decision that holds it stands at the first answer after which no good plan can be
    reached, or at its start if it is not marked. `start` is the number of answers of the seat before that decision. `plans` are
    the best ones, the best first; `played` is the place of the one that was played. `fair_loss` and `fair_points` are what it has
    cost in deals that were not used to choose the best plan: they may be below 0, and only sums of them say something."""

    start: int
    plans: tuple[Plan, ...]
    played: int
    fair_loss: float
    fair_points: float

    @property
    def best(self) -> Plan:
        return self.plans[0]

    @property
    def played_plan(self) -> Plan:
        return self.plans[self.played]

    @property
    def good(self) -> list[Plan]:
        """The plans within NO_MATTER_LOSS of the best one."""
        return [plan for plan in self.plans if round(self.best.chance - plan.chance, 6) <= NO_MATTER_LOSS]

    @property
    def is_open(self) -> bool:
        """Whether the game was open at its start: only then do points lost say how strong a player is."""
        return OPEN_CHANCES[0] <= self.best.chance <= OPEN_CHANCES[1]

    def pack(self) -> list[Any]:
        """JSON values."""
        numbers = [round(LOSS_UNIT * self.fair_loss), round(10 * self.fair_points)]
        return [self.start, [plan.pack() for plan in self.plans], self.played, *numbers]

    @staticmethod
    def from_packed(packed: Sequence[Any]) -> "Turn":
        start, plans, played, loss, points = packed
        if not 0 < len(plans) <= MAX_PLANS or not is_whole_number(played, 0, len(plans) - 1):
            raise ValueError("not a turn")
        if not is_whole_number(start, 0, MAX_PLAN_STEPS):
            raise ValueError("not a turn")
        found = tuple([Plan.from_packed(plan) for plan in plans])
        return Turn(start, found, played, _whole(loss) / LOSS_UNIT, _whole(points) / 10)


@dataclass(frozen=True)
class Decision:
    """One decision of a game, analysed.

    `answers` are sorted, the best first; `played` is the index of the answer played. `loss` is what the played answer costs in
    chance and `loss_points` in what the game counts; both are 0 without a calibration (`has_chances`). `digest` identifies the
    true position, and is only a key. A decision that `is_mixed` is a secret choice, made while others choose: it has no single
    best answer, and only a clearly bad answer has a loss.
    """

    node: int
    digest: int
    seat: int
    kind: str
    stage: str
    state: str
    answers: tuple[JudgedAnswer, ...] = ()
    answer_count: int = (
        1  # of the question; `answers` of a stored decision are only the best of them, and the played one
    )
    played: int = 0
    loss: float = 0.0
    loss_points: float = 0.0
    starts_turn: bool = False  # whether it is the first decision of its seat in a turn of its own
    has_chances: bool = False
    is_mixed: bool = False
    reasons: tuple[Reason, ...] = ()
    is_explained: bool = False  # whether reasons were looked for
    turn: Turn | None = None  # the stretch of a turn that it stands for; None if it was judged answer by answer

    @property
    def played_answer(self) -> JudgedAnswer:
        """The answer played. Not for forced decisions, which have no judged answers."""
        return self.answers[self.played]

    @property
    def best(self) -> JudgedAnswer | None:
        """The best answer; None for a forced decision, and for a secret choice."""
        return self.answers[0] if self.answers and not self.is_mixed else None

    @property
    def chance(self) -> float | None:
        """The chance of the seat at this decision, with the best answer. Values within a turn are a little too high, so draw a
        curve only through the decisions that start a turn."""
        return self.answers[0].chance if self.answers else None

    @property
    def mark(self) -> str:
        """The mark for a loss: "??", "?", "?!", "~" for an unsure one, or "". A secret choice is only ever "?" (clearly bad)."""
        if self.state == UNSURE:
            return UNSURE_MARK
        if self.loss < INACCURACY_LOSS:
            return NO_MARK
        if self.is_mixed:
            return MISTAKE
        return BLUNDER if self.loss >= BLUNDER_LOSS else MISTAKE if self.loss >= MISTAKE_LOSS else INACCURACY

    @property
    def is_marked(self) -> bool:
        """Whether it has a mark that counts as a mistake; an unsure one does not."""
        return self.mark not in (NO_MARK, UNSURE_MARK)

    @property
    def costs_points(self) -> bool:
        """Whether it stands for a turn that has cost points worth a word, though no chance, because the game was decided."""
        turn = self.turn
        if turn is None or self.is_marked or turn.is_open:
            return False
        return min(self.loss_points, turn.fair_points) >= MIN_POINTS_LOST

    def pack(self) -> list[Any]:
        """The decision as JSON values: the best answers and the played one, with lines only for the best and the played."""
        kept = list(self.answers[:MAX_STORED_ANSWERS])
        played = self.played
        if self.answers and played >= MAX_STORED_ANSWERS:
            kept.append(self.answers[played])
            played = MAX_STORED_ANSWERS
        flags = self.starts_turn + 2 * self.has_chances + 4 * self.is_mixed + 8 * self.is_explained
        return [
            self.node,
            self.digest & 0xFFFFFFFF,
            self.seat,
            self.kind,
            STAGES.index(self.stage),
            STATES.index(self.state),
            flags,
            self.answer_count,
            played,
            round(LOSS_UNIT * self.loss),
            round(10 * self.loss_points),
            [_pack_answer(answer, place in (0, played) and self.mark != NO_MARK) for place, answer in enumerate(kept)],
            [_pack_reason(reason) for reason in self.reasons],
            *([self.turn.pack()] if self.turn is not None else []),
        ]

    @staticmethod
    def from_packed(packed: Sequence[Any]) -> "Decision":
        """The decision that `pack` wrote. Raises ValueError, TypeError, IndexError or KeyError for anything else."""
        node, digest, seat, kind, stage, state, flags, answer_count, played, loss, points, answers, reasons = packed[
            :13
        ]
        judged = tuple([_unpack_answer(answer) for answer in answers])
        numbers = [_whole(number) for number in (node, digest, seat, flags, answer_count, played, loss, points)]
        node, digest, seat, flags, answer_count, played, loss, points = numbers
        if not 0 <= loss <= LOSS_UNIT or not 0 <= played < max(1, len(judged)) or not _is_word(kind, 20):
            raise ValueError("not a decision")
        if not 0 <= stage < len(STAGES) or not 0 <= state < len(STATES):
            raise ValueError("not a decision")
        return Decision(
            node=node,
            digest=digest,
            seat=seat,
            kind=kind,
            stage=STAGES[stage],
            state=STATES[state],
            answers=none_above_best(judged),
            answer_count=answer_count,
            played=played,
            loss=loss / LOSS_UNIT,
            loss_points=points / 10,
            starts_turn=bool(flags & 1),
            has_chances=bool(flags & 2),
            is_mixed=bool(flags & 4),
            is_explained=bool(flags & 8),
            reasons=tuple([_unpack_reason(reason) for reason in reasons]),
            turn=Turn.from_packed(packed[13]) if len(packed) > 13 else None,
        )


def none_above_best(answers: Sequence[JudgedAnswer]) -> tuple[JudgedAnswer, ...]:
    """The answers, none of which is better than the first one. A deeper pass finds less for the best answer and the one played
    than the quick pass did, which all other answers still have; that is no reason to think that these are better."""
    if not answers:
        return ()
    best = answers[0]
    kept = [best]
    for answer in answers[1:]:
        is_above = best.chance is not None and answer.chance is not None and answer.chance > best.chance
        kept.append(replace(answer, value=best.value, chance=best.chance, margin=best.margin) if is_above else answer)
    return tuple(kept)


def _pack_answer(answer: JudgedAnswer, with_line: bool) -> list[Any]:
    return [
        answer.action.pack(),
        round(UNIT * answer.value) if answer.chance is None else None,
        None if answer.chance is None else round(UNIT * answer.chance),
        None if answer.margin is None else round(10 * answer.margin),
        round(UNIT * answer.error),
        answer.simulations,
        [[step.seat, *step.action.pack()] for step in answer.line[:MAX_LINE_STEPS]] if with_line else [],
    ]


def _unpack_answer(packed: Sequence[Any]) -> JudgedAnswer:
    action, value, chance, margin, error, simulations, line = packed
    if len(line) > MAX_LINE_STEPS:
        raise ValueError("not an answer")
    return JudgedAnswer(
        Action.from_packed(action),
        _whole(chance if value is None else value) / UNIT,
        None if chance is None else _whole(chance) / UNIT,
        None if margin is None else _whole(margin) / 10,
        _whole(error) / UNIT,
        _whole(simulations),
        tuple([LineStep(_whole(seat), Action.from_packed(step)) for seat, *step in line]),
    )


def _pack_reason(reason: Reason) -> list[Any]:
    numbers = [round(10 * number) for number in (reason.better, reason.played, reason.z)]
    return [reason.kind, reason.name, reason.seat, reason.tries, *numbers]


def _unpack_reason(packed: Sequence[Any]) -> Reason:
    kind, name, seat, tries, better, played, z = packed
    if not _is_word(kind, 20) or not _is_word(name, 80):
        raise ValueError("not a reason")
    return Reason(kind, name, _whole(seat), _whole(better) / 10, _whole(played) / 10, _whole(tries), _whole(z) / 10)


def _is_word(text: object, max_length: int) -> bool:
    """Whether this is a text that a terminal can show as it is."""
    return isinstance(text, str) and len(text) <= max_length and text.isprintable()


def _whole(number: object) -> int:
    """A whole number of a stored decision. Raises ValueError for anything else."""
    if not is_whole_number(number, -(1 << 40), 1 << 40):
        raise ValueError("not a whole number")
    return number


def mark_counts(decisions: Mapping[int, Decision] | Sequence[Decision], seat: int) -> dict[str, int]:
    """How many decisions of a seat have each mark."""
    counts = dict.fromkeys((BLUNDER, MISTAKE, INACCURACY, UNSURE_MARK), 0)
    for decision in decisions.values() if isinstance(decisions, Mapping) else decisions:
        if decision.seat == seat and decision.mark:
            counts[decision.mark] += 1
    return counts
