"""Parts that name a set and look for it."""

from typing import final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.valley.cards.card import BY_LUCK, IN_DECK, IN_HAND, Part
from engine.valley.parts.base.choose_number import ChooseNumber
from engine.valley.parts.base.completion import can_draw, completes_with_any_top_cards
from engine.valley.parts.deck import reveal_top
from engine.valley.state.valley_state import DISCARD, REVEALED, ValleyState
from engine.valley.state.verbs import NAME


@final
class NameSet(ChooseNumber):
    """Name a set of the game; its number becomes `subject`."""

    def __init__(self) -> None:
        super().__init__(NAME)

    def reads(self) -> int:
        return 0

    def writes(self) -> int:
        return 0

    def option_count(self, state: ValleyState) -> i64:
        return len(state.catalogue.set_names)

    def apply_to(self, state: ValleyState, seat: i64, subject: i64, set_number: i64) -> i64:
        if state.events is not None:
            state.emit("named", seat, (set_number,))
        return set_number


@final
class RevealForSet(Part[ValleyState]):
    """Reveal the top `cards` cards of your deck: those of the set that is `subject` go to the hand, the others to the
    discard pile. (That is no discard.)"""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards: i64 = cards

    def signature(self) -> str:
        return f"RevealForSet({self.cards})"

    def cards_turned_up(self) -> int:
        return int(self.cards)

    def reads(self) -> int:
        return IN_DECK

    def writes(self) -> int:
        return IN_HAND | IN_DECK | BY_LUCK

    def is_possible(self, state: ValleyState, seat: i64, subject: i64) -> bool:
        return can_draw(state, seat, self.cards, REVEALED) and completes_with_any_top_cards(
            self, state, seat, self.cards, subject
        )

    def perform(self, state: ValleyState, seat: i64, subject: i64, move: i64) -> i64:
        if not can_draw(state, seat, self.cards, REVEALED):
            state.broken = True
            return NOTHING
        for _ in range(self.cards):
            reveal_top(state, seat)
        for _ in range(self.cards):
            kind = state.remove_at(REVEALED + seat, 0)
            if subject >= 0 and state.catalogue.set[kind] == subject:
                state.add_to_hand_openly(seat, kind)
                if state.events is not None:
                    state.emit("kept_openly", seat, (kind,))
            else:
                state.push(DISCARD + seat, kind)
        return NOTHING
