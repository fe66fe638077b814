"""What stood on the cards of Vok before they were corrected, so that a game begun with them is played to its end with them.

A save holds the fingerprint of its cards, not the cards, where these came with Vok. The earlier ones are found again by it, and
laid on the table as cards of the house are: by their text. Whoever corrects a card adds what it was here.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.rules import Setup
from engine.valley.card import Card, Part
from engine.valley.editions import PAGES, catalogue_of
from engine.valley.house import write
from engine.valley.parts import ChooseOpponent, LookAtHand, PullFromHand
from engine.valley.state import ValleyState


class Was(NamedTuple):
    """What was corrected of a card; no action: its action stayed."""

    gold: int
    cost: int
    text: str = ""
    action: tuple[Part[ValleyState], ...] = ()


# What each correction replaced, by the name of the card; the latest correction comes first.
EARLIER: Final[tuple[Mapping[str, Was], ...]] = (
    {
        "Djed Pillar Amulet": Was(gold=2, cost=3),
        "Book of the Dead": Was(gold=3, cost=6),
        "Brain Hook": Was(
            gold=2,
            cost=5,
            text="Look at an opponent's hand. Put a card from it on top of your discard pile. Exception: not those with 5 or "
            "fewer total cards.",
            action=(ChooseOpponent(), LookAtHand(5), PullFromHand()),
        ),
        "Harvest": Was(gold=3, cost=5),
    },
    {
        "Brain Hook": Was(gold=3, cost=6),
        "Burial Ceremony": Was(gold=2, cost=4),
        "Judgment": Was(gold=2, cost=3),
        "Harvest": Was(gold=4, cost=5),
        "Fishing and Fowling": Was(gold=3, cost=6),
        "Opening of the Mouth": Was(gold=4, cost=7),
    },
)


def as_begun(setup: Setup, fingerprint: int) -> Setup:
    """The setup with the cards of this fingerprint: today's or earlier ones. As it is, if it has cards of its own or no cards of
    Vok ever had the fingerprint. Raises BadSetup. Costs a few milliseconds where the cards are not today's."""
    if setup.cards or catalogue_of(setup).fingerprint() == fingerprint:
        return setup
    for text in texts():
        earlier = setup.with_cards(text)
        if catalogue_of(earlier).fingerprint() == fingerprint:
            return earlier
    return setup


def as_today(setup: Setup) -> Setup:
    """The setup with today's cards in place of earlier ones; cards of a house stay."""
    return setup.with_cards("") if setup.cards in texts() else setup


@lru_cache(1)
def texts() -> tuple[str, ...]:
    """All cards as they were before each correction, the latest first."""
    pages = {name: list(cards) for name, cards in PAGES.items()}
    found = []
    for was in EARLIER:
        pages = {name: [reprinted(card, was.get(card.name)) for card in cards] for name, cards in pages.items()}
        found.append(write(pages, bare=True))
    return tuple(found)


def reprinted(card: Card, was: Was | None) -> Card:
    """The card as it was."""
    if was is None:
        return card
    return Card(
        card.name,
        card.set,
        level=card.level,
        copies=card.copies,
        gold=was.gold,
        cost=was.cost,
        text=was.text or card.text,
        action=was.action or card.action,
        vp=card.vp,
        answers=card.answers,
        repeatable=card.repeatable,
        minds_top=card.minds_top,
        minds_own_top=card.minds_own_top,
        printed=card.printed,
    )
