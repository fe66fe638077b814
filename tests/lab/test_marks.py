"""The measurement of marks: a decision counts as many as it stands for, and rows that were kept give the same totals."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ai.analysis.decision import CONFIRMED, PROVISIONAL, UNSURE, Decision
from ai.analysis.yardstick import BETTER, EQUAL, OPEN, PlayedOn
from engine.core.game import Seat, Setup
from lab.commands import run
from lab.marks import HintRow, MarkRow, hint_totals, read_rows, share_of_losses, totals

SETUP = Setup("valley", (Seat("a", "scribe"), Seat("b", "priest")), 7)
DECISION = Decision(0, 0, 0, "buying", "early", PROVISIONAL, has_chances=True)


def row(
    node: int, loss: float, weight: int, found: PlayedOn | None, state: str = "", *, mixed: bool = False
) -> MarkRow:
    """An analysed decision. It was marked if it has a loss from 0.03."""
    state = state or (CONFIRMED if loss >= 0.03 else PROVISIONAL)
    return MarkRow(SETUP, node, replace(DECISION, node=node, loss=loss, state=state, is_mixed=mixed), weight, found)


ROWS = [
    row(1, 0.06, 1, PlayedOn(BETTER, 0.07, 0.01, 2.0, 40)),
    row(2, 0.09, 1, PlayedOn(EQUAL, 0.01, 0.003, 0.1, 160)),
    row(3, 0.00, 8, PlayedOn(OPEN, 0.06, 0.03, 1.0, 160)),
    row(4, 0.06, 1, PlayedOn(BETTER, 0.08, 0.01, 2.0, 40), UNSURE),
    row(5, 0.00, 8, None),
    row(6, 0.00, 8, PlayedOn(BETTER, 0.30, 0.02, 5.0, 16), mixed=True),
]


def test_a_missed_loss_counts_as_many_as_it_was_drawn_from() -> None:
    found = [row for row in ROWS if not row.decision.is_mixed]
    assert share_of_losses(found, lambda row: row.decision.is_marked).startswith("1 of 10 (10% ")
    assert share_of_losses(found, lambda row: row.decision.state == UNSURE).startswith("1 of 10 (10% ")


def test_secret_choices_are_not_missed_and_marks_that_are_not_found_again_count() -> None:
    lines = "\n".join(totals(ROWS))
    assert "marks of 0.05 and more, found again: 1 of 2 (50% " in lines
    assert "better: 1 of 2 (50% " in lines
    assert "that are marked: 1 of 10 (10% " in lines


def test_rows_that_were_kept_give_the_same_totals(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join([json.dumps(row.pack()) + "\n" for row in ROWS]), encoding="utf-8")
    assert list(totals(read_rows(path, MarkRow))) == list(totals(ROWS))


def test_hints_that_differ_are_counted_with_what_the_difference_is_worth(tmp_path: Path) -> None:
    found = [
        None,
        PlayedOn(EQUAL, 0.01, 0.01, 0.0, 48),
        PlayedOn(BETTER, -0.09, 0.02, 1.0, 48),
        PlayedOn(OPEN, 0.03, 0.03, 0.0, 48),
    ]
    rows = [HintRow(7, node, each) for node, each in enumerate(found)]
    path = tmp_path / "hints.jsonl"
    path.write_text("".join([json.dumps(row.pack()) + "\n" for row in rows]), encoding="utf-8")
    lines = "\n".join(hint_totals(read_rows(path, HintRow)))
    assert "the same end: 1 of 4 (25% " in lines
    assert "different by 0.03 and more: 2 of 4 (50% [15, 85]), 1 of them clearly" in lines


def test_a_file_of_something_else_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("[1, 2]\n")
    assert run(["marks", "--game", "tal", "--games", "1", "--rows", str(path)]) != 0
    assert "holds no rows" in capsys.readouterr().err
    assert path.read_text() == "[1, 2]\n"
