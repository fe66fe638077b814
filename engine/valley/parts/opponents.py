"""Parts that affect opponents: each of them, or one that is chosen."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import pack_move
from engine.core.tasks import Subject, Task
from engine.valley.catalogue.card import ExecutionSource, Part, add_action_program, highest_execution_source, link_parts
from engine.valley.catalogue.declarations import (
    AT_OTHERS,
    BY_LUCK,
    CARD_COUNT,
    CONSEQUENCE,
    EVERYWHERE,
    EVERYWHERE_IF_TRIAL,
    FLAG,
    GAINS_CARD,
    IN_DECK,
    IN_HAND,
    IN_PYRAMID,
    LOSES_CARD,
    NEEDS_SIGHTS,
    REVEALS_CARDS,
    SPARE,
    THEN,
    WHICH,
    Argument,
    EventText,
    PartSpec,
    Places,
    bit_union,
)
from engine.valley.catalogue.powers import OWN_PILE, PILES_OF_OTHERS, Piles
from engine.valley.catalogue.verbs import CARD, SEAT, SLOT, Verb
from engine.valley.parts.choosing import (
    SACRIFICING,
    ChooseCard,
    ChooseNumber,
    SacrificeChosen,
    possible_tables,
    rest_completes_after,
)
from engine.valley.parts.filters import ANY, CardFilter
from engine.valley.parts.hand import GIVING, GiveToActiveDiscards
from engine.valley.parts.take import EMPTY_PYRAMID, ChooseSlot, Take
from engine.valley.rules.pyramid import pyramid_is_empty, remove_and_crumble
from engine.valley.rules.reactions import call_for_opponents
from engine.valley.state import DISCARD, HAND, PYRAMID_START, ValleyState

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

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        """Nothing is asked if there is only one opponent."""
        if state.seat_count > 2:
            super().offer_options(state, seat, subject)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0 and state.seat_count == 2 and self.can_choose(state, seat, subject, 1 - seat):
            return self.apply_to(state, seat, subject, 1 - seat)
        return super().perform(state, seat, subject, move)


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


CHOOSE: Final[i64] = 20  # seat of an opponent
SELECT: Final[i64] = 21  # slot, whose card the active player takes
PULL: Final[i64] = 22  # kind of a card in the hand of an opponent


@final
class ChooseOpponent(ChooseOpponentSeat):
    """Choose an opponent, who becomes `subject`."""

    spec: ClassVar[PartSpec] = PartSpec(
        "ChooseOpponent",
        verbs=(Verb("choose", CHOOSE, (SEAT,), "choose {0}", says_of_seat="{0}"),),
        asks="Choose an opponent",
        obstacle="no opponent can be chosen",
        event_texts={
            "chose": EventText("You choose {whom}.", "{who} chooses {whom}.", seat_at=0, facts=(CONSEQUENCE,))
        },
        reads=0,
        writes=0,
    )

    def obstacle(self, state: ValleyState, seat: i64) -> str:
        """The obstacle of the next part, if there is an opponent to choose and the next part needs one."""
        following = self.next_part
        if state.seat_count > 1 and isinstance(following, (ByIt, LookAtHand)):
            return following.obstacle(state, seat)
        return super().obstacle(state, seat)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, opponent: i64) -> Subject:
        if state.events is not None and state.seat_count > 2:
            state.emit("chose", seat, (opponent,))
        return opponent


@final
class ByIt(OpponentPart):
    """The opponent `subject` carries out `then`."""

    spec: ClassVar[PartSpec] = PartSpec("ByIt", (THEN,), obstacle="no opponent can be chosen")

    def __init__(self, *then: Part[ValleyState]) -> None:
        super().__init__(then)
        link_parts(then)
        self.reads_hidden_cards: Final = (
            bit_union([part.reads() for part in then]) & (IN_HAND | IN_DECK | AT_OTHERS) != 0
        )

    def obstacle(self, state: ValleyState, seat: i64) -> str:
        return "the pyramid holds too few cards" if isinstance(self.then[0], Take) else super().obstacle(state, seat)

    def first_parts_called(self) -> list[Task[Any]]:
        return [self.then[0]]

    def reads(self) -> Places:
        return EVERYWHERE if self.needs_trial or bit_union([part.reads() for part in self.then]) else BY_LUCK

    def depends_on_others(self) -> bool:
        """Not if the opponent only moves cards to their own discard pile: all see those."""
        return (
            self.reads_hidden_cards
            or bit_union([part.writes() for part in self.then]) & (IN_HAND | AT_OTHERS | BY_LUCK) != 0
        )

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        if not is_opponent(state, seat, subject) or not self.opponent_surely_completes(state, seat, subject):
            return False
        return rest_completes_after(self, state, seat, subject, NOTHING, subject)

    def opponent_surely_completes(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        """Whether the opponent can carry out `then` on every table that is possible for all that `seat` knows."""
        if not self.reads_hidden_cards:
            return self.then[0].can_be_completed(state, subject, NOTHING)
        for table in possible_tables(state, seat):
            if not self.then[0].can_be_completed(table, subject, NOTHING):
                return False
        return True

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if is_opponent(state, seat, subject):
            state.call(state.programs.address(self.then[0]), subject, NOTHING)
        else:
            state.broken = True
        return subject


@final
class GiveOrShow(GiveToActiveDiscards):
    """Put a card that fits `which` from the hand on top of the active player's discard pile, or show a hand without one."""

    spec: ClassVar[PartSpec] = PartSpec(
        "GiveOrShow",
        (WHICH,),
        verbs=(GIVING,),
        asks="Put a {which} from your hand on the active player's discard pile",
        event_texts={
            "showed_hand": EventText(
                "You show your hand: {all}.", "{who} shows the hand: {all}.", facts=(REVEALS_CARDS,)
            )
        },
        reads=EVERYWHERE_IF_TRIAL,
        writes=IN_HAND | IN_DECK | AT_OTHERS,
    )

    def __init__(self, which: CardFilter = ANY) -> None:
        super().__init__(HAND, which)

    def signature(self) -> str:
        return f"GiveOrShow({self.which.signature()})"

    def perform_without_card(self, state: ValleyState, seat: i64, subject: Subject) -> Subject:
        state.show_hand(seat)
        if state.events is not None:
            state.emit("showed_hand", seat, tuple(state.kinds(HAND + seat)), reveals=True)
        return NOTHING


@final
class LookAtHand(Part[ValleyState]):
    """Look at the hand of the opponent `subject`. An opponent who owns at most `spare` cards is not affected, and `subject`
    becomes NOTHING."""

    spec: ClassVar[PartSpec] = PartSpec(
        "LookAtHand",
        (SPARE,),
        obstacle="no opponent holds a card",
        event_texts={
            "saw_hand": EventText(
                "You look at {whose} hand: {all}.",
                "{who} looks at {whose} hand.",
                seat_at=0,
                facts=(CONSEQUENCE, REVEALS_CARDS),
            )
        },
        reads=AT_OTHERS,
        writes=NEEDS_SIGHTS,
    )

    def __init__(self, spare: int = 0) -> None:
        super().__init__()
        self.spare: i64 = spare

    def signature(self) -> str:
        return f"LookAtHand(spare {self.spare})"

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        if not is_opponent(state, seat, subject):
            return False
        if state.owned_count(subject) > self.spare:
            return state.count(HAND + subject) > 0 and rest_completes_after(
                self, state, seat, subject, NOTHING, subject
            )
        return rest_completes_after(self, state, seat, subject, NOTHING, NOTHING)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if not is_opponent(state, seat, subject):
            state.broken = True
            return NOTHING
        if state.owned_count(subject) <= self.spare:
            if state.events is not None:
                state.emit("spared", subject, (self.spare,))
            return NOTHING
        state.see_hand(seat, subject)
        if state.events is not None:
            state.emit("saw_hand", seat, (subject, *state.kinds(HAND + subject)), seat, True)
        return subject


@final
class PullFromHand(ChooseCard):
    """Put a card from the hand of the opponent `subject` on top of the player's discard pile; with `back`, on top of theirs. No
    Offering Table stops this: it is not a discard."""

    spec: ClassVar[PartSpec] = PartSpec(
        "PullFromHand",
        (Argument("back", FLAG, default=False, says=((False, "your"), (True, "that player's"))),),
        verbs=(Verb("pull", PULL, (CARD,), "pull {0}"),),
        asks="Which card of this hand goes on top of {back} discard pile?",
        event_texts={
            "pulled": EventText(
                "You take {0} out of {whose} hand.",
                "{who} takes {0} out of {whose} hand.",
                seat_at=1,
                facts=(GAINS_CARD,),
            ),
            "put_away": EventText(
                "You put {0} out of {whose} hand on {whose} discard pile.",
                "{who} puts {0} out of {whose} hand on {whose} discard pile.",
                seat_at=1,
                facts=(LOSES_CARD,),
            ),
        },
        reads=AT_OTHERS,
        writes=IN_DECK | AT_OTHERS,
    )

    def __init__(self, back: bool = False) -> None:
        super().__init__(HAND)
        self.back: Final = back

    def asked_zone(self) -> str:
        return "theirs"

    def signature(self) -> str:
        return "PullFromHand(back)" if self.back else "PullFromHand"

    def may_bring_cards_of_others(self) -> bool:
        return not self.back

    def zone_of(self, seat: i64, subject: Subject) -> i64:
        return self.zone + subject

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        if not is_opponent(state, seat, subject):
            return rest_completes_after(self, state, seat, subject, NOTHING, NOTHING)
        if self.next_part is None:
            return state.count(HAND + subject) > 0
        for table in possible_tables(state, seat):
            if not super().can_be_completed(table, seat, subject):
                return False
        return True

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        if is_opponent(state, seat, subject):
            super().offer_options(state, seat, subject)

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        state.remove_from_hand_openly(subject, kind)
        if self.back:
            state.push(DISCARD + subject, kind)
        else:
            state.push(DISCARD + seat, kind)
        if state.events is not None:
            state.emit("put_away" if self.back else "pulled", seat, (kind, subject))

    def perform_without_card(self, state: ValleyState, seat: i64, subject: Subject) -> Subject:
        if is_opponent(state, seat, subject):
            state.broken = True
        return NOTHING


@final
class SacrificeAnother(SacrificeChosen):
    """Sacrifice one more card from the hand, if the part before sacrificed `subject` and a card is left. (A player who showed the
    Offering Table was not affected and is not asked twice.)"""

    spec: ClassVar[PartSpec] = PartSpec(
        "SacrificeAnother",
        verbs=(SACRIFICING,),
        asks="Sacrifice another card from your hand",
        reads=EVERYWHERE_IF_TRIAL,
    )

    def __init__(self) -> None:
        super().__init__(HAND)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return rest_completes_after(self, state, seat, NOTHING, NOTHING, subject)

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        if subject >= 0:
            super().offer_options(state, seat, subject)

    def perform_without_card(self, state: ValleyState, seat: i64, subject: Subject) -> Subject:
        return subject


@final
class LeftNeighbourSelects(Part[ValleyState]):
    """The player to the left selects a card of the pyramid, and the active player takes it and chooses how the pyramid crumbles.
    This part only asks; `SelectForActivePlayer` moves the card."""

    spec: ClassVar[PartSpec] = PartSpec(
        "TakeAsLeftSelects", obstacle="there is no opponent", reads=IN_PYRAMID, writes=IN_PYRAMID | IN_DECK
    )

    def obstacle(self, state: ValleyState, seat: i64) -> str:
        return EMPTY_PYRAMID if pyramid_is_empty(state) else super().obstacle(state, seat)

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        return (
            state.seat_count > 1
            and not pyramid_is_empty(state)
            and rest_completes_after(self, state, seat, subject, NOTHING, NOTHING)
        )

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if state.seat_count == 1 or pyramid_is_empty(state):
            state.broken = True
            return NOTHING
        state.call(SELECT_PROGRAM, (seat + 1) % state.seat_count, NOTHING)
        return NOTHING


@final
class SelectForActivePlayer(ChooseSlot):
    """Select a card of the pyramid, which goes on top of the active player's discard pile."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(Verb("select", SELECT, (SLOT,), "select {0}"),),
        asks="Select the card that the active player takes",
        event_texts={"selected": EventText("You select {0} for {whom}.", "{who} selects {0} for {whom}.", seat_at=1)},
    )

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, slot: i64) -> Subject:
        kind = state.cells[PYRAMID_START + slot]
        if state.events is not None:
            state.emit("selected", seat, (kind, state.active))
        state.push(DISCARD + state.active, remove_and_crumble(state, slot, state.active))
        return kind


SELECT_PROGRAM: Final[i64] = add_action_program("Selecting", SelectForActivePlayer())
