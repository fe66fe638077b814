"""The list of saves, the latest first, with details of the highlighted one."""

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

from engine.core.game import HUMAN
from engine.games import GAMES
from saves import SaveInfo, visible
from vok_tui.boards import table_kit_of
from vok_tui.game.autosave import origin_text
from vok_tui.game.equal_level import level_text
from vok_tui.panes.text import fit
from vok_tui.screen_messages import OpenSave
from vok_tui.screens.base_screen import BaseScreen
from vok_tui.settings.keys import bindings
from vok_tui.widgets.row_list import Rows
from vok_tui.widgets.seat_points import seat_points, seat_points_line

OTHER_COLUMNS: Final = 44  # for everything but names and points
EMPTY_NOTE: Final = "Nothing here yet: a game is put on the shelf with its first move."


class ShelfScreen(BaseScreen):
    """`now` is the reference for times like "an hour ago"."""

    BINDINGS = bindings("shelf")

    def __init__(self, saves: Sequence[SaveInfo], folder: str, now: datetime) -> None:
        super().__init__()
        self.saves = saves
        self.folder = folder
        self.now = now
        self._seat_columns = 30  # columns for names and points
        self._marked = 0

    def compose(self) -> ComposeResult:
        self._seat_columns = min(max(self.app.size.width - OTHER_COLUMNS, 30), 60)
        with Vertical(classes="page"):
            yield Static("S A V E D   G A M E S", classes="title")
            yield Static(
                f"  {'played':<12}{'seats and points':<{self._seat_columns}}{'turn':>5}  state", classes="heads"
            )
            yield Rows(*[Option(self._save_line(save, False)) for save in self.saves], markup=False, id="rows")
            yield Static("", id="more", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        if self.saves:
            self.query_one(OptionList).focus()
            self.query_one(OptionList).highlighted = 0
        else:
            self.query_one("#more", Static).update(f"{EMPTY_NOTE}\nThey are kept in {self.folder}.")

    @on(OptionList.OptionHighlighted)
    def _show_details(self, event: OptionList.OptionHighlighted) -> None:
        for place in {self._marked, event.option_index}:
            line = self._save_line(self.saves[place], place == event.option_index)
            event.option_list.replace_option_prompt_at_index(place, line)
        self._marked = event.option_index
        self.query_one("#more", Static).update(save_details(self.saves[self._marked]))

    @on(OptionList.OptionSelected)
    def _open(self, event: OptionList.OptionSelected) -> None:
        self.post_message(OpenSave(self.saves[event.option_index]))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  asked by Textual
        """Disable `open` while there are no saves."""
        return action != "open" or bool(self.saves)

    def action_open(self) -> None:
        """The same as Enter in the list."""
        self.query_one(OptionList).action_select()

    def _save_line(self, save: SaveInfo, marked: bool) -> Content:
        played = time_ago(datetime.fromtimestamp(save.modified).astimezone(), self.now)
        width = self._seat_columns - 1
        seats = set_cell_size(seat_points_line(seat_points(save), width) or fit(visible(save.path.name), width), width)
        return Content.assemble(
            (f"{'▸' if marked else ' '}{played:<12}", "$dune"),
            f"{seats} ",
            (f"{save.turn or '':>5}  ", "$dune"),
            save_state(save),
        )


def save_state(save: SaveInfo) -> tuple[str, str]:
    """The state of a save: a sign, a word and a colour."""
    if save.damage:
        return ("! damaged", "$carnelian") if save.game else ("! unreadable", "$carnelian")
    return ("● finished", "$dune") if save.finished else ("○ goes on", "$faience")


def save_details(save: SaveInfo) -> str:
    """Details of a save: the cards, the opponents, the file, and any damage."""
    against = ", ".join(
        f"{visible(seat.name)} ({level_text(seat.level)})" for seat in save.seats if seat.level != HUMAN
    )
    parts = (
        game_text(save),
        f"against {against}" if against else "",
        origin_text(save.origin) if save.origin else "",
    )
    first = ", ".join(part for part in parts if part)
    lines = [first[:1].upper() + first[1:], save.damage or visible(str(save.path))]
    return "\n".join(line for line in lines if line)


def game_text(save: SaveInfo) -> str:
    """The game if it is not the usual one, and the edition if it is not the usual one of the game."""
    if save.game not in GAMES:
        return ""
    game = GAMES[save.game]
    title = game.title() if save.game != GAMES.default else ""
    return ", ".join([text for text in (title, table_kit_of(game).edition_text(save.edition)) if text])


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
