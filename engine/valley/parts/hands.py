"""Parts in which a player chooses a card from hand, discard pile or tomb and moves it; the card becomes `it`.

Each offers equal cards once, and only those that let the parts behind it be carried out: an action of which one part cannot
be executed may not be executed at all (rulebook, "Executing Actions").
"""

from typing import Final, final

from engine.core.row import i64, mypyc_attr
from engine.core.rules import NOTHING
from engine.core.tasks import program
from engine.valley.card import TABLE, Part
from engine.valley.reactions import sacrifice
from engine.valley.state import DISCARD, HAND, SHOWN, TOMB, ValleyState
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


ANY: Final = Any()


def some_fit(s: ValleyState, part: Part[ValleyState], zone: i64, who: i64, which: Which) -> bool:
    """Whether a card lies in the zone that fits and lets the rest of the program be carried out."""
    for i in range(s.size(zone + who)):
        kind = s.card(zone + who, i)
        if which.fits(s, kind) and part.rest(s, who, kind):
            return True
    return False


def offer_fitting(s: ValleyState, part: Part[ValleyState], zone: i64, who: i64, which: Which, verb: i64) -> None:
    """Offer each kind of which `some_fit` could speak, in rising order for a bag, from the bottom up for a pile."""
    for i in range(s.size(zone + who)):
        kind = s.card(zone + who, i)
        j: i64 = 0
        while s.card(zone + who, j) != kind:
            j += 1
        if j == i and which.fits(s, kind) and part.rest(s, who, kind):
            s.offer(move1(verb, kind))


def discard(s: ValleyState, who: i64, kind: i64) -> None:
    """A card goes from the hand to the own discard pile, as the result of an action."""
    s.leave_hand(who, kind)
    s.lay(DISCARD + who, kind)
    if s.told is not None:
        s.tell("discarded", who, (kind,))


def entomb(s: ValleyState, who: i64, kind: i64) -> None:
    """A card that has left its place goes into the tomb, for all to see."""
    s.put(TOMB + who, kind)
    if s.told is not None:
        s.tell("entombed", who, (kind,))


def offer_table(s: ValleyState, who: i64) -> None:
    """Against an opponent's action that makes them discard or sacrifice, a player may show the Offering Table instead."""
    if who != s.active:
        table = s.holds(who, TABLE)
        if table >= 0:
            s.offer(move1(REVEAL, table))


def show_table(s: ValleyState, who: i64, table: i64) -> None:
    """The table goes back to the hand, where all know of it now."""
    if not s.has(SHOWN + who, table):
        s.put(SHOWN + who, table)
    if s.told is not None:
        s.tell("showed", who, (table,))


@final
class Sacrifice(Part[ValleyState]):
    """Sacrifice a card from the hand."""

    def minds_hand(self) -> bool:
        return True

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return some_fit(s, self, HAND, who, ANY)

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

    def minds_hand(self) -> bool:
        return True

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return some_fit(s, self, HAND, who, self.which)

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

    def minds_hand(self) -> bool:
        return True

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.size(HAND + who) > 0

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_fitting(s, self, HAND, who, ANY, DISCARD_CARD)
        if it > 0 and s.offered > 0:
            s.offer(PASS)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move >= 0 and move & VERB == DISCARD_CARD:
            discard(s, who, first(move))
            s.call(DISCARD_ON, who, 1 if it < 0 else it + 1)
            return it
        if it < 0:
            s.broken = True
        s.draw_to_hand(who, it)
        return it


DISCARD_ON: Final[i64] = program("Discarding", DiscardToDraw())


@final
class Give(Part[ValleyState]):
    """Put a card from the hand on top of the active player's discard pile. It is no discard: no Offering Table stops it."""

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

    def minds_hand(self) -> bool:
        return True

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return self.may or some_fit(s, self, HAND, who, self.which)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        offer_fitting(s, self, HAND, who, self.which, ENTOMB)
        if self.may and s.offered > 0:
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

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.size(DISCARD + who) >= self.least and self.rest(s, who, it)

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

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return some_fit(s, self, DISCARD, who, ANY)

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
    """Put a card from the own tomb into the hand. What comes up can always be entombed again, so a part behind this one that
    entombs a card finds one."""

    def unearths(self) -> bool:
        return True

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.size(TOMB + who) > 0

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        for i in range(s.size(TOMB + who)):
            kind = s.card(TOMB + who, i)
            if i == 0 or s.card(TOMB + who, i - 1) != kind:
                s.offer(move1(UNEARTH, kind))

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
