"""The base class of parts that offer slots, seats or sets by their numbers, and do something with the chosen one."""

from typing import Final

from engine.core.arrays import i64
from engine.core.cells.moves import first_argument, pack_move
from engine.core.game import NOTHING
from engine.core.tasks import Subject
from engine.valley.catalogue.card import Part
from engine.valley.parts.base.completion import rest_completes_after
from engine.valley.state.valley_state import ValleyState


class ChooseNumber(Part[ValleyState]):
    """Choose one of several slots, seats or sets, numbered from 0. Subclasses say how many there are, which can be chosen, and
    what happens to the chosen one."""

    def __init__(self) -> None:
        super().__init__()
        self.verb: Final[i64] = self.spec.verbs[0].number

    def candidate_count(self, state: ValleyState) -> i64:
        """The number of slots, seats or sets, including those that cannot be chosen."""
        return 0

    def can_choose(self, state: ValleyState, seat: i64, subject: Subject, number: i64) -> bool:
        """Whether this one can be chosen, and the later parts can be carried out with it."""
        return rest_completes_after(self, state, seat, subject, pack_move(self.verb, number), number)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        for number in range(self.candidate_count(state)):
            if self.can_choose(state, seat, subject, number):
                return True
        return False

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        for number in range(self.candidate_count(state)):
            if self.can_choose(state, seat, subject, number):
                state.offer(pack_move(self.verb, number))

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0:
            state.broken = True
            return NOTHING
        return self.apply_to(state, seat, subject, first_argument(move))

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, number: i64) -> Subject:
        """Do what this part does with the chosen one. Returns `subject` for the next part."""
        return number
