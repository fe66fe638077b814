"""The pieces of the player's own box in lines: one after another, what is printed on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from vok_tui.boards.line_reader import spoken
from vok_tui.boards.own_data import BadValue, OwnData
from vok_tui.plain.conversation import FAILED, NOT_FOUND, LineCommand, LineQuestion
from vok_tui.plain.rooms import Hall, SimpleRoom

HOW_TO_ENTER: Final = (
    "Type what is printed on yours, as in: gold 2 cost 3. What no public source prints is called open. Each card is kept at "
    "once, and you can go on later."
)


class BoxRoom(SimpleRoom):
    """Asks what is printed on each piece, beginning with the first that has an open value."""

    def __init__(self, hall: Hall, own: OwnData) -> None:
        super().__init__(hall)
        self._own = own
        self._number = own.first_open
        self._has_said_how = False

    def say_news(self) -> None:
        if not self._has_said_how:
            self._has_said_how = True
            self._say_standing()
            self.conversation.say(HOW_TO_ENTER)

    def question(self) -> LineQuestion:
        own = self._own
        ways: list[tuple[str, Callable[[], None]]] = [
            ("What was entered", self._say_standing),
            ("Back to the start", self.coordinator.go_to_start),
        ]
        if self._number == len(own.pieces):
            return self.offer(
                "All of them were asked. What next?", [("Go through them again", partial(self._go_to, 0)), *ways]
            )
        piece = own.pieces[self._number]
        values = [
            f"{words.removesuffix('.')}{', open' if name in piece.open else ''}" for name, words in piece.words.items()
        ]
        text = f"{self._number + 1} of {len(own.pieces)}, {piece.title}: {'; '.join(values)}. What is printed on yours?"
        offers: list[tuple[str, Callable[[], None]]] = [("All is as it was read", partial(self._enter, ""))]
        offers.append(("Skip it", partial(self._go_to, self._number + 1)))
        if self._number:
            offers.append(("The one before", partial(self._go_to, self._number - 1)))
        if not piece.open:
            offers.append(("Take back what was entered", self._reopen))
        return self.offer(text, [*offers, *ways])

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        """Besides the usual ones, each name of a value, so that a line says what is printed: "gold 2 cost 3"."""
        own = self._own
        names = own.pieces[self._number].values if self._number < len(own.pieces) else ()
        values = {
            own.typed_name(name).casefold(): LineCommand(
                f"what is printed on yours for {own.typed_name(name)}; more values may follow",
                partial(self._enter_value, name),
                "VALUE",
            )
            for name in names
        }
        return {
            **values,
            **super().commands,
            "piece": LineCommand("go to the piece with this name", self._go_to_named, "NAME"),
        }

    def _enter_value(self, name: str, rest: str) -> None:
        self._enter(f"{name} {rest}")

    def _enter(self, typed: str) -> None:
        own, conversation = self._own, self.conversation
        try:
            faults = own.enter(self._number, typed)
            own.save()
        except BadValue as refused:
            conversation.refuse(f"{refused}.")
            return
        except OSError as error:
            conversation.refuse(own.not_written(error), FAILED)
            return
        if typed:
            conversation.say("Kept.")
        if faults:
            conversation.say(f"To be settled by other cards: {faults[0]}")
        self._go_to(self._number + 1)

    def _reopen(self) -> None:
        self._own.reopen(self._number)
        try:
            self._own.save()
        except OSError as error:
            self.conversation.refuse(self._own.not_written(error), FAILED)
        self.conversation.ask_again()

    def _go_to(self, number: int) -> None:
        self._number = number
        self.conversation.ask_again()

    def _go_to_named(self, name: str) -> None:
        try:
            self._go_to(self._own.find(name))
        except BadValue as refused:
            self.conversation.refuse(f"{refused}.", NOT_FOUND, "a name")

    def _say_standing(self) -> None:
        self.conversation.say(*map(spoken, self._own.standing))
