"""The list of all cards, and the page of each: what is printed, what is reconstructed."""

from typing import Final

from textual.content import Content

from engine.core.wording import plural
from engine.valley.catalogue.card import PRINTABLE_FIELDS, Card
from engine.valley.catalogue.catalogue import Catalogue
from vok_tui.boards.data_report import RECONSTRUCTED_MARK
from vok_tui.boards.table_kit import CARD_NAME_COLUMNS, CardEntry, CardList
from vok_tui.boards.valley.names import CARD_TYPES, ROMAN_LEVELS

COLUMN_HEADS: Final = f"{'':<{CARD_NAME_COLUMNS}}cost gold   {RECONSTRUCTED_MARK} reconstructed"
EDITION_TITLES: Final = {"": "in both games", "base": "Valley of the Kings, 2014", "afterlife": "Afterlife, 2015"}


def card_list(catalogue: Catalogue) -> CardList:
    """All cards of a catalogue, in the order of the rulebook."""
    cards = catalogue.cards
    entries = []
    for card, edition in zip(cards, catalogue.editions, strict=True):
        size = sum(other.set == card.set for other in cards)
        words = f"{card.name} {card.set} {edition} {card.text}"
        entries.append(CardEntry(card.name, cost_and_gold_text(card), words, card_content(card, size, edition)))
    return CardList(COLUMN_HEADS, tuple(entries))


def reconstructed_fields(card: Card) -> list[str]:
    """The fields that no public source shows. Set cards have no printed points, so `vp` is never one of theirs."""
    return [
        field for field in PRINTABLE_FIELDS if field not in card.printed and not (field == "vp" and card.is_set_card)
    ]


def cost_and_gold_text(card: Card) -> str:
    """The columns of cost and gold, with a mark after each that is reconstructed."""
    reconstructed = reconstructed_fields(card)
    cost_mark, gold_mark = (RECONSTRUCTED_MARK if field in reconstructed else " " for field in ("cost", "gold"))
    return f"{card.cost:>4}{cost_mark}{card.gold:>4}{gold_mark}"


def card_content(card: Card, set_size: int, edition: str) -> Content:
    """The full description of a card."""
    card_type = CARD_TYPES.get(card.set) or f"{card.set}, a set of {set_size}"
    if card.is_set_card:
        worth = f"in the tomb: one more kind of {card.set}"
    else:
        worth = f"in the tomb: {plural(card.vp, 'point')}"
    reconstructed = reconstructed_fields(card)
    printed = [field for field in PRINTABLE_FIELDS if field in card.printed]
    source = [("printed\n", ", ".join(printed))] if printed else []
    source += [("reconstructed\n", ", ".join(reconstructed))] if reconstructed else []
    return Content.assemble(
        (card.name, "bold $gold"),
        (f"\n{card_type}, level {ROMAN_LEVELS[card.level]}\n", "$lapis"),
        (f"{EDITION_TITLES.get(edition, edition)}\n\n", "$dune"),
        f"cost {card.cost} · gold {card.gold} · {plural(card.copies, 'copy', 'copies')}\n",
        f"{worth}\n\n",
        (card.text + "\n\n", "bold"),
        *[span for heading, fields in source for span in ((heading, "$dune"), fields + "\n")],
    )
