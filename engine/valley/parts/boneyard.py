"""Parts that use the boneyard. Only its top card is visible."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import pack_move
from engine.core.tasks import Subject
from engine.valley.catalogue.card import Part, add_action_program
from engine.valley.catalogue.declarations import (
    AT_OTHERS,
    EVERYWHERE_IF_TRIAL,
    GAINS_CARD,
    IN_BONEYARD,
    IN_DECK,
    IN_HAND,
    IN_PYRAMID,
    NEEDS_ASIDE,
    EventText,
    PartSpec,
)
from engine.valley.catalogue.verbs import CARD, SLOT, Verb
from engine.valley.parts.choosing import SACRIFICING, ChooseCard, rest_completes_after
from engine.valley.parts.take import ChooseSlot
from engine.valley.rules.reactions import sacrifice_removed
from engine.valley.state import ASIDE, BONEYARD, DISCARD, HAND, PYRAMID_CHANGED, PYRAMID_START, ValleyState

SET_ASIDE: Final[i64] = 23  # kind, from the hand
EXCHANGE: Final[i64] = 24  # slot whose card is swapped with the top card of the boneyard


def take_boneyard_top(state: ValleyState, seat: i64) -> i64:
    """Put the top card of the boneyard on the player's discard pile. Returns its kind."""
    kind = state.pop(BONEYARD)
    state.push(DISCARD + seat, kind)
    if state.events is not None:
        state.emit("took_from_boneyard", seat, (kind,), reveals=True)
    return kind


@final
class EachTakesTop(Part[ValleyState]):
    """If the boneyard holds at least as many cards as there are players, each player, the active one first, takes its top
    card."""

    spec: ClassVar[PartSpec] = PartSpec(
        "EachTakesTop",
        obstacle="fewer cards in the boneyard than players",
        event_texts={
            "took_from_boneyard": EventText(
                "You take {0} from the boneyard.", "{who} takes {0} from the boneyard.", facts=(GAINS_CARD,)
            )
        },
        reads=IN_BONEYARD,
        writes=IN_BONEYARD | IN_DECK | AT_OTHERS,
    )

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return state.count(BONEYARD) >= state.seat_count and rest_completes_after(
            self, state, seat, subject, NOTHING, subject
        )

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if state.count(BONEYARD) < state.seat_count:
            state.broken = True
            return subject
        for distance in range(state.seat_count):
            take_boneyard_top(state, (seat + distance) % state.seat_count)
        return subject


@final
class SetAside(ChooseCard):
    """Set aside a card from the hand and take the top card of the boneyard, one or more times. With `begun`, the first card has
    been set aside, and the player may stop."""

    spec: ClassVar[PartSpec] = PartSpec(
        "SetAside",
        verbs=(Verb("aside", SET_ASIDE, (CARD,), "set aside {0}"),),
        asks="Set aside a card from your hand for the top card of the boneyard",
        asks_or_pass="Set aside another card for the top card of the boneyard, or pass",
        obstacle="the boneyard is empty",
        event_texts={"set_aside": EventText("You set aside {0}.", "{who} sets aside {0}.")},
        reads=IN_HAND | IN_BONEYARD,
        writes=IN_HAND | IN_DECK | IN_BONEYARD | NEEDS_ASIDE,
    )

    def __init__(self, begun: bool = False) -> None:
        super().__init__(HAND, may=begun)

    def signature(self) -> str:
        return "SetAside(begun)" if self.may else "SetAside"

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return state.count(BONEYARD) > 0 and super().can_be_completed(state, seat, subject)

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        if state.count(BONEYARD) > 0:
            super().offer_options(state, seat, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        super().perform(state, seat, subject, move)
        return subject

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        state.remove_from_hand_openly(seat, kind)
        state.add(ASIDE, kind)
        if state.events is not None:
            state.emit("set_aside", seat, (kind,))
        take_boneyard_top(state, seat)
        state.call(SET_ASIDE_MORE_PROGRAM, seat, NOTHING)


SET_ASIDE_MORE_PROGRAM: Final[i64] = add_action_program("Setting aside", SetAside(begun=True))


@final
class SacrificeAside(ChooseCard):
    """Sacrifice the cards set aside, in any order."""

    spec: ClassVar[PartSpec] = PartSpec(
        "SacrificeAside",
        verbs=(SACRIFICING,),
        asks="Which of the cards set aside do you sacrifice next?",
        reads=EVERYWHERE_IF_TRIAL,
        writes=IN_BONEYARD | AT_OTHERS,
    )

    def __init__(self) -> None:
        super().__init__(ASIDE)

    def zone_of(self, seat: i64, subject: Subject) -> i64:
        return ASIDE

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after(self, state, seat, subject, NOTHING, NOTHING)

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        super().offer_options(state, seat, subject)
        if state.move_count == 1:
            state.move_count = 0

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        state.remove(ASIDE, kind)
        state.call(SACRIFICE_MORE_PROGRAM, seat, NOTHING)  # on the stack below the reactions of others
        sacrifice_removed(state, seat, kind)

    def perform_without_card(self, state: ValleyState, seat: i64, subject: Subject) -> Subject:
        if state.count(ASIDE) == 0:
            return subject
        kind = state.card_at(ASIDE, 0)
        self.apply_to(state, seat, subject, kind)
        return kind


SACRIFICE_MORE_PROGRAM: Final[i64] = add_action_program("Sacrificing", SacrificeAside())


@final
class SwapWithBoneyard(ChooseSlot):
    """Swap a card of the pyramid, which does not crumble, with the top card of the boneyard. This is not a sacrifice."""

    spec: ClassVar[PartSpec] = PartSpec(
        "SwapWithBoneyard",
        verbs=(Verb("exchange", EXCHANGE, (SLOT,), "swap {0} with the top card of the boneyard", on_boneyard=True),),
        asks="Swap which card of the pyramid with the top card of the boneyard?",
        obstacle="the boneyard is empty",
        event_texts={
            "exchanged": EventText(
                "You swap {0} with {1} of the boneyard.", "{who} swaps {0} with {1} of the boneyard."
            )
        },
        reads=IN_PYRAMID | IN_BONEYARD,
        writes=IN_PYRAMID | IN_BONEYARD,
    )

    def can_choose(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        if state.cells[PYRAMID_START + slot] < 0 or state.count(BONEYARD) == 0:
            return False
        return rest_completes_after(self, state, seat, subject, pack_move(EXCHANGE, slot), state.top(BONEYARD))

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> Subject:
        cell = PYRAMID_START + slot
        old_kind = state.cells[cell]
        new_kind = state.pop(BONEYARD)
        state.push(BONEYARD, old_kind)
        state.cells[cell] = new_kind
        state.cells[PYRAMID_CHANGED] = 1
        if state.events is not None:
            state.emit("exchanged", seat, (old_kind, new_kind), reveals=state.count(BONEYARD) > 1)
        return new_kind
