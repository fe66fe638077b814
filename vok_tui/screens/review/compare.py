"""Two lines of a game side by side: the screen, and how it is painted."""

from typing import Final

from rich.cells import cell_len

from vok_tui.boards.table_kit import SheetRow, TableKit
from vok_tui.learning.review import Review
from vok_tui.learning.tree import TurnRow
from vok_tui.painting.grid import Brush, Grid, Rect, fit
from vok_tui.painting.signs import GameSigns, Signs
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.status import paint_keys
from vok_tui.screens.painted import GridScreen
from vok_tui.screens.review.paint_tree import TurnLineCache, paint_words
from vok_tui.shared.shortcuts import COMPARE, COMPARE_SHORTCUTS, bindings_of

LABEL_COLUMNS: Final = 15
MIN_STEP_LINES: Final = 5


def comparable_variation_starts(review: Review) -> list[int]:
    """The first steps of the variations that can be compared. The first is the current variation, else the next one that branches
    off the current line; the others follow in their order."""
    starts = [start for row in review.turns.rows for start in row.branches]
    indices = {step: index for index, step in enumerate(review.current_line)}
    parents, step_index = review.step_tree.parents, indices[review.node]
    later = [start for start in starts if indices.get(parents[start], -1) >= step_index]
    first = review.line_tree.variation_start(review.node) or (later[0] if later else 0)
    return sorted(starts, key=lambda start: start != first)


class Comparison:
    """Two lines from the turn where they diverge: a variation, and the line that it branches off. `turn_index` is 0
    there."""

    def __init__(self, review: Review, turn_lines: TurnLineCache, variation_starts: list[int]) -> None:
        """`variation_starts`: as from `comparable_variation_starts`; not empty."""
        self._review: Final = review
        self._turn_lines: Final = turn_lines
        self._variation_starts: Final = variation_starts
        self._index = 0
        self.is_exchanged = False
        self.turn_index = 0

    def sides(self) -> tuple[list[TurnRow], list[TurnRow]]:
        """The turns of the left and the right line, from where they diverge."""
        line_tree, start = self._review.line_tree, self._variation_starts[self._index]
        other = line_tree.main_child(line_tree.step_tree.parents[start])
        sides = [list(line_tree.rows_of_line(first, 0, "", frozenset())) for first in (other, start)]
        return (sides[1], sides[0]) if self.is_exchanged else (sides[0], sides[1])

    def move_turns(self, count: int) -> None:
        """Go forward by `count` turns in both lines; back if it is negative. It stops at the ends."""
        self.turn_index = max(0, min(self.turn_index + count, max(map(len, self.sides())) - 1))

    def show_next_variation(self) -> None:
        """Show the next variation."""
        self._index = (self._index + 1) % len(self._variation_starts)
        self.turn_index = 0

    def left_node(self) -> int:
        """The last step of the left line at this turn."""
        return row_at_or_last(self.sides()[0], self.turn_index).nodes[-1]

    def paint(self, grid: Grid, kit: TableKit, signs: Signs) -> None:
        """Paint both lines between the status line and the footer."""
        review, sides = self._review, self.sides()
        width = (grid.width - 1) // 2
        names = [
            review.line_tree.variation_name(side[0].nodes[:1]) or name
            for side, name in zip(sides, self._default_names(), strict=True)
        ]
        status = Brush(grid, Rect(0, 0, grid.width, 1))
        status.fill("sand", "on-deep")
        first = sides[0][0].chapter
        x = status.write(1, 0, "Compare", "gold", "on-deep", "bold") + 2
        current = row_at_or_last(sides[0] if len(sides[0]) >= len(sides[1]) else sides[1], self.turn_index).chapter
        status.write(x, 0, f"two lines from {first.title}, now at {current.title}", "sand", "on-deep")
        tables = [standings_after_turn(review, kit, row_at_or_last(side, self.turn_index)) for side in sides]
        table_lines = max(len(table) for table in tables) + 2
        height = max(MIN_STEP_LINES, grid.height - 3 - table_lines)
        for number, side in enumerate(sides):
            brush = Brush(grid, Rect(number * (width + 1), 1, width, grid.height - 2))
            text = f"{signs.rule * 2} {names[number]} "
            brush.write(0, 0, text + signs.rule * (width - cell_len(text)), "deep")
            brush.write(3, 0, names[number], "lapis", "bold")
            self._paint_steps(brush.sub_brush(0, 1, width, height), side, sides[1 - number], signs)
            below = brush.sub_brush(0, height + 1, width, table_lines)
            paint_standings(
                below, tables[number], tables[1 - number], review, signs, has_ended_before=self.turn_index >= len(side)
            )
        for y in range(1, grid.height - 1):
            Brush(grid, Rect(width, y, 1, 1)).write(0, 0, "|" if signs.ascii_only else "│", "deep")

    def _default_names(self) -> tuple[str, str]:
        return ("Variation", "Main line") if self.is_exchanged else ("Main line", "Variation")

    def _paint_steps(self, brush: Brush, side: list[TurnRow], other: list[TurnRow], signs: Signs) -> None:
        """Paint the steps up to this turn, the latest at the bottom."""
        items: list[tuple[str, int, int]] = []  # kind, turn, step
        for turn in range(min(self.turn_index + 1, len(side))):
            items.append(("turn", turn, 0))
            items += [("step", turn, i) for i in range(len(self._turn_lines.line_of(side[turn]).steps))]
        for y, (kind, turn, i) in enumerate(items[-brush.height :]):
            line, line_brush = self._turn_lines.line_of(side[turn]), brush.sub_brush(0, y, brush.width, 1)
            if kind == "turn":
                points = f" then {line.points}" if line.points else ""
                text = f" {line.number} {fit(line.who, brush.width // 2)} "
                line_brush.write(
                    0, 0, text + signs.rule * (brush.width - cell_len(text) - cell_len(points) - 1), "deep"
                )
                line_brush.write(0, 0, text, "gold" if turn == self.turn_index else "sand")
                line_brush.write_right(0, points, "sand", end=brush.width - 1)
                continue
            step = line.steps[i]
            other_steps = self._turn_lines.line_of(other[turn]).steps if turn < len(other) else ()
            differs = step.words not in [other_step.words for other_step in other_steps]
            x = line_brush.write(0, 0, f" {signs.differs if differs else ' '} {step.number or '':>2} ", "gold")
            words = step.short_words if differs else tuple([(word, ("dune",)) for word, _ in step.short_words])
            end = line_brush.write_right(0, step.gain, "dune", end=brush.width - 1) - 1
            paint_words(line_brush.sub_brush(x, 0, end - x, 1), words, signs)


def row_at_or_last(side: list[TurnRow], turn_index: int) -> TurnRow:
    """A turn of a line; its last turn if the line ends before."""
    return side[min(turn_index, len(side) - 1)]


def standings_after_turn(review: Review, kit: TableKit, row: TurnRow) -> tuple[SheetRow, ...]:
    """What each seat has after a turn, as far as the viewer may know."""
    view = review.views_around(row.nodes)[1]
    return tuple(kit.standing_rows(view, review.match.scores(review.step_tree.last_node_of_step(row.nodes[-1]))))


def paint_standings(
    brush: Brush,
    rows: tuple[SheetRow, ...],
    other_rows: tuple[SheetRow, ...],
    review: Review,
    signs: Signs,
    *,
    has_ended_before: bool,
) -> None:
    """Paint a row for each value that matters, and a column for each seat. Rows that differ from `other_rows` have a sign. If the
    line `has_ended_before` the turn, that is written above."""
    seats = len(review.names)
    column = max(4, (brush.width - LABEL_COLUMNS - 3) // max(1, seats))
    heads = ["You" if seat == review.your_seat else name for seat, name in enumerate(review.names)]
    brush.write(1, 0, "ends before" if has_ended_before else "", "carnelian")
    for seat, name in enumerate(heads):
        brush.write_right(0, fit(name, column - 1), "lapis", end=LABEL_COLUMNS + 3 + (seat + 1) * column)
    for y, row in enumerate(rows, 1):
        other = other_rows[y - 1].cells if y <= len(other_rows) else ()
        brush.write(1, y, signs.differs if row.cells != other else " ", "gold")
        brush.write(3, y, fit(row.label, LABEL_COLUMNS), "dune")
        for seat, cell in enumerate(row.cells):
            ink = "sand" if seat < len(other) and cell == other[seat] else "gold"
            brush.write_right(y, fit(cell, column - 1), ink, end=LABEL_COLUMNS + 3 + (seat + 1) * column)


class CompareScreen(GridScreen):
    """Returns the node to go to in the review, or None if it was closed."""

    BINDINGS = bindings_of(COMPARE_SHORTCUTS)
    KEYS_SECTION = COMPARE

    def __init__(self, comparison: Comparison, kit: TableKit) -> None:
        super().__init__()
        self.comparison: Final = comparison
        self.kit: Final = kit

    @property
    def game_signs(self) -> GameSigns:
        return self.kit.signs

    def paint(self, grid: Grid, signs: Signs) -> None:
        """Paint both variations."""
        self.comparison.paint(grid, self.kit, signs)
        ids = [shortcut.id for shortcut in COMPARE_SHORTCUTS if shortcut.label]
        self.footer = LiveKeys(self.active_bindings).hints(ids)
        paint_keys(Brush(grid, Rect(0, grid.height - 1, grid.width, 1)), self.footer)

    def action_move_turns(self, turns: int) -> None:
        """Go forward (or back, if negative) by some turns in both variations."""
        self.comparison.move_turns(turns)
        self.repaint()

    def action_next_variation(self) -> None:
        """Compare with the next variation."""
        self.comparison.show_next_variation()
        self.repaint()

    def action_exchange_sides(self) -> None:
        """Exchange the left and the right variation."""
        self.comparison.is_exchanged = not self.comparison.is_exchanged
        self.repaint()

    def action_go_to_left_variation(self) -> None:
        """Close, and let the review go to the left variation at this turn."""
        self.dismiss(self.comparison.left_node())

    def turn_wheel(self, direction: int, area: str) -> None:
        """Go back or forward a turn."""
        del area
        self.action_move_turns(direction)
