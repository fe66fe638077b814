"""The map of Tal der Koenige under the cursor and without colours: arrows walk along it, and every sign is explained."""

import random
import re
from dataclasses import replace

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine.core.game import NOBODY
from engine.tal.blocks import COLOUR_LETTERS, COLOURS
from engine.tal.board import PLACE_NAMES, PLACE_OF_NAME
from engine.tal.game import TAL
from engine.tal.state import TalState
from tests.engine.tal.table import new_game, play, table
from tests.vok_tui.boards.tal_boards import LEVELS, SIZES, board_for, cells_in, lines, paint, scene_of
from tests.vok_tui.boards.tal_sitting import NAMES, sitting_at_tal
from tests.vok_tui.grids import grid, text
from tests.vok_tui.screens.table.table_helpers import LARGE, SMALL, TableApp, run
from vok_tui.boards.tal.kit import TAL_TABLE
from vok_tui.painting.cursor import next_target
from vok_tui.painting.grid import Brush, Grid, Rect, Target
from vok_tui.panes.reader import with_sign_notes
from vok_tui.panes.status import paint_status
from vok_tui.screens.help import signs_page

FRAME = set("╭╮╯╰│─+|-")  # says nothing but where an area ends
DIRECTIONS = ("up", "down", "left", "right")


def area(number: int) -> Target:
    return Target("place", PLACE_OF_NAME[str(number)])


def step(grid: Grid, cursor: Target, direction: str) -> Target | None:
    return next_target(grid.targets, cursor, direction, 0, board_for(3).areas_walked_in_lines())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_arrows_go_along_routes_and_rows_of_the_map_and_reach_all_of_it(size: tuple[int, int]) -> None:
    shown_grid = paint(scene_of(new_game(3), 0), size)
    for left, right in ((22, 17), (21, 16), (16, 18)):
        assert step(shown_grid, area(left), "right") == area(right)
        assert step(shown_grid, area(right), "left") == area(left)
    for left, right in ((14, 15), (15, 10), (10, 7)):
        assert step(shown_grid, Target("site", left - 1), "right") == Target("site", right - 1)
        assert step(shown_grid, Target("site", right - 1), "left") == Target("site", left - 1)
    assert step(shown_grid, Target("place", PLACE_OF_NAME["14/F"]), "right") == Target("place", PLACE_OF_NAME["15/A"])
    assert step(shown_grid, area(22), "down") == Target("site", 13)
    on_map = {target for target in shown_grid.targets if target.area in ("place", "site") and target.index != 15}
    reached, found = {area(16)}, [area(16)]
    while found:
        cursor = found.pop()
        for target in [step(shown_grid, cursor, direction) for direction in DIRECTIONS]:
            if target in on_map and target not in reached:
                reached.add(target)
                found.append(target)
    assert on_map - {Target("site", 15)} <= reached


def test_a_site_is_chosen_with_arrows_and_enter() -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "6")
        app.table.pointing.move_cursor(area(16))
        await pilot.press("left", "right", "down")
        await pilot.pause()
        cursor = app.table.pointing.pointer.cursor
        assert cursor is not None
        assert cursor.area == "site"
        await pilot.press("down")
        await pilot.pause()
        cursor = app.table.pointing.pointer.cursor
        assert cursor is not None
        name = PLACE_NAMES[cursor.index]
        assert name.startswith("12/")
        assert "To go there costs" in " ".join(text(app).split())
        await pilot.press("enter")
        await pilot.pause()
        workers = app.sitting.match.state.cells[181:186]
        assert name in [PLACE_NAMES[place] for place in workers]

    run(sitting_at_tal(table("workers", players=4)), test, LARGE)


def random_positions(players: int, seed: int, every: int) -> list[TalState]:
    """Positions of a whole random game in which figures prefer spaces, and what can be claimed or built is."""
    state, rng, found = new_game(players, seed), random.Random(seed), []
    step_number = 0
    while state.mover != NOBODY:
        if step_number % every == 0:
            found.append(state.copy())
        actions = [TAL.action(state, move) for move in state.legal_moves()]
        useful = [action for action in actions if action.verb in ("claim", "build", "steal", "take_over")]
        useful += [action for action in actions if action.verb in ("stop", "go") and action.arguments[-1] < 72]
        state.apply(TAL.move(state, rng.choice(useful if useful and rng.random() < 0.7 else actions)))
        step_number += 1
    return found


MARKS = "•◆◇▸▌»*@>|}"
WORD = re.compile(r"[A-Z]?[a-z]{2,}")
FIGURES_AND_BLOCKS = re.compile(f"[{COLOUR_LETTERS}qthnQTHN]+")


def kind(token: str) -> frozenset[str]:
    """What a token consists of: words, and for each kind of sign one letter: 0 for numbers, k for blocks, A for spaces, Q and
    q for overseers and workers."""
    words = [word for word in WORD.findall(token) if not FIGURES_AND_BLOCKS.fullmatch(word)]
    rest = WORD.sub(lambda match: "" if match[0] in words else match[0], token)
    for signs, one in (
        ("0123456789", "0"),
        (COLOUR_LETTERS, "k"),
        ("ABCDEF", "A"),
        ("●▲■★QTHN", "Q"),
        ("○△□☆qthn", "q"),
    ):
        rest = re.sub(f"[{signs}]", one, rest)
    return frozenset([*rest, *words])


def tokens(shown: str) -> list[str]:
    """The tokens of a text, without frames, routes and the marks before them."""
    shown = re.sub(r"[╭╮╯╰│─╱╲|\\-]|(?<!\d)[/+]|[/+](?!\d)", " ", shown)
    return [token.strip(MARKS) for token in shown.replace(",", " ").split() if token.strip(MARKS)]


@pytest.mark.parametrize(("size", "ascii_only"), [(SMALL, False), (LARGE, True)])
def test_each_kind_of_sign_of_random_tables_is_on_the_page_that_explains_signs(
    size: tuple[int, int], ascii_only: bool
) -> None:
    page = signs_page(TAL_TABLE.signs, {}, 200, ascii_only=ascii_only).plain
    explained = {kind(token) for token in page.replace(",", " ").split()}
    for players in (2, 3, 4):
        names = tuple([f"{chr(ord('1') + seat)}" for seat in range(players)])
        for state in random_positions(players, 4 + players, 67):
            scene = replace(scene_of(state, 0, ascii_only=ascii_only), names=names, viewer=NOBODY)
            for line in lines(paint(scene, size)):
                assert {*line} - {*page} - FRAME - {*" 0123456789"} == set(), line
                for token in tokens(line):
                    assert any(kind(token) <= one for one in explained), (token, line)


def test_the_reader_explains_each_sign_under_the_cursor() -> None:
    for players in (2, 3, 4):
        for state in random_positions(players, players, 79):
            board = board_for(players)
            scene = scene_of(state, 0)
            for size in (SMALL, LARGE):
                shown_grid = paint(scene, size)
                for target in shown_grid.targets:
                    pages = tuple(board.pages_about(scene.view, target, NAMES, LEVELS))
                    pointed = replace(scene, cursor=target, subject=target, pages=pages)
                    page = with_sign_notes(shown_grid, pointed, board).pages[0]
                    read = " ".join([page.title, page.subtitle, *[f"{name} {words}" for name, words in page.lines]])
                    read = " ".join([read, *page.notes])
                    shown = cells_in(shown_grid, target)
                    symbols = {char for char in shown if not char.isalnum() and not char.isspace()} - FRAME - {"/", "…"}
                    assert symbols <= set(read), (target, shown, read)
                    for heap in re.findall(rf"(?<![A-Za-z])[{COLOUR_LETTERS}]+(?![A-Za-z])", shown):
                        if target.area in ("site", "lot"):
                            colours = {COLOURS[COLOUR_LETTERS.index(letter)] for letter in heap}
                            assert all(colour in read for colour in colours) or heap == "b", (target, shown, read)
                    for placed, size_ in re.findall(r"(\d+)/(\d+)", shown):
                        assert f"{placed}/{size_}" in read or f"{placed} of {size_}" in read, (target, shown, read)


@pytest.mark.parametrize("marks", [(), ("helped",), ("warnings on", "peeked", "redealt")], ids=len)
def test_the_first_line_shows_whole_parts_beside_the_marks_of_a_game(marks: tuple[str, ...]) -> None:
    for phase in ("bids", "orders", "workers", "building"):
        board, scene = board_for(4), scene_of(table(phase, players=4, disc=1), 0, marks=marks)
        shown = Grid(*SMALL)
        paint_status(Brush(shown, Rect(0, 0, 80, 1)), scene, board.title, board.status_text(scene))
        line = lines(shown)[0]
        parts = board.status_text(scene).split(", ")
        said = line.removeprefix(f" {board.title}  ")
        for mark in marks:
            said = said.replace(mark, "")
        assert said.strip() in [", ".join(parts[:count]) for count in range(1, len(parts) + 1)]


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
def test_what_can_be_chosen_is_seen_without_colours(size: tuple[int, int]) -> None:
    """Two positions that differ only in what can be chosen differ in their characters."""
    state = table("workers", workers=["16 16 16 16 9/A"], players=4)
    play(state, "move a worker from 16")
    shown = lines(paint(scene_of(state, 0), size))
    usable = scene_of(state, 0).usable
    for target in usable:
        less = replace(scene_of(state, 0), usable=usable - {target})
        assert lines(paint(less, size)) != shown, target


@pytest.mark.parametrize(
    ("size", "ascii_only"),
    [(SMALL, False), (SMALL, True), (LARGE, False), ((160, 45), False)],
    ids=["80x24", "80x24-ascii", "120x40", "160x45"],
)
def test_pictures_of_the_map(snapshot: Snapshot, size: tuple[int, int], ascii_only: bool) -> None:
    """In the middle of a round: figures of three players, pyramids of all states, and a worker that moves."""
    state = table(
        "workers",
        players=3,
        round_=3,
        workers=["11/A 11/F 16 16 17", "5/A 7/B 16 16 16", "13/A 16 16 16 16"],
        overseers=["11/B 17", "5/B 16", "13/B 3/A"],
        owners={1: 0, 11: 0, 5: 1, 7: 1, 3: 2, 13: 2},
        pyramids={11: "kkkkkkkkr rr", 5: "rrrr y", 7: "kk", 13: "ybw"},
        held=["kkkkrr", "rrryb", "krryw"],
        pharaoh="kkkrryw",
    )
    play(state, "move a worker from 16")

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("tab")
        app.table.pointing.move_cursor(Target("place", PLACE_OF_NAME["11/E"]))
        app.table.repaint()
        await pilot.pause()
        snapshot.assert_match(grid(app, with_footer=False), "table.txt")

    run(sitting_at_tal(state), test, size, ascii_only=ascii_only)
