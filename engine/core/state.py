"""A position of any game, and the menu of its legal moves.

A position consists of ints (`mover`, `menu`). The `Game` makes texts, views and `Action`s from it.
"""

from typing import Final

from engine.core.arrays import extend, i64, mypyc_attr, vec
from engine.core.events import ALL_SEATS, NO_SEATS, NOBODY, Event, only_seat

MENU_SLACK: Final = 14  # so that a new menu has 16 cells
EMPTY_ARRAY: Final = vec[i64]([])  # the menu of a new position, until `offer` enlarges it


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. `apply` changes it in place: call `copy` first if you want to keep it.

    `mover` is the seat that must answer; NOBODY when the game is over. The first `move_count` cells of `menu` are the legal
    moves, each once, in an order that depends only on the position. The other cells of `menu` have no meaning. If `events` is a
    list, events are appended to it; `copy` sets it to None.

    A playout needs one random move, not the whole menu. With `lazy_menu` set, the last `unlisted` moves may be counted without
    being in the menu; `move_at(index)` builds the one that was drawn.
    """

    def __init__(self) -> None:
        self.mover: i64 = NOBODY
        self.menu: vec[i64] = EMPTY_ARRAY
        self.move_count: i64 = 0
        self.unlisted: i64 = 0
        self.lazy_menu = False
        self.events: list[Event] | None = None

    def move_at(self, index: i64) -> i64:
        """The legal move with this index, from 0. It may be one of the `unlisted` moves."""
        return self.menu[index]

    def offer(self, move: i64) -> None:
        """Add a move to the menu."""
        n = self.move_count
        if n == len(self.menu):
            self.reserve_menu(1)
        self.menu[n] = move
        self.move_count = n + 1

    def reserve_menu(self, more_moves: i64) -> None:
        """Make room in the menu for `more_moves` moves, which the caller writes there."""
        capacity: i64 = len(self.menu)
        if self.move_count + more_moves > capacity:
            longer = vec[i64]([0] * (2 * (capacity + more_moves) + MENU_SLACK))
            for i in range(self.move_count):
                longer[i] = self.menu[i]
            self.menu = longer

    def copy_menu_and_mover_from(self, other: "State") -> None:
        """Copy the menu and the mover of another position into this one."""
        self.mover = other.mover
        self.menu = extend(EMPTY_ARRAY, other.menu)
        self.move_count = other.move_count
        self.unlisted = other.unlisted
        self.lazy_menu = other.lazy_menu

    def emit(
        self, verb: str, seat: i64, arguments: tuple[int, ...] = (), private_to: i64 = NOBODY, reveals: bool = False
    ) -> None:
        """Append an event to `events`, if that is a list. Only the seat `private_to` may know its arguments (NOBODY: all may).
        With `reveals`, it shows them something new. If `arguments` are costly to build, check `events` first."""
        events = self.events
        if events is not None:
            known_to = ALL_SEATS if private_to == NOBODY else only_seat(private_to)
            events.append(Event(verb, seat, arguments, known_to, reveals_to=known_to if reveals else NO_SEATS))

    def emit_event(self, event: Event) -> None:
        """Append an event to `events`, if that is a list. For what `emit` cannot express: an event that hides only some of its
        arguments, or that reveals them to other seats than those that may know them."""
        events = self.events
        if events is not None:
            events.append(event)

    def legal_moves(self) -> list[int]:
        """The whole menu as a new list."""
        return [self.move_at(i) for i in range(self.move_count)]

    def apply(self, move: i64) -> None:
        """Carry out a move of the menu, and everything that follows, up to the next question. Any other move has an undefined
        result."""
        raise NotImplementedError

    def copy(self) -> "State":
        """An independent copy, menu included."""
        raise NotImplementedError

    def digest(self) -> int:
        """A 64-bit number that is equal for equal positions, on every machine and in every version with the same rules."""
        raise NotImplementedError

    def search_digest(self) -> i64:
        """A number that is equal for equal positions of one game, for a search that looks at each position once. It may differ
        between versions, so it is never stored. Different positions share it with a chance of about 1 in 2**62."""
        return self.digest() >> 2
