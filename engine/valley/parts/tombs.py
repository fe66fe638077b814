"""Parts that fill a tomb, or look at what lies there: entombing from deck, discard pile and hand, sacrificing from the tomb."""

from typing import Any, Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.core.tasks import Task
from engine.valley.card import AT_OTHERS, BY_LUCK, EVERYWHERE, IN_DECK, IN_HAND, IN_TOMB, Part, lay, linked
from engine.valley.parts.choice import EntombChosen, SacrificeChosen, entomb
from engine.valley.parts.draws import draw
from engine.valley.parts.trial import leads_on, whatever_comes
from engine.valley.parts.which import ANY, Which
from engine.valley.state import DISCARD, HAND, TOMB, ValleyState
from engine.valley.verbs import ENTOMB, NEXT, PASS, VERB, move1


def holds_of_set(s: ValleyState, who: i64, name: str) -> bool:
    """Whether a card of the set of that name lies in the own tomb."""
    which: i64 = s.cards.sets.get(name, NOTHING)
    if which < 0:
        return False
    for i in range(s.size(TOMB + who)):
        if s.cards.set[s.card(TOMB + who, i)] == which:
            return True
    return False


@final
class DrawAndWith(Part[ValleyState]):
    """Draw a card, and another if a card of the set lies in the own tomb."""

    def __init__(self, of_set: str) -> None:
        super().__init__()
        self.of_set: Final = of_set

    def words(self) -> str:
        return f"DrawAndWith({self.of_set})"

    def minds(self) -> int:
        return IN_DECK | IN_TOMB

    def changes(self) -> int:
        return IN_HAND | IN_DECK

    def fills(self) -> int:
        return IN_HAND

    def cards(self, s: ValleyState, who: i64) -> i64:
        cards: i64 = 1
        if holds_of_set(s, who, self.of_set):
            cards = 2
        return cards

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return whatever_comes(self, s, who, self.cards(s, who), HAND, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        draw(s, who, self.cards(s, who))
        return it


@final
class EntombWith(EntombChosen):
    """If a card of the set lies in the own tomb, one may entomb a card from the hand."""

    def __init__(self, of_set: str) -> None:
        super().__init__(HAND, may=True)
        self.of_set: Final = of_set

    def words(self) -> str:
        return f"EntombWith({self.of_set})"

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        if holds_of_set(s, who, self.of_set):
            return super().possible(s, who, it)
        return leads_on(self, s, who, it, PASS, it)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if holds_of_set(s, who, self.of_set):
            super().options(s, who, it)


@final
class EntombMany(EntombChosen):
    """Entomb one or more cards from the hand, one after the other; `begun` after the first, when one may stop."""

    def __init__(self, which: Which = ANY, begun: bool = False) -> None:
        super().__init__(HAND, which, begun)
        self.more: Final = [] if begun else [linked([EntombMany(which, True)])]

    def calls(self) -> list[Task[Any]]:
        return list(self.more)

    def words(self) -> str:
        return f"EntombMany({self.which.words()}{', begun' if self.may else ''})"

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        super().do_with(s, who, it, kind)
        s.call(s.tape.address(self if self.may else self.more[0]), who, NOTHING)


@final
class EntombTop(Part[ValleyState]):
    """Entomb the top card of the own deck, for which the discard pile is shuffled if need be. It becomes `it`."""

    def minds(self) -> int:
        return IN_DECK

    def changes(self) -> int:
        return IN_DECK | IN_TOMB | BY_LUCK

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return whatever_comes(self, s, who, 1, TOMB, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        return entomb_top(s, who)


def entomb_top(s: ValleyState, who: i64) -> i64:
    """Entomb the top card of the deck, for all to see; returns its kind."""
    kind = s.draw(who)
    if kind < 0:
        s.broken = True
        return kind
    if s.told is not None:
        s.tell("entombed_top", who, (kind,), reveals=True)
    s.put(TOMB + who, kind)
    return kind


@final
class EntombNextAfter(Part[ValleyState]):
    """If the card entombed before, `it`, fits, one may entomb the top card of the own deck as well."""

    def __init__(self, which: Which) -> None:
        super().__init__()
        self.which: Final = which

    def words(self) -> str:
        return f"EntombNextAfter({self.which.words()})"

    def minds(self) -> int:
        return EVERYWHERE if self.tried else 0

    def changes(self) -> int:
        return IN_DECK | IN_TOMB | BY_LUCK

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return leads_on(self, s, who, it, PASS, it)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if it >= 0 and self.which.fits(s, who, it) and whatever_comes(self, s, who, 1, TOMB, it):
            s.offer(NEXT)
            s.offer(PASS)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0 or move & VERB == PASS:
            return it
        return entomb_top(s, who)


@final
class EachMayEntombTopDiscard(Part[ValleyState]):
    """Each player, the active one first, may entomb the top card of their discard pile; who has none takes no part."""

    def minds(self) -> int:
        return EVERYWHERE if self.tried else 0

    def changes(self) -> int:
        return IN_DECK | IN_TOMB | AT_OTHERS

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return leads_on(self, s, who, it, NOTHING, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        for k in range(s.n - 1, -1, -1):  # last in, first out
            s.call(OFFERING, (who + k) % s.n, NOTHING)
        return it


@final
class MayEntombTopDiscard(Part[ValleyState]):
    """Entomb the top card of the own discard pile, or not."""

    def asks_in(self) -> str:
        return "pile"

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if s.size(DISCARD + who) > 0:
            s.offer(move1(ENTOMB, s.top(DISCARD + who)))
            s.offer(PASS)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move >= 0 and move & VERB == ENTOMB:
            entomb(s, who, s.lift(DISCARD + who))
        return it


OFFERING: Final[i64] = lay("Offering", MayEntombTopDiscard())


@final
class HoldsInTomb(Part[ValleyState]):
    """Only if a card that fits lies in the own tomb."""

    def __init__(self, which: Which) -> None:
        super().__init__()
        self.which: Final = which

    def words(self) -> str:
        return f"HoldsInTomb({self.which.words()})"

    def minds(self) -> int:
        return IN_TOMB

    def changes(self) -> int:
        return 0

    def holds(self, s: ValleyState, who: i64) -> bool:
        for i in range(s.size(TOMB + who)):
            if self.which.fits(s, who, s.card(TOMB + who, i)):
                return True
        return False

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return self.holds(s, who) and self.rest(s, who, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if not self.holds(s, who):
            s.broken = True
        return it


@final
class SacrificeFromTomb(SacrificeChosen):
    """Sacrifice a card that fits in the own tomb."""

    def __init__(self, which: Which = ANY) -> None:
        super().__init__(TOMB, which)

    def words(self) -> str:
        return f"SacrificeFromTomb({self.which.words()})"
