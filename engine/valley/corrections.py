"""The earlier values of corrected cards, so that a game begun with them is finished with them.

A save holds the fingerprint of Vok's cards, not the cards. The earlier cards are found by it and used like custom cards: as a
text. If you correct a card, add its earlier values here.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.game import Setup
from engine.valley.cards.card import Card, Part
from engine.valley.custom import write_catalogue
from engine.valley.editions import SHIPPED_CARDS, catalogue_of
from engine.valley.parts.one_opponent import ChooseOpponent, LookAtHand, PullFromHand
from engine.valley.state.valley_state import ValleyState


class EarlierCardValues(NamedTuple):
    """The earlier values of a card. An empty action means that the action did not change."""

    gold: int
    cost: int
    text: str = ""
    action: tuple[Part[ValleyState], ...] = ()


# What each correction replaced, by the name of the card. The latest correction comes first.
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
    """The setup with the cards of this fingerprint: today's or earlier ones.

    The setup stays as it is if it has custom cards, or if no cards of Vok ever had the fingerprint. Raises BadSetup. Takes a few
    milliseconds if the cards are not today's.
    """
    if setup.cards or catalogue_of(setup).fingerprint() == fingerprint:
        return setup
    for text in earlier_catalogue_texts():
        earlier = setup.with_cards(text)
        if catalogue_of(earlier).fingerprint() == fingerprint:
            return earlier
    return setup


def with_current_cards(setup: Setup) -> Setup:
    """The setup with today's cards instead of earlier ones. Custom cards stay."""
    return setup.with_cards("") if setup.cards in earlier_catalogue_texts() else setup


@lru_cache(1)
def earlier_catalogue_texts() -> tuple[str, ...]:
    """All cards as they were before each correction, as texts of custom cards, the latest correction first."""
    pages = {name: list(cards) for name, cards in SHIPPED_CARDS.items()}
    found = []
    for corrections in CORRECTIONS:
        pages = {
            name: [with_earlier_values(card, corrections.get(card.name)) for card in cards]
            for name, cards in pages.items()
        }
        found.append(write_catalogue(pages, bare=True))
    return tuple(found)


def with_earlier_values(card: Card, correction: EarlierCardValues | None) -> Card:
    """The card before a correction; the card itself if there is none."""
    if correction is None:
        return card
    return Card(
        card.name,
        card.set,
        level=card.level,
        copies=card.copies,
        gold=correction.gold,
        cost=correction.cost,
        text=correction.text or card.text,
        action=correction.action or card.action,
        vp=card.vp,
        reaction=card.reaction,
        repeatable=card.repeatable,
        minds_top=card.minds_top,
        minds_own_top=card.minds_own_top,
        printed=card.printed,
    )
