"""The entries of a journal: what happened at the table, in order.

`Log` makes them, `Match.replay` repeats them, and `saves.format.entries` writes and reads their bytes.
"""

from dataclasses import dataclass

from engine.core.action import Action


@dataclass(frozen=True)
class Played:
    """A question was answered: the head moved one step down the tree."""

    action: Action


@dataclass(frozen=True)
class MovedHead:
    """Undo, redo or a jump: the head moved to a node that was there already."""

    node: int


@dataclass(frozen=True)
class Seated:
    """A level plays on at a seat, with so many simulations for each decision (0: the level's own number). The head stays."""

    seat: int
    level: str
    simulations: int


@dataclass(frozen=True)
class UnknownEntry:
    """What a later version of Vok wrote and this one cannot read; it changes neither the position nor the tree. It is kept as
    it is and never shown: `text` is not cleaned."""

    kind: int
    text: str
    numbers: tuple[int, ...]


Entry = Played | MovedHead | Seated | UnknownEntry
