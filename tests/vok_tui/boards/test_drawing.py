"""Cards drawn as boxes: their text is readable at every size, and signs show what colours show."""

import re

import pytest
from textual.pilot import Pilot

from engine.valley.editions import AFTERLIFE, BASE, shipped_catalogue
from engine.valley.game import VALLEY
from engine.valley.view import Face
from tests.engine.valley.table import table
from tests.tables import each_row
from tests.vok_tui.grids import FRAMED_SIZES, SIZES, text
from tests.vok_tui.screens.table.mid_game import mid_game
from tests.vok_tui.screens.table.table_helpers import TableApp, run, sitting_at
from vok_tui.boards.valley.board import ValleyBoard
from vok_tui.boards.valley.boxes import DRAWINGS, emblem_of
from vok_tui.boards.valley.layout import TableContents, make_layout
from vok_tui.boards.valley.short_texts import MAX_SHORT_TEXT, SHORT_TEXTS, CardWordings
from vok_tui.boards.valley.signs import VALLEY_SIGNS
from vok_tui.painting.grid import Grid, Rect, Target
from vok_tui.painting.signs import UNICODE_SIGNS, signs_with
from vok_tui.panes.card_frame import wrap_first_that_fits
from vok_tui.panes.scene import Scene

CARDS = shipped_catalogue(BASE, AFTERLIFE).cards
NAMES = ((5, 6, 5), (4, 11, 6, 8), (4, 11, 12, 4, 10), (5, 5, 8, 4, 7, 11), (6, 6, 4, 5, 5, 6, 5))


def test_each_long_card_text_has_a_short_text_that_fits():
    assert {card.name for card in CARDS if len(card.text) > MAX_SHORT_TEXT} == SHORT_TEXTS.keys()
    for name, short in SHORT_TEXTS.items():
        assert len(short) <= MAX_SHORT_TEXT, name
        assert len(wrap_first_that_fits((short,), 21, 9, "…")) <= 3, name


def test_a_custom_card_with_a_shipped_name_and_its_own_text_has_no_short_text():
    shipped = next(card for card in CARDS if card.name == "Urn")
    custom = type(shipped)("Urn", "starter", level=1, copies=10, gold=1, cost=1, text="Do nothing at all, " * 4)
    assert CardWordings({0: shipped}).shortest_wording(0) == SHORT_TEXTS["Urn"]
    assert CardWordings({0: custom}).wordings(0) == (custom.text,)


def test_each_set_and_starter_has_a_unique_emblem_in_braille_and_ascii():
    emblems = {}
    for card in CARDS:
        face = Face(0, card.name, card.set, 0, card.level, card.gold, card.cost, 0)
        group = card.name if card.set == "starter" else card.set
        emblem = emblems.setdefault(group, emblem_of(face))
        assert emblem == emblem_of(face)
        assert {len(line) for line in emblem.lines} == {8}
        assert len({len(line) for line in emblem.ascii_lines}) == 1
        assert "".join(emblem.ascii_lines).isascii()
    assert len(set(emblems.values())) == len(emblems) == len(DRAWINGS)


@each_row("size", SIZES)
def test_zones_of_the_table_do_not_overlap_and_stay_inside(size: tuple[int, int]):
    for hand in range(11):
        for opponents in range(8):
            for sets in (NAMES, NAMES + NAMES):
                layout = make_layout(*size, TableContents(hand, opponents, len(sets), sets))
                places = layout.panes
                rects = [
                    *layout.pyramid, layout.hand_head, *layout.hand, layout.side.tomb, *layout.side.seats,
                    places.status, places.question, places.footer, *filter(None, places.panes.values()),
                    *([layout.play] if layout.play is not None else []),
                ]  # fmt: skip
                whole = Rect(0, 0, *size)
                for i, rect in enumerate(rects):
                    assert rect.height >= 0
                    inside = (
                        whole.contains(rect.x, rect.y) and rect.right <= whole.right and rect.bottom <= whole.bottom
                    )
                    assert inside or not rect.height
                    assert not any(rect.overlaps(other) for other in rects[i + 1 :]), (hand, opponents, i)


@pytest.mark.parametrize(
    ("size", "story_lines", "curve_lines"), [((120, 40), 8, 7), ((160, 45), 20, 6), ((200, 60), 20, 11)]
)
def test_a_large_table_has_room_for_story_and_curve(size: tuple[int, int], story_lines: int, curve_lines: int):
    for seats in range(1, 4):
        layout = make_layout(*size, TableContents(5, seats, 5, NAMES))
        story, curve = layout.panes.panes["story"], layout.panes.panes["curve"]
        assert story is not None
        assert story.height >= story_lines
        assert curve is not None
        assert curve.height == curve_lines


@each_row("edition", [BASE, AFTERLIFE])
@each_row("size", FRAMED_SIZES)
def test_every_pyramid_card_shows_its_whole_or_short_text(size: tuple[int, int], edition: str):
    cards = {card.name: card for card in shipped_catalogue(edition).cards}
    names = [card.name for card in cards.values() if card.set != "starter"]
    names += names[: -len(names) % 6]

    board = ValleyBoard("", dict(enumerate(shipped_catalogue(edition).cards)))
    for i in range(0, len(names), 6):
        pyramid = f"{', '.join(names[i : i + 3])} / {', '.join(names[i + 3 : i + 5])} / {names[i + 5]}"
        position = table(hands=("Urn", "Urn"), pyramid=pyramid, edition=edition)
        grid = Grid(*size)
        view = VALLEY.view(position, 0)
        board.paint_zones(grid, Scene(view, ("Ann", "Khety"), signs_with(VALLEY_SIGNS, ascii_only=False), ""))
        for slot in view.pyramid:
            rect = grid.targets[Target("slot", slot.slot)]
            rows = [row[rect.x + 1 : rect.right - 1] for row in grid.rows[rect.y + 1 : rect.bottom - 1]]
            body = " ".join(["".join([char for char, _ in row]) for row in rows])
            shown = " ".join(re.sub("[\u2800-\u28ff]", " ", body).split())
            assert slot.face is not None
            card = cards[slot.face.name]
            assert card.text in shown or SHORT_TEXTS.get(card.name, card.text) in shown


@pytest.mark.parametrize("size", FRAMED_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_chosen_card_has_another_frame_and_the_cursor_changes_none(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        def frame() -> str:
            rect = app.table.surface.grid.targets[Target("slot", 0)]
            return "".join([line[rect.x] for line in text(app).splitlines()[rect.y : rect.bottom]])

        thin = frame()
        app.table.pointing.move_cursor(Target("slot", 0))
        app.table.repaint()
        await pilot.pause()
        assert frame() == thin
        await pilot.press("z")
        await pilot.pause()
        assert set(thin) == set("╭│╰")
        assert set(frame()) == set("╔║╚")

    run(mid_game(), test, size)


def test_a_long_text_is_cut_only_in_its_last_line_with_an_ellipsis():
    lines = wrap_first_that_fits(("one two three four five six",), 9, 2, UNICODE_SIGNS.more)
    assert lines == ["one two", "three fo…"] or lines == ["one two", "three…"]


def test_names_in_the_last_line_of_a_tomb_leave_space_for_its_points():
    tomb = "Shabti, Urn, Box of Food, Hounds and Jackals Game"
    position = table(hands=("Urn", "Urn"), tomb=(tomb, tomb), pyramid="Axe", edition="afterlife")

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        lines = [line for line in text(app).splitlines() if "Hounds" in line]
        assert len(lines) == 2
        assert all(re.search(r"Hounds and [^ ]*.*… +6$", line.rstrip()) for line in lines)

    run(sitting_at(position), test, (200, 60))
