"""The screen on which owners of the box enter what is printed on their cards: a list of all pieces, a line to type for each."""

from collections.abc import Sequence
from typing import Final

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from vok_tui.boards.own_data import MAX_TYPED, BadValue, OwnData, OwnPiece
from vok_tui.boards.table_kit import CARD_NAME_COLUMNS
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.dialog import TextDialog
from vok_tui.screens.widgets import KeyFooter, SafeOptionList
from vok_tui.shortcuts import bindings

HOW: Final = "Enter: type what yours says, as in gold 2 cost 3. Each card is kept at once."


class OwnCardsScreen(BaseScreen):
    """Shows the pieces of `own`, at first the first one with an open value."""

    BINDINGS = bindings("own_cards")
    KEYS_SECTION = "own_cards"

    def __init__(self, own: OwnData) -> None:
        super().__init__()
        self._own: Final = own
        self._pieces: Sequence[OwnPiece] = own.pieces
        self._note = ""
        self._is_checking = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            with Horizontal(id="top"):
                yield Static("Y O U R   B O X", classes="title")
            yield Static("", classes="heads", markup=False)
            with Horizontal(id="both"):
                yield SafeOptionList(markup=False, id="list")
                yield Static("", id="card", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        first = self._own.first_open
        self._list(first if first < len(self._pieces) else 0)
        self.query_one(OptionList).focus()

    def _list(self, highlighted: int) -> None:
        self._pieces = self._own.pieces
        done = sum([not piece.open for piece in self._pieces])
        heads = f" {done} of {len(self._pieces)} entered   fingerprint {self._own.fingerprint}"
        self.query_one(".heads", Static).update(heads)
        options = self.query_one(OptionList)
        options.set_options([Option(_line(piece)) for piece in self._pieces])
        options.highlighted = min(highlighted, len(self._pieces) - 1)
        self._show_piece(self._pieces[options.highlighted])
        self.ask_anew()

    @on(OptionList.OptionHighlighted)
    def _show_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index < len(self._pieces):
            self._show_piece(self._pieces[event.option_index])

    def _show_piece(self, piece: OwnPiece) -> None:
        values = [f"{part}" for part in piece.line.split(", ")]
        source = "? is in no public source." if piece.open else "All is as printed."
        texts = [*values, source, "", HOW]
        differences = self._own.differences
        if differences:
            texts += ["", "It differs from the cards of Vok:", *differences[-3:]]
        note = (f"{self._note}\n\n", "$carnelian") if self._note else ""
        self.query_one("#card", Static).update(
            Content.assemble((piece.title, "bold $gold"), "\n\n", note, "\n".join(texts))
        )

    @on(OptionList.OptionSelected)
    def _ask(self, event: OptionList.OptionSelected) -> None:
        """Ask what is printed on a piece."""
        number = event.option_index
        if self._is_checking or number >= len(self._pieces):
            return

        def enter(typed: str | None) -> None:
            if typed is not None:
                self._is_checking, self._note = True, "Checking…"
                self._show_piece(self._pieces[number])
                self._enter(number, typed)

        piece = self._pieces[number]
        self.app.push_screen(TextDialog(piece.title, piece.line, "", MAX_TYPED), enter)

    @work(thread=True, group="enter")
    def _enter(self, number: int, typed: str) -> None:
        """Check and keep a line. In a thread, because a new action is tried in games."""
        try:
            faults = self._own.enter(number, typed)
            self._own.save()
        except BadValue as refused:
            self.show_from_thread(self._show_result, number, f"{refused}.")
        except OSError as error:
            self.show_from_thread(self._show_result, number, self._own.not_written(error))
        else:
            note = f"Kept. To be settled by other cards: {faults[0]}" if faults else ""
            self.show_from_thread(self._show_result, number + 1, note)

    def _show_result(self, number: int, note: str) -> None:
        self._is_checking, self._note = False, note
        if self.is_mounted:
            self._list(number)

    def action_as_shown(self) -> None:
        """All of the highlighted piece is printed as shown."""
        number = self.query_one(OptionList).highlighted
        if number is not None and not self._is_checking:
            self._is_checking = True
            self._enter(number, "")

    def action_reopen(self) -> None:
        """Take back what was entered for the highlighted piece."""
        number = self.query_one(OptionList).highlighted
        if number is not None and not self._is_checking:
            self._own.reopen(number)
            try:
                self._own.save()
                self._note = ""
            except OSError as error:
                self._note = self._own.not_written(error)
            self._list(number)


def _line(piece: OwnPiece) -> Content:
    sign = f"{len(piece.open)} open" if piece.open else "entered"
    return Content.assemble(f"{piece.title:<{CARD_NAME_COLUMNS}}", (sign, "$dune" if piece.open else "$faience"))
