"""The evaluator: everything that a search asks about a game beyond its rules.

An evaluator that knows its game can evaluate any position. Then playouts can be short or left out, and the search visits ten
positions in the time of one.
"""

from math import exp
from typing import Any, Final, Generic

from engine.core.arrays import i64, mypyc_attr, vec
from engine.core.game import NOBODY, NOTHING, Game, S

TO_GAME_END: Final = -1
DEFAULT_EXPLORATION: Final = 0.4  # the constant c of UCB for rewards from 0 to 1
LUCK_BOUND: Final[i64] = 2147483648  # 2**31, the largest bound of `Rng.below`


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator(Generic[S]):
    """The evaluator for any game: it knows the rewards at the end of a game, and nothing before.

    `horizon` is the length of a playout in ticks of `clock`: 0 means no playout, TO_GAME_END no limit. `exploration` is the
    constant c of UCB, in the unit of the rewards.

    An evaluator that `has_policy` knows how its game is usually played. The search then also calls `policy_move`,
    `is_worth_a_node`, `is_leaf` and `infer_hidden`.

    An evaluator that `weighs_moves` knows which moves are likely. The search then calls `move_weights`, and tries the likeliest
    moves of a wide menu first.

    If `moves_recur`, a move means much the same wherever it is made in a tree. The best level then judges untried moves by their
    results elsewhere (`judges_untried` of `ai.search.mcts.Search`).

    An evaluator that `knows_secrets` knows which moves are made in secret. The best level then draws beliefs about them
    (`ai.search.beliefs`), which calls `before_secrets`, `observed_move` and `copy_secrets`.
    """

    def __init__(
        self,
        game: Game[Any],
        horizon: int = TO_GAME_END,
        exploration: float = DEFAULT_EXPLORATION,
        has_policy: bool = False,
        weighs_moves: bool = False,
        knows_secrets: bool = False,
        moves_recur: bool = False,
    ) -> None:
        self.game: Final = game
        self.horizon: Final[i64] = horizon
        self.exploration: Final = exploration
        self.has_policy: Final = has_policy
        self.weighs_moves: Final = weighs_moves
        self.knows_secrets: Final = knows_secrets
        self.moves_recur: Final = moves_recur

    def clock(self, state: S) -> i64:
        """The time in the unit of `horizon`, for instance the number of the turn. Never decreases during a game."""
        return 0

    def rewards(self, state: S) -> list[float]:
        """The reward of each seat, from 0 to 1. With the horizon TO_GAME_END it is only called for finished games."""
        return self.game.rewards(state)

    def estimate(self, state: S, seat: i64) -> float:
        """How good the position is for `seat`, in any unit; the turn planner compares these numbers. By default the reward at the
        end of the game, and 0 before."""
        if state.mover == NOBODY:
            return self.game.rewards(state)[seat]
        return 0.0

    def potential(self, state: S, seat: i64) -> float:
        """What `seat` may still gain this turn, in the unit of `estimate`, for instance from unused gold in hand."""
        return 0.0

    # -- called if it `weighs_moves`

    def move_weights(self, state: S) -> vec[float]:
        """How likely the mover is to make each move of the menu: numbers above 0, in any unit. They may depend only on what the
        mover sees. By default all are equal."""
        return vec[float]([1.0] * int(state.move_count))

    # -- called if it `has_policy`

    def policy_move(self, state: S, luck: i64) -> i64:
        """The move that the mover is expected to make; `luck`, a random number below LUCK_BOUND, decides between several. It may
        depend only on what the mover sees. It is played in playouts, and in the tree by all seats but the viewer's. By default a
        uniformly random move."""
        return state.move_at(luck * state.move_count // LUCK_BOUND)

    def is_worth_a_node(self, state: S, move: i64) -> bool:
        """Whether the search considers this move of the viewer at all."""
        return True

    def is_leaf(self, state: S) -> bool:
        """Whether a simulation ends at this position, and `rewards` evaluates it."""
        return False

    def infer_hidden(self, world: S, viewer: i64, luck: i64) -> None:
        """Change a determinized position, within what the viewer knows, to one that the moves of the other seats make likely."""

    # -- called if it `knows_secrets`

    def before_secrets(self, state: S) -> S | None:
        """The question at which the seats began to make the secret moves that are not revealed in `state`; None if there are no
        such moves. By default none."""
        return None

    def observed_move(self, state: S, earlier: S) -> i64:
        """What the mover of `earlier`, a position between `before_secrets` and `state`, was seen to do there, as `move_as_seen`
        gives it; NOTHING if all its moves look the same. Called only if there are such secrets."""
        return NOTHING

    def copy_secrets(self, world: S, source: S, viewer: i64) -> None:
        """Give all seats but the viewer's the secrets that they have in `source`."""


def logistic(x: float) -> float:
    """The probability with log odds of `x`."""
    return 1.0 / (1.0 + exp(-x))


def highest(values: list[float]) -> float:
    """The highest of at least one value. Compiled, it is much faster than `max`."""
    best = values[0]
    for value in values:
        if value > best:
            best = value
    return best


def softmax(logits: list[float]) -> list[float]:
    """The probabilities for these logits; they add up to 1."""
    best = highest(logits)
    strengths = [exp(max(-30.0, logit - best)) for logit in logits]
    total = 0.0
    for strength in strengths:
        total += strength
    return [strength / total for strength in strengths]


def lead_over_best(points: list[float], seat: i64) -> float:
    """The lead of `seat` over the best of the other seats; below 0 if it is behind. With at least two seats."""
    best_other = -1000.0
    for other in range(len(points)):
        if other != seat and points[other] > best_other:
            best_other = points[other]
    return points[seat] - best_other
