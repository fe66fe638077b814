"""The grid of cells: where a brush paints, and which cells changed."""

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from wcwidth import iter_graphemes, wcswidth

from engine.valley.view import Face
from tests.engine.valley.catalogues import BASE
from tests.tables import each_row
from vok_tui.boards.valley.names import fitted_name
from vok_tui.painting.grid import Brush, Grid, Rect, Target, fit, fit_apart, pad, wrap
from vok_tui.shared.graphemes import is_simple
from vok_tui.terminal.glyphs import to_ascii


def row_texts(grid: Grid) -> list[str]:
    return ["".join(char for char, _ in row) for row in grid.rows]


def full_brush(grid: Grid) -> Brush:
    return Brush(grid, Rect(0, 0, grid.width, grid.height))


def test_a_brush_stays_in_its_rectangle():
    grid = Grid(6, 3)
    brush = full_brush(grid).sub_brush(1, 1, 3, 1)
    brush.write(-1, 0, "abcdefgh")
    brush.write(0, 1, "below")
    assert row_texts(grid) == ["      ", " bcd  ", "      "]


def test_a_sub_brush_is_clipped_to_its_brush():
    grid = Grid(4, 2)
    brush = full_brush(grid).sub_brush(2, 1, 99, 99)
    brush.fill("gold")
    assert (brush.width, brush.height) == (2, 1)
    assert [ink for _, ink in grid.rows[1]] == [(), (), ("gold",), ("gold",)]


def test_a_wide_character_takes_two_cells_or_none():
    grid = Grid(4, 1)
    assert full_brush(grid).write(0, 0, "a墓墓") == 5
    assert row_texts(grid) == ["a墓 "]


@each_row(
    "text",
    [
        "Jose\u0301",
        "नमस्ते",
        "हिन्दी",
        "தமிழ்",
        "ภาษาไทย",
        "กำลัง",
        "עִבְרִית",
        "\u1112\u1161\u11ab국",
        "❤\ufe0f墓",
        "🇩🇪👍🏽",
        "e\u0301" * 3,
    ],
)
def test_a_cell_holds_a_grapheme_and_all_widths_agree(text: str):
    """What is painted is the whole text, and the grid, the lines of Textual, cutting and wcwidth count the same cells."""
    grid, cells = Grid(20, 1), wcswidth(text)
    assert full_brush(grid).write(0, 0, text) == cells
    (row,) = row_texts(grid)
    assert row.rstrip() == text
    assert Segment(text).cell_length == cells == cell_len(fit(text, cells)) == cell_len(to_ascii(text))
    for width in range(1, cells + 1):
        cut = fit(text, width, "")
        assert cell_len(cut) <= width
        assert text.startswith(cut.rstrip())
        assert is_simple(text) or set(iter_graphemes(cut.rstrip())) <= set(iter_graphemes(text))
        assert cell_len(pad(text, width)) == width


def test_a_mark_without_a_letter_is_left_out():
    grid = Grid(3, 1)
    full_brush(grid).write(0, 0, "\u0301xy")
    assert row_texts(grid) == ["xy "]


def test_changed_rects_cover_only_changes_and_join_near_ones():
    before, after = Grid(40, 2), Grid(40, 2)
    full_brush(after).write(2, 1, "ab")
    full_brush(after).write(6, 1, "c")
    full_brush(after).write(30, 1, "d", "gold")
    assert list(after.changed_rects(before)) == [Rect(2, 1, 5, 1), Rect(30, 1, 1, 1)]
    assert list(after.changed_rects(after)) == []


def test_covered_targets_cannot_be_pointed_at():
    grid = Grid(10, 3)
    full_brush(grid).sub_brush(0, 0, 4, 1).add_target(Target("hand", 0))
    full_brush(grid).sub_brush(6, 0, 4, 1).add_target(Target("hand", 1))
    full_brush(grid).sub_brush(0, 0, 5, 3).clear_for_overlay()
    assert list(grid.targets) == [Target("hand", 1)]
    assert grid.target_at(1, 0) is None
    assert grid.target_at(7, 0) == Target("hand", 1)


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [("Boat", 4, "Boat"), ("Canopic Chest", 9, "Canopic…"), ("Urn", 1, "U"), ("墓墓墓", 4, "墓…")],
)
def test_a_text_that_is_too_long_ends_with_an_ellipsis(text: str, width: int, shown: str):
    assert fit(text, width) == shown


def test_lines_break_between_words_and_a_word_that_is_too_long_is_cut():
    assert wrap("one three seven", 9) == ["one three", "seven"]
    assert wrap("one three seven", 9, 2) == ["one three", "  seven"]
    assert wrap("Unterweltsbuch", 6) == ["Unter…"]
    assert wrap("", 6) == [""]


@pytest.mark.parametrize(
    ("name", "width", "short"),
    [
        ("Book of Gates", 13, "Book of Gates"),
        ("Book of Gates", 12, "Gates"),
        ("Book of the Netherworld", 15, "The Netherworld"),
        ("Book of the Netherworld", 14, "Netherworld"),
        ("Qebehsenuef Canopic Jar", 15, "Qebehsenuef"),
        ("Inner Sarcophagus", 15, "Inner"),
        ("Mummified Cat", 13, "Mummified Cat"),
        ("Offering Table", 10, "Offering…"),
    ],
)
def test_a_long_name_first_loses_the_words_of_its_set(name: str, width: int, short: str):
    card = BASE.cards[BASE.kind_of[name]]
    face = Face(0, card.name, card.set, 0, card.level, card.gold, card.cost, card.vp)
    assert fitted_name(face, width, "…") == short


def test_changed_rects_contain_whole_wide_characters():
    before, after = Grid(8, 1), Grid(8, 1)
    full_brush(before).write(1, 0, "王小x")
    full_brush(after).write(1, 0, "王明x")
    assert list(after.changed_rects(before)) == [Rect(3, 0, 2, 1)]


def test_texts_that_would_be_cut_to_the_same_words_are_told_apart_by_their_ends():
    bought = "buy Statue of Bastet with Box of Food"
    texts = ["end turn", f"{bought}, Shabti, Urn", f"{bought}, Urn, Urn"]
    assert fit_apart(texts, 60) == texts
    assert fit_apart(texts, 31) == [
        "end turn",
        "buy Statue of Bast… Shabti, Urn",
        "buy Statue of Bastet… Urn, Urn",
    ]
    assert all(cell_len(text) <= 12 for text in fit_apart(texts, 12))


def test_texts_that_stay_alike_get_a_number_or_their_beginning():
    begin, end = "execute Book of the Dead, take Censer", "execute Hapy Canopic Jar, then see what comes"
    texts = [f"{begin}, buy Boat, {end}", f"{begin}, buy Urn, {end}"]
    assert fit_apart(texts, 35) == ["execute Book of the Dead, take… (1)", "execute Book of the Dead, take… (2)"]
    assert fit_apart(texts, 35, numbers=False) == ["execute Book of the Dead, take Cen…"] * 2


@pytest.mark.parametrize("width", [27, 34, 46])
def test_payments_that_share_beginning_and_end_stay_apart(width: int):
    """Those of a puzzle, whose middle differs, or of which one has all cards of another."""
    cards = ("Treasury", "Burial Chamber", "Opening of the Mouth", "Serdab", "Harvest")
    paid = [cards[:n] + cards[m:] for n in range(1, 5) for m in range(n, 5)]
    texts = list(dict.fromkeys([f"buy Brain Hook with {', '.join(payment)}" for payment in paid]))
    cut = fit_apart(texts, width)
    assert len(set(cut)) == len(texts)
    assert all(cell_len(text) <= width for text in cut)
