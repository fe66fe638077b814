"""The spec of a game for other libraries: numbers of players, action ids, and the size of an observation.

Our moves are packed numbers of up to 61 bits, and a purchase may use any set of cards, so moves cannot be enumerated. Other
libraries need small numbers below a fixed bound. `ActionRange` defines the ids of each verb.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.core.errors import quoted
from engine.core.game import Game


class ActionRange:
    """The action ids of one verb.

    The first arguments, each from 0 to its bound - 1, determine the offset. `ways` ids are reserved for the moves with equal
    first arguments, in the order of the menu. `ActionRange("buy", (6,), 64)`: for each of six slots 64 ways to pay. An argument
    that may be missing has a bound one higher.
    """

    def __init__(self, verb: str, bounds: tuple[int, ...] = (), ways: int = 1) -> None:
        self.verb: Final = verb
        self.bounds: Final = bounds
        self.ways: Final = ways

    @property
    def size(self) -> int:
        """The number of ids of the verb."""
        size = self.ways
        for bound in self.bounds:
            size *= bound
        return size

    def offset(self, arguments: tuple[int, ...]) -> int:
        """The offset of the first id for these arguments; NO_OFFSET if they are out of bounds."""
        offset = 0
        for i, bound in enumerate(self.bounds):
            value = arguments[i] if i < len(arguments) else bound - 1
            if not 0 <= value < bound:
                return NO_OFFSET
            offset = offset * bound + value
        return offset * self.ways


NO_OFFSET: Final = -1


class GameSpec:
    """The spec of one game. `import_path` names this object, as `module:name`, so that positions can be pickled; `editions`
    gives the smallest and largest number of players of each, at least two; `max_decisions` is an upper bound for the length of a
    game."""

    def __init__(
        self,
        import_path: str,
        game: Game[Any],
        editions: Mapping[str, tuple[int, int]],
        max_decisions: int,
        has_luck: bool = True,
        has_hidden_information: bool = True,
    ) -> None:
        self.import_path: Final = import_path
        self.game: Final = game
        self.editions: Final = editions
        self.max_decisions: Final = max_decisions
        self.has_luck: Final = has_luck
        self.has_hidden_information: Final = has_hidden_information

    def check(self, players: int, edition: str) -> None:
        """Raises ValueError for an unknown edition or number of players."""
        if edition not in self.editions:
            raise ValueError(f"no edition is called {quoted(edition)} here; there is {', '.join(self.editions)}")
        least, most = self.editions[edition]
        if not least <= players <= most:
            raise ValueError(f"{self.game.name()} ({edition}) is for {least} to {most} players here, not {players}")

    def action_ranges(self, players: int, edition: str) -> tuple[ActionRange, ...]:
        """The ranges of all verbs, in an order that must never change."""
        raise NotImplementedError

    def observe(self, view: Any, players: int, edition: str) -> list[float]:
        """A view as numbers: a fixed number of them, none negative. The viewer comes first, then the others in order of seats."""
        raise NotImplementedError
