"""The four steps of a turn (rulebook, "Taking a Turn") as a program, and the end of the game."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64, vec
from engine.core.game import NOTHING
from engine.core.moves import FIRST_SHIFT, VERB_MASK, first_argument
from engine.core.tasks import Subject
from engine.valley.catalogue.card import CHECK_ANYWHERE, CHECK_IN_PLAY, CHECK_WITHOUT_CARD, Part, add_rules_program
from engine.valley.catalogue.declarations import EXECUTES_CARD, GAINS_CARD, ROUTINE, EventText, PartSpec
from engine.valley.catalogue.verbs import CARD, END, SLOT, Verb
from engine.valley.parts.choosing import ENTOMB, ENTOMBING, entomb_removed
from engine.valley.parts.deck import EXECUTED_PROGRAM, call_action, can_execute_above_frame
from engine.valley.parts.take import RAZING, offer_pyramid_sacrifices, sacrifice_from_slot
from engine.valley.rules.buying import (  # fmt: skip
    BUY,
    OVERPAY,
    buy,
    cached_purse,
    can_overpay,
    offer_overpayments,
    offer_purchases,
    prepare_and_count_purchases,
    purchase_at,
)
from engine.valley.rules.discards import HAND_SIZE, DiscardAll
from engine.valley.rules.pyramid import pyramid_is_empty, rebuild_pyramid, remove_and_crumble
from engine.valley.state import (  # fmt: skip
    ACTIVE_SEAT,
    ANY_ROW,
    BONEYARD,
    EXECUTED,
    EXECUTED_ELSEWHERE,
    GILDED,
    HAND,
    HAS_ENTOMBED,
    HIGHEST_BOUGHT,
    NEXT_DOUBLED,
    PLAYED,
    PYRAMID_CHANGED,
    PYRAMID_START,
    REBATE,
    TURN_NUMBER,
    ValleyState,
)

EXECUTE: Final[i64] = 2  # argument: kind
NEW_IN_PYRAMID: Final = "New in the pyramid: {0}."
BUYING: Final = Verb("buy", BUY, (SLOT,), "buy {0} for nothing", "buy {0} with {rest}")


def is_executable_once_played(state: ValleyState, seat: i64, kind: i64) -> bool:
    """Whether the action of a card in hand, which looks at the cards in play, can be carried out. The card is put into play for
    the check, and returned to the hand."""
    state.remove(HAND + seat, kind)
    state.add(PLAYED + seat, kind)
    possible = can_execute_above_frame(state, seat, kind, EXECUTED_PROGRAM)
    state.remove(PLAYED + seat, kind)
    state.add(HAND + seat, kind)
    return possible


def is_executable_once_removed(state: ValleyState, seat: i64, hand_cell: i64) -> bool:
    """Whether the action of the card in the cell `hand_cell`, which looks at the hand, can be carried out. The card is removed
    for the check, because it will be in play then, and returned to the hand."""
    cells = state.cells
    start = state.zone_starts[HAND + seat]
    size = cells[start]
    last_cell = start + size
    kind = cells[hand_cell]
    cells[hand_cell] = cells[last_cell]
    cells[start] = size - 1
    possible = state.catalogue.first_part[kind].can_be_completed(state, seat, NOTHING)
    cells[start] = size
    cells[last_cell] = cells[hand_cell]
    cells[hand_cell] = kind
    return possible


def offer_executions_and_entombments(state: ValleyState, seat: i64, first_place_of_each_kind: vec[i64]) -> None:
    """Offer to execute and to entomb each kind of card in the hand. `first_place_of_each_kind` are the places in the
    hand of the first card of each kind, counted from 1."""
    cells = state.cells
    start = state.zone_starts[HAND + seat]
    size = cells[start]
    if 2 * size > len(state.menu):
        state.reserve_menu(2 * size)
    menu = state.menu
    count: i64 = 0
    placement_for_check = state.catalogue.placement_for_check
    first_parts = state.catalogue.first_part
    may_entomb = cells[HAS_ENTOMBED] == 0
    for place in first_place_of_each_kind:
        kind = cells[start + place]
        placement = placement_for_check[kind]
        possible = False
        if placement == CHECK_ANYWHERE:
            possible = first_parts[kind].can_be_completed(state, seat, NOTHING)
        elif placement == CHECK_WITHOUT_CARD:
            possible = is_executable_once_removed(state, seat, start + place)
        elif placement == CHECK_IN_PLAY:
            possible = is_executable_once_played(state, seat, kind)
        if possible:
            menu[count] = EXECUTE | (kind + 1) << FIRST_SHIFT
            count += 1
        if may_entomb:
            menu[count] = ENTOMB | (kind + 1) << FIRST_SHIFT
            count += 1
    state.move_count = count


@final
class PlayCards(Part[ValleyState]):
    """Step 1: the player buys, executes and entombs in any order and any number of times, but entombs only once."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(
            BUYING,
            Verb("execute", EXECUTE, (CARD,), "execute {0}", facts=(EXECUTES_CARD,)),
            ENTOMBING,
            Verb("overpay", OVERPAY, says="pay more than needed"),
        ),
        asks="Buy, execute, entomb, or end your turn",
        event_texts={
            "bought": EventText(
                "You buy {0} {paid}.", "{who} buys {0} {paid}.", cut_before=" with ", facts=(GAINS_CARD,)
            ),
            "executed": EventText("You execute {0}.", "{who} executes {0}.", facts=(EXECUTES_CARD,)),
        },
    )

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        purse = cached_purse(state, seat)
        offer_executions_and_entombments(state, seat, purse.first_place_of_each_kind)
        if can_overpay(state, seat, purse):
            state.offer(OVERPAY)
        if state.lazy_menu:
            state.unlisted = prepare_and_count_purchases(state, purse) + 1
            state.move_count += state.unlisted
        else:
            offer_purchases(state, seat, purse)
            state.offer(END)

    def unlisted_move(self, state: ValleyState, seat: i64, subject: Subject, index: i64) -> i64:
        if index == state.unlisted - 1:
            return END
        return purchase_at(state, seat, index)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        verb = move & VERB_MASK
        if verb == END:
            return subject
        state.call(PLAY_PROGRAM, seat, NOTHING)
        if verb == BUY:
            buy(state, seat, move)
            return subject
        if verb == OVERPAY:
            state.call(OVERPAYING_PROGRAM, seat, NOTHING)
            return subject
        state.cells[NEXT_DOUBLED] = 0
        if verb == EXECUTE:
            kind = first_argument(move)
            state.remove_from_hand_openly(seat, kind)
            state.add(PLAYED + seat, kind)
            if state.events is not None:
                state.emit("executed", seat, (kind,))
            call_action(state, seat, kind)
        else:
            kind = first_argument(move)
            state.cells[HAS_ENTOMBED] = 1
            state.remove_from_hand_openly(seat, kind)
            entomb_removed(state, seat, kind)
        return subject


@final
class Overpay(Part[ValleyState]):
    """The player buys a card with more cards than needed, so that an action can use them in play."""

    spec: ClassVar[PartSpec] = PartSpec(verbs=(BUYING,), asks="Buy a card with more cards than needed")

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        offer_overpayments(state, seat)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0:
            state.broken = True
        else:
            buy(state, seat, move)
        return subject


OVERPAYING_PROGRAM: Final[i64] = add_rules_program("Overpaying", Overpay())


@final
class SacrificeIfUntouched(Part[ValleyState]):
    """Step 3: if the pyramid was not changed at all during the turn, the player sacrifices any one of its cards."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(RAZING,), asks="You left the pyramid unchanged: sacrifice one of its cards"
    )

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        if state.cells[PYRAMID_CHANGED] == 0 and not pyramid_is_empty(state):
            offer_pyramid_sacrifices(state)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0:
            sacrifice_from_slot(state, seat, first_argument(move))
        return subject


@final
class RebuildPyramid(Part[ValleyState]):
    """Step 3 in a solitaire game: the pyramid is filled before the robbers take a card."""

    spec: ClassVar[PartSpec] = PartSpec(
        event_texts={"rebuilt": EventText(NEW_IN_PYRAMID, NEW_IN_PYRAMID, facts=(ROUTINE,))}
    )

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        rebuild_pyramid(state)
        return subject


@final
class RobTheBase(Part[ValleyState]):
    """Solitaire: after the pyramid is rebuilt, robbers put the most expensive card of the base on the boneyard, the leftmost of
    equals, and the pyramid crumbles (our rule). If two cards could fall, the player chooses."""

    spec: ClassVar[PartSpec] = PartSpec(
        event_texts={"robbed": EventText("Robbers carry off {0}.", "Robbers carry off {0}.")}
    )

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        cells = state.cells
        target_slot: i64 = NOTHING
        for slot in range(3):
            kind = cells[PYRAMID_START + slot]
            if kind >= 0 and (
                target_slot < 0 or state.catalogue.cost[kind] > state.catalogue.cost[cells[PYRAMID_START + target_slot]]
            ):
                target_slot = slot
        if target_slot >= 0:
            kind = cells[PYRAMID_START + target_slot]
            if state.events is not None:
                state.emit("robbed", seat, (kind,))
            state.push(BONEYARD, remove_and_crumble(state, target_slot, seat))
        return subject


@final
class FinishTurn(Part[ValleyState]):
    """The end of step 3, and step 4: fill the pyramid from the stock, and draw a new hand of five cards. Then the player to the
    left takes a turn, unless stock and pyramid are empty and all players have had the same number of turns."""

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        rebuild_pyramid(state)
        state.draw_to_hand(seat, HAND_SIZE)
        if seat < state.seat_count - 1 or state.stock_count() > 0 or not pyramid_is_empty(state):
            state.cells[TURN_NUMBER] += 1
            begin_turn(state, (seat + 1) % state.seat_count)
        return subject


PLAY_PROGRAM: Final[i64] = add_rules_program("Playing", PlayCards())
TURN_PROGRAM: Final[i64] = add_rules_program("Turn", PlayCards(), DiscardAll(), SacrificeIfUntouched(), FinishTurn())
SOLITAIRE_TURN_PROGRAM: Final[i64] = add_rules_program(
    "Turn alone",
    PlayCards(),
    DiscardAll(),
    SacrificeIfUntouched(),
    RebuildPyramid(),
    RobTheBase(),
    FinishTurn(),
)


def begin_turn(state: ValleyState, seat: i64) -> None:
    """Clear the record of the turn, and put the program of a turn on the stack."""
    cells = state.cells
    cells[ACTIVE_SEAT] = seat
    cells[HAS_ENTOMBED] = 0
    cells[PYRAMID_CHANGED] = 0
    cells[HIGHEST_BOUGHT] = NOTHING
    cells[GILDED] = 0
    cells[REBATE] = 0
    cells[NEXT_DOUBLED] = 0
    cells[ANY_ROW] = 0
    state.clear(EXECUTED)
    state.clear(EXECUTED_ELSEWHERE)
    state.call(TURN_PROGRAM if state.seat_count > 1 else SOLITAIRE_TURN_PROGRAM, seat, NOTHING)
