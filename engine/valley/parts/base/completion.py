"""Whether an action can be brought to its end, where a look at the table does not tell: it is tried on a copy.

An action of which one part cannot be executed may not be executed at all (rulebook, "Executing Actions"). So a player may do
it who can be sure to complete all its parts: by some answers of their own, whatever the others answer. Most parts change
nothing that a part behind them looks at, and need not be tried; others can only help those behind, and need not be tried where
these could be carried out at once. Where luck decides which card comes off a deck or off the stock, each that may come is tried.

What a player cannot know must not show in the menu. So where hidden cards of others may come into it, an action is tried on
tables as they may be for all that the player knows, in place of the table as it is.
"""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.game import FIRST_RULES, NOTHING
from engine.core.tasks import DEPTH_CELL, STACK_START, Task
from engine.valley.cards.card import Part, lay_program
from engine.valley.state.determinization import ORDER_COUNT, possible_table
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

TRIAL_LUCK: Final[i64] = 20140  # a trial shuffles with luck of its own: what is hidden must not show in a menu


def rest_completes(
    part: Part[ValleyState], state: ValleyState, seat: i64, subject: i64, move: i64, next_subject: i64
) -> bool:
    """Whether the parts behind this one can be carried out once it was answered with `move`, which makes `next_subject` of
    `subject`."""
    behind = part.next_part
    if behind is None:
        return True
    if part.only_helps and behind.is_possible(state, seat, next_subject):
        return True
    if not part.needs_trial:
        return False
    if not part.meets:
        return rest_completes_on(part, state.copy(), seat, subject, move)
    for trial in possible_tables(state, seat):
        if not rest_completes_on(part, trial, seat, subject, move):
            return False
    return True


def rest_completes_on(part: Part[ValleyState], table: ValleyState, seat: i64, subject: i64, move: i64) -> bool:
    """The same, tried on a table that is used up."""
    behind = part.next_part
    assert behind is not None
    table.reseed(TRIAL_LUCK)
    table.call(TRIAL, seat, NOTHING)
    floor = table.cells[DEPTH_CELL]
    table.call(table.tape.address(behind), seat, NOTHING)
    settled = part.perform(
        table, seat, subject, move
    )  # what it calls lies above the frame, which waits with what was settled
    table.cells[STACK_START + 3 * floor + 2] = settled
    table.run()
    return can_complete(table, floor)


def possible_tables(state: ValleyState, seat: i64) -> list[ValleyState]:
    """The table as it may be for all that a player knows, a few times. By the first rules the table as it is was looked at."""
    if state.seat_count == 1 or state.catalogue.rules == FIRST_RULES:
        return [state.copy()]
    return [possible_table(state, seat, order) for order in range(ORDER_COUNT)]


def can_complete(state: ValleyState, base_depth: i64) -> bool:
    """Whether all that lies above the lowest `base_depth` frames can surely be carried out. `state` stands at a question."""
    if state.broken:
        return False
    if state.cells[DEPTH_CELL] <= base_depth:
        return True
    is_own_choice = state.mover == state.cells[ACTIVE_SEAT]
    if (
        is_own_choice and state.cells[DEPTH_CELL] == base_depth + 1
    ):  # what a menu offers leads to the end of its own program
        return True
    for i in range(state.move_count):
        trial = state.copy()
        trial.apply(state.move_at(i))
        if can_complete(trial, base_depth) == is_own_choice:
            return is_own_choice
    return not is_own_choice


def can_draw(state: ValleyState, seat: i64, count: i64, zone: i64) -> bool:
    """Whether the player can draw this number of cards, and there is room for them in a zone (HAND, TOMB, LOOKED, REVEALED)."""
    return state.drawable_count(seat) >= count and (
        zone < DECK_TOP or state.count(zone + seat) + count <= MAX_LOOKED_AT
    )


def completes_with_any_draw(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, zone: i64, subject: i64
) -> bool:
    """Whether the player can draw this number of cards into a zone (HAND, TOMB, LOOKED, REVEALED), and the parts behind this
    one can be carried out with any such cards. The last card is `subject` if all see it."""
    if not can_draw(state, seat, count, zone):
        return False
    if part.only_helps and part.rest_is_possible(state, seat, subject):
        return True
    return part.needs_trial and completes_after_draws(part, state, seat, count, zone, subject)


def completes_after_draws(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, zone: i64, subject: i64
) -> bool:
    """Whether the parts behind can be carried out after every possible deal of this number of cards; there are enough."""
    if count == 0:
        return part.rest_is_possible(state, seat, subject)
    for trial, kind in possible_draws(state, seat):
        trial.add(zone + seat, kind)
        next_subject = subject
        if zone in (REVEALED, TOMB):
            next_subject = kind
        if not completes_after_draws(part, trial, seat, count - 1, zone, next_subject):
            return False
    return True


def possible_draws(state: ValleyState, seat: i64) -> list[tuple[ValleyState, int]]:
    """A copy for each kind that may be the next card off a deck, with that card taken, and the kind."""
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
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, subject: i64
) -> bool:
    """Whether the parts behind can be carried out after this one has turned up the top `count` cards of the player's deck, with
    any such cards. The deck holds enough."""
    if part.next_part is None or (part.only_helps and part.rest_is_possible(state, seat, NOTHING)):
        return True
    return part.needs_trial and completes_on_each_deck(part, state, seat, count, subject, [])


def completes_on_each_deck(
    part: Part[ValleyState], state: ValleyState, seat: i64, count: i64, subject: i64, drawn: list[int]
) -> bool:
    """The same if the cards `drawn` have come off the deck already and go back on top of it."""
    if count == 0:
        for kind in reversed(drawn):
            state.push(DECK_TOP + seat, kind)
        return rest_completes(part, state, seat, subject, NOTHING, NOTHING)
    for trial, kind in possible_draws(state, seat):
        if not completes_on_each_deck(part, trial, seat, count - 1, subject, [*drawn, kind]):
            return False
    return True


def completes_with_any_stock_card(part: Part[ValleyState], state: ValleyState, seat: i64) -> bool:
    """Whether the parts behind can be carried out with any card of the stock on the player's discard pile; it becomes `subject`.
    The stock is not empty."""
    if part.only_helps and part.rest_is_possible(state, seat, NOTHING):
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
            if not part.rest_is_possible(trial, seat, kind):
                return False
    return True


@final
class EndOfTrial(Task[ValleyState]):
    """Lies below all that is tried, and asks, so that nothing of what lies below is carried out."""

    def offer_options(self, state: ValleyState, seat: i64, subject: i64) -> None:
        state.offer(END)


TRIAL: Final[i64] = lay_program("Trial", EndOfTrial())
