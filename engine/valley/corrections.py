"""The earlier values of corrected cards, so that a game that began with them also ends with them.

A save stores the fingerprint of the shipped cards, not the cards. By the fingerprint, the earlier cards are found and used like
custom cards: as a text. If you correct a card, add its earlier values here.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.game import Setup
from engine.valley.catalogue.card import Card, Part
from engine.valley.custom import write_catalogue
from engine.valley.editions import SHIPPED_CARDS, catalogue_of
from engine.valley.parts.opponents import ChooseOpponent, LookAtHand, PullFromHand
from engine.valley.state import ValleyState


class EarlierCardValues(NamedTuple):
    """What a correction replaced in a card. An empty text or action means that it did not change."""

    gold: int
    cost: int
    text: str = ""
    action: tuple[Part[ValleyState], ...] = ()


# The earlier values by card name: one mapping for each round of corrections, the latest first.
CORRECTIONS: Final[tuple[Mapping[str, EarlierCardValues], ...]] = (
    {
        "Djed Pillar Amulet": EarlierCardValues(gold=2, cost=3),
        "Book of the Dead": EarlierCardValues(gold=3, cost=6),
        "Brain Hook": EarlierCardValues(
            gold=2,
            cost=5,
            text="Look at an opponent's hand. Put a card from it on top of your discard pile. Exception: not those with 5 or "
            "fewer total cards.",
            action=(ChooseOpponent(), LookAtHand(5), PullFromHand()),
        ),
        "Harvest": EarlierCardValues(gold=3, cost=5),
    },
    {
        "Brain Hook": EarlierCardValues(gold=3, cost=6),
        "Burial Ceremony": EarlierCardValues(gold=2, cost=4),
        "Judgment": EarlierCardValues(gold=2, cost=3),
        "Harvest": EarlierCardValues(gold=4, cost=5),
        "Fishing and Fowling": EarlierCardValues(gold=3, cost=6),
        "Opening of the Mouth": EarlierCardValues(gold=4, cost=7),
    },
)


def with_original_cards(setup: Setup, fingerprint: int) -> Setup:
    """The setup with the shipped cards, current or earlier, that have this fingerprint.

    Returns `setup` itself if it has custom cards, or if no shipped cards ever had the fingerprint. Raises BadSetup. Takes a few
    milliseconds unless the current cards have it.
    """
    if setup.cards or catalogue_of(setup).fingerprint() == fingerprint:
        return setup
    for text in earlier_catalogue_texts():
        earlier = setup.with_cards(text)
        if catalogue_of(earlier).fingerprint() == fingerprint:
            return earlier
    return setup


def with_current_cards(setup: Setup) -> Setup:
    """The setup with the current cards instead of earlier ones. Custom cards stay."""
    return setup.with_cards("") if setup.cards in earlier_catalogue_texts() else setup


@lru_cache(1)
def earlier_catalogue_texts() -> tuple[str, ...]:
    """The shipped cards before each round of corrections, as texts of custom cards, the latest first."""
    cards_by_edition = {edition: list(cards) for edition, cards in SHIPPED_CARDS.items()}
    texts = []
    for corrections in CORRECTIONS:
        cards_by_edition = {
            edition: [with_earlier_values(card, corrections.get(card.name)) for card in cards]
            for edition, cards in cards_by_edition.items()
        }
        texts.append(write_catalogue(cards_by_edition, without_comments=True))
    return tuple(texts)


def with_earlier_values(card: Card, earlier: EarlierCardValues | None) -> Card:
    """The card with these values; the card itself for None."""
    if earlier is None:
        return card
    return Card(
        card.name,
        card.set,
        level=card.level,
        copies=card.copies,
        gold=earlier.gold,
        cost=earlier.cost,
        text=earlier.text or card.text,
        action=earlier.action or card.action,
        vp=card.vp,
        reaction=card.reaction,
        repeatable=card.repeatable,
        minds_top=card.minds_top,
        minds_own_top=card.minds_own_top,
        printed=card.printed,
    )
