"""The shelf: all saves, the one played last on top, and more about the one that is marked."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from rich.cells import set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from engine.core.rules import HUMAN
from engine.valley.editions import AFTERLIFE, BOTH, MIXED, SOLITAIRE
from saves import Row, visible
from vok_tui.equal import spoken
from vok_tui.keeping import whence
from vok_tui.keys import bindings
from vok_tui.panes.text import fit
from vok_tui.screens.room import Room
from vok_tui.screens.rows import Rows
from vok_tui.screens.standing import standing, told
from vok_tui.wishes import OpenSave

BESIDE: Final = 44  # columns that names and points must leave to the rest
CARDS: Final = {
    AFTERLIFE: "Afterlife",
    MIXED: "a mixed game",
    BOTH: "all cards of both games",
    SOLITAIRE: "alone, with robbers",
}
"""What is told of the cards of a game; of those of the first game nothing."""
EMPTY: Final = "Nothing here yet: a game is put on the shelf with its first move."


class ShelfScreen(Room):
    """A list to choose from. `now` is the time that "an hour ago" is counted from."""

    BINDINGS = bindings("shelf")

    def __init__(self, rows: Sequence[Row], folder: str, now: datetime) -> None:
        super().__init__()
        self.rows = rows
        self.folder = folder
        self.now = now
        self._seats = 30  # columns for names and points
        self._marked = 0

    def compose(self) -> ComposeResult:
        self._seats = min(max(self.app.size.width - BESIDE, 30), 60)
        with Vertical(classes="page"):
            yield Static("S A V E D   G A M E S", classes="title")
            yield Static(f"  {'played':<12}{'seats and points':<{self._seats}}{'turn':>5}  state", classes="heads")
            yield Rows(*[Option(self._line(row, False)) for row in self.rows], markup=False, id="rows")
            yield Static("", id="more", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        if self.rows:
            self.query_one(OptionList).focus()
            self.query_one(OptionList).highlighted = 0
        else:
            self.query_one("#more", Static).update(f"{EMPTY}\nThey are kept in {self.folder}.")

    @on(OptionList.OptionHighlighted)
    def _tell_more(self, event: OptionList.OptionHighlighted) -> None:
        for place in {self._marked, event.option_index}:
            line = self._line(self.rows[place], place == event.option_index)
            event.option_list.replace_option_prompt_at_index(place, line)
        self._marked = event.option_index
        self.query_one("#more", Static).update(more(self.rows[self._marked]))

    @on(OptionList.OptionSelected)
    def _open(self, event: OptionList.OptionSelected) -> None:
        self.post_message(OpenSave(self.rows[event.option_index]))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  asked by Textual
        """Nothing can be opened while there is nothing."""
        return action != "open" or bool(self.rows)

    def action_open(self) -> None:
        """As the list itself does with Enter."""
        self.query_one(OptionList).action_select()

    def _line(self, row: Row, marked: bool) -> Content:
        played = ago(datetime.fromtimestamp(row.when).astimezone(), self.now)
        width = self._seats - 1
        seats = set_cell_size(told(standing(row), width) or fit(visible(row.path.name), width), width)
        return Content.assemble(
            (f"{'▸' if marked else ' '}{played:<12}", "$dune"),
            f"{seats} ",
            (f"{row.turn or '':>5}  ", "$dune"),
            state(row),
        )


def state(row: Row) -> tuple[str, str]:
    """What can be done with a save, in a word, a glyph and a colour."""
    if row.damaged:
        return ("! damaged", "$carnelian") if row.game else ("! unreadable", "$carnelian")
    return ("● finished", "$dune") if row.finished else ("○ goes on", "$faience")


def more(row: Row) -> str:
    """With which cards, against whom, where the file lies, and what is wrong with it."""
    against = ", ".join(f"{visible(seat.name)} ({spoken(seat.level)})" for seat in row.seats if seat.level != HUMAN)
    parts = (
        CARDS.get(row.edition, ""),
        f"against {against}" if against else "",
        whence(row.origin) if row.origin else "",
    )
    first = ", ".join(part for part in parts if part)
    lines = [first[:1].upper() + first[1:], row.damaged or visible(str(row.path))]
    return "\n".join(line for line in lines if line)


def ago(then: datetime, now: datetime) -> str:
    """`just now`, `5 min ago`, `3 h ago`, `yesterday`, `12 Nov`, `12 Nov 2024`."""
    past = now - then
    if past < timedelta(minutes=1):
        return "just now"
    if past < timedelta(hours=1):
        return f"{past.seconds // 60} min ago"
    if past < timedelta(hours=12) or then.date() == now.date():
        return f"{past.seconds // 3600} h ago"
    if then.date() == (now - timedelta(days=1)).date():
        return "yesterday"
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b %Y}"
