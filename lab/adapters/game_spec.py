"""What the adapters must know about a game besides its rules, and the specs of all games.

Our moves are packed numbers of up to 61 bits, and a purchase may use any set of cards, so moves cannot be enumerated. Other
libraries need small numbers below a fixed bound. `ActionRange` defines the ids of each verb.
"""

from collections.abc import Mapping
from typing import Any, Final

from ai.kit import kit_of
from engine.core.errors import quoted
from engine.core.game import Game
from engine.games import GAMES, load_object


class ActionRange:
    """The action ids of one verb.

    The first arguments, each from 0 to its bound - 1, determine the offset. `ids_per_offset` ids are reserved for the moves with
    the same first arguments, in the order of the menu: `ActionRange("buy", (6,), 64)` has 64 ids for the payments of each of six
    slots. If an argument may be missing, its bound is one higher.
    """

    def __init__(self, verb: str, bounds: tuple[int, ...] = (), ids_per_offset: int = 1) -> None:
        self.verb: Final = verb
        self.bounds: Final = bounds
        self.ids_per_offset: Final = ids_per_offset

    @property
    def size(self) -> int:
        """The number of ids of the verb."""
        size = self.ids_per_offset
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
        return offset * self.ids_per_offset


NO_OFFSET: Final = -1


class GameSpec:
    """The spec of one game. `import_path` names this object, as `module:name`, so that positions can be pickled; `editions`
    gives the smallest and largest number of players of each edition, at least two; `max_decisions` is an upper bound for a
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
            raise ValueError(f"no edition is called {quoted(edition)} here; there are {', '.join(self.editions)}")
        min_players, max_players = self.editions[edition]
        if not min_players <= players <= max_players:
            raise ValueError(
                f"{self.game.name()} ({edition}) is for {min_players} to {max_players} players here, not {players}"
            )

    def action_ranges(self, players: int, edition: str) -> tuple[ActionRange, ...]:
        """The ranges of all verbs, in an order that must never change."""
        raise NotImplementedError

    def observe(self, view: Any, players: int, edition: str) -> list[float]:
        """A view as a fixed number of numbers, none negative. The viewer comes first, then the other seats in order."""
        raise NotImplementedError


def load_specs() -> dict[str, GameSpec]:
    """The specs that the kits of the games name."""
    kits = {name: kit_of(game) for name, game in GAMES.items()}
    return {name: load_object(kit.adapter) for name, kit in kits.items() if kit.adapter}


GAME_SPECS: Final = load_specs()
