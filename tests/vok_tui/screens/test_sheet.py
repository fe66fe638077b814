"""The score sheet as a table of columns."""

import pytest
from rich.cells import cell_len

from engine.core.game import MAX_SEATS, NOBODY
from engine.valley.game import VALLEY
from engine.valley.view import View
from tests.engine.valley.table import table
from tests.tables import each_row
from vok_tui.boards.table_kit import ScoreSheet, SheetRow
from vok_tui.boards.valley.score_sheet import score_sheet
from vok_tui.screens.score_page import MIN_SHEET_COLUMNS, ScorePage, place
from vok_tui.screens.score_page import score_sheet as shown_sheet


def sheet_text(view: View, names: tuple[str, ...], columns: int = MIN_SHEET_COLUMNS) -> str:
    return str(shown_sheet(score_sheet(view, names, NOBODY), names, columns))


@pytest.mark.parametrize("names", [("Ann", "Hatshepsut of Thebes"), ("ハトシェプスト", "Ann")])
def test_a_long_or_wide_name_is_complete_above_its_column(names: tuple[str, str]):
    view = VALLEY.view(table(hands=("Urn", "Urn")), 0)
    head_line, *rows = sheet_text(view, names).splitlines()
    assert all(name in head_line for name in names)
    assert {cell_len(row) for row in rows} == {cell_len(head_line)}


def test_six_names_of_six_letters_fit():
    view = VALLEY.view(table(hands=("Urn",) * 6), 0)
    assert sheet_text(view, ("Senmut",) * 6).splitlines()[0].count("Senmut") == 6


def test_only_the_winner_needs_columns_for_the_sign():
    view = VALLEY.view(table(hands=("Urn",) * 6), 0)
    assert sheet_text(view, ("Ann-Chri",) * 6).splitlines()[0].count("Ann-Chri") == 6


KINGS = ("Hatshepsut", "Nebuchadnezzar", "pharaoh 1", "pharaoh 2", "古代の王様", "Ann")


def head_lines(names: tuple[str, ...]) -> list[str]:
    """The head lines of the sheet. Asserts that all lines are equally wide and fit the narrowest screen."""
    view = VALLEY.view(table(hands=("Urn",) * len(names)), 0)
    lines = sheet_text(view, names).splitlines()
    assert len({cell_len(line) for line in lines}) == 1
    assert cell_len(lines[0]) <= 76
    return lines[: len(lines) - len(view.seats[0].sets) - 5]


def test_names_that_do_not_fit_one_line_take_two():
    first, second = head_lines(KINGS)
    assert first.split() == ["Nebucha-", "古代"]
    assert second.split() == ["Hatshepsut", "dnezzar", "pharaoh", "1", "pharaoh", "2", "の王様", "Ann"]


def test_a_name_of_two_words_breaks_between_them():
    first, second = head_lines(("Ramses Senior", "Ramses Junior", "Ann", "Bea", "Cleo", "Dan"))
    assert first.split() == ["Ramses"]
    assert second.split() == ["Ramses", "Senior", "Junior", "Ann", "Bea", "Cleo", "Dan"]


def test_names_that_differ_at_the_end_stay_different():
    first, second = head_lines(tuple(f"Pharaoh of the two lands {n}" for n in range(6)))
    assert first.count("Pharao") == 6
    assert all(f"ands {n}" in second for n in range(6))


def test_a_wide_screen_shows_all_names_on_one_line():
    view = VALLEY.view(table(hands=("Urn",) * 6), 0)
    assert all(name in sheet_text(view, KINGS, 104).splitlines()[0] for name in KINGS)


@each_row("points", [9, 140])
@each_row("players", range(1, MAX_SEATS + 1))
def test_every_number_of_seats_fits_the_narrowest_screen(players: int, points: int):
    names = KINGS[:players] + ("Gwen", "Nebuchadnezzar II")[: max(0, players - len(KINGS))]
    row = SheetRow("Unique artifacts", (str(points),) * players)
    sheet = ScoreSheet("Ann wins.", "", (True,) * players, (row,), (row,))
    lines = str(shown_sheet(sheet, names)).splitlines()
    assert max(map(cell_len, lines)) <= MIN_SHEET_COLUMNS
    assert lines[-1].split() == ["Unique", "artifacts", *row.cells]


SHORT_SHEET = ScoreSheet(
    "Ann wins", "", (True, False), (SheetRow("sets", ("20", "9")),) * 4, (SheetRow("points", ("20", "9")),)
)


@each_row(
    "row",
    [
        # size, with a report, shows the sheet: where the look back is, the lines of the report, whether the sheet is hidden
        (80, 24, False, False, "in its place", 0, False),
        (80, 24, True, False, "in its place", 19, False),
        (80, 24, True, True, "in its place", 0, False),
        (80, 12, True, False, "in its place", 10, True),
        (80, 34, False, False, "below", 0, False),
        (80, 34, True, False, "in its place", 16, False),
        (80, 40, True, False, "below", 12, False),
        (120, 33, False, False, "below", 0, False),
        (120, 40, False, False, "beside", 0, False),
        (130, 45, True, True, "beside", 27, False),
    ],
)
def test_each_part_of_the_page_has_a_place_on_every_screen(row: tuple[int, int, bool, bool, str, int, bool]):
    width, height, has_report, shows_sheet, *expected = row
    page = ScorePage(SHORT_SHEET, ("Ann", "Ben"), has_points=True, has_report=has_report, shows_sheet=shows_sheet)
    placed = place(page, width, height)
    back = "beside" if placed.beside else "below" if placed.below else "in its place"
    assert [back, placed.why_lines, placed.why_is_alone] == expected
