"""The layout of a position (the first cell of each zone, for a catalogue and a number of seats), and the position before the
first draw."""

from engine.core.arrays import extend, i64, vec
from engine.core.game import EMPTY_ARRAY, NOBODY, NOTHING
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.catalogue.part_spec import NEEDS_ASIDE, NEEDS_SIGHTS
from engine.valley.state.valley_state import (
    ASIDE,
    DECK,
    DECK_TOP,
    EXECUTED,
    FIRST_ZONE_CELL,
    HAND,
    HIGHEST_BOUGHT,
    MAX_LOOKED_AT,
    MAX_PLAYERS,
    MAX_SIGHTS,
    PYRAMID_START,
    SEATS_PER_BOX,
    SEEN,
    SHOWN,
    SLOT_COUNT,
    STOCK_II,
    STOCK_III,
    ZONE_COUNT,
    ValleyState,
)


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
    sights = MAX_SIGHTS if catalogue.written_places & NEEDS_SIGHTS else 0
    starts = vec[i64]([NOTHING] * (ZONE_COUNT + 1))
    next_cell = FIRST_ZONE_CELL
    for zone in range(ZONE_COUNT):
        seat = NOBODY if zone < HAND or zone == ASIDE else (zone - (SEEN if zone >= SEEN else HAND)) % MAX_PLAYERS
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
