"""The cards: a list to look through on the left, the marked card in full on the right."""

from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.valley.card import FIELDS, Card, Catalogue
from saves.names import plural
from vok_tui.boards.valley_names import KINDS_OF_CARD
from vok_tui.keys import bindings
from vok_tui.screens.room import Room
from vok_tui.screens.rows import Rows

NAME: Final = 28  # columns
MARK: Final = "~"  # behind a number that is reconstructed
HEADS: Final = f" {'':<{NAME}}cost gold   {MARK} reconstructed"
LEVELS: Final = ("", "I", "II", "III")
OF_EDITION: Final = {"": "in both games", "base": "Valley of the Kings, 2014", "afterlife": "Afterlife, 2015"}


class CardsScreen(Room):
    """All cards of a catalogue, in rulebook order; `name` is the one to begin with. Reads, never plays."""

    BINDINGS = bindings("cards")

    def __init__(self, catalogue: Catalogue, name: str = "") -> None:
        super().__init__()
        self.cards = catalogue.cards
        self.editions = dict(zip(catalogue.cards, catalogue.editions, strict=True))
        self.first = name
        self.found = list(catalogue.cards)

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            with Horizontal(id="top"):
                yield Static("C A R D S", classes="title")
                yield Input(placeholder="find a name, a set or a word", max_length=NAME * 2, compact=True, id="find")
            yield Static(HEADS, classes="heads", markup=False)
            with Horizontal(id="both"):
                yield Rows(markup=False, id="list")
                yield Static("", id="card", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self._fill()
        self.query_one(OptionList).focus()

    @on(Input.Changed)
    def _fill(self) -> None:
        """List what fits the word that is looked for; where nothing does, everything, and say so."""
        word = " ".join(self.query_one(Input).value.casefold().split())
        fits = [
            card
            for card in self.cards
            if word in f"{card.name} {card.set} {self.editions[card]} {card.text}".casefold()
        ]
        self.found = fits or list(self.cards)
        self.query_one(".heads", Static).update(HEADS if fits else f" no card has {word}; here are all")
        names = [card.name for card in self.found]
        rows = self.query_one(OptionList)
        rows.set_options([Option(_line(card)) for card in self.found])
        rows.highlighted = names.index(self.first) if self.first in names else 0

    @on(OptionList.OptionHighlighted)
    def _show(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index >= len(self.found):  # other rows are listed meanwhile
            return
        card = self.found[event.option_index]
        size = sum(other.set == card.set for other in self.cards)
        self.query_one("#card", Static).update(in_full(card, size, self.editions[card]))

    @on(Input.Submitted)
    def _to_list(self) -> None:
        self.query_one(OptionList).focus()

    def action_find(self) -> None:
        """To the field above the list."""
        self.query_one(Input).focus()

    def action_back(self) -> None:
        """Out of the field, its word forgotten; from the list, back."""
        field = self.query_one(Input)
        if field.has_focus or field.value:
            field.value = ""
            self.query_one(OptionList).focus()
        else:
            super().action_back()


def reconstructed(card: Card) -> list[str]:
    """The fields that stand in no public source. Points are printed on no card of a set."""
    return [field for field in FIELDS if field not in card.printed and not (field == "vp" and card.is_set_card)]


def _line(card: Card) -> Content:
    guessed = reconstructed(card)
    cost, gold = (MARK if field in guessed else " " for field in ("cost", "gold"))
    return Content.assemble(f"{card.name:<{NAME}}", (f"{card.cost:>4}{cost}{card.gold:>4}{gold}", "$dune"))


def in_full(card: Card, set_size: int, edition: str) -> Content:
    """Everything there is to know of a card."""
    kind = KINDS_OF_CARD.get(card.set) or f"{card.set}, a set of {set_size}"
    if card.is_set_card:
        worth = f"in the tomb: one more kind of {card.set}"
    else:
        worth = f"in the tomb: {plural(card.vp, 'point')}"
    guessed = reconstructed(card)
    printed = [field for field in FIELDS if field in card.printed]
    source = [("printed\n", ", ".join(printed))] if printed else []
    source += [("reconstructed\n", ", ".join(guessed))] if guessed else []
    return Content.assemble(
        (card.name, "bold $gold"),
        (f"\n{kind}, level {LEVELS[card.level]}\n", "$lapis"),
        (f"{OF_EDITION.get(edition, edition)}\n\n", "$dune"),
        f"cost {card.cost} · gold {card.gold} · {plural(card.copies, 'copy', 'copies')}\n",
        f"{worth}\n\n",
        (card.text + "\n\n", "bold"),
        *[part for name, fields in source for part in ((name, "$dune"), fields + "\n")],
    )
