"""Drawing and discarding duelling cards (rulebook, "Cards & Deck Shuffling")."""

from engine.core.arrays import i64
from engine.core.events import ALL_SEATS, Event
from engine.core.game import NOTHING
from engine.thieves.state import (
    DECK,
    DISCARDS,
    HAND,
    LAID_CARDS,
    MAX_LAID_CARDS,
    UNSEEN_DISCARDS,
    ThievesState,
    is_face_down,
    laid_kind,
)


def draw_card(state: ThievesState, luck_stream: i64) -> i64:
    """Draw a card from the deck. `luck_stream` decides which one. Returns its kind, or NOTHING if no card is left. When the deck
    becomes empty, the discard pile is shuffled into it."""
    if state.count(DECK) == 0:
        shuffle_discards(state)
    kind = state.draw_from(DECK, luck_stream)
    if kind >= 0 and state.count(DECK) == 0:
        shuffle_discards(state)
    return kind


def shuffle_discards(state: ThievesState) -> None:
    """Shuffle the discard pile, unseen cards included, into the deck."""
    state.pour_bag_into(DISCARDS, DECK)
    for seat in range(state.seat_count):
        state.pour_bag_into(UNSEEN_DISCARDS + seat, DECK)
    if state.events is not None and state.count(DECK) > 0:
        state.emit("shuffled", NOTHING, (int(state.count(DECK)),))


def draw_to_hand(state: ThievesState, seat: i64, count: i64) -> None:
    """Draw `count` cards into a hand, or as many as there are."""
    drawn: list[int] = []
    for _nth in range(count):
        kind = draw_card(state, seat)
        if kind < 0:
            break
        state.add(HAND + seat, kind)
        drawn.append(kind)
    if drawn and state.events is not None:
        state.emit("drew", seat, tuple(drawn), seat, True)


def discard_laid_cards(state: ThievesState, seat: i64) -> None:
    """Discard the cards on the table before a seat. Face-down cards stay unseen (our rule)."""
    cells = state.cells
    for cell in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
        laid_card = cells[cell]
        if laid_card < 0:
            break
        state.add(UNSEEN_DISCARDS + seat if is_face_down(laid_card) else DISCARDS, laid_kind(laid_card))
        cells[cell] = NOTHING


def discard_hand(state: ThievesState, seat: i64) -> None:
    """Discard the hand of a thief who is out; nobody else sees it (our rule)."""
    state.pour_bag_into(HAND + seat, UNSEEN_DISCARDS + seat)


def emit_chapter_start(state: ThievesState, verb: str, seat: i64, arguments: tuple[int, ...]) -> None:
    """Emit an event that begins a chapter and reveals something to all seats."""
    if state.events is not None:
        state.emit_event(Event(verb, int(seat), arguments, reveals_to=ALL_SEATS, begins_chapter=True))
