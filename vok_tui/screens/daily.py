"""The screen of the daily game: a month as a calendar, and what the player and the levels reached on the marked day."""

from calendar import Calendar
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from rich.cells import cell_len
from textual import events, on, work
from textual.app import ComposeResult

from engine.core.game import HUMAN
from engine.core.wording import plural
from engine.games import GAMES
from saves import SaveError, SaveInfo, Shelf
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.levels import level_or_equal
from vok_tui.messages import DailyChosen
from vok_tui.painting.grid import Brush, Grid, Rect, Target, fit, pad, wrap
from vok_tui.painting.signs import NO_GAME_SIGNS, Signs, signs_with
from vok_tui.painting.surface import GridSurface
from vok_tui.records.daily import daily_setup
from vok_tui.records.daily_days import (
    FINISHED,
    GOES_ON,
    LOST,
    WON,
    ClosableThinker,
    DailyDays,
    LevelResult,
    dearest_of,
    levels_to_compare,
    make_background_thinker,
    play_levels,
    read_days,
)
from vok_tui.records.game_stats import finished_game
from vok_tui.records.loss_report import DearDecision
from vok_tui.screens.base import BaseScreen, is_too_small
from vok_tui.screens.practice import paint_heading
from vok_tui.screens.widgets import KeyFooter
from vok_tui.shortcuts import bindings

DAY: Final = "day"  # the area of the targets; the index is that of the day in the month
DAY_COLUMNS: Final = 5
CALENDAR_COLUMNS: Final = 36
DAY_NAMES: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
NAME_COLUMNS: Final = 10
POINTS_COLUMNS: Final = 5
BOTTOM_LINES: Final = 4


class DailyScreen(BaseScreen):
    """Shows the daily games of one game at a time. `today` returns the date; `make_thinker` makes what plays for the levels. All
    saves are read in a thread. The levels play the deal of the marked day in another one, once the player has finished it."""

    BINDINGS = bindings("daily")
    KEYS_SECTION = "daily"

    def __init__(
        self,
        shelf: Shelf,
        game: str,
        today: Callable[[], date],
        make_thinker: Callable[[], ClosableThinker] = make_background_thinker,
    ) -> None:
        super().__init__()
        self._shelf: Final = shelf
        self._make_thinker: Final = make_thinker
        self._today: Final = today
        self._game = game
        self._day = today()
        self._surface: Final = GridSurface()
        self._saves: list[SaveInfo] = []
        self._days: DailyDays | None = None
        self._levels: dict[str, LevelResult] = {}
        self._dearest: DearDecision | str = ""
        self._problem = ""
        self._is_closed = False

    def compose(self) -> ComposeResult:
        yield self._surface
        yield KeyFooter()

    def on_mount(self) -> None:
        self._read()
        self.repaint()

    def on_unmount(self) -> None:
        self._is_closed = True

    def on_resize(self) -> None:
        super().on_resize()
        self.repaint()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self._days is not None:
            self._read()
        self.repaint()

    # -- reading

    @work(thread=True, exclusive=True, group="read")
    def _read(self) -> None:
        try:
            saves = self._shelf.list_saves_and_bin(GAMES)
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
        self._days = read_days(self._saves, game, self._today())
        self._show_day(self._day)

    def _show_day(self, day: date) -> None:
        """Mark a day, and read what is slow about it."""
        self._day = min(day, self._today())
        self._levels, self._dearest = {}, ""
        save = self._days.finished(self._day) if self._days is not None else None
        if save is not None:
            self._compare(save)
        self.repaint()

    @work(thread=True, exclusive=True, group="compare")
    def _compare(self, save: SaveInfo) -> None:
        """Read what the analysis says of a finished game, and let the levels play its deal."""
        self.show_from_thread(self._show_dearest, save, dearest_of(save))
        if save.setup is None:
            return
        home = self._shelf.folder.parent

        def is_stopped() -> bool:
            return self._is_closed or not self._shows(save)

        def show(found: dict[str, LevelResult]) -> None:
            self.show_from_thread(self._show_levels, save, found)

        show(play_levels(home, save.setup, is_stopped, show, self._make_thinker))

    def _shows(self, save: SaveInfo) -> bool:
        return self._days is not None and self._days.attempts.get(self._day) == save

    def _show_dearest(self, save: SaveInfo, dearest: DearDecision | str) -> None:
        if self._shows(save):
            self._dearest = dearest
            self.repaint()

    def _show_levels(self, save: SaveInfo, results: dict[str, LevelResult]) -> None:
        if self._shows(save):
            self._levels = results
            self.repaint()

    # -- painting

    def repaint(self) -> None:
        """Paint everything."""
        size = self.app.size
        if not self.is_mounted or is_too_small(size.width, size.height):
            return
        signs = signs_with(NO_GAME_SIGNS, ascii_only=getattr(self.app, "ascii_only", False))
        grid = Grid(size.width, size.height - 1)
        head = Brush(grid, Rect(0, 0, grid.width, 1))
        head.fill("sand", "on-deep")
        x = head.write(1, 0, "Daily game", "gold", "on-deep", "bold")
        head.write(x + 2, 0, f"{self._day:%A} {self._day.day} {self._day:%B %Y}", "sand", "on-deep")
        streak = self._days.streak if self._days is not None else None
        if streak is not None and streak.longest:
            text = f"streak {streak.now}, best {streak.longest}"
            head.write_right(0, text, "sand", "on-deep", end=head.width - 1)
        page = Brush(grid, Rect(0, 2, grid.width, grid.height - 2))
        self._paint_calendar(page.sub_brush(0, 0, CALENDAR_COLUMNS, page.height - BOTTOM_LINES), signs)
        x = CALENDAR_COLUMNS + 1
        self._paint_day(page.sub_brush(x, 0, page.width - x, page.height - BOTTOM_LINES), signs)
        self._paint_bottom(page.sub_brush(0, page.height - BOTTOM_LINES, page.width, BOTTOM_LINES), signs)
        self._surface.show_grid(grid)

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
        legend = f"{signs.done} won  {signs.lost} lost  = else  {signs.usable} goes on"
        brush.write(1, y, fit(legend, brush.width - 1), "dune")

    def _paint_calendar_day(self, brush: Brush, signs: Signs, day: date) -> None:
        is_current, is_past = day == self._day, day <= self._today()
        state = self._days.state_of(day) if self._days is not None else ""
        sign = {WON: signs.done, LOST: signs.lost, FINISHED: "=", GOES_ON: signs.usable}.get(state, signs.comment)
        ink = "faience" if state == WON else "carnelian" if state == LOST else "dune"
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
        setup = save.setup if save is not None and save.setup is not None else daily_setup(self._day, self._game)
        edition = table_kit_of(GAMES[self._game]).edition_in_save_list(setup.edition) or GAMES[self._game].title()
        heading = f"{self._day_name()}  {edition}"
        players = f", {plural(len(setup.seats), 'player')}"
        heading += players if cell_len(heading + players) + 4 < brush.width else ""
        paint_heading(brush.sub_brush(0, 0, brush.width, 1), signs, heading, "")
        if save is None:
            state = days.state_of(self._day) if days is not None else "reading"
            text = {
                "reading": "Reading your saves…",
                GOES_ON: "Begun, and not finished yet: Enter continues it.",
                "": "Not played: Enter begins it."
                + ("" if self._day == self._today() else " It will not count for the streak."),
            }[state]
            for y, line in enumerate(wrap(self._problem or text, brush.width - 1)):
                brush.write(0, 1 + y, line, "sand")
            return
        played = finished_game(save)
        rows: list[tuple[str, int | None, str, bool]] = []
        share = played.victory_share
        word = "won" if share == 1 else "lost" if share == 0 else ""
        rows.append(("You", played.points, word, True))
        opponents = [seat for seat in save.seats if seat.level != HUMAN]
        points = played.other_points or (None,) * len(opponents)
        rows += [
            (seat.name, own, level_or_equal(seat.level), False) for seat, own in zip(opponents, points, strict=True)
        ]
        results = [self._levels[level] for level in reversed(levels_to_compare(self._game)) if level in self._levels]
        most = max([own or 0 for _, own, _, _ in rows] + [result.points or 0 for result in results] + [1])
        y = 1
        for name, own, note, is_you in rows:
            _paint_result(brush, signs, y, name, own, note, most, is_you=is_you)
            y += 1
        y += 1
        brush.write(0, y, "The levels on the same deal", "lapis")
        missing = len(levels_to_compare(self._game)) - len(results)
        if missing:
            brush.write_right(y, f"{missing} playing…", "dune", end=brush.width - 1)
        for result in results:
            y += 1
            note = "won" if result.is_won else ""
            _paint_result(brush, signs, y, result.level, result.points, note, most, is_you=False)
        y += missing + 2
        lines = self._analysis_lines(brush.width - 1)
        y = min(y, brush.height - 1 - len(lines))
        brush.write(0, y, "What was dearest", "lapis")
        for number, line in enumerate(lines, 1):
            brush.write(0, y + number, line, "sand")

    def _analysis_lines(self, width: int) -> list[str]:
        dear = self._dearest
        if isinstance(dear, str):
            return wrap(dear or "…", width)[:3]
        return wrap(f"{dear.title}: {dear.short_sentence} ({dear.loss} in 100)", width)[:3]

    def _paint_bottom(self, brush: Brush, signs: Signs) -> None:
        paint_heading(brush.sub_brush(0, 0, brush.width, 1), signs, "Today", "")
        today, title = self._today(), GAMES[self._game].title()
        setup = daily_setup(today, self._game)
        levels = [seat.level for seat in setup.seats if seat.level != HUMAN]
        edition = table_kit_of(GAMES[self._game]).edition_in_save_list(setup.edition)
        what = f"{title}{': ' + edition if edition else ''}, against {' and '.join(levels) if levels else 'nobody'}."
        whole = f"{what} The first attempt counts."
        brush.write(1, 1, fit(whole if cell_len(whole) <= brush.width - 2 else what, brush.width - 2), "sand")
        line = self._days.line(self._day) if self._days is not None else ""
        brush.write(1, 2, fit(line or self._month_sentence(), brush.width - 2), "sand")

    def _month_sentence(self) -> str:
        days = self._days
        if days is None:
            return ""
        in_month = [
            won for day, won in days.own_days.items() if (day.year, day.month) == (self._day.year, self._day.month)
        ]
        possible = (
            self._today().day if (self._day.year, self._day.month) == (self._today().year, self._today().month) else 0
        )
        of_days = f" of {possible}" if possible else ""
        sentence = f"{len(in_month)}{of_days} days played this month, {sum(in_month)} won."
        if days.streak.now and self._today() not in days.own_days:
            sentence += f" Finish today to keep the streak of {days.streak.now}."
        return sentence

    # -- keys

    def action_move(self, days: int) -> None:
        """Mark another day; not one that is yet to come."""
        self._show_day(self._day + timedelta(days=days))

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

    def action_share(self) -> None:
        """Copy the line to share."""
        line = self._days.line(self._day) if self._days is not None else ""
        if line:
            self.app.copy_to_clipboard(line)
        self.app.notify(f"Copied: {line}" if line else "Finish the game of this day first.", timeout=6)

    # -- the mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Mark a day, and play it with a second click."""
        target = self._surface.grid.target_at(event.screen_x, event.screen_y)
        if target is None or event.button != 1 or target.area != DAY:
            return
        if target.index == self._day.day:
            self.action_play()
        else:
            self._show_day(self._day.replace(day=target.index))

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def _wheel(self, event: events.MouseEvent) -> None:
        self.action_move(-7 if isinstance(event, events.MouseScrollUp) else 7)


def _paint_result(
    brush: Brush, signs: Signs, y: int, name: str, points: int | None, note: str, most: int, *, is_you: bool
) -> None:
    """A line: a name, its points, a word, and a bar."""
    ink = ("gold", "bold") if is_you else ("sand",)
    x = brush.write(0, y, pad(name, NAME_COLUMNS - 1), *ink) + 1
    brush.write(x, y, f"{'' if points is None else points:>3}", *ink)
    x += POINTS_COLUMNS
    x = brush.write(x, y, pad(note, 8), "dune")
    if points is not None:
        room = brush.width - x - 2
        brush.write(
            x, y, ("=" if signs.ascii_only else "▇") * round(room * points / most), "faience" if is_you else "deep"
        )
