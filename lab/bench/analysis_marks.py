"""How often the marks of an analysis are found again with about 20 times the work, and how many losses it misses.

    VOK_COMPILED=build/compiled python lab/bench/analysis_marks.py --levels scribe,priest --games 12 --rows build/marks.jsonl

plays games of each level against itself (`--seats scribe,priest` lets two levels meet), analyses all decisions or with `--part` a
part of them, and judges again with a reference pass: all decisions that the quick pass has marked, and a sample of the others, of
which each stands for as many as it was drawn from. The reference pass screens all answers with 20 times the simulations. It
compares the best of them, and the one that the analysis holds for the best, with the one played, in trees of REFERENCE_TREE. A
mark is found again if the reference finds a loss of CONFIRMED_LOSS or more. A single reference is not the truth either: where it
finds a loss of MISTAKE_LOSS, another one on other deals compares the same answers.

Secret choices have no best answer, and are marked only if they are clearly bad. Their losses are left out of what is missed.

Each decision becomes a line of `--rows`, and the totals are taken from all its lines. So a run may be stopped at any time
(`--minutes` of the processor stop it), and goes on where it was. `whole_games.py` and other measurements read the lines.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any, Final, NamedTuple

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
from ai.analysis.decision import COMPILED_BUDGET, FORCED, MISTAKE_LOSS, NO_MATTER, SOLVED, Decision
from engine.core.game import Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from lab.puzzles import played_match

SAMPLED: Final = {"close": 1, "other": 3, "no matter": 12}  # one in so many of the unmarked decisions is judged again
CLOSE_LOSS: Final = 0.01  # an unmarked decision with such a loss is close to a mark
REFERENCE_TREE: Final = 16_000
REFERENCE_USES: Final = (90, 93)  # seeds of their own
CONFIRMED_LOSS: Final = 0.02
THRESHOLDS: Final = (0.03, 0.05, 0.08, 0.10)


class Row(NamedTuple):
    """A decision: where it is, the loss by the quick pass and after the confirmation, and the losses of the reference passes, []
    if it was not drawn. It stands for `weight` decisions."""

    setup: Setup
    node: int
    quick: float
    is_quick_mark: bool
    decision: Decision
    weight: int
    reference: tuple[float, ...]

    def pack(self) -> list[Any]:
        return [
            self.setup.pack(), self.node, self.quick, self.is_quick_mark, self.decision.pack(), self.weight, self.reference
        ]  # fmt: skip

    @staticmethod
    def from_packed(packed: Sequence[Any]) -> "Row":
        setup, node, quick, is_quick_mark, decision, weight, reference = packed
        loss = Decision.from_packed(decision)
        return Row(Setup.from_packed(setup), node, quick, is_quick_mark, loss, weight, tuple(reference))


def read_rows(path: Path | None) -> list[Row]:
    """The rows of a file; [] if there is none."""
    if path is None or not path.is_file():
        return []
    return [Row.from_packed(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def reference_losses(match: Match, decision: Decision) -> tuple[float, ...]:
    """The loss of the answer played by the reference pass; and by another one, if that finds a mistake."""
    question, played = question_at(match, decision.node), played_move(match, decision.node)
    screened = screen_answers(question, 20 * COMPILED_BUDGET.screening)
    better = match.game.move(question.root, decision.answers[0].action)
    favourites = [max(screened, key=lambda move: screened[move].value), better]
    losses: list[float] = []
    for use in REFERENCE_USES:
        deep = compare_answers(question, [*favourites, played], use, REFERENCE_TREE)
        best = max(favourites, key=lambda move: deep[move].value)
        losses.append(round(loss_between(question, deep, best, played), 4))
        if losses[0] < MISTAKE_LOSS:
            break
    return tuple(losses)


def judged_row(match: Match, node: int) -> Row | None:
    """The row of a decision; None if there was nothing to choose."""
    quick = analyse_decision(match, node)
    if quick.state == FORCED:
        return None
    decision = confirm_decision(match, quick)
    if decision.state == SOLVED:
        return Row(match.setup, node, quick.loss, quick.is_marked, decision, 1, (quick.loss, quick.loss))
    group = "close" if quick.loss >= CLOSE_LOSS else "no matter" if quick.state == NO_MATTER else "other"
    weight = 1 if quick.is_marked else SAMPLED[group]
    is_drawn = seeded_hash(match.setup.seed, node) % weight == 0
    reference = reference_losses(match, quick) if is_drawn else ()
    return Row(match.setup, node, round(quick.loss, 4), quick.is_marked, decision, weight, reference)


def share_text(part: float, whole: float, counted: float | None = None) -> str:
    """A share with its Wilson interval of 95%. `counted` is how many observations the whole is worth, if not as many as it is."""
    if not whole:
        return "none"
    p, z, n = part / whole, 1.96, whole if counted is None else counted
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{part:.0f} of {whole:.0f} ({100 * p:.0f}% [{100 * (middle - half):.0f}, {100 * (middle + half):.0f}])"


def marked_text(rows: Sequence[Row], passes: int) -> str:
    """How many of the losses of MISTAKE_LOSS that each of the first reference passes has found are marked."""
    lost = [row for row in rows if len(row.reference) >= passes and min(row.reference[:passes]) >= MISTAKE_LOSS]
    whole = sum([row.weight for row in lost])
    marked = sum([row.weight for row in lost if row.decision.is_marked])
    counted = whole * whole / max(1, sum([row.weight * row.weight for row in lost]))  # Kish's effective sample
    return f"{share_text(marked, whole, counted)}, from {len(lost)} decisions"


def totals(rows: Sequence[Row]) -> Iterator[str]:
    """What the rows say, in lines."""
    open_rows = [row for row in rows if not row.decision.is_mixed]
    yield f"{len({row.setup.seed for row in rows})} games, {len(rows)} decisions, {len(open_rows)} of them open"
    for name in ("quick", "confirmed"):
        for threshold in THRESHOLDS:
            losses = [
                row.reference[0]
                for row in rows
                if (row.is_quick_mark and row.quick >= threshold if name == "quick" else
                    row.decision.is_marked and row.decision.loss >= threshold)
            ]  # fmt: skip
            good = sum([loss >= CONFIRMED_LOSS for loss in losses])
            yield f"  {name} marks of {threshold} and more, found again: {share_text(good, len(losses))}"
    yield f"  losses of 0.05 and more in the reference that are marked: {marked_text(open_rows, 1)}"
    yield f"  losses of 0.05 and more in both references that are marked: {marked_text(open_rows, 2)}"
    drawn = [row for row in open_rows if row.reference and row.reference[0] >= MISTAKE_LOSS]
    for weight in sorted({row.weight for row in drawn}):
        missed = [row for row in drawn if row.weight == weight and not row.decision.is_marked]
        text = ", ".join([f"{row.reference[0]:.2f}" for row in missed])
        yield f"    missed, drawn from {weight}: {len(missed)} {text}"
    levels: dict[str, list[float]] = {}
    for row in rows:
        levels.setdefault(row.setup.seats[row.decision.seat].level, []).append(row.decision.loss)
    for level, losses in levels.items():
        yield f"  loss per decision, {level}: {100 * sum(losses) / len(losses):.2f} in 100 ({len(losses)} decisions)"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="valley")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--levels", default="", help="each plays against itself")
    parser.add_argument("--seats", default="scribe,priest", help="who plays, without --levels")
    parser.add_argument("--games", type=int, default=6, help="of each level")
    parser.add_argument("--part", type=int, default=1, help="analyse one in so many decisions of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9, help="of the processor")
    parser.add_argument("--rows", type=Path)
    args = parser.parse_args()
    lineups = [(level, level) for level in args.levels.split(",")] if args.levels else [tuple(args.seats.split(","))]
    rows = read_rows(args.rows)
    known = {(row.setup.seed, row.node) for row in rows}
    for number in range(args.games * len(lineups)):
        seats = tuple([Seat(level, level) for level in lineups[number % len(lineups)]])
        match = played_match(Setup(args.game, seats, args.seed + number, args.edition))
        for node in match.log.path(match.log.head)[:-1]:
            if process_time() > 60 * args.minutes:
                break
            is_chosen = seeded_hash(match.setup.seed, node, args.part) % args.part == 0
            row = judged_row(match, node) if is_chosen and (match.setup.seed, node) not in known else None
            if row is None:
                continue
            rows.append(row)
            if args.rows is not None:
                with args.rows.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row.pack()) + "\n")
        print("\n".join(totals(rows)), flush=True)


if __name__ == "__main__":
    main()
