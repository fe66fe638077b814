"""Determinization: draws everything again that a seat cannot know."""

from engine.core.arrays import i64
from engine.core.game import NOBODY, OMNISCIENT
from engine.thieves.state import (
    DECK,
    HAND,
    LAID,
    LUCK_STREAMS,
    MAX_LAID,
    TABLE_LUCK,
    UNSEEN,
    ThievesState,
    is_face_down,
    laid_kind,
    pack_laid,
)


def determinize(state: ThievesState, viewer: i64, seed: i64) -> ThievesState:
    """A copy of the position that is consistent with what `viewer` knows. Hidden cards and all future luck are drawn from `seed`.
    For OMNISCIENT, who knows all cards, only the luck is drawn again.

    Everybody knows the cards that lie or went to the discard pile face up, the number of cards in each hand and in the decks, and
    which cards lie face down. Only the viewer knows its own hand, the cards that it laid face down with their halves, and the
    cards that it discarded unseen, until the pile is shuffled. All other cards are dealt again: those in the deck, in other
    hands, and those of others that lie or were discarded face down. Nothing is inferred from what others have chosen to do.
    """
    dealt = state.copy()
    dealt.reseed_streams(seed, LUCK_STREAMS)
    if viewer == OMNISCIENT:
        return dealt
    for seat in range(state.seat_count):
        if seat != viewer:
            return_hidden_to_deck(dealt, seat)
    for seat in range(state.seat_count):
        if seat != viewer:
            redeal_hidden_cards(state, dealt, seat)
    if state.mover != viewer and state.mover != NOBODY:
        dealt.run()  # another seat has other cards now, and so another menu
    return dealt


def return_hidden_to_deck(dealt: ThievesState, owner: i64) -> None:
    """Put the cards that only their owner knows into the deck. Cards that lie face down keep their cells."""
    dealt.merge_into(HAND + owner, DECK)
    dealt.merge_into(UNSEEN + owner, DECK)
    for at in range(LAID + MAX_LAID * owner, LAID + MAX_LAID * owner + MAX_LAID):
        laid = dealt.cells[at]
        if laid >= 0 and is_face_down(laid):
            dealt.add(DECK, laid_kind(laid))


def redeal_hidden_cards(original: ThievesState, dealt: ThievesState, owner: i64) -> None:
    """Deal as many cards to a seat as it hides in the original position."""
    dealt.deal_cards(TABLE_LUCK, DECK, HAND + owner, original.count(HAND + owner))
    dealt.deal_cards(TABLE_LUCK, DECK, UNSEEN + owner, original.count(UNSEEN + owner))
    for at in range(LAID + MAX_LAID * owner, LAID + MAX_LAID * owner + MAX_LAID):
        laid = dealt.cells[at]
        if laid >= 0 and is_face_down(laid):
            kind = dealt.draw_from(DECK, TABLE_LUCK)
            dealt.cells[at] = pack_laid(kind, dealt.pick_by_luck(TABLE_LUCK, 2), True)
