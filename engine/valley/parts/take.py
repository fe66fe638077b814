"""Parts that use the pyramid and the stock: take, swap and sacrifice a card of the pyramid, take one from the stock."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import VERB_MASK, first_argument, pack_move, pack_move2, second_argument
from engine.core.tasks import Subject
from engine.valley.catalogue.card import Part
from engine.valley.catalogue.declarations import (
    AT_OTHERS,
    BY_LUCK,
    DESTINATION,
    GAINS_CARD,
    IN_BONEYARD,
    IN_DECK,
    IN_HAND,
    IN_PYRAMID,
    IN_STOCK,
    IN_TOMB,
    MAY,
    REACH,
    UNDECLARED,
    Argument,
    EventText,
    PartSpec,
    Places,
)
from engine.valley.catalogue.powers import UNLIMITED_CARDS
from engine.valley.catalogue.verbs import PASS, SLOT, Verb
from engine.valley.parts.choosing import (
    ChooseNumber,
    entomb_removed,
    rest_completes_after,
    rest_completes_after_every_stock_card,
)
from engine.valley.parts.filters import ANYWHERE, SlotFilter
from engine.valley.rules.pyramid import pyramid_is_empty, remove_and_crumble
from engine.valley.rules.reactions import sacrifice_removed
from engine.valley.state import DISCARD, HAND, PYRAMID_CHANGED, PYRAMID_START, SLOT_COUNT, TOMB, ValleyState

TAKE: Final[i64] = 10  # slot
SWAP: Final[i64] = 12  # two slots
SACRIFICE_SLOT: Final[i64] = 13  # slot
RAZING: Final = Verb("raze", SACRIFICE_SLOT, (SLOT,), "sacrifice {0} from the pyramid")
EMPTY_PYRAMID: Final = "the pyramid is empty"
SACRIFICE_QUESTION: Final = "Sacrifice a card of the pyramid"
ON_DISCARDS: Final[i64] = DISCARD
TO_HAND: Final[i64] = HAND
TO_TOMB: Final[i64] = TOMB


class ChooseSlot(ChooseNumber):
    """Choose a card of the pyramid that is within reach, by its slot."""

    def __init__(self, reach: SlotFilter = ANYWHERE) -> None:
        super().__init__()
        self.reach: Final = reach

    def obstacle(self, state: ValleyState, seat: i64) -> str:
        if pyramid_is_empty(state):
            return EMPTY_PYRAMID
        return self.reach.obstacle(state) or super().obstacle(state, seat)

    def reads(self) -> Places:
        return IN_PYRAMID | self.reach.reads() if self.spec.reads == UNDECLARED else super().reads()

    def candidate_count(self, state: ValleyState) -> i64:
        return SLOT_COUNT

    def can_choose(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> bool:
        """Whether the slot holds a card within reach, and the rest can be carried out with it."""
        kind = state.cells[PYRAMID_START + slot]
        if kind < 0 or not self.reach.fits(state, seat, subject, slot):
            return False
        return self.is_last or rest_completes_after(self, state, seat, subject, pack_move(self.verb, slot), kind)


@final
class Take(ChooseSlot):
    """Take a card from the pyramid, which then crumbles. `to` is where the card goes: ON_DISCARDS, TO_HAND or TO_TOMB. The card
    becomes `subject`. With `may`, this is optional."""

    spec: ClassVar[PartSpec] = PartSpec(
        "Take",
        (
            REACH,
            Argument(
                "to",
                DESTINATION,
                default=int(ON_DISCARDS),
                choices=(("TO_HAND", int(TO_HAND)), ("TO_TOMB", int(TO_TOMB)), ("ON_DISCARDS", int(ON_DISCARDS))),
                says=(
                    (int(ON_DISCARDS), ""),
                    (int(TO_HAND), " into your hand"),
                    (int(TO_TOMB), " straight into your tomb"),
                ),
            ),
            MAY,
        ),
        verbs=(Verb("take", TAKE, (SLOT,), "take {0}"),),
        asks="Take a card{to}",
        asks_or_pass="Take a card, or pass",
        obstacle="no card in the pyramid may be taken",
        event_texts={"took": EventText("You take {0}.", "{who} takes {0}.", taken_at=0, facts=(GAINS_CARD,))},
    )

    def __init__(self, reach: SlotFilter = ANYWHERE, to: int = ON_DISCARDS, may: bool = False) -> None:
        super().__init__(reach)
        self.to: i64 = to
        self.may: Final = may

    def signature(self) -> str:
        destination = "hand" if self.to == HAND else "tomb" if self.to == TOMB else "discard"
        return f"Take({self.reach.signature()}, {'may, ' if self.may else ''}{destination})"

    def reads(self) -> Places:
        if self.may:
            return self.everywhere_if_trial()
        return super().reads()

    def writes(self) -> Places:
        return IN_PYRAMID | (IN_TOMB if self.to == TOMB else IN_HAND if self.to == HAND else IN_DECK)

    def adds_to(self) -> Places:
        return IN_HAND if self.to == HAND else 0

    def takes_to_tomb(self) -> bool:
        return self.to == TOMB

    def max_own_cards_reached(self) -> int:
        return UNLIMITED_CARDS if self.to == HAND else 0

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return (
            self.may and rest_completes_after(self, state, seat, subject, PASS, subject)
        ) or super().can_be_completed(state, seat, subject)

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        super().offer_options(state, seat, subject)
        if self.may and state.move_count > 0 and rest_completes_after(self, state, seat, subject, PASS, subject):
            state.offer(PASS)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if self.may and (move < 0 or move & VERB_MASK == PASS):
            return subject
        return super().perform(state, seat, subject, move)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> Subject:
        kind = state.cells[PYRAMID_START + slot]
        if state.events is not None:
            state.emit("took", seat, (kind,))
        remove_and_crumble(state, slot, seat)
        if self.to == TOMB:
            entomb_removed(state, seat, kind)
        elif self.to == HAND:
            state.add_to_hand_openly(seat, kind)
        else:
            state.push(DISCARD + seat, kind)
        return kind


@final
class TakeFromStock(Part[ValleyState]):
    """Put the top card of the stock on the player's discard pile. It becomes `subject`."""

    spec: ClassVar[PartSpec] = PartSpec(
        "TakeFromStock",
        obstacle="the stock is empty",
        event_texts={
            "took_from_stock": EventText(
                "You take {0} from the stock.", "{who} takes {0} from the stock.", taken_at=0, facts=(GAINS_CARD,)
            )
        },
        reads=IN_STOCK,
        writes=IN_STOCK | IN_DECK | BY_LUCK,
    )

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return state.stock_count() > 0 and rest_completes_after_every_stock_card(self, state, seat)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        kind = state.draw_stock()
        if kind < 0:
            state.broken = True
            return subject
        state.push(DISCARD + seat, kind)
        if state.events is not None:
            state.emit("took_from_stock", seat, (kind,), reveals=True)
        return kind


def offer_pyramid_sacrifices(state: ValleyState) -> None:
    """Offer to sacrifice each card of the pyramid."""
    for slot in range(SLOT_COUNT):
        if state.cells[PYRAMID_START + slot] >= 0:
            state.offer(pack_move(SACRIFICE_SLOT, slot))


def sacrifice_from_slot(state: ValleyState, seat: i64, slot: i64) -> i64:
    """Sacrifice the card in a slot of the pyramid, which crumbles before anybody reacts. Returns its kind."""
    kind = state.cells[PYRAMID_START + slot]
    sacrifice_removed(state, seat, kind)  # called first, so the reactions are below the crumbling on the stack
    return remove_and_crumble(state, slot, seat)


@final
class SacrificeFromPyramid(ChooseSlot):
    """Sacrifice a card of the pyramid, which then crumbles."""

    spec: ClassVar[PartSpec] = PartSpec(
        "SacrificeFromPyramid",
        (REACH,),
        verbs=(RAZING,),
        asks=SACRIFICE_QUESTION,
        obstacle="no card in the pyramid may be sacrificed",
        writes=IN_PYRAMID | IN_BONEYARD | AT_OTHERS,
    )

    def signature(self) -> str:
        return "SacrificeFromPyramid" if self.reach is ANYWHERE else f"SacrificeFromPyramid({self.reach.signature()})"

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> Subject:
        return sacrifice_from_slot(state, seat, slot)


@final
class SwapOrSacrifice(ChooseSlot):
    """Swap two cards of the pyramid, which does not crumble, or sacrifice one, and it crumbles."""

    spec: ClassVar[PartSpec] = PartSpec(
        "SwapOrSacrifice",
        verbs=(RAZING, Verb("swap", SWAP, (SLOT, SLOT), "swap {0} and {1}")),
        asks="Swap two cards of the pyramid, or sacrifice one",
        event_texts={"swapped": EventText("You swap {0} and {1}.", "{who} swaps {0} and {1}.")},
        writes=IN_PYRAMID | IN_BONEYARD | AT_OTHERS,
    )

    def question(self, state: ValleyState) -> str:
        if state.menu[state.move_count - 1] & VERB_MASK != SWAP:
            return SACRIFICE_QUESTION
        return super().question(state)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        if super().can_be_completed(state, seat, subject):
            return True
        for slot in range(SLOT_COUNT):
            for other_slot in range(slot + 1, SLOT_COUNT):
                if self.can_swap(state, seat, subject, slot, other_slot):
                    return True
        return False

    def can_swap(self, state: ValleyState, seat: i64, subject: Subject, slot: i64, other_slot: i64) -> bool:
        """Whether both slots hold cards, and the rest can be carried out after the swap."""
        if state.cells[PYRAMID_START + slot] < 0 or state.cells[PYRAMID_START + other_slot] < 0:
            return False
        return self.is_last or rest_completes_after(
            self, state, seat, subject, pack_move2(SWAP, slot, other_slot), NOTHING
        )

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        super().offer_options(state, seat, subject)
        for slot in range(SLOT_COUNT):
            for other_slot in range(slot + 1, SLOT_COUNT):
                if self.can_swap(state, seat, subject, slot, other_slot):
                    state.offer(pack_move2(SWAP, slot, other_slot))

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move & VERB_MASK == SWAP:
            swap_pyramid_cells(state, seat, PYRAMID_START + first_argument(move), PYRAMID_START + second_argument(move))
            return NOTHING
        return super().perform(state, seat, subject, move)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> Subject:
        return sacrifice_from_slot(state, seat, slot)


def swap_pyramid_cells(state: ValleyState, seat: i64, cell: i64, other_cell: i64) -> None:
    """Swap two cards of the pyramid."""
    kind = state.cells[cell]
    state.cells[cell] = state.cells[other_cell]
    state.cells[other_cell] = kind
    state.cells[PYRAMID_CHANGED] = 1
    if state.events is not None:
        state.emit("swapped", seat, (state.cells[cell], kind))
