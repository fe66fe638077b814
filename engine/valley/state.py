"""The position: the place of every card, in one array of small numbers. Its layout says where each zone begins, for a catalogue
and a number of seats.

`engine.core.zones` explains zones; this module names them. Cards that are known to be on top of a deck are in a separate
short pile, which is drawn first. Outside of hot loops, the rules use methods instead of the cells of a zone.
"""

from typing import Final

from engine.core.arrays import extend, i64, vec
from engine.core.game import EMPTY_ARRAY, NOBODY, NOTHING
from engine.core.luck import hash_combine, hash_sequence
from engine.core.tasks import FIRST_GAME_CELL
from engine.core.zones import ZoneState
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.catalogue.declarations import NEEDS_ASIDE, NEEDS_SIGHTS
from engine.valley.payments import EMPTY_PURSE

MAX_PLAYERS: Final = 6

# Zones of the table.
STOCK_II: Final[i64] = 0  # bag: the rest of level II, drawn first
STOCK_III: Final[i64] = 1  # bag
BONEYARD: Final[i64] = 2  # pile
EXECUTED: Final[i64] = 3  # bag: the kinds whose actions were executed this turn, each once
# Zones of a seat: add the seat to these numbers.
HAND: Final[i64] = 4  # bag
DECK: Final[i64] = 10  # bag
PLAYED: Final[i64] = 16  # bag: cards in play
DISCARD: Final[i64] = 22  # pile
TOMB: Final[i64] = 28  # bag
DECK_TOP: Final[i64] = 34  # pile: the cards that are known to be on top of the deck, drawn first
LOOKED_AT: Final[i64] = 40  # bag: cards that only their owner is looking at, during an action
REVEALED: Final[i64] = 46  # pile: cards that all players see, during an action
SHOWN: Final[i64] = 52  # bag: the cards in the hand that all players know
# Three zones that only some catalogues need. In others they have no space for cards and stay empty.
ASIDE: Final[i64] = 58  # bag of the table: cards set aside during an action, face up
SEEN: Final[i64] = 59  # bag of a seat: which opponents saw which cards of the hand, see `remember_sight`
# Bag of the table: kinds in EXECUTED of which an executed card is not in play, because it was revealed or is in the tomb.
EXECUTED_ELSEWHERE: Final[i64] = 65
ZONE_COUNT: Final = 66
MAX_LOOKED_AT: Final = 12  # maximum number of cards in LOOKED_AT and REVEALED
MAX_SIGHTS: Final = 60  # maximum number of cards in SEEN
SIGHT_STRIDE: Final[i64] = 128  # an item in SEEN is this number times the seat that saw the card, plus the kind
SEATS_PER_BOX: Final = 4  # a box has starter cards for this number of players

# Cells, from FIRST_GAME_CELL on. They are literal numbers, because compiled code would compute a sum with a constant of another
# module at each use.
LUCK_START: Final[i64] = 121  # one cell for each seat, then one for the stock
STOCK_LUCK_INDEX: Final[i64] = 6
ACTIVE_SEAT: Final[i64] = 128  # whose turn it is
TURN_NUMBER: Final[i64] = 129  # number of turns before this one, of all players together
# The record of the turn, cleared when a turn begins.
HAS_ENTOMBED: Final[i64] = 130  # 1 after the entombment of the turn
PYRAMID_CHANGED: Final[i64] = 131  # 1 after any change to the pyramid
HIGHEST_BOUGHT: Final[i64] = 132  # the highest printed cost of a card bought this turn; NOTHING before the first
GILDED: Final[i64] = 133  # 1 while every card in the active player's hand is worth 4 gold
REBATE: Final[i64] = 134  # discount on each purchase
NEXT_DOUBLED: Final[i64] = 135  # 1 while the next card laid out counts twice
ANY_ROW: Final[i64] = 136  # 1 while the next card can be bought from any row
PYRAMID_START: Final[i64] = 137  # six slots: base 0 1 2 from the left, middle 3 4, top 5
SLOT_COUNT: Final[i64] = 6
FIRST_ZONE_CELL: Final = 143  # the zones begin here
assert (LUCK_START, STOCK_LUCK_INDEX, FIRST_ZONE_CELL) == (FIRST_GAME_CELL, MAX_PLAYERS, PYRAMID_START + SLOT_COUNT)


class ValleyState(ZoneState):
    """A position of Valley of the Kings. `zone_starts` holds the first cell of each zone."""

    def __init__(self, catalogue: Catalogue, seat_count: i64, zone_starts: vec[i64], cells: vec[i64]) -> None:
        super().__init__(seat_count, zone_starts, cells, catalogue.programs)
        self.catalogue: Final = catalogue
        self.ordered_discards: i64 = 0  # the number of discards, from the top, whose order the player chooses
        self.purse = EMPTY_PURSE  # the purse for which the purchases on the menu were counted

    def copy(self) -> "ValleyState":
        copied = ValleyState(self.catalogue, self.seat_count, self.zone_starts, extend(EMPTY_ARRAY, self.cells))
        copied.copy_menu_and_mover_from(self)
        copied.purse = self.purse
        copied.ordered_discards = self.ordered_discards
        return copied

    @property
    def active(self) -> i64:
        """The seat whose turn it is."""
        return self.cells[ACTIVE_SEAT]

    # -- hands and decks

    def remove_from_hand_openly(self, seat: i64, kind: i64) -> None:
        """Remove a card from the hand openly. A known card of this kind is then no longer known to be there."""
        self.remove_present(HAND + seat, kind)
        if self.cells[self.zone_starts[SHOWN + seat]] > 0:
            self.remove(SHOWN + seat, kind)
        if self.cells[self.zone_starts[SEEN + seat]] > 0:
            for viewer in range(self.seat_count):
                self.remove(SEEN + seat, SIGHT_STRIDE * viewer + kind)

    def add_to_hand_openly(self, seat: i64, kind: i64) -> None:
        """Add a card to the hand openly. All players know that it is there until it leaves."""
        self.add(HAND + seat, kind)
        self.add(SHOWN + seat, kind)
        if self.cells[self.zone_starts[SEEN + seat]] > 0:
            for viewer in range(self.seat_count):
                self.remember_sight(viewer, seat, kind)

    def show_hand(self, seat: i64) -> None:
        """Show the whole hand to all players."""
        self.clear(SEEN + seat)
        self.copy_over(HAND + seat, SHOWN + seat)

    def see_hand(self, viewer: i64, seat: i64) -> None:
        """Show the whole hand of `seat` to the viewer only, who knows its cards until they leave."""
        for i in range(self.count(SEEN + seat) - 1, -1, -1):
            if self.card_at(SEEN + seat, i) // SIGHT_STRIDE == viewer:
                self.remove_at(SEEN + seat, i)
        for i in range(self.count(HAND + seat)):
            self.remember_sight(viewer, seat, self.card_at(HAND + seat, i))

    def remember_sight(self, viewer: i64, seat: i64, kind: i64) -> None:
        """Note that a viewer has seen a card of another hand. After MAX_SIGHTS cards of one hand, nothing more is noted."""
        if viewer != seat and self.count(SEEN + seat) < MAX_SIGHTS:
            self.add(SEEN + seat, SIGHT_STRIDE * viewer + kind)

    def known_hand(self, viewer: i64, seat: i64) -> list[int]:
        """The kinds in a hand that a viewer knows, sorted: what all players know and what this viewer has seen, each card
        once."""
        known = self.kinds(SHOWN + seat)
        for i in range(self.count(SEEN + seat)):
            sight = self.card_at(SEEN + seat, i)
            kind = sight % SIGHT_STRIDE
            if sight // SIGHT_STRIDE == viewer and known.count(kind) < self.count_of(SEEN + seat, sight):
                known.append(kind)
                known.sort()
        return known

    def first_hand_kind_with_reaction(self, seat: i64, reaction: i64) -> i64:
        """The lowest kind in the hand with this reaction (OFFERING_TABLE, BOAT, MUMMIFIED_CAT, AXE); NOTHING if there is none."""
        cells = self.cells
        reactions = self.catalogue.reactions
        start = self.zone_starts[HAND + seat] + 1
        for i in range(start, start + cells[start - 1]):
            if reactions[cells[i]] == reaction:
                return cells[i]
        return NOTHING

    def drawable_count(self, seat: i64) -> i64:
        """The number of cards that a player can draw: those in deck and discard pile."""
        cells = self.cells
        starts = self.zone_starts
        return cells[starts[DECK + seat]] + cells[starts[DECK_TOP + seat]] + cells[starts[DISCARD + seat]]

    def owned_count(self, seat: i64) -> i64:
        """The number of cards of a player in hand, deck and discard pile, without the tomb (rulebook, Qebehsenuef)."""
        return self.cells[self.zone_starts[HAND + seat]] + self.drawable_count(seat)

    def draw(self, seat: i64) -> i64:
        """Remove and return the top card of the deck. If the deck is empty, the discard pile is shuffled first. NOTHING if both
        are empty."""
        if self.count(DECK_TOP + seat) > 0:
            return self.pop(DECK_TOP + seat)
        if self.count(DECK + seat) == 0:
            if self.count(DISCARD + seat) == 0:
                return NOTHING
            self.shuffle_discards_into_deck(seat)
        return self.remove_at(DECK + seat, self.random_below(seat, self.count(DECK + seat)))

    def shuffle_discards_into_deck(self, seat: i64) -> None:
        """Make the discard pile the new deck. The old deck is empty, so players who count cards now know the whole hand, unless
        its owner is also looking at cards."""
        self.pour_zone_into(DISCARD + seat, DECK + seat)
        hand_is_known = self.count(LOOKED_AT + seat) == 0
        if hand_is_known:
            self.show_hand(seat)
        if self.events is not None:
            self.emit("shuffled", seat, reveals=hand_is_known and self.count(HAND + seat) > 0)

    def draw_to_hand(self, seat: i64, count: i64) -> None:
        """Draw `count` cards into the hand, or all if fewer are left."""
        drawn_kinds: list[int] | None = None if self.events is None else []
        while count > 0 and self.count(DECK_TOP + seat) > 0:
            kind = self.pop(DECK_TOP + seat)
            self.add(HAND + seat, kind)
            count -= 1
            if drawn_kinds is not None:
                drawn_kinds.append(kind)
        while count > 0:
            available = self.count(DECK + seat)
            if available == 0:
                if self.count(DISCARD + seat) == 0:
                    break
                self.shuffle_discards_into_deck(seat)
                continue
            if available > count:
                available = count
            self.deal_cards(seat, DECK + seat, HAND + seat, available, drawn_kinds)
            count -= available
        if drawn_kinds:
            self.emit("drew", seat, tuple(drawn_kinds), seat, True)

    def draw_stock(self) -> i64:
        """Remove and return the top card of the stock, level II before level III; NOTHING if it is empty."""
        return self.draw_from(STOCK_II if self.count(STOCK_II) > 0 else STOCK_III, STOCK_LUCK_INDEX)

    def stock_count(self) -> i64:
        """The number of cards in the stock."""
        return self.count(STOCK_II) + self.count(STOCK_III)

    def reseed(self, seed: i64) -> None:
        """Give every seat and the stock new luck, from the 63 bits of `seed`."""
        self.reseed_streams(seed, MAX_PLAYERS + 1)

    # -- the whole position

    def digest(self) -> int:
        k = hash_combine(self.stack_digest(), self.seat_count)
        k = hash_sequence(k, [self.cells[cell] + 1 for cell in range(LUCK_START, FIRST_ZONE_CELL)])
        for zone in range(ZONE_COUNT):
            if self.zone_starts[zone] >= 0 and (zone < ASIDE or self.count(zone) > 0):
                k = hash_sequence(hash_combine(k, zone << 32), [kind + 1 for kind in self.kinds(zone)])
        return k


def game_card_count(catalogue: Catalogue, seat_count: int) -> int:
    """The number of cards in a game of `seat_count` players. A box has starters for four players; five and six use some of a
    second box."""
    starters = sum([card.copies for card in catalogue.cards if card.level == 1])
    return sum([card.copies for card in catalogue.cards]) - starters + seat_count * starters // SEATS_PER_BOX


def zone_starts(catalogue: Catalogue, seat_count: int, card_count: int) -> vec[i64]:
    """The first cell of each zone, for `seat_count` seats and `card_count` cards in the game; NOTHING for zones of unused
    seats. The last item is the number of all cells. Every zone has enough cells for all cards that can ever be there."""
    level_counts = [sum([card.copies for card in catalogue.cards if card.level == level]) for level in (2, 3)]
    capacity = {int(STOCK_II): level_counts[0], int(STOCK_III): level_counts[1], int(EXECUTED): len(catalogue)}
    capacity[int(ASIDE)] = card_count if catalogue.written_places & NEEDS_ASIDE else 0
    capacity[int(EXECUTED_ELSEWHERE)] = len(catalogue) if catalogue.notes_executed_elsewhere else 0
    sights = MAX_SIGHTS if catalogue.written_places & NEEDS_SIGHTS else 0
    starts = vec[i64]([NOTHING] * (ZONE_COUNT + 1))
    next_cell = FIRST_ZONE_CELL
    for zone in range(ZONE_COUNT):
        is_of_table = zone < HAND or zone in (ASIDE, EXECUTED_ELSEWHERE)
        seat = NOBODY if is_of_table else (zone - (SEEN if zone >= SEEN else HAND)) % MAX_PLAYERS
        if seat < seat_count:
            starts[zone] = next_cell
            next_cell += 1 + capacity.get(
                zone, sights if zone >= SEEN else MAX_LOOKED_AT if DECK_TOP <= zone < SHOWN else card_count
            )
    starts[ZONE_COUNT] = next_cell
    return starts


def empty_table(catalogue: Catalogue, seat_count: int) -> ValleyState:
    """A position without cards and frames. The layout is cached in the catalogue."""
    if seat_count not in catalogue.zone_layouts:
        catalogue.zone_layouts[seat_count] = zone_starts(catalogue, seat_count, game_card_count(catalogue, seat_count))
    starts = catalogue.zone_layouts[seat_count]
    state = ValleyState(catalogue, seat_count, starts, vec[i64]([0] * starts[ZONE_COUNT]))
    state.cells[HIGHEST_BOUGHT] = NOTHING
    for slot in range(SLOT_COUNT):
        state.cells[PYRAMID_START + slot] = NOTHING
    return state


def initial_table(catalogue: Catalogue, seat_count: int) -> ValleyState:
    """The position before the first draw (rulebook, "Setup"): starter cards in the decks, all others in the stock. Each player
    gets a quarter of the starter cards of a box. The cells are cached in the catalogue."""
    if seat_count not in catalogue.initial_cells:
        state = empty_table(catalogue, seat_count)
        for kind, card in enumerate(catalogue.cards):
            if card.level == 1:
                for seat in range(seat_count):
                    for _ in range(card.copies // SEATS_PER_BOX):
                        state.add(DECK + seat, kind)
            else:
                for _ in range(card.copies):
                    state.add(STOCK_II if card.level == 2 else STOCK_III, kind)
        catalogue.initial_cells[seat_count] = state.cells
    return ValleyState(
        catalogue,
        seat_count,
        catalogue.zone_layouts[seat_count],
        extend(EMPTY_ARRAY, catalogue.initial_cells[seat_count]),
    )
