"""The turn planner: a player who plans to the end of the current turn and no further (the scribe, and the levels below it).

It redraws the hidden cards, searches the sequences of moves in this turn with a beam search, and evaluates the position at the
end of each. With several deals it averages the estimates.
"""

from math import exp
from typing import Any, Final

from ai.search.evaluator import LUCK_BOUND, Evaluator
from ai.search.playout import Rng
from engine.core.arrays import i64
from engine.core.game import NOBODY, NOTHING, Game, State
from engine.core.luck import seeded_hash, splitmix64

BEAM_WIDTH: Final = 6  # the number of plans that are extended in parallel
MAX_OPPONENT_REPLIES: Final = 6  # to one move of ours
MANY_BETTER: Final = 3  # good answers with which nobody ends a turn
MAX_POSITIONS_PER_DEAL: Final = 150  # checked before each extension of the beam; all first moves are tried


class Plan:
    """A sequence of moves in this turn: its first move, the position that it reaches, the estimate of this position, and its
    priority (estimate plus potential). `moves_hash` identifies the moves, independently of their order."""

    def __init__(self, first_move: i64, moves_hash: int, state: State, estimate: float, priority: float) -> None:
        self.first_move: Final[i64] = first_move
        self.moves_hash: Final = moves_hash
        self.state: Final = state
        self.estimate: Final = estimate
        self.priority: Final = priority


class TurnPlanner:
    """One decision of `viewer`, who is to move in `state`."""

    def __init__(self, game: Game[Any], state: State, viewer: int, seed: int, evaluator: Evaluator[Any]) -> None:
        self.game: Final = game
        self.viewer: Final[i64] = viewer
        self.seed: Final = seed
        self.evaluator: Final = evaluator
        self.turn_clock: Final[i64] = evaluator.clock(state)
        self.root_state: Final[State] = game.determinize(state, viewer, seeded_hash(seed, 0) >> 1)
        self.moves: Final[list[int]] = self.root_state.legal_moves()
        self.totals: Final = [0.0 for _ in self.moves]  # of each move, the sum of its estimates in all deals
        self.ending_moves: Final[set[int]] = set()  # those that end the turn at once
        self.deals = 0

    def plan_deal(self) -> None:
        """Plan in one more deal."""
        seed = seeded_hash(self.seed, 1, self.deals) >> 1
        estimates = self.estimate_moves(self.game.determinize(self.root_state, self.viewer, seed))
        for i in range(len(self.moves)):
            self.totals[i] += estimates[self.moves[i]]
        self.deals += 1

    def best(self) -> int:
        """The move with the best reachable end of the turn, on average over the deals; ties are broken at random."""
        if self.deals == 0:
            self.plan_deal()
        rng = Rng(seeded_hash(self.seed, 2))
        highest = max(self.totals)
        best = [self.moves[i] for i in range(len(self.moves)) if self.totals[i] == highest]
        return best[rng.below(len(best))]

    def draw(self, temperature: float) -> int:
        """A move drawn by `weights`."""
        weights = self.weights(temperature)
        position = float(Rng(seeded_hash(self.seed, 2)).below(LUCK_BOUND)) / float(LUCK_BOUND) * sum(weights)
        for i in range(len(self.moves)):
            position -= weights[i]
            if position < 0.0:
                return self.moves[i]
        return self.best()

    def weights(self, temperature: float) -> list[float]:
        """For each move exp(worth / temperature), where its worth is what `best` compares, in the unit of the evaluator: small
        mistakes are common and large ones rare, as with people (a softmax, or Boltzmann, policy). The highest weight is 1.

        Nobody stops while much is left to do: a move that ends the turn has no weight if MANY_BETTER others are worth more.
        """
        highest = max(self.totals)
        weights = [exp((total - highest) / (temperature * float(self.deals))) for total in self.totals]
        for i in range(len(self.moves)):
            if self.moves[i] in self.ending_moves and self.better_answers(i) >= MANY_BETTER:
                weights[i] = 0.0
        return weights

    def better_answers(self, index: int) -> int:
        """How many moves that do not end the turn are worth more than the move with this index."""
        better = [
            i
            for i in range(len(self.moves))
            if self.totals[i] > self.totals[index] and self.moves[i] not in self.ending_moves
        ]
        return len(better)

    def estimate_moves(self, world: State) -> dict[int, float]:
        """For each legal move, the best estimate at the end of the turn in this world."""
        plans = [self.extend_plan(world, move, move, splitmix64(move)) for move in world.legal_moves()]
        estimates: dict[int, float] = {plan.first_move: plan.estimate for plan in plans}
        self.ending_moves.update([plan.first_move for plan in plans if self.is_turn_over(plan.state)])
        tried: set[int] = set()
        positions_left = MAX_POSITIONS_PER_DEAL - len(plans)
        while plans and positions_left > 0:
            extended: list[Plan] = []
            for plan in self.select_beam(plans):
                for move in plan.state.legal_moves():
                    moves_hash = plan.moves_hash + splitmix64(move)
                    if moves_hash not in tried:  # the same moves in another order mostly lead to the same position
                        tried.add(moves_hash)
                        extended.append(self.extend_plan(plan.state, move, plan.first_move, moves_hash))
            for plan in extended:
                estimates[plan.first_move] = max(estimates[plan.first_move], plan.estimate)
            plans = extended
            positions_left -= len(plans)
        return estimates

    def extend_plan(self, state: State, move: i64, first_move: i64, moves_hash: int) -> Plan:
        """The plan after one more move and the replies of the other seats, up to our next decision."""
        world = state.copy()
        world.apply(move)
        for _ in range(MAX_OPPONENT_REPLIES):
            if world.mover == self.viewer or self.is_turn_over(world):
                break
            world.apply(self.opponent_reply(world))
        estimate = self.evaluator.estimate(world, self.viewer)
        priority = estimate
        if not self.is_turn_over(world):
            priority += self.evaluator.potential(world, self.viewer)
        return Plan(first_move, moves_hash, world, estimate, priority)

    def opponent_reply(self, world: State) -> int:
        """The move of another seat during our turn: the one that this seat estimates highest."""
        if world.move_count == 1:
            return world.menu[0]
        best = NOTHING
        highest = 0.0
        for move in world.legal_moves():
            next_state = world.copy()
            next_state.apply(move)
            estimate = self.evaluator.estimate(next_state, world.mover)
            if best == NOTHING or estimate > highest:
                best, highest = move, estimate
        return best

    def is_turn_over(self, world: State) -> bool:
        return world.mover == NOBODY or self.evaluator.clock(world) != self.turn_clock

    def select_beam(self, plans: list[Plan]) -> list[Plan]:
        """The extensible plans with the highest priority, at most BEAM_WIDTH, no two with the same priority."""
        best: list[Plan] = []
        for plan in sorted([plan for plan in plans if self.can_extend(plan)], key=priority_of, reverse=True):
            if not best or plan.priority != best[-1].priority:
                best.append(plan)
                if len(best) == BEAM_WIDTH:
                    break
        return best

    def can_extend(self, plan: Plan) -> bool:
        return plan.state.mover == self.viewer and not self.is_turn_over(plan.state)


def priority_of(plan: Plan) -> float:
    return plan.priority
