"""Positions at rest: where a turn or a round begins, or the game is over (`Game.is_at_rest`).

In the middle of a turn the values of the search are too high, and by how much nobody knows. So chances are made only from values
at rest, and whatever ends elsewhere is played on to the next such position first.
"""

from collections.abc import Callable
from typing import Any, Final, final

from ai.kit import GameKit
from ai.search.evaluator import Evaluator
from ai.search.mcts import Search
from ai.search.playout import Rng
from engine.core.errors import EngineError
from engine.core.game import NOBODY, Game, State
from engine.core.luck import seeded_hash

MAX_PLAYED_ON: Final = 600  # moves, in case that no turn ends
LONG_PLAY: Final = 300  # moves; then any will do, because a search may go round in one turn again and again


class NotAtRest(EngineError):
    """A chance was asked for in the middle of a turn or a round. The text is one sentence."""


@final
class RestValue:
    """What a position at rest is worth to one seat: the only thing that a chance is made from. At the end of a game it is the
    result, else the value of an evaluator."""

    __slots__ = ("is_over", "lead", "progress", "value")

    def __init__(self, kit: GameKit, evaluator: Evaluator[Any], state: State, seat: int) -> None:
        """Raises NotAtRest."""
        game = kit.game
        if not game.is_at_rest(state):
            raise NotAtRest("a chance can only be read where a turn or a round begins")
        self.is_over: Final = state.mover == NOBODY
        if self.is_over:
            self.value = float(game.rewards(state)[seat])
            self.progress = 1.0
            self.lead = lead_of(game, state, seat)
        else:
            self.value = evaluator.rewards(state)[seat]
            self.progress = kit.progress(state)
            self.lead = 0.0


def lead_of(game: Game[Any], state: State, seat: int) -> float:
    """The points of a seat less those of the best other one."""
    scores = game.scores(state)
    others = [points for other, points in enumerate(scores) if other != seat]
    return float(scores[seat] - max(others)) if others else 0.0


Player = Callable[[State, int], int]  # chooses the move of the seat that is asked, from what it sees, by a seed


def searching(evaluator: Evaluator[Any], simulations: int) -> Player:
    """A player that searches with so many simulations."""

    def choose(state: State, seed: int) -> int:
        search = Search(evaluator.game, state, state.mover, seed, evaluator)
        search.run(simulations)
        return search.best()

    return choose


def any_move(state: State, seed: int) -> int:
    """A player that chooses at random."""
    moves = state.legal_moves()
    return moves[Rng(seed).below(len(moves))]


def play_to_rest(game: Game[Any], state: State, player: Player, seed: int) -> int:
    """Play `state`, in place, to the next position at rest; not at all if it is one. Returns the number of decisions that
    `player` has made for all seats. Raises NotAtRest if no turn ends within MAX_PLAYED_ON moves."""
    decisions = 0
    for step in range(MAX_PLAYED_ON):
        if game.is_at_rest(state):
            return decisions
        decisions += play_one(state, player if step < LONG_PLAY else any_move, seeded_hash(seed, step) >> 1)
    raise NotAtRest("no turn and no round ends here")


def play_further(game: Game[Any], state: State, player: Player, seed: int) -> None:
    """Play `state`, in place, from a position at rest to the next one. Does nothing at the end of the game. Raises NotAtRest."""
    if state.mover != NOBODY:
        play_one(state, player, seeded_hash(seed, MAX_PLAYED_ON) >> 1)
        play_to_rest(game, state, player, seed)


def play_one(state: State, player: Player, seed: int) -> bool:
    """Play one move in `state`, in place. Whether there was a choice."""
    has_choice = state.move_count > 1
    state.apply(player(state, seed) if has_choice else state.menu[0])
    return has_choice
