"""Whether an action can be completed. If the present position does not show it, the action is tried on a copy.

An action may be executed only if all its parts can be (rulebook, "Executing Actions"). So a player may execute it if they have
answers that complete it, whatever the others answer. Most parts change nothing that a later part looks at, and need no trial.
Some can only help the later parts, and need no trial if these can be carried out in the present position. If luck decides which
card comes off a deck or the stock, every possible card is tried.

The menu must not show what a player cannot know. So if hidden cards of others matter, an action is not tried in the true position
but in several positions that are possible for all that the player knows. A `table` here is such a position.
"""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.game import FIRST_RULES, NOTHING
from engine.core.tasks import DEPTH_CELL, STACK_START, Subject, Task
from engine.valley.catalogue.card import Part, add_rules_program
from engine.valley.catalogue.verbs import END
from engine.valley.state.determinization import RANK_ORDER_COUNT, copy_dealt_by_rank
from engine.valley.state.valley_state import (
    ACTIVE_SEAT,
    DECK,
    DECK_TOP,
    DISCARD,
    MAX_LOOKED_AT,
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
    """Copies of the table, with hidden cards dealt in a few ways that are possible for all that a player knows. By rules 1, or
    without opponents, one true copy."""
    if state.seat_count == 1 or state.catalogue.rules == FIRST_RULES:
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
