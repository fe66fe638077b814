"""The player at one seat for one whole game: a level in this process, or an external bot in its own process."""

from typing import Any, Final, Protocol, Self

from ai.bots.bot import Bot
from ai.bots.external_bots import ExternalBot, ExternalBotUnknown
from ai.bots.levels import Budget
from ai.bots.player_spec import PlayerSpec
from engine.core.errors import BadSetup
from engine.core.game import NOTHING, Game, State


class SeatPlayer(Protocol):
    """The player at a seat for one game; a context manager."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def choose(self, state: State, seed: int, ply: int) -> int:
        """The move of this seat in `state`, after `ply` decisions. `seed` is the seed of this decision. Raises
        ExternalBotFailed."""


class LevelSeatPlayer:
    """A level that searches in this process."""

    def __init__(self, game: Game[Any], seat: int, level: str, budget: Budget, values: str = "") -> None:
        self._bot: Final = Bot(game, seat, level, budget, values)
        self._last_ply = -1  # the ply of its previous decision
        self._last_move: int = NOTHING  # the move of that decision

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def choose(self, state: State, seed: int, ply: int) -> int:
        pending = self._bot.start_move(state, seed, self._last_move if ply == self._last_ply + 1 else NOTHING)
        self._last_ply = ply
        while not pending.done:
            pending.step()
        self._last_move = pending.move
        return pending.move


class ExternalSeatPlayer:
    """An external bot. Its process lives as long as this object is open."""

    def __init__(self, game: Game[Any], state: State, seat: int, spec: PlayerSpec) -> None:
        """Start its process. Raises ExternalBotFailed, and BadSetup if its module is missing or differs from the one with which
        the contest began."""
        self._bot: Final = ExternalBot(spec.level, spec.budget.milliseconds)
        try:
            if self._bot.take_seat(game, state, seat) != spec.source_hash:
                raise BadSetup(f"the module of {spec.level} differs here from the one with which the contest began")
        except ExternalBotUnknown as unknown:
            self._bot.close()
            raise BadSetup(str(unknown)) from None
        except BaseException:
            self._bot.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._bot.close()

    def choose(self, state: State, seed: int, ply: int) -> int:  # noqa: ARG002  an external bot draws its own random numbers
        return self._bot.choose(state)


def create_seat_player(game: Game[Any], state: State, seat: int, spec: PlayerSpec) -> SeatPlayer:
    """The player that `spec` describes, seated at a game at the position `state`. Raises ExternalBotFailed and BadSetup."""
    if spec.is_external:
        return ExternalSeatPlayer(game, state, seat, spec)
    return LevelSeatPlayer(game, seat, spec.level, spec.budget, spec.values)
