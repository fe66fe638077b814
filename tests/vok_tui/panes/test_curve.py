"""The curve of points: it can be read with and without colours, in Unicode and in ASCII."""

import string
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vok_tui.painting.curve import CurveLine, lines_of_seats, paint_curve, spread_label_rows, tick_step, unique_initials
from vok_tui.painting.grid import BLANK, Brush, Grid, Rect
from vok_tui.records.stats_text import sparkline
from vok_tui.terminal.glyphs import to_ascii

NAMES = ("You", "Senmut", "Nefertari")
POINTS = ((0, 0, 1, 4, 4, 9), (0, 1, 1, 2, 3, 4), (0, 0, 0, 0, 2, 6))


def curve_grid(
    lines: list[CurveLine], width: int = 40, height: int = 8, *, ascii_only: bool = False, colors: bool = True
) -> Grid:
    grid = Grid(width, height)
    paint_curve(Brush(grid, Rect(0, 0, width, height)), lines, ascii_only=ascii_only, colors=colors)
    return grid


def text(grid: Grid) -> list[str]:
    return ["".join(char for char, _ in row) for row in grid.rows]


def test_each_line_ends_at_its_label_in_the_same_ink():
    grid = curve_grid(lines_of_seats(NAMES, POINTS, 0))
    rows = text(grid)
    for label, ink in (("You 9", "gold"), ("Senmut 4", "lapis"), ("Nefertari 6", "faience")):
        (y,) = [y for y, row in enumerate(rows) if label in row]
        assert grid.rows[y][rows[y].index(label)][1] == (ink,)
    assert rows[0].startswith("9│")
    assert rows[-2].startswith("0│")


def test_the_labels_are_in_the_order_of_points_even_where_lines_meet():
    rows = text(curve_grid(lines_of_seats(("You", "Khety", "Ada"), ((0, 30, 59), (0, 31, 60), (0, 1, 58)), 0), 60, 6))
    shown = [name for row in rows for name in ("You", "Khety", "Ada") if name in row]
    assert shown == ["Khety", "You", "Ada"]


def test_six_players_have_a_label_each_on_a_small_pane():
    names = ("You", "Khety", "Ada", "Merit", "Senmut", "Ankhu")
    rows = text(curve_grid(lines_of_seats(names, [(0, points) for points in range(6)], 0), 60, 6))
    assert [name for row in rows for name in names if name in row] == list(reversed(names))


@given(
    st.lists(st.lists(st.integers(0, 60), min_size=8, max_size=8).map(sorted), min_size=1, max_size=8),
    st.integers(3, 120),
    st.integers(1, 20),
)
def test_the_curve_can_be_painted_at_any_size_and_in_ascii(points: list[list[int]], width: int, height: int):
    lines = lines_of_seats([f"Player {n}" for n in range(len(points))], [tuple(own) for own in points])
    for ascii_only in (False, True):
        grid = curve_grid(lines, width, height, ascii_only=ascii_only)
        assert (
            "?" not in to_ascii("".join(text(grid))) or not ascii_only
        )  # a character without an ASCII form becomes a question mark


@pytest.mark.parametrize("ascii_only", [False, True])
def test_without_colours_each_line_has_a_letter_that_its_label_names(ascii_only: bool):
    lines = lines_of_seats(("Ann", "Amy", "Aya"), ((0, 9, 9, 9), (0, 5, 5, 5), (0, 1, 1, 1)))
    rows = text(curve_grid(lines, 60, 8, ascii_only=ascii_only, colors=False))
    plot = "".join(row[2:45] for row in rows)
    assert {"A", "M", "Y"} <= set(plot)
    assert all(any(label in row for row in rows) for label in ("Ann 9", "M Amy 5", "Y Aya 1"))


@given(st.lists(st.text(string.ascii_letters + "äß漢 ", min_size=1, max_size=4), max_size=8))
def test_initials_are_unique(names: list[str]):
    assert len(set(unique_initials(names))) == len(names)


@given(st.lists(st.integers(0, 9), max_size=12), st.integers(1, 10))
def test_labels_are_on_separate_rows_in_the_order_of_the_lines(wanted: list[int], height: int):
    rows = spread_label_rows([min(row, height - 1) for row in wanted], height)
    shown = sorted((row, want) for row, want in zip(rows, wanted, strict=True) if row is not None)
    assert len(shown) == min(len(wanted), height) == len({row for row, _ in shown})
    assert all(one <= other for (_, one), (_, other) in pairwise([(r, min(w, height - 1)) for r, w in shown]))
    assert all(0 <= row < height for row, _ in shown)


@given(st.integers(1, 500), st.integers(1, 200))
def test_the_turn_numbers_on_the_axis_do_not_touch(turns: int, columns: int):
    step = tick_step(turns, columns)
    assert step * columns / turns >= 10
    assert str(step).rstrip("0") in {"1", "2", "5"}


def test_there_is_no_curve_before_the_first_turn_has_ended():
    assert all(cell == BLANK for row in curve_grid(lines_of_seats(("Ann",), ((0,),))).rows for cell in row)


def test_a_sparkline_rises_with_its_values():
    assert sparkline((1000, 1100, 1050), ascii_only=False) == "▁█▅"
    assert sparkline((5, 5), ascii_only=True) == "00"
