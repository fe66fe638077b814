"""Drawing and discarding duelling cards (rulebook, "Cards & Deck Shuffling")."""

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.seats import ALL_SEATS
from engine.core.story import Event
from engine.thieves.state import DECK, DISCARDS, HAND, LAID, MAX_LAID, UNSEEN, ThievesState, is_face_down, laid_kind


def draw_card(state: ThievesState, luck_stream: i64) -> i64:
    """Draw a card of the deck with the luck of a stream; NOTHING if there is none. Once the last card is drawn, the discard pile
    is shuffled."""
    if state.count(DECK) == 0:
        shuffle_discards(state)
    kind = state.draw_from(DECK, luck_stream)
    if kind >= 0 and state.count(DECK) == 0:
        shuffle_discards(state)
    return kind


def shuffle_discards(state: ThievesState) -> None:
    """Shuffle the discard pile, with its unseen cards, into the deck."""
    state.merge_into(DISCARDS, DECK)
    for seat in range(state.seat_count):
        state.merge_into(UNSEEN + seat, DECK)
    if state.events is not None and state.count(DECK) > 0:
        state.emit("shuffled", NOTHING, (int(state.count(DECK)),))


def draw_to_hand(state: ThievesState, seat: i64, count: i64) -> None:
    """Draw cards into a hand, as long as there are any."""
    drawn: list[int] = []
    for _nth in range(count):
        kind = draw_card(state, seat)
        if kind < 0:
            break
        state.add(HAND + seat, kind)
        drawn.append(kind)
    if drawn and state.events is not None:
        state.emit("drew", seat, tuple(drawn), seat, True)


def discard_laid(state: ThievesState, seat: i64) -> None:
    """Discard the cards before a seat. Cards that lie face down stay unseen (ours)."""
    cells = state.cells
    for at in range(LAID + MAX_LAID * seat, LAID + MAX_LAID * seat + MAX_LAID):
        laid = cells[at]
        if laid < 0:
            break
        state.add(UNSEEN + seat if is_face_down(laid) else DISCARDS, laid_kind(laid))
        cells[at] = NOTHING


def discard_hand(state: ThievesState, seat: i64) -> None:
    """Discard the hand of a thief who is out; nobody else sees it (ours)."""
    state.merge_into(HAND + seat, UNSEEN + seat)


def reveal_chapter_start(state: ThievesState, verb: str, seat: i64, arguments: tuple[int, ...]) -> None:
    """Report an event that begins a chapter and shows something new to everybody."""
    if state.events is not None:
        state.emit_event(Event(verb, int(seat), arguments, reveals_to=ALL_SEATS, begins_chapter=True))
