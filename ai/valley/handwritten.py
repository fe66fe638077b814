"""The handwritten evaluator for Valley of the Kings: how well a seat stands in mid-game.

It estimates the points in the tomb at the end of the game. Entombed cards count in full. Owned cards count with the probability
that they are drawn and entombed in time. Cards that nobody owns yet count with the probability that they are bought, given the
gold of an average hand, and entombed in time. A set is worth the square of its kinds, so each further kind is worth more, and the
chance to complete a set counts too. The probabilities depend on the remaining turns, the owned cards and their gold. So early in
the game more gold means a better tomb, and late only the tomb counts, without a rule for when to switch.

No card is named in the code, and no hidden hand is used: hand, deck and discard pile of a player are counted together, as all
players may know them.
"""

from typing import Final, final

from ai.search.evaluator import Evaluator, lead_over_best, logistic
from ai.valley.features import HAND_SIZE, IN_TOMB, NOT_OWNED, OWNED, PYRAMID_CARDS_PER_TURN
from engine.core.arrays import i64, vec
from engine.core.game import NOBODY, Game
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.rules.scoring import score_of
from engine.valley.state import (
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
ODDS_PER_KIND: Final = 1.5  # above 1, because a kind has several copies
MAX_KIND_ODDS: Final = 0.6
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
        self.set_count: Final[i64] = len(cards.set_names)
        self._holding: Final = SeatHolding(cards)  # of the seat that was counted last
        self._available: Final = KindSet(len(cards))

    def clock(self, state: ValleyState) -> i64:
        return state.cells[TURN_NUMBER]

    def rewards(self, state: ValleyState) -> list[float]:
        """The chance of each seat to win, from its lead in points.

        At the end of the game, half of it is the reward and half the lead: with the reward alone, a losing seat would see no way
        to improve.
        """
        points = self.expected_points(state)
        if state.mover == NOBODY:
            won = self.game.rewards(state)
            return [
                0.5 * won[seat] + 0.5 * win_chance(lead_in_points(points, seat)) for seat in range(state.seat_count)
            ]
        points[state.active] += self.potential(state, state.active)
        return [win_chance(lead_in_points(points, seat)) for seat in range(state.seat_count)]

    def estimate(self, state: ValleyState, seat: i64) -> float:
        """The expected lead of `seat`, in points."""
        return lead_in_points(self.expected_points(state), seat)

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
        return [self._expected_tomb_points(s, seat, float(cards_left)) for seat in range(s.seat_count)]

    def _expected_tomb_points(self, s: ValleyState, seat: i64, cards_left: float) -> float:
        """The expected points of one tomb at the end, given the cards left in stock and pyramid."""
        holding = self._holding
        holding.count_seat(s, seat, self._available)
        size = float(holding.card_count)
        worthy = float(holding.worthy)
        turns = cards_left / (PYRAMID_CARDS_PER_TURN * float(s.seat_count))
        drawn_share = min(1.0, HAND_SIZE * turns / size) if size > 0 else 0.0
        purse = float(holding.gold) * min(1.0, HAND_SIZE / size) if size > 0 else 0.0
        bought = purse * max(0.0, turns - TURNS_UNTIL_ENTOMBED) / GOLD_PER_PURCHASE
        entomb_share = min(1.0, (turns + EXTRA_ENTOMBED) / (worthy + bought)) if worthy + bought > 0 else 1.0
        # The probabilities that an owned card, and a kind that the seat does not own, are entombed.
        chance = drawn_share * entomb_share
        unowned_chance = (
            min(MAX_KIND_ODDS, ODDS_PER_KIND * bought / cards_left) * entomb_share if cards_left > 0 else 0.0
        )
        total = float(holding.points) + chance * float(holding.outside_points)
        total += min(float(holding.starters) * drawn_share, max(0.0, turns - worthy - bought))
        for set_index in range(self.set_count):
            kinds = float(holding.entombed[set_index])
            kinds += chance * float(holding.owned[set_index]) + unowned_chance * float(holding.obtainable[set_index])
            total += kinds * kinds
        return total


def win_chance(lead: float) -> float:
    """The probability of winning with this lead in points."""
    return logistic(lead / LEAD_SCALE_POINTS)


def lead_in_points(points: list[float], seat: i64) -> float:
    """The lead of `seat` over the best of the other seats; in a solo game, over a fair score."""
    return lead_over_best(points, seat) if len(points) > 1 else points[seat] - FAIR_SOLO_POINTS


@final
class KindSet:
    """A set of kinds of cards. The first `count` entries of `kinds` are its members."""

    def __init__(self, kinds: int) -> None:
        self.kinds: Final = vec[i64]([0] * kinds)
        self.count: i64 = 0
        self._present: Final = vec[i64]([0] * kinds)  # 1 for each member

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
    """The cards of one seat, in the tomb and outside it. Arrays have an entry for each set and a last one for cards of no set."""

    def __init__(self, cards: Catalogue) -> None:
        sets = len(cards.set_names) + 1
        self.cards: Final = cards
        self.entombed: Final = vec[i64]([0] * sets)  # kinds in the tomb
        self.owned: Final = vec[i64]([0] * sets)  # kinds outside the tomb that are not in it
        self.obtainable: Final = vec[i64]([0] * sets)  # kinds in stock and pyramid that the seat does not own
        self.points: i64 = 0  # of starters and unique artifacts in the tomb
        self.outside_points: i64 = 0  # of unique artifacts outside the tomb
        self.worthy: i64 = 0  # cards outside the tomb that are worth entombing
        self.starters: i64 = 0  # outside the tomb
        self.card_count: i64 = 0  # outside the tomb
        self.gold: i64 = 0  # of all cards outside the tomb
        self._owned_kinds: Final = KindSet(len(cards))
        self._kind_status: Final = vec[i64]([0] * len(cards))

    def count_seat(self, s: ValleyState, seat: i64, available: KindSet) -> None:
        """Count the cards of a seat. `available` holds the kinds in stock and pyramid."""
        sets = self.cards.set
        for set_index in range(len(self.entombed)):
            self.entombed[set_index] = 0
            self.owned[set_index] = 0
            self.obtainable[set_index] = 0
        for i in range(self._owned_kinds.count):
            self._kind_status[self._owned_kinds.kinds[i]] = NOT_OWNED
        self._owned_kinds.clear()
        self.points = 0
        self.outside_points = 0
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

    def _count_tomb(self, s: ValleyState, zone_start: i64) -> None:
        vp = self.cards.vp
        cells = s.cells
        for i in range(zone_start + 1, zone_start + 1 + cells[zone_start]):
            kind = cells[i]
            self.points += vp[kind]
            if self._kind_status[kind] == NOT_OWNED:
                self._kind_status[kind] = IN_TOMB
                self._owned_kinds.add(kind)
                self.entombed[self.cards.set[kind]] += 1

    def _count_owned(self, s: ValleyState, zone_start: i64) -> None:
        cards = self.cards
        cells = s.cells
        for i in range(zone_start + 1, zone_start + 1 + cells[zone_start]):
            kind = cells[i]
            self.gold += cards.gold[kind]
            if cards.is_starter[kind] == 1:
                self.starters += 1
            else:
                self.outside_points += cards.vp[kind]
                if self._kind_status[kind] == NOT_OWNED:
                    self._kind_status[kind] = OWNED
                    self._owned_kinds.add(kind)
                    self.worthy += 1
                    self.owned[cards.set[kind]] += 1
        self.card_count += cells[zone_start]
