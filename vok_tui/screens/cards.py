"""The screen with all cards: a list on the left, the highlighted card in full on the right."""

from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.valley.cards.card import PRINTABLE_FIELDS, Card
from engine.valley.cards.catalogue import Catalogue
from saves.clean_text import plural
from vok_tui.boards.valley.names import CARD_TYPES
from vok_tui.screens.base_screen import BaseScreen
from vok_tui.settings.keys import bindings
from vok_tui.widgets.row_list import Rows

NAME_COLUMNS: Final = 28  # columns
RECONSTRUCTED_MARK: Final = "~"  # after a reconstructed number
COLUMN_HEADS: Final = f" {'':<{NAME_COLUMNS}}cost gold   {RECONSTRUCTED_MARK} reconstructed"
ROMAN_LEVELS: Final = ("", "I", "II", "III")
EDITION_TITLES: Final = {"": "in both games", "base": "Valley of the Kings, 2014", "afterlife": "Afterlife, 2015"}


class CardsScreen(BaseScreen):
    """All cards of a catalogue, in rulebook order; `name` is highlighted first."""

    BINDINGS = bindings("cards")

    def __init__(self, catalogue: Catalogue, name: str = "") -> None:
        super().__init__()
        self.cards = catalogue.cards
        self.editions = dict(zip(catalogue.cards, catalogue.editions, strict=True))
        self.first_name = name
        self.listed = list(catalogue.cards)

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            with Horizontal(id="top"):
                yield Static("C A R D S", classes="title")
                yield Input(
                    placeholder="find a name, a set or a word", max_length=NAME_COLUMNS * 2, compact=True, id="find"
                )
            yield Static(COLUMN_HEADS, classes="heads", markup=False)
            with Horizontal(id="both"):
                yield Rows(markup=False, id="list")
                yield Static("", id="card", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self._list_cards()
        self.query_one(OptionList).focus()

    @on(Input.Changed)
    def _list_cards(self) -> None:
        """List the cards that match the search text; all cards, with a note, if none does."""
        word = " ".join(self.query_one(Input).value.casefold().split())
        matching = [
            card
            for card in self.cards
            if word in f"{card.name} {card.set} {self.editions[card]} {card.text}".casefold()
        ]
        self.listed = matching or list(self.cards)
        self.query_one(".heads", Static).update(COLUMN_HEADS if matching else f" no card has {word}; here are all")
        names = [card.name for card in self.listed]
        options = self.query_one(OptionList)
        options.set_options([Option(_line(card)) for card in self.listed])
        options.highlighted = names.index(self.first_name) if self.first_name in names else 0

    @on(OptionList.OptionHighlighted)
    def _show_card(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index >= len(self.listed):  # other rows are listed meanwhile
            return
        card = self.listed[event.option_index]
        size = sum(other.set == card.set for other in self.cards)
        self.query_one("#card", Static).update(card_text(card, size, self.editions[card]))

    @on(Input.Submitted)
    def _focus_list(self) -> None:
        self.query_one(OptionList).focus()

    def action_find(self) -> None:
        """Focus the search field."""
        self.query_one(Input).focus()

    def action_back(self) -> None:
        """Leave and clear the search field; from the list, close the screen."""
        field = self.query_one(Input)
        if field.has_focus or field.value:
            field.value = ""
            self.query_one(OptionList).focus()
        else:
            super().action_back()


def reconstructed(card: Card) -> list[str]:
    """The fields that no public source shows. Cards of a set have no printed points."""
    return [
        field for field in PRINTABLE_FIELDS if field not in card.printed and not (field == "vp" and card.is_set_card)
    ]


def _line(card: Card) -> Content:
    guessed = reconstructed(card)
    cost, gold = (RECONSTRUCTED_MARK if field in guessed else " " for field in ("cost", "gold"))
    return Content.assemble(f"{card.name:<{NAME_COLUMNS}}", (f"{card.cost:>4}{cost}{card.gold:>4}{gold}", "$dune"))


def card_text(card: Card, set_size: int, edition: str) -> Content:
    """The full description of a card."""
    kind = CARD_TYPES.get(card.set) or f"{card.set}, a set of {set_size}"
    if card.is_set_card:
        worth = f"in the tomb: one more kind of {card.set}"
    else:
        worth = f"in the tomb: {plural(card.vp, 'point')}"
    guessed = reconstructed(card)
    printed = [field for field in PRINTABLE_FIELDS if field in card.printed]
    source = [("printed\n", ", ".join(printed))] if printed else []
    source += [("reconstructed\n", ", ".join(guessed))] if guessed else []
    return Content.assemble(
        (card.name, "bold $gold"),
        (f"\n{kind}, level {ROMAN_LEVELS[card.level]}\n", "$lapis"),
        (f"{EDITION_TITLES.get(edition, edition)}\n\n", "$dune"),
        f"cost {card.cost} · gold {card.gold} · {plural(card.copies, 'copy', 'copies')}\n",
        f"{worth}\n\n",
        (card.text + "\n\n", "bold"),
        *[part for name, fields in source for part in ((name, "$dune"), fields + "\n")],
    )
