"""A choice among a few words in one row: the arrows or a click move the brackets. Where there is little room the words stand
closer together, and where even so there is not room for all of them, those around the chosen one are in sight."""

from collections.abc import Sequence
from typing import Any, Final

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from vok_tui.keys import bindings

CUT: Final = "…"  # at an end of the row: more that way


class Choice(Widget, can_focus=True):
    """`options` in a row, the chosen one between brackets: `‹scribe›`, with arrowheads while it has the focus."""

    BINDINGS = bindings("choice")
    DEFAULT_CSS = "Choice { height: 1; width: auto; }"
    picked: reactive[int] = reactive(0)

    class Picked(Message):
        """Another option was chosen."""

        def __init__(self, choice: "Choice") -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> "Choice":
            return self.choice

    def __init__(self, options: Sequence[str], value: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.options = tuple(options)
        self.set_reactive(Choice.picked, self.options.index(value))

    @property
    def value(self) -> str:
        """The chosen option."""
        return self.options[self.picked]

    def offer(self, options: Sequence[str]) -> None:
        """Other options in place of these; the same place stays chosen, or the first if it is gone."""
        self.options = tuple(options)
        self.picked = self.picked if self.picked < len(self.options) else 0
        self.refresh(layout=True)

    def render(self) -> Content:
        left, right = ("◂", "▸") if self.has_focus else ("‹", "›")
        style = "bold $gold" if self.has_focus else "bold $sand"
        there, ends = self._in_sight(), self._ends()
        parts: list[tuple[str, str]] = [(ends[0], "$dune")]
        for place in there:
            here = place == self.picked
            before = left if here else right if self._close() and place - 1 == self.picked >= there.start else " "
            parts += [(before, style if before != " " else "$dune"), (self.options[place], style if here else "$dune")]
            if not self._close() or place + 1 == there.stop:
                parts.append((right if here else " ", style if here else "$dune"))
        return Content.assemble(*parts, (ends[1], "$dune"))

    def get_content_width(self, *_: object) -> int:
        return sum(len(option) + 2 for option in self.options)

    def action_pick(self, step: int) -> None:
        """The next one to the left (-1) or to the right (1); at the end, nothing."""
        self._choose(self.picked + step)

    def on_click(self, event: events.Click) -> None:
        there = self._in_sight()
        end = len(self._ends()[0])
        if event.x < end:
            self._choose(there.start - 1)
            return
        for place in there:
            end += self._takes(place)
            if event.x < end:
                self._choose(place)
                return
        self._choose(there.stop)

    def _close(self) -> bool:
        """Whether one blank or bracket between two words must do."""
        return self.get_content_width() > self.content_size.width

    def _takes(self, place: int) -> int:
        """The columns of an option. Where they stand close, the one after the last word is not counted."""
        return len(self.options[place]) + (1 if self._close() else 2)

    def _ends(self) -> tuple[str, str]:
        """Whether there are more at the left and at the right."""
        there = self._in_sight()
        return CUT if there.start else "", CUT if there.stop < len(self.options) else ""

    def _in_sight(self) -> range:
        """The options that there is room for: the chosen one and, by turns, those at its sides."""
        room = self.content_size.width - (1 if self._close() else 0)
        if sum(map(self._takes, range(len(self.options)))) <= room:
            return range(len(self.options))
        first, last = self.picked, self.picked + 1
        room -= 2 * len(CUT) + self._takes(self.picked)
        grew = True
        while grew:
            grew = False
            for place in (last, first - 1):
                if 0 <= place < len(self.options) and self._takes(place) <= room:
                    room -= self._takes(place)
                    first, last = min(first, place), max(last, place + 1)
                    grew = True
        return range(first, last)

    def _choose(self, place: int) -> None:
        if 0 <= place < len(self.options) and place != self.picked:
            self.picked = place
            self.post_message(self.Picked(self))
