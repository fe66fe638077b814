"""Who answers at a seat for the length of one game, whoever it is: a level, or a guest in a process of its own."""

from typing import Any, Final, Protocol, Self

from ai.bots import Mind
from ai.guests import Guest, GuestUnknown, is_guest
from ai.levels import Budget
from engine.core.errors import BadSetup
from engine.core.rules import NOTHING, Game, State

Sitter = tuple[str, int, int, str]  # level or module:Class, simulations, milliseconds, name of the guest's source


class Chair(Protocol):
    """A seat from the first move to the last, in a `with`."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def choose(self, state: State, seed: int, ply: int) -> int:
        """The move in `state`, where this seat is asked after `ply` decisions; `seed` is that of this one. Raises GuestFailed."""


class LevelChair:
    """A level, which thinks in this process."""

    def __init__(self, game: Game[Any], seat: int, level: str, budget: Budget) -> None:
        self._mind: Final = Mind(game, seat, level, budget)
        self._ply = -1  # of the decision before,
        self._made: int = NOTHING  # and its answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def choose(self, state: State, seed: int, ply: int) -> int:
        thought = self._mind.think(state, seed, self._made if ply == self._ply + 1 else NOTHING)
        self._ply = ply
        while not thought.done:
            thought.step()
        self._made = thought.move
        return thought.move


class GuestChair:
    """A guest. Its process is started when the chair is taken, and gone with it."""

    def __init__(self, game: Game[Any], state: State, seat: int, sitter: Sitter) -> None:
        """Raises GuestFailed, and BadSetup if its module is not here or not the one that the contest began with."""
        name, _, milliseconds, source = sitter
        self._guest: Final = Guest(name, milliseconds)
        try:
            if self._guest.sit(game, state, seat) != source:
                raise BadSetup(f"the module of {name} is not here what it was where the contest began")
        except GuestUnknown as unknown:
            self._guest.close()
            raise BadSetup(str(unknown)) from None
        except BaseException:
            self._guest.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._guest.close()

    def choose(self, state: State, seed: int, ply: int) -> int:  # noqa: ARG002  a guest has luck of its own
        return self._guest.choose(state)


def chair(game: Game[Any], state: State, seat: int, sitter: Sitter) -> Chair:
    """Whoever the sitter is, seated at a game that stands at `state`. Raises GuestFailed and BadSetup."""
    level, simulations, milliseconds, _ = sitter
    if is_guest(level):
        return GuestChair(game, state, seat, sitter)
    return LevelChair(game, seat, level, Budget(simulations, milliseconds))
