"""Whether an action can be finished. If a look at the table does not tell, the action is tried on a copy.

An action may be executed only if all its parts can be (rulebook, "Executing Actions"). So a player may execute it if they can
surely finish it: by some answers of their own, whatever the others answer. Most parts change nothing that a later part looks at,
and need no trial. Some can only help the later parts, and need no trial if these can be carried out at once. If luck decides
which card comes off a deck or the stock, every possible card is tried.

The menu must not show what a player cannot know. So if hidden cards of others matter, an action is tried on several tables that
are possible for all that the player knows, and not on the true table.
"""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.game import FIRST_RULES, NOTHING
from engine.core.tasks import DEPTH_CELL, STACK_START, Subject, Task
from engine.valley.cards.card import Part, add_program
from engine.valley.state.determinization import RANK_ORDER_COUNT, deal_by_rank
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
from engine.valley.state.verbs import END

TRIAL_LUCK: Final[i64] = 20140  # a trial shuffles with a luck of its own, because hidden luck must not show in a menu


def rest_completes_after(
    part: Part[ValleyState], state: ValleyState, seat: i64, subject: Subject, move: i64, next_subject: Subject
) -> bool:
    """Whether the later parts can be carried out after this one was answered with `move`, which turns `subject` into
    `next_subject`."""
    behind = part.next_part
    if behind is None:
        return True
    if part.only_helps and behind.can_be_completed(state, seat, next_subject):
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
    """Whether the later parts can be carried out on `table` after this one was answered with `move`. This is tried, which changes
    the table."""
    behind = part.next_part
    assert behind is not None
    table.reseed(TRIAL_LUCK)
    table.call(TRIAL_PROGRAM, seat, NOTHING)
    floor = table.cells[DEPTH_CELL]
    table.call(table.programs.address(behind), seat, NOTHING)
    # A program that it calls lies above the frame, which waits with the new subject.
    settled = part.perform(table, seat, subject, move)
    table.cells[STACK_START + 3 * floor + 2] = settled
    table.run()
    return try_to_complete(table, floor)


def possible_tables(state: ValleyState, seat: i64) -> list[ValleyState]:
    """A few tables that are possible for all that a player knows. By rules 1, the true table."""
    if state.seat_count == 1 or state.catalogue.rules == FIRST_RULES:
        return [state.copy()]
    return [deal_by_rank(state, seat, rank_order) for rank_order in range(RANK_ORDER_COUNT)]


def try_to_complete(state: ValleyState, base_depth: i64) -> bool:
    """Whether everything above the lowest `base_depth` frames can surely be carried out. `state` stands at a question. This is
    tried, which changes it."""
    if state.broken:
        return False
    if state.cells[DEPTH_CELL] <= base_depth:
        return True
    is_own_choice = state.mover == state.cells[ACTIVE_SEAT]
    # An answer on a menu always leads to the end of its own program.
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
    """Whether the player can draw this number of cards, and the zone (HAND, TOMB, LOOKED, REVEALED) has room for them."""
    return state.drawable_count(seat) >= count and (
        zone < DECK_TOP or state.count(zone + seat) + count <= MAX_LOOKED_AT
    )


def completes_with_any_draw(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, zone: i64, subject: Subject
) -> bool:
    """Whether the player can draw this number of cards into a zone (HAND, TOMB, LOOKED, REVEALED), and the later parts can be
    carried out whatever the cards are. The last card is `subject` if all see it."""
    if not can_draw(state, seat, count, zone):
        return False
    if part.only_helps and part.rest_can_be_completed(state, seat, subject):
        return True
    return part.needs_trial and completes_after_draws(part, state, seat, count, zone, subject)


def completes_after_draws(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, zone: i64, subject: Subject
) -> bool:
    """Whether the later parts can be carried out after every possible draw of this number of cards. There must be enough."""
    if count == 0:
        return part.rest_can_be_completed(state, seat, subject)
    for trial, kind in possible_draws(state, seat):
        trial.add(zone + seat, kind)
        next_subject = subject
        if zone in (REVEALED, TOMB):
            next_subject = kind
        if not completes_after_draws(part, trial, seat, count - 1, zone, next_subject):
            return False
    return True


def possible_draws(state: ValleyState, seat: i64) -> list[tuple[ValleyState, int]]:
    """For each kind that may be the next card of a deck: a copy without that card, and the kind."""
    source: i64 = DECK_TOP + seat
    first: i64 = state.count(source) - 1
    if first < 0:
        source = DECK + seat
        first = 0
        if state.count(source) == 0:
            source = DISCARD + seat
    found: list[tuple[ValleyState, int]] = []
    last: i64 = NOTHING
    for i in range(first, state.count(source)):
        kind = state.card_at(source, i)
        if kind != last:
            last = kind
            trial = state.copy()
            trial.remove(source, kind)
            if source == DISCARD + seat:
                trial.pour_into(source, DECK + seat)
            found.append((trial, kind))
    return found


def completes_with_any_top_cards(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, subject: Subject
) -> bool:
    """Whether the later parts can be carried out after this one has turned up the top `count` cards of the player's deck,
    whatever they are. The deck must hold that many."""
    if part.next_part is None or (part.only_helps and part.rest_can_be_completed(state, seat, NOTHING)):
        return True
    return part.needs_trial and completes_on_each_deck(part, state, seat, count, subject, [])


def completes_on_each_deck(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, subject: Subject, drawn: list[int]
) -> bool:
    """Whether the later parts can be carried out, whatever the next `count` cards of the deck are. The cards `drawn` were taken
    off the deck for this check; they go back on top of it."""
    if count == 0:
        for kind in reversed(drawn):
            state.push(DECK_TOP + seat, kind)
        return rest_completes_after(part, state, seat, subject, NOTHING, NOTHING)
    for trial, kind in possible_draws(state, seat):
        if not completes_on_each_deck(part, trial, seat, count - 1, subject, [*drawn, kind]):
            return False
    return True


def completes_with_any_stock_card(part: Part[ValleyState], state: ValleyState, seat: i64) -> bool:
    """Whether the later parts can be carried out with any card of the stock on the player's discard pile, as `subject`. The stock
    must not be empty."""
    if part.only_helps and part.rest_can_be_completed(state, seat, NOTHING):
        return True
    if not part.needs_trial:
        return False
    zone = STOCK_II if state.count(STOCK_II) > 0 else STOCK_III
    last: i64 = NOTHING
    for i in range(state.count(zone)):
        kind = state.card_at(zone, i)
        if kind != last:
            last = kind
            trial = state.copy()
            trial.remove(zone, kind)
            trial.push(DISCARD + seat, kind)
            if not part.rest_can_be_completed(trial, seat, kind):
                return False
    return True


@final
class EndOfTrial(Task[ValleyState]):
    """A question below everything that is tried. It keeps the frames below it from being carried out."""

    def offer_options(self, state: ValleyState, seat: i64, subject: Subject) -> None:
        state.offer(END)


TRIAL_PROGRAM: Final[i64] = add_program("Trial", EndOfTrial())
