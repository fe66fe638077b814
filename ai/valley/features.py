"""The input features of the learned value: one seat of a position of Valley of the Kings as an array of numbers.

The first features are sums that exist for any catalogue (cards, gold, starters). Then follow, for each set, the products that
make up its squared score; and for each kind, the copies that the seat owns outside its tomb. Copies that are worth entombing are
counted separately from those that are only useful for gold and actions. No card is named in the code: the weights say what each
kind is worth.

Only public knowledge is used: hand, deck and discard pile of a player are counted together. The only exception is the hand of the
player whose turn it is, because this player is the one who searches.
"""

from typing import Final, final

from engine.core.arrays import i64, vec
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.state import (
    DECK,
    DECK_TOP,
    DISCARD,
    HAND,
    HAS_ENTOMBED,
    LOOKED_AT,
    PLAYED,
    PYRAMID_START,
    REVEALED,
    SLOT_COUNT,
    STOCK_II,
    STOCK_III,
    TOMB,
    ValleyState,
)

PYRAMID_CARDS_PER_TURN: Final = 1.7  # cards that leave the pyramid in a turn, on average
SUM_FEATURES: Final = (
    "turn", "may entomb", "gold in hand", "cards", "gold", "gold a card", "quick deck", "worthy", "starters", "spare", "points",
)  # fmt: skip
SET_FEATURES: Final = ("entombed squared", "entombed by owned", "owned squared", "entombed by free", "owned by free")
SCALE: Final = 0.1  # scales all inputs to about 1
HAND_SIZE: Final = 5.0  # cards

ZONES_OUTSIDE: Final = vec[i64]([HAND, DECK, DISCARD, PLAYED, DECK_TOP, LOOKED_AT, REVEALED])  # outside the tomb

NOT_OWNED: Final[i64] = 0  # what a seat owns of a kind: nothing
OWNED: Final[i64] = 1  # a copy outside the tomb
IN_TOMB: Final[i64] = 2  # a copy in the tomb


@final
class Features:
    """Fills `inputs` with the features of one seat. Call `prepare` for a position, then `fill_inputs` for each seat. Not to be
    shared between searches."""

    def __init__(self, cards: Catalogue) -> None:
        kinds = len(cards)
        sets = len(cards.set_names)
        self.cards: Final = cards
        self.kind_count: Final[i64] = kinds
        self.set_count: Final[i64] = sets
        self.set_start: Final[i64] = len(SUM_FEATURES)
        self.worthy_start: Final[i64] = len(SUM_FEATURES) + len(SET_FEATURES) * sets
        self.spare_start: Final[i64] = self.worthy_start + kinds
        self.size: Final[i64] = self.spare_start + kinds
        self.inputs: Final = vec[float]([0.0] * (len(SUM_FEATURES) + len(SET_FEATURES) * sets + 2 * kinds))
        self.cards_left: i64 = 0  # in stock and pyramid
        self._available: Final = vec[i64]([0] * kinds)  # 1 for a kind that is in the stock or the pyramid
        # Available kinds by set; the last entry is for cards of no set.
        self._available_in_set: Final = vec[i64]([0] * (sets + 1))
        self._kind_status: Final = vec[i64]([0] * kinds)
        self._entombed_in_set: Final = vec[i64]([0] * (sets + 1))
        self._owned_in_set: Final = vec[i64]([0] * (sets + 1))
        self._available_mine_in_set: Final = vec[i64](
            [0] * (sets + 1)
        )  # the kinds of the seat among the available ones

    def feature_names(self) -> list[str]:
        """The name of each input."""
        names = list(SUM_FEATURES)
        for product in SET_FEATURES:
            names += [f"{product}: {name}" for name in self.cards.set_names]
        for group in ("worthy", "spare"):
            names += [f"{group}: {card.name}" for card in self.cards.cards]
        return names

    def turns_left(self, s: ValleyState) -> float:
        """Estimated number of turns that each player still has. Call `prepare` for this position before."""
        return float(self.cards_left) / (PYRAMID_CARDS_PER_TURN * float(s.seat_count))

    def prepare(self, s: ValleyState) -> None:
        """Count what is the same for all seats: the cards in stock and pyramid."""
        available = self._available
        available_in_set = self._available_in_set
        for kind in range(self.kind_count):
            available[kind] = 0
        for set_index in range(self.set_count + 1):
            available_in_set[set_index] = 0
        self.cards_left = s.count(STOCK_II) + s.count(STOCK_III)
        self._mark_zone_available(s, s.zone_starts[STOCK_II])
        self._mark_zone_available(s, s.zone_starts[STOCK_III])
        for slot in range(PYRAMID_START, PYRAMID_START + SLOT_COUNT):
            if s.cells[slot] >= 0:
                self.cards_left += 1
                self._mark_available(s.cells[slot])

    def _mark_zone_available(self, s: ValleyState, zone_start: i64) -> None:
        """Mark the kinds of a zone whose cells begin at `zone_start` with the number of its cards."""
        for i in range(zone_start + 1, zone_start + 1 + s.cells[zone_start]):
            self._mark_available(s.cells[i])

    def _mark_available(self, kind: i64) -> None:
        """Mark a kind as available, and count it in its set, once."""
        if self._available[kind] == 0:
            self._available[kind] = 1
            set_index = self.cards.set[kind]
            if set_index >= 0:
                self._available_in_set[set_index] += 1

    def fill_inputs(self, s: ValleyState, seat: i64) -> None:
        """Write the features of one seat into `inputs`."""
        x = self.inputs
        for i in range(self.size):
            x[i] = 0.0
        for kind in range(self.kind_count):
            self._kind_status[kind] = NOT_OWNED
        for set_index in range(self.set_count + 1):
            self._entombed_in_set[set_index] = 0
            self._owned_in_set[set_index] = 0
            self._available_mine_in_set[set_index] = 0
        self._fill_tomb(s, s.zone_starts[TOMB + seat])
        for i in range(len(ZONES_OUTSIDE)):
            self._fill_outside(s, s.zone_starts[ZONES_OUTSIDE[i] + seat])
        self._fill_sums(s, seat)

    def _fill_tomb(self, s: ValleyState, zone_start: i64) -> None:
        """Count the cards of the tomb, a zone whose cells begin at `zone_start` with the number of its cards."""
        cells = s.cells
        vp: i64 = 0
        for i in range(zone_start + 1, zone_start + 1 + cells[zone_start]):
            kind = cells[i]
            vp += self.cards.vp[kind]
            if self._kind_status[kind] == NOT_OWNED:
                self._kind_status[kind] = IN_TOMB
                self._count_owned_kind(kind, self._entombed_in_set)
        self.inputs[10] = SCALE * float(vp)

    def _count_owned_kind(self, kind: i64, counts: vec[i64]) -> None:
        """Count a kind that the seat owns, in `counts` and among the available kinds of its set. Call it once for each kind."""
        set_index = self.cards.set[kind]
        if set_index >= 0:
            counts[set_index] += 1
            self._available_mine_in_set[set_index] += self._available[kind]

    def _fill_outside(self, s: ValleyState, zone_start: i64) -> None:
        """Count the cards of a zone outside the tomb."""
        cells = s.cells
        x = self.inputs
        cards = self.cards
        gold: i64 = 0
        starters: i64 = 0
        spare: i64 = 0
        worthy: i64 = 0
        for i in range(zone_start + 1, zone_start + 1 + cells[zone_start]):
            kind = cells[i]
            gold += cards.gold[kind]
            if cards.is_starter[kind] == 1:
                starters += 1
                x[self.worthy_start + kind] += 1.0
            elif self._kind_status[kind] == NOT_OWNED:
                self._kind_status[kind] = OWNED
                worthy += 1
                x[self.worthy_start + kind] += 1.0
                self._count_owned_kind(kind, self._owned_in_set)
            else:
                spare += 1
                x[self.spare_start + kind] += 1.0
        x[3] += SCALE * float(cells[zone_start])
        x[4] += SCALE * float(gold)
        x[7] += SCALE * float(worthy)
        x[8] += SCALE * float(starters)
        x[9] += SCALE * float(spare)

    def _fill_sums(self, s: ValleyState, seat: i64) -> None:
        """Write the features that are computed from the counts."""
        x = self.inputs
        if s.active == seat:
            gold: i64 = 0
            for i in range(s.count(HAND + seat)):
                gold += self.cards.gold[s.card_at(HAND + seat, i)]
            x[0] = 1.0
            x[1] = float(1 - s.cells[HAS_ENTOMBED])
            x[2] = SCALE * float(gold)
        size = max(HAND_SIZE, 10.0 * x[3])
        x[5] = 10.0 * x[4] / size
        x[6] = HAND_SIZE / size
        first_index = self.set_start
        sets = self.set_count
        for set_index in range(sets):
            entombed = float(self._entombed_in_set[set_index])
            owned = float(self._owned_in_set[set_index])
            obtainable = float(self._available_in_set[set_index] - self._available_mine_in_set[set_index])
            x[first_index + set_index] = SCALE * entombed * entombed
            x[first_index + sets + set_index] = SCALE * entombed * owned
            x[first_index + 2 * sets + set_index] = SCALE * owned * owned
            x[first_index + 3 * sets + set_index] = SCALE * entombed * obtainable
            x[first_index + 4 * sets + set_index] = SCALE * owned * obtainable
