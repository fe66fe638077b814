"""Analyses positions in two worlds that look the same to the deciding seat: every number, mark, line and reason must be equal.

    python -m tests.ai.analysis.blind --game tal --players 2 --positions 300

compares 300 positions in which the worlds differ for another seat; with --hints the hints and warnings.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from ai.analysis.analyse import answer_text, judge_played_answer, line_texts, question_at
from ai.analysis.decision import CONFIRMED, AnalysisBudget, Decision
from ai.analysis.hint import MIN_CHECK_SIMULATIONS, HintSearch
from ai.analysis.reasons import explain_decision
from ai.search.playout import Rng
from engine.core.game import Game
from engine.core.match import Match
from engine.games import GAMES
from tests.vok_tui.paired_worlds import VIEWER, differ, matches_that_look_alike, setup_of

BUDGET: Final = AnalysisBudget(screening=16, comparison=6, confirmation=8, pairs=2, continuation=2)
REASONS_EVERY: Final = 10  # positions
HINT_SIMULATIONS: Final = (24, 40)  # of the stages of a hint
Find = Callable[[Match, int, int], list[Any]]


def everything_found(match: Match, played: int, number: int) -> list[Any]:
    """All that an analysis says about the question at the head, if `played` is the answer."""
    node = match.log.head
    question = question_at(match, node)
    decision = replace(judge_played_answer(match, node, question, played, BUDGET), digest=0)
    found: list[Any] = [decision, decision.mark, decision.pack()]
    for answer in decision.answers:
        found += [answer_text(match, decision, answer.action), line_texts(match, decision, answer)]
    if number % REASONS_EVERY == 0 and decision.answers:
        found.append(explained(match, decision).reasons)
    return found


def everything_hinted(match: Match, played: int, number: int) -> list[Any]:
    """All that the coach says about the question at the head: the hints of both stages, what answers cost, and reasons."""
    del played
    search = HintSearch(question_at(match, match.log.head))
    found: list[Any] = []
    for simulations in HINT_SIMULATIONS:
        for _ in search.run_stage(simulations):
            pass
        found.append(search.hint().pack())
    for _ in search.check_dear_answers(0.02, MIN_CHECK_SIMULATIONS if number % REASONS_EVERY == 0 else 0, 1):
        pass
    found += [sorted(search.losses.items()), search.hint().pack()]
    if number % REASONS_EVERY == 0:
        for _ in search.find_reasons(BUDGET):
            pass
        found.append(search.reasons)
    return found


def explained(match: Match, decision: Decision) -> Decision:
    """The decision with its reasons, as if its last answer had been played and cost much."""
    last = len(decision.answers) - 1
    marked = replace(decision, played=last, loss=0.2, state=CONFIRMED, is_mixed=False, has_chances=True)
    return explain_decision(match, marked, BUDGET)


def alike_until_told_apart(game: Game[Any], players: int, seed: int, rng: Rng) -> Iterator[tuple[Match, Match]]:
    """Pairs of matches along a random game, up to a step after which another seat is asked in one world only."""
    pairs = matches_that_look_alike(game, setup_of(game, players, seed), rng)
    while True:
        try:
            pair = next(pairs, None)
        except AssertionError:
            return
        if pair is None:
            return
        yield pair


def compare_analyses(game: Game[Any], players: int, positions: int, seed: int, find: Find = everything_found) -> int:
    """Compare what `find` finds in so many positions of random games. Returns how many had a mark. Raises AssertionError."""
    number, marked, rng = 0, 0, Rng(seed)
    while True:
        for one, other in alike_until_told_apart(game, players, seed, rng):
            if one.state.mover != VIEWER or one.state.move_count < 2 or not differ(one, other):
                continue
            played = one.state.menu[rng.below(one.state.move_count)]
            for match in (one, other):
                match.game = game  # the registered one has an evaluator, a calibration and words
            found = [find(match, played, number) for match in (one, other)]
            assert found[0] == found[1], f"position {number} of seed {seed}"
            marked += bool(found[0][1])
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
    args = parser.parse_args()
    for players in args.players:
        find = everything_hinted if args.hints else everything_found
        marked = compare_analyses(GAMES[args.game], players, args.positions, args.seed, find)
        what = "hints" if args.hints else f"{marked} marked"
        sys.stdout.write(f"{args.game}, {players} players: {args.positions} positions, {what}; all equal\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
