"""Beliefs: what secret moves the other seats are likely to have made, because they, too, search for what is good for them.

A search from the position before these secrets, with a tree for each seat, finds how often each seat makes each move. Secrets are
drawn by these visits, from the moves that look like what was seen. What was seen is more likely with some draws than with others,
so each draw has a weight (likelihood weighting), by which it is drawn again.
"""

from typing import Any, Final

from ai.search.evaluator import Evaluator
from ai.search.mcts import UNEXPANDED, Node, Search, child_key
from ai.search.playout import Rng
from engine.core.arrays import i64
from engine.core.game import NOTHING, Game, State
from engine.core.luck import seeded_hash

MAX_SIMULATIONS: Final = 500  # of the search before the secrets
DRAWS: Final = 64
BLUNDER_VISITS: Final = 0.02  # added to the visits of each move, because nobody is sure to do what this search would
RANDOM_SHARES: Final = 1_000_000  # different random shares
THINKER_STREAM: Final = 11  # apart from the streams of `ai.search.mcts`
DRAW_STREAM: Final = 12


def search_before_secrets(
    game: Game[Any], state: State, viewer: int, seed: int, evaluator: Evaluator[Any], seats: int
) -> Search | None:
    """A search, with a tree for each of `seats` seats, from the position before the secrets of the seats that moved before
    `viewer`; None if nobody has secrets. Run MAX_SIMULATIONS simulations, or fewer, before `draw_beliefs`."""
    first: State | None = evaluator.before_secrets(game.determinize(state, viewer, seed))
    if first is None or first.mover == viewer:
        return None
    return Search(game, first, first.mover, seeded_hash(seed, THINKER_STREAM) >> 1, evaluator, trees=seats)


def draw_beliefs(thinker: Search, state: State, viewer: int, seed: int) -> list[State]:
    """Positions in which the seats that moved before `viewer` have likely secrets: DRAWS of them, each as likely as the others;
    [] if nothing can be said about them. `thinker` is the search before these secrets. Depends only on what the viewer sees, on
    the seed, and on the number of simulations."""
    first: State | None = thinker.evaluator.before_secrets(thinker.game.determinize(state, viewer, seed))
    assert first is not None
    rng = Rng(seeded_hash(seed, DRAW_STREAM))
    drawn: list[State] = []
    weights: list[float] = []
    for _ in range(DRAWS):
        world: State = first.copy()
        weight = draw_secrets(world, state, viewer, thinker, rng)
        if weight > 0.0:
            drawn.append(world)
            weights.append(weight)
    return draw_again(drawn, weights, rng) if drawn else []


def draw_secrets(world: State, state: State, viewer: int, thinker: Search, rng: Rng) -> float:
    """Make the moves of the other seats in `world` until it is the viewer's turn, drawn by the visits in the trees of `thinker`
    from those that fit what was seen until `state`. Returns how likely it is that just this was seen; 0 if no move fits."""
    game = thinker.game
    evaluator = thinker.evaluator
    nodes = thinker.roots
    weight = 1.0
    while world.mover != viewer:
        mover = world.mover
        children = nodes[mover].children
        observed: i64 = evaluator.observed_move(state, world)
        moves: list[int] = []
        strengths: list[float] = []
        total = 0.0
        for move in world.legal_moves():
            child = children.get(child_key(move, mover))
            strength = BLUNDER_VISITS + (float(child.visits) if child is not None else 0.0)
            total += strength
            if observed == NOTHING or game.move_as_seen(world, viewer, move) == observed:
                moves.append(move)
                strengths.append(strength)
        if not moves:
            return 0.0
        fitting = 0.0
        for strength in strengths:
            fitting += strength
        weight *= fitting / total
        move = moves[index_at(strengths, fitting * random_share(rng))]
        following: list[Node] = []
        for seat in range(len(nodes)):
            seen_move = game.move_as_seen(world, seat, move)
            following.append(nodes[seat].children.get(child_key(seen_move, mover), UNEXPANDED))
        nodes = following
        world.apply(move)
    return weight


def draw_again(drawn: list[State], weights: list[float], rng: Rng) -> list[State]:
    """DRAWS of these positions, each in proportion to its weight (systematic resampling)."""
    total = 0.0
    for weight in weights:
        total += weight
    start = random_share(rng)
    return [drawn[index_at(weights, total * (start + nth) / DRAWS)] for nth in range(DRAWS)]


def index_at(weights: list[float], position: float) -> int:
    """The index of the weight at `position`, if all weights lie end to end."""
    for index in range(len(weights)):
        position -= weights[index]
        if position < 0.0:
            return index
    return len(weights) - 1


def random_share(rng: Rng) -> float:
    """A random number from 0 to below 1."""
    return rng.below(RANDOM_SHARES) / RANDOM_SHARES
