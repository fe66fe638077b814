"""Determinization: deals everything that a seat cannot know again."""

from engine.core.arrays import i64
from engine.core.game import NOBODY, OMNISCIENT
from engine.thieves.state import (
    DECK,
    HAND,
    LAID_CARDS,
    LUCK_STREAMS,
    MAX_LAID_CARDS,
    TABLE_LUCK,
    UNSEEN_DISCARDS,
    ThievesState,
    is_face_down,
    laid_kind,
    pack_laid_card,
)


def determinize(state: ThievesState, viewer: i64, seed: i64) -> ThievesState:
    """A copy of the position that is consistent with what `viewer` knows. `seed` decides the hidden cards and all future
    luck. For OMNISCIENT, who knows all cards, it decides only the luck.

    Everybody knows the face-up cards on the table and in the discard pile, the number of cards in each hand and in the decks, and
    where cards lie face down. Only the viewer knows its own hand, its own face-down cards with their halves, and the cards that
    it discarded unseen (until the discard pile is shuffled). All other cards are dealt again: the deck, the other hands, and the
    cards of others that lie face down or were discarded unseen. Nothing is inferred from what others have chosen to do.
    """
    determinized = state.copy()
    determinized.reseed_streams(seed, LUCK_STREAMS)
    if viewer == OMNISCIENT:
        return determinized
    for seat in range(state.seat_count):
        if seat != viewer:
            return_hidden_to_deck(determinized, seat)
    for seat in range(state.seat_count):
        if seat != viewer:
            redeal_hidden_cards(state, determinized, seat)
    if state.mover != viewer and state.mover != NOBODY:
        determinized.run()  # the seat that is asked has other cards now, so its menu has changed
    return determinized


def return_hidden_to_deck(determinized: ThievesState, owner: i64) -> None:
    """Put the cards that only `owner` knows into the deck. The cells of its face-down cards still hold the old cards."""
    determinized.pour_bag_into(HAND + owner, DECK)
    determinized.pour_bag_into(UNSEEN_DISCARDS + owner, DECK)
    for cell in range(LAID_CARDS + MAX_LAID_CARDS * owner, LAID_CARDS + MAX_LAID_CARDS * owner + MAX_LAID_CARDS):
        laid_card = determinized.cells[cell]
        if laid_card >= 0 and is_face_down(laid_card):
            determinized.add(DECK, laid_kind(laid_card))


def redeal_hidden_cards(original: ThievesState, determinized: ThievesState, owner: i64) -> None:
    """Deal to `owner` as many hidden cards as it has in `original`: hand, unseen discards and face-down cards."""
    determinized.deal_cards(TABLE_LUCK, DECK, HAND + owner, original.count(HAND + owner))
    determinized.deal_cards(TABLE_LUCK, DECK, UNSEEN_DISCARDS + owner, original.count(UNSEEN_DISCARDS + owner))
    for cell in range(LAID_CARDS + MAX_LAID_CARDS * owner, LAID_CARDS + MAX_LAID_CARDS * owner + MAX_LAID_CARDS):
        laid_card = determinized.cells[cell]
        if laid_card >= 0 and is_face_down(laid_card):
            kind = determinized.draw_from(DECK, TABLE_LUCK)
            determinized.cells[cell] = pack_laid_card(kind, determinized.random_below(TABLE_LUCK, 2), True)
