"""A position of any game, and the menu of its legal moves.

A position answers in ints (`mover`, `menu`, `apply`). The `Game` makes texts, views and `Action`s from it.
"""

from typing import Final

from engine.core.arrays import extend, i64, mypyc_attr, vec
from engine.core.seats import ALL_SEATS, NO_SEATS, NOBODY, only_seat
from engine.core.story import Event

MENU_SLACK: Final = 14  # room for the sixteen moves of a new menu
EMPTY_ARRAY: Final = vec[i64]([])  # a position begins without a menu, because `copy` sets one


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. `apply` changes it in place: call `copy` first if you want to keep it.

    `mover` is the seat that must answer; NOBODY when the game is over. The first `move_count` cells of `menu` are the legal
    moves, each once, in an order that depends only on the position. The other cells of `menu` have no meaning. `events` collects
    events if it is a list; `copy` sets it to None.

    A playout needs one random move, not the whole menu. With `lazy_menu` set, the last `unlisted` moves may be counted without
    being in the menu; `move_at(i)` builds the one that was drawn.
    """

    def __init__(self) -> None:
        self.mover: i64 = NOBODY
        self.menu: vec[i64] = EMPTY_ARRAY
        self.move_count: i64 = 0
        self.unlisted: i64 = 0
        self.lazy_menu = False
        self.events: list[Event] | None = None

    def move_at(self, i: i64) -> i64:
        """The i-th legal move, from 0; also one that is only counted."""
        return self.menu[i]

    def offer(self, move: i64) -> None:
        """Put a move on the menu."""
        n = self.move_count
        if n == len(self.menu):
            self.reserve_menu(1)
        self.menu[n] = move
        self.move_count = n + 1

    def reserve_menu(self, more_moves: i64) -> None:
        """Make room on the menu for this number of further moves, which the caller writes there."""
        capacity: i64 = len(self.menu)
        if self.move_count + more_moves > capacity:
            longer = vec[i64]([0] * (2 * (capacity + more_moves) + MENU_SLACK))
            for i in range(self.move_count):
                longer[i] = self.menu[i]
            self.menu = longer

    def copy_menu_and_mover(self, other: "State") -> None:
        """Take over the menu and the mover of another position."""
        self.mover = other.mover
        self.menu = extend(EMPTY_ARRAY, other.menu)
        self.move_count = other.move_count
        self.unlisted = other.unlisted
        self.lazy_menu = other.lazy_menu

    def emit(
        self, verb: str, seat: i64, arguments: tuple[int, ...] = (), private_to: i64 = NOBODY, reveals: bool = False
    ) -> None:
        """Report an event, if somebody collects events. Only the seat `private_to` may know its arguments (NOBODY: all may). With
        `reveals`, it shows something new to those who may know them. If `arguments` are costly to make, check `events` first."""
        events = self.events
        if events is not None:
            known_to = ALL_SEATS if private_to == NOBODY else only_seat(private_to)
            events.append(Event(verb, seat, arguments, known_to, reveals_to=known_to if reveals else NO_SEATS))

    def emit_event(self, event: Event) -> None:
        """Report an event that hides a part, or that reveals different things to different seats."""
        events = self.events
        if events is not None:
            events.append(event)

    def legal_moves(self) -> list[int]:
        """The whole menu as a new list."""
        return [self.move_at(i) for i in range(self.move_count)]

    def apply(self, move: i64) -> None:
        """Carry out a move of the menu, and everything that follows, up to the next question. The result for any other move is
        undefined."""
        raise NotImplementedError

    def copy(self) -> "State":
        """An independent copy, menu included."""
        raise NotImplementedError

    def digest(self) -> int:
        """A 64-bit number that is equal for equal positions, on every machine and in every version with the same rules."""
        raise NotImplementedError
