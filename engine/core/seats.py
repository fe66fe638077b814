"""Seats by number, and sets of seats.

A set of seats (`SeatSet`) is an int with one bit for each seat, so it fits into one cell of a position.
"""

from collections.abc import Iterable
from typing import Final

MAX_SEATS: Final = 8  # in any game; a game may allow fewer
NOBODY: Final = -1
OMNISCIENT: Final = -2  # a viewer who sees all cards, but not what chance will bring
SeatSet = int  # a set of seats: one bit for each
ALL_SEATS: Final = 255  # the set of all seats
NO_SEATS: Final = 0


def only_seat(seat: int) -> SeatSet:
    """The set that contains one seat."""
    return seat_set((seat,))


def seat_set(seats: Iterable[int]) -> SeatSet:
    """The set of these seats."""
    result = NO_SEATS
    bit: int = 1
    for seat in seats:
        result |= bit << seat
    return result


def contains_seat(seats: SeatSet, seat: int) -> bool:
    """Whether a seat is in a set. NOBODY, a spectator, is only in ALL_SEATS."""
    return seats == ALL_SEATS if seat < 0 else seats >> seat & 1 == 1
