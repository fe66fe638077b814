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

from ai.judge import Judge
from engine.core.row import i64
from engine.core.rules import NOBODY, Game
from engine.valley.scoring import winners
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

HORIZON: Final = 12  # turns, of all players together
PACE: Final = 1.7  # cards that leave the pyramid in a turn
HAND_SIZE: Final = 5.0
PRICE: Final = 4.3  # gold for a card
DELAY: Final = 2.0  # turns until a card bought comes up and can be entombed
GRASP: Final = 1.5  # a kind has more than one copy: so much better are the odds of getting it than of getting a card
SHARE: Final = 0.6  # but nobody gets more than that
SPREAD: Final = 12.0  # points of difference that make a game nearly sure
UNSPENT: Final = 0.4  # points for a gold piece in hand
RIVAL: Final = 1.0  # what a point of the strongest rival is worth to us


@final
class ValleyJudge(Judge[ValleyState]):
    """Looks some turns ahead and then compares hopes."""

    def __init__(self, game: Game[ValleyState], horizon: int = HORIZON) -> None:
        super().__init__(game, horizon)

    def clock(self, state: ValleyState) -> i64:
        return state.row[TURN_NUMBER]

    def worth(self, state: ValleyState) -> list[float]:
        """Half of it for being ahead, half for how far: who only wants to win does not see how to come closer."""
        points = [prospects(state, who) for who in range(state.n)]
        ahead = (
            winners(state) if state.mover == NOBODY else [who for who in range(state.n) if points[who] == max(points)]
        )
        rewards: list[float] = []
        for who in range(state.n):
            rival = max([points[foe] for foe in range(state.n) if foe != who])
            reward = 0.5 / (1.0 + exp((rival - points[who]) / SPREAD))
            if who in ahead:
                reward += 0.5 / len(ahead)
            rewards.append(reward)
        return rewards

    def hopes(self, state: ValleyState, who: i64) -> float:
        """Points that `who` may hope for, less some of those of the strongest rival."""
        rival = 0.0
        for foe in range(state.n):
            if foe != who:
                rival = max(rival, prospects(state, foe))
        return prospects(state, who) - RIVAL * rival

    def means(self, state: ValleyState, who: i64) -> float:
        gold: i64 = 0
        for i in range(state.size(HAND + who)):
            gold += state.cards.gold[state.card(HAND + who, i)]
        return UNSPENT * float(gold)


def prospects(s: ValleyState, who: i64) -> float:
    """The points that the tomb of `who` can be expected to hold at the end."""
    holding = Holding(s, who)
    if s.mover == NOBODY:
        return holding.in_tomb()
    return holding.expected()


@final
class Holding:
    """All that one seat has and may get, counted by set."""

    def __init__(self, s: ValleyState, who: i64) -> None:
        sets = len(s.cards.set_names)
        self.s: Final = s
        self.seen: Final = [False] * len(s.cards)
        self.entombed: Final = [0] * sets  # kinds in the tomb,
        self.owned: Final = [0] * sets  # other kinds that could be entombed,
        self.in_reach: Final = [0] * sets  # and other kinds that could be bought
        self.points: i64 = 0  # in the tomb, but for the sets
        self.loose: i64 = 0  # the same points among the cards owned, but for starters
        self.worthy: i64 = 0  # cards owned that ought to be entombed
        self.starters: i64 = 0
        self.size: i64 = 0  # cards owned,
        self.gold: i64 = 0  # and their gold
        self.left: i64 = 0  # cards in pyramid and stock
        self._count_tomb(s.at[TOMB + who])
        for zone in (HAND, DECK, DISCARD, PLAYED, TOP, LOOKED, REVEALED):
            self._count_owned(s.at[zone + who])
        self._count_in_reach(PYRAMID, PYRAMID + SLOTS)
        for zone in (STOCK_II, STOCK_III):
            self._count_in_reach(s.at[zone] + 1, s.at[zone] + 1 + s.size(zone))

    def _count_tomb(self, start: i64) -> None:
        cards = self.s.cards
        row = self.s.row
        seen = self.seen
        for i in range(start + 1, start + 1 + row[start]):
            kind = row[i]
            which = cards.set[kind]
            if which < 0:
                self.points += cards.vp[kind]
            elif not seen[kind]:
                seen[kind] = True
                self.entombed[which] += 1

    def _count_owned(self, start: i64) -> None:
        cards = self.s.cards
        row = self.s.row
        seen = self.seen
        sets = cards.set
        size = row[start]
        gold: i64 = 0
        for i in range(start + 1, start + 1 + size):
            kind = row[i]
            gold += cards.gold[kind]
            which = sets[kind]
            if which >= 0:
                if not seen[kind]:
                    seen[kind] = True
                    self.owned[which] += 1
                    self.worthy += 1
            elif cards.starter[kind] == 1:
                self.starters += 1
            else:
                self.loose += cards.vp[kind]
                self.worthy += 1
        self.gold += gold
        self.size += size

    def _count_in_reach(self, start: i64, end: i64) -> None:
        sets = self.s.cards.set
        row = self.s.row
        seen = self.seen
        left: i64 = 0
        for i in range(start, end):
            kind = row[i]
            if kind >= 0:
                left += 1
                if not seen[kind]:
                    seen[kind] = True
                    which = sets[kind]
                    if which >= 0:
                        self.in_reach[which] += 1
        self.left += left

    def in_tomb(self) -> float:
        """The points that are sure."""
        total = float(self.points)
        for have in self.entombed:
            total += have * have
        return total

    def expected(self) -> float:
        """The points at the end, as far as the turns, the cards and the gold allow."""
        size = float(self.size)
        left = float(self.left)
        worthy = float(self.worthy)
        turns = left / (PACE * float(self.s.n))
        drawn = min(1.0, HAND_SIZE * turns / size) if size > 0 else 0.0
        purse = float(self.gold) * min(1.0, HAND_SIZE / size) if size > 0 else 0.0
        bought = purse * max(0.0, turns - DELAY) / PRICE
        room = min(1.0, (turns + 0.5) / (worthy + bought)) if worthy + bought > 0 else 1.0
        chance = drawn * room  # that a card owned is entombed,
        hope = min(SHARE, GRASP * bought / left) * room if left > 0 else 0.0  # and a card not yet owned
        total = float(self.points) + chance * float(self.loose)
        total += min(float(self.starters) * drawn, max(0.0, turns - worthy - bought))
        for which in range(len(self.entombed)):
            kinds = self.entombed[which] + chance * self.owned[which] + hope * self.in_reach[which]
            total += kinds * kinds
        return total
