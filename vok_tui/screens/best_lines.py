"""The screen of the best lines of a finished game: its costliest decisions, what was better, and how it would have gone on."""

from collections.abc import Sequence
from typing import Final

from vok_tui.painting.grid import Brush, Grid, Rect, wrap
from vok_tui.painting.signs import Signs, paint_more_signs
from vok_tui.records.loss_report import MARK_MEANINGS, OWN_DEAL, BestLine
from vok_tui.screens.painted import PaintedScreen, paint_head, paint_heading
from vok_tui.shared.shortcuts import bindings

INDENT: Final = 2
Line = tuple[str, str]  # the style of a line, "" for a heading, and its text


class BestLinesScreen(PaintedScreen):
    """Shows the best lines of a game; `title` says which game. It scrolls."""

    BINDINGS = bindings("best_lines")
    KEYS_SECTION = "best_lines"

    def __init__(self, title: str, best_lines: Sequence[BestLine]) -> None:
        super().__init__()
        self._title: Final = title
        self._best_lines: Final = best_lines
        self._top = 0

    def paint(self, grid: Grid, signs: Signs) -> None:
        """Paint as many lines as fit, and where more are."""
        paint_head(grid, "Best line", self._title)
        page = Brush(grid, Rect(0, 2, grid.width, grid.height - 2))
        lines = self._lines(page.width - INDENT - 1)
        self._top = max(0, min(self._top, len(lines) - page.height))
        for y, (style, text) in enumerate(lines[self._top : self._top + page.height]):
            if style:
                page.write(INDENT, y, text, style)
            elif text:
                paint_heading(page.sub_brush(0, y, page.width, 1), signs, text)
        paint_more_signs(page, signs, self._top, len(lines))

    def _lines(self, width: int) -> list[Line]:
        lines: list[Line] = []
        for best in self._best_lines:
            costly = best.costly
            cost = f"{MARK_MEANINGS[costly.mark].lower()}, {costly.cost}"
            lines.append(("", f"{costly.title[:1].upper()}{costly.title[1:]}: {cost}"))
            lines += [("sand", line) for line in wrap(costly.sentence, width)]
            lines += [("sand", line) for reason in costly.reasons for line in wrap(reason, width)]
            for number, step in enumerate(best.line, 1):
                lines += [("faience", f"  {line}") for line in wrap(f"{number} {step}", width - 2)]
            lines.append(("", ""))
        return [*lines, *[("dune", line) for line in wrap(OWN_DEAL, width)]]

    def action_scroll_lines(self, step: int) -> None:
        """Scroll; it stops at the ends."""
        self._top += step
        self.repaint()

    def turn_wheel(self, direction: int, area: str) -> None:
        """Scroll by a line."""
        del area
        self.action_scroll_lines(direction)
