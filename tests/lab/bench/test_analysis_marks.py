"""The measurement of marks: a judged decision counts as many as it stands for, and rows that were kept give the same totals."""

import json
from dataclasses import replace
from pathlib import Path

from ai.analysis.decision import CONFIRMED, PROVISIONAL, Decision
from engine.core.game import Seat, Setup
from lab.bench.analysis_marks import Row, marked_text, read_rows, totals

SETUP = Setup("valley", (Seat("a", "scribe"), Seat("b", "priest")), 7)
DECISION = Decision(0, 0, 0, "buying", "early", PROVISIONAL, has_chances=True)


def row(node: int, loss: float, weight: int, *reference: float, is_mixed: bool = False) -> Row:
    """An analysed decision. It was marked if it has a loss from 0.03."""
    state = CONFIRMED if loss >= 0.03 else PROVISIONAL
    decision = replace(DECISION, node=node, loss=loss, state=state, is_mixed=is_mixed)
    return Row(SETUP, node, loss, decision.is_marked, decision, weight, reference)


ROWS = [
    row(1, 0.06, 1, 0.07, 0.06),
    row(2, 0.09, 1, 0.01),
    row(3, 0.00, 8, 0.06, 0.01),
    row(4, 0.015, 2, 0.08, 0.05),
    row(5, 0.00, 8),
    row(6, 0.00, 8, 0.30, 0.30, is_mixed=True),
]


def test_a_missed_loss_counts_as_many_as_it_was_drawn_from() -> None:
    found = [row for row in ROWS if not row.decision.is_mixed]
    assert marked_text(found, 1).startswith("1 of 11 (9% ")
    assert marked_text(found, 2).startswith("1 of 3 (33% ")


def test_secret_choices_are_not_missed_and_marks_that_are_not_found_again_count() -> None:
    lines = list(totals(ROWS))
    assert any("confirmed marks of 0.05 and more, found again: 1 of 2 (50% " in line for line in lines)
    assert any("that are marked: 1 of 11 (9% " in line for line in lines)


def test_rows_that_were_kept_give_the_same_totals(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join([json.dumps(row.pack()) + "\n" for row in ROWS]), encoding="utf-8")
    assert list(totals(read_rows(path))) == list(totals(ROWS))
