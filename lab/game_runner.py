"""Plays one game to its end, with the players of its seats.

An external bot that fails forfeits its game: the game ends, the bot gets nothing, and the others share the victory.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from time import perf_counter
from typing import Any, Final, NamedTuple, Protocol, Self, TypedDict

from ai.bots.bot import Bot, decision_seed
from ai.bots.external_bots import ExternalBot, ExternalBotFailed, ExternalBotUnknown
from ai.bots.player_spec import PlayerSpec
from ai.levels import Budget
from engine.core.action import Action
from engine.core.errors import BadSetup
from engine.core.events import Chapter
from engine.core.game import NOBODY, NOTHING, Game, State


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
        self._chapter = (Chapter(0), 0)  # of that decision, and the ply from which it was in it

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def choose(self, state: State, seed: int, ply: int) -> int:
        chapter = self._bot.game.chapter(state)
        if chapter != self._chapter[0]:
            self._chapter = (chapter, ply)
        last_move = self._last_move if ply == self._last_ply + 1 else NOTHING
        pending = self._bot.start_move(state, seed, last_move, chapter_moves=ply - self._chapter[1])
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


NO_FORFEIT: Final = ""


class GameResultDict(TypedDict):
    """A `GameResult` as JSON values, without its number of moves."""

    rewards: list[float]
    points: list[int]
    decisions: list[int]
    ms: list[float]
    forfeits: list[str]
    digest: str


class GameResult(NamedTuple):
    """The result of one game: the number of its moves, the digest of its last position, and for each seat its reward, its points,
    its decisions with more than one legal move, the milliseconds spent on them, and why it forfeited ("" if it did not)."""

    move_count: int
    digest: int
    rewards: list[float]
    points: list[int]
    decisions: list[int]
    milliseconds: list[float]
    forfeits: list[str]

    def to_dict(self) -> GameResultDict:
        """The result as JSON values; the number of moves is left out."""
        return {
            "rewards": self.rewards,
            "points": self.points,
            "decisions": self.decisions,
            "ms": self.milliseconds,
            "forfeits": self.forfeits,
            "digest": f"{self.digest:016x}",
        }


def run_game(
    game: Game[Any],
    state: State,
    setup_seed: int,
    player_specs: Sequence[PlayerSpec],
    after_move: Callable[[], None] | None = None,
    append_actions_to: list[Action] | None = None,
) -> GameResult:
    """Play from `state`, which is changed in place, to the end of the game.

    The seeds of all decisions follow from `setup_seed`. `after_move` is called after each move. Each action is appended to
    `append_actions_to`. Raises BadSetup for a player who cannot play.
    """
    decisions = [0] * len(player_specs)
    seconds = [0.0] * len(player_specs)
    forfeits = [NO_FORFEIT] * len(player_specs)
    seat, ply = 0, 0
    with ExitStack() as stack:
        try:
            seat_players: list[SeatPlayer] = []
            for seat, spec in enumerate(player_specs):
                seat_players.append(stack.enter_context(create_seat_player(game, state, seat, spec)))
            while state.mover != NOBODY:
                seat = int(state.mover)
                started = perf_counter()
                move = seat_players[seat].choose(state, decision_seed(setup_seed, ply, seat), ply)
                if state.move_count > 1:
                    decisions[seat] += 1
                    seconds[seat] += perf_counter() - started
                if append_actions_to is not None:
                    append_actions_to.append(game.action(state, move))
                state.apply(move)
                ply += 1
                if after_move is not None:
                    after_move()
        except ExternalBotFailed as error:
            forfeits[seat] = error.reason
    rewards = forfeit_rewards(seat, len(player_specs)) if any(forfeits) else list(game.rewards(state))
    milliseconds = [round(1000 * spent, 3) for spent in seconds]
    return GameResult(ply, state.digest(), rewards, list(game.scores(state)), decisions, milliseconds, forfeits)


def forfeit_rewards(loser: int, players: int) -> list[float]:
    """The rewards of a game that seat `loser` has forfeited."""
    return [0.0 if seat == loser else 1 / (players - 1) for seat in range(players)]
