"""Parts in which a player chooses a card from hand, discard pile or tomb and moves it; the card becomes `it`.

Each offers equal cards once, and only those that let the parts behind it be carried out: an action of which one part cannot
be executed may not be executed at all (rulebook, "Executing Actions").
"""

from typing import Final, final

from engine.core.row import i64, mypyc_attr
from engine.core.rules import NOTHING
from engine.valley.card import AT_OTHERS, EVERYWHERE, IN_BONEYARD, IN_DECK, IN_HAND, IN_TOMB, Part, lay
from engine.valley.parts.trial import leads_on
from engine.valley.reactions import discard, offer_table, sacrifice, show_table
from engine.valley.state import DISCARD, HAND, TOMB, ValleyState
from engine.valley.verbs import (
    DISCARD_CARD,
    ENTOMB,
    GIVE,
    PASS,
    RECOVER,
    REVEAL,
    SACRIFICE,
    UNEARTH,
    VERB,
    first,
    move1,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Which:
    """Which cards a part speaks of."""

    def words(self) -> str:
        return type(self).__name__

    def fits(self, s: ValleyState, kind: i64) -> bool:
        return True


@final
class Any(Which):
    """Any card."""


@final
class Starters(Which):
    """Starter cards."""

    def fits(self, s: ValleyState, kind: i64) -> bool:
        return s.cards.starter[kind] == 1


@final
class SetCards(Which):
    """Set cards: neither starters nor unique artifacts."""

    def fits(self, s: ValleyState, kind: i64) -> bool:
        return s.cards.set[kind] >= 0


ANY: Final = Any()


def some_fit(
    s: ValleyState, part: Part[ValleyState], zone: i64, who: i64, which: Which, verb: i64, it: i64 = NOTHING
) -> bool:
    """Whether a card lies in the zone that fits and lets the rest of the program be carried out."""
    for i in range(s.size(zone + who)):
        kind = s.card(zone + who, i)
        if which.fits(s, kind) and leads_on(part, s, who, it, move1(verb, kind), kind):
            return True
    return False


def offer_fitting(
    s: ValleyState, part: Part[ValleyState], zone: i64, who: i64, which: Which, verb: i64, it: i64 = NOTHING
) -> None:
    """Offer each kind of which `some_fit` could speak, in rising order for a bag, from the bottom up for a pile."""
    for i in range(s.size(zone + who)):
        kind = s.card(zone + who, i)
        j: i64 = 0
        while s.card(zone + who, j) != kind:
            j += 1
        if j == i and which.fits(s, kind) and leads_on(part, s, who, it, move1(verb, kind), kind):
            s.offer(move1(verb, kind))


def entomb(s: ValleyState, who: i64, kind: i64) -> None:
    """A card that has left its place goes into the tomb, for all to see."""
    s.put(TOMB + who, kind)
    if s.told is not None:
        s.tell("entombed", who, (kind,))


@final
class Sacrifice(Part[ValleyState]):
    """Sacrifice a card from the hand."""

    def minds(self) -> int:
        return IN_HAND

    def changes(self) -> int:
        return IN_HAND | IN_BONEYARD | AT_OTHERS

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return some_fit(s, self, HAND, who, ANY, SACRIFICE)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_fitting(s, self, HAND, who, ANY, SACRIFICE)
        offer_table(s, who)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        kind = first(move)
        if move & VERB == REVEAL:
            show_table(s, who, kind)
            return NOTHING
        s.leave_hand(who, kind)
        sacrifice(s, who, kind)
        return kind


@final
class Discard(Part[ValleyState]):
    """Discard a card from the hand."""

    def __init__(self, which: Which = ANY) -> None:
        super().__init__()
        self.which: Final = which

    def words(self) -> str:
        return f"Discard({self.which.words()})"

    def minds(self) -> int:
        return IN_HAND

    def changes(self) -> int:
        return IN_HAND | IN_DECK | AT_OTHERS

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return some_fit(s, self, HAND, who, self.which, DISCARD_CARD)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_fitting(s, self, HAND, who, self.which, DISCARD_CARD)
        offer_table(s, who)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        kind = first(move)
        if move & VERB == REVEAL:
            show_table(s, who, kind)
            return NOTHING
        discard(s, who, kind)
        return kind


@final
class DiscardToDraw(Part[ValleyState]):
    """Discard one or more cards, one after the other, then draw as many. `it` counts them."""

    def minds(self) -> int:
        return IN_HAND

    def changes(self) -> int:
        return IN_HAND | IN_DECK | AT_OTHERS

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return it > 0 or some_fit(s, self, HAND, who, ANY, DISCARD_CARD, it)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_fitting(s, self, HAND, who, ANY, DISCARD_CARD, it)
        if it > 0 and s.offered > 0:
            s.offer(PASS)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move >= 0 and move & VERB == DISCARD_CARD:
            s.call(DISCARD_ON, who, 1 if it < 0 else it + 1)  # lies below what an Axe brings about
            discard(s, who, first(move))
            return it
        if it < 0:
            s.broken = True
        s.draw_to_hand(who, it)
        return it


DISCARD_ON: Final[i64] = lay("Discarding", DiscardToDraw())


@final
class Give(Part[ValleyState]):
    """Put a card from the hand on top of the active player's discard pile. It is no discard: no Offering Table stops it."""

    def minds(self) -> int:
        return 0

    def changes(self) -> int:
        return IN_HAND | IN_DECK

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_fitting(s, self, HAND, who, ANY, GIVE)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            return it
        kind = first(move)
        s.leave_hand(who, kind)
        s.lay(DISCARD + s.active, kind)
        if s.told is not None:
            s.tell("gave", who, (kind, s.active))
        return kind


@final
class Entomb(Part[ValleyState]):
    """Entomb a card from the hand; with `may`, or not."""

    def __init__(self, which: Which = ANY, may: bool = False) -> None:
        super().__init__()
        self.which: Final = which
        self.may: Final = may

    def words(self) -> str:
        return f"Entomb({self.which.words()}{', may' if self.may else ''})"

    def minds(self) -> int:
        if self.may:
            return EVERYWHERE if self.tried else 0
        return IN_HAND

    def changes(self) -> int:
        return IN_HAND | IN_TOMB

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        if self.may and leads_on(self, s, who, it, PASS, it):
            return True
        return some_fit(s, self, HAND, who, self.which, ENTOMB)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_fitting(s, self, HAND, who, self.which, ENTOMB)
        if self.may and s.offered > 0 and leads_on(self, s, who, it, PASS, it):
            s.offer(PASS)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0 or move & VERB == PASS:
            if not self.may:
                s.broken = True
            return it
        kind = first(move)
        s.leave_hand(who, kind)
        entomb(s, who, kind)
        return kind


@final
class EntombFromDiscard(Part[ValleyState]):
    """If the own discard pile holds at least `least` cards, entomb one of them."""

    def __init__(self, least: int) -> None:
        super().__init__()
        self.least: i64 = least

    def words(self) -> str:
        return f"EntombFromDiscard({self.least})"

    def minds(self) -> int:
        return IN_DECK

    def changes(self) -> int:
        return IN_DECK | IN_TOMB

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.size(DISCARD + who) >= self.least and some_fit(s, self, DISCARD, who, ANY, ENTOMB)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if s.size(DISCARD + who) >= self.least:
            offer_fitting(s, self, DISCARD, who, ANY, ENTOMB)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        kind = first(move)
        s.take(DISCARD + who, kind)
        entomb(s, who, kind)
        return kind


@final
class Recover(Part[ValleyState]):
    """Put a card from the own discard pile into the hand; all have seen it."""

    def minds(self) -> int:
        return IN_DECK

    def changes(self) -> int:
        return IN_HAND | IN_DECK

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return some_fit(s, self, DISCARD, who, ANY, RECOVER)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_fitting(s, self, DISCARD, who, ANY, RECOVER)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        kind = first(move)
        s.take(DISCARD + who, kind)
        s.enter_hand_openly(who, kind)
        if s.told is not None:
            s.tell("recovered", who, (kind,))
        return kind


@final
class Unearth(Part[ValleyState]):
    """Put a card from the own tomb into the hand."""

    def unearths(self) -> bool:
        return True

    def minds(self) -> int:
        return IN_TOMB

    def changes(self) -> int:
        return IN_HAND | IN_TOMB

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return some_fit(s, self, TOMB, who, ANY, UNEARTH)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_fitting(s, self, TOMB, who, ANY, UNEARTH)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return it
        kind = first(move)
        s.take(TOMB + who, kind)
        s.enter_hand_openly(who, kind)
        if s.told is not None:
            s.tell("unearthed", who, (kind,))
        return kind
