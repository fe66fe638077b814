"""What a learned value looks at: one seat of a position of Valley of the Kings as a row of numbers.

The first are sums that any catalogue has (cards, gold, starters, turns to come), then for each set the products that its
square is made of, then for each kind how many copies the seat owns outside its tomb: apart those that are still worth
entombing and those that bring gold and actions alone. No card is named: what a kind is worth is for the weights to say.

Nothing is looked at that the table may not know. Of each player the cards of hand, deck and discard pile count together; only
of the hand of the player whose turn it is more is seen, since that player is the one who thinks.
"""

from typing import Final, final

from engine.core.row import i64, vec
from engine.valley.card import Catalogue
from engine.valley.state import (
    DECK,
    DISCARD,
    ENTOMBED,
    HAND,
    LOOKED,
    PLAYED,
    PYRAMID,
    REVEALED,
    SLOTS,
    STOCK_II,
    STOCK_III,
    TOMB,
    TOP,
    ValleyState,
)

PACE: Final = 1.7  # cards that leave the pyramid in a turn
SUMS: Final = (
    "turn", "may entomb", "gold in hand", "cards", "gold", "gold a card", "quick deck", "worthy", "starters", "spare", "points",
)  # fmt: skip
PRODUCTS: Final = ("entombed squared", "entombed by owned", "owned squared", "entombed by free", "owned by free")
TENTH: Final = 0.1  # keeps all numbers near 1
HAND_SIZE: Final = 5.0

NEW: Final[i64] = 0  # what a seat has of a kind: nothing,
OWNED: Final[i64] = 1  # a copy outside the tomb,
LAID: Final[i64] = 2  # one in the tomb


@final
class Features:
    """Fills `x` with the numbers of one seat. One for each thinker: `look` at the table, then `fill` for a seat."""

    def __init__(self, cards: Catalogue) -> None:
        kinds = len(cards)
        sets = len(cards.set_names)
        self.cards: Final = cards
        self.kinds: Final[i64] = kinds
        self.sets: Final[i64] = sets
        self.products: Final[i64] = len(SUMS)
        self.worthy: Final[i64] = len(SUMS) + len(PRODUCTS) * sets
        self.spare: Final[i64] = self.worthy + kinds
        self.size: Final[i64] = self.spare + kinds
        self.x: Final = vec[float]([0.0] * (len(SUMS) + len(PRODUCTS) * sets + 2 * kinds))
        self.left: i64 = 0  # cards in stock and pyramid
        self._free: Final = vec[i64]([0] * kinds)  # 1 for a kind that lies in stock or pyramid
        self._free_of: Final = vec[i64]([0] * (sets + 1))  # how many such kinds a set has; the last cell is for no set
        self._has: Final = vec[i64]([0] * kinds)
        self._laid_of: Final = vec[i64]([0] * (sets + 1))
        self._owned_of: Final = vec[i64]([0] * (sets + 1))
        self._mine_of: Final = vec[i64]([0] * (sets + 1))  # the seat's kinds among the free ones

    def names(self) -> list[str]:
        """What each number means."""
        names = list(SUMS)
        for product in PRODUCTS:
            names += [f"{product}: {name}" for name in self.cards.set_names]
        for use in ("worthy", "spare"):
            names += [f"{use}: {card.name}" for card in self.cards.cards]
        return names

    def turns(self, s: ValleyState) -> float:
        """How many turns each player still has, as far as can be told."""
        return float(self.left) / (PACE * float(s.n))

    def look(self, s: ValleyState) -> None:
        """Take in what lies there for everybody."""
        free = self._free
        free_of = self._free_of
        for kind in range(self.kinds):
            free[kind] = 0
        for which in range(self.sets + 1):
            free_of[which] = 0
        self.left = s.size(STOCK_II) + s.size(STOCK_III)
        for zone in (STOCK_II, STOCK_III):
            start = s.at[zone] + 1
            for i in range(start, start + s.row[start - 1]):
                self._lies_there(s.row[i])
        for slot in range(PYRAMID, PYRAMID + SLOTS):
            if s.row[slot] >= 0:
                self.left += 1
                self._lies_there(s.row[slot])

    def _lies_there(self, kind: i64) -> None:
        if self._free[kind] == 0:
            self._free[kind] = 1
            which = self.cards.set[kind]
            if which >= 0:
                self._free_of[which] += 1

    def fill(self, s: ValleyState, who: i64) -> None:
        """The numbers of one seat, into `x`."""
        x = self.x
        for i in range(self.size):
            x[i] = 0.0
        for kind in range(self.kinds):
            self._has[kind] = NEW
        for which in range(self.sets + 1):
            self._laid_of[which] = 0
            self._owned_of[which] = 0
            self._mine_of[which] = 0
        self._tomb(s, s.at[TOMB + who])
        for zone in (HAND, DECK, DISCARD, PLAYED, TOP, LOOKED, REVEALED):
            self._outside(s, s.at[zone + who])
        self._finish(s, who)

    def _tomb(self, s: ValleyState, start: i64) -> None:
        row = s.row
        vp: i64 = 0
        for i in range(start + 1, start + 1 + row[start]):
            kind = row[i]
            vp += self.cards.vp[kind]
            if self._has[kind] == NEW:
                self._has[kind] = LAID
                self._count(kind, self._laid_of)
        self.x[10] = TENTH * float(vp)

    def _count(self, kind: i64, of: vec[i64]) -> None:
        """A kind that the seat is seen to have, once."""
        which = self.cards.set[kind]
        if which >= 0:
            of[which] += 1
            self._mine_of[which] += self._free[kind]

    def _outside(self, s: ValleyState, start: i64) -> None:
        row = s.row
        x = self.x
        cards = self.cards
        gold: i64 = 0
        starters: i64 = 0
        spare: i64 = 0
        worthy: i64 = 0
        for i in range(start + 1, start + 1 + row[start]):
            kind = row[i]
            gold += cards.gold[kind]
            if cards.starter[kind] == 1:
                starters += 1
                x[self.worthy + kind] += 1.0
            elif self._has[kind] == NEW:
                self._has[kind] = OWNED
                worthy += 1
                x[self.worthy + kind] += 1.0
                self._count(kind, self._owned_of)
            else:
                spare += 1
                x[self.spare + kind] += 1.0
        x[3] += TENTH * float(row[start])
        x[4] += TENTH * float(gold)
        x[7] += TENTH * float(worthy)
        x[8] += TENTH * float(starters)
        x[9] += TENTH * float(spare)

    def _finish(self, s: ValleyState, who: i64) -> None:
        """What follows from the counts."""
        x = self.x
        if s.active == who:
            gold: i64 = 0
            for i in range(s.size(HAND + who)):
                gold += self.cards.gold[s.card(HAND + who, i)]
            x[0] = 1.0
            x[1] = float(1 - s.row[ENTOMBED])
            x[2] = TENTH * float(gold)
        size = max(HAND_SIZE, 10.0 * x[3])
        x[5] = 10.0 * x[4] / size
        x[6] = HAND_SIZE / size
        at = self.products
        sets = self.sets
        for which in range(sets):
            laid = float(self._laid_of[which])
            owned = float(self._owned_of[which])
            free = float(self._free_of[which] - self._mine_of[which])
            x[at + which] = TENTH * laid * laid
            x[at + sets + which] = TENTH * laid * owned
            x[at + 2 * sets + which] = TENTH * owned * owned
            x[at + 3 * sets + which] = TENTH * laid * free
            x[at + 4 * sets + which] = TENTH * owned * free
