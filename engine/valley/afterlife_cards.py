"""The cards of Valley of the Kings: Afterlife (2015), in rulebook order. `printed` names the fields that a rulebook or another
public source gives; all other values are reconstructions, which owners of the printed cards can correct.

Where the rulebook is silent, these rulings are ours:

- An action may choose a player from whom it gets nothing (an empty hand, no card to draw), except where a card must come from
  them: Brain Hook cannot look into an empty hand.
- Goddess Nut needs two cards in the pyramid, because the opponent may take one first. A player may execute an action only if they
  can complete it whatever the others answer.
- Ring doubles the next card played for gold. A card played for its action, or entombed, uses up this effect. In a payment, the
  most valuable card is doubled; if it is gilded, to 8.
- Mirror Case and Senet Game move from where they are when they are executed: in play, revealed, or in the tomb. After they have
  moved, they cannot be repeated. Mirror Case goes to the slot that a rebuilding would fill next.
- While the action of a card is being executed, no other action (Linen Bandages, Hounds and Jackals) can move it as a card "in
  play".
- The Offering Table stops what an Axe demands, but not in one's own turn (rulebook), and everything that Khopesh demands. A card
  that goes "on the discard pile" (Serdab, Sphinx, Brain Hook) is not discarded, so no Axe reacts; Book of Gates discards.
- Overpaying is offered if an action that may still be executed this turn uses cards in play (Linen Bandages, Hounds and Jackals).
  The maximum is as many extra cards as such actions can use, three extra cards, and seven cards for one purchase.
- A player who discards for an Axe shows the hand to all.
- A chamber that Burial Chamber has just entombed counts as another one. Burial Ceremony entombs at least one starter, and
  Judgment sets aside at least one card.
- Brooch may sacrifice the card that it has just entombed, but only if a set card was in the tomb before.
- Opening of the Mouth cannot execute Tyet Amulet either, nor any card that executes actions of other cards: Tyet Amulet could
  repeat an earlier Opening of the Mouth, which could execute Tyet Amulet again, and so on without end.
- Offering Chapel makes the order of every discard pile matter. While a player may still execute one, the player who ends a turn
  chooses the order of as many top cards as could be taken off the pile.
"""

from typing import Final

from engine.valley import declared  # noqa: F401  the programs of rules and parts come before those of the cards
from engine.valley.base_cards import STARTERS
from engine.valley.catalogue.card import AXE, UNIQUE, Card
from engine.valley.parts.boneyard import EachTakesTop, SacrificeAside, SetAside, SwapWithBoneyard
from engine.valley.parts.deck import Draw, KeepOne, LookAt, NameSet, RevealForSet
from engine.valley.parts.filters import CostsUpTo, CostsUpToTomb, HighestCost, LowestCost, NewSet, SetCards, Starters
from engine.valley.parts.hand import Discard, Entomb, Recover, Sacrifice
from engine.valley.parts.in_play import EntombFromPlay, FallIntoPyramid, LayOnTheirs, ReturnFromPlay
from engine.valley.parts.opponents import (
    ByIt,
    ChooseOpponent,
    EachOpponent,
    EachOpponentDraws,
    GiveOrShow,
    LeftNeighbourSelects,
    LookAtHand,
    PullFromHand,
    SacrificeAnother,
    UnlessSpared,
)
from engine.valley.parts.take import TO_TOMB, SacrificeFromPyramid, Take
from engine.valley.parts.tomb import (
    Awaken,
    DrawAndWith,
    EachMayEntombTopDiscard,
    EntombMany,
    EntombTop,
    HoldsInTomb,
    MayEntombIfSetInTomb,
    MayEntombNextDeckCard,
    SacrificeFromTomb,
)
from engine.valley.parts.turn_marks import BuyFromAnyRow, DoubleGoldOfNextCard

OF_A_SET: Final = ("set", "copies")
NAMED: Final = ("name", *OF_A_SET)
SPARED: Final = "Exception: not those with 5 or fewer total cards."

# fmt: off
CARDS: Final[tuple[Card, ...]] = (
    *STARTERS,

    Card("Pesesh-kef", "Mummification", level=2, copies=2, gold=2, cost=3, printed=(*NAMED, "action"),
         text="Take a card that the player to your left selects.",
         action=(LeftNeighbourSelects(),)),
    Card("Linen Bandages", "Mummification", level=3, copies=2, gold=3, cost=5, printed=NAMED,
         text="Entomb another of your cards in play.",
         action=(EntombFromPlay(),)),
    Card("Brain Hook", "Mummification", level=3, copies=2, gold=2, cost=5, printed=NAMED,
         text=f"Look at an opponent's hand. Put a card from it on top of that player's discard pile. {SPARED}",
         action=(ChooseOpponent(), LookAtHand(5), PullFromHand(back=True))),

    Card("Bracelet", "Jewelry", level=2, copies=2, gold=2, cost=3, printed=NAMED,
         text="Draw a card. If your tomb holds jewelry, draw another.",
         action=(DrawAndWith("Jewelry"),)),
    Card("Ring", "Jewelry", level=2, copies=2, gold=2, cost=3, printed=(*NAMED, "action"),
         text="The next card that you play this turn is worth twice its gold.",
         action=(DoubleGoldOfNextCard(),)),
    Card("Brooch", "Jewelry", level=3, copies=2, gold=3, cost=5, printed=(*NAMED, "action"),
         text="If your tomb holds a set card: entomb a card from the pyramid, then sacrifice a set card in your tomb.",
         action=(HoldsInTomb(SetCards()), Take(to=TO_TOMB), SacrificeFromTomb(SetCards()))),
    Card("Necklace", "Jewelry", level=3, copies=2, gold=3, cost=6, printed=(*NAMED, "action"),
         text="Entomb the top card of your deck. If it is a starter card, you may entomb the next one too.",
         action=(EntombTop(), MayEntombNextDeckCard(Starters()))),

    Card("Antechamber", "Chambers", level=2, copies=2, gold=2, cost=4, printed=(*NAMED, "action"),
         text="Put a card from your discard pile into your hand.",
         action=(Recover(),)),
    Card("Offering Chapel", "Chambers", level=2, copies=2, gold=1, cost=2, printed=(*NAMED, "action"),
         text="Each player may entomb the top card of their discard pile.",
         action=(EachMayEntombTopDiscard(),), minds_top=True, minds_own_top=True),
    Card("Serdab", "Chambers", level=2, copies=2, gold=2, cost=3, printed=NAMED,
         text="Look at the top three cards of your deck. Put one into your hand and the others on your discard pile.",
         action=(LookAt(3), KeepOne())),
    Card("Burial Chamber", "Chambers", level=3, copies=2, gold=3, cost=6, printed=NAMED,
         text="Entomb a card from your hand. If your tomb holds another chamber, you may entomb a second one.",
         action=(Entomb(), MayEntombIfSetInTomb("Chambers"))),
    Card("Treasury", "Chambers", level=3, copies=2, gold=4, cost=6, printed=OF_A_SET,
         text="Take a card that costs no more than the number of cards in your tomb.",
         action=(Take(CostsUpToTomb()),)),

    Card("Axe", "Weapons", level=2, copies=2, gold=2, cost=3, printed=(*NAMED, "action"),
         text="Reaction: when you discard this as the result of an action, each opponent discards the card with the highest "
              "cost in hand.",
         reaction=AXE),
    Card("Dagger", "Weapons", level=2, copies=2, gold=2, cost=3, printed=(*NAMED, "action"),
         text="If the boneyard holds at least as many cards as there are players, each player, you first, takes its top "
              "card.",
         action=(EachTakesTop(),)),
    Card("Sling", "Weapons", level=2, copies=2, gold=1, cost=2, printed=NAMED,
         text="Sacrifice a card in the pyramid that costs 3 or less, then draw a card.",
         action=(SacrificeFromPyramid(CostsUpTo(3)), Draw(1))),
    Card("Bow", "Weapons", level=3, copies=2, gold=3, cost=5, printed=(*NAMED, "action"),
         text="Take a card of a set of which your tomb holds none, straight into your tomb.",
         action=(Take(NewSet(), to=TO_TOMB),)),
    Card("Spear", "Weapons", level=3, copies=2, gold=3, cost=5, printed=NAMED,
         text=f"Discard a card from your hand. Each opponent discards a card from hand. {SPARED}",
         action=(Discard(), EachOpponent(Discard(), spare=5))),
    Card("Khopesh", "Weapons", level=3, copies=2, gold=4, cost=6, printed=OF_A_SET,
         text=f"Choose an opponent, who sacrifices two cards from hand. {SPARED}",
         action=(ChooseOpponent(), ByIt(UnlessSpared(Sacrifice(), SacrificeAnother(), spare=5)))),

    Card("Goddess Nut", "Tomb Art", level=2, copies=2, gold=2, cost=4, printed=(*NAMED, "cost", "action"),
         text="Choose an opponent, who may take the card with the lowest cost. Then take the card with the highest cost.",
         action=(ChooseOpponent(), ByIt(Take(LowestCost(), may=True)), Take(HighestCost()))),
    Card("Burial Ceremony", "Tomb Art", level=2, copies=2, gold=1, cost=4, printed=(*NAMED, "action"),
         text="Entomb one or more starter cards from your hand.",
         action=(EntombMany(Starters()),)),
    Card("Judgment", "Tomb Art", level=2, copies=2, gold=1, cost=3, printed=(*NAMED, "action"),
         text="Set aside a card from your hand and take the top card of the boneyard, as often as you like. Then sacrifice "
              "the cards set aside, in any order.",
         action=(SetAside(), SacrificeAside())),
    Card("Banquet", "Tomb Art", level=2, copies=2, gold=1, cost=2, printed=OF_A_SET,
         text="Draw two cards. Each opponent draws one.",
         action=(Draw(2), EachOpponentDraws(1))),
    Card("Harvest", "Tomb Art", level=3, copies=2, gold=1, cost=5, printed=OF_A_SET,
         text="Take the card with the lowest cost, twice.",
         action=(Take(LowestCost()), Take(LowestCost()))),
    Card("Fishing and Fowling", "Tomb Art", level=3, copies=2, gold=2, cost=5, printed=OF_A_SET,
         text="Take any card from the pyramid.",
         action=(Take(),)),
    Card("Opening of the Mouth", "Tomb Art", level=3, copies=2, gold=3, cost=7, printed=OF_A_SET,
         text="Execute the action of a card in your tomb, but never Censer, Statue of Thoth or a card like this one, nor Tyet "
              "Amulet: the two could call each other without end.",
         action=(Awaken(),)),

    Card("Hounds and Jackals Game", UNIQUE, level=2, copies=1, gold=2, cost=3, vp=3, printed=(*NAMED, "action"),
         text="Put another of your cards in play into your hand.",
         action=(ReturnFromPlay(),)),
    Card("Senet Game", UNIQUE, level=2, copies=1, gold=2, cost=3, vp=2, printed=(*NAMED, "action"),
         text="Draw a card. Put this on top of an opponent's discard pile, who puts a set card from hand on top of yours, or "
              "shows a hand without one.",
         action=(Draw(1), ChooseOpponent(), LayOnTheirs(), ByIt(GiveOrShow(SetCards())))),
    Card("Ibex Statue", UNIQUE, level=2, copies=1, gold=2, cost=4, vp=3, printed=NAMED,
         text="Swap a card in the pyramid with the top card of the boneyard.",
         action=(SwapWithBoneyard(),)),
    Card("Mirror Case", UNIQUE, level=3, copies=1, gold=3, cost=5, vp=4, printed=(*NAMED, "action"),
         text="Take a card. When the pyramid has crumbled, this falls into it from the top.",
         action=(Take(), FallIntoPyramid())),
    Card("Sphinx", UNIQUE, level=3, copies=1, gold=4, cost=7, vp=6, printed=NAMED,
         text="Name a set. Reveal the top three cards of your deck: those of that set go to your hand, the others on your "
              "discard pile.",
         action=(NameSet(), RevealForSet(3))),
    Card("Chariot", UNIQUE, level=3, copies=1, gold=4, cost=6, vp=5, printed=OF_A_SET,
         text="The next card that you buy this turn may lie in any row of the pyramid.",
         action=(BuyFromAnyRow(),)),
)
# fmt: on
