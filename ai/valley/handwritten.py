"""The handwritten evaluator for Valley of the Kings: how well a seat stands in mid-game.

It estimates the points in the tomb at the end of the game. Entombed cards count in full. Owned cards count with the chance to be
drawn and entombed in time. Cards that nobody owns yet count with the chance to be bought, given the gold of an average hand, and
entombed in time. A set is worth the square of its kinds, so each further kind is worth more, and the chance to complete a set
counts too. The chances depend on the remaining turns, the owned cards and their gold: early in the game more gold means a better
tomb, late only the tomb counts, without a rule for when to switch.

No card is named in the code, and no hidden hand is used: hand, deck and discard pile of a player are counted together, as all
players may know them.
"""

from typing import Final, final

from ai.search.evaluator import Evaluator, logistic
from ai.valley.features import HAND_SIZE, IN_TOMB, NOT_OWNED, OWNED, PYRAMID_CARDS_PER_TURN
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, Game
from engine.valley.cards.catalogue import Catalogue
from engine.valley.rules.scoring import score_of
from engine.valley.state.valley_state import (
    DECK,
    DECK_TOP,
    DISCARD,
    HAND,
    LOOKED_AT,
    PLAYED,
    PYRAMID_START,
    REVEALED,
    SLOT_COUNT,
    STOCK_II,
    STOCK_III,
    TOMB,
    TURN_NUMBER,
    ValleyState,
)

GOLD_PER_PURCHASE: Final = 14.0  # average; much gold is not spent, or spent badly
EXTRA_ENTOMBED: Final = 1.5  # cards entombed by actions, beyond one per turn
TURNS_UNTIL_ENTOMBED: Final = 2.0  # from the purchase until the card is drawn
ODDS_PER_KIND: Final = 1.5  # factor, because a kind has several copies
MAX_KIND_ODDS: Final = 0.6  # upper bound
POINTS_PER_UNSPENT_GOLD: Final = 0.4  # in the hand of the player whose turn it is
LEAD_SCALE_POINTS: Final = 6.0  # the scale of the logistic function
FAIR_SOLO_POINTS: Final = 60.0  # the score that a solo game is compared with
EXPLORATION: Final = 0.07  # about two points


@final
class HandwrittenEvaluator(Evaluator[ValleyState]):
    """Compares the expected points of all tombs. For one catalogue of cards.

    There are no playouts unless `horizon` is given, in turns of all players together.
    """

    def __init__(self, game: Game[ValleyState], cards: Catalogue, horizon: int = 0) -> None:
        super().__init__(game, horizon, EXPLORATION)
        self.sets: Final[i64] = len(cards.set_names)
        self._holding: Final = SeatHolding(cards)  # the cards of the seat that was counted last
        self._available: Final = KindSet(len(cards))

    def clock(self, state: ValleyState) -> i64:
        return state.cells[TURN_NUMBER]

    def rewards(self, state: ValleyState) -> list[float]:
        """The chance of each seat to win, from its lead in points.

        At the end, half of the value is the reward and half is the lead: with the reward alone, a losing seat would see no way to
        improve.
        """
        points = self.expected_points(state)
        if state.mover == NOBODY:
            won = self.game.rewards(state)
            return [
                0.5 * won[seat] + 0.5 * win_chance(lead_over_best(points, seat)) for seat in range(state.seat_count)
            ]
        points[state.active] += self.potential(state, state.active)
        return [win_chance(lead_over_best(points, seat)) for seat in range(state.seat_count)]

    def estimate(self, state: ValleyState, seat: i64) -> float:
        """The expected lead of `seat`, in points."""
        return lead_over_best(self.expected_points(state), seat)

    def potential(self, state: ValleyState, seat: i64) -> float:
        gold: i64 = 0
        for i in range(state.count(HAND + seat)):
            gold += state.catalogue.gold[state.card_at(HAND + seat, i)]
        return POINTS_PER_UNSPENT_GOLD * float(gold)

    def expected_points(self, s: ValleyState) -> list[float]:
        """The expected points of each tomb at the end."""
        if s.mover == NOBODY:
            return [float(score_of(s, seat)) for seat in range(s.seat_count)]
        cards_left: i64 = s.stock_count()
        available = self._available
        available.clear()
        for zone in (STOCK_II, STOCK_III):
            start = s.zone_starts[zone] + 1
            for i in range(start, start + s.cells[start - 1]):
                available.add(s.cells[i])
        for slot in range(PYRAMID_START, PYRAMID_START + SLOT_COUNT):
            if s.cells[slot] >= 0:
                cards_left += 1
                available.add(s.cells[slot])
        return [self._expected_tomb(s, seat, float(cards_left)) for seat in range(s.seat_count)]

    def _expected_tomb(self, s: ValleyState, seat: i64, cards_left: float) -> float:
        """The expected points of one tomb, given the remaining turns, the cards and the gold."""
        holding = self._holding
        holding.count_seat(s, seat, self._available)
        size = float(holding.card_count)
        worthy = float(holding.worthy)
        turns = cards_left / (PYRAMID_CARDS_PER_TURN * float(s.seat_count))
        drawn_share = min(1.0, HAND_SIZE * turns / size) if size > 0 else 0.0
        purse = float(holding.gold) * min(1.0, HAND_SIZE / size) if size > 0 else 0.0
        bought = purse * max(0.0, turns - TURNS_UNTIL_ENTOMBED) / GOLD_PER_PURCHASE
        entomb_share = min(1.0, (turns + EXTRA_ENTOMBED) / (worthy + bought)) if worthy + bought > 0 else 1.0
        # The chances that an owned card, and a kind without an owner, are entombed.
        chance = drawn_share * entomb_share
        hope = min(MAX_KIND_ODDS, ODDS_PER_KIND * bought / cards_left) * entomb_share if cards_left > 0 else 0.0
        total = float(holding.points) + chance * float(holding.loose_points)
        total += min(float(holding.starters) * drawn_share, max(0.0, turns - worthy - bought))
        for which in range(self.sets):
            kinds = float(holding.entombed[which])
            kinds += chance * float(holding.owned[which]) + hope * float(holding.obtainable[which])
            total += kinds * kinds
        return total


def win_chance(points: float) -> float:
    """The chance to win, from 0 to 1, for a lead in points."""
    return logistic(points / LEAD_SCALE_POINTS)


def lead_over_best(points: list[float], seat: i64) -> float:
    """The lead of `seat` over the best of the others; in a solo game, over a fair score."""
    rival = -1.0 if len(points) > 1 else FAIR_SOLO_POINTS
    for other in range(len(points)):
        if other != seat and points[other] > rival:
            rival = points[other]
    return points[seat] - rival


@final
class KindSet:
    """A set of kinds of cards: a list that is filled up to its count, and a flag for each kind."""

    def __init__(self, kinds: int) -> None:
        self.kinds: Final = vec[i64]([0] * kinds)
        self.count: i64 = 0
        self._present: Final = vec[i64]([0] * kinds)  # 1 for those among them

    def add(self, kind: i64) -> None:
        if self._present[kind] == 0:
            self._present[kind] = 1
            self.kinds[self.count] = kind
            self.count += 1

    def clear(self) -> None:
        for i in range(self.count):
            self._present[self.kinds[i]] = 0
        self.count = 0


@final
class SeatHolding:
    """The cards of one seat, in the tomb and outside: the number of kinds for each set. The last entry is for cards of no set."""

    def __init__(self, cards: Catalogue) -> None:
        sets = len(cards.set_names) + 1
        self.cards: Final = cards
        self.entombed: Final = vec[i64]([0] * sets)  # kinds in the tomb
        self.owned: Final = vec[i64]([0] * sets)  # the other kinds outside of it
        self.obtainable: Final = vec[i64]([0] * sets)  # kinds without an owner that the seat does not have
        self.points: i64 = 0  # of starters and unique artifacts in the tomb
        self.loose_points: i64 = 0  # of unique artifacts outside
        self.worthy: i64 = 0  # cards outside that should be entombed
        self.starters: i64 = 0  # starters outside
        self.card_count: i64 = 0  # all cards outside
        self.gold: i64 = 0  # gold of all cards outside
        self._known: Final = KindSet(len(cards))
        self._kind_status: Final = vec[i64]([0] * len(cards))

    def count_seat(self, s: ValleyState, seat: i64, available: KindSet) -> None:
        """Count the cards of a seat; `available` are the kinds in stock and pyramid."""
        sets = self.cards.set
        for which in range(len(self.entombed)):
            self.entombed[which] = 0
            self.owned[which] = 0
            self.obtainable[which] = 0
        for i in range(self._known.count):
            self._kind_status[self._known.kinds[i]] = NOT_OWNED
        self._known.clear()
        self.points = 0
        self.loose_points = 0
        self.worthy = 0
        self.starters = 0
        self.card_count = 0
        self.gold = 0
        self._count_tomb(s, s.zone_starts[TOMB + seat])
        for zone in (HAND, DECK, DISCARD, PLAYED, DECK_TOP, LOOKED_AT, REVEALED):
            self._count_owned(s, s.zone_starts[zone + seat])
        for i in range(available.count):
            kind = available.kinds[i]
            if self._kind_status[kind] == NOT_OWNED:
                self.obtainable[sets[kind]] += 1

    def _count_tomb(self, s: ValleyState, start: i64) -> None:
        vp = self.cards.vp
        cells = s.cells
        for i in range(start + 1, start + 1 + cells[start]):
            kind = cells[i]
            self.points += vp[kind]
            if self._kind_status[kind] == NOT_OWNED:
                self._kind_status[kind] = IN_TOMB
                self._known.add(kind)
                self.entombed[self.cards.set[kind]] += 1

    def _count_owned(self, s: ValleyState, start: i64) -> None:
        cards = self.cards
        cells = s.cells
        for i in range(start + 1, start + 1 + cells[start]):
            kind = cells[i]
            self.gold += cards.gold[kind]
            if cards.is_starter[kind] == 1:
                self.starters += 1
            else:
                self.loose_points += cards.vp[kind]
                if self._kind_status[kind] == NOT_OWNED:
                    self._kind_status[kind] = OWNED
                    self._known.add(kind)
                    self.worthy += 1
                    self.owned[cards.set[kind]] += 1
        self.card_count += cells[start]
