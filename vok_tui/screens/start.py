"""The start screen: the game to continue, the games with what they are and how you last played them, and what there is today.

On a wide screen the games stand side by side, and a tall one lists the latest games. What all saves say is read after the first
picture, in a thread.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import Paste
from textual.widgets import Static

from saves import SaveError
from vok_tui.boards.keymap import key_labels_by_id
from vok_tui.coordinator.start_page import StartPage, StartRecords
from vok_tui.painting.grid import fit, pad, wrap
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.messages import GameChosen, GamePasted, MenuEntryChosen
from vok_tui.screens.widgets import KeyFooter, seat_points_line
from vok_tui.shared.shortcuts import bindings

TITLE: Final = "V O K"
TAGLINE: Final = "Games of tombs and treasure, alone or against others."
LABEL_COLUMNS: Final = 14  # of "Continue" and of the rows of today
TITLE_COLUMNS: Final = 22  # of the title of a game in a row
CONTINUE: Final = "continue"
DAILY: Final = "daily"
PRACTISE: Final = "practise"
PUZZLE: Final = "puzzle"
LEARN: Final = "learn"
GOALS: Final = "goals"
NO_RECORDS: Final = StartRecords({}, "", ())
ABOUT_PUZZLES: Final = "one answer is clearly best: find it"
GOALS_TEXT: Final = "things to learn and to be proud of"
NOTHING_TO_PRACTISE: Final = "find better in your own games, once they are analysed"


class StartEntry(Static, can_focus=True):
    """An entry of the start screen. `paint` returns its text for a width."""

    def __init__(self, choice: str, key: str, paint: Callable[["StartEntry", int], Content], classes: str = "") -> None:
        super().__init__(id=choice, markup=False, classes=classes)
        self.choice: Final = choice
        self.key: Final = key
        self._paint: Final = paint

    def render(self) -> Content:
        return self._paint(self, self.content_size.width)

    def on_click(self) -> None:
        self.focus()
        if isinstance(self.screen, StartScreen):
            self.screen.action_choose_focused()


def spread(left: Content, right: Content | str, width: int) -> Content:
    """A line with one text at the left and one at the right. The right one is left out if there is no room."""
    right = Content(right) if isinstance(right, str) else right
    blank = width - left.cell_length - right.cell_length
    return Content.assemble(left, " " * blank, right) if blank > 0 else left


class StartScreen(BaseScreen):
    """The start screen. `read_records` reads all saves; it may be slow and raise SaveError. `count_goals` says how many goals are
    reached; it may replay saves, and asks between two of them whether to stop. `keymap` holds the keys that config.toml
    changes."""

    BINDINGS = bindings("start")

    def __init__(
        self,
        page: StartPage,
        keymap: Mapping[str, str],
        read_records: Callable[[], StartRecords] = lambda: NO_RECORDS,
        count_goals: Callable[[Callable[[], bool]], tuple[str, str]] = lambda _: (GOALS_TEXT, ""),
    ) -> None:
        super().__init__()
        self.page = page
        self.keymap = keymap
        self.records = NO_RECORDS
        self.goals = (GOALS_TEXT, "")
        self._read_records = read_records
        self._count_goals = count_goals
        self._is_closed = False

    def compose(self) -> ComposeResult:
        yield Static(TITLE, id="title", markup=False)
        yield Static(TAGLINE, id="motto", markup=False)
        with Vertical(id="entries"):
            if self.page.continued is not None:
                yield StartEntry(CONTINUE, self._key(CONTINUE), self._paint_continued)
            yield Static(id="new-heading", classes="heading", markup=False)
            with Container(id="games"):
                for number, game in enumerate(self.page.games, 1):
                    yield StartEntry(f"game-{game.name}", self._key(f"start_game_{number}"), self._paint_game, "game")
            yield Static(id="today-heading", classes="heading", markup=False)
            yield StartEntry(DAILY, self._key(DAILY), self._paint_daily, "row")
            yield StartEntry(PRACTISE, self._key(PRACTISE), self._paint_practice, "row")
            yield StartEntry(PUZZLE, self._key(PUZZLE), self._paint_puzzle, "row")
            if any(self.page.lessons):
                yield StartEntry(LEARN, self._key(LEARN), self._paint_lessons, "row")
            yield StartEntry(GOALS, self._key(GOALS), self._paint_goals, "row")
            yield Static(id="last-heading", classes="heading", markup=False)
            yield Static(id="last-games", markup=False)
        kept = f"Your games are kept in {self.page.saves_folder}"
        yield Static(self.page.engine_note or kept, id="kept", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self._show_headings()
        self.query(StartEntry).first().focus()
        self._read()

    def on_resize(self) -> None:
        self._show_headings()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self.records is not NO_RECORDS:  # what was done over this screen may have changed them
            self._read()

    @work(thread=True)
    def _read(self) -> None:
        try:
            records = self._read_records()
        except SaveError:  # the shelf reports it
            return
        self.show_from_thread(self._show_records, records)
        with suppress(SaveError):
            self.show_from_thread(self._show_goals, self._count_goals(lambda: self._is_closed))

    def _show_goals(self, goals: tuple[str, str]) -> None:
        if self.is_mounted:
            self.goals = goals
            self.query_one(f"#{GOALS}", StartEntry).refresh()

    def on_unmount(self) -> None:
        self._is_closed = True

    def _show_records(self, records: StartRecords) -> None:
        if not self.is_mounted:
            return
        self.records = records
        for entry in self.query(StartEntry):
            entry.refresh()
        self._show_headings()

    # -- choosing

    @property
    def game_shown(self) -> str:
        marked = self.focused.choice if isinstance(self.focused, StartEntry) else ""
        if marked == CONTINUE and self.page.continued is not None:
            return self.page.continued.game
        return next((game.name for game in self.page.games if marked == f"game-{game.name}"), "")

    def action_choose(self, choice: str) -> None:
        """Choose an entry of the menu. "continue" has no effect without a game to continue."""
        if choice != CONTINUE or self.page.continued is not None:
            self.post_message(MenuEntryChosen(choice))

    def action_choose_game(self, index: int) -> None:
        """Choose a game by its place in the list, from 0."""
        if index < len(self.page.games):
            self.post_message(GameChosen(self.page.games[index].name))

    def action_choose_focused(self) -> None:
        if isinstance(self.focused, StartEntry):
            names = [f"game-{game.name}" for game in self.page.games]
            if self.focused.choice in names:
                self.action_choose_game(names.index(self.focused.choice))
            else:
                self.action_choose(self.focused.choice)

    def on_paste(self, event: Paste) -> None:
        """Let the app open a game that is pasted as text."""
        from saves.text import find_game

        if find_game(event.text):
            self.post_message(GamePasted(event.text))

    def action_move(self, right: int, down: int) -> None:
        """Move the focus by entries and rows; it stops at the edges."""
        rows = self._rows()
        for y, row in enumerate(rows):
            for x, entry in enumerate(row):
                if entry.has_focus:
                    target_row = rows[min(max(y + down, 0), len(rows) - 1)]
                    target_row[min(max(x + right, 0), len(target_row) - 1)].focus()
                    return

    def _rows(self) -> list[list[StartEntry]]:
        """The entries in the order of the rows. On a wide screen the games are one row."""
        rows: list[list[StartEntry]] = []
        games: list[StartEntry] = []
        for entry in self.query(StartEntry):
            if entry.has_class("game") and self._is_wide:
                games.append(entry)
                if len(games) == 1:
                    rows.append(games)
            else:
                rows.append([entry])
        return rows

    # -- painting

    @property
    def _is_wide(self) -> bool:
        return self.has_class("-wide")

    def _key(self, shortcut_id: str) -> str:
        keys = key_labels_by_id(shortcut_id, self.keymap)
        return keys[0] if keys else ""

    def _show_headings(self) -> None:
        width = self.app.size.width
        rule = "-" if getattr(self.app, "low_bandwidth", False) else "─"  # which takes three bytes
        shows_last = bool(self.records.last_games)
        headings = {"new-heading": "A new game", "today-heading": "Today", "last-heading": "Last games"}
        for name, text in headings.items():
            self.query_one(f"#{name}", Static).update(
                Content.assemble(
                    (f"{2 * rule} ", "$deep"), (text, "bold $gold"), (f" {rule * (width - len(text) - 4)}", "$deep")
                )
            )
        self.query_one("#last-heading").display = self.query_one("#last-games").display = shows_last
        lines = [
            Content.assemble(f"  {pad(game.result, 16)} ", (f"{game.title:<60}", "$sand"), (game.day, "$dune"))
            for game in self.records.last_games
        ]
        self.query_one("#last-games", Static).update(Content("\n").join(lines))

    def _paint_continued(self, entry: StartEntry, width: int) -> Content:
        game = self.page.continued
        assert game is not None
        cursor = "▸ " if entry.has_focus else "  "
        first = Content.assemble(
            f"{cursor}", (pad("Continue", LABEL_COLUMNS), "bold"), (fit(game.title, width - 22), "bold")
        )
        room = width - LABEL_COLUMNS - cell_len(game.standing) - cell_len(game.age) - 7
        seats = seat_points_line(game.seats, room) if game.seats else ""
        second = Content(f"{' ' * (LABEL_COLUMNS + 2)}{game.standing}{'  ' if game.standing else ''}{seats}")
        return Content("\n").join([spread(first, f"{entry.key} ", width), spread(second, f"{game.age} ", width)])

    def _paint_game(self, entry: StartEntry, width: int) -> Content:
        game = next(game for game in self.page.games if entry.choice == f"game-{game.name}")
        played, latest = self.records.played.get(game.name, ("", ""))
        minutes = self.page.new_games.get(game.name) if not played else None
        if self._is_wide:
            lines = wrap(game.purpose, width - 2)[:3]
            records = (played, f"last: {latest}" if latest else "")
            if minutes:
                records = ("new to you:", f"a guided game of {minutes} minutes")
            texts = [*lines, *[""] * (3 - len(lines)), game.size, *records]
            title = spread(
                Content.assemble("▸ " if entry.has_focus else "  ", (game.title, "bold")), f"{entry.key} ", width
            )
            return Content("\n").join([title, Content(""), *[Content(f"  {fit(text, width - 2)}") for text in texts]])
        record = f"{played}; last: {latest}" if played else ""
        if cell_len(record) > width - TITLE_COLUMNS - 3:
            record = f"last: {latest}"
        if minutes:
            record = f"new to you: a guided game of {minutes} minutes"
        cursor = "▸" if entry.has_focus else " "
        first = Content.assemble(
            cursor,
            (entry.key, "$lapis"),
            " ",
            (pad(game.title, TITLE_COLUMNS), "bold"),
            fit(game.purpose, width - TITLE_COLUMNS - 3),
        )
        second = Content.assemble(
            "   ",
            (pad(game.size, TITLE_COLUMNS), "$dune"),
            (fit(record, width - TITLE_COLUMNS - 3), "$faience" if minutes else "$dune"),
        )
        return Content("\n").join([spread(first, "", width), spread(second, "", width)])

    def _paint_daily(self, entry: StartEntry, width: int) -> Content:
        return self._paint_row(entry, "Daily game", self.records.daily, self.records.daily_streak, width)

    def _paint_practice(self, entry: StartEntry, width: int) -> Content:
        text, row = self.records.practice
        return self._paint_row(entry, "Practise", text or NOTHING_TO_PRACTISE, row, width)

    def _paint_puzzle(self, entry: StartEntry, width: int) -> Content:
        text, rating = self.records.puzzle
        return self._paint_row(entry, "Puzzle", text or ABOUT_PUZZLES, rating, width)

    def _paint_lessons(self, entry: StartEntry, width: int) -> Content:
        return self._paint_row(entry, "Guided games", *self.page.lessons, width)

    def _paint_goals(self, entry: StartEntry, width: int) -> Content:
        return self._paint_row(entry, "Goals", *self.goals, width)

    def _paint_row(self, entry: StartEntry, label: str, text: str, right: str, width: int) -> Content:
        cursor = "▸" if entry.has_focus else " "
        room = width - LABEL_COLUMNS - 3
        if right and cell_len(text) + 2 + cell_len(right) > room:  # what is at the right goes first
            right = ""
        room -= cell_len(right) + 2 if right else 0
        left = Content.assemble(
            cursor, (entry.key, "$lapis"), " ", (pad(label, LABEL_COLUMNS), "bold"), fit(text, room)
        )
        return spread(left, Content.styled(right, "$dune"), width)
