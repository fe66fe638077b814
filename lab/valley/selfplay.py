"""The games that a value is learned from: self-play, and games with scribes.

In self-play the learner moves greedily by the value of the next position, or with a few simulations. Now and then it makes a
random move, because otherwise it would never learn what other moves lead to. In the first rounds the handwritten evaluator
decides, because games with untrained weights teach nothing.

Self-play alone overfits to its own style: such values for four players bought and entombed, hardly ever executed a card, and did
not foresee that others end the game early. So in some games scribes have about half of the seats.
"""

from typing import Any, Final, final

from ai.search.evaluator import Evaluator
from ai.search.mcts import Search
from ai.search.playout import Rng
from ai.search.turn_planner import TurnPlanner
from ai.valley.handwritten import HandwrittenEvaluator
from ai.valley.learned import LearnedEvaluator, Weights, select_features, training_targets
from engine.core.arrays import i64
from engine.core.game import NOBODY, Game, Seat, Setup
from engine.core.luck import seeded_hash
from engine.valley.state import ValleyState
from lab.valley.td_learning import Example, Learner

RANDOM_MOVE_EVERY: Final[i64] = 25  # one decision in this number is a random move
SAMPLED_MOVE_EVERY: Final[i64] = 4  # one search in this number ends with a move sampled by visits
LEARNER_MOVE_EVERY: Final[i64] = 25  # one decision of a scribe in this number is made by the learner
SCRIBE_GAME_SIMULATIONS: Final = 30  # of the learner for a decision in games with scribes
NO_SCRIBES: Final = frozenset[int]()
SELFPLAY_STREAM: Final = 0x7EAC  # keeps the seeds of self-play apart from other seeds


@final
class SelfPlay:
    """Plays training games and records their positions."""

    def __init__(self, game: Game[ValleyState], edition: str, players: int, simulations: int) -> None:
        self.game: Final = game
        self.edition: Final = edition
        self.players: Final = players
        self.simulations: Final = simulations

    def start_game(self, seed: int) -> ValleyState:
        seats = tuple(Seat("self", "self") for _ in range(self.players))
        return self.game.start(Setup(self.game.name(), seats, seeded_hash(seed, SELFPLAY_STREAM) >> 1, self.edition))

    def play_game(
        self, learner: Learner, weights: Weights | None, seed: int, with_scribes: bool = False
    ) -> tuple[list[Example], list[float]]:
        """Play a game. Returns its positions with more than one legal move, and its outcome for each seat. The learner decides by
        `weights`, or by the handwritten evaluator if they are None. `with_scribes` gives each seat but one to a scribe with
        probability 1/2; now and then the learner decides for a scribe."""
        state = self.start_game(seed)
        learner.set_cards(state.catalogue)
        evaluator = selfplay_evaluator(self.game, learner, weights)
        scribes = self.scribe_seats(seed) if with_scribes else NO_SCRIBES
        rng = Rng(seeded_hash(seed, SELFPLAY_STREAM, 1))
        examples: list[Example] = []
        while state.mover != NOBODY:
            if state.move_count == 1:
                state.apply(state.menu[0])
                continue
            examples.append(learner.make_example(state))
            decision_seed = seeded_hash(seed, SELFPLAY_STREAM, 2, len(examples)) >> 1
            mover = int(state.mover)
            if mover in scribes and rng.below(LEARNER_MOVE_EVERY) > 0:
                state.apply(
                    TurnPlanner(
                        self.game, state, mover, decision_seed, HandwrittenEvaluator(self.game, state.catalogue)
                    ).best()
                )
            else:
                state.apply(
                    self.choose_learner_move(
                        state,
                        evaluator,
                        rng,
                        decision_seed,
                        SCRIBE_GAME_SIMULATIONS if with_scribes else self.simulations,
                    )
                )
        return examples, training_targets(self.game, state)

    def scribe_seats(self, seed: int) -> frozenset[int]:
        """The seats of the scribes in a game with scribes."""
        learner_seat = seeded_hash(seed, SELFPLAY_STREAM, 3) % self.players
        return frozenset(
            seat
            for seat in range(self.players)
            if seat != learner_seat and seeded_hash(seed, SELFPLAY_STREAM, 4, seat) % 2
        )

    def choose_learner_move(
        self, state: ValleyState, evaluator: Evaluator[Any], rng: Rng, seed: int, simulations: int
    ) -> int:
        """The best move by the value or the search; now and then a random or sampled move, for exploration."""
        if rng.below(RANDOM_MOVE_EVERY) == 0:
            return state.menu[rng.below(state.move_count)]
        if not simulations:
            return self.greedy_move(state, evaluator, seed)
        search = Search(self.game, state, int(state.mover), seed, evaluator)
        search.run(simulations)
        if rng.below(SAMPLED_MOVE_EVERY) > 0:
            return search.best()
        visits_left = rng.below(simulations)
        for child in search.root.children.values():
            visits_left -= child.visits
            if visits_left < 0:
                return int(child.move)
        return search.best()

    def greedy_move(self, state: ValleyState, evaluator: Evaluator[Any], seed: int) -> int:
        """The move that leads to the position with the best estimate, in one deal of the hidden cards."""
        seat = state.mover
        world = self.game.determinize(state, seat, seed)
        best: i64 = world.menu[0]
        best_estimate = 0.0
        for i in range(world.move_count):
            next_state = world.copy()
            next_state.apply(world.menu[i])
            estimate = evaluator.estimate(next_state, seat)
            if next_state.mover != NOBODY and evaluator.clock(world) == evaluator.clock(next_state):
                estimate += evaluator.potential(next_state, seat)
            if i == 0 or estimate > best_estimate:
                best, best_estimate = world.menu[i], estimate
        return best


def selfplay_evaluator(game: Game[Any], learner: Learner, weights: Weights | None) -> Evaluator[Any]:
    """The evaluator for a training game: these weights, or the handwritten one."""
    cards = learner.features.cards
    if weights is None:
        return HandwrittenEvaluator(game, cards)
    return LearnedEvaluator(game, cards, select_features(weights, learner.feature_indices))
