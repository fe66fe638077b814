"""Parts in which a player chooses a card from the hand, or one to come into it, and moves it."""

from typing import Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.valley.card import AT_OTHERS, IN_BONEYARD, IN_DECK, IN_HAND, lay
from engine.valley.parts.choice import ChooseCard, EntombChosen, PickUpChosen
from engine.valley.parts.which import ANY, Which
from engine.valley.powers import ANY_CARD, MOST_DISCARDED
from engine.valley.reactions import discard, offer_table, sacrifice, show_table
from engine.valley.state import DISCARD, HAND, TOMB, ValleyState
from engine.valley.verbs import DISCARD_CARD, GIVE, RECOVER, REVEAL, SACRIFICE, UNEARTH, VERB, first


class LoseFromHand(ChooseCard):
    """Choose a card of the hand that goes, unless the Offering Table is shown against the opponent who demands it."""

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        super().options(s, who, it)
        offer_table(s, who)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move >= 0 and move & VERB == REVEAL:
            show_table(s, who, first(move))
            return NOTHING
        return super().perform(s, who, it, move)


@final
class Sacrifice(LoseFromHand):
    """Sacrifice a card from the hand."""

    def __init__(self) -> None:
        super().__init__(HAND, SACRIFICE)

    def changes(self) -> int:
        return IN_HAND | IN_BONEYARD | AT_OTHERS

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        s.leave_hand(who, kind)
        sacrifice(s, who, kind)


@final
class Discard(LoseFromHand):
    """Discard a card from the hand."""

    def __init__(self, which: Which = ANY) -> None:
        super().__init__(HAND, DISCARD_CARD, which)

    def words(self) -> str:
        return f"Discard({self.which.words()})"

    def changes(self) -> int:
        return IN_HAND | IN_DECK | AT_OTHERS

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        discard(s, who, kind)


@final
class DiscardToDraw(ChooseCard):
    """Discard one or more cards, one after the other, then draw as many; `begun` after the first, when one may stop, and then
    `it` counts them."""

    def __init__(self, begun: bool = False) -> None:
        super().__init__(HAND, DISCARD_CARD, may=begun)

    def words(self) -> str:
        return "DiscardToDraw(begun)" if self.may else "DiscardToDraw"

    def changes(self) -> int:
        return IN_HAND | IN_DECK | AT_OTHERS

    def digs(self) -> int:
        return MOST_DISCARDED

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        super().perform(s, who, it, move)
        return it

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        s.call(DISCARD_ON, who, it + 1 if self.may else 1)  # lies below what an Axe brings about
        discard(s, who, kind)

    def forgo(self, s: ValleyState, who: i64, it: i64) -> i64:
        if self.may:
            s.draw_to_hand(who, it)
        return super().forgo(s, who, it)


DISCARD_ON: Final[i64] = lay("Discarding", DiscardToDraw(begun=True))


@final
class Give(ChooseCard):
    """Put a card from the hand on top of the active player's discard pile. It is no discard: no Offering Table stops it."""

    def __init__(self) -> None:
        super().__init__(HAND, GIVE)

    def minds(self) -> int:
        return 0

    def changes(self) -> int:
        return IN_HAND | IN_DECK

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return self.rest(s, who, it)

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        give(s, who, kind)

    def forgo(self, s: ValleyState, who: i64, it: i64) -> i64:
        return it


def give(s: ValleyState, who: i64, kind: i64) -> None:
    """A card goes from the hand onto the active player's discard pile."""
    s.leave_hand(who, kind)
    s.lay(DISCARD + s.active, kind)
    if s.told is not None:
        s.tell("gave", who, (kind, s.active))


@final
class Entomb(EntombChosen):
    """Entomb a card from the hand; with `may`, or not."""

    def __init__(self, which: Which = ANY, may: bool = False) -> None:
        super().__init__(HAND, which, may)

    def words(self) -> str:
        return f"Entomb({self.which.words()}{', may' if self.may else ''})"


@final
class EntombFromDiscard(EntombChosen):
    """If the own discard pile holds at least `least` cards, entomb one of them."""

    def __init__(self, least: int) -> None:
        super().__init__(DISCARD)
        self.least: i64 = least

    def words(self) -> str:
        return f"EntombFromDiscard({self.least})"

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.size(DISCARD + who) >= self.least and super().possible(s, who, it)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if s.size(DISCARD + who) >= self.least:
            super().options(s, who, it)


@final
class Recover(PickUpChosen):
    """Put a card from the own discard pile into the hand; all have seen it."""

    def __init__(self) -> None:
        super().__init__(DISCARD, RECOVER, "recovered")

    def digs(self) -> int:
        return ANY_CARD


@final
class Unearth(PickUpChosen):
    """Put a card from the own tomb into the hand."""

    def __init__(self) -> None:
        super().__init__(TOMB, UNEARTH, "unearthed")

    def unearths(self) -> bool:
        return True
