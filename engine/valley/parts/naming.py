"""Parts that name a set and look for it."""

from typing import final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.valley.card import BY_LUCK, IN_DECK, IN_HAND, Part
from engine.valley.parts.draws import reveal
from engine.valley.parts.numbered import ChooseNumber
from engine.valley.parts.trial import enough, whatever_lies_on_top
from engine.valley.state import DISCARD, REVEALED, ValleyState
from engine.valley.verbs import NAME


@final
class NameSet(ChooseNumber):
    """Name a set of the game; its number becomes `it`."""

    def __init__(self) -> None:
        super().__init__(NAME)

    def minds(self) -> int:
        return 0

    def changes(self) -> int:
        return 0

    def many(self, s: ValleyState) -> i64:
        return len(s.cards.set_names)

    def do_with(self, s: ValleyState, who: i64, it: i64, which: i64) -> i64:
        if s.told is not None:
            s.tell("named", who, (which,))
        return which


@final
class RevealForSet(Part[ValleyState]):
    """Reveal the top `cards` cards of the own deck: those of the set that is `it` go to the hand, the others to the discard
    pile. (That is no discard.)"""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards: i64 = cards

    def words(self) -> str:
        return f"RevealForSet({self.cards})"

    def digs(self) -> int:
        return int(self.cards)

    def minds(self) -> int:
        return IN_DECK

    def changes(self) -> int:
        return IN_HAND | IN_DECK | BY_LUCK

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return enough(s, who, self.cards, REVEALED) and whatever_lies_on_top(self, s, who, self.cards, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if not enough(s, who, self.cards, REVEALED):
            s.broken = True
            return NOTHING
        for _ in range(self.cards):
            reveal(s, who)
        for _ in range(self.cards):
            kind = s.pull(REVEALED + who, 0)
            if it >= 0 and s.cards.set[kind] == it:
                s.enter_hand_openly(who, kind)
                if s.told is not None:
                    s.tell("kept_openly", who, (kind,))
            else:
                s.lay(DISCARD + who, kind)
        return NOTHING
