"""The shelf: the list of saves with a search, filters and totals, and the details of the marked save. The bin looks the same.

The screen only posts messages; the app opens and changes the saves.
"""

from asyncio import sleep
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Final

from rich.cells import set_cell_size
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.core.game import HUMAN
from saves import SaveInfo, visible
from vok_tui.game.analysis_job import AnalysisJob, JobState, mark_count, stored_mark_count
from vok_tui.game.autosave import origin_text
from vok_tui.painting.grid import fit
from vok_tui.records.save_list import (
    ALL,
    DAMAGED,
    GOES_ON,
    ORDERS,
    RESULT_SIGNS,
    RESULTS,
    UNREADABLE,
    WON,
    SaveQuery,
    editions_in,
    game_and_points_text,
    players_with_points,
    result_of,
    title_of,
    totals_text,
    unusual_game_text,
)
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.messages import OpenSave, ShelfCommand, ToggleAnalysis
from vok_tui.screens.widgets import CleanInput, KeyFooter, MarkThenChooseList, OptionRow, seat_points_line
from vok_tui.shared.levels import level_text
from vok_tui.shared.shortcuts import bindings

MIN_SEATS_COLUMNS: Final = 10  # of the players and points in a title; for fewer, the game is not named
OTHER_COLUMNS: Final = 44  # columns beside the title of a save
MARKS_COLUMNS: Final = 7  # that show how many decisions an analysis has marked, once a game is analysed
MAX_FIND_CHARS: Final = 60
MAX_ROWS: Final = 2_000  # saves that are listed at once; a search finds the others
SAVES_AT_A_TIME: Final = 50
EMPTY_NOTE: Final = "Nothing here yet: a game is put on the shelf with its first move."
EMPTY_BIN_NOTE: Final = "The bin is empty."
NO_MATCH_NOTE: Final = "No game matches: clear the search, or show all."
RESULT_COLORS: Final = {
    GOES_ON: "$faience",
    WON: "$gold",
    DAMAGED: "$carnelian",
    UNREADABLE: "$carnelian",
}  # otherwise $dune
NEEDS_SAVE: Final = {"open", "analyse", "rename", "note", "delete", "restore"}
ONLY_OUTSIDE_BIN: Final = {"open", "analyse", "rename", "note", "delete", "bin"}
ONLY_IN_BIN: Final = {"restore", "empty"}


class ShelfScreen(BaseScreen):
    """The shelf, or with `in_bin` the bin. `saves` are the latest saves in it, `more` reads the others while the shelf is used.
    Times such as "1 h ago" are relative to `now`."""

    BINDINGS = bindings("shelf")
    KEYS_SECTION = "shelf"

    def __init__(
        self,
        saves: Sequence[SaveInfo],
        folder: str,
        now: datetime,
        *,
        in_bin: bool = False,
        more: Iterator[SaveInfo] = iter(()),  # noqa: B008  an empty iterator has no state
    ) -> None:
        super().__init__()
        self.saves = list(saves)
        self.listed_saves: list[SaveInfo] = []  # the saves that match the search and the filters, in order
        self.folder = folder
        self.now = now
        self.in_bin = in_bin
        self._more = more
        self._title_columns = 30
        self._marked = 0
        self._editions: dict[str, str] = {ALL: ALL}  # the words of the filter, and what the query calls them
        self._marks: dict[Path, str] = {}  # how many decisions are marked, or how much of a game is analysed

    def compose(self) -> ComposeResult:
        self._title_columns = min(max(self.app.size.width - OTHER_COLUMNS, 30), 60)
        with Vertical(classes="page"):
            yield Static("T H E   B I N" if self.in_bin else "S A V E D   G A M E S", classes="title")
            yield Static("", id="totals", markup=False)
            with Vertical(id="filters"):
                with Horizontal(classes="field"):
                    yield Static("Find", classes="label")
                    yield CleanInput(
                        placeholder="name, level, note", max_length=MAX_FIND_CHARS, compact=True, id="find"
                    )
                    yield Static("Sort", classes="label sort")
                    yield OptionRow(tuple(ORDERS), next(iter(ORDERS)), id="order")
                with Horizontal(classes="field"):
                    yield Static("Show", classes="label")
                    yield OptionRow((ALL, *RESULTS), ALL, id="result")
                with Horizontal(classes="field", id="editions"):
                    yield Static("Edition", classes="label")
                    yield OptionRow((ALL,), ALL, id="edition")
            yield Static("", classes="heads", id="heads")
            yield MarkThenChooseList(markup=False, id="rows")
            yield Static("", id="more", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self.show_saves(self.saves)
        self.query_one(MarkThenChooseList).focus()
        self.read_more(self._more)

    @work(exclusive=True, group="reading")
    async def read_more(self, more: Iterator[SaveInfo]) -> None:
        """Read further saves a few at a time, and then show them too. Keys work meanwhile."""
        further: list[SaveInfo] = []
        while some := list(islice(more, SAVES_AT_A_TIME)):
            further += some
            await sleep(0)
        if further:
            marked = self.marked_save
            self.show_saves([*self.saves, *further], marked.path if marked is not None else None)

    def show_saves(self, saves: Sequence[SaveInfo], marked_path: Path | None = None) -> None:
        """Replace the saves. The save at `marked_path` is marked; without it, the mark stays in its row."""
        self.saves = list(saves)
        if marked_path is None:
            self.ask_anew()
        self._editions = {ALL: ALL, **editions_in(self.saves)}
        self.query_one("#edition", OptionRow).set_options(tuple(self._editions))
        self.query_one("#editions").display = len(self._editions) > 2
        self.query_one("#filters").display = bool(self.saves)
        self._count_marks(tuple(self.saves))
        self._list_saves(marked_path)

    @on(Input.Changed)
    @on(OptionRow.Picked)
    def _apply_query(self) -> None:
        self._list_saves(self.marked_save.path if self.marked_save is not None else None)

    @on(OptionList.OptionHighlighted)
    def _show_details(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index >= len(self.listed_saves):  # the rows have changed since
            return
        for place in {self._marked, event.option_index}:
            if place < len(self.listed_saves):
                line = self._save_line(self.listed_saves[place], place == event.option_index)
                event.option_list.replace_option_prompt_at_index(place, line)
        self._marked = event.option_index
        self.query_one("#more", Static).update(save_details(self.listed_saves[self._marked]))

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self.listed_saves):
            self._open_or_restore(self.listed_saves[event.option_index])

    @on(Input.Submitted)
    def action_focus_list(self) -> None:
        self.query_one(MarkThenChooseList).focus()

    @property
    def marked_save(self) -> SaveInfo | None:
        """The marked save; None if no save is listed."""
        return self.listed_saves[self._marked] if self._marked < len(self.listed_saves) else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable what cannot be done here, such as opening a save in the bin, or changing a save while none is listed."""
        name = str(parameters[0]) if action == "send_command" else action
        if name in (ONLY_OUTSIDE_BIN if self.in_bin else ONLY_IN_BIN):
            return False
        if name == "empty":
            return bool(self.saves)
        return name not in NEEDS_SAVE or bool(self.listed_saves)

    def action_open(self) -> None:
        """Open the marked save, or put it back from the bin; in the search field, focus the list."""
        if self.query_one(Input).has_focus:
            self.action_focus_list()
        elif self.marked_save is not None:
            self._open_or_restore(self.marked_save)

    def action_restore(self) -> None:
        """Put the marked save back."""
        self.action_open()

    def action_send_command(self, command: str) -> None:
        """Ask the app to do something with the marked save, or with the shelf."""
        self.post_message(ShelfCommand(command, self.marked_save))

    def action_find(self) -> None:
        """Focus the search field."""
        if self.saves:
            self.query_one(Input).focus()

    def action_back(self) -> None:
        """Leave and clear the search field; from the list, close the screen."""
        field = self.query_one(Input)
        if field.has_focus or field.value:
            field.value = ""
            self.action_focus_list()
        elif self.in_bin:
            self.post_message(ShelfCommand("shelf"))
        else:
            super().action_back()

    # -- analyses

    @work(thread=True, exclusive=True, group="marks")
    def _count_marks(self, saves: Sequence[SaveInfo]) -> None:
        """Count the marks of all finished games that are analysed. In a thread, because their analyses are read."""
        found: dict[Path, str] = {}
        for save in saves:
            count = stored_mark_count(save.path, save.seats) if save.finished and not save.damage else None
            if count is not None:
                found[save.path] = str(count)
        if found:
            self.show_from_thread(self._show_marks, found)

    def _show_marks(self, found: dict[Path, str]) -> None:
        if self.is_mounted:
            self._marks = found | {path: text for path, text in self._marks.items() if text.endswith("%")}
            self._list_saves(self.marked_save.path if self.marked_save is not None else None)

    def show_analysis(self, job: AnalysisJob) -> None:
        """Show how far the analysis of a save is, or how many decisions it has marked."""
        saves = [save for save in self.listed_saves if save.path == job.path]
        if not saves or not all(self.query(part) for part in ("#heads", "#rows", "#more", "#totals")):
            return  # a screen that is being closed has lost its parts one by one
        if job.problem:
            self.app.notify(job.problem, timeout=8)
            job.problem = ""
        elif job.goes_on and job.state == JobState.DONE and job.shown is not None:
            marked = mark_count(job.shown, saves[0].seats)
            self.app.notify(f"Of your decisions so far, {marked} are marked: open the game, and review it.", timeout=8)
        had_column = bool(self._marks)
        if job.state == JobState.RUNNING:
            self._marks[job.path] = f"{job.share_done:.0%}"
        elif job.shown is not None:
            self._marks[job.path] = str(mark_count(job.shown, saves[0].seats))
        if self._marks and not had_column:
            self._list_saves(self.marked_save.path if self.marked_save is not None else None)
        elif self._marks:
            row = self.listed_saves.index(saves[0])
            line = self._save_line(saves[0], row == self._marked)
            self.query_one(MarkThenChooseList).replace_option_prompt_at_index(row, line)

    def action_analyse(self) -> None:
        """Begin the analysis of the marked save, stop it, or go on with it."""
        if self.marked_save is not None:
            self.post_message(ToggleAnalysis(self.marked_save))

    def _open_or_restore(self, save: SaveInfo) -> None:
        self.post_message(ShelfCommand("restore", save) if self.in_bin else OpenSave(save))

    def _list_saves(self, marked_path: Path | None) -> None:
        """List the saves that match the search and the filters."""
        marks = f"{'marks':>{MARKS_COLUMNS - 2}}  " if self._marks else ""
        columns = self._title_columns - len(marks)
        self.query_one("#heads", Static).update(f"  {'played':<12}{'game':<{columns}}{'turn':>5}  {marks}result")
        edition, result, order = (
            self.query_one(f"#{field}", OptionRow).value for field in ("edition", "result", "order")
        )
        query = SaveQuery(self.query_one(Input).value, self._editions[edition], result, order)
        matches = query.sorted_matches(self.saves)
        self.listed_saves = matches[:MAX_ROWS]
        rows = self.query_one(MarkThenChooseList)
        paths = [save.path for save in self.listed_saves]
        place = paths.index(marked_path) if marked_path in paths else min(self._marked, max(0, len(paths) - 1))
        self._marked = place
        rows.set_options([Option(self._save_line(save, row == place)) for row, save in enumerate(self.listed_saves)])
        totals = totals_text(matches) if matches else ""
        self.query_one("#totals", Static).update(
            f"{totals}; the first {MAX_ROWS:,} are listed" if len(matches) > MAX_ROWS else totals
        )
        if self.listed_saves:
            rows.highlighted = place
            self.query_one("#more", Static).update(save_details(self.listed_saves[place]))
        else:
            empty_note = EMPTY_BIN_NOTE if self.in_bin else f"{EMPTY_NOTE}\nThey are kept in {self.folder}."
            self.query_one("#more", Static).update(NO_MATCH_NOTE if self.saves else empty_note)
        self.refresh_bindings()

    def _save_line(self, save: SaveInfo, is_marked: bool) -> Content:
        played = time_ago(datetime.fromtimestamp(save.last_played).astimezone(), self.now)
        width = self._title_columns - 1 - (MARKS_COLUMNS if self._marks else 0)
        marks = f"{self._marks.get(save.path, ''):>{MARKS_COLUMNS - 2}}  " if self._marks else ""
        result = result_of(save)
        return Content.assemble(
            (f"{'▸' if is_marked else ' '}{played:<12}", "$dune"),
            f"{set_cell_size(short_title(save, width), width)} ",
            (f"{save.turn or '':>5}  ", "$dune"),
            marks,
            (f"{RESULT_SIGNS[result]} {result}", RESULT_COLORS.get(result, "$dune")),
        )


def short_title(save: SaveInfo, width: int) -> str:
    """The title of a save in at most `width` columns. A given name is followed by the game and the points if they fit. Without a
    given name, the names of the seats are shortened, but never their points."""
    title = title_of(save)
    if save.label.name:
        full_title = f"{title}: {game_and_points_text(save)}"
        return full_title if len(full_title) <= width else fit(title, width)
    seats = tuple([(name, score) for name, score in players_with_points(save) if score is not None])
    if len(title) <= width or not seats:
        return fit(title, width)
    game = unusual_game_text(save)
    game = f"{game}, " if game and len(game) + 2 + MIN_SEATS_COLUMNS <= width else ""
    line = f"{game}{seat_points_line(seats, width - len(game))}"
    return f"{line[:1].upper()}{line[1:]}"


def save_details(save: SaveInfo) -> str:
    """Details of a save, in lines: what is unusual about it and who plays; its note; its damage, or its path."""
    against = ", ".join(
        f"{visible(seat.name)} ({level_text(seat.level)})" for seat in save.seats if seat.level != HUMAN
    )
    parts = (
        unusual_game_text(save),
        f"against {against}" if against else "",
        origin_text(save.origin) if save.origin else "",
        f"{' and '.join(save.label.words_apart)}: counted apart" if save.label.words_apart else "",
    )
    first = ", ".join(part for part in parts if part)
    lines = [first[:1].upper() + first[1:], save.label.note, save.damage or save.unread or visible(str(save.path))]
    return "\n".join(line for line in lines if line)


def time_ago(then: datetime, now: datetime) -> str:
    """`just now`, `5 min ago`, `3 h ago`, `yesterday`, `12 Nov`, `12 Nov 2024`."""
    elapsed = now - then
    if elapsed < timedelta(minutes=1):
        return "just now"
    if elapsed < timedelta(hours=1):
        return f"{elapsed.seconds // 60} min ago"
    if elapsed < timedelta(hours=12) or then.date() == now.date():
        return f"{elapsed.seconds // 3600} h ago"
    if then.date() == (now - timedelta(days=1)).date():
        return "yesterday"
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b %Y}"
