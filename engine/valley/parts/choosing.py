"""The base classes of the parts that choose a card or a number, and the check whether an action can be completed.

An action may be executed only if all its parts can be (rulebook, "Executing Actions"). So a player may execute it if they have
answers that complete it, whatever the others answer. Most parts change nothing that a later part looks at, and need no trial.
Some can only help the later parts, and need no trial if these can be carried out in the present position. If luck decides which
card comes off a deck or the stock, every possible card is tried.

The menu must not show what a player cannot know. So if hidden cards of others matter, an action is not tried in the true position
but in several positions that are possible for all that the player knows. A `table` here is such a position.

Equal cards are offered once. A card is offered only if the later parts can be carried out with it, because an action may be
executed only if all its parts can be (rulebook, "Executing Actions").
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import VERB_MASK, first_argument, pack_move
from engine.core.tasks import DEPTH_CELL, STACK_START, Subject, Task
from engine.valley.catalogue.card import Part, add_rules_program
from engine.valley.catalogue.declarations import (
    AT_OTHERS,
    ENTOMBS_CARD,
    EVERYWHERE,
    IN_BONEYARD,
    IN_DECK,
    IN_HAND,
    IN_PLAY,
    IN_TOMB,
    LEAVES_TOMB,
    UNDECLARED,
    EventText,
    PartSpec,
    Places,
)
from engine.valley.catalogue.verbs import CARD, END, PASS, Verb
from engine.valley.hidden import RANK_ORDER_COUNT, copy_dealt_by_rank
from engine.valley.parts.filters import ANY, CardFilter
from engine.valley.rules.reactions import sacrifice_removed
from engine.valley.state import (
    ACTIVE_SEAT,
    ASIDE,
    DECK,
    DECK_TOP,
    DISCARD,
    HAND,
    LOOKED_AT,
    MAX_LOOKED_AT,
    PLAYED,
    REVEALED,
    STOCK_II,
    STOCK_III,
    TOMB,
    ValleyState,
)

TRIAL_LUCK: Final[i64] = 20140  # the luck for shuffles in a trial; the true luck is hidden and must not affect a menu


def rest_completes_after(
    part: Part[ValleyState], state: ValleyState, seat: i64, subject: Subject, move: i64, next_subject: Subject
) -> bool:
    """Whether the later parts can be carried out after `part` was answered with `move`. `next_subject` is the subject that `part`
    then passes on to them."""
    following = part.next_part
    if following is None:
        return True
    if part.only_helps and following.can_be_completed(state, seat, next_subject):
        return True
    if not part.needs_trial:
        return False
    if not part.rest_depends_on_others:
        return perform_and_try_rest(part, state.copy(), seat, subject, move)
    for trial in possible_tables(state, seat):
        if not perform_and_try_rest(part, trial, seat, subject, move):
            return False
    return True


def perform_and_try_rest(part: Part[ValleyState], table: ValleyState, seat: i64, subject: Subject, move: i64) -> bool:
    """Whether the later parts can be carried out on `table` after `part` was answered with `move`. Changes the table."""
    following = part.next_part
    assert following is not None
    table.reseed(TRIAL_LUCK)
    table.call(TRIAL_PROGRAM, seat, NOTHING)
    base_depth = table.cells[DEPTH_CELL]
    table.call(table.programs.address(following), seat, NOTHING)
    # The programs that `part` calls are above the frame of the later parts, which receives the subject.
    next_subject = part.perform(table, seat, subject, move)
    table.cells[STACK_START + 3 * base_depth + 2] = next_subject
    table.run()
    return try_to_complete(table, base_depth)


def possible_tables(state: ValleyState, seat: i64) -> list[ValleyState]:
    """Copies of the table, with hidden cards dealt in a few ways that are possible for all that a player knows. Without
    opponents, one true copy."""
    if state.seat_count == 1:
        return [state.copy()]
    return [copy_dealt_by_rank(state, seat, rank_order) for rank_order in range(RANK_ORDER_COUNT)]


def try_to_complete(state: ValleyState, base_depth: i64) -> bool:
    """Whether everything above the lowest `base_depth` frames can be carried out, by some answer of the active player and by
    every answer of the others. `state` is at a question; it is changed."""
    if state.broken:
        return False
    if state.cells[DEPTH_CELL] <= base_depth:
        return True
    is_own_choice = state.mover == state.cells[ACTIVE_SEAT]
    # With one program left, no more trials are needed: an answer is only offered if it completes its program.
    if is_own_choice and state.cells[DEPTH_CELL] == base_depth + 1:
        return True
    last = state.move_count - 1
    for i in range(last + 1):
        trial = state.copy() if i < last else state
        trial.apply(trial.move_at(i))
        if try_to_complete(trial, base_depth) == is_own_choice:
            return is_own_choice
    return not is_own_choice


def can_draw(state: ValleyState, seat: i64, count: i64, zone: i64) -> bool:
    """Whether the player can draw `count` cards, and they fit into the zone (HAND, TOMB, LOOKED_AT or REVEALED)."""
    return state.drawable_count(seat) >= count and (
        zone < DECK_TOP or state.count(zone + seat) + count <= MAX_LOOKED_AT
    )


def rest_completes_after_every_draw(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, zone: i64, subject: Subject
) -> bool:
    """Whether the player can draw `count` cards into a zone (HAND, TOMB, LOOKED_AT or REVEALED), and the later parts can be
    carried out whatever the cards are. In TOMB and REVEALED, the last card becomes `subject`."""
    if not can_draw(state, seat, count, zone):
        return False
    if part.only_helps and part.rest_can_be_completed(state, seat, subject):
        return True
    return part.needs_trial and try_every_draw(part, state, seat, count, zone, subject)


def try_every_draw(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, zone: i64, subject: Subject
) -> bool:
    """Whether the later parts can be carried out after every possible draw of `count` cards. There must be that many."""
    if count == 0:
        return part.rest_can_be_completed(state, seat, subject)
    for trial, kind in possible_draws(state, seat):
        trial.add(zone + seat, kind)
        next_subject = subject
        if zone in (REVEALED, TOMB):
            next_subject = kind
        if not try_every_draw(part, trial, seat, count - 1, zone, next_subject):
            return False
    return True


def possible_draws(state: ValleyState, seat: i64) -> list[tuple[ValleyState, int]]:
    """For each kind that the next card of the player's deck may have: a copy of the position without that card, and the kind."""
    source: i64 = DECK_TOP + seat
    start: i64 = state.count(source) - 1  # of the known top cards, only the last can be next
    if start < 0:
        source = DECK + seat
        start = 0
        if state.count(source) == 0:
            source = DISCARD + seat
    draws: list[tuple[ValleyState, int]] = []
    previous_kind: i64 = NOTHING
    for i in range(start, state.count(source)):
        kind = state.card_at(source, i)
        if kind != previous_kind:
            previous_kind = kind
            trial = state.copy()
            trial.remove(source, kind)
            if source == DISCARD + seat:
                trial.pour_zone_into(source, DECK + seat)
            draws.append((trial, kind))
    return draws


def rest_completes_after_every_reveal(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, subject: Subject
) -> bool:
    """Whether the later parts can be carried out after `part` has revealed the top `count` cards of the player's deck, whatever
    they are. There must be that many."""
    if part.next_part is None or (part.only_helps and part.rest_can_be_completed(state, seat, NOTHING)):
        return True
    return part.needs_trial and try_every_reveal(part, state, seat, count, subject, [])


def try_every_reveal(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, subject: Subject, drawn: list[int]
) -> bool:
    """Whether the later parts can be carried out, whatever the next `count` cards of the deck are. The cards `drawn` have been
    taken off the deck for this check; they are put back on top of it."""
    if count == 0:
        for kind in reversed(drawn):
            state.push(DECK_TOP + seat, kind)
        return rest_completes_after(part, state, seat, subject, NOTHING, NOTHING)
    for trial, kind in possible_draws(state, seat):
        if not try_every_reveal(part, trial, seat, count - 1, subject, [*drawn, kind]):
            return False
    return True


def rest_completes_after_every_stock_card(part: Part[ValleyState], state: ValleyState, seat: i64) -> bool:
    """Whether the later parts can be carried out whichever card of the stock goes on the player's discard pile and becomes
    `subject`. The stock must not be empty."""
    if part.only_helps and part.rest_can_be_completed(state, seat, NOTHING):
        return True
    if not part.needs_trial:
        return False
    zone = STOCK_II if state.count(STOCK_II) > 0 else STOCK_III
    previous_kind: i64 = NOTHING
    for i in range(state.count(zone)):
        kind = state.card_at(zone, i)
        if kind != previous_kind:
            previous_kind = kind
            trial = state.copy()
            trial.remove(zone, kind)
            trial.push(DISCARD + seat, kind)
            if not part.rest_can_be_completed(trial, seat, kind):
                return False
    return True


@final
class EndOfTrial(Task[ValleyState]):
    """A question on the stack below everything that is tried, so that the frames below it are not carried out."""

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        state.offer(END)


TRIAL_PROGRAM: Final[i64] = add_rules_program("Trial", EndOfTrial())

ENTOMB: Final[i64] = 3  # kind
SACRIFICE: Final[i64] = 4  # kind
ENTOMBING: Final = Verb("entomb", ENTOMB, (CARD,), "entomb {0}", facts=(ENTOMBS_CARD,))
SACRIFICING: Final = Verb("sacrifice", SACRIFICE, (CARD,), "sacrifice {0}", facts=(LEAVES_TOMB,))
ZONE_WORDS: Final[dict[int, str]] = {  # what `Part.asked_zone` returns for each zone
    HAND: "hand",
    DISCARD: "pile",
    TOMB: "tomb",
    PLAYED: "play",
    ASIDE: "aside",
    LOOKED_AT: "looked",
}
PLACE_OF_ZONE: Final[dict[int, int]] = {HAND: IN_HAND, DISCARD: IN_DECK, TOMB: IN_TOMB, PLAYED: IN_PLAY}


class ChooseCard(Part[ValleyState]):
    """Choose a card that fits `which` from one of the player's zones. It becomes `subject`. With `may`, the player can pass.

    A subclass says in `apply_to` what happens to the card, and in `perform_without_card` what happens if no card was chosen.
    """

    def __init__(self, zone: i64, which: CardFilter = ANY, may: bool = False) -> None:
        super().__init__()
        self.zone: Final[i64] = zone
        self.place: Final = PLACE_OF_ZONE.get(zone, EVERYWHERE)
        self.verb: Final[i64] = self.spec.verbs[0].number
        self.which: Final = which
        self.may: Final = may

    def reads(self) -> Places:
        if self.may:
            return self.everywhere_if_trial()
        return self.place if self.spec.reads == UNDECLARED else super().reads()

    def never_prevented_by_more_cards_in(self) -> Places:
        return IN_HAND if self.zone == HAND else 0

    def asked_zone(self) -> str:
        return ZONE_WORDS.get(self.zone, "")

    def needs_hand_card(self) -> bool:
        return self.zone == HAND and not self.may and self.spec.reads & IN_HAND != 0

    def uses_other_played_cards(self) -> bool:
        return self.zone == PLAYED

    def zone_of(self, seat: i64, subject: Subject) -> i64:
        """The number of the zone to choose from. `subject` is a seat if the zone is another player's."""
        return self.zone + seat

    def can_be_completed(self, state: ValleyState, seat: i64, subject: Subject) -> bool:
        if self.may and rest_completes_after(self, state, seat, subject, PASS, subject):
            return True
        cells = state.cells
        start = state.zone_starts[self.zone_of(seat, subject)] + 1
        for i in range(start, start + cells[start - 1]):
            if self.can_choose(state, seat, subject, cells[i]):
                return True
        return False

    def can_choose(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> bool:
        """Whether a card of the zone can be chosen, and the later parts can be carried out with it."""
        if not self.which.fits(state, seat, kind):
            return False
        return self.is_last or rest_completes_after(self, state, seat, subject, pack_move(self.verb, kind), kind)

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        """Offer each kind of card once: of a bag in ascending order, of a pile from the bottom up."""
        cells = state.cells
        start = state.zone_starts[self.zone_of(seat, subject)] + 1
        for i in range(start, start + cells[start - 1]):
            kind = cells[i]
            first = start
            while cells[first] != kind:
                first += 1
            if first == i and self.can_choose(state, seat, subject, kind):
                state.offer(pack_move(self.verb, kind))
        if self.may and state.move_count > 0 and rest_completes_after(self, state, seat, subject, PASS, subject):
            state.offer(PASS)

    def perform(self, state: ValleyState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0 or move & VERB_MASK == PASS:
            return self.perform_without_card(state, seat, subject)
        kind = first_argument(move)
        self.apply_to(state, seat, subject, kind)
        return kind

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        """Do what this part does with the chosen card."""

    def perform_without_card(self, state: ValleyState, seat: i64, subject: Subject) -> Subject:
        """Do what this part does if the player passed or had no card to choose. Returns `subject` for the next part."""
        if not self.may:
            state.broken = True
        return subject

    def remove_from_zone(self, state: ValleyState, seat: i64, kind: i64) -> None:
        """Remove the chosen card from its zone."""
        if self.zone == HAND:
            state.remove_from_hand_openly(seat, kind)
        else:
            state.remove(self.zone + seat, kind)


class EntombChosen(ChooseCard):
    """Choose a card and entomb it. In a question, {a} stands for "another" if an earlier part of the action must entomb a card
    that fits `which`, otherwise for "a"."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(ENTOMBING,),
        event_texts={"entombed": EventText("You entomb {0}.", "{who} entombs {0}.", facts=(ENTOMBS_CARD,))},
    )

    def __init__(self, zone: i64, which: CardFilter = ANY, may: bool = False) -> None:
        super().__init__(zone, which, may)
        self.entombs_another = False

    def note_earlier_parts(self, earlier: Sequence[Part[Any]]) -> None:
        signature = self.which.signature()
        for part in earlier:
            if isinstance(part, EntombChosen) and not part.may and part.which.signature() == signature:
                self.entombs_another = True

    def question(self, state: ValleyState) -> str:
        return super().question(state).replace("{a}", "another" if self.entombs_another else "a")

    def writes(self) -> Places:
        return self.place | IN_TOMB

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        self.remove_from_zone(state, seat, kind)
        entomb_removed(state, seat, kind)


class SacrificeChosen(ChooseCard):
    """Choose a card and sacrifice it."""

    spec: ClassVar[PartSpec] = PartSpec(
        verbs=(SACRIFICING,),
        event_texts={"sacrificed": EventText("You sacrifice {0}.", "{who} sacrifices {0}.", facts=(LEAVES_TOMB,))},
    )

    def writes(self) -> Places:
        return self.place | IN_BONEYARD | AT_OTHERS

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        self.remove_from_zone(state, seat, kind)
        sacrifice_removed(state, seat, kind)


class PickUpChosen(ChooseCard):
    """Choose a card and put it into the hand, where all know of it. `event_verb` is the verb of the event that it emits."""

    def __init__(self, zone: i64, event_verb: str, which: CardFilter = ANY) -> None:
        super().__init__(zone, which)
        self.event_verb: Final = event_verb

    def writes(self) -> Places:
        return self.place | IN_HAND

    def adds_to(self) -> Places:
        return IN_HAND

    def apply_to(self, state: ValleyState, seat: i64, subject: Subject, kind: i64) -> None:
        self.remove_from_zone(state, seat, kind)
        state.add_to_hand_openly(seat, kind)
        if state.events is not None:
            state.emit(self.event_verb, seat, (kind,))


def entomb_removed(state: ValleyState, seat: i64, kind: i64) -> None:
    """Put a card that has left its zone into the tomb, face up."""
    state.add(TOMB + seat, kind)
    if state.events is not None:
        state.emit("entombed", seat, (kind,))


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
