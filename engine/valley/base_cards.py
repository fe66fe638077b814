"""The starters, which both games share, and the cards of Valley of the Kings (2014), in rulebook order. `printed` names the
fields that a rulebook or another public source gives; all other values are reconstructions, which owners of the printed cards
can correct."""

from typing import Final

from engine.valley import declared  # noqa: F401  the programs of rules and parts come before those of the cards
from engine.valley.catalogue.card import BOAT, MUMMIFIED_CAT, OFFERING_TABLE, STARTER, UNIQUE, Card
from engine.valley.parts.deck import DiscardIt, Draw, ExecuteIt, KeepOne, LookAt, Repeat, RevealTop
from engine.valley.parts.filters import (
    CheaperThanBought,
    CostsUpTo,
    HighestCost,
    InBase,
    LowestCost,
    SameSetAsIt,
    SameSetAsTomb,
    Starters,
    TwiceIt,
)
from engine.valley.parts.hand import (
    Discard,
    DiscardToDraw,
    Entomb,
    EntombFromDiscard,
    Give,
    Recover,
    Sacrifice,
    Unearth,
)
from engine.valley.parts.opponents import EachOpponent, PlunderDiscard
from engine.valley.parts.take import TO_HAND, TO_TOMB, SacrificeFromPyramid, SwapOrSacrifice, Take, TakeFromStock
from engine.valley.parts.turn_marks import CheaperPurchases, GildHand

PUBLISHED: Final = ("name", "set", "level", "copies", "cost", "vp")

# fmt: off
STARTERS: Final[tuple[Card, ...]] = (
    Card("Shabti", STARTER, level=1, copies=16, gold=1, cost=0, vp=1, printed=(*PUBLISHED, "action"),
         text="Swap two cards in the pyramid, or sacrifice a card in the pyramid.",
         action=(SwapOrSacrifice(),)),
    Card("Urn", STARTER, level=1, copies=12, gold=1, cost=0, vp=1, printed=PUBLISHED,
         text="Discard one or more cards from your hand, then draw that many.",
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

OF_A_SET: Final = ("set", "copies")
NAMED: Final = ("name", *OF_A_SET)
SPARED: Final = "Exception: not those with 5 or fewer total cards."

# fmt: off
CARDS: Final[tuple[Card, ...]] = (
    *STARTERS,

    Card("Outer Sarcophagus", "Sarcophagi", level=2, copies=2, gold=2, cost=3, printed=OF_A_SET,
         text="Entomb a starter card from your hand.",
         action=(Entomb(Starters()),)),
    Card("Middle Sarcophagus", "Sarcophagi", level=3, copies=2, gold=3, cost=5, printed=OF_A_SET,
         text="Entomb a card from your hand.",
         action=(Entomb(),)),
    Card("Inner Sarcophagus", "Sarcophagi", level=3, copies=2, gold=4, cost=7, printed=NAMED,
         text="Entomb one or two cards from your hand.",
         action=(Entomb(), Entomb(may=True))),

    Card("Hapy Canopic Jar", "Canopic Jars", level=2, copies=2, gold=2, cost=3, printed=OF_A_SET,
         text="Draw two cards.",
         action=(Draw(2),)),
    Card("Qebehsenuef Canopic Jar", "Canopic Jars", level=2, copies=2, gold=2, cost=4,
         printed=(*NAMED, "gold", "action"),
         text=f"Each opponent sacrifices a card from hand. {SPARED}",
         action=(EachOpponent(Sacrifice(), spare=5),)),
    Card("Imsety Canopic Jar", "Canopic Jars", level=3, copies=2, gold=3, cost=5, printed=OF_A_SET,
         text="Take a card that costs 4 or less.",
         action=(Take(CostsUpTo(4)),)),
    Card("Duamutef Canopic Jar", "Canopic Jars", level=3, copies=2, gold=3, cost=5, printed=OF_A_SET,
         text=f"Each opponent discards a card from hand. {SPARED}",
         action=(EachOpponent(Discard(), spare=5),)),

    Card("Tyet Amulet", "Amulets", level=2, copies=2, gold=2, cost=3, printed=(*NAMED, "gold", "action"),
         text="Repeat an action that you executed this turn, but never Boat, Censer or Statue of Thoth.",
         action=(Repeat(),), repeatable=False),
    Card("Djed Pillar Amulet", "Amulets", level=2, copies=2, gold=2, cost=5, printed=(*NAMED, "action"),
         text="Take a card of the same set as a card in your tomb.",
         action=(Take(SameSetAsTomb()),)),
    Card("Heart Scarab Amulet", "Amulets", level=2, copies=2, gold=2, cost=4, printed=NAMED,
         text="Look at the top two cards of your deck. Put one into your hand and the other on your discard pile.",
         action=(LookAt(2), KeepOne())),
    Card("Ankh Amulet", "Amulets", level=3, copies=2, gold=3, cost=5, printed=OF_A_SET,
         text="Put a card from your tomb into your hand, then entomb a card from your hand.",
         action=(Unearth(), Entomb())),
    Card("Wedjat Eye Amulet", "Amulets", level=3, copies=2, gold=3, cost=6, printed=OF_A_SET,
         text="Take a card that costs 4 or less into your hand.",
         action=(Take(CostsUpTo(4), to=TO_HAND),)),

    Card("Book of the Earth", "Books", level=2, copies=2, gold=2, cost=3, printed=(*NAMED, "action"),
         text="Sacrifice a card from your hand. Take a card that costs at most twice as much.",
         action=(Sacrifice(), Take(TwiceIt()))),
    Card("Book of Gates", "Books", level=2, copies=2, gold=2, cost=2, printed=(*NAMED, "action"),
         text="Reveal the top card of your deck. If its action can be executed, you must execute it. Discard the card.",
         action=(RevealTop(), ExecuteIt(), DiscardIt())),
    Card("Book of Traversing Eternity", "Books", level=2, copies=2, gold=2, cost=4, printed=(*NAMED, "action"),
         text="If you bought a card this turn, take a card that costs less than one you bought.",
         action=(Take(CheaperThanBought()),)),
    Card("Book of the Dead", "Books", level=3, copies=2, gold=1, cost=7, printed=(*NAMED, "action"),
         text="Take the card with the lowest cost straight into your tomb.",
         action=(Take(LowestCost(), to=TO_TOMB),)),
    Card("Book of the Heavens", "Books", level=3, copies=2, gold=3, cost=5, printed=(*NAMED, "action"),
         text="If your discard pile holds 5 or more cards, entomb one of them.",
         action=(EntombFromDiscard(5),)),
    Card("Book of the Netherworld", "Books", level=3, copies=2, gold=3, cost=4, printed=(*NAMED, "gold", "action"),
         text="Take the top card of the stock.",
         action=(TakeFromStock(),)),

    Card("Statue of Anubis", "Statues", level=2, copies=2, gold=1, cost=2, printed=NAMED,
         text="Sacrifice a card from your hand, then draw a card.",
         action=(Sacrifice(), Draw(1))),
    Card("Statue of Bastet", "Statues", level=2, copies=2, gold=2, cost=4, printed=(*NAMED, "cost", "action"),
         text=f"Each opponent puts a card from hand on top of your discard pile. {SPARED}",
         action=(EachOpponent(Give(), spare=5),)),
    Card("Statue of Isis", "Statues", level=2, copies=2, gold=2, cost=4, printed=NAMED,
         text="Put a card from your discard pile into your hand.",
         action=(Recover(),)),
    Card("Statue of Sobek", "Statues", level=2, copies=2, gold=2, cost=3, printed=NAMED,
         text="Sacrifice a card in the pyramid, then draw a card.",
         action=(SacrificeFromPyramid(), Draw(1))),
    Card("Statue of Horus", "Statues", level=3, copies=2, gold=4, cost=6, printed=OF_A_SET,
         text="Take a card from the base of the pyramid.",
         action=(Take(InBase()),)),
    Card("Statue of Osiris", "Statues", level=3, copies=2, gold=4, cost=6, printed=OF_A_SET,
         text=f"Put the top card of an opponent's discard pile on top of yours. {SPARED}",
         action=(PlunderDiscard(5),), minds_top=True),
    Card("Statue of Thoth", "Statues", level=3, copies=2, gold=3, cost=7, printed=(*NAMED, "action"),
         text="For the rest of the turn every card in your hand has a gold value of 4.",
         action=(GildHand(),), repeatable=False),

    Card("Boat", UNIQUE, level=2, copies=1, gold=2, cost=3, vp=3, printed=(*NAMED, "action"),
         text="Reaction: after an opponent has bought a card and the pyramid has crumbled, discard this and take a card from "
              "the base.",
         reaction=BOAT, repeatable=False),
    Card("Mummified Cat", UNIQUE, level=2, copies=1, gold=2, cost=3, vp=2, printed=(*NAMED, "action"),
         text="Reaction: when an opponent sacrifices a card, discard this and take that card.",
         reaction=MUMMIFIED_CAT),
    Card("Ka Figurine", UNIQUE, level=2, copies=1, gold=2, cost=3, vp=3, printed=(*NAMED, "action"),
         text="Discard a set card from your hand. Take a card of the same set.",
         action=(Discard(), Take(SameSetAsIt()))),
    Card("Censer", UNIQUE, level=3, copies=1, gold=3, cost=5, vp=4, printed=NAMED,
         text="For the rest of the turn each card that you buy costs 2 less.",
         action=(CheaperPurchases(2),), repeatable=False),
    Card("Burial Mask", UNIQUE, level=3, copies=1, gold=5, cost=7, vp=7, printed=NAMED,
         text="Take the card with the highest cost.",
         action=(Take(HighestCost()),)),
    Card("Canopic Chest", UNIQUE, level=3, copies=1, gold=3, cost=5, vp=5, printed=OF_A_SET,
         text="Draw three cards.",
         action=(Draw(3),)),
)
# fmt: on
