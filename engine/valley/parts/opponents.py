"""Parts that affect all opponents, and base classes of those that affect one of them."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.cells.moves import pack_move
from engine.core.game import NOTHING
from engine.core.tasks import Subject, Task
from engine.valley.catalogue.card import ExecutionSource, Part, highest_execution_source, link_parts
from engine.valley.catalogue.facts import GAINS_CARD
from engine.valley.catalogue.part_spec import (
    AT_OTHERS,
    CARD_COUNT,
    EVERYWHERE,
    EVERYWHERE_IF_TRIAL,
    IN_DECK,
    SPARE,
    THEN,
    EventText,
    PartSpec,
    Places,
    bit_union,
)
from engine.valley.catalogue.powers import OWN_PILE, PILES_OF_OTHERS, Piles
from engine.valley.catalogue.verbs import SEAT, Verb
from engine.valley.parts.base.choose_number import ChooseNumber
from engine.valley.parts.base.completion import rest_completes_after
from engine.valley.rules.reactions import call_for_opponents
from engine.valley.state.valley_state import DISCARD, HAND, ValleyState

PLUNDER: Final[i64] = 18  # seat of the opponent whose discard pile loses its top card


def is_opponent(state: ValleyState, seat: i64, subject: Subject) -> bool:
    """Whether `subject` is the seat of an opponent."""
    return 0 <= subject < state.seat_count and subject != seat


class OpponentPart(Part[ValleyState]):
    """The base class of parts that let one or all opponents carry out the parts `then`. `more_arguments` is appended to the
    arguments in the signature."""

    def __init__(self, then: Sequence[Part[ValleyState]], more_arguments: str = "") -> None:
        super().__init__()
        self.then: Final = tuple(then)
        self.full_signature: Final = (
            f"{self.spec.word}({', '.join([part.signature() for part in then])}{more_arguments})"
        )
        self.places_written: Final = bit_union([part.writes() for part in then]) | EVERYWHERE
        self.source_of_then: Final = highest_execution_source(then)

    def signature(self) -> str:
        return self.full_signature

    def writes(self) -> Places:
        return self.places_written

    def execution_source(self) -> ExecutionSource:
        return self.source_of_then

    def takes_from_discards_of(self) -> Piles:
        """All piles: if opponents take cards from the piles of others, they can also take them from the active player's."""
        return PILES_OF_OTHERS | OWN_PILE if bit_union([part.takes_from_discards_of() for part in self.then]) else 0

    def max_cards_each_opponent_gets(self) -> int:
        return sum([part.max_own_cards_reached() for part in self.then])


@final
class UnlessSpared(OpponentPart):
    """An opponent carries out `then`, unless they own at most `spare` cards or have no card in hand. This is checked only when it
    is their turn to act, because an earlier reaction may have changed it."""

    spec: ClassVar[PartSpec] = PartSpec(
        "UnlessSpared",
        (THEN, SPARE),
        event_texts={
            "spared": EventText(
                "You own {limit} and are not affected.", "{who} owns {limit} and is not affected.", limit_at=0
            )
        },
    )

    def __init__(self, *then: Part[ValleyState], spare: int = 0) -> None:
        super().__init__(then, f", spare {spare}")
        link_parts(then)
        self.spare: i64 = spare

    def first_parts_called(self) -> list[Task[Any]]:
        return [self.then[0]]

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if state.owned_count(seat) <= self.spare:
            if state.events is not None:
                state.emit("spared", seat, (self.spare,))
        elif state.count(HAND + seat) > 0:
            state.call(state.programs.address(self.then[0]), seat, subject)
        return subject


@final
class EachOpponent(OpponentPart):
    """Each opponent, in turn order, carries out `then`, except those who own at most `spare` cards and those with an empty hand.
    It is possible even if all opponents are spared, but not without opponents."""

    spec: ClassVar[PartSpec] = PartSpec(
        "EachOpponent", (THEN, SPARE), obstacle="there is no opponent", reads=EVERYWHERE_IF_TRIAL
    )

    def __init__(self, *then: Part[ValleyState], spare: int = 0) -> None:
        super().__init__(then, f", spare {spare}")
        self.spare: i64 = spare
        self.part_of_each: Final = link_parts([UnlessSpared(*then, spare=spare)])

    def first_parts_called(self) -> list[Task[Any]]:
        return [self.part_of_each]

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return state.seat_count > 1 and rest_completes_after(self, state, seat, subject, NOTHING, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        call_for_opponents(state, state.programs.address(self.part_of_each), seat, subject)
        return subject


class ChooseOpponentSeat(ChooseNumber):
    """The base class of parts that choose an opponent, by seat."""

    def candidate_count(self, state: ValleyState) -> i64:
        return state.seat_count

    def can_choose(self, state: ValleyState, seat: i64, subject: Subject, opponent: i64) -> bool:
        return opponent != seat and super().can_choose(state, seat, subject, opponent)


@final
class PlunderDiscard(ChooseOpponentSeat):
    """Choose an opponent. The top card of their discard pile goes on top of the player's. An opponent who owns at most `spare`
    cards can be chosen, but is not affected."""

    spec: ClassVar[PartSpec] = PartSpec(
        "PlunderDiscard",
        (SPARE,),
        verbs=(Verb("plunder", PLUNDER, (SEAT,), "plunder {0}", says_of_seat="From {0}'s discard pile"),),
        asks="Take the top card of whose discard pile?",
        obstacle="no opponent has a discard pile",
        event_texts={
            "plundered": EventText(
                "You take {0} from {whose} discard pile.",
                "{who} takes {0} from {whose} discard pile.",
                seat_at=1,
                facts=(GAINS_CARD,),
            )
        },
        reads=AT_OTHERS,
        writes=IN_DECK | AT_OTHERS,
    )

    def __init__(self, spare: int = 0) -> None:
        super().__init__()
        self.spare: i64 = spare

    def signature(self) -> str:
        return f"PlunderDiscard(spare {self.spare})"

    def takes_from_discards_of(self) -> Piles:
        return PILES_OF_OTHERS

    def may_bring_cards_of_others(self) -> bool:
        return True

    def can_choose(self, state: ValleyState, seat: i64, subject: Subject, opponent: i64) -> bool:
        if opponent == seat or (state.count(DISCARD + opponent) == 0 and state.owned_count(opponent) > self.spare):
            return False
        next_subject = subject
        if state.owned_count(opponent) > self.spare:
            next_subject = state.top(DISCARD + opponent)
        return rest_completes_after(self, state, seat, subject, pack_move(PLUNDER, opponent), next_subject)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, opponent: i64) -> Subject:
        if state.owned_count(opponent) <= self.spare:
            if state.events is not None:
                state.emit("spared", opponent, (self.spare,))
            return subject
        kind = state.pop(DISCARD + opponent)
        state.push(DISCARD + seat, kind)
        if state.events is not None:
            state.emit("plundered", seat, (kind, opponent))
        return kind


@final
class EachOpponentDraws(Part[ValleyState]):
    """Each opponent, in turn order, draws `cards` cards, or fewer if fewer are left."""

    spec: ClassVar[PartSpec] = PartSpec(
        "EachOpponentDraws", (CARD_COUNT,), obstacle="there is no opponent", reads=EVERYWHERE_IF_TRIAL, writes=AT_OTHERS
    )

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards: i64 = cards

    def signature(self) -> str:
        return f"EachOpponentDraws({self.cards})"

    def max_cards_each_opponent_gets(self) -> int:
        return int(self.cards)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return state.seat_count > 1 and rest_completes_after(self, state, seat, subject, NOTHING, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        for distance in range(1, state.seat_count):
            state.draw_to_hand((seat + distance) % state.seat_count, self.cards)
        return subject
