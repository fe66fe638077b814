"""The screen with all cards: a list on the left, the highlighted card in full on the right."""

from typing import Final

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from vok_tui.boards.table_kit import CARD_NAME_COLUMNS, CardEntry, CardList
from vok_tui.painting.grid import pad, wrap
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.messages import MenuEntryChosen
from vok_tui.screens.widgets import KeyFooter, SafeOptionList
from vok_tui.shared.shortcuts import bindings

LIST_COLUMNS: Final = 39  # of the text in the list, whose width is fixed
NAME_GAP: Final = 2  # columns after the longest name
TEXT_INDENT: Final = 2  # of the further lines of a text, which begins with a mark


class CardsScreen(BaseScreen):
    """All cards of a list. The card called `highlighted_name` is highlighted at first."""

    BINDINGS = bindings("cards")
    KEYS_SECTION = "cards"

    def __init__(self, cards: CardList, highlighted_name: str = "") -> None:
        super().__init__()
        self.cards = cards
        self.highlighted_name = highlighted_name
        self.listed_cards = cards.entries
        self.name_columns = name_columns(cards)
        self.heads = f" {cards.heads[CARD_NAME_COLUMNS - self.name_columns :]}"

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            with Horizontal(id="top"):
                yield Static("C A R D S", classes="title")
                yield Input(
                    placeholder="find a name or any word",
                    max_length=CARD_NAME_COLUMNS * 2,
                    compact=True,
                    id="find",
                )
            yield Static(self.heads, classes="heads", markup=False)
            with Horizontal(id="both"):
                yield SafeOptionList(markup=False, id="list")
                yield Static("", id="card", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self._list_cards()
        self.query_one(OptionList).focus()

    @on(Input.Changed)
    def _list_cards(self) -> None:
        """List the cards that match the search text; all cards, with a note, if none does."""
        word = " ".join(self.query_one(Input).value.casefold().split())
        matching = tuple([card for card in self.cards.entries if word in card.search_text.casefold()])
        self.listed_cards = matching or self.cards.entries
        heads = self.heads if matching else f" no card matches {word}; all are listed"
        self.query_one(".heads", Static).update(heads)
        names = [card.name for card in self.listed_cards]
        options = self.query_one(OptionList)
        options.set_options([Option(card_line(card, self.name_columns)) for card in self.listed_cards])
        options.highlighted = names.index(self.highlighted_name) if self.highlighted_name in names else 0

    @on(OptionList.OptionHighlighted)
    def _show_card(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index >= len(self.listed_cards):  # the rows have changed since
            return
        self.query_one("#card", Static).update(self.listed_cards[event.option_index].page)

    @on(Input.Submitted)
    def _focus_list(self) -> None:
        self.query_one(OptionList).focus()

    def action_find(self) -> None:
        """Focus the search field."""
        self.query_one(Input).focus()

    def action_own(self) -> None:
        """Enter the cards of the player's own box."""
        self.post_message(MenuEntryChosen("own"))

    def action_back(self) -> None:
        """Leave and clear the search field; from the list, close the screen."""
        field = self.query_one(Input)
        if field.has_focus or field.value:
            field.value = ""
            self.query_one(OptionList).focus()
        else:
            super().action_back()


def name_columns(cards: CardList) -> int:
    """The width of the column of names: narrow if the texts beside them need more lines otherwise."""
    if max([cell_len(card.columns) for card in cards.entries]) <= LIST_COLUMNS - CARD_NAME_COLUMNS:
        return CARD_NAME_COLUMNS
    return min(CARD_NAME_COLUMNS, max([cell_len(card.name) for card in cards.entries]) + NAME_GAP)


def card_line(card: CardEntry, column: int) -> Content:
    """The line of a card; further lines of a long text are indented. A text that fits keeps its columns."""
    width = LIST_COLUMNS - column
    if cell_len(card.columns) <= width:
        return Content.assemble(pad(card.name, column), (card.columns, "$dune"))
    texts = wrap(card.columns, width, TEXT_INDENT)
    mark = " " * (len(card.columns) - len(card.columns.lstrip()))  # a blank in place of a mark
    first, *rest = [mark + texts[0], *texts[1:]]
    return Content.assemble(
        pad(card.name, column), ("\n".join([first, *[" " * column + text for text in rest]]), "$dune")
    )
