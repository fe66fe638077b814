"""The list of all cards, and the page of each: what is printed, what is reconstructed."""

from typing import Final

from textual.content import Content

from engine.valley.cards.card import PRINTABLE_FIELDS, Card
from engine.valley.cards.catalogue import Catalogue
from saves.clean_text import plural
from vok_tui.boards.table_kit import CARD_NAME_COLUMNS, CardEntry, CardList
from vok_tui.boards.valley.names import CARD_TYPES

RECONSTRUCTED_MARK: Final = "~"  # after a reconstructed number
COLUMN_HEADS: Final = f"{'':<{CARD_NAME_COLUMNS}}cost gold   {RECONSTRUCTED_MARK} reconstructed"
ROMAN_LEVELS: Final = ("", "I", "II", "III")
EDITION_TITLES: Final = {"": "in both games", "base": "Valley of the Kings, 2014", "afterlife": "Afterlife, 2015"}


def card_list(catalogue: Catalogue) -> CardList:
    """All cards of a catalogue, in rulebook order."""
    cards = catalogue.cards
    entries = []
    for card, edition in zip(cards, catalogue.editions, strict=True):
        size = sum(other.set == card.set for other in cards)
        words = f"{card.name} {card.set} {edition} {card.text}"
        entries.append(CardEntry(card.name, cost_and_gold_text(card), words, card_content(card, size, edition)))
    return CardList(COLUMN_HEADS, tuple(entries))


def reconstructed_fields(card: Card) -> list[str]:
    """The fields that no public source shows. Cards of a set have no printed points."""
    return [
        field for field in PRINTABLE_FIELDS if field not in card.printed and not (field == "vp" and card.is_set_card)
    ]


def cost_and_gold_text(card: Card) -> str:
    """Cost and gold, as columns."""
    guessed = reconstructed_fields(card)
    cost, gold = (RECONSTRUCTED_MARK if field in guessed else " " for field in ("cost", "gold"))
    return f"{card.cost:>4}{cost}{card.gold:>4}{gold}"


def card_content(card: Card, set_size: int, edition: str) -> Content:
    """The full description of a card."""
    kind = CARD_TYPES.get(card.set) or f"{card.set}, a set of {set_size}"
    if card.is_set_card:
        worth = f"in the tomb: one more kind of {card.set}"
    else:
        worth = f"in the tomb: {plural(card.vp, 'point')}"
    guessed = reconstructed_fields(card)
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
