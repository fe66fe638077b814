"""Tables of all games, painted into grids without an app: at many steps and sizes, with the cursor on each area, and with each
overlay open."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.core.game import HUMAN, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.sitting import Sitting
from vok_tui.painting.grid import Grid
from vok_tui.painting.signs import signs_with
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.screens.table.paint_table import build_scene, paint_table
from vok_tui.screens.table.pointing import Pointing

TABLES = (("valley", "base", 2), ("valley", "both", 6), ("valley", "afterlife", 3), ("thieves", "", 4), ("tal", "", 3))
SIZES = ((80, 24), (120, 40), (160, 45))
NAMES = ("Ann", "Nefertari", "Senmut", "Khety", "Merit", "Hori")
PAINT_EVERY_MOVES = 107
MAX_MOVES = 320


class PaintedTable(NamedTuple):
    """A painted table; `overlay` is the id of the open overlay, "" if none is open."""

    where: str  # game, step and size, for messages
    grid: Grid
    overlay: str


@lru_cache(1)
def painted_tables() -> tuple[PaintedTable, ...]:
    """All tables. Painted once for all tests of a process."""
    return tuple([painted for game, edition, seats in TABLES for painted in tables_of_game(game, edition, seats)])


def tables_of_game(game: str, edition: str, seat_count: int) -> Iterator[PaintedTable]:
    seats = tuple([Seat(name, HUMAN if not i else "shabti") for i, name in enumerate(NAMES[:seat_count])])
    setup = Setup(game, seats, 7, edition) if edition else Setup(game, seats, 7)
    match = Match(GAMES[game], setup)
    for step in range(MAX_MOVES):
        if match.is_over or (step % PAINT_EVERY_MOVES == 0 and match.state.mover == 0) or step == MAX_MOVES - 1:
            yield from tables_at_step(match, step)
        if match.is_over:
            return
        menu = match.state.legal_moves()
        match.play(match.game.action(match.state, menu[seeded_hash(7, step) % len(menu)]))


def tables_at_step(match: Match, step: int) -> Iterator[PaintedTable]:
    kit = table_kit_of(match.game)
    signs = signs_with(kit.signs, ascii_only=False)
    for number, size in enumerate(SIZES, step):
        pointing = Pointing(Sitting(match), kit.board(match), kit.overlays)
        pointing.update_question()
        where = f"{match.setup.game} {match.setup.edition} at step {step}, {size[0]}x{size[1]}"
        grid = painted(pointing, size)
        yield PaintedTable(where, grid, "")
        if number % len(SIZES):
            continue  # the cursor and the overlays at one size of each step
        for target in {target.area: target for target in grid.targets}.values():
            pointing.pointer.cursor = target
            yield PaintedTable(f"{where}, cursor on {target.area}", painted(pointing, size), "")
        for name in pointing.overlay.by_id:
            if pointing.overlay.toggle_or_turn_page(name, build_scene(pointing, signs, LiveKeys({}))):
                continue  # it cannot be opened now
            yield PaintedTable(f"{where}, {name}", painted(pointing, size), name)
            pointing.overlay.close()


def painted(pointing: Pointing, size: tuple[int, int]) -> Grid:
    kit = table_kit_of(pointing.sitting.match.game)
    grid = Grid(*size)
    scene = build_scene(pointing, signs_with(kit.signs, ascii_only=False), LiveKeys({}))
    paint_table(grid, scene, pointing.board, pointing.overlay.current)
    return grid
