"""A question of the house, over whatever is on the screen: a few sentences and a few ways on."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from vok_tui.keys import bindings
from vok_tui.screens.room import Covered

ROW: Final = 3  # ways side by side


class Way(NamedTuple):
    """A way on: what `Ask` is left with, and what it is called."""

    result: str
    label: str


class Button(Static, can_focus=True):
    """One way on, with the key that takes it from anywhere, if it has one."""

    def __init__(self, way: Way, key: str = "") -> None:
        super().__init__(way.label, markup=False)
        self.way = way
        self.key = f"{key} " if key else ""

    def render(self) -> Content:
        left, right = ("▸ ", " ◂") if self.has_focus else ("  ", "  ")
        return Content.assemble(left, (self.key, "$lapis"), self.way.label, right)


class Ask(Covered, ModalScreen[str]):
    """Left with the result of the way that was taken, "" for going back. The first way has the focus."""

    BINDINGS = bindings("ask")
    AUTO_FOCUS = "Button"

    def __init__(self, title: str, text: str, ways: Sequence[Way]) -> None:
        super().__init__()
        self.heading = title
        self.text = text
        self.ways = ways

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static(self.heading, classes="title", markup=False)
            yield Static(self.text, markup=False)
            for at in range(0, len(self.ways), ROW):
                with Horizontal():
                    for way in self.ways[at : at + ROW]:
                        yield Button(way)

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, Button):
            self.dismiss(event.widget.way.result)

    def action_choose(self) -> None:
        """The way that has the focus."""
        if isinstance(self.focused, Button):
            self.dismiss(self.focused.way.result)

    def action_step(self, step: int) -> None:
        """To the next way, or to the one before."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_back(self) -> None:
        """Take no way."""
        self.dismiss("")
