"""The one way in which a player chooses a card for a part: those that fit are offered, and one thing is done with the chosen one.

Each offers equal cards once, and only those that let the parts behind it be carried out: an action of which one part cannot
be executed may not be executed at all (rulebook, "Executing Actions").
"""

from typing import Final

from engine.core.row import i64
from engine.valley.card import AT_OTHERS, EVERYWHERE, IN_BONEYARD, IN_DECK, IN_HAND, IN_PLAY, IN_TOMB, Part
from engine.valley.parts.trial import leads_on
from engine.valley.parts.which import ANY, Which
from engine.valley.reactions import sacrifice
from engine.valley.state import ASIDE, DISCARD, HAND, PLAYED, TOMB, ValleyState
from engine.valley.verbs import ENTOMB, PASS, SACRIFICE, VERB, first, move1

NAMED: Final[dict[int, str]] = {HAND: "hand", DISCARD: "pile", TOMB: "tomb", PLAYED: "play", ASIDE: "aside"}
PLACES: Final[dict[int, int]] = {HAND: IN_HAND, DISCARD: IN_DECK, TOMB: IN_TOMB, PLAYED: IN_PLAY}


class ChooseCard(Part[ValleyState]):
    """Choose a card that fits in a zone of one's own, which becomes `it`; with `may`, or not.

    Those who inherit say in `do_with` what is done with it, and in `forgo` what comes of it that none was chosen.
    """

    def __init__(self, zone: i64, verb: i64, which: Which = ANY, may: bool = False) -> None:
        super().__init__()
        self.zone: Final[i64] = zone
        self.place: Final = PLACES.get(zone, EVERYWHERE)
        self.verb: Final[i64] = verb
        self.which: Final = which
        self.may: Final = may

    def minds(self) -> int:
        if self.may:
            return EVERYWHERE if self.tried else 0
        return self.place

    def wants(self) -> int:
        return IN_HAND if self.zone == HAND else 0

    def asks_in(self) -> str:
        return NAMED.get(self.zone, "")

    def zone_of(self, who: i64, it: i64) -> i64:
        """The very zone in which the cards lie."""
        return self.zone + who

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        if self.may and leads_on(self, s, who, it, PASS, it):
            return True
        row = s.row
        start = s.at[self.zone_of(who, it)] + 1
        for i in range(start, start + row[start - 1]):
            if self.fits(s, who, it, row[i]):
                return True
        return False

    def fits(self, s: ValleyState, who: i64, it: i64, kind: i64) -> bool:
        """Whether a card of the zone may be chosen and lets the rest be carried out."""
        if not self.which.fits(s, who, kind):
            return False
        return self.behind is None or leads_on(self, s, who, it, move1(self.verb, kind), kind)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        """In rising order for a bag, from the bottom up for a pile."""
        row = s.row
        start = s.at[self.zone_of(who, it)] + 1
        for i in range(start, start + row[start - 1]):
            kind = row[i]
            j = start
            while row[j] != kind:
                j += 1
            if j == i and self.fits(s, who, it, kind):
                s.offer(move1(self.verb, kind))
        if self.may and s.offered > 0 and leads_on(self, s, who, it, PASS, it):
            s.offer(PASS)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0 or move & VERB == PASS:
            return self.forgo(s, who, it)
        kind = first(move)
        self.do_with(s, who, it, kind)
        return kind

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        """Do with the chosen card what the part says."""

    def forgo(self, s: ValleyState, who: i64, it: i64) -> i64:
        """Go on without a card; returns `it` for the next part."""
        if not self.may:
            s.broken = True
        return it

    def take_out(self, s: ValleyState, who: i64, kind: i64) -> None:
        """The chosen card leaves its place."""
        if self.zone == HAND:
            s.leave_hand(who, kind)
        else:
            s.take(self.zone + who, kind)


class EntombChosen(ChooseCard):
    """Choose a card and entomb it."""

    def __init__(self, zone: i64, which: Which = ANY, may: bool = False) -> None:
        super().__init__(zone, ENTOMB, which, may)

    def changes(self) -> int:
        return self.place | IN_TOMB

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        self.take_out(s, who, kind)
        entomb(s, who, kind)


class SacrificeChosen(ChooseCard):
    """Choose a card and sacrifice it."""

    def __init__(self, zone: i64, which: Which = ANY) -> None:
        super().__init__(zone, SACRIFICE, which)

    def changes(self) -> int:
        return self.place | IN_BONEYARD | AT_OTHERS

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        self.take_out(s, who, kind)
        sacrifice(s, who, kind)


class PickUpChosen(ChooseCard):
    """Choose a card and put it into the hand, where all know of it; `told` is how the chronicle calls that."""

    def __init__(self, zone: i64, verb: i64, told: str, which: Which = ANY) -> None:
        super().__init__(zone, verb, which)
        self.told: Final = told

    def changes(self) -> int:
        return self.place | IN_HAND

    def fills(self) -> int:
        return IN_HAND

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        self.take_out(s, who, kind)
        s.enter_hand_openly(who, kind)
        if s.told is not None:
            s.tell(self.told, who, (kind,))


def entomb(s: ValleyState, who: i64, kind: i64) -> None:
    """A card that has left its place goes into the tomb, for all to see."""
    s.put(TOMB + who, kind)
    if s.told is not None:
        s.tell("entombed", who, (kind,))
