"""Two bots that measure how much levels bluff. They search like the best level, but judge all face-down cards alike.

    vok arena pharaoh:100ms lab.thieves.bluff_bots:Believer:100ms --game thieves

`Believer` beats a level that never bluffs, `Doubter` one that always bluffs.
"""

from time import monotonic
from typing import Final

from ai.search.mcts import Search
from ai.thieves.guided import GuidedEvaluator
from ai.thieves.habits import Habits
from engine.core.arrays import i64
from engine.core.game import Game
from engine.core.luck import seeded_hash
from engine.thieves.state import ThievesState

SIMULATIONS_PER_STEP: Final = 25
SECONDS_TO_ANSWER: Final = 0.01  # between the end of the search and the deadline
STRONG_SYMBOLS: Final = 5.0  # the expected symbols of a face-down card, over all duels


class _BluffBot:
    """Searches until the deadline. `honest_share` and `bluff_share` are those of `GuidedEvaluator`, `face_down_symbols` of
    `Habits`."""

    honest_share = 0.0
    bluff_share = 0.0
    face_down_symbols = 0.0

    def __init__(self, game: Game[ThievesState], seat: int, seed: int) -> None:
        self.game: Final = game
        self.seat: Final = seat
        self.seed: Final = seed
        self.decisions = 0

    def choose(self, state: ThievesState, deadline: float) -> i64:
        """The move with the most visits."""
        if state.move_count == 1:
            return state.menu[0]
        self.decisions += 1
        seed = seeded_hash(self.seed, self.decisions) >> 1
        habits = Habits(face_down_symbols=self.face_down_symbols)
        evaluator = GuidedEvaluator(
            self.game,
            state.pieces,
            int(state.seat_count),
            habits=habits,
            honest_share=self.honest_share,
            bluff_share=self.bluff_share,
        )
        search = Search(self.game, state, self.seat, seed, evaluator)
        search.run(SIMULATIONS_PER_STEP)
        while monotonic() < deadline - SECONDS_TO_ANSWER:
            search.run(SIMULATIONS_PER_STEP)
        return search.best()


class Believer(_BluffBot):
    """Takes each face-down card for the best card that it can be."""

    honest_share = 1.0
    face_down_symbols = STRONG_SYMBOLS


class Doubter(_BluffBot):
    """Takes each face-down card for a useless card."""

    bluff_share = 1.0
