"""What a player of Valley of the Kings knows beyond the rules: how well a seat stands in the middle of the game.

It counts what the tomb will hold at the end. What lies there now is sure; of the cards owned some will still be drawn and
entombed; of the cards that nobody owns yet some will be bought, for the gold that a hand brings, and entombed in time. A
set is worth the square of its kinds, so a kind is worth the more the further its set has come, and hope for the rest of a
set counts too. All of it hangs on the turns that remain, the cards owned and the gold among them: early a better purse means
a better tomb, late only the tomb is left, and nobody has to say when to turn from the one to the other.

No card is named and no hand is looked into: of each player the cards of hand, deck and discard pile count together, as
everybody at the table may know them.
"""

from math import exp
from typing import Final, final

from ai.features import LAID, NEW, OWNED
from ai.judge import Judge
from engine.core.row import i64, vec
from engine.core.rules import NOBODY, Game
from engine.valley.card import Catalogue
from engine.valley.scoring import score
from engine.valley.state import (
    DECK,
    DISCARD,
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
    TURN_NUMBER,
    ValleyState,
)

PACE: Final = 1.7  # cards that leave the pyramid in a turn
HAND_SIZE: Final = 5.0
PRICE: Final = 14.0  # gold that passes through the hand for each card bought: much of it is not spent, or spent badly
EXTRA: Final = 1.5  # cards entombed by actions, beyond the one a turn
DELAY: Final = 2.0  # turns until a card bought comes up and can be entombed
GRASP: Final = 1.5  # a kind has more than one copy: so much better are the odds of getting it than of getting a card
SHARE: Final = 0.6  # but nobody gets more than that
UNSPENT: Final = 0.4  # points for a gold piece in the hand of who is playing
SPREAD: Final = 6.0  # points ahead that make a game nearly sure
FAIR: Final = 60.0  # points that are worth something to who plays alone
CURIOSITY: Final = 0.07  # two points, or thereabouts


@final
class ValleyJudge(Judge[ValleyState]):
    """Compares what each tomb may come to. For one catalogue of cards.

    It does without playouts unless it is given a horizon, in turns of all players together.
    """

    def __init__(self, game: Game[ValleyState], cards: Catalogue, horizon: int = 0) -> None:
        super().__init__(game, horizon, CURIOSITY)
        self.sets: Final[i64] = len(cards.set_names)
        self._holding: Final = Holding(cards)  # of the seat that was looked at last
        self._free: Final = Kinds(len(cards))

    def clock(self, state: ValleyState) -> i64:
        return state.row[TURN_NUMBER]

    def worth(self, state: ValleyState) -> list[float]:
        """How sure each seat can be of the game, by the points that it is ahead. At the end the victory itself is half of it,
        but only half: who only wants to win does not see how to come closer."""
        points = self.prospects(state)
        if state.mover == NOBODY:
            won = self.game.rewards(state)
            return [0.5 * won[who] + 0.5 * sureness(lead(points, who)) for who in range(state.n)]
        points[state.active] += self.means(state, state.active)
        return [sureness(lead(points, who)) for who in range(state.n)]

    def hopes(self, state: ValleyState, who: i64) -> float:
        """By how many points `who` may hope to be ahead."""
        return lead(self.prospects(state), who)

    def means(self, state: ValleyState, who: i64) -> float:
        gold: i64 = 0
        for i in range(state.size(HAND + who)):
            gold += state.cards.gold[state.card(HAND + who, i)]
        return UNSPENT * float(gold)

    def prospects(self, s: ValleyState) -> list[float]:
        """The points that each tomb can be expected to hold at the end."""
        if s.mover == NOBODY:
            return [float(score(s, who)) for who in range(s.n)]
        left: i64 = s.stock()
        free = self._free
        free.clear()
        for zone in (STOCK_II, STOCK_III):
            start = s.at[zone] + 1
            for i in range(start, start + s.row[start - 1]):
                free.add(s.row[i])
        for slot in range(PYRAMID, PYRAMID + SLOTS):
            if s.row[slot] >= 0:
                left += 1
                free.add(s.row[slot])
        return [self._expected(s, who, float(left)) for who in range(s.n)]

    def _expected(self, s: ValleyState, who: i64, left: float) -> float:
        """The points at the end, as far as the turns, the cards and the gold allow."""
        holding = self._holding
        holding.count(s, who, self._free)
        size = float(holding.size)
        worthy = float(holding.worthy)
        turns = left / (PACE * float(s.n))
        drawn = min(1.0, HAND_SIZE * turns / size) if size > 0 else 0.0
        purse = float(holding.gold) * min(1.0, HAND_SIZE / size) if size > 0 else 0.0
        bought = purse * max(0.0, turns - DELAY) / PRICE
        room = min(1.0, (turns + EXTRA) / (worthy + bought)) if worthy + bought > 0 else 1.0
        chance = drawn * room  # that a card owned is entombed,
        hope = min(SHARE, GRASP * bought / left) * room if left > 0 else 0.0  # and a kind not yet owned
        total = float(holding.points) + chance * float(holding.loose)
        total += min(float(holding.starters) * drawn, max(0.0, turns - worthy - bought))
        for which in range(self.sets):
            kinds = float(holding.laid[which])
            kinds += chance * float(holding.owned[which]) + hope * float(holding.wanting[which])
            total += kinds * kinds
        return total


def sureness(points: float) -> float:
    """From 0 to 1, for a lead in points."""
    return 1.0 / (1.0 + exp(-points / SPREAD))


def lead(points: list[float], who: i64) -> float:
    """By how much `who` is ahead of the strongest of the others; alone, of a fair record."""
    rival = -1.0 if len(points) > 1 else FAIR
    for foe in range(len(points)):
        if foe != who and points[foe] > rival:
            rival = points[foe]
    return points[who] - rival


@final
class Kinds:
    """Different kinds of cards: the first `many` cells of `kinds`."""

    def __init__(self, kinds: int) -> None:
        self.kinds: Final = vec[i64]([0] * kinds)
        self.many: i64 = 0
        self._among: Final = vec[i64]([0] * kinds)  # 1 for those among them

    def add(self, kind: i64) -> None:
        if self._among[kind] == 0:
            self._among[kind] = 1
            self.kinds[self.many] = kind
            self.many += 1

    def clear(self) -> None:
        for i in range(self.many):
            self._among[self.kinds[i]] = 0
        self.many = 0


@final
class Holding:
    """What one seat has, in the tomb and outside; for each set how many of its kinds. Cards of no set count in the last cell."""

    def __init__(self, cards: Catalogue) -> None:
        sets = len(cards.set_names) + 1
        self.cards: Final = cards
        self.laid: Final = vec[i64]([0] * sets)  # kinds in the tomb
        self.owned: Final = vec[i64]([0] * sets)  # the other kinds outside of it
        self.wanting: Final = vec[i64]([0] * sets)  # of those that nobody owns yet the ones that the seat has nowhere
        self.points: i64 = 0  # of starters and unique artifacts in the tomb
        self.loose: i64 = 0  # of unique artifacts outside
        self.worthy: i64 = 0  # cards outside that ought to be entombed,
        self.starters: i64 = 0  # those that every player begins with,
        self.size: i64 = 0  # and all of them
        self.gold: i64 = 0  # of all of them
        self._had: Final = Kinds(len(cards))
        self._has: Final = vec[i64]([0] * len(cards))

    def count(self, s: ValleyState, who: i64, free: Kinds) -> None:
        """Look at a seat; `free` are the kinds in stock and pyramid."""
        sets = self.cards.set
        for which in range(len(self.laid)):
            self.laid[which] = 0
            self.owned[which] = 0
            self.wanting[which] = 0
        for i in range(self._had.many):
            self._has[self._had.kinds[i]] = NEW
        self._had.clear()
        self.points = 0
        self.loose = 0
        self.worthy = 0
        self.starters = 0
        self.size = 0
        self.gold = 0
        self._count_tomb(s, s.at[TOMB + who])
        for zone in (HAND, DECK, DISCARD, PLAYED, TOP, LOOKED, REVEALED):
            self._count_owned(s, s.at[zone + who])
        for i in range(free.many):
            kind = free.kinds[i]
            if self._has[kind] == NEW:
                self.wanting[sets[kind]] += 1

    def _count_tomb(self, s: ValleyState, start: i64) -> None:
        vp = self.cards.vp
        row = s.row
        for i in range(start + 1, start + 1 + row[start]):
            kind = row[i]
            self.points += vp[kind]
            if self._has[kind] == NEW:
                self._has[kind] = LAID
                self._had.add(kind)
                self.laid[self.cards.set[kind]] += 1

    def _count_owned(self, s: ValleyState, start: i64) -> None:
        cards = self.cards
        row = s.row
        for i in range(start + 1, start + 1 + row[start]):
            kind = row[i]
            self.gold += cards.gold[kind]
            if cards.starter[kind] == 1:
                self.starters += 1
            else:
                self.loose += cards.vp[kind]
                if self._has[kind] == NEW:
                    self._has[kind] = OWNED
                    self._had.add(kind)
                    self.worthy += 1
                    self.owned[cards.set[kind]] += 1
        self.size += row[start]
