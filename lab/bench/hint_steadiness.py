"""How steady hints are: the same question asked twice, with other deals, after 1 s and after 3 s.

    VOK_COMPILED=build/compiled python lab/bench/hint_steadiness.py --game tal --positions 60

plays games of a scribe and a priest, takes every so many decisions, and asks for the hint twice. Seconds are those of the
processor, so other programs do not matter. Where the first answers differ, the yardstick says by how much. The
results are in `docs/analysis.md`.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import vok_tui.library  # noqa: F401  puts the compiled copy on the path
from ai.analysis.analyse import SeenDecision, question_at
from ai.analysis.hint import HINT_SECONDS, Hint, timed_hints
from ai.analysis.yardstick import played_on
from engine.core.game import Seat, Setup
from engine.core.match import Match
from lab.marks import share_text
from lab.puzzles import played_match

DEAR: Final = 0.03
EVERY: Final = 7  # decisions


def hints_by_stage(question: SeenDecision, attempt: int, seconds: Sequence[float]) -> dict[int, Hint]:
    """The hint of each stage, without reasons."""
    hints: dict[int, Hint] = {}
    for news in timed_hints(question, process_time, seconds=seconds, attempt=attempt):
        if news is not None:
            hints[news.hint.stage] = news.hint
            if len(hints) == len(seconds):
                return hints
    return hints


def difference(question: SeenDecision, hints: list[Hint]) -> float:
    """How much the first answers of two hints differ in chance, by the yardstick; 0 if they lead to the same position."""
    moves = [question.game.move(question.root, hint.answers[0].action) for hint in hints]
    if question.keys[moves[0]] == question.keys[moves[1]]:
        return 0.0
    return abs(played_on(question, moves[:1], moves[1:]).difference)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="valley")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--seats", default="scribe,priest")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, nargs="+", default=list(HINT_SECONDS))
    args = parser.parse_args()
    same: dict[int, int] = {}
    costly: dict[int, int] = {}
    positions = secret = met = 0
    seed = args.seed
    while positions < args.positions:
        seats = tuple([Seat(level, level) for level in args.seats.split(",")])
        match: Match = played_match(Setup(args.game, seats, seed, args.edition))
        seed += 1
        for node in match.log.path(match.log.head)[:-1]:
            if match.at(node).move_count < 2:
                continue
            met += 1
            if met % EVERY or positions == args.positions:
                continue
            question = question_at(match, node)
            asked = [hints_by_stage(question, attempt, args.seconds) for attempt in (0, 1)]
            if any(hint.is_mixed for hints in asked for hint in hints.values()):
                secret += 1
                continue
            positions += 1
            for stage in asked[0]:
                hints = [hints[stage] for hints in asked]
                is_same = hints[0].answers[0].action == hints[1].answers[0].action
                same[stage] = same.get(stage, 0) + is_same
                costly[stage] = costly.get(stage, 0) + (difference(question, hints) >= DEAR)
            print(
                f"{args.game} {positions}: "
                + "; ".join(
                    [
                        f"after {args.seconds[stage - 1]:g} s the same {share_text(same[stage], positions)}, "
                        f"different by 0.03 and more {share_text(costly[stage], positions)}"
                        for stage in same
                    ]
                )
                + f"; {secret} secret choices left out",
                flush=True,
            )


if __name__ == "__main__":
    main()
