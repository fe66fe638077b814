"""Reasons: why the better answer is better, as counts over paired continuations.

Both answers are played in the same deals, and all seats go on with a small search each, up to the next turn of the seat (in a
game without turns, to the end of the round). What differs significantly between the two sides may be said, with its number, the
largest effect first. If the continuations do not favour the better answer at all, nothing is said, and the mark is unsure: of the
marks that failed this, most were not true.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import sqrt
from typing import Final, NamedTuple

from ai.analysis.analyse import CONTINUATIONS, SeenDecision, line_steps, question_at
from ai.analysis.decision import (
    COMPILED_BUDGET,
    MAX_LINE_STEPS,
    SOLVED,
    UNSURE,
    AnalysisBudget,
    Decision,
    LineStep,
    Reason,
    Turn,
)
from ai.analysis.rest import play_further, searching
from ai.analysis.stretches import after_answer
from ai.kit import AMOUNT, DONE, ENTOMBED, OWNED, Holding
from engine.core.action import Action
from engine.core.events import Event
from engine.core.game import NOBODY, State
from engine.core.luck import nth_seed, seeded_hash
from engine.core.match import Match

TAKEN: Final = "taken"  # the kind of a reason about what another seat gets in its next turn
OUT: Final = "out"  # the kind of a reason about a seat that has lost while the game goes on
IS_OUT: Final = Holding(OUT, "")  # all that such a seat has
MIN_GATE_Z: Final = 1.3  # how clearly the continuations must favour the better answer
MIN_COUNT_Z: Final = 3.0  # of a count, over the pairs that differ (McNemar 1947)
MIN_AMOUNT_Z: Final = 4.0
MAX_REASONS: Final = 3
TURN_PAIRS: Final = 12  # of continuations of two plans
MIN_OWN_APART: Final = 8  # of them, for what is certain by the end of the own turn
MIN_TAKEN_APART: Final = 6  # for what another seat takes next
MAX_TURN_REASONS: Final = 2
MIN_POINTS_APART: Final = 2.0  # fewer points after the next turn are no reason for a plan
MAX_STEPS: Final = 600  # of a continuation, in case that no turn ends
FURTHER: Final = 7  # keeps the seeds of later turns apart
LINE_TRIES: Final = 12  # continuations in which an expected line is looked for that shows the reasons
USUAL_AMOUNT: Final = 2.0  # a difference in an amount that is as much as a piece; in the score it is a narrow lead

HoldingsBySeat = list[dict[Holding, float]]


class Continuation(NamedTuple):
    """One continuation: what all seats have right after the answer, at the end of the turn (in a game without turns at the end)
    and at its end, with what they have done until then; its value for the seat; and its moves, each with its seat. Of a plan,
    `at_once` has all pieces that the seat had after one of its steps, because a last look may set some of them aside."""

    at_once: HoldingsBySeat
    at_turn_end: HoldingsBySeat
    at_end: HoldingsBySeat
    value: float
    moves: tuple[tuple[int, int], ...] = ()


def explain_decision(match: Match, decision: Decision, budget: AnalysisBudget = COMPILED_BUDGET) -> Decision:
    """The decision with its reasons, if it is marked and some were found. If the continuations do not favour the better answer,
    it becomes unsure, unless it was solved, is a turn, or the game trusts its trees more (`GameKit.playing_on_confirms`)."""
    if not (decision.is_marked or decision.costs_points) or decision.is_mixed:
        return replace(decision, is_explained=True)
    if decision.turn is not None:
        return replace(decision, reasons=tuple(turn_reasons(match, decision, decision.turn, budget)), is_explained=True)
    question = question_at(match, decision.node)
    best, played = (match.game.move(question.root, decision.answers[place].action) for place in (0, decision.played))
    pairs = list(paired_continuations(question, [best], [played], budget, budget.pairs))
    if not favours_better(pairs):
        is_doubtful = decision.state != SOLVED and question.kit.playing_on_confirms()
        return replace(decision, state=UNSURE if is_doubtful else decision.state, is_explained=True)
    before = holdings_of(question, question.root)
    reasons = tuple(reasons_from(question, before, pairs))
    explained = replace(decision, reasons=reasons, is_explained=True)
    if not reasons or decision.state == SOLVED:
        return explained
    answers = list(decision.answers)
    for place, move, is_better in ((0, best, True), (decision.played, played, False)):
        line = line_that_shows(question, move, reasons, before, budget, is_better=is_better)
        answers[place] = replace(answers[place], line=line or answers[place].line)
    return replace(explained, answers=tuple(answers))


def line_that_shows(
    question: SeenDecision,
    move: int,
    reasons: Sequence[Reason],
    before: HoldingsBySeat,
    budget: AnalysisBudget,
    *,
    is_better: bool,
) -> tuple[LineStep, ...]:
    """The expected line after an answer in which most of its reasons can be seen, from several continuations in the deal in which
    expected lines are played. () if none shows the first of them."""
    told = [reason for reason in reasons if is_better == (reason.better > reason.played)]
    deal = question.line_position()
    best: tuple[LineStep, ...] = ()
    most = 0
    for attempt in range(LINE_TRIES if told else 0):
        line = continued(question, deal, [move], attempt, budget, max_steps=MAX_LINE_STEPS + 1)
        shown = [_is_seen(reason, before, line) for reason in told]
        if shown[0] and sum(shown) > most:
            most, best = sum(shown), line_steps(question, line.moves)
    return best


def _is_seen(reason: Reason, before: HoldingsBySeat, line: Continuation) -> bool:
    """Whether a line shows what a reason says: the piece is there at its end; or of an amount at least as much as on average."""
    kind = OWNED if reason.kind == TAKEN else reason.kind
    had, has = (
        sum([number for holding, number in holdings[reason.seat].items() if holding[:2] == (kind, reason.name)])
        for holdings in (before, line.at_end)
    )
    return has >= max(reason.better, reason.played) if kind in (AMOUNT, DONE) else has > had


def turn_reasons(match: Match, decision: Decision, turn: Turn, budget: AnalysisBudget) -> list[Reason]:
    """Why the best plan of a turn or a phase is better than the one that was played."""
    question = question_at(match, start_of_turn(match, decision.node, turn))
    better, played = (moves_of(question, plan.steps) for plan in (turn.best, turn.played_plan))
    return reasons_between_plans(question, list(paired_plans(question, better, played, budget)))


def paired_plans(
    question: SeenDecision, better: Sequence[int], other: Sequence[int], budget: AnalysisBudget
) -> Iterator[tuple[Continuation, Continuation]]:
    """Continuations after the answers of two plans, as many as `reasons_between_plans` needs."""
    is_turn = question.game.chapter(question.root).seat != NOBODY
    return paired_continuations(question, better, other, budget, TURN_PAIRS if is_turn else budget.pairs)


def reasons_between_plans(question: SeenDecision, pairs: Sequence[tuple[Continuation, Continuation]]) -> list[Reason]:
    """The reasons that pairs of continuations give for the first of two plans; [] if they do not favour it. Of a turn: what the
    seat has got by its end, what the next seat takes then, and points. Of a phase: as of single answers. What the steps
    themselves say is no reason, nor is anything that speaks for the other plan."""
    if question.game.chapter(question.root).seat == NOBODY:
        return reasons_from(question, holdings_of(question, question.root), pairs)[:MAX_TURN_REASONS]
    if sum([better.value - played.value for better, played in pairs]) <= 0.0:
        return []
    before = holdings_of(question, question.root)
    reasons: list[Reason] = []
    for seat in range(question.setup.player_count):
        is_own = seat == question.seat
        for holding in sorted({key for pair in pairs for side in pair for key in side.at_end[seat]}):
            if holding.kind in (AMOUNT, DONE, OUT) or not (is_own or holding.kind == OWNED):
                continue
            follows = [better.at_once[seat].get(holding, 0.0) > before[seat].get(holding, 0.0) for better, _ in pairs]
            if not (is_own and all(follows)):
                reasons += _turn_count(seat, is_own, holding, before, pairs)
    entombed = {reason.name for reason in reasons if reason.kind == ENTOMBED}
    reasons = [reason for reason in reasons if reason.kind != OWNED or reason.name not in entombed]
    if not reasons:
        word = Holding(AMOUNT, question.game.score_word())
        found = _amount_reason(question.seat, True, word, pairs)
        reasons = [reason for reason in found if reason.better - reason.played >= MIN_POINTS_APART]
    return sorted(reasons, key=lambda reason: -abs(reason.better - reason.played))[:MAX_TURN_REASONS]


def _turn_count(
    seat: int,
    is_own: bool,
    holding: Holding,
    before: HoldingsBySeat,
    pairs: Sequence[tuple[Continuation, Continuation]],
) -> list[Reason]:
    """What the seat has gained by the end of its turn more often with the better plan, or another seat less often next."""

    def gained(side: Continuation) -> bool:
        now, earlier = (side.at_turn_end, before) if is_own else (side.at_end, side.at_turn_end)
        return now[seat].get(holding, 0.0) > earlier[seat].get(holding, 0.0)

    counts = [float(sum([gained(pair[side]) for pair in pairs])) for side in (0, 1)]
    apart = counts[0] - counts[1] if is_own else counts[1] - counts[0]
    if apart < (MIN_OWN_APART if is_own else MIN_TAKEN_APART):
        return []
    kind = holding.kind if is_own else TAKEN
    return [Reason(kind, holding.name, seat, counts[0], counts[1], len(pairs), round(apart, 1))]


def start_of_turn(match: Match, node: int, turn: Turn) -> int:
    """The node at which the stretch begins whose decision stands at `node`."""
    seat, left = match.mover(node), turn.start
    while left > 0 and node > 0:  # a file may say anything
        node = match.log.parents[node]
        left -= match.mover(node) == seat
    return node


def move_of_step(question: SeenDecision, position: State, step: Action) -> int | None:
    """A step of a plan, which may come from a file, as a move in this position; None if it cannot be made there."""
    with suppress(ValueError, IndexError, KeyError, OverflowError):  # an action of other rules
        move = question.game.move(position, step)
        if position.mover == question.seat and move in position.legal_moves():
            return move
    return None


def moves_of(question: SeenDecision, steps: Sequence[Action]) -> list[int]:
    """Steps of a plan as moves, as far as they can be made."""
    position, moves = question.root, list[int]()
    for step in steps:
        move = move_of_step(question, position, step)
        if move is None:
            break
        moves.append(move)
        position = after_answer(question.game, position, question.seat, move).state
    return moves


def paired_continuations(
    question: SeenDecision, better: Sequence[int], other: Sequence[int], budget: AnalysisBudget, count: int
) -> Iterator[tuple[Continuation, Continuation]]:
    """So many continuations after the answers of two plans, each pair in a deal of its own."""
    for pair in range(count):
        deal = question.game.determinize(question.root, question.seat, nth_seed(question.seed(CONTINUATIONS), pair))
        yield continued(question, deal, better, pair, budget), continued(question, deal, other, pair, budget)


def continued(
    question: SeenDecision,
    deal: State,
    moves: Sequence[int],
    pair: int,
    budget: AnalysisBudget,
    max_steps: int = MAX_STEPS,
) -> Continuation:
    """Play answers in a deal, as long as nobody else acts, and go on to the next turn of the seat; after fewer than MAX_STEPS
    moves the value is 0."""
    game, state = question.game, deal.copy()
    begun = game.chapter(state)
    player = searching(question.evaluator, budget.continuation)
    events: list[Event] = []
    made: list[tuple[int, int]] = []
    on_the_way: dict[Holding, float] = {}
    for place, move in enumerate(moves):
        if place and (state.mover != question.seat or move not in state.legal_moves()):
            break
        made.append((question.seat, move))
        if place < len(moves) - 1:
            stepped = after_answer(game, state, question.seat, move)
            state = stepped.state
            events += stepped.events
            on_the_way = _most_pieces(on_the_way, holdings_of(question, state)[question.seat])
        else:
            state.events = events
            state.apply(move)
    state.events = events
    at_once = holdings_of(question, state)
    at_once[question.seat] |= _most_pieces(on_the_way, at_once[question.seat])
    at_once[question.seat] |= question.kit.deeds(events, question.seat)
    at_turn_end: HoldingsBySeat | None = None
    while True:
        chapter = game.chapter(state)
        if at_turn_end is None and begun.seat != NOBODY and (chapter != begun or state.mover == NOBODY):
            at_turn_end = holdings_of(question, state)
        is_later = chapter.number != begun.number and chapter.seat in (NOBODY, question.seat)
        if state.mover == NOBODY or len(made) >= max_steps or (is_later and game.is_at_rest(state)):
            break
        seed = seeded_hash(question.seed(CONTINUATIONS), pair, len(made)) >> 1
        chosen = player(state, seed) if state.move_count > 1 else state.menu[0]
        made.append((int(state.mover), chosen))
        state.apply(chosen)
    at_end = holdings_of(question, state)
    for seat, holdings in enumerate(at_end):
        if IS_OUT not in holdings:
            holdings.update(question.kit.deeds(events, seat))
    state.events = None
    if not game.is_at_rest(state) or max_steps < MAX_STEPS:
        return Continuation(at_once, at_turn_end or at_end, at_end, 0.0, tuple(made))
    for further in range(question.kit.rests_to_confirm()):
        play_further(game, state, player, seeded_hash(question.seed(CONTINUATIONS), pair, further, FURTHER))
    value = question.worth_of(state).chance
    return Continuation(at_once, at_turn_end or at_end, at_end, value, tuple(made))


def _most_pieces(*holdings: Mapping[Holding, float]) -> dict[Holding, float]:
    """Of each piece the most that was held."""
    pieces = {holding for held in holdings for holding in held if holding.kind in (OWNED, ENTOMBED)}
    return {piece: max([held.get(piece, 0.0) for held in holdings]) for piece in pieces}


def holdings_of(question: SeenDecision, state: State) -> HoldingsBySeat:
    """What each seat has that everybody can see."""
    game, kit = question.game, question.kit
    seats = range(question.setup.player_count)
    return [{IS_OUT: 1.0} if game.is_out(state, seat) else kit.holdings(state, seat) for seat in seats]


def favours_better(pairs: Sequence[tuple[Continuation, Continuation]]) -> bool:
    """Whether pairs of continuations favour the better answer."""
    return z_of([better.value - played.value for better, played in pairs]) >= MIN_GATE_Z


def reasons_from(
    question: SeenDecision, before: HoldingsBySeat, pairs: Sequence[tuple[Continuation, Continuation]]
) -> list[Reason]:
    """The reasons that pairs of continuations give, the largest effect first; [] if they do not favour the better answer. What
    only repeats the better answer is left out, such as that a card is in the tomb after it was entombed."""
    if not favours_better(pairs):
        return []
    reasons: list[Reason] = []
    for seat in range(question.setup.player_count):
        is_own = seat == question.seat
        out = _out_reason(seat, is_own, pairs)
        if out:  # that it then has nothing needs no words
            reasons += out
            continue
        for holding in sorted({key for pair in pairs for side in pair for key in side.at_end[seat]}):
            if holding.kind in (AMOUNT, DONE):
                found = _amount_reason(seat, is_own, holding, pairs)
            elif holding.kind != OUT and (is_own or holding.kind == OWNED):
                found = _count_reason(seat, is_own, holding, before, pairs)
            else:
                continue
            if not _repeats_the_answer(question, seat, holding, before, pairs):
                reasons += found
    entombed = {reason.name for reason in reasons if reason.kind == ENTOMBED}
    reasons = [reason for reason in reasons if reason.kind != OWNED or reason.name not in entombed]
    return sorted(reasons, key=lambda reason: -effect_of(question, reason))[:MAX_REASONS]


def effect_of(question: SeenDecision, reason: Reason) -> float:
    """How large a difference is: 1 for a piece in all tries, for a narrow lead, and for USUAL_AMOUNT of anything else."""
    difference = abs(reason.better - reason.played)
    if reason.kind not in (AMOUNT, DONE):
        return difference / reason.tries
    return difference / (question.kit.narrow_lead() if reason.name == question.game.score_word() else USUAL_AMOUNT)


def _repeats_the_answer(
    question: SeenDecision,
    seat: int,
    holding: Holding,
    before: HoldingsBySeat,
    pairs: Sequence[tuple[Continuation, Continuation]],
) -> bool:
    """Whether the seat has it as soon as it has given the better answer; or the same difference in an amount that is no score, or
    in what it was to do."""
    if seat != question.seat:
        return False
    if holding.kind == AMOUNT or (holding.kind == DONE and not holding.is_bad):
        return holding.name != question.game.score_word() and all(
            better.at_once[seat].get(holding, 0.0) - played.at_once[seat].get(holding, 0.0)
            == better.at_end[seat].get(holding, 0.0) - played.at_end[seat].get(holding, 0.0)
            for better, played in pairs
        )
    if holding.kind not in (OWNED, ENTOMBED):
        return False
    return all(better.at_once[seat].get(holding, 0.0) > before[seat].get(holding, 0.0) for better, _ in pairs)


def _out_reason(seat: int, is_own: bool, pairs: Sequence[tuple[Continuation, Continuation]]) -> list[Reason]:
    """That the seat itself is out of the game after the answer played, or another seat after the better one."""
    outcomes = [(IS_OUT in better.at_end[seat], IS_OUT in played.at_end[seat]) for better, played in pairs]
    only_better, only_played = outcomes.count((True, False)), outcomes.count((False, True))
    difference = only_played - only_better if is_own else only_better - only_played
    if difference <= 0 or difference / sqrt(only_better + only_played) < MIN_COUNT_Z:
        return []
    counts = [float(sum([pair[side] for pair in outcomes])) for side in (0, 1)]
    z = difference / sqrt(only_better + only_played)
    return [Reason(OUT, IS_OUT.name, seat, counts[0], counts[1], len(pairs), round(z, 1))]


def _count_reason(
    seat: int,
    is_own: bool,
    holding: Holding,
    before: HoldingsBySeat,
    pairs: Sequence[tuple[Continuation, Continuation]],
) -> list[Reason]:
    """What the seat itself has gained by the end of the turn, or what another seat has gained after it."""

    def gained(side: Continuation) -> bool:
        is_turn = side.at_turn_end is not side.at_end
        now, earlier = (side.at_turn_end, before) if is_own or not is_turn else (side.at_end, side.at_turn_end)
        return now[seat].get(holding, 0.0) > earlier[seat].get(holding, 0.0)

    outcomes = [(gained(better), gained(played)) for better, played in pairs]
    only_better, only_played = outcomes.count((True, False)), outcomes.count((False, True))
    difference = only_better - only_played if is_own else only_played - only_better
    if difference <= 0 or difference / sqrt(only_better + only_played) < MIN_COUNT_Z:
        return []
    counts = [float(sum([pair[side] for pair in outcomes])) for side in (0, 1)]
    kind = holding.kind if is_own else TAKEN
    z = difference / sqrt(only_better + only_played)
    return [Reason(kind, holding.name, seat, counts[0], counts[1], len(pairs), round(z, 1))]


def _amount_reason(
    seat: int, is_own: bool, holding: Holding, pairs: Sequence[tuple[Continuation, Continuation]]
) -> list[Reason]:
    """What the seat has more of at the end, or another seat less; what is bad for its owner the other way round."""
    amounts = [
        (better.at_end[seat].get(holding, 0.0), played.at_end[seat].get(holding, 0.0)) for better, played in pairs
    ]
    sign = 1.0 if is_own != holding.is_bad else -1.0
    z = z_of([sign * (better - played) for better, played in amounts])
    if z < MIN_AMOUNT_Z:
        return []
    better_mean, played_mean = (round(sum([pair[side] for pair in amounts]) / len(pairs), 1) for side in (0, 1))
    return [Reason(holding.kind, holding.name, seat, better_mean, played_mean, len(pairs), round(min(z, 99.0), 1))]


def z_of(differences: Sequence[float]) -> float:
    """The mean of differences in standard errors; 0 for fewer than two. Large if all are equal and not 0."""
    count = len(differences)
    if count < 2:
        return 0.0
    mean = sum(differences) / count
    variance = sum([(difference - mean) ** 2 for difference in differences]) / (count - 1)
    return mean / max(1e-9, sqrt(variance / count))


def reason_text(
    reason: Reason,
    names: Sequence[str],
    you: int,
    better_words: str = "the better answer",
    other_words: str = "",
    unit: str = "turn",
) -> str:
    """A reason as a sentence, for a reader in the seat `you` (NOBODY for none). `names` are those of the seats. The words are for
    the two answers; by default the second one is the answer played. `unit` is that of the chapter (`Chapter`)."""
    other_words = other_words or "the answer played"
    who = "you" if reason.seat == you else names[reason.seat]
    whose = "your" if reason.seat == you else f"{names[reason.seat]}'s"
    if reason.kind == AMOUNT:
        better, played = _number(reason.better), _number(reason.played)
        later = f"{who} had {better} {reason.name} on average one {unit} later"
        return f"After {better_words}, {later}; after {other_words}, {played} {reason.name}."
    if reason.kind == DONE:
        done = reason.name.replace("{}", _number(reason.better))
        return f"After {better_words}, {who} {done} on average; after {other_words}, {_number(reason.played)}."
    counts = {better_words: round(reason.better), other_words: round(reason.played)}
    better_first, other_first = (better_words, other_words), (other_words, better_words)
    if reason.kind == OUT:
        what = f"{who} {'were' if reason.seat == you else 'was'} out of the game"
        order = other_first if reason.played > reason.better else better_first
    elif reason.kind == TAKEN:
        what, order = f"{who} took {reason.name} next", other_first
    elif reason.kind == ENTOMBED:
        what, order = f"{reason.name} was in {whose} tomb at the end of the {unit}", better_first
    else:
        what, order = f"{who} got {reason.name} by the end of the {unit}", better_first
    first, second = order
    return f"After {first}, {what} in {counts[first]} of {reason.tries} tries; after {second}, in {counts[second]} of them."


def _number(number: float) -> str:
    return f"{number:.1f}".replace("-", "−")
