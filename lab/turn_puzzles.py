"""Puzzles of whole turns from simulated games: the best plan is clearly better than what a scribe plays, and than all that is not
as good.

The machinery is that of the analysis (`ai.analysis.plans`): ends are found by a tree and valued by playing them on in common
deals. A stretch of a turn, or of a phase, becomes a puzzle if

1. a quick search and a full one find that the scribe's plan loses MIN_TURN_LOSS and more, and the game is open;
2. few ends are as good as the best one, and none lies between these and what is clearly worse: everybody who reaches an end
   within 2 in 100 is right, so where that limit runs must not be a matter of luck;
3. the yardstick (`ai.analysis.yardstick`), whose players, seeds and deals are others, finds the best plan better than those that
   are refused. An end near the limit that it finds equal is right, too.

A stretch is left as soon as few deals show that it will not come so far, and at once where a player who thinks ahead did what a
scribe does.

Everything is computed from what the seat can know. Equal settings give equal puzzles.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ai.analysis.analyse import SeenDecision, played_move, question_at
from ai.analysis.decision import (
    COMPILED_BUDGET,
    CONFIRMED,
    MAX_PLAN_STEPS,
    MAX_PLANS,
    NO_MATTER_LOSS,
    AnalysisBudget,
    Decision,
    JudgedAnswer,
    Plan,
    Reason,
    Turn,
)
from ai.analysis.plans import End, PlanSearch, Sizes, Way, followed_way, leaves_open, plan_of
from ai.analysis.reasons import TAKEN, paired_plans, reasons_between_plans
from ai.analysis.stretches import Stretch, after_answer, stretches_on
from ai.analysis.yardstick import BETTER, EQUAL, PlayedOn, played_on
from ai.bots.bot import choose
from ai.bots.player_spec import spec_from_seat_text
from ai.levels import MASON, PHARAOH, PRIEST, SCRIBE, SHABTI, VIZIER, Budget, get_level
from engine.core.game import Setup, State
from engine.core.luck import nth_seed, seeded_hash
from engine.core.match import Match

MIN_TURN_LOSS: Final = 0.05  # of the scribe's plan
GLANCED_TURN_LOSS: Final = 0.04  # below it in few deals, a stretch is not looked at again
GLANCE_SHARE: Final = 0.25  # of the usual work
OPEN: Final = (0.15, 0.9)  # of the chance with the best plan
CLEARLY_WORSE: Final = 0.045  # an end that loses less, and is not good, makes a candidate useless
NEAR: Final = 0.1  # ends that lose less are compared with the best one by the yardstick, if they are refused
MAX_GOOD: Final = 7  # ends; more would be found by chance
MORE_DEALS: Final = 4  # for all ends, beside those of an analysis
MAX_SCRIBE_SHARE: Final = 0.34  # of its tries in which the scribe may find a good plan
MAX_GUESSED: Final = 0.25  # of random tries that may reach a good end
MIN_WORTH: Final = 0.05  # of the best plan against each refused one, by the yardstick
MAX_YARDSTICKS: Final = 3  # ends of one puzzle that the yardstick compares
SLACK: Final = 2  # more, as long as few deals were played
YARDSTICK_PAIRS: Final = 48  # what is open then seldom becomes clear
GUESSES: Final = 40  # random tries
TURN_SOLVER_USE: Final = 53  # a use of seeds; see `SeenDecision.seed`
TURN_SOLVERS: Final = {SCRIBE: (8, 0), MASON: (8, 0), PRIEST: (8, 0), VIZIER: (6, 0), PHARAOH: (4, 1000)}
"""The tries of each level, and its simulations (0 for its own)."""
STRONG: Final = (PRIEST, VIZIER, PHARAOH)  # at least one of them must find it
VERB_THEMES: Final = {
    "buy": "buy",
    "entomb": "entomb",
    "execute": "act",
    "raze": "sacrifice",
    "crumble": "crumble",
    "swap": "swap",
}
DENY: Final = "deny"
WAIT: Final = "wait"  # the good plans do less than the scribe's


class TurnPuzzle(NamedTuple):
    """A stretch of a turn that is a puzzle: the node at its start, all about it, how often each level has found a good plan, what
    the yardstick says, and its themes."""

    node: int
    decision: Decision
    solved: dict[str, float]
    on: PlayedOn
    themes: tuple[str, ...]


class TurnCounts(NamedTuple):
    """How many stretches of a game came how far: looked at, missed by the scribe, found again by the full search."""

    stretches: int = 0
    candidates: int = 0
    confirmed: int = 0


def mine_turns(match: Match, work: float = 1.0) -> tuple[TurnCounts, list[TurnPuzzle]]:
    """The puzzles of a game that was played to its end, at most one for each turn; with this share of the usual work."""
    budget = COMPILED_BUDGET if work >= 1.0 else COMPILED_BUDGET.scaled(work)
    counts, puzzles, last_chapter = TurnCounts(), list[TurnPuzzle](), None
    for stretch in list(stretches_on(match, match.log.path(match.log.head))):
        if match.chapter(stretch.start) == last_chapter or match.asks_secretly(stretch.start):
            continue
        counts = counts._replace(stretches=counts.stretches + 1)
        question = question_at(match, stretch.start)
        if question.calibration is None or question.is_secret:
            continue  # the best bid is one that nobody foresees
        missed = plan_of_level(question, SCRIBE, 0, 0)
        if len(missed.moves) < 1 or is_played_by_searching(match, stretch, question, missed):
            continue
        if not is_promising(glanced_ends(question, missed, budget), missed.keys[-1]):
            continue
        counts = counts._replace(candidates=counts.candidates + 1)
        search = full_search(question, missed, budget)
        if search is None or not is_candidate(search.ends, missed.keys[-1]):
            continue
        counts = counts._replace(confirmed=counts.confirmed + 1)
        puzzle = proved(match, stretch, search, missed, budget)
        if puzzle is not None:
            puzzles.append(puzzle)
            last_chapter = match.chapter(stretch.start)
    return counts, puzzles


def searches(setup: Setup, seat: int) -> bool:
    """Whether the level of a seat thinks ahead."""
    return get_level(spec_from_seat_text(setup.seats[seat].level).level).searches


def is_played_by_searching(match: Match, stretch: Stretch, question: SeenDecision, missed: Way) -> bool:
    """Whether a player who thinks ahead came to the same end as the scribe, so that it is hardly a mistake."""
    moves = [played_move(match, node) for node in stretch.nodes]
    return searches(match.setup, stretch.seat) and followed_way(question, moves)[0].keys[-1] == missed.keys[-1]


def plan_of_level(question: SeenDecision, level: str, simulations: int, number: int) -> Way:
    """What a level does in the stretch that begins with a question, at the try of this number."""
    game, seat = question.game, question.seat
    position: State = question.root.copy()
    moves: list[int] = []
    while position.mover == seat and len(moves) < MAX_PLAN_STEPS:
        seed = seeded_hash(nth_seed(question.seed(TURN_SOLVER_USE), number), len(moves)) >> 1
        move = position.menu[0]
        if position.move_count > 1:
            move = choose(game, position, seat, level, Budget(simulations), seed)
        stepped = after_answer(game, position, seat, move)
        moves.append(move)
        position = stepped.state
        if stepped.is_end:
            break
    return followed_way(question, moves)[0]


def glanced_ends(question: SeenDecision, missed: Way, budget: AnalysisBudget) -> Mapping[int, End]:
    """The ends of a quick search."""
    return searched(question, missed, Sizes.within(budget, question.kit).scaled(GLANCE_SHARE)).ends


def full_search(question: SeenDecision, missed: Way, budget: AnalysisBudget) -> PlanSearch | None:
    """A search for plans in which all ends are played on in equally many deals. None if its first deals do not promise a
    candidate."""
    search = searched(question, missed, Sizes.within(budget, question.kit), attempt=1)
    if not is_promising(search.ends, missed.keys[-1]):
        return None
    for _ in search.add_deals(MORE_DEALS):
        pass
    for end in search.ends.values():
        for _ in search.value([end]):
            pass
    order = sorted(search.ends.items(), key=lambda item: (-item[1].mean().chance, -item[1].visits))
    search.ends = dict(order)
    return search


def searched(question: SeenDecision, missed: Way, sizes: Sizes, attempt: int = 0) -> PlanSearch:
    _, shows = followed_way(question, missed.moves)
    search = PlanSearch(question, sizes, (missed.keys[-1], End([missed], 0, shows)), attempt)
    for _ in search.begin():
        pass
    return search


def losses_of(ends: Mapping[int, End]) -> dict[int, float]:
    """What each end loses against the best one, which is the first."""
    best = next(iter(ends.values())).mean().chance
    return {key: best - end.mean().chance for key, end in ends.items()}


def is_promising(ends: Mapping[int, End], missed: int) -> bool:
    """Whether more deals may show that a stretch is a candidate."""
    losses, best = losses_of(ends), next(iter(ends.values())).mean().chance
    may_be_clear = len(near_losses(losses)) <= MAX_YARDSTICKS + SLACK and count_good(losses) <= MAX_GOOD
    return losses[missed] >= GLANCED_TURN_LOSS and may_be_clear and OPEN[0] <= best <= OPEN[1]


def is_candidate(ends: Mapping[int, End], missed: int) -> bool:
    """Whether the missed end loses enough, few ends are good, none of the others is nearly good, and the game is open."""
    losses, best = losses_of(ends), next(iter(ends.values())).mean().chance
    near = near_losses(losses)
    is_clear = len(near) <= MAX_YARDSTICKS and min(near, default=NEAR) >= CLEARLY_WORSE
    is_open = OPEN[0] <= best <= OPEN[1]
    return losses[missed] >= MIN_TURN_LOSS and count_good(losses) <= MAX_GOOD and is_clear and is_open


def count_good(losses: Mapping[int, float]) -> int:
    """How many ends are good."""
    return sum([loss < NO_MATTER_LOSS for loss in losses.values()])


def near_losses(losses: Mapping[int, float]) -> list[float]:
    """The losses of the refused ends that the yardstick must compare."""
    return [loss for loss in losses.values() if NO_MATTER_LOSS <= loss < NEAR]


def proved(
    match: Match, stretch: Stretch, search: PlanSearch, missed: Way, budget: AnalysisBudget
) -> TurnPuzzle | None:
    """The puzzle of a candidate; None if the yardstick does not confirm it, or if a scribe finds it often."""
    question, ends = search.question, search.ends
    good = [key for key, loss in losses_of(ends).items() if loss < NO_MATTER_LOSS]  # at least
    if is_found_too_often(question, good):
        return None
    settled = settled_chances(question, ends)
    if settled is None:
        return None
    chances, on = settled
    best_chance = max(chances.values())
    good = [key for key, chance in chances.items() if chance > best_chance - NO_MATTER_LOSS]
    if missed.keys[-1] in good or len(good) > MAX_GOOD:
        return None
    if is_found_too_often(question, good):
        return None
    levels = [level for level in TURN_SOLVERS if question.kit.has_level(level)]
    solved = {SHABTI: guessed_share(question, good), **{level: found_share(question, level, good) for level in levels}}
    if not any(solved.get(level, 0.0) for level in STRONG):
        return None  # nobody would believe it
    decision = decision_of_turn(match, stretch, question, ends, chances, missed, budget)
    return TurnPuzzle(stretch.start, decision, solved, on, themes_of(question, decision))


def settled_chances(question: SeenDecision, ends: Mapping[int, End]) -> tuple[dict[int, float], PlayedOn] | None:
    """The chance of each end after the yardstick has looked at those near the limit, and what it says about the best one that is
    refused. None if the limit stays unclear, or if the best plan is not better enough."""
    best, *others = ends
    chances = {key: end.mean().chance for key, end in ends.items()}
    closest: PlayedOn | None = None
    for key in others:
        loss = chances[best] - chances[key]
        if loss < NO_MATTER_LOSS or (loss >= NEAR and closest is not None):
            continue
        if leaves_open(question, ends[key].moves, ends[best].moves):
            chances[key] = chances[best]
            continue
        on = played_on(question, ends[best].moves, ends[key].moves, max_pairs=YARDSTICK_PAIRS)
        if on.verdict == EQUAL:
            chances[key] = chances[best]
        elif on.verdict != BETTER or on.difference < MIN_WORTH:
            return None
        elif closest is None or on.difference < closest.difference:
            closest = on
    return (chances, closest) if closest is not None else None


def found_share(question: SeenDecision, level: str, good: Sequence[int]) -> float:
    """In how many of its tries a level reaches a good end."""
    tries, simulations = TURN_SOLVERS[level]
    ends = [plan_of_level(question, level, simulations, number).keys[-1] for number in range(1, tries + 1)]
    return round(sum([end in good for end in ends]) / tries, 3)


def is_found_too_often(question: SeenDecision, good: Sequence[int]) -> bool:
    """Whether a scribe or chance finds it too often."""
    return guessed_share(question, good) > MAX_GUESSED or found_share(question, SCRIBE, good) > MAX_SCRIBE_SHARE


def guessed_share(question: SeenDecision, good: Sequence[int]) -> float:
    """How often random answers reach a good end."""
    found = 0
    for number in range(GUESSES):
        found += plan_of_level(question, SHABTI, 0, number).keys[-1] in good
    return round(found / GUESSES, 3)


def decision_of_turn(
    match: Match,
    stretch: Stretch,
    question: SeenDecision,
    ends: Mapping[int, End],
    chances: Mapping[int, float],
    missed: Way,
    budget: AnalysisBudget,
) -> Decision:
    """The decision of a puzzle, at the start of its stretch, as if the scribe's plan had been played. It holds the good
    plans, the scribe's and the best others."""
    own = missed.keys[-1]
    order = sorted(ends, key=lambda key: -chances[key])
    kept = [key for key in order if key != own][: MAX_PLANS - 1]
    kept = sorted([*kept, own], key=lambda key: -chances[key])
    plans = []
    for key in kept:
        plan = plan_of(question, ends[key])
        plans.append(Plan(plan.steps, chances[key], plan.margin, plan.shows))
    best, played = ends[kept[0]], ends[own]
    loss = chances[kept[0]] - chances[own]
    points = max(0.0, best.mean().margin - played.mean().margin)
    place = divergence(best.moves, played.moves)
    position = followed_position(question, best.moves[:place])
    first, other = best.moves[min(place, len(best.moves) - 1)], played.moves[min(place, len(played.moves) - 1)]
    answers = list[JudgedAnswer]()
    for plan in (plans[0], plans[kept.index(own)]):
        if not answers or answers[0].action != plan.steps[0]:
            answers.append(JudgedAnswer(plan.steps[0], plan.chance, plan.chance, plan.margin, 0.0, 0))
    reasons: list[Reason] = reasons_between_plans(
        question, list(paired_plans(question, best.moves, played.moves, budget))
    )
    node = stretch.start
    return Decision(
        node=node,
        digest=match.at(node).digest() & 0xFFFFFFFF,
        seat=stretch.seat,
        kind=question.kit.decision_kind(position, other, first),
        stage=question.stage,
        state=CONFIRMED,
        answers=tuple(answers),
        answer_count=len(question.moves),
        played=len(answers) - 1,
        loss=loss,
        loss_points=points,
        starts_turn=not question.is_within_turn,
        has_chances=True,
        reasons=tuple(reasons),
        is_explained=True,
        turn=Turn(0, tuple(plans), kept.index(own), loss, points),
    )


def divergence(moves: Sequence[int], others: Sequence[int]) -> int:
    """The place from which two lists of moves differ."""
    for place, (move, other) in enumerate(zip(moves, others, strict=False)):
        if move != other:
            return place
    return min(len(moves), len(others))


def followed_position(question: SeenDecision, moves: Sequence[int]) -> State:
    """The position after these answers, in the deal of the question."""
    position: State = question.root.copy()
    for move in moves:
        stepped = after_answer(question.game, position, question.seat, move)
        if stepped.is_end:
            break
        position = stepped.state
    return position


def themes_of(question: SeenDecision, decision: Decision) -> tuple[str, ...]:
    """What a puzzle is about: what all good plans do and the scribe's does not, and whether they deny something to another
    seat."""
    turn = decision.turn
    assert turn is not None
    played = set(turn.played_plan.steps)
    shared = set(turn.best.steps)
    for plan in turn.good:
        shared &= set(plan.steps)
    themes = [
        VERB_THEMES[step.verb] for step in turn.best.steps if step in shared - played and step.verb in VERB_THEMES
    ]
    if any(reason.kind == TAKEN and reason.seat != question.seat for reason in decision.reasons):
        themes.insert(0, DENY)
    if not themes:
        themes.append(WAIT if len(turn.best.steps) < len(turn.played_plan.steps) else "order")
    return tuple(dict.fromkeys(themes))
