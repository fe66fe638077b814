"""The pieces that come with the game: 12 tombs, 12 guardians and 40 duelling cards.

The rulebook says how many there are and shows only a few of them: a shield tomb of 3 treasure, the Skeleton, which 2 swords beat,
and the card with 1 shield and 2 swords. It says that the halves of a card have different symbols, that rubies are rare, and that
some halves have two. **All other numbers are reconstructed.** Each plain symbol is equally frequent on tombs, on guardians and on
cards, no two cards are equal, and the treasure adds up to the 24 tokens in the box.
"""

from itertools import combinations
from typing import Final

from engine.thieves.pieces import CREATURE, RUBY, TRAP, DuellingCard, Guardian, Half, PieceSet, Tomb

KEY: Final = 0
LAMP: Final = 1
SHIELD: Final = 2
SWORD: Final = 3
PLAIN: Final = (KEY, LAMP, SHIELD, SWORD)

TOMBS: Final = tuple(
    [
        Tomb(symbol, treasure, printed=("symbol", "treasure") if (symbol, treasure) == (SHIELD, 3) else ())
        for symbol in PLAIN
        for treasure in (1, 2, 3)
    ]
)

GUARDIANS: Final = (
    Guardian("Locked Gate", TRAP, KEY, 2),
    Guardian("Riddle Door", TRAP, KEY, 3),
    Guardian("Crushing Room", TRAP, KEY, 4),
    Guardian("Cobra Nest", CREATURE, LAMP, 2),
    Guardian("Phantom", CREATURE, LAMP, 3),
    Guardian("Flooding Pit", TRAP, LAMP, 4),
    Guardian("Dart Wall", TRAP, SHIELD, 2),
    Guardian("Giant Scorpion", CREATURE, SHIELD, 3),
    Guardian("Rolling Stone", TRAP, SHIELD, 4),
    Guardian("Skeleton", CREATURE, SWORD, 2, printed=("symbol", "strength")),
    Guardian("Mummy", CREATURE, SWORD, 3),
    Guardian("Sand Djinn", CREATURE, SWORD, 4),
)

# A card for each pair of symbols and each of these counts. Two of the pairs have 1/1 as well.
SYMBOL_PAIRS: Final = tuple(combinations(PLAIN, 2))
COUNT_PAIRS: Final = ((1, 2), (2, 1), (2, 2), (1, 3), (3, 1))
PAIRS_WITH_ONE_EACH: Final = ((KEY, LAMP), (SHIELD, SWORD))
CARDS: Final = (
    *[
        DuellingCard(
            Half(top, top_count),
            Half(bottom, bottom_count),
            printed=("top", "bottom") if (top, top_count, bottom, bottom_count) == (SHIELD, 1, SWORD, 2) else (),
        )
        for top, bottom in SYMBOL_PAIRS
        for top_count, bottom_count in COUNT_PAIRS
    ],
    *[DuellingCard(Half(top, 1), Half(bottom, 1)) for top, bottom in PAIRS_WITH_ONE_EACH],
    *[DuellingCard(Half(int(RUBY), rubies), Half(symbol, 3 - rubies)) for symbol in PLAIN for rubies in (1, 2)],
)

SHIPPED: Final = PieceSet(TOMBS, GUARDIANS, CARDS)
