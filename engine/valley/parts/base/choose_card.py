"""The base classes of parts that offer the cards of a zone that fit, and do something with the chosen one.

Equal cards are offered once. A card is offered only if the later parts can be carried out with it, because an action may be
executed only if all its parts can be (rulebook, "Executing Actions").
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from engine.core.arrays import i64
from engine.core.cells.moves import VERB_MASK, first_argument, pack_move
from engine.core.tasks import Subject
from engine.valley.catalogue.card import Part
from engine.valley.catalogue.facts import ENTOMBS_CARD, LEAVES_TOMB
from engine.valley.catalogue.part_spec import (
    AT_OTHERS,
    EVERYWHERE,
    IN_BONEYARD,
    IN_DECK,
    IN_HAND,
    IN_PLAY,
    IN_TOMB,
    UNDECLARED,
    EventText,
    PartSpec,
    Places,
)
from engine.valley.catalogue.verbs import CARD, PASS, Verb
from engine.valley.parts.base.card_filter import ANY, CardFilter
from engine.valley.parts.base.completion import rest_completes_after
from engine.valley.rules.reactions import sacrifice_removed
from engine.valley.state.valley_state import ASIDE, DISCARD, HAND, LOOKED_AT, PLAYED, TOMB, ValleyState

ENTOMB: Final[i64] = 3  # kind
SACRIFICE: Final[i64] = 4  # kind
ENTOMBING: Final = Verb("entomb", ENTOMB, (CARD,), "entomb {0}", facts=(ENTOMBS_CARD,))
SACRIFICING: Final = Verb("sacrifice", SACRIFICE, (CARD,), "sacrifice {0}", facts=(LEAVES_TOMB,))
ZONE_WORDS: Final[dict[int, str]] = {  # what `Part.asked_zone` returns for each zone
    HAND: "hand",
    DISCARD: "pile",
    TOMB: "tomb",
    PLAYED: "play",
    ASIDE: "aside",
    LOOKED_AT: "looked",
}
PLACE_OF_ZONE: Final[dict[int, int]] = {HAND: IN_HAND, DISCARD: IN_DECK, TOMB: IN_TOMB, PLAYED: IN_PLAY}


class ChooseCard(Part[ValleyState]):
    """Choose a card that fits `which` from one of the player's zones. It becomes `subject`. With `may`, the player can pass.

    A subclass says in `apply_to` what happens to the card, and in `perform_without_card` what happens if no card was chosen.
    """

    def __init__(self, zone: i64, which: CardFilter = ANY, may: bool = False) -> None:
        super().__init__()
        self.zone: Final[i64] = zone
        self.place: Final = PLACE_OF_ZONE.get(zone, EVERYWHERE)
        self.verb: Final[i64] = self.spec.verbs[0].number
        self.which: Final = which
        self.may: Final = may

    def reads(self) -> Places:
        if self.may:
            return self.everywhere_if_trial()
        return self.place if self.spec.reads == UNDECLARED else super().reads()

    def never_prevented_by_more_cards_in(self) -> Places:
        return IN_HAND if self.zone == HAND else 0

    def asked_zone(self) -> str:
        return ZONE_WORDS.get(self.zone, "")

    def needs_hand_card(self) -> bool:
        return self.zone == HAND and not self.may and self.spec.reads & IN_HAND != 0

    def uses_other_played_cards(self) -> bool:
        return self.zone == PLAYED

    def zone_of(self, seat: i64, subject: Subject) -> i64:
        """The number of the zone to choose from. `subject` is a seat if the zone is another player's."""
        return self.zone + seat

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        if self.may and rest_completes_after(self, state, seat, subject, PASS, subject):
            return True
        cells = state.cells
        start = state.zone_starts[self.zone_of(seat, subject)] + 1
        for i in range(start, start + cells[start - 1]):
            if self.can_choose(state, seat, subject, cells[i]):
                return True
        return False

    def can_choose(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> bool:
        """Whether a card of the zone can be chosen, and the later parts can be carried out with it."""
        if not self.which.fits(state, seat, kind):
            return False
        return self.is_last or rest_completes_after(self, state, seat, subject, pack_move(self.verb, kind), kind)

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        """Offer each kind of card once: of a bag in ascending order, of a pile from the bottom up."""
        cells = state.cells
        start = state.zone_starts[self.zone_of(seat, subject)] + 1
        for i in range(start, start + cells[start - 1]):
            kind = cells[i]
            first = start
            while cells[first] != kind:
                first += 1
            if first == i and self.can_choose(state, seat, subject, kind):
                state.offer(pack_move(self.verb, kind))
        if self.may and state.move_count > 0 and rest_completes_after(self, state, seat, subject, PASS, subject):
            state.offer(PASS)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0 or move & VERB_MASK == PASS:
            return self.perform_without_card(state, seat, subject)
        kind = first_argument(move)
        self.apply_to(state, seat, subject, kind)
        return kind

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        """Do what this part does with the chosen card."""

    def perform_without_card(self, state: ValleyState, seat: i64, subject: Subject) -> Subject:
        """Do what this part does if the player passed or had no card to choose. Returns `subject` for the next part."""
        if not self.may:
            state.broken = True
        return subject

    def remove_from_zone(self, state: ValleyState, seat: i64, kind: i64) -> None:
        """Remove the chosen card from its zone."""
        if self.zone == HAND:
            state.remove_from_hand_openly(seat, kind)
        else:
            state.remove(self.zone + seat, kind)


class EntombChosen(ChooseCard):
    """Choose a card and entomb it. In a question, {a} stands for "another" if an earlier part of the action must entomb a card
    that fits `which`, otherwise for "a"."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(ENTOMBING,),
        event_texts={"entombed": EventText("You entomb {0}.", "{who} entombs {0}.", facts=(ENTOMBS_CARD,))},
    )

    def __init__(self, zone: i64, which: CardFilter = ANY, may: bool = False) -> None:
        super().__init__(zone, which, may)
        self.entombs_another = False

    def note_earlier_parts(self, earlier: Sequence[Part[Any]]) -> None:
        signature = self.which.signature()
        for part in earlier:
            if isinstance(part, EntombChosen) and not part.may and part.which.signature() == signature:
                self.entombs_another = True

    def question(self, state: ValleyState) -> str:
        return super().question(state).replace("{a}", "another" if self.entombs_another else "a")

    def writes(self) -> Places:
        return self.place | IN_TOMB

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        self.remove_from_zone(state, seat, kind)
        entomb_removed(state, seat, kind)


class SacrificeChosen(ChooseCard):
    """Choose a card and sacrifice it."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(SACRIFICING,),
        event_texts={"sacrificed": EventText("You sacrifice {0}.", "{who} sacrifices {0}.", facts=(LEAVES_TOMB,))},
    )

    def writes(self) -> Places:
        return self.place | IN_BONEYARD | AT_OTHERS

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        self.remove_from_zone(state, seat, kind)
        sacrifice_removed(state, seat, kind)


class PickUpChosen(ChooseCard):
    """Choose a card and put it into the hand, where all know of it. `event_verb` is the verb of the event that it emits."""

    def __init__(self, zone: i64, event_verb: str, which: CardFilter = ANY) -> None:
        super().__init__(zone, which)
        self.event_verb: Final = event_verb

    def writes(self) -> Places:
        return self.place | IN_HAND

    def adds_to(self) -> Places:
        return IN_HAND

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        self.remove_from_zone(state, seat, kind)
        state.add_to_hand_openly(seat, kind)
        if state.events is not None:
            state.emit(self.event_verb, seat, (kind,))


def entomb_removed(state: ValleyState, seat: i64, kind: i64) -> None:
    """Put a card that has left its zone into the tomb, face up."""
    state.add(TOMB + seat, kind)
    if state.events is not None:
        state.emit("entombed", seat, (kind,))
