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
    """Undo, redo or a jump: the head moved to an existing node."""

    node: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """A seat went back to `node`, and everything that it cannot know there was drawn again: the head moved to a new child.

    `drawn` says what was drawn (see `redraw`). A long text is split into `parts` entries, and the last one takes effect.
    """

    node: int
    seat: int
    drawn: str
    part: int = 0
    parts: int = 1

    @property
    def is_last_part(self) -> bool:
        """Whether this entry is the last of its parts."""
        return self.part == self.parts - 1


@dataclass(frozen=True, slots=True)
class Seated:
    """A level took over a seat, with a budget of `simulations` for each decision (0: its default). The head does not move."""

    seat: int
    level: str
    simulations: int


@dataclass(frozen=True, slots=True)
class Tried:
    """The analysis of a finished game tried an answer at a node, which makes a variation. The head does not move."""

    node: int
    action: Action


@dataclass(frozen=True)
class Imported:
    """The first entry of a game that was imported from a text: such a game counts for no record. It cannot be taken back."""


@dataclass(frozen=True)
class UnknownEntry:
    """An entry of a later version that this one cannot read. It changes neither the position nor the tree. It is kept, but never
    shown, because `text` is not cleaned."""

    kind: int
    text: str
    numbers: tuple[int, ...]


Entry = Played | MovedHead | Reshuffled | Seated | Annotated | Retracted | Tried | Imported | UnknownEntry


def may_follow_game_end(entry: Entry) -> bool:
    """Whether a finished game may have this entry: it changes neither the position at the head nor who plays."""
    return isinstance(entry, Annotated | Retracted | Tried | Imported | UnknownEntry)
