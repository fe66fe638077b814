"""Whether an analysis finds losses that were planted.

    VOK_COMPILED=build/compiled python lab/bench/planted_losses.py --game valley --losses 30

plays games of priests, and looks for answers that lose LEAST_LOSS or more in two reference passes on different deals, with trees
of REFERENCE_TREE. Each is analysed as if it had been played: the quick pass and the confirmation. A loss is found if it is
marked. At most one is planted in each turn of a game.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import vok_tui.library  # noqa: F401  puts the compiled copy on the path
from ai.analysis.analyse import (
    SeenDecision,
    compare_answers,
    confirm_decision,
    judge_played_answer,
    loss_between,
    question_at,
    screen_answers,
)
from ai.analysis.decision import COMPILED_BUDGET
from engine.core.game import Seat, Setup
from engine.core.match import Match
from lab.bench.analysis_marks import share_text
from lab.puzzles import played_match

LEAST_LOSS: Final = 0.10
REFERENCE_TREE: Final = 6_400
REFERENCE_USES: Final = (91, 92)  # seeds of their own


def planted_answers(match: Match) -> Iterator[tuple[int, SeenDecision, int, float]]:
    """Answers that lose much at the nodes of a game: the node, its question, the answer, and the smaller reference loss. The
    answer is the one whose screened loss is nearest to LEAST_LOSS from above, because larger ones are easy."""
    planted_in = set()
    for node in match.log.path(match.log.head)[:-1]:
        question = question_at(match, node)
        chapter = match.chapter(node)
        if len(question.moves) < 2 or chapter in planted_in or question.is_concealed(question.moves[0]):
            continue
        screened = screen_answers(question, COMPILED_BUDGET.screening)
        best = max(screened, key=lambda move: screened[move].value)
        losses = {move: loss_between(question, screened, best, move) for move in screened}
        bad = [move for move in losses if losses[move] >= LEAST_LOSS]
        if not bad:
            continue
        answer = min(bad, key=lambda move: losses[move])
        found = [
            loss_between(question, compare_answers(question, [best, answer], use, REFERENCE_TREE), best, answer)
            for use in REFERENCE_USES
        ]
        if min(found) >= LEAST_LOSS:
            planted_in.add(chapter)
            yield node, question, answer, min(found)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="valley")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--losses", type=int, default=30)
    parser.add_argument("--seed", type=int, default=700)
    args = parser.parse_args()
    results: list[bool] = []
    seed = args.seed
    while len(results) < args.losses:
        seats = (Seat("a", "priest"), Seat("b", "priest"))
        match = played_match(Setup(args.game, seats, seed, args.edition))
        seed += 1
        for node, question, answer, loss in planted_answers(match):
            decision = judge_played_answer(match, node, question, answer, COMPILED_BUDGET)
            confirmed = confirm_decision(match, decision)
            results.append(confirmed.is_marked)
            state = "found" if confirmed.is_marked else "overlooked"
            print(f"planted {loss:.2f}, found {confirmed.loss:.2f} {confirmed.mark or '-'} {state}", flush=True)
            if len(results) == args.losses:
                break
    print(f"{args.game}: {share_text(sum(results), len(results))} of the planted losses are marked")


if __name__ == "__main__":
    main()
