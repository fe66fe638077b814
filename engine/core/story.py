"""What a game tells about its course: events, and the chapters that they belong to."""

from typing import Final, NamedTuple

from engine.core.seats import ALL_SEATS, NO_SEATS, NOBODY, contains

ALL_ARGUMENTS: Final = -1  # every place of an event's arguments
NOTHING: Final = -1


class Chapter(NamedTuple):
    """A stretch of a game: a turn, or a phase of a round. The story gets a heading where the chapter changes.

    Along a game chapters follow one another, and none comes twice.
    """

    number: int  # of the turn or round, from 1; 0 in a game that counts neither
    seat: int = NOBODY  # whose turn it is; NOBODY in a chapter of all players
    phase: str = ""  # its name within the round
    unit: str = "turn"  # what `number` counts

    @property
    def title(self) -> str:
        """In words: "turn 12", or "round 3, bids"."""
        counted = f"{self.unit} {self.number}" if self.number else ""
        return ", ".join([words for words in (counted, self.phase) if words])


class Event:
    """Something that happened: `seat` did `verb` with `arguments`. It follows from a replay and is never saved."""

    def __init__(
        self,
        verb: str,
        seat: int,
        arguments: tuple[int, ...] = (),
        known_to: int = ALL_SEATS,
        hidden: int = ALL_ARGUMENTS,
        reveals_to: int = NO_SEATS,
    ) -> None:
        """`hidden` are the places of the arguments, one bit for each, that only the set of seats `known_to` may know.
        `reveals_to` is the set of seats to which something unseen came to light: for these, taking it back is peeking."""
        self.verb: Final = verb
        self.seat: Final = seat
        self.arguments: Final = arguments
        self.known_to: Final = known_to
        self.hidden: Final = hidden
        self.reveals_to: Final = reveals_to

    def is_known_to(self, viewer: int) -> bool:
        """Whether a viewer may know all of it."""
        return contains(self.known_to, viewer)

    def arguments_for(self, viewer: int) -> tuple[int, ...]:
        """The arguments, with NOTHING in place of those that the viewer may not know."""
        if self.is_known_to(viewer):
            return self.arguments
        return tuple([NOTHING if self.hidden >> place & 1 else value for place, value in enumerate(self.arguments)])

    def __repr__(self) -> str:
        return f"Event({self.verb} {self.seat} {self.arguments})"
