"""The starter cards, the same in Valley of the Kings and in Afterlife, in rulebook order. `printed` names the fields that a
rulebook or another public source gives; the others are reconstructions."""

from typing import Final

from engine.valley.catalogue.card import OFFERING_TABLE, STARTER, Card
from engine.valley.parts.deck import Draw
from engine.valley.parts.hand import DiscardToDraw
from engine.valley.parts.take import SwapOrSacrifice

PUBLISHED: Final = ("name", "set", "level", "copies", "cost", "vp")

# fmt: off
STARTERS: Final[tuple[Card, ...]] = (
    Card("Shabti", STARTER, level=1, copies=16, gold=1, cost=0, vp=1, printed=(*PUBLISHED, "action"),
         text="Swap two cards in the pyramid, or sacrifice a card in the pyramid.",
         action=(SwapOrSacrifice(),)),
    Card("Urn", STARTER, level=1, copies=12, gold=1, cost=0, vp=1, printed=PUBLISHED,
         text="Discard one or more cards from your hand, then draw as many.",
         action=(DiscardToDraw(),)),
    Card("Box of Food", STARTER, level=1, copies=8, gold=2, cost=0, vp=1, printed=PUBLISHED,
         text="Draw a card.",
         action=(Draw(1),)),
    Card("Offering Table", STARTER, level=1, copies=4, gold=1, cost=0, vp=1, printed=(*PUBLISHED, "action"),
         text="Reaction: when an opponent's action would make you discard or sacrifice, reveal this instead; it returns to "
              "your hand.",
         reaction=OFFERING_TABLE),
)
# fmt: on
