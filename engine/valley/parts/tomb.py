"""Parts that use tombs: they entomb cards, take them out again, or execute the action of a card there."""

from typing import Any, ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import VERB_MASK, pack_move
from engine.core.tasks import Subject, Task
from engine.valley.catalogue.card import (
    EXECUTES_FROM_TOMB,
    EXECUTES_NOTHING,
    ExecutionSource,
    Part,
    add_action_program,
    link_parts,
)
from engine.valley.catalogue.declarations import (
    AT_OTHERS,
    BY_LUCK,
    ENTOMBS_CARD,
    ENTOMBS_DECK_TOP,
    EVERYWHERE,
    EVERYWHERE_IF_TRIAL,
    EXECUTES_CARD,
    IN_DECK,
    IN_HAND,
    IN_TOMB,
    OF_SET,
    WHICH,
    EventText,
    PartSpec,
)
from engine.valley.catalogue.powers import OWN_PILE, PILES_OF_OTHERS, Piles
from engine.valley.catalogue.verbs import CARD, PASS, Verb
from engine.valley.parts.choosing import (
    ENTOMB,
    ENTOMBING,
    SACRIFICING,
    ChooseCard,
    EntombChosen,
    SacrificeChosen,
    entomb_removed,
    rest_completes_after,
    rest_completes_after_every_draw,
)
from engine.valley.parts.deck import NoteExecuted, call_action_above_frame, can_execute_above_frame, draw_or_break
from engine.valley.parts.filters import ANY, CardFilter
from engine.valley.state import DISCARD, HAND, TOMB, ValleyState

NEXT: Final[i64] = 28  # no argument: the card is the hidden top card of the deck


def tomb_has_card_of_set(state: ValleyState, seat: i64, set_name: str) -> bool:
    """Whether a card of this set is in the player's tomb. False for a set that the game does not have."""
    set_number: i64 = state.catalogue.set_number.get(set_name, NOTHING)
    if set_number < 0:
        return False
    for i in range(state.count(TOMB + seat)):
        if state.catalogue.set[state.card_at(TOMB + seat, i)] == set_number:
            return True
    return False


@final
class DrawAndWith(Part[ValleyState]):
    """Draw a card, and another one if a card of the set is in the player's tomb."""

    spec: ClassVar[PartSpec] = PartSpec(
        "DrawAndWith",
        (OF_SET,),
        obstacle="too few cards are left to draw",
        reads=IN_DECK | IN_TOMB,
        writes=IN_HAND | IN_DECK,
        adds_to=IN_HAND,
    )

    def __init__(self, of_set: str) -> None:
        super().__init__()
        self.of_set: Final = of_set

    def signature(self) -> str:
        return f"DrawAndWith({self.of_set})"

    def max_own_cards_reached(self) -> int:
        return 2

    def draw_count(self, state: ValleyState, seat: i64) -> i64:
        """The number of cards to draw: 2 with a card of the set in the tomb, otherwise 1."""
        count: i64 = 1
        if tomb_has_card_of_set(state, seat, self.of_set):
            count = 2
        return count

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after_every_draw(self, state, seat, self.draw_count(state, seat), HAND, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        draw_or_break(state, seat, self.draw_count(state, seat))
        return subject


@final
class MayEntombIfSetInTomb(EntombChosen):
    """If a card of the set is in the player's tomb, the player may entomb a card from the hand."""

    spec: ClassVar[PartSpec] = PartSpec(
        "EntombWith", (OF_SET,), verbs=(ENTOMBING,), asks_or_pass="Entomb {a} card from your hand, or pass"
    )

    def __init__(self, of_set: str) -> None:
        super().__init__(HAND, may=True)
        self.of_set: Final = of_set

    def signature(self) -> str:
        return f"EntombWith({self.of_set})"

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        if tomb_has_card_of_set(state, seat, self.of_set):
            return super().can_be_completed(state, seat, subject)
        return rest_completes_after(self, state, seat, subject, PASS, subject)

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        if tomb_has_card_of_set(state, seat, self.of_set):
            super().offer_options(state, seat, subject)


@final
class EntombMany(EntombChosen):
    """Entomb one or more cards from the hand, one after the other. With `begun`, the first card has been entombed, and the player
    may stop."""

    spec: ClassVar[PartSpec] = PartSpec(
        "EntombMany",
        (WHICH,),
        verbs=(ENTOMBING,),
        asks="Entomb a {which} from your hand",
        asks_or_pass="Entomb {a} {which} from your hand, or pass",
        obstacle="no {which} in hand",
    )

    def __init__(self, which: CardFilter = ANY, begun: bool = False) -> None:
        super().__init__(HAND, which, begun)
        self.entombs_another = begun
        # The part that goes on after the first card; none if this is that part.
        self.continuations: Final = [] if begun else [link_parts([EntombMany(which, True)])]

    def first_parts_called(self) -> list[Task[Any]]:
        return list(self.continuations)

    def signature(self) -> str:
        return f"EntombMany({self.which.signature()}{', begun' if self.may else ''})"

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        super().apply_to(state, seat, subject, kind)
        state.call(state.programs.address(self if self.may else self.continuations[0]), seat, NOTHING)


@final
class EntombTop(Part[ValleyState]):
    """Entomb the top card of the player's deck. If the deck is empty, the discard pile is shuffled first. The card becomes
    `subject`."""

    spec: ClassVar[PartSpec] = PartSpec(
        "EntombTop",
        obstacle="no card is left in your deck",
        event_texts={
            "entombed_top": EventText(
                "You entomb {0} from your deck.", "{who} entombs {0} from the deck.", facts=(ENTOMBS_CARD,)
            )
        },
        reads=IN_DECK,
        writes=IN_DECK | IN_TOMB | BY_LUCK,
    )

    def max_own_cards_reached(self) -> int:
        return 1

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after_every_draw(self, state, seat, 1, TOMB, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        return entomb_top_or_break(state, seat)


def entomb_top_or_break(state: ValleyState, seat: i64) -> i64:
    """Entomb the top card of the deck, face up. Returns its kind. If no card is left, sets `state.broken` and returns NOTHING."""
    kind = state.draw(seat)
    if kind < 0:
        state.broken = True
        return kind
    if state.events is not None:
        state.emit("entombed_top", seat, (kind,), reveals=True)
    state.add(TOMB + seat, kind)
    return kind


@final
class MayEntombNextDeckCard(Part[ValleyState]):
    """If the card `subject`, which was just entombed, fits `which`, the player may also entomb the top card of their deck."""

    spec: ClassVar[PartSpec] = PartSpec(
        "EntombNextAfter",
        (WHICH,),
        verbs=(Verb("next", NEXT, says="entomb the next card", facts=(ENTOMBS_DECK_TOP,)),),
        asks_or_pass="Entomb the next card of your deck too, or pass",
        reads=EVERYWHERE_IF_TRIAL,
        writes=IN_DECK | IN_TOMB | BY_LUCK,
    )

    def __init__(self, which: CardFilter) -> None:
        super().__init__()
        self.which: Final = which

    def signature(self) -> str:
        return f"EntombNextAfter({self.which.signature()})"

    def max_own_cards_reached(self) -> int:
        return 1

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after(self, state, seat, subject, PASS, subject)

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        if (
            subject >= 0
            and self.which.fits(state, seat, subject)
            and rest_completes_after_every_draw(self, state, seat, 1, TOMB, subject)
        ):
            state.offer(NEXT)
            state.offer(PASS)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0 or move & VERB_MASK == PASS:
            return subject
        return entomb_top_or_break(state, seat)


@final
class EachMayEntombTopDiscard(Part[ValleyState]):
    """Each player, the active one first, may entomb the top card of their discard pile. A player with an empty pile is
    skipped."""

    spec: ClassVar[PartSpec] = PartSpec(
        "EachMayEntombTopDiscard", reads=EVERYWHERE_IF_TRIAL, writes=IN_DECK | IN_TOMB | AT_OTHERS
    )

    def takes_from_discards_of(self) -> Piles:
        return PILES_OF_OTHERS | OWN_PILE

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after(self, state, seat, subject, NOTHING, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        for distance in range(state.seat_count - 1, -1, -1):  # the last one called acts first
            state.call(OFFER_PROGRAM, (seat + distance) % state.seat_count, NOTHING)
        return subject


@final
class MayEntombTopDiscard(Part[ValleyState]):
    """The player may entomb the top card of their discard pile."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(ENTOMBING,), asks_or_pass="Entomb the top card of your discard pile, or pass"
    )

    def asked_zone(self) -> str:
        return "pile"

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        if state.count(DISCARD + seat) > 0:
            state.offer(pack_move(ENTOMB, state.top(DISCARD + seat)))
            state.offer(PASS)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move & VERB_MASK == ENTOMB:
            entomb_removed(state, seat, state.pop(DISCARD + seat))
        return subject


OFFER_PROGRAM: Final[i64] = add_action_program("Offering", MayEntombTopDiscard())


@final
class HoldsInTomb(Part[ValleyState]):
    """A condition: a card that fits `which` must be in the player's tomb. It changes nothing."""

    spec: ClassVar[PartSpec] = PartSpec(
        "HoldsInTomb", (WHICH,), obstacle="no {which} in your tomb", reads=IN_TOMB, writes=0
    )

    def __init__(self, which: CardFilter) -> None:
        super().__init__()
        self.which: Final = which

    def signature(self) -> str:
        return f"HoldsInTomb({self.which.signature()})"

    def tomb_holds_fitting_card(self, state: ValleyState, seat: i64) -> bool:
        """Whether a card that fits `which` is in the player's tomb."""
        for i in range(state.count(TOMB + seat)):
            if self.which.fits(state, seat, state.card_at(TOMB + seat, i)):
                return True
        return False

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return self.tomb_holds_fitting_card(state, seat) and self.rest_can_be_completed(state, seat, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if not self.tomb_holds_fitting_card(state, seat):
            state.broken = True
        return subject


@final
class SacrificeFromTomb(SacrificeChosen):
    """Sacrifice a card in the player's tomb that fits `which`."""

    spec: ClassVar[PartSpec] = PartSpec(
        "SacrificeFromTomb",
        (WHICH,),
        verbs=(SACRIFICING,),
        asks="Sacrifice a {which} in your tomb",
        obstacle="no {which} in your tomb",
    )

    def __init__(self, which: CardFilter = ANY) -> None:
        super().__init__(TOMB, which)

    def signature(self) -> str:
        return f"SacrificeFromTomb({self.which.signature()})"


AWAKEN: Final[i64] = 26  # kind of a card in the tomb whose action is executed
AWAKENED_PROGRAM: Final[i64] = add_action_program("Executed in the tomb", NoteExecuted(elsewhere=True))


@final
class ExecutableInTomb(CardFilter):
    """Cards whose actions can be executed now from the tomb."""

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        if (
            state.catalogue.action_address[kind] < 0
            or state.catalogue.repeatable[kind] == 0
            or state.catalogue.execution_source[kind] != EXECUTES_NOTHING
        ):
            return False
        return can_execute_above_frame(state, seat, kind, AWAKENED_PROGRAM)


@final
class Awaken(ChooseCard):
    """Execute the action of a card in the player's tomb, except actions that cannot be repeated and actions that execute other
    actions (this part, Tyet Amulet)."""

    spec: ClassVar[PartSpec] = PartSpec(
        "Awaken",
        verbs=(Verb("awaken", AWAKEN, (CARD,), "execute {0}", facts=(EXECUTES_CARD,)),),
        asks="Execute the action of which card in your tomb?",
        obstacle="no action of a card in your tomb can be executed now",
        event_texts={
            "awakened": EventText(
                "You execute {0} in your tomb.", "{who} executes {0} in the tomb.", facts=(EXECUTES_CARD,)
            )
        },
        reads=EVERYWHERE,
    )

    def __init__(self) -> None:
        super().__init__(TOMB, ExecutableInTomb())

    def execution_source(self) -> ExecutionSource:
        return EXECUTES_FROM_TOMB

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        if state.events is not None:
            state.emit("awakened", seat, (kind,))
        call_action_above_frame(state, seat, kind, AWAKENED_PROGRAM)
