"""Whether hints help: a priest that is shown the hint where it is about to lose 0.05 and more, against one that is not.

    VOK_COMPILED=build/compiled python lab/bench/hint_duel.py --game valley --minutes 15

The helped priest chooses as always. If its answer seems to cost COSTS_FROM by the screening of a hint, and a check with larger
trees agrees, it plays the first answer of the hint instead. Each deal is played twice, with the seats swapped. The hint knows
what the seat knows. The work is a number of simulations, so the speed does not matter. The results are in `docs/analysis.md`.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from time import monotonic
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import vok_tui.library  # noqa: F401  puts the compiled copy on the path
from ai.analysis.analyse import HINT_CHECK, compare_answers, loss_between, question_at
from ai.analysis.decision import MISTAKE_LOSS
from ai.analysis.hint import CHECK_SIMULATIONS, HintSearch
from ai.elo import estimate_elo
from engine.core.game import Seat, Setup
from engine.core.match import Match
from lab.puzzles import played_match

COSTS_FROM: Final = MISTAKE_LOSS
HINT_WORK: Final = 1600  # simulations of a hint


def helped_move(match: Match, move: int) -> int:
    """The move itself, or the first answer of the hint if the move costs COSTS_FROM."""
    if match.state.move_count < 2:
        return move
    question = question_at(match, match.log.head)
    search = HintSearch(question)
    for _ in search.run_stage(HINT_WORK):
        pass
    hint = search.hint()
    if hint.is_mixed or not hint.has_chances or move == search.best or search.screened_loss(move) < COSTS_FROM:
        return move
    first = question.game.move(question.root, hint.answers[0].action)
    checked = compare_answers(question, [first, move], HINT_CHECK, CHECK_SIMULATIONS)
    return first if loss_between(checked, first, move) >= COSTS_FROM else move


def helped_share(setup: Setup, helped_seat: int) -> tuple[float, int, int]:
    """One game: the share of the victory of the helped seat, how often it was helped, and its decisions."""
    helps = decisions = 0

    def advise(match: Match, move: int) -> int:
        nonlocal helps, decisions
        if match.state.mover != helped_seat:
            return move
        better = helped_move(match, move)
        decisions += match.state.move_count > 1
        helps += better != move
        return better

    match = played_match(setup, advise)
    return match.game.rewards(match.state)[helped_seat], helps, decisions


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="valley")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--level", default="priest")
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    ends_at, seed = monotonic() + 60 * args.minutes, args.seed
    blocks: Counter[float] = Counter()
    helps = decisions = 0
    while monotonic() < ends_at:
        seats = (Seat("A", args.level), Seat("B", args.level))
        shares = []
        for helped_seat in range(2):
            share, more_helps, more_decisions = helped_share(Setup(args.game, seats, seed, args.edition), helped_seat)
            shares.append(share)
            helps, decisions = helps + more_helps, decisions + more_decisions
        seed += 1
        blocks[sum(shares) / len(shares)] += 1
        elo, low, high = estimate_elo(blocks, 2)
        print(
            f"{args.game}, {2 * sum(blocks.values())} games: Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}], helped in {helps} of "
            f"{decisions} decisions",
            flush=True,
        )


if __name__ == "__main__":
    main()
