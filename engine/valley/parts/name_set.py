"""Parts that name a set and reveal cards to find those of the set."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.tasks import Subject
from engine.valley.catalogue.card import Part
from engine.valley.catalogue.facts import CONSEQUENCE
from engine.valley.catalogue.part_spec import BY_LUCK, CARD_COUNT, IN_DECK, IN_HAND, EventText, PartSpec
from engine.valley.catalogue.verbs import SET, Verb
from engine.valley.parts.base.choose_number import ChooseNumber
from engine.valley.parts.base.completion import can_draw, rest_completes_after_every_reveal
from engine.valley.parts.deck import reveal_top_or_break
from engine.valley.state.valley_state import DISCARD, REVEALED, ValleyState

NAME: Final[i64] = 25  # number of a set


@final
class NameSet(ChooseNumber):
    """Name a set of the game. Its number becomes `subject`."""

    spec: ClassVar[PartSpec] = PartSpec(
        "NameSet",
        verbs=(Verb("name", NAME, (SET,), "name {0}"),),
        asks="Name a set",
        event_texts={"named": EventText("You name {set}.", "{who} names {set}.", set_at=0, facts=(CONSEQUENCE,))},
        reads=0,
        writes=0,
    )

    def candidate_count(self, state: ValleyState) -> i64:
        return len(state.catalogue.set_names)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, set_number: i64) -> Subject:
        if state.events is not None:
            state.emit("named", seat, (set_number,))
        return set_number


@final
class RevealForSet(Part[ValleyState]):
    """Reveal the top `cards` cards of the player's deck. Those of the set `subject` go to the hand, the others go on the discard
    pile. (They are not discarded.)"""

    spec: ClassVar[PartSpec] = PartSpec(
        "RevealForSet",
        (CARD_COUNT,),
        obstacle="fewer than {cards} cards are left to reveal",
        event_texts={"kept_openly": EventText("You put {0} into your hand.", "{who} puts {0} into the hand.")},
        reads=IN_DECK,
        writes=IN_HAND | IN_DECK | BY_LUCK,
    )

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards: i64 = cards

    def obstacle(self, state: ValleyState, seat: i64) -> str:
        return "no card is left to reveal" if self.cards == 1 else super().obstacle(state, seat)

    def signature(self) -> str:
        return f"RevealForSet({self.cards})"

    def max_own_cards_reached(self) -> int:
        return int(self.cards)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return can_draw(state, seat, self.cards, REVEALED) and rest_completes_after_every_reveal(
            self, state, seat, self.cards, subject
        )

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if not can_draw(state, seat, self.cards, REVEALED):
            state.broken = True
            return NOTHING
        for _ in range(self.cards):
            reveal_top_or_break(state, seat)
        for _ in range(self.cards):
            kind = state.remove_at(REVEALED + seat, 0)
            if subject >= 0 and state.catalogue.set[kind] == subject:
                state.add_to_hand_openly(seat, kind)
                if state.events is not None:
                    state.emit("kept_openly", seat, (kind,))
            else:
                state.push(DISCARD + seat, kind)
        return NOTHING
