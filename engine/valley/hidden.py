"""Determinization: everything that a seat cannot know is drawn again."""

from typing import Final

from engine.core.arrays import i64
from engine.core.game import OMNISCIENT
from engine.core.tasks import DEPTH_CELL, STACK_START
from engine.valley.state import DECK, HAND, LOOKED_AT, SEEN, SHOWN, SIGHT_STRIDE, ValleyState

MAX_DEALS: Final[i64] = 200
RANK_ORDER_COUNT: Final[i64] = 3  # see `ranks_in_three_orders`


def determinize(state: ValleyState, viewer: i64, seed: i64) -> ValleyState:
    """A copy of the position that is consistent with what `viewer` knows. Hidden cards and all future luck are drawn from `seed`.
    For OMNISCIENT, who knows all cards, only the luck is drawn again.

    These facts are public, because they happened openly or follow from open events:

    - all cards on the table: pyramid, tombs, cards in play, cards that are revealed during an action, the top of each pile;
    - the cards of each discard pile and of the boneyard, because every card went there face up;
    - the cards in each level of the stock, because they are those not seen yet. Nobody knows their order;
    - for each player the cards of hand, deck and cards looked at together, because every card came to them openly;
    - the part of a hand that went there openly (from the pyramid, a discard pile or a tomb, or an Offering Table that was shown),
      until a card of that kind leaves it or the hand is discarded;
    - the whole hand of a player whose discard pile is shuffled, because no other hidden card is left;
    - the cards that were put on top of a deck openly, until they are drawn;
    - the whole hand of a player who showed it as proof that a card had the highest cost, or that no other card was allowed;
    - who is asked: a seat that is asked about its Boat holds one, and a seat during an action can continue it. If another seat
      would be asked after a deal, the cards are dealt again, up to MAX_DEALS times.

    The viewer also knows their own hand, the cards that they are looking at, and a hand that an action let them see, until it
    changes as above. So the viewer knows the cards of their deck, but not its order. Cards of a hand that only others have seen
    are hidden. Nothing is inferred from an opponent's choices (a reaction not used, a card not played).
    """
    dealt = redealt_copy(state, viewer, seed)
    # A menu never depends on what is hidden from the seat that answers.
    if state.mover == viewer or viewer == OMNISCIENT:
        return dealt
    dealt.run()
    deals: i64 = 1
    while not asks_same_question(state, dealt) and deals < MAX_DEALS:
        dealt = redealt_copy(state, viewer, seed + deals)
        dealt.run()
        deals += 1
    return dealt


def asks_same_question(state: ValleyState, dealt: ValleyState) -> bool:
    """Whether `dealt` has the same frames as `state`, and so asks the same seat the same question."""
    for cell in range(DEPTH_CELL, STACK_START + 3 * state.cells[DEPTH_CELL]):
        if state.cells[cell] != dealt.cells[cell]:
            return False
    return not dealt.broken


def redealt_copy(state: ValleyState, viewer: i64, seed: i64) -> ValleyState:
    """A copy with new luck and new cards in all hands except the viewer's. Its menu is still that of `state`."""
    dealt = state.copy()
    dealt.reseed(seed)
    if viewer != OMNISCIENT:
        for seat in range(state.seat_count):
            if seat != viewer:
                redeal_unseen_cards(dealt, viewer, seat)
    return dealt


def redeal_unseen_cards(state: ValleyState, viewer: i64, seat: i64) -> None:
    """Deal again, from all hidden cards of a player, the part of the hand that is hidden from the viewer and the cards that the
    player is looking at."""
    looked_at_count = state.count(LOOKED_AT + seat)
    hidden_count = put_hidden_cards_into_deck(state, viewer, seat)
    state.deal_cards(seat, DECK + seat, HAND + seat, hidden_count)
    state.deal_cards(seat, DECK + seat, LOOKED_AT + seat, looked_at_count)


def put_hidden_cards_into_deck(state: ValleyState, viewer: i64, seat: i64) -> i64:
    """Put all cards of a hand that are hidden from the viewer, and those that its owner is looking at, back into the deck.
    Returns the number of cards that were in the hand."""
    hand = HAND + seat
    deck = DECK + seat
    state.pour_zone_into(LOOKED_AT + seat, deck)
    hidden_count = state.count(hand)
    if state.count(SEEN + seat) > 0:
        forget_sights_of_others(state, viewer, seat)
        state.pour_zone_into(hand, deck)
        for kind in state.known_hand(viewer, seat):
            state.remove(deck, kind)
            state.add(hand, kind)
            hidden_count -= 1
    else:
        hidden_count = put_unshown_hand_cards_into_deck(state, seat)
    return hidden_count


def copy_dealt_by_rank(state: ValleyState, viewer: i64, rank_order: i64) -> ValleyState:
    """A copy of the position that is consistent with what `viewer` knows, with hidden cards dealt to the hands by rank, in one
    of the orders of `ranks_in_three_orders`. For positions that look the same to the viewer, the copies are equal, except for
    the luck."""
    dealt = state.copy()
    for seat in range(state.seat_count):
        if seat != viewer:
            looked_at_count = dealt.count(LOOKED_AT + seat)
            hidden_count = put_hidden_cards_into_deck(dealt, viewer, seat)
            deal_highest_ranked(dealt, seat, HAND + seat, hidden_count, rank_order)
            deal_highest_ranked(dealt, seat, LOOKED_AT + seat, looked_at_count, rank_order)
    return dealt


def deal_highest_ranked(state: ValleyState, seat: i64, bag: i64, count: i64, rank_order: i64) -> None:
    """Deal the `count` cards with the highest ranks, in one of the orders of `ranks_in_three_orders`, from the deck into
    `bag`."""
    cells = state.cells
    start = state.zone_starts[DECK + seat]
    ranks = state.catalogue.ranks
    kind_count: i64 = len(state.catalogue)
    for _ in range(count):
        best_cell = start
        highest_rank: i64 = -1
        for i in range(start + 1, start + 1 + cells[start]):
            rank = ranks[rank_order * kind_count + cells[i]]
            if rank > highest_rank:
                highest_rank = rank
                best_cell = i
        state.add(bag, state.remove_at(DECK + seat, best_cell - start - 1))


def put_unshown_hand_cards_into_deck(state: ValleyState, seat: i64) -> i64:
    """Put the cards of a hand that are not known to all players back into the deck, and return their number.

    Hand and shown cards are both sorted by kind, so one pass is enough.
    """
    shown_index = state.count(SHOWN + seat) - 1
    hidden_count: i64 = 0
    for i in range(state.count(HAND + seat) - 1, -1, -1):
        kind = state.card_at(HAND + seat, i)
        if shown_index >= 0 and state.card_at(SHOWN + seat, shown_index) == kind:
            shown_index -= 1
        else:
            state.add(DECK + seat, state.remove_at(HAND + seat, i))
            hidden_count += 1
    return hidden_count


def forget_sights_of_others(state: ValleyState, viewer: i64, seat: i64) -> None:
    """Forget which cards of a hand other players than the viewer have seen, because it would reveal hidden cards."""
    for i in range(state.count(SEEN + seat) - 1, -1, -1):
        if state.card_at(SEEN + seat, i) // SIGHT_STRIDE != viewer:
            state.remove_at(SEEN + seat, i)
