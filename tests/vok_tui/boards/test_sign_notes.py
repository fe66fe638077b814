"""The reader explains every sign that a table shows under the cursor, and the page "Reading the table" lists them all."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.core.game import HUMAN, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES
from tests.vok_tui.painted_tables import NAMES
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.sitting import Sitting
from vok_tui.painting.cursor import MOUSE_ONLY_AREAS
from vok_tui.painting.grid import Brush, Grid, Rect, Target
from vok_tui.painting.signs import signs_with
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.reader import READER
from vok_tui.panes.scene import Board, Scene
from vok_tui.screens.help import signs_page
from vok_tui.screens.table.paint_table import build_scene, paint_table
from vok_tui.screens.table.pointing import Pointing

TABLES = (("valley", "base", 2), ("valley", "mixed", 4), ("thieves", "base", 2), ("thieves", "double", 6))
SIZES = ((80, 24), (120, 40), (200, 60))
PAINTED_MOVES = (30, 151)
NO_SIGNS = re.compile(r"\d\+(?= )|[\w\s,.;:'!?()-]|[─-╿]|[⠀-⣿]|▔")  # "6+", words, frames, emblems, shelves
COMPOUNDS = re.compile(
    r"\d+/\d+|\d+→\d+|\d+g\b|\+\d+(?:/\d+)?|\b\d(?:ke|la|sh|sw|ru)\b|=\w+|\[[^\]]+\]|×\d+|(?<= )-(?= )|\d[●▲]|✓/\d+|\d[a-z]\b"
)
OTHER_AREAS = frozenset({"answer", *MOUSE_ONLY_AREAS})


def positions(game: str, edition: str, seats: int) -> Iterator[Pointing]:
    """Tables of a random game, before some moves of the viewer."""
    setup = Setup(
        game, tuple([Seat(name, "shabti" if i else HUMAN) for i, name in enumerate(NAMES[:seats])]), 5, edition
    )
    match, kit, wanted = Match(GAMES[game], setup), table_kit_of(GAMES[game]), list(PAINTED_MOVES)
    for step in range(max(PAINTED_MOVES) + 30):
        if match.is_over:
            break
        if wanted and step >= wanted[0] and match.state.mover == 0:
            del wanted[0]
            pointing = Pointing(Sitting(match), kit.board(match), kit.overlays)
            pointing.update_question()
            yield pointing
        menu = match.state.legal_moves()
        match.play(match.game.action(match.state, menu[seeded_hash(5, step) % len(menu)]))


def painted(pointing: Pointing, size: tuple[int, int], cursor: Target | None = None) -> tuple[Grid, str]:
    """The table with the cursor at a target, and what the opened reader says about it."""
    kit = table_kit_of(pointing.sitting.match.game)
    if cursor is not None:
        pointing.pointer.cursor = cursor
    signs, grid = signs_with(kit.signs, ascii_only=False), Grid(*size)
    scene = build_scene(pointing, signs, LiveKeys({}))
    paint_table(grid, scene, pointing.board)
    if cursor is None or pointing.overlay.toggle_or_turn_page(READER.id, scene):
        return grid, ""
    read, scene, rects = Grid(*size), build_scene(pointing, signs, LiveKeys({})), list[Rect]()

    def paint(brush: Brush, scene: Scene, board: Board) -> int:
        rects.append(brush.rect)
        return READER.paint(brush, scene, board)

    paint_table(read, scene, pointing.board, replace(READER, paint=paint))
    pointing.overlay.close()
    rows = ["".join([char for char, _ in row]) for row in read.cells_in(rects[0])]
    return grid, " ".join(" ".join(rows).split())


def signs_at(grid: Grid, target: Target) -> set[str]:
    """The signs that a table shows at a target, apart from that of the cursor."""
    lines = ["".join([char for char, _ in row]) for row in grid.cells_in(grid.targets[target])]
    text = "\n".join([line.replace("▸", " ") for line in lines])
    return {*NO_SIGNS.sub("", text), *COMPOUNDS.findall(text)}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def test_the_reader_explains_every_sign_under_the_cursor(table: tuple[str, str, int]) -> None:
    unexplained: dict[str, str] = {}
    seen: set[str] = set()
    for pointing in positions(*table):
        for size in SIZES:
            grid, _ = painted(pointing, size)
            for target in [target for target in grid.targets if target.area not in OTHER_AREAS]:
                shapes = {f"{size} {target.area} {shape(sign)}" for sign in signs_at(grid, target)}
                if shapes <= seen:
                    continue
                seen |= shapes
                with_cursor, page = painted(pointing, size, target)
                for sign in signs_at(with_cursor, target):
                    if sign not in page:
                        unexplained[f"{target.area} {sign}"] = f"{size}: {page}"
    assert unexplained == {}
    assert len(seen) > 10, "the tables show signs"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def test_the_page_of_signs_lists_every_sign_of_a_table(table: tuple[str, str, int]) -> None:
    kit = table_kit_of(GAMES[table[0]])
    listed = signs_page(kit.signs, {}, 90, ascii_only=False).plain
    shapes = {*listed, *[shape(sign) for sign in COMPOUNDS.findall(listed)]}
    missing = set()
    for pointing in positions(*table):
        for size in SIZES:
            grid, _ = painted(pointing, size)
            rows = ["".join([char for char, _ in row]) for row in grid.rows]
            missing |= {sign for row in rows for sign in NO_SIGNS.sub("", row) if sign not in listed}
            for target in [target for target in grid.targets if target.area not in OTHER_AREAS]:
                missing |= {shape(sign) for sign in signs_at(grid, target)} - shapes
    assert missing == set()


SHORT_WORDS = re.compile(r"(?<=[\d=])(?:ke|la|sh|sw|ru)\b")


def shape(sign: str) -> str:
    """A sign without its numbers and names: "3/6" as "1/1"."""
    return re.sub(r"[a-z]{3,}", "word", SHORT_WORDS.sub("ke", re.sub(r"\d+", "1", sign)))
