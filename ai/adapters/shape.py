"""What an outside library must be told about a game before it begins: how many may play, how many answers there are, how
much an observation holds.

Our moves are packed numbers of up to 61 bits, and a purchase names any set of cards, so the answers cannot be counted off.
An outside library wants them as small numbers below a fixed bound. `Block` says where each verb's numbers lie.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.core.rules import Game


class Block:
    """The numbers of one verb. The first arguments have their place, each from 0 to its bound - 1; `ways` numbers are kept
    for the answers that are alike so far, in the order of the menu.

    `Block("buy", (6,), 64)`: for each of six slots 64 ways to pay. An argument that may be missing has a bound one higher.
    """

    def __init__(self, verb: str, bounds: tuple[int, ...] = (), ways: int = 1) -> None:
        self.verb: Final = verb
        self.bounds: Final = bounds
        self.ways: Final = ways

    @property
    def size(self) -> int:
        """How many numbers the verb takes."""
        size = self.ways
        for bound in self.bounds:
            size *= bound
        return size

    def place(self, what: tuple[int, ...]) -> int:
        """Where in the block the answers with these arguments begin. NOWHERE if there is no place for them."""
        place = 0
        for i, bound in enumerate(self.bounds):
            part = what[i] if i < len(what) else bound - 1
            if not 0 <= part < bound:
                return NOWHERE
            place = place * bound + part
        return place * self.ways


NOWHERE: Final = -1


class Shape:
    """One game as an outside library sees it. `home` says where this object is found, as `module:name`, so that a position
    can travel to another process; `editions` says for how many players each is, two at least; `longest` is more decisions
    than a game can take."""

    def __init__(
        self,
        home: str,
        game: Game[Any],
        editions: Mapping[str, tuple[int, int]],
        longest: int,
        luck: bool = True,
        hidden: bool = True,
    ) -> None:
        self.home: Final = home
        self.game: Final = game
        self.editions: Final = editions
        self.longest: Final = longest
        self.luck: Final = luck
        self.hidden: Final = hidden

    def check(self, players: int, edition: str) -> None:
        """Raises ValueError for an edition that is not there and a number of players that it is not for."""
        if edition not in self.editions:
            raise ValueError(f"no edition is called {edition[:40]!r} here; there is {', '.join(self.editions)}")
        least, most = self.editions[edition]
        if not least <= players <= most:
            raise ValueError(f"{self.game.name()} ({edition}) is for {least} to {most} players here, not {players}")

    def blocks(self, players: int, edition: str) -> tuple[Block, ...]:
        """The verbs and their numbers, in an order that is never changed."""
        raise NotImplementedError

    def observe(self, view: Any, players: int, edition: str) -> list[float]:
        """A view as numbers: always equally many, none below 0. The viewer comes first, then the others as they sit."""
        raise NotImplementedError
