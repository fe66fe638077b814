"""Plays one game between players to its end: for contests and for simulations.

An external bot that fails forfeits its game: the game ends, the bot gets nothing, and the others share the victory.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from time import perf_counter
from typing import Any, Final, NamedTuple, TypedDict

from ai.bots.bot import decision_seed
from ai.bots.external_bots import ExternalBotFailed
from ai.bots.player_spec import PlayerSpec
from ai.bots.seat_players import SeatPlayer, create_seat_player
from engine.core.action import Action
from engine.core.game import NOBODY, Game, State

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
