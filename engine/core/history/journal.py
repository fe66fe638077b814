"""The entries of a journal: what happened at the table, in order.

`Log` makes them, `Match.replay` repeats them, and `saves.format.entries` writes and reads their bytes.
"""

from dataclasses import dataclass

from engine.core.action import Action
from engine.core.history.annotations import Annotated, Retracted


@dataclass(frozen=True, slots=True)
class Played:
    """A question was answered: the head moved one step down the tree."""

    action: Action


@dataclass(frozen=True, slots=True)
class MovedHead:
    """Undo, redo or a jump: the head moved to a node that was there before."""

    node: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """A seat went back to `node`, and all that it cannot know there was drawn again: the head moved to a new node below.

    `drawn` says what was drawn (`redraw`). A long one is written in `parts` entries, and the last of them counts.
    """

    node: int
    seat: int
    drawn: str
    part: int = 0
    parts: int = 1

    @property
    def is_last_part(self) -> bool:
        """Whether it is the last part."""
        return self.part == self.parts - 1


@dataclass(frozen=True, slots=True)
class Seated:
    """A level takes over a seat and has `simulations` for each decision (0: the level's default). The head does not move."""

    seat: int
    level: str
    simulations: int


@dataclass(frozen=True, slots=True)
class Tried:
    """An answer was tried at a node of a finished game: a variation of the analysis. The head does not move."""

    node: int
    action: Action


@dataclass(frozen=True)
class Imported:
    """The first entry of a game that was read from a text: such a game counts for no record. Nothing takes it back."""


@dataclass(frozen=True)
class UnknownEntry:
    """An entry of a later version that this one cannot read. It changes neither the position nor the tree. It is kept and never
    shown, because `text` is not cleaned."""

    kind: int
    text: str
    numbers: tuple[int, ...]


Entry = Played | MovedHead | Reshuffled | Seated | Annotated | Retracted | Tried | Imported | UnknownEntry


def may_follow_the_end(entry: Entry) -> bool:
    """Whether an entry changes neither the position at the head, nor who plays, so that a finished game may have it."""
    return isinstance(entry, Annotated | Retracted | Tried | Imported | UnknownEntry)
