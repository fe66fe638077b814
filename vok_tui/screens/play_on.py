"""Asks who plays on from a step of a finished game, in a new game."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from engine.core.game import HUMAN, Seat
from vok_tui.screens.base import SizeGuardedScreen
from vok_tui.screens.dialog import ActionButton, DialogOption
from vok_tui.screens.widgets import KeyFooter, OptionRow
from vok_tui.shared.levels import FRIEND, selectable_levels
from vok_tui.shared.shortcuts import bindings

PERSON = "person"  # for any human seat, also the player's own; "friend" would be wrong for that


class PlayOnDialog(SizeGuardedScreen, ModalScreen[tuple[str, ...] | None]):
    """Returns the level of each seat, or None if it was closed. Enter, on the first button, keeps the opponents."""

    BINDINGS = bindings("ask")
    AUTO_FOCUS = "ActionButton"

    def __init__(self, text: str, seats: tuple[Seat, ...], game: str) -> None:
        super().__init__()
        self.text = text
        self.seats = seats
        self.game = game

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static("This game is finished", classes="title", markup=False)
            yield Static(self.text, markup=False)
            with Horizontal():
                yield ActionButton(DialogOption("new", "A new game"))
                yield ActionButton(DialogOption("", "Stay here"))
            if len(self.seats) > 1:
                yield Static("Who plays on? The arrow keys change it.", classes="hint", markup=False)
                yield from map(self._seat_row, self.seats)
        yield KeyFooter()

    def _seat_row(self, seat: Seat) -> Horizontal:
        levels = selectable_levels(seat.level, self.game)
        options = tuple([PERSON if level == FRIEND else level for level in levels])
        row = OptionRow(options, PERSON if seat.level == HUMAN else seat.level)
        return Horizontal(Static(seat.name, classes="label", markup=False), row, classes="field")

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, ActionButton):
            self._close_with(event.widget.option.result)

    def action_choose(self) -> None:
        """Do what the focused button says; on a seat, play on."""
        self._close_with(self.focused.option.result if isinstance(self.focused, ActionButton) else "new")

    def _close_with(self, result: str) -> None:
        if not result:
            self.dismiss(None)
            return
        levels = [HUMAN if row.value == PERSON else row.value for row in self.query(OptionRow)]
        self.dismiss(tuple(levels or [seat.level for seat in self.seats]))
