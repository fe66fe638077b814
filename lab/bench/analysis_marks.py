"""How often the marks of an analysis are found again with about 20 times the work, and how many losses it misses.

    VOK_COMPILED=build/compiled python lab/bench/analysis_marks.py --seats scribe,priest --games 6

plays games, analyses all decisions, and judges again with a reference pass: all marked decisions, and one in SAMPLE_EVERY of
the others. The reference pass screens all answers with 20 times the simulations, and compares the best with the played one in
trees of REFERENCE_TREE. A mark is confirmed if the reference finds a loss of CONFIRMED_LOSS or more.
"""

import sys
from argparse import ArgumentParser
from math import sqrt
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import vok_tui.library  # noqa: F401  puts the compiled copy on the path
from ai.analysis.analyse import (
    analyse_decision,
    compare_answers,
    confirm_decision,
    loss_between,
    played_move,
    question_at,
    screen_answers,
)
from ai.analysis.decision import COMPILED_BUDGET, FORCED
from engine.core.game import Seat, Setup
from engine.core.match import Match
from lab.puzzles import played_match

SAMPLE_EVERY: Final = 8
REFERENCE_TREE: Final = 16_000
REFERENCE_USE: Final = 90  # seeds of its own
CONFIRMED_LOSS: Final = 0.02


def reference_loss(match: Match, node: int) -> float:
    """The loss of the answer played at a node, by the reference pass."""
    question, played = question_at(match, node), played_move(match, node)
    screened = screen_answers(question, 20 * COMPILED_BUDGET.screening)
    best = max(screened, key=lambda move: screened[move].value)
    deep = compare_answers(question, [best, played], REFERENCE_USE, REFERENCE_TREE)
    return loss_between(question, deep, best, played)


def share_text(part: int, whole: int) -> str:
    """A share with its Wilson interval of 95%."""
    if not whole:
        return "none"
    p, z = part / whole, 1.96
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return f"{part} of {whole} ({100 * p:.0f}% [{100 * (middle - half):.0f}, {100 * (middle + half):.0f}])"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="valley")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--seats", default="scribe,priest")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    marks: dict[str, list[tuple[float, float]]] = {"quick": [], "confirmed": []}  # loss, reference loss
    found, missed, decisions = 0, 0.0, 0
    losses: dict[str, list[float]] = {}
    for number in range(args.games):
        seats = tuple([Seat(level, level) for level in args.seats.split(",")])
        match = played_match(Setup(args.game, seats, args.seed + number, args.edition))
        for node in match.log.path(match.log.head)[:-1]:
            decision = analyse_decision(match, node)
            if decision.state == FORCED:
                continue
            decisions += 1
            confirmed = confirm_decision(match, decision)
            losses.setdefault(seats[decision.seat].level, []).append(confirmed.loss)
            if decision.is_marked or decisions % SAMPLE_EVERY == 0:
                loss = reference_loss(match, node)
                if decision.is_marked:
                    marks["quick"].append((decision.loss, loss))
                if confirmed.is_marked:
                    marks["confirmed"].append((confirmed.loss, loss))
                if loss >= 0.05:
                    found += confirmed.is_marked
                    missed += 0 if confirmed.is_marked else 1 if decision.is_marked else SAMPLE_EVERY
        print(f"game {number + 1}: {decisions} decisions", flush=True)
        for name, pairs in marks.items():
            for threshold in (0.03, 0.05, 0.08, 0.10):
                chosen = [loss for own, loss in pairs if own >= threshold]
                good = sum([loss >= CONFIRMED_LOSS for loss in chosen])
                print(f"  {name} marks of {threshold} and more, found again: {share_text(good, len(chosen))}")
        print(f"  losses of 0.05 and more in the reference: {found} marked, about {missed:.0f} not")
        for level, values in losses.items():
            print(
                f"  loss per decision, {level}: {100 * sum(values) / len(values):.2f} in 100 ({len(values)} decisions)",
                flush=True,
            )


if __name__ == "__main__":
    main()
