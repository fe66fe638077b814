"""The one way in which a player chooses a slot, a seat or a set for a part: those that fit are offered by their numbers, and one
thing is done with the chosen one."""

from typing import Final

from engine.core.row import i64
from engine.core.rules import NOTHING
from engine.valley.card import Part
from engine.valley.parts.trial import leads_on
from engine.valley.state import ValleyState
from engine.valley.verbs import first, move1


class ChooseNumber(Part[ValleyState]):
    """Choose one of so many things, numbered from 0. Those who inherit say how many there are, which of them fit, and what is
    done with the chosen one."""

    def __init__(self, verb: i64) -> None:
        super().__init__()
        self.verb: Final[i64] = verb

    def many(self, s: ValleyState) -> i64:
        """How many there are."""
        return 0

    def fits(self, s: ValleyState, who: i64, it: i64, number: i64) -> bool:
        """Whether this one may be chosen and lets the rest be carried out."""
        return leads_on(self, s, who, it, move1(self.verb, number), number)

    def possible(self, s: ValleyState, who: i64, it: i64) -> bool:
        for number in range(self.many(s)):
            if self.fits(s, who, it, number):
                return True
        return False

    def options(self, s: ValleyState, who: i64, it: i64) -> None:
        for number in range(self.many(s)):
            if self.fits(s, who, it, number):
                s.offer(move1(self.verb, number))

    def perform(self, s: ValleyState, who: i64, it: i64, move: i64) -> i64:
        if move < 0:
            s.broken = True
            return NOTHING
        return self.do_with(s, who, it, first(move))

    def do_with(self, s: ValleyState, who: i64, it: i64, number: i64) -> i64:
        """Do with the chosen one what the part says; returns `it` for the next part."""
        return number
