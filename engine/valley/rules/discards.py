"""Step 2 of a turn: all cards in play and in hand go to the discard pile. Their owner chooses the order if it matters."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64, vec
from engine.core.events import ALL_SEATS, NO_SEATS, only_seat
from engine.core.game import NOTHING, Event
from engine.core.moves import VERB_MASK, first_argument, pack_move
from engine.core.tasks import DEPTH_CELL, STACK_START, Subject, Task
from engine.valley.catalogue.card import Part, add_rules_program
from engine.valley.catalogue.declarations import ROUTINE, EventText, PartSpec
from engine.valley.catalogue.powers import TAKES_OTHERS_DISCARDS, TAKES_OWN_DISCARDS
from engine.valley.catalogue.verbs import CARD, PASS, Verb
from engine.valley.rules.prospects import (
    OWNED_ZONES,
    count_in_game,
    max_executions_by_opponent,
    max_executions_next_turn,
    max_executions_this_turn,
)
from engine.valley.state import DECK, DECK_TOP, DISCARD, HAND, PLAYED, SEEN, SHOWN, TOMB, ValleyState

PUT_ON_TOP: Final[i64] = 19  # argument: the kind that is on top after the discards
PUTTING_ON_TOP: Final = Verb("top", PUT_ON_TOP, (CARD,), "put {0} on top")
HAND_SIZE: Final = 5
MAX_ORDERED_DISCARDS: Final[i64] = 15  # the maximum number of discards whose order the player is asked for
ORDERING_BASE: Final[i64] = MAX_ORDERED_DISCARDS + 1  # see `pack_ordering`


def kind_reading_discard_top(state: ValleyState, pile_owner: i64) -> i64:
    """The kind of a card whose action looks at the top of the discard pile of `pile_owner` and that may be executed: by an
    opponent, or by the owner if it looks at its owner's pile. NOTHING if there is none."""
    for kind in state.catalogue.kinds_reading_own_top:
        if owns_or_can_unearth(state, pile_owner, kind):
            return kind
    for kind in state.catalogue.kinds_reading_opponents_top:
        for opponent in range(state.seat_count):
            if opponent != pile_owner and owns_or_can_unearth(state, opponent, kind):
                return kind
    return NOTHING


def max_takeable_discards(state: ValleyState, seat: i64) -> i64:
    """An upper bound on the number of cards that players may take from the top of the new discard pile.

    0 if the new hand needs more cards than the deck holds, because then the pile is shuffled before anybody can take from it.
    """
    if state.count(DECK + seat) + state.count(DECK_TOP + seat) < HAND_SIZE:
        return 0
    all_powers = state.catalogue.power_table.all_powers
    takeable: i64 = 0
    if all_powers & TAKES_OWN_DISCARDS != 0:
        takeable = max_executions_next_turn(state, seat, TAKES_OWN_DISCARDS)
    if all_powers & TAKES_OTHERS_DISCARDS != 0:
        for opponent in range(state.seat_count):
            if opponent != seat and takeable < MAX_ORDERED_DISCARDS:
                takeable += max_executions_by_opponent(state, opponent, TAKES_OTHERS_DISCARDS)
    if takeable > MAX_ORDERED_DISCARDS:
        takeable = MAX_ORDERED_DISCARDS
    return takeable


def kind_making_discard_order_matter(state: ValleyState, seat: i64) -> i64:
    """The kind of a card that makes the order of this player's discards matter. A card that a player owns is preferred to one
    that can be bought. NOTHING if there is none."""
    kind = kind_reading_discard_top(state, seat)
    if kind >= 0 or max_takeable_discards(state, seat) == 0:
        return kind
    for owned in (True, False):
        for kind in range(len(state.catalogue.power_table.powers)):
            if state.catalogue.power_table.powers[kind] & (TAKES_OTHERS_DISCARDS | TAKES_OWN_DISCARDS) != 0:
                for owner in range(state.seat_count):
                    if owns_or_can_unearth(state, owner, kind) == owned:
                        return kind
    return NOTHING


def owns_or_can_unearth(state: ValleyState, seat: i64, kind: i64) -> bool:
    """Whether a player owns a card of this kind outside the tomb, or has one in the tomb and a card that executes it there or
    brings it up."""
    if owns_outside_tomb(state, seat, kind):
        return True
    return state.has(TOMB + seat, kind) and owns_any_outside_tomb(state, seat, state.catalogue.kinds_reusing_entombed)


def owns_outside_tomb(state: ValleyState, seat: i64, kind: i64) -> bool:
    """Whether a card of this kind is in this player's hand, deck or discard pile, or in play. Everybody can know this."""
    cells = state.cells
    for zone in OWNED_ZONES:
        start = state.zone_starts[zone + seat] + 1
        for i in range(start, start + cells[start - 1]):
            if cells[i] == kind:
                return True
    return False


def owns_any_outside_tomb(state: ValleyState, seat: i64, kinds: vec[i64]) -> bool:
    """Whether `owns_outside_tomb` is true for at least one of the kinds."""
    for kind in kinds:
        if owns_outside_tomb(state, seat, kind):
            return True
    return False


def call_ordering(state: ValleyState, seat: i64, cards_below: i64) -> None:
    """Let a player choose the order of the cards that an action has just put on their discard pile, above `cards_below` others,
    if it may matter."""
    laid = state.count(DISCARD + seat) - cards_below
    if laid > 1 and order_of_laid_cards_may_matter(state, seat):
        state.call(LAID_CARDS_PROGRAM, seat, pack_ordering(laid - 1, 0, cards_below))


def order_of_laid_cards_may_matter(state: ValleyState, seat: i64) -> bool:
    """Whether anybody may take cards from the discard pile of this player before it is shuffled: this turn, or later."""
    all_powers = state.catalogue.power_table.all_powers & (TAKES_OWN_DISCARDS | TAKES_OTHERS_DISCARDS)
    if all_powers == 0:
        return False
    wanted = TAKES_OWN_DISCARDS if seat == state.active else TAKES_OTHERS_DISCARDS
    if waiting_part_takes_discards(state) or (
        all_powers & wanted != 0 and max_executions_this_turn(state, state.active, wanted) > 0
    ):
        return True
    if state.count(DECK + seat) + state.count(DECK_TOP + seat) < HAND_SIZE:
        return False
    # At the end of the turn, the card whose action this is goes on top of them, or else one that took it out of play.
    return count_in_game(state, all_powers) > (1 if seat == state.active else 0)


def waiting_part_takes_discards(state: ValleyState) -> bool:
    """Whether an action that is being executed will take a card from a discard pile."""
    for frame in range(state.cells[DEPTH_CELL]):
        task: Task[ValleyState] | None = state.tasks[state.cells[STACK_START + 3 * frame]]
        while task is not None:
            if isinstance(task, Part) and task.takes_from_discards_of() != 0:
                return True
            task = task.next_part
    return False


def usual_top_kind(state: ValleyState, seat: i64) -> i64:
    """The kind that is on top after the discards in the usual order; NOTHING without cards."""
    for zone in (HAND, PLAYED):
        if state.count(zone + seat) > 0:
            return state.card_at(zone + seat, 0)
    return NOTHING


def is_top_left_to_choose(state: ValleyState, seat: i64, kind: i64) -> bool:
    """Whether there is something to choose after this kind was put on top of the discards: several cards of different kinds."""
    if state.ordered_discards < 2:
        return False
    is_single = state.count_of(HAND + seat, kind) + state.count_of(PLAYED + seat, kind) == 1
    first_other: i64 = NOTHING
    for zone in (HAND, PLAYED):
        for i in range(state.count(zone + seat)):
            other = state.card_at(zone + seat, i)
            if is_single and other == kind:
                continue
            if first_other < 0:
                first_other = other
            elif other != first_other:
                return True
    return False


def offer_as_top_card(state: ValleyState, bag: i64, except_bag: i64, except_kind: i64) -> None:
    """Offer to put each kind in `bag` on top of the discards, except `except_kind` and kinds that are also in `except_bag`
    (NOTHING for none)."""
    previous_kind: i64 = NOTHING
    for i in range(state.count(bag)):
        kind = state.card_at(bag, i)
        if kind != previous_kind and kind != except_kind and (except_bag < 0 or not state.has(except_bag, kind)):
            state.offer(pack_move(PUT_ON_TOP, kind))
        previous_kind = kind


@final
class DiscardAll(Part[ValleyState]):
    """Step 2: all cards in play and in hand go to the discard pile.

    Their owner chooses the order (rulebook). The player is asked only for the order of the cards that others or they themselves
    may take from the pile, the top card first. To pass chooses the usual order: by falling kind, so that the starters of the hand
    are on top (our rule). So do the cards of which no order was chosen.
    """

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(PUTTING_ON_TOP,),
        asks_or_pass="These cards go to your discard pile. {card} may use the top one: which one goes on top?",
        says_pass="the usual order",
        event_texts={
            "discarded_hand": EventText(
                "You discard the rest of your hand: {all}.",
                "{who} discards the rest of the hand: {all}.",
                silent_without_cards=True,
                cut_before=":",
                facts=(ROUTINE,),
            )
        },
    )

    def kind_causing_question(self, state: ValleyState, seat: i64, subject: Subject) -> i64:
        """The card that makes the order matter."""
        return kind_making_discard_order_matter(state, seat)

    def asked_zone(self) -> str:
        return "hand and play"

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        if state.count(HAND + seat) + state.count(PLAYED + seat) < 2:
            return
        state.ordered_discards = max_takeable_discards(state, seat)
        if state.ordered_discards == 0:
            return
        state.offer(PASS)
        usual_top = usual_top_kind(state, seat)
        same_as_passing: i64 = NOTHING if is_top_left_to_choose(state, seat, usual_top) else usual_top
        offer_as_top_card(state, HAND + seat, NOTHING, same_as_passing)
        offer_as_top_card(state, PLAYED + seat, HAND + seat, same_as_passing)
        if state.move_count == 1:
            state.move_count = 0

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.clear(SHOWN + seat)
        state.clear(SEEN + seat)
        if state.events is not None:
            kinds = tuple(state.kinds(HAND + seat))
            reveals_to = ALL_SEATS & ~only_seat(seat) if kinds else NO_SEATS
            state.emit_event(Event("discarded_hand", seat, kinds, reveals_to=reveals_to))
        top_kind: i64 = NOTHING
        if move >= 0 and move & VERB_MASK != PASS:
            if state.ordered_discards > 1:
                state.call(
                    ORDERING_PROGRAM, seat, pack_ordering(state.ordered_discards - 1, 1, state.count(DISCARD + seat))
                )
            top_kind = first_argument(move)
            if not state.remove(PLAYED + seat, top_kind):
                state.remove(HAND + seat, top_kind)
        state.stack_onto(PLAYED + seat, DISCARD + seat)
        state.stack_onto(HAND + seat, DISCARD + seat)
        if top_kind >= 0:
            state.push(DISCARD + seat, top_kind)
        return subject


def pack_ordering(left_to_choose: i64, already_ordered: i64, cards_below: i64) -> Subject:
    """The `subject` of `OrderDiscards`: the number of cards that are still to be chosen, the number that are in order already
    (from the top down), and the number of cards below those that are discarded now."""
    return left_to_choose + ORDERING_BASE * (already_ordered + ORDERING_BASE * cards_below)


def left_to_choose_of(ordering: Subject) -> i64:
    """The first number that `pack_ordering` has packed."""
    return ordering % ORDERING_BASE


def already_ordered_of(ordering: Subject) -> i64:
    """The second number that `pack_ordering` has packed."""
    return ordering // ORDERING_BASE % ORDERING_BASE


def cards_below_of(ordering: Subject) -> i64:
    """The third number that `pack_ordering` has packed."""
    return ordering // ORDERING_BASE // ORDERING_BASE


class OrderDiscards(Part[ValleyState]):
    """The player chooses which of the cards that were just put on the discard pile comes next, below those that are in order
    already. `subject` is packed by `pack_ordering`. To pass leaves the order of the others unchanged."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(PUTTING_ON_TOP,),
        asks_or_pass="Which card goes below it in your discard pile?",
        says="put {0} next",
        says_pass="leave them as they lie",
    )

    def kind_causing_question(self, state: ValleyState, seat: i64, subject: Subject) -> i64:
        """At the end of a turn, the card that makes the order matter."""
        if state.count(HAND + seat) + state.count(PLAYED + seat) > 0 or seat != state.active:
            return NOTHING
        return kind_making_discard_order_matter(state, seat)

    def asked_zone(self) -> str:
        return "pile"

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        top = state.count(DISCARD + seat) - already_ordered_of(subject) - 1
        bottom = cards_below_of(subject)
        if top <= bottom:
            return
        # To put the card next that is next already is the same as to pass, if nothing else is left to choose.
        is_last_choice = left_to_choose_of(subject) <= 1
        if not is_last_choice:
            is_last_choice = True
            for i in range(bottom, top - 1):
                if state.card_at(DISCARD + seat, i) != state.card_at(DISCARD + seat, i + 1):
                    is_last_choice = False
        state.offer(PASS)
        for i in range(top, bottom - 1, -1):
            kind = state.card_at(DISCARD + seat, i)
            first_of_kind = top
            while state.card_at(DISCARD + seat, first_of_kind) != kind:
                first_of_kind -= 1
            if first_of_kind == i and not (is_last_choice and i == top):
                state.offer(pack_move(PUT_ON_TOP, kind))
        if state.move_count == 1:
            state.move_count = 0

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0 or move & VERB_MASK == PASS:
            return subject
        left_to_choose = left_to_choose_of(subject)
        already_ordered = already_ordered_of(subject)
        if left_to_choose > 1 and already_ordered < MAX_ORDERED_DISCARDS:
            next_ordering = pack_ordering(left_to_choose - 1, already_ordered + 1, cards_below_of(subject))
            state.call(ORDERING_PROGRAM, seat, next_ordering)
        state.move_card_up(DISCARD + seat, first_argument(move), already_ordered)
        return subject


@final
class OrderLaidCards(OrderDiscards):
    """The same for the first of the cards that an action has put on the discard pile."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(PUTTING_ON_TOP,),
        asks_or_pass="Which of these cards goes on top of your discard pile?",
        says_pass="leave them as they lie",
    )


ORDERING_PROGRAM: Final[i64] = add_rules_program("Ordering", OrderDiscards())
LAID_CARDS_PROGRAM: Final[i64] = add_rules_program("Ordering laid cards", OrderLaidCards())
