"""The kit of Valley of the Kings."""

from typing import Final, cast

from ai.bots.strengths import StrengthScale
from ai.kit import GameKit, Statistics
from ai.search.evaluator import Evaluator
from ai.valley.handwritten import HandwrittenEvaluator
from ai.valley.learned import LearnedEvaluator
from ai.valley.strengths import VALLEY_STRENGTHS
from ai.valley.value_file import weights_for
from ai.value_file import CURRENT_VALUES
from engine.core.game import State
from engine.valley.game import VALLEY
from engine.valley.state.valley_state import ASIDE, EXECUTED, PYRAMID_START, SHOWN, SLOT_COUNT, ZONE_COUNT, ValleyState


class ValleyKit(GameKit):
    """Evaluators for any cards, learned values for the cards of the program, statistics of each card."""

    def evaluator(self, state: State, values: str = "") -> Evaluator[ValleyState]:
        """The learned evaluator if there are weights for these cards and this number of seats, else the handwritten one."""
        state = cast(ValleyState, state)
        weights = weights_for(state.catalogue, int(state.seat_count), values or CURRENT_VALUES)
        if weights is not None:
            return LearnedEvaluator(self.game, state.catalogue, weights)
        return self.handwritten_evaluator(state)

    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[ValleyState]:
        return HandwrittenEvaluator(self.game, cast(ValleyState, state).catalogue, horizon)

    def strengths(self, players: int, values: str = "") -> StrengthScale:
        """The scale that was measured with two players, for any number of them: `equal` takes their number into account."""
        del players
        return VALLEY_STRENGTHS.get(values or CURRENT_VALUES, StrengthScale())

    def statistics(self) -> Statistics:
        from ai.valley.card_statistics import CardStatistics

        return CardStatistics()

    def count_pieces_by_kind(self, state: State) -> list[int]:
        """The number of cards of each kind on the whole table. Zones that only refer to cards elsewhere do not count."""
        state = cast(ValleyState, state)
        counts = [0] * len(state.catalogue)
        for zone in range(ZONE_COUNT):
            if state.zone_starts[zone] >= 0 and zone != EXECUTED and (zone < SHOWN or zone == ASIDE):
                for kind in state.kinds(zone):
                    counts[kind] += 1
        for slot in range(PYRAMID_START, PYRAMID_START + SLOT_COUNT):
            if state.cells[slot] >= 0:
                counts[state.cells[slot]] += 1
        return counts


VALLEY_KIT: Final = ValleyKit(
    VALLEY,
    table="vok_tui.boards.valley.kit:VALLEY_TABLE",
    adapter="ai.valley.adapter:VALLEY_SPEC",
    training="ai.valley.training_run:TrainingRun",
)
