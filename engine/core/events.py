"""Who sits at the table, as numbers and sets of seats; what happens there, as events and chapters.

A set of seats (`SeatSet`) is an int with one bit for each seat, so it fits into one cell of a position.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

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
    result = NO_SEATS
    bit: int = 1
    for seat in seats:
        result |= bit << seat
    return result


def contains_seat(seats: SeatSet, seat: int) -> bool:
    """Whether a seat is in a set. NOBODY, a spectator, is only in ALL_SEATS."""
    return seats == ALL_SEATS if seat < 0 else seats >> seat & 1 == 1


PlaceBits = int  # a set of argument places: bit n stands for argument n
ALL_ARGUMENTS: Final[PlaceBits] = -1
NOTHING: Final = -1


class Chapter(NamedTuple):
    """A turn, or a phase of a round. The story has a heading for each chapter. No chapter occurs twice in a game."""

    number: int  # number of the turn or round, from 1; 0 in a game that counts neither
    seat: int = NOBODY  # whose turn it is; NOBODY in a chapter of all players
    phase: str = ""  # name of the phase
    unit: str = "turn"  # what `number` counts

    @property
    def title(self) -> str:
        """The heading: "turn 12", or "round 3, bids"."""
        numbered = f"{self.unit} {self.number}" if self.number else ""
        return ", ".join([words for words in (numbered, self.phase) if words])


class Event:
    """Something that happened: `seat` did `verb` with `arguments`. A replay makes it again, so it is never saved."""

    def __init__(
        self,
        verb: str,
        seat: int,
        arguments: tuple[int, ...] = (),
        known_to: SeatSet = ALL_SEATS,
        hidden_places: PlaceBits = ALL_ARGUMENTS,
        reveals_to: SeatSet = NO_SEATS,
        begins_chapter: bool = False,
    ) -> None:
        """`hidden_places` are the places of the arguments that only the seats in `known_to` may know. The seats in `reveals_to`
        saw something new: for them, taking the step back counts as peeking. With `begins_chapter`, the next chapter begins
        with this event, and not after its step."""
        self.verb: Final = verb
        self.seat: Final = seat
        self.arguments: Final = arguments
        self.known_to: Final = known_to
        self.hidden_places: Final = hidden_places
        self.reveals_to: Final = reveals_to
        self.begins_chapter: Final = begins_chapter

    def is_fully_known_to(self, viewer: int) -> bool:
        """Whether a viewer may know all arguments."""
        return contains_seat(self.known_to, viewer)

    def arguments_for(self, viewer: int) -> tuple[int, ...]:
        """The arguments for a viewer, with NOTHING in place of those that the viewer may not know."""
        if self.is_fully_known_to(viewer):
            return self.arguments
        return tuple(
            [NOTHING if self.hidden_places >> place & 1 else value for place, value in enumerate(self.arguments)]
        )

    def __repr__(self) -> str:
        return f"Event({self.verb} {self.seat} {self.arguments})"
