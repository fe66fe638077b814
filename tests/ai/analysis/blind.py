"""Analyses positions in two worlds that look the same to the deciding seat: every number, mark, line and reason must be equal.

    python -m tests.ai.analysis.blind --game tal --players 2 --positions 300

compares 300 positions in which the worlds differ for another seat; with --hints the hints and warnings, with --practice what a
retry and a puzzle show, from the first text to the last step of the expected line.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from ai.analysis.analyse import (
    CONFIRMATION,
    SeenDecision,
    answer_text,
    compare_answers,
    judge_played_answer,
    line_texts,
    question_at,
    screen_answers,
)
from ai.analysis.decision import CONFIRMED, AnalysisBudget, Decision
from ai.analysis.hint import MIN_CHECK_SIMULATIONS, HintSearch, losses_of_answers, plan_hint, plan_losses
from ai.analysis.plans import PlanSearch, Sizes, found_again, judge_stretch, plan_of
from ai.analysis.reasons import explain_decision, paired_plans, reasons_between_plans
from ai.analysis.stretches import Stretch, after_answer
from ai.kit import kit_of
from ai.levels import SCRIBE
from ai.search.playout import Rng
from engine.core.action import Action
from engine.core.game import Game
from engine.core.match import Match
from engine.games import GAMES
from lab.puzzles import (
    SCRIBE_USE,
    MiningBudget,
    answer_of,
    as_candidate,
    decision_of,
    ranked,
    ranked_by_screening,
    won_in_whole_games,
)
from tests.vok_tui.paired_worlds import (
    VIEWER,
    asks_another_secretly,
    differ,
    match_from,
    matches_that_look_alike,
    setup_of,
)
from vok_tui.game.thinker import declining_action
from vok_tui.learning.practice import is_practisable
from vok_tui.learning.retry import Retry
from vok_tui.learning.trial import Position, Trial, judge_attempt

BUDGET: Final = AnalysisBudget(screening=16, comparison=6, confirmation=8, pairs=2, continuation=2)
REASONS_EVERY: Final = 10  # positions
GAMES_EVERY: Final = 25
WHOLE_GAMES: Final = MiningBudget(game=1, pairs=2)
PLAIN_FINDINGS: Final = 2  # of a question that nobody can practise
SAMPLE_SIZES: Final = (1, 0)  # of the trees of a hint: each answer has several of them, or a single one
HINT_SIMULATIONS: Final = (24, 40)  # of the stages of a hint
Find = Callable[[Match, int, int], list[Any]]


def everything_found(match: Match, played: int, number: int) -> list[Any]:
    """All that an analysis says about the question at the head, if `played` is the answer."""
    node = match.log.head
    question = question_at(match, node)
    if question.kit.judges_turns and question.calibration is not None:
        return everything_planned(question, number)
    decision = replace(judge_played_answer(match, node, question, played, BUDGET), digest=0)
    found: list[Any] = [decision, decision.mark, decision.pack()]
    for answer in decision.answers:
        found += [answer_text(match, decision, answer.action), line_texts(match, decision, answer)]
    if number % REASONS_EVERY == 0 and decision.answers:
        found.append(explained(match, decision).reasons)
    return found


def everything_planned(question: SeenDecision, number: int) -> list[Any]:
    """All that an analysis and a hint say about the turn or phase that begins with a question."""
    sizes = Sizes.within(BUDGET, question.kit)
    search = PlanSearch(question, sizes)
    is_whole = number % REASONS_EVERY == REASONS_EVERY - 1
    for step in (search.begin, search.refine, *([partial(plan_losses, search)] if is_whole else [])):
        for _ in step():
            pass
    ends = list(search.ends.values())
    found: list[Any] = [plan_hint(search, 1).pack(), len(ends) > 1, losses_of_answers(search)]
    found += [[plan_of(question, end), end.visits, sorted(way.moves for way in end.ways)] for end in ends]
    if is_whole:
        pairs = list(paired_plans(question, ends[0].moves, ends[-1].moves, BUDGET))
        found += [found_again(question, ends[0], ends[-1], sizes), reasons_between_plans(question, pairs)]
    return found


def everything_hinted(match: Match, played: int, number: int) -> list[Any]:
    """All that the coach says about the question at the head: the hints of both stages, what answers cost, and reasons."""
    del played
    question = question_at(match, match.log.head)
    if question.kit.judges_turns and question.calibration is not None and not question.is_secret:
        return everything_planned(question, number)
    search = HintSearch(question, sample_size=SAMPLE_SIZES[number % 2])
    found: list[Any] = []
    for simulations in HINT_SIMULATIONS:
        for _ in search.run_stage(simulations):
            pass
        found.append(search.hint().pack())
    for _ in search.check_costly_answers(0.02, MIN_CHECK_SIMULATIONS if number % REASONS_EVERY == 0 else 0, 1):
        pass
    found += [sorted(search.losses.items()), search.hint().pack()]
    if number % REASONS_EVERY == 0:
        for _ in search.find_reasons(BUDGET):
            pass
        found.append(search.reasons)
    return found


def everything_practised(match: Match, played: int, number: int) -> list[Any]:
    """All that a player is shown who stands before the question at the head again, in an own game, in a drill or in a puzzle; and
    whether it would become one of them. Where a turn can be judged, also all about the turn that goes on with `played`."""
    question = question_at(match, match.log.head)
    decision = replace(judge_played_answer(match, match.log.head, question, played, BUDGET), digest=0)
    found: list[Any] = [is_practisable(decision), kinds_of(match)]
    if not decision.answers or question.is_concealed(played) or len(question.distinct_moves([played])) < 2:
        return found
    own = Position("own", match, decision, BUDGET, question.seat)
    found += everything_tried(own)
    found += everything_tried(as_puzzle(own, puzzle_of(match, question, number)))
    played_on = turn_played_on(match, question, played, number)
    if played_on is not None:
        found.append(is_practisable(played_on.decision))
        found += [*everything_tried(played_on), *everything_tried(as_puzzle(played_on, played_on.decision))]
    return found


def as_puzzle(position: Position, decision: Decision) -> Position:
    """The same position as a puzzle."""
    return replace(position, intro="A puzzle.", decision=decision, is_judged=True)


def turn_played_on(match: Match, question: SeenDecision, played: int, number: int) -> Position | None:
    """The turn that goes on with an answer and then by chance, in a match of its own. None where none is judged as a whole, or
    where somebody else reacts."""
    if not question.kit.judges_turns or question.calibration is None or question.is_secret:
        return None
    own, nodes, rng, is_end = match_from(match.game, match.setup, match.state), list[int](), Rng(number), False
    while not is_end and own.state.mover == question.seat:
        move = own.state.menu[rng.below(own.state.move_count)] if nodes else played
        is_end = after_answer(own.game, own.state, question.seat, move).is_end
        nodes.append(own.log.head)
        own.play(own.game.action(own.state, move))
        while asks_another_secretly(own) and (declined := declining_action(own)) is not None:
            own.play(declined)
    if not is_end:
        return None
    decision = replace(judge_stretch(own, Stretch(question.seat, tuple(nodes), own.log.head), BUDGET), digest=0)
    return Position("turn", own, decision, BUDGET, question.seat) if decision.turn is not None else None


def everything_tried(position: Position) -> list[Any]:
    """All that is shown from the first text to the last step of each line."""
    retry = Retry([position])
    retry.go_to(0)
    trial = retry.trial
    found: list[Any] = [retry.text(), trial.view(), trial.choices(), trial.state.digest()]
    for actions in tried_at(position, trial):
        for action in actions:
            trial.answer(trial.node, action)
        retry.accept(judge_attempt(position, trial.own_actions()))
        found += [retry.attempts[-1], retry.text(), retry.state, retry.options, trial.view()]
        trial.go_to(trial.start)
    retry.go_to(0)
    for _ in range(2):
        retry.give_hint()
        found.append(retry.text())
    retry.show_lines()
    for place, line in enumerate(position.lines):
        retry.play_line(place)
        found += [line, retry.trial.view()]
    found.append(retry.reporter.words_of(position.decision))
    return found


def tried_at(position: Position, trial: Trial) -> list[tuple[Action, ...]]:
    """The answers that are tried: the first, the last and the best one; of a turn, its plans, and always the last answer."""
    if position.turn is None:
        choices = trial.choices()
        tried = [choices[0].action, choices[-1].action, position.decision.answers[0].action]
        return [(action,) for action in dict.fromkeys(tried)]
    while not trial.is_at_end:
        trial.answer(trial.node, trial.choices()[-1].action)
    last = trial.own_actions()
    trial.go_to(trial.start)
    return [*[plan.steps for plan in position.turn.plans], last]


def kinds_of(match: Match) -> list[str]:
    """The kind of decision that each answer is: a drill chooses its positions by them."""
    kit, menu = kit_of(match.game), match.state.legal_moves()
    return [kit.decision_kind(match.state, move, other) for move in menu for other in (move, menu[0])]


def puzzle_of(match: Match, question: SeenDecision, number: int) -> Decision:
    """The decision as a puzzle that anybody could find, with a few whole games if there is time."""
    missed = answer_of(question, SCRIBE, 0, question.seed(SCRIBE_USE))
    screened = screen_answers(question, BUDGET.screening, question.distinct_moves([missed]))
    compared = compare_answers(
        question, [*ranked_by_screening(screened)[:2], missed], CONFIRMATION, BUDGET.confirmation
    )
    best, *others = ranked(compared)
    candidate = as_candidate(screened, compared, best, missed, -1.0)
    assert candidate is not None, "any gap is enough"
    decision = decision_of(match, match.log.head, question, candidate)
    if number % GAMES_EVERY == GAMES_EVERY - 1 and others:
        decision = replace(decision, loss=won_in_whole_games(question, best, others[0], WHOLE_GAMES).won)
    return replace(decision, digest=0)


def explained(match: Match, decision: Decision) -> Decision:
    """The decision with its reasons, as if its last answer had been played and cost much."""
    last = len(decision.answers) - 1
    marked = replace(decision, played=last, loss=0.2, state=CONFIRMED, is_mixed=False, has_chances=True)
    return explain_decision(match, marked, BUDGET)


def compare_analyses(game: Game[Any], players: int, positions: int, seed: int, find: Find = everything_found) -> int:
    """Compare what `find` finds in so many positions of random games. Returns how many had a mark. Raises AssertionError."""
    number, marked, rng = 0, 0, Rng(seed)
    while True:
        for one, other in matches_that_look_alike(game, setup_of(game, players, seed), rng):
            if one.state.mover != VIEWER or one.state.move_count < 2 or not differ(one, other):
                continue
            played = one.state.menu[rng.below(one.state.move_count)]
            found = [find(match, played, number) for match in (one, other)]
            assert found[0] == found[1], f"position {number} of seed {seed}"
            marked += bool(found[0][1]) if find is not everything_practised else len(found[0]) > PLAIN_FINDINGS
            number += 1
            if number == positions:
                return marked
        seed += 1


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", required=True)
    parser.add_argument("--players", type=int, nargs="+", required=True)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hints", action="store_true")
    parser.add_argument("--practice", action="store_true")
    args = parser.parse_args()
    for players in args.players:
        find = everything_hinted if args.hints else everything_practised if args.practice else everything_found
        marked = compare_analyses(GAMES[args.game], players, args.positions, args.seed, find)
        what = "hints" if args.hints else f"{marked} {'of them practised' if args.practice else 'marked'}"
        sys.stdout.write(f"{args.game}, {players} players: {args.positions} positions, {what}; all equal\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
