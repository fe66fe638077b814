"""The kit of Tal der Koenige."""

from typing import Final, cast

from ai.bots.levels import PRIEST, VIZIER
from ai.bots.strengths import StrengthScale
from ai.kit import GameKit, Statistics
from ai.search.evaluator import Evaluator
from ai.tal.features import FEATURE_NAMES
from ai.tal.handwritten import HandwrittenTalEvaluator
from ai.tal.learned import COLUMNS, LearnedTalEvaluator
from ai.tal.strengths import TAL_STRENGTHS
from ai.value_file import CURRENT_VALUES, weights_for
from engine.core.game import State
from engine.tal.blocks import COLOUR_COUNT, colour_count
from engine.tal.data.board import LAYER_COUNT, SITE_COUNT, SPACE_COUNT
from engine.tal.game import TAL
from engine.tal.state import (
    BAG,
    BIDDING,
    HELD_BLOCKS,
    LAYERS,
    LOTS,
    MAX_LOTS,
    OVERSEERS,
    OVERSEERS_EACH,
    PHARAOH_BLOCKS,
    PHASE,
    SITE_OWNERS,
    WORKERS,
    WORKERS_EACH,
    TalState,
)

# With the default shares of missed moves, the priest would be no better than the scribe.
MISSED_SHARES: Final = {PRIEST: 0.12, VIZIER: 0.03}
WEIGHTS_FOR_PLAYERS: Final = 2  # weights learned in games of two builders are used for three and four as well


class TalKit(GameKit):
    """A handwritten evaluator for any board and number of builders, and a learned one for the shipped board."""

    def evaluator(self, state: State, values: str = "") -> Evaluator[TalState]:
        """The learned evaluator if there are weights for this board, else the handwritten one."""
        state = cast(TalState, state)
        board = state.board.plan.fingerprint()
        weights = weights_for(values or CURRENT_VALUES, "tal", FEATURE_NAMES, COLUMNS, board, WEIGHTS_FOR_PLAYERS)
        return LearnedTalEvaluator(self.game, weights) if weights is not None else self.handwritten_evaluator(state)

    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[TalState]:
        del state
        return HandwrittenTalEvaluator(self.game, horizon)

    def missed_share(self, level: str) -> float:
        return MISSED_SHARES.get(level, super().missed_share(level))

    def strengths(self, players: int, values: str = "") -> StrengthScale:
        del values
        return TAL_STRENGTHS.get(players, StrengthScale())

    def statistics(self) -> Statistics:
        from ai.tal.statistics import TalStatistics

        return TalStatistics()

    def count_pieces_by_kind(self, state: State) -> list[int]:
        """The number of blocks of each colour, then for each seat the numbers of its workers, overseers and scarabs."""
        state = cast(TalState, state)
        cells, seats = state.cells, range(int(state.seat_count))
        heaps = [
            BAG,
            PHARAOH_BLOCKS,
            *range(LAYERS, LAYERS + LAYER_COUNT * SITE_COUNT),
            *[HELD_BLOCKS + seat for seat in seats],
        ]
        heaps += range(LOTS, LOTS + MAX_LOTS) if cells[PHASE] == BIDDING else []
        blocks = [sum([int(colour_count(cells[cell], colour)) for cell in heaps]) for colour in range(COLOUR_COUNT)]
        figures: list[int] = []
        for seat in seats:
            for start, count in (
                (WORKERS + WORKERS_EACH * seat, WORKERS_EACH),
                (OVERSEERS + OVERSEERS_EACH * seat, OVERSEERS_EACH),
            ):
                places = [int(cells[cell]) for cell in range(start, start + count)]
                figures.append(sum([place >= SPACE_COUNT or state.is_space_taken(place) for place in places]))
            placed_scarabs = [int(cells[SITE_OWNERS + site]) for site in range(SITE_COUNT)].count(seat)
            figures.append(int(state.scarabs_left(seat)) + placed_scarabs)
        return [*blocks, *figures]


TAL_KIT: Final = TalKit(TAL, table="vok_tui.boards.tal.kit:TAL_TABLE", adapter="ai.tal.adapter:TAL_SPEC")
