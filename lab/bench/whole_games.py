"""Whether whole games confirm the losses of marked answers.

    VOK_COMPILED=build/compiled python lab/bench/whole_games.py build/marks.jsonl --pairs 20

reads the decisions that `analysis_marks.py --rows` has written, and plays whole games from the best and from the played answer of
each mark, in pairs with the same luck. All seats search with `--simulations` at each decision. It compares the mean loss that the
analysis predicts with the mean difference in the share of the victory; errors are by mark.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from time import process_time
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import vok_tui.library  # noqa: F401  puts the compiled copy on the path
from ai.analysis.analyse import question_at
from ai.analysis.calibrate import lead_of
from engine.core.luck import nth_seed, seeded_hash
from engine.core.match import Match
from lab.bench.analysis_marks import Row, read_rows
from lab.puzzles import GAMES_USE, end_of_game, mean_and_error, played_match

THRESHOLDS: Final = (0.03, 0.05, 0.08)


def differences(match: Match, row: Row, pairs: int, simulations: int) -> tuple[float, float]:
    """How much the best answer is worth more than the one played in whole games, on average: in shares of the victory, and in
    points ahead of the best other seat."""
    question = question_at(match, row.node)
    game, answers = question.game, row.decision.answers
    other = answers[0 if row.decision.played != 0 else 1]
    moves = [game.move(question.root, answer.action) for answer in (other, row.decision.played_answer)]
    share = points = 0.0
    for pair in range(pairs):
        deal = game.determinize(question.root, question.seat, nth_seed(question.seed(GAMES_USE), pair))
        better, played = [end_of_game(question, deal, move, pair, simulations) for move in moves]
        share += float(game.rewards(better)[question.seat]) - float(game.rewards(played)[question.seat])
        points += lead_of(game, better, question.seat) - lead_of(game, played, question.seat)
    return share / pairs, points / pairs


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path)
    parser.add_argument("--pairs", type=int, default=20, help="for each mark")
    parser.add_argument("--simulations", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=1e9, help="of the processor")
    args = parser.parse_args()
    marked = [row for row in read_rows(args.rows) if row.decision.is_marked]
    marked.sort(key=lambda row: seeded_hash(row.setup.seed, row.node))  # a stopped run has some from all games
    matches: dict[int, Match] = {}
    found: list[tuple[Row, float, float]] = []
    for row in marked:
        if process_time() > 60 * args.minutes:
            break
        seed = row.setup.seed
        if seed not in matches:
            matches[seed] = played_match(row.setup)
        share, points = differences(matches[seed], row, args.pairs, args.simulations)
        found.append((row, share, points))
        print(
            f"  seed {seed}, node {row.node}, {row.decision.kind}: predicted {row.decision.loss:.3f}, real {share:.3f}"
        )
        if len(found) % 10 and len(found) < len(marked):
            continue
        for threshold in THRESHOLDS:
            chosen = [entry for entry in found if entry[0].decision.loss >= threshold]
            if len(chosen) < 2:
                continue
            predicted = sum([row.decision.loss for row, *_ in chosen]) / len(chosen)
            predicted_points = sum([row.decision.loss_points for row, *_ in chosen]) / len(chosen)
            share, share_error = mean_and_error([entry[1] for entry in chosen])
            points, points_error = mean_and_error([entry[2] for entry in chosen])
            print(
                f"{len(chosen)} marks of {threshold} and more, {len(chosen) * args.pairs} pairs: predicted {predicted:.3f}, real "
                f"{share:.3f} ± {1.96 * share_error:.3f}; points {predicted_points:.1f}, real {points:.1f} ± "
                f"{1.96 * points_error:.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
