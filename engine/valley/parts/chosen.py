"""Parts in which a player deals with one opponent, chosen or seated to the left."""

from typing import Any, Final, final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.core.tasks import Task
from engine.valley.card import (
    AT_OTHERS,
    BY_LUCK,
    EVERYWHERE,
    GLIMPSES,
    IN_DECK,
    IN_HAND,
    IN_PYRAMID,
    Part,
    lay,
    linked,
    sum_of,
)
from engine.valley.parts.choice import ChooseCard, SacrificeChosen
from engine.valley.parts.hands import give
from engine.valley.parts.opponents import ByOthers, ChooseFoe
from engine.valley.parts.takes import ChooseSlot
from engine.valley.parts.trial import leads_on, tables
from engine.valley.parts.which import ANY, Which
from engine.valley.pyramid import is_empty, remove
from engine.valley.state import DISCARD, HAND, ValleyState
from engine.valley.verbs import CHOOSE, GIVE, PULL, SELECT


def is_foe(s: ValleyState, who: i64, it: i64) -> bool:
    """Whether `it` is the seat of an opponent."""
    return 0 <= it < s.n and it != who


@final
class ChooseOpponent(ChooseFoe):
    """Choose an opponent, who becomes `it`."""

    def __init__(self) -> None:
        super().__init__(CHOOSE)

    def minds(self) -> int:
        return 0

    def changes(self) -> int:
        return 0

    def do_with(self, s: ValleyState, who: i64, it: i64, foe: i64) -> i64:
        if s.told is not None:
            s.tell("chose", who, (foe,))
        return foe


@final
class ByIt(ByOthers):
    """The chosen opponent, who is `it`, carries out `then`."""

    def __init__(self, *then: Part[ValleyState]) -> None:
        super().__init__(then)
        linked(then)
        self.hidden: Final = sum_of([part.minds() for part in then]) & (IN_HAND | IN_DECK | AT_OTHERS) != 0

    def calls(self) -> list[Task[Any]]:
        return [self.then[0]]

    def minds(self) -> int:
        return EVERYWHERE if self.tried or sum_of([part.minds() for part in self.then]) else BY_LUCK

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        if not is_foe(s, who, it) or not self.surely(s, who, it):
            return False
        return leads_on(self, s, who, it, NOTHING, it)

    def surely(self, s: ValleyState, who: i64, it: i64) -> bool:
        """Whether the opponent can carry it out, for all that `who` knows."""
        if not self.hidden:
            return self.then[0].possible(s, it, NOTHING)
        for t in tables(s, who):
            if not self.then[0].possible(t, it, NOTHING):
                return False
        return True

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if is_foe(s, who, it):
            s.call(s.tape.address(self.then[0]), it, NOTHING)
        else:
            s.broken = True
        return it


@final
class GiveOrShow(ChooseCard):
    """Put a card that fits from the hand on top of the active player's discard pile, or show a hand without one."""

    def __init__(self, which: Which = ANY) -> None:
        super().__init__(HAND, GIVE, which)

    def words(self) -> str:
        return f"GiveOrShow({self.which.words()})"

    def minds(self) -> int:
        return EVERYWHERE if self.tried else 0

    def changes(self) -> int:
        return IN_HAND | IN_DECK | AT_OTHERS

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return self.rest(s, who, it)

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        give(s, who, kind)

    def forgo(self, s: ValleyState, who: i64, it: i64) -> i64:
        s.show_hand(who)
        if s.told is not None:
            s.tell("showed_hand", who, tuple(s.kinds(HAND + who)), reveals=True)
        return NOTHING


@final
class LookAtHand(Part[ValleyState]):
    """Look at the hand of the chosen opponent, who is `it`; one who owns at most `spare` cards is not affected, and then `it` is
    nobody."""

    def __init__(self, spare: int = 0) -> None:
        super().__init__()
        self.spare: i64 = spare

    def words(self) -> str:
        return f"LookAtHand(spare {self.spare})"

    def minds(self) -> int:
        return AT_OTHERS

    def changes(self) -> int:
        return GLIMPSES

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        if not is_foe(s, who, it):
            return False
        if s.owned(it) > self.spare:
            return s.size(HAND + it) > 0 and leads_on(self, s, who, it, NOTHING, it)
        return leads_on(self, s, who, it, NOTHING, NOTHING)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if not is_foe(s, who, it):
            s.broken = True
            return NOTHING
        if s.owned(it) <= self.spare:
            if s.told is not None:
                s.tell("spared", it)
            return NOTHING
        s.glimpse(who, it)
        if s.told is not None:
            s.tell("saw_hand", who, (it, *s.kinds(HAND + it)), who, True)
        return it


@final
class PullFromHand(ChooseCard):
    """Put a card from the hand of the opponent who is `it` on top of the own discard pile, or with `back` of theirs. It is no
    discard: no Offering Table stops it."""

    def __init__(self, back: bool = False) -> None:
        super().__init__(HAND, PULL)
        self.back: Final = back

    def words(self) -> str:
        return "PullFromHand(back)" if self.back else "PullFromHand"

    def minds(self) -> int:
        return AT_OTHERS

    def changes(self) -> int:
        return IN_DECK | AT_OTHERS

    def zone_of(self, who: i64, it: i64) -> i64:
        return self.zone + it

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        if not is_foe(s, who, it):
            return leads_on(self, s, who, it, NOTHING, NOTHING)
        if self.behind is None:
            return s.size(HAND + it) > 0
        for t in tables(s, who):
            if not super().possible(t, who, it):
                return False
        return True

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if is_foe(s, who, it):
            super().options(s, who, it)

    def do_with(self, s: ValleyState, who: i64, it: i64, kind: i64) -> None:
        s.leave_hand(it, kind)
        if self.back:
            s.lay(DISCARD + it, kind)
        else:
            s.lay(DISCARD + who, kind)
        if s.told is not None:
            s.tell("put_away" if self.back else "pulled", who, (kind, it))

    def forgo(self, s: ValleyState, who: i64, it: i64) -> i64:
        if is_foe(s, who, it):
            s.broken = True
        return NOTHING


@final
class SacrificeAnother(SacrificeChosen):
    """Sacrifice one more card from the hand if one was sacrificed and another is left. (Who showed the Offering Table was not
    affected; it is not asked for twice.)"""

    def __init__(self) -> None:
        super().__init__(HAND)

    def minds(self) -> int:
        return EVERYWHERE if self.tried else 0

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return leads_on(self, s, who, NOTHING, NOTHING, it)

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        if it >= 0:
            super().options(s, who, it)

    def forgo(self, s: ValleyState, who: i64, it: i64) -> i64:
        return it


@final
class TakeAsLeftSelects(Part[ValleyState]):
    """Take a card that the player to the left selects; the active player says how the pyramid crumbles."""

    def minds(self) -> int:
        return IN_PYRAMID

    def changes(self) -> int:
        return IN_PYRAMID | IN_DECK

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.n > 1 and not is_empty(s) and leads_on(self, s, who, it, NOTHING, NOTHING)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if s.n == 1 or is_empty(s):
            s.broken = True
            return NOTHING
        s.call(SELECTING, (who + 1) % s.n, NOTHING)
        return NOTHING


@final
class SelectForRight(ChooseSlot):
    """Select a card of the pyramid for the active player."""

    def __init__(self) -> None:
        super().__init__(SELECT)

    def do_with(self, s: ValleyState, who: i64, it: i64, slot: i64) -> i64:
        kind = remove(s, slot, s.active)
        s.lay(DISCARD + s.active, kind)
        if s.told is not None:
            s.tell("selected", who, (kind, s.active))
        return kind


SELECTING: Final[i64] = lay("Selecting", SelectForRight())


@final
class EachOpponentDraws(Part[ValleyState]):
    """Each opponent, in turn order, draws so many cards, or as many as there are."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards: i64 = cards

    def words(self) -> str:
        return f"EachOpponentDraws({self.cards})"

    def minds(self) -> int:
        return EVERYWHERE if self.tried else 0

    def changes(self) -> int:
        return AT_OTHERS

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        return s.n > 1 and leads_on(self, s, who, it, NOTHING, it)

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        for k in range(1, s.n):
            s.draw_to_hand((who + k) % s.n, self.cards)
        return it
