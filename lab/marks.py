"""How true the marks of an analysis are, by the yardstick (`ai.analysis.yardstick`), and how many losses it misses.

Decisions of simulated games are analysed. All marked and unsure ones, and a sample of the others, each of which stands for as
many as it was drawn from, are then measured: how much more the better answer is worth than the one played if other players go on.
For a mark the better answer is the one that the analysis names; for others it is the best one that a larger search finds.

Secret choices have no best answer, and are marked only if they are clearly bad. Their losses are left out of what is missed.

Hints are measured in the same way: each is asked for twice with other luck, and what the two name first is compared.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any, Final, NamedTuple, TypeVar

from ai.analysis.analyse import (
    SeenDecision,
    analyse_decision,
    compare_answers,
    confirm_decision,
    played_move,
    question_at,
    screen_answers,
    solve_question,
)
from ai.analysis.decision import (
    COMPILED_BUDGET,
    FORCED,
    INACCURACY_LOSS,
    MISTAKE_LOSS,
    NO_MARK,
    NO_MATTER,
    SOLVED,
    UNSURE,
    UNSURE_MARK,
    Decision,
)
from ai.analysis.hint import HINT_SECONDS, timed_hints
from ai.analysis.plans import PlanSearch, Sizes, followed_way, judge_stretch
from ai.analysis.reasons import explain_decision, moves_of
from ai.analysis.stretches import Stretch
from ai.analysis.yardstick import BETTER, MAX_PAIRS, OPEN, TO_END, PlayedOn, level_player, played_on
from ai.levels import VIZIER
from engine.core.game import Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match

SAMPLED: Final = {"close": 1, "other": 3, "no matter": 12}  # one in so many of the unmarked decisions is measured
CLOSE_LOSS: Final = 0.01  # an unmarked decision with such a loss is close to a mark
FAVOURITES: Final = 2  # answers of the larger search that are compared
LARGE_SCREENING: Final = 16_000
LARGE_TREE: Final = 6_400
LARGE_USE: Final = 90  # seeds of its own
CONFIRMED_LOSS: Final = 0.02  # from which a mark is found again
THRESHOLDS: Final = (0.03, 0.05, 0.08, 0.10)
WHOLE_GAME_SIMULATIONS: Final = 60
R = TypeVar("R", "MarkRow", "HintRow")


class MarkRow(NamedTuple):
    """An analysed decision, and what the yardstick and whole games say about it; None where it was not measured. It stands for
    `weight` decisions."""

    setup: Setup
    node: int
    decision: Decision
    weight: int
    found: PlayedOn | None = None
    in_whole_games: PlayedOn | None = None

    @property
    def place(self) -> tuple[int, int]:
        """The seed of its game, and its node."""
        return self.setup.seed, self.node

    @property
    def loss(self) -> float:
        """The measured loss."""
        return max(0.0, self.found.difference) if self.found is not None else 0.0

    def pack(self) -> list[Any]:
        return [self.setup.pack(), self.node, self.decision.pack(), self.weight, self.found, self.in_whole_games]

    @staticmethod
    def from_packed(packed: Sequence[Any]) -> "MarkRow":
        setup, node, decision, weight, *results = packed
        measured = [None if result is None else PlayedOn(*result) for result in results]
        return MarkRow(Setup.from_packed(setup), node, Decision.from_packed(decision), weight, *measured)


class HintRow(NamedTuple):
    """A question of a game, and what a second hint is worth more than the first; None if both come to the same end."""

    seed: int
    node: int
    found: PlayedOn | None

    @property
    def place(self) -> tuple[int, int]:
        """The seed of its game, and its node."""
        return self.seed, self.node

    def pack(self) -> list[Any]:
        return [*self]

    @staticmethod
    def from_packed(packed: Sequence[Any]) -> "HintRow":
        seed, node, found = packed
        return HintRow(int(seed), int(node), None if found is None else PlayedOn(*found))


def read_rows(path: Path | None, kind: type[R]) -> list[R]:
    """The rows of a file; [] if there is none."""
    if path is None or not path.is_file():
        return []
    return [kind.from_packed(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


class Work(NamedTuple):
    """The most pairs in which two answers are played on, and the pairs of whole games for a mark."""

    pairs: int = MAX_PAIRS
    whole_games: int = 0


def measured_row(match: Match, node: int, work: Work) -> MarkRow | None:
    """The row of a decision; None if there was nothing to choose."""
    quick = analyse_decision(match, node)
    if quick.state == FORCED:
        return None
    decision = explain_decision(match, confirm_decision(match, quick))
    weight = weight_of(decision)
    row = MarkRow(match.setup, node, decision, weight)
    if decision.state == SOLVED or seeded_hash(match.setup.seed, node) % weight:
        return row
    question, played = question_at(match, node), played_move(match, node)
    rival = rival_of(question, decision, played)
    if rival is None:
        return row
    return with_pairs(row, question, [rival], [played], work)


def with_pairs(
    row: MarkRow, question: SeenDecision, rival: Sequence[int], played: Sequence[int], work: Work
) -> MarkRow:
    """The row with what playing on from both finds, and for a mark whole games."""
    row = row._replace(found=rounded(played_on(question, rival, played, max_pairs=work.pairs)))
    if not work.whole_games or not row.decision.is_marked:
        return row
    player = level_player(question, VIZIER, WHOLE_GAME_SIMULATIONS)
    results = played_on(question, rival, played, player=player, further=TO_END, max_pairs=work.whole_games)
    return row._replace(in_whole_games=rounded(results))


def measured_turn(match: Match, stretch: Stretch, work: Work) -> MarkRow:
    """The same of a stretch of a turn, in a game that is judged by turns. The rival of an unmarked one is the best plan of a
    larger search with other luck."""
    decision = judge_stretch(match, stretch)
    weight = weight_of(decision)
    row = MarkRow(match.setup, decision.node, decision, weight)
    if decision.state == SOLVED or decision.turn is None or seeded_hash(match.setup.seed, stretch.start) % weight:
        return row
    if decision.is_mixed and not decision.is_marked:
        return row  # it would not count
    question = question_at(match, stretch.start)
    played = [played_move(match, node) for node in stretch.nodes]
    rival: Sequence[int] | None = moves_of(question, decision.turn.best.steps)
    if not decision.is_marked:
        own = followed_way(question, played)[0].keys[-1]
        search = PlanSearch(
            question, Sizes.within(COMPILED_BUDGET._replace(comparison=LARGE_TREE), question.kit), attempt=1
        )
        for _ in search.begin():
            pass
        rival = next((end.moves for key, end in search.ends.items() if key != own), None)
    return row if rival is None else with_pairs(row, question, rival, played, work)


def rounded(result: PlayedOn) -> PlayedOn:
    """What is kept of a result."""
    difference, error, points = (round(number, 4) for number in (result.difference, result.error, result.points))
    return PlayedOn(result.verdict, difference, error, points, result.pairs)


def weight_of(decision: Decision) -> int:
    """One in so many of such decisions is measured."""
    if decision.mark:
        return 1
    group = "close" if decision.loss >= CLOSE_LOSS else "no matter" if decision.state == NO_MATTER else "other"
    return SAMPLED[group]


def rival_of(question: SeenDecision, decision: Decision, played: int) -> int | None:
    """The answer with which the one played is compared: the better one of a mark; else the best other one of a larger search.
    None if all answers lead to the same position."""
    named = [question.game.move(question.root, answer.action) for answer in decision.answers[:2]]
    others = [move for move in named if question.keys[move] != question.keys[played]]
    if decision.is_marked or not others:
        return others[0] if others else None
    screened = screen_answers(question, LARGE_SCREENING, question.distinct_moves([played, others[0]]))
    ranked = sorted(screened, key=lambda move: -screened[move].reward)
    favourites = {others[0], *[move for move in ranked if move != played][:FAVOURITES]}
    compared = compare_answers(question, sorted(favourites), LARGE_USE, LARGE_TREE)
    return max(compared, key=lambda move: compared[move].value)


def share_text(part: float, whole: float, counted: float | None = None) -> str:
    """A share with its Wilson interval of 95%. `counted` is how many observations the whole is worth, if not as many as it is."""
    if not whole:
        return "none"
    p, z, n = part / whole, 1.96, whole if counted is None else counted
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return f"{part:.0f} of {whole:.0f} ({100 * p:.0f}% [{100 * low:.0f}, {100 * high:.0f}])"


def share_of_losses(rows: Sequence[MarkRow], is_counted: Callable[[MarkRow], bool]) -> str:
    """How many of the measured losses of MISTAKE_LOSS and more count, each as many as it stands for."""
    lost = [row for row in rows if row.loss >= MISTAKE_LOSS]
    whole = sum([row.weight for row in lost])
    part = sum([row.weight for row in lost if is_counted(row)])
    counted = whole * whole / max(1, sum([row.weight * row.weight for row in lost]))  # Kish's effective sample
    return f"{share_text(part, whole, counted)}, from {len(lost)} decisions"


def totals(rows: Sequence[MarkRow]) -> Iterator[str]:
    """What the rows say, in lines."""
    measured = [row for row in rows if row.found is not None]
    opened = [row for row in measured if not row.decision.is_mixed]
    unsure, unmarked = (sum([row.decision.mark == mark for row in measured]) for mark in (UNSURE_MARK, NO_MARK))
    yield (
        f"{len({row.setup.seed for row in rows})} games, {len(rows)} decisions; measured: "
        f"{len(measured) - unsure - unmarked} marked, {unmarked} unmarked, {unsure} unsure"
    )
    for threshold in THRESHOLDS:
        marked = [row for row in measured if row.decision.is_marked and row.decision.loss >= threshold]
        found = [row for row in marked if row.loss >= CONFIRMED_LOSS]
        settled = [row for row in marked if row.found is not None and row.found.verdict != OPEN]
        better = [row for row in settled if row.found is not None and row.found.verdict == BETTER]
        yield (
            f"  marks of {threshold} and more, found again: {share_text(len(found), len(marked))}; of those that are settled, "
            f"better: {share_text(len(better), len(settled))}"
        )
        if marked:
            claimed = sum([row.decision.loss for row in marked]) / len(marked)
            yield f"    claimed {100 * claimed:.1f}, found {mean_text([row.found for row in marked])}"
        whole = [row.in_whole_games for row in marked if row.in_whole_games is not None]
        if len(whole) > 1:
            yield f"    in {len(whole)} x {whole[0].pairs} pairs of whole games {mean_text(whole)}"
    yield f"  losses of 0.05 and more that are marked: {share_of_losses(opened, lambda row: row.decision.is_marked)}"
    yield f"  of these losses unsure: {share_of_losses(opened, lambda row: row.decision.state == UNSURE)}"


def mean_text(results: Sequence[PlayedOn | None]) -> str:
    """The mean difference of several decisions in 100 and in points, with the interval of 95%, by decision."""
    known = [result for result in results if result is not None]
    texts = []
    for name, numbers in (
        ("in 100", [100 * result.difference for result in known]),
        ("points", [result.points for result in known]),
    ):
        mean = sum(numbers) / len(numbers)
        error = sqrt(sum([(number - mean) ** 2 for number in numbers]) / max(1, len(numbers) - 1) / len(numbers))
        texts.append(f"{mean:.1f} ± {1.96 * error:.1f} {name}")
    return ", ".join(texts)


# -- hints


def open_questions(match: Match, every: int) -> Iterator[tuple[int, SeenDecision]]:
    """Each `every`-th question of a game that is neither secret nor solved, with its node."""
    count = 0
    for node in match.log.path(match.log.head)[:-1]:
        question = question_at(match, node)
        if len(question.moves) < 2 or question.is_secret or len(question.distinct_moves()) < 2:
            continue
        count += 1
        if count % every == 0 and solve_question(question, COMPILED_BUDGET) is None:
            yield node, question


def asked_twice(question: SeenDecision, seconds: float, pairs: int) -> PlayedOn | None:
    """What a second hint is worth more than a first one; None if both come to the same end. Each is what is shown after so many
    seconds of processor time."""
    first, second = (hinted_moves(question, seconds, attempt) for attempt in (0, 1))
    ends = [followed_way(question, moves)[0].keys[-1] for moves in (first, second)]
    return None if ends[0] == ends[1] else rounded(played_on(question, second, first, max_pairs=pairs))


def hinted_moves(question: SeenDecision, seconds: float, attempt: int) -> list[int]:
    """The plan or the answer that a hint names first."""
    ends = (*[end for end in HINT_SECONDS if end < seconds], seconds)
    hints = (news.hint for news in timed_hints(question, process_time, seconds=ends, attempt=attempt) if news)
    hint = next(hint for hint in hints if hint.stage == len(ends))
    return moves_of(question, hint.plans[0].steps if hint.plans else (hint.answers[0].action,))


def hint_totals(rows: Sequence[HintRow]) -> Iterator[str]:
    """What the rows say, in lines."""
    others = [row.found for row in rows if row.found is not None]
    costly = [found for found in others if abs(found.difference) >= INACCURACY_LOSS]
    clear = [found for found in costly if abs(found.difference) >= 2.0 * found.error]
    mean = sum([abs(found.difference) for found in others]) / max(1, len(rows))
    yield f"{len({row.seed for row in rows})} games, {len(rows)} questions, each asked twice"
    yield f"  the same end: {share_text(len(rows) - len(others), len(rows))}"
    yield f"  different by {INACCURACY_LOSS} and more: {share_text(len(costly), len(rows))}, {len(clear)} of them clearly"
    yield f"  by {100 * mean:.1f} in 100 on average"
