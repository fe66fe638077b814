"""Parts in which a player chooses a card from the hand, or for the hand, and moves it."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import VERB_MASK, first_argument
from engine.core.tasks import Subject
from engine.valley.catalogue.card import add_action_program
from engine.valley.catalogue.declarations import (
    AT_OTHERS,
    IN_BONEYARD,
    IN_DECK,
    IN_HAND,
    LEAVES_TOMB,
    MAY,
    NUMBER,
    WHICH,
    Argument,
    EventText,
    PartSpec,
)
from engine.valley.catalogue.powers import AS_MANY_AS_DISCARDED, UNLIMITED_CARDS
from engine.valley.catalogue.verbs import CARD, Verb
from engine.valley.parts.choosing import ENTOMBING, SACRIFICING, ChooseCard, EntombChosen, PickUpChosen
from engine.valley.parts.filters import ANY, CardFilter
from engine.valley.rules.reactions import (
    DISCARDING,
    REVEAL,
    discard_from_hand,
    offer_offering_table_unless_active,
    sacrifice_removed,
    show_offering_table,
)
from engine.valley.state import DISCARD, HAND, TOMB, ValleyState

GIVE: Final[i64] = 6  # kind of a card that moves from the hand to another player's discard pile
RECOVER: Final[i64] = 15  # kind of a card that moves from the discard pile to the hand
UNEARTH: Final[i64] = 16  # kind of a card that moves from the tomb to the hand
GIVING: Final = Verb("give", GIVE, (CARD,), "give {0}")


class LoseFromHand(ChooseCard):
    """Choose a card of the hand to lose, or show the Offering Table against the opponent who demands it, and lose none."""

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        super().offer_options(state, seat, subject)
        offer_offering_table_unless_active(state, seat)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move & VERB_MASK == REVEAL:
            show_offering_table(state, seat, first_argument(move))
            return NOTHING
        return super().perform(state, seat, subject, move)


@final
class Sacrifice(LoseFromHand):
    """Sacrifice a card from the hand."""

    spec: ClassVar[PartSpec] = PartSpec(
        "Sacrifice",
        verbs=(SACRIFICING,),
        asks="Sacrifice a card from your hand",
        writes=IN_HAND | IN_BONEYARD | AT_OTHERS,
    )

    def __init__(self) -> None:
        super().__init__(HAND)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        state.remove_from_hand_openly(seat, kind)
        sacrifice_removed(state, seat, kind)


@final
class Discard(LoseFromHand):
    """Discard a card from the hand."""

    spec: ClassVar[PartSpec] = PartSpec(
        "Discard",
        (WHICH,),
        verbs=(DISCARDING,),
        asks="Discard a {which} from your hand",
        obstacle="no {which} in hand",
        writes=IN_HAND | IN_DECK | AT_OTHERS,
    )

    def __init__(self, which: CardFilter = ANY) -> None:
        super().__init__(HAND, which)

    def signature(self) -> str:
        return f"Discard({self.which.signature()})"

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        discard_from_hand(state, seat, kind)


@final
class DiscardToDraw(ChooseCard):
    """Discard one or more cards, one after the other, then draw the same number. With `begun`, the first card has been discarded,
    the player may stop, and `subject` counts the cards."""

    spec: ClassVar[PartSpec] = PartSpec(
        "DiscardToDraw",
        verbs=(DISCARDING,),
        asks="Discard a card from your hand",
        asks_or_pass="Discard another card, or pass and draw that many",
        writes=IN_HAND | IN_DECK | AT_OTHERS,
    )

    def __init__(self, begun: bool = False) -> None:
        super().__init__(HAND, may=begun)

    def signature(self) -> str:
        return "DiscardToDraw(begun)" if self.may else "DiscardToDraw"

    def max_own_cards_reached(self) -> int:
        return AS_MANY_AS_DISCARDED

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        super().perform(state, seat, subject, move)
        return subject

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        # On the stack below the effects of an Axe.
        state.call(DISCARD_MORE_PROGRAM, seat, subject + 1 if self.may else 1)
        discard_from_hand(state, seat, kind)

    def perform_without_card(self, state: ValleyState, seat: i64, subject: Subject) -> Subject:
        if self.may:
            state.draw_to_hand(seat, subject)
        return super().perform_without_card(state, seat, subject)


DISCARD_MORE_PROGRAM: Final[i64] = add_action_program("Discarding", DiscardToDraw(begun=True))


class GiveToActiveDiscards(ChooseCard):
    """Choose a card of the hand and put it on top of the active player's discard pile."""

    def may_bring_cards_of_others(self) -> bool:
        return True

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return self.rest_can_be_completed(state, seat, subject)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        state.remove_from_hand_openly(seat, kind)
        state.push(DISCARD + state.active, kind)
        if state.events is not None:
            state.emit("gave", seat, (kind, state.active))


@final
class Give(GiveToActiveDiscards):
    """Put a card from the hand on top of the active player's discard pile. No Offering Table stops this: it is not a discard."""

    spec: ClassVar[PartSpec] = PartSpec(
        "Give",
        verbs=(GIVING,),
        asks="Put a card from your hand on the active player's discard pile",
        event_texts={
            "gave": EventText(
                "You put {0} on {whose} discard pile.", "{who} puts {0} on {whose} discard pile.", seat_at=1
            )
        },
        reads=0,
        writes=IN_HAND | IN_DECK,
    )

    def __init__(self) -> None:
        super().__init__(HAND)

    def perform_without_card(self, state: ValleyState, seat: i64, subject: Subject) -> Subject:
        return subject


@final
class Entomb(EntombChosen):
    """Entomb a card from the hand; with `may`, this is optional."""

    spec: ClassVar[PartSpec] = PartSpec(
        "Entomb",
        (WHICH, MAY),
        verbs=(ENTOMBING,),
        asks="Entomb a {which} from your hand",
        asks_or_pass="Entomb {a} {which} from your hand, or pass",
        obstacle="no {which} in hand",
    )

    def __init__(self, which: CardFilter = ANY, may: bool = False) -> None:
        super().__init__(HAND, which, may)

    def signature(self) -> str:
        return f"Entomb({self.which.signature()}{', may' if self.may else ''})"


@final
class EntombFromDiscard(EntombChosen):
    """Entomb a card of the player's discard pile, which must hold at least `least` cards."""

    spec: ClassVar[PartSpec] = PartSpec(
        "EntombFromDiscard",
        (Argument("least", NUMBER, 1, 60),),
        verbs=(ENTOMBING,),
        asks="Entomb a card from your discard pile",
        obstacle="fewer than {least} cards in your discard pile",
    )

    def __init__(self, least: int) -> None:
        super().__init__(DISCARD)
        self.least: i64 = least

    def signature(self) -> str:
        return f"EntombFromDiscard({self.least})"

    def obstacle(self, state: ValleyState, seat: i64) -> str:
        return "your discard pile is empty" if self.least == 1 else super().obstacle(state, seat)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return state.count(DISCARD + seat) >= self.least and super().can_be_completed(state, seat, subject)

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        if state.count(DISCARD + seat) >= self.least:
            super().offer_options(state, seat, subject)


@final
class Recover(PickUpChosen):
    """Put a card from the player's discard pile into the hand, where all know of it."""

    spec: ClassVar[PartSpec] = PartSpec(
        "Recover",
        verbs=(Verb("recover", RECOVER, (CARD,), "recover {0}"),),
        asks="Which card of your discard pile goes to your hand?",
        obstacle="your discard pile is empty",
        event_texts={
            "recovered": EventText(
                "You put {0} from your discard pile into your hand.",
                "{who} puts {0} from the discard pile into the hand.",
            )
        },
    )

    def __init__(self) -> None:
        super().__init__(DISCARD, "recovered")

    def max_own_cards_reached(self) -> int:
        return UNLIMITED_CARDS


@final
class Unearth(PickUpChosen):
    """Put a card from the player's tomb into the hand, where all know of it."""

    spec: ClassVar[PartSpec] = PartSpec(
        "Unearth",
        verbs=(Verb("unearth", UNEARTH, (CARD,), "unearth {0}", facts=(LEAVES_TOMB,)),),
        asks="Which card do you bring up from your tomb?",
        obstacle="your tomb is empty",
        event_texts={
            "unearthed": EventText(
                "You bring {0} up from your tomb.", "{who} brings {0} up from the tomb.", facts=(LEAVES_TOMB,)
            )
        },
    )

    def __init__(self) -> None:
        super().__init__(TOMB, "unearthed")

    def brings_card_from_tomb(self) -> bool:
        return True
