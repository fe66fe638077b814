"""The screen of practice: what has come back, the kinds of decisions that can be drilled, and what was practised lately."""

from collections.abc import Callable
from typing import Any, Final

from textual import work

from engine.games import GAMES
from saves import SaveError
from vok_tui.learning.practice import KindSummary, Practice
from vok_tui.painting.grid import Brush, Grid, Rect, Target, fit, pad, wrap
from vok_tui.painting.signs import Signs, paint_more_signs
from vok_tui.screens.messages import PracticeBegun
from vok_tui.screens.painted import PaintedScreen, paint_head, paint_heading
from vok_tui.shared.shortcuts import bindings

ENTRY: Final = "entry"  # the area of the targets of entries
TITLE_COLUMNS: Final = 22
KIND_COLUMNS: Final = 22
MAX_DAYS_SHOWN: Final = 4
BAR_COLUMNS: Final = 24
HOW_TO_ANALYSE: Final = "A on its score sheet does it."
WIDE: Final = 100

Begin = Callable[[Practice, str, str], tuple[Any, str]]


class PracticeScreen(PaintedScreen):
    """Lists what can be practised. `practice` is read in a thread. `begin` opens a session (kind "") or a drill of a kind of a
    game, in a thread; see `LookingBack.begin_practice`. Then PracticeBegun is posted. `wish` is begun at once: a game and a
    kind, "" for a session; None shows the list."""

    BINDINGS = bindings("practise")
    KEYS_SECTION = "practise"

    def __init__(self, practice: Practice, begin: Begin, wish: tuple[str, str] | None = None) -> None:
        super().__init__()
        self.practice: Final = practice
        self._begin: Final = begin
        self._wish = wish
        self._kinds: list[KindSummary] = []
        self._cursor = 0  # 0 is the session; the kinds follow
        self._top = 0
        self._note = ""  # what is being done, or why nothing can be
        self._is_read = False
        self._is_beginning = False

    def on_mount(self) -> None:
        self._read()

    def on_screen_resume(self) -> None:
        if self._is_read:
            self._read()

    @work(thread=True, exclusive=True, group="read")
    def _read(self) -> None:
        """Read everything. In a thread, because it reads all saves."""
        try:
            self.practice.read()
            self.show_from_thread(self._show, self.practice.kinds(), "")
        except SaveError as error:
            self.show_from_thread(self._show, [], str(error))

    def _show(self, kinds: list[KindSummary], problem: str) -> None:
        if kinds != self._kinds:
            self.ask_anew()
        self._kinds, self._is_read = kinds, True
        self._cursor = min(self._cursor, len(kinds))
        if not self._is_beginning:
            self._note = problem
        wish, self._wish = self._wish, None
        self.repaint()
        if wish is not None:
            places = [number for number, kind in enumerate(kinds, 1) if (kind.game, kind.kind) == wish]
            self._cursor = places[0] if places else 0
            self._start(*wish)

    # -- painting

    def paint(self, grid: Grid, signs: Signs) -> None:
        """Paint the session, the kinds and the latest days."""
        standing = self.practice.standing()
        row = f"{standing.row} in a row, best {standing.best_row}" if standing.best_row > 1 else ""
        paint_head(grid, "Practise", right=row)
        page = Brush(grid, Rect(0, 1, grid.width, grid.height - 1))
        self._paint_session(page.sub_brush(0, 1, page.width, 3), signs)
        days = self.practice.past_days(MAX_DAYS_SHOWN)
        day_lines = len(days) + 1 if days else 0
        note_lines = 2 if self._note else 0
        self._paint_kinds(page.sub_brush(0, 4, page.width, page.height - 4 - day_lines - note_lines), signs)
        for y, line in enumerate(days):
            page.write(2, page.height - note_lines - len(days) + y, fit(line, page.width - 3), "sand")
        if days:
            paint_heading(page.sub_brush(0, page.height - note_lines - day_lines, page.width, 1), signs, "Latest days")
        if self._note:
            for y, line in enumerate(wrap(self._note, page.width - 3)[:2]):
                page.write(2, page.height - note_lines + y, line, "gold")

    @property
    def _why_empty(self) -> str:
        return f"{self.practice.library.why_empty} {HOW_TO_ANALYSE}"

    def _paint_session(self, brush: Brush, signs: Signs) -> None:
        standing = self.practice.standing()
        text = standing.text or (self._why_empty if self._is_read else "Reading your games…")
        brush.sub_brush(0, 0, brush.width, 2).add_target(Target(ENTRY, 0))
        is_current = self._cursor == 0
        brush.write(0, 0, signs.cursor if is_current else " ", "gold")
        brush.write(2, 0, pad("What comes back", TITLE_COLUMNS), "gold" if is_current else "sand", "bold")
        for y, line in enumerate(wrap(text, brush.width - TITLE_COLUMNS - 4)[:2]):
            brush.write(2 + TITLE_COLUMNS, y, line, "faience" if standing.due else "dune")

    def _paint_kinds(self, brush: Brush, signs: Signs) -> None:
        paint_heading(brush, signs, "Drills", "one kind of decision, the costliest first")
        is_wide = brush.width >= WIDE
        head = f"{'decisions':>10} {'in 100':>7} {'share':>6} {'ready':>6}"
        brush.write(2, 1, pad("kind", KIND_COLUMNS) + pad("game", TITLE_COLUMNS) + head, "dune")
        rows = max(1, brush.height - 3)
        place = self._cursor - 1
        self._top = max(0, min(self._top, max(0, place)), place - rows + 1)
        for y, kind in enumerate(self._kinds[self._top : self._top + rows], 2):
            number = self._top + y - 1
            is_current = number == self._cursor
            brush.sub_brush(0, y, brush.width, 1).add_target(Target(ENTRY, number))
            ink = "gold" if is_current else "sand" if kind.decisions else "dune"
            numbers = f"{'':>10} {'':>7} {'':>6} {'-':>6}"
            if kind.decisions:
                numbers = f"{kind.decisions:>10} {100 * kind.loss:>7.2f} {kind.share:>6.0%} {kind.ready or '-':>6}"
            brush.write(0, y, signs.cursor if is_current else " ", "gold")
            words = pad(kind.words, KIND_COLUMNS) + pad(GAMES[kind.game].title(), TITLE_COLUMNS)
            x = brush.write(2, y, words + numbers, ink)
            if is_wide and kind.decisions:
                brush.write(x + 2, y, signs.rule * round(BAR_COLUMNS * kind.share), "lapis")
        paint_more_signs(brush.sub_brush(0, 2, brush.width, rows), signs, self._top, len(self._kinds))

    # -- keys

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        self._cursor = max(0, min(len(self._kinds), self._cursor + step))
        self.repaint()

    def action_choose(self) -> None:
        """Begin what is marked."""
        if self._cursor == 0:
            self._start("", "")
        else:
            kind = self._kinds[self._cursor - 1]
            self._start(kind.game, kind.kind)

    def action_worst(self) -> None:
        """Drill the kind that costs most."""
        self._cursor = min(1, len(self._kinds))
        if self._kinds:
            self.action_choose()

    def _start(self, game: str, kind: str) -> None:
        if self._is_beginning or not self._is_read:
            return
        self._is_beginning, self._note = True, "Setting up the first position…"
        self.repaint()
        self._open(game, kind)

    @work(thread=True, group="begin")
    def _open(self, game: str, kind: str) -> None:
        """Open the first position. In a thread, because it replays and judges games."""
        self.show_from_thread(self._leave_for, *self._begin(self.practice, game, kind))

    def _leave_for(self, retry: Any, note: str) -> None:
        self._is_beginning = False
        can_analyse = retry is None and not self.practice.library.places
        self._note = f"{note} {HOW_TO_ANALYSE}" if can_analyse else note
        self.repaint()
        if retry is not None and self.is_current:
            self.post_message(PracticeBegun(retry))

    # -- the mouse

    def press(self, target: Target, x: int) -> None:
        """Mark an entry, and begin it with a second click."""
        del x
        if target.index == self._cursor:
            self.action_choose()
        else:
            self._cursor = target.index
            self.repaint()
