"""The screen on which owners of the box enter what is printed on their cards: a list of all pieces, a line to type for each."""

from collections.abc import Sequence
from typing import Final

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.core.wording import plural
from vok_tui.boards.own_data import ACTION, MAX_TYPED, TEXT, BadValue, OwnData, OwnPiece, value_text
from vok_tui.boards.table_kit import CARD_NAME_COLUMNS
from vok_tui.painting.grid import pad
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.dialog import TextDialog
from vok_tui.screens.widgets import KeyFooter, SafeOptionList
from vok_tui.shared.shortcuts import bindings

OPEN_NOTE: Final = "? is in no public source: look at yours."
ALL_PRINTED: Final = "All is as printed."
MAX_DIFFERENCES: Final = 4  # that are listed beside a piece; all are copied


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
        self._faults = False  # whether the pieces do not fit together yet

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
        self._check()

    @work(thread=True, group="check")
    def _check(self) -> None:
        """See whether games can be played with all pieces. In a thread, because new actions are tried in games."""
        self.show_from_thread(self._show_check, bool(self._own.faults))

    def _show_check(self, has_faults: bool) -> None:
        if self.is_mounted and has_faults != self._faults:
            self._faults = has_faults
            self._list(self.query_one(OptionList).highlighted or 0)

    def _list(self, highlighted: int) -> None:
        self._pieces = self._own.pieces
        done = sum([not piece.open for piece in self._pieces])
        self.query_one(".heads", Static).update(
            f" {done} of {len(self._pieces)} entered   {self._use}   fingerprint {self._own.fingerprint}"
        )
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
        """Show a piece: what is known of it, what it does, and what is to be done."""
        values = [
            (f"{piece.said(name)}\n", "$gold") if name in piece.open else (f"  {piece.said(name)}\n", "")
            for name in piece.words
        ]
        note = [(f"{self._note}\n\n", "$carnelian")] if self._note else []
        example = " ".join([f"{self._own.typed_name(name)} {value_text(piece.values[name])}" for name in _asked(piece)])
        how = f"\n{OPEN_NOTE if piece.open else ALL_PRINTED}\nEnter: type it, as in {example}.\n"
        differences = self._own.differences
        count = plural(len(differences), "value differs", "values differ")
        copies = self.with_keys("{own_share} copies all.")
        different = "\n".join(["", f"{count} from Vok's; {copies}", *differences[-MAX_DIFFERENCES:]])
        self.query_one("#card", Static).update(
            Content.assemble(
                (piece.label, "bold $gold"),
                "\n",
                (f"{piece.kind}\n\n", "$dune"),
                *note,
                *values,
                (how, "$dune"),
                different if differences else "",
            )
        )

    @property
    def _use(self) -> str:
        """What new games do with these pieces."""
        if self._faults:
            return "new games use Vok's until all fits"
        return "new games use yours" if self._own.differences else "yours are the same as Vok's so far"

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

        piece, typed_name = self._pieces[number], self._own.typed_name
        names = ", ".join([*map(typed_name, piece.values), *([TEXT] if ACTION in piece.values else [])])
        text = f"{piece.line}\n\nType what yours says. Names: {names}. Empty: all is as shown."
        self.app.push_screen(TextDialog(piece.label, text, "", MAX_TYPED), enter)

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
            self.show_from_thread(self._show_result, number + 1, note, bool(faults))

    def _show_result(self, number: int, note: str, has_faults: bool | None = None) -> None:
        self._is_checking, self._note = False, note
        if has_faults is not None:
            self._faults = has_faults
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
            self._check()

    def action_share(self) -> None:
        """Copy what differs, to be sent in, and the fingerprint."""
        differences = self._own.differences
        self.app.copy_to_clipboard("\n".join([*differences, f"fingerprint {self._own.fingerprint}"]))
        what = f"{plural(len(differences), 'difference')}, to be sent in, and the fingerprint"
        self.app.notify(f"Copied: {what}. Another owner with the same values has the same one.", timeout=8)


def _asked(piece: OwnPiece) -> list[str]:
    """The names of two values for an example: numbers that are open, else any numbers."""
    numbers = [name for name, value in piece.values.items() if isinstance(value, int)] or list(piece.values)
    return ([name for name in numbers if name in piece.open] or numbers)[:2]


def _line(piece: OwnPiece) -> Content:
    sign = f"{len(piece.open)} to look up" if piece.open else "entered"
    return Content.assemble(pad(piece.label, CARD_NAME_COLUMNS), (sign, "$dune" if piece.open else "$faience"))
