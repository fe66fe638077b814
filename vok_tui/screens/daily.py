"""The screen of the daily game: a month as a calendar, and what the player and the levels reached on the marked day."""

from calendar import Calendar
from collections.abc import Callable
from datetime import date
from typing import Final

from rich.cells import cell_len
from textual import work

from engine.core.wording import plural
from engine.games import GAMES
from saves import SaveError, SaveInfo, Shelf
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.daily_deal import BegunDeals, read_begun
from vok_tui.painting.grid import Brush, Grid, Rect, Target, fit, pad, wrap
from vok_tui.painting.signs import Signs
from vok_tui.panes.question import shorten
from vok_tui.records import daily_days
from vok_tui.records.daily import daily_setup, share_lines
from vok_tui.screens.best_lines import BestLinesScreen
from vok_tui.screens.messages import DailyChosen
from vok_tui.screens.painted import PaintedScreen, paint_head, paint_heading
from vok_tui.shared.shortcuts import bindings

TO_ANALYSIS: Final = "{daily_play} opens its review, and {review_analyse} there begins the analysis."
DAY: Final = "day"  # the area of the targets; the index is that of the day in the month
DAY_COLUMNS: Final = 5
CALENDAR_COLUMNS: Final = 36
DAY_NAMES: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
NAME_COLUMNS: Final = 10
POINTS_COLUMNS: Final = 5
BOTTOM_LINES: Final = 4


class DailyScreen(PaintedScreen):
    """Shows the daily games of one game at a time. `today` returns the date; `make_thinker` makes what plays for the levels. All
    saves are read in a thread. The levels play the deal of the marked day in another one, once the player has finished it."""

    BINDINGS = bindings("daily")
    KEYS_SECTION = "daily"

    def __init__(
        self,
        shelf: Shelf,
        game: str,
        today: Callable[[], date],
        make_thinker: Callable[[], daily_days.ClosableThinker] = daily_days.make_background_thinker,
    ) -> None:
        super().__init__()
        self._shelf: Final = shelf
        self._make_thinker: Final = make_thinker
        self._today: Final = today
        self._game = game
        self._day = today()
        self._saves: list[SaveInfo] = []
        self._begun: BegunDeals = {}
        self._days: daily_days.DailyDays | None = None
        self._levels: dict[str, daily_days.LevelResult] = {}
        self._analysis: daily_days.DayAnalysis | str = ""
        self._problem = ""
        self._is_closed = False

    def on_mount(self) -> None:
        self._read()

    def on_unmount(self) -> None:
        self._is_closed = True

    def on_screen_resume(self) -> None:
        if self._days is not None:
            self._read()

    # -- reading

    @work(thread=True, exclusive=True, group="read")
    def _read(self) -> None:
        try:
            saves = self._shelf.list_saves_and_bin(GAMES)
            self._begun = read_begun(self._shelf.folder.parent)
            self.show_from_thread(self._show_saves, saves, "")
        except SaveError as error:
            self.show_from_thread(self._show_saves, [], str(error))

    def _show_saves(self, saves: list[SaveInfo], problem: str) -> None:
        if self._days is None:  # only now it is known what Enter does
            self.ask_anew()
        self._saves, self._problem = saves, problem
        self._show_game(self._game)

    def _show_game(self, game: str) -> None:
        self._game = game
        self._days = daily_days.read_days(self._saves, self._begun, game, self._today())
        self._show_day(self._day)

    def _show_day(self, day: date) -> None:
        """Mark a day, and read what is slow about it."""
        self._day = min(day, self._today())
        self._levels, self._analysis = {}, ""
        self.refresh_bindings()
        save = self._days.finished(self._day) if self._days is not None else None
        if save is not None:
            self._compare(save)
        self.repaint()

    @work(thread=True, exclusive=True, group="compare")
    def _compare(self, save: SaveInfo) -> None:
        """Read what the analysis says of a finished game, and let the levels play its deal."""
        self.show_from_thread(self._show_analysis, save, daily_days.best_lines_of(save))
        if save.setup is None:
            return
        home = self._shelf.folder.parent

        def is_stopped() -> bool:
            return self._is_closed or not self._shows(save)

        def show(found: dict[str, daily_days.LevelResult]) -> None:
            self.show_from_thread(self._show_levels, save, found)

        show(daily_days.play_levels(home, save.setup, is_stopped, show, self._make_thinker))

    def _shows(self, save: SaveInfo) -> bool:
        return self._days is not None and self._days.attempts.get(self._day) == save

    def _show_analysis(self, save: SaveInfo, found: daily_days.DayAnalysis | str) -> None:
        if self._shows(save):
            self._analysis = found
            self.repaint()

    def _show_levels(self, save: SaveInfo, results: dict[str, daily_days.LevelResult]) -> None:
        if self._shows(save):
            self._levels = results
            self.repaint()

    # -- painting

    @property
    def _date_text(self) -> str:
        return f"{self._day:%A} {self._day.day} {self._day:%B %Y}"

    def paint(self, grid: Grid, signs: Signs) -> None:
        """Paint the calendar, the marked day, and what today's game is."""
        paint_head(grid, "Daily game", self._date_text, self._days.streak_text if self._days is not None else "")
        page = Brush(grid, Rect(0, 2, grid.width, grid.height - 2))
        self._paint_calendar(page.sub_brush(0, 0, CALENDAR_COLUMNS, page.height - BOTTOM_LINES), signs)
        x = CALENDAR_COLUMNS + 1
        self._paint_day(page.sub_brush(x, 0, page.width - x, page.height - BOTTOM_LINES), signs)
        self._paint_bottom(page.sub_brush(0, page.height - BOTTOM_LINES, page.width, BOTTOM_LINES), signs)

    def _paint_calendar(self, brush: Brush, signs: Signs) -> None:
        brush.write(1, 0, f"{self._day:%B %Y}", "lapis", "bold")
        for column, name in enumerate(DAY_NAMES):
            brush.write(1 + DAY_COLUMNS * column, 1, f"{name:>2}", "dune")
        weeks = Calendar().monthdatescalendar(self._day.year, self._day.month)
        step = 2 if 2 + 2 * len(weeks) + 2 <= brush.height else 1
        for row, week in enumerate(weeks):
            for column, day in enumerate(week):
                if day.month == self._day.month:
                    x, y = DAY_COLUMNS * column, 2 + step * row
                    self._paint_calendar_day(brush.sub_brush(x, y, DAY_COLUMNS, 1), signs, day)
        y = 2 + step * len(weeks)
        legend = f"{signs.done} won  {signs.lost} lost  = shared  {signs.usable} goes on"
        for line, text in enumerate((legend, f"{signs.comment} not played")):
            brush.write(1, y + line, fit(text, brush.width - 1), "dune")

    def _paint_calendar_day(self, brush: Brush, signs: Signs, day: date) -> None:
        is_current, is_past = day == self._day, day <= self._today()
        state = self._days.state_of(day) if self._days is not None else ""
        sign = {
            daily_days.WON: signs.done,
            daily_days.LOST: signs.lost,
            daily_days.FINISHED: "=",
            daily_days.GOES_ON: signs.usable,
        }.get(state, signs.comment)
        ink = "faience" if state == daily_days.WON else "carnelian" if state == daily_days.LOST else "dune"
        brush.write(0, 0, signs.cursor if is_current else " ", "gold")
        brush.write(1, 0, f"{day.day:>2}", *(("gold", "bold") if is_current else ("sand",) if is_past else ("dune",)))
        if is_past:
            brush.write(3, 0, sign, "gold" if day == self._today() and not state else ink)
            brush.add_target(Target(DAY, day.day))

    def _day_name(self) -> str:
        ago = (self._today() - self._day).days
        return {0: "Today", 1: "Yesterday"}.get(ago, f"{self._day.day} {self._day:%B}")

    def _paint_day(self, brush: Brush, signs: Signs) -> None:
        """The result of the marked day: of the player, of the opponents, of the levels; and what the analysis says."""
        days = self._days
        save = days.finished(self._day) if days is not None else None
        setup = days.setup_of(self._day) if days is not None else daily_setup(self._day, self._game)
        edition = table_kit_of(GAMES[self._game]).edition_in_save_list(setup.edition) or GAMES[self._game].title()
        heading = f"{self._day_name()}  {edition}"
        players = f", {plural(len(setup.seats), 'player')}"
        heading += players if cell_len(heading + players) + 4 < brush.width else ""
        paint_heading(brush.sub_brush(0, 0, brush.width, 1), signs, heading)
        if save is None:
            state = days.state_of(self._day) if days is not None else "reading"
            text = {
                "reading": "Reading your saves…",
                daily_days.GOES_ON: "Begun, and not finished yet: {daily_play} continues it.",
                daily_days.GONE: "Begun, and its save is gone: {daily_play} begins it again, but that does not count.",
                "": "Not played: {daily_play} begins it."
                + ("" if self._day == self._today() else " It will not count for the streak."),
            }[state]
            for y, line in enumerate(wrap(self._problem or self.with_keys(text), brush.width - 1)):
                brush.write(0, 1 + y, line, "sand")
            return
        rows, levels = daily_days.players_results(save), daily_days.levels_results(self._game, self._levels)
        most = max([row.points or 0 for row in (*rows, *levels)] + [1])
        for y, row in enumerate(rows, 1):
            _paint_result(brush, signs, y, row, most)
        y = len(rows) + 2
        brush.write(0, y, "The levels on the same deal", "lapis")
        missing = len(daily_days.levels_to_compare(self._game)) - len(levels)
        if missing:
            brush.write_right(y, f"{missing} playing…", "dune", end=brush.width - 1)
        for place, row in enumerate(levels, y + 1):
            _paint_result(brush, signs, place, row, most)
        y += len(levels) + missing + 2
        lines = self._analysis_lines(brush.width - 1, signs)
        y = min(y, brush.height - 1 - len(lines))
        brush.write(0, y, "What cost most", "lapis")
        for number, line in enumerate(lines, 1):
            brush.write(0, y + number, line, "sand")

    def _analysis_lines(self, width: int, signs: Signs) -> list[str]:
        found = self._analysis
        if isinstance(found, str):
            return wrap(
                self.with_keys(f"{daily_days.NOT_ANALYSED}: {{review_analyse}} in its review.")
                if found == daily_days.NOT_ANALYSED
                else found or "…",
                width,
            )[:3]
        costly = found.best_lines[0].costly
        return shorten(
            wrap(f"{costly.title}: {costly.short_sentence} ({costly.loss} in 100)", width), 3, width, signs.more
        )

    def _paint_bottom(self, brush: Brush, signs: Signs) -> None:
        paint_heading(brush.sub_brush(0, 0, brush.width, 1), signs, "Today")
        what = daily_days.game_and_opponents(daily_setup(self._today(), self._game))
        whole = f"{what} The first attempt counts."
        brush.write(1, 1, fit(whole if cell_len(whole) <= brush.width - 2 else what, brush.width - 2), "sand")
        line = self._days.line(self._day) if self._days is not None else ""
        month = self._days.month_sentence(self._day) if self._days is not None else ""
        brush.write(1, 2, fit(line or month, brush.width - 2), "sand")

    # -- keys

    def action_move(self, days: int) -> None:
        """Mark another day; not one that is yet to come."""
        self._show_day(date.fromordinal(max(1, self._day.toordinal() + days)))

    def action_today(self) -> None:
        """Mark today."""
        self._show_day(self._today())

    def action_next_game(self) -> None:
        """Show the daily games of the next game."""
        names = list(GAMES)
        self._show_game(names[(names.index(self._game) + 1) % len(names)])

    def action_play(self) -> None:
        """Begin, continue or review the game of the marked day."""
        self.post_message(DailyChosen(self._day, self._game))

    def action_best_lines(self) -> None:
        """Show the best line by the analysis: what cost most in the game of the marked day, and how it would have gone on."""
        found = self._analysis
        if isinstance(found, str):
            self.app.notify(
                self.with_keys(f"{daily_days.NOT_ANALYSED}: {TO_ANALYSIS}")
                if found == daily_days.NOT_ANALYSED
                else found or "The analysis of this day is still being read.",
                timeout=6,
            )
        else:
            self.app.push_screen(BestLinesScreen(self._date_text, found.best_lines))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave out the keys that have no meaning for a day that is not finished."""
        if action in ("best_lines", "share", "share_exact"):
            return self._days is not None and self._days.finished(self._day) is not None
        return super().check_action(action, parameters)

    def action_share(self) -> None:
        """Copy three short lines to share, and show them."""
        save = self._days.finished(self._day) if self._days is not None else None
        if self._days is not None and save is not None:
            levels = [row.points for row in daily_days.levels_results(self._game, self._levels)]
            self._copy("\n".join(share_lines(self._day, save, levels, self._days.streak.now)))

    def action_share_exact(self) -> None:
        """Copy the line with which programs compare results."""
        if self._days is not None and (line := self._days.line(self._day)):
            self._copy(line)

    def _copy(self, text: str) -> None:
        """Copy a text through the terminal, which may not allow it, and show it."""
        self.app.copy_to_clipboard(text)
        self.app.notify(f"{text}\nCopied, if this terminal allows it.", timeout=12, markup=False)

    # -- the mouse

    def press(self, target: Target, x: int) -> None:
        """Mark a day, and play it with a second click."""
        del x
        if target.index == self._day.day:
            self.action_play()
        else:
            self._show_day(self._day.replace(day=target.index))

    def turn_wheel(self, direction: int, area: str) -> None:
        """Move the cursor by a week."""
        del area
        self.action_move(7 * direction)


def _paint_result(brush: Brush, signs: Signs, y: int, row: daily_days.DayResult, most: int) -> None:
    """A line: a name, its points, a word, and a bar."""
    ink = ("gold", "bold") if row.is_you else ("sand",)
    x = brush.write(0, y, pad(row.name, NAME_COLUMNS - 1), *ink) + 1
    brush.write(x, y, f"{'' if row.points is None else row.points:>3}", *ink)
    x += POINTS_COLUMNS
    x = brush.write(x, y, pad(row.note, 8), "dune")
    if row.points is not None:
        bar = ("=" if signs.ascii_only else "▇") * round((brush.width - x - 2) * row.points / most)
        brush.write(x, y, bar, "faience" if row.is_you else "dune")
