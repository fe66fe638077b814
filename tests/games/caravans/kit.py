"""The kit of Caravans for search and contests."""

from typing import Any, Final, cast

from ai.kit import GameKit
from ai.search.evaluator import Evaluator
from engine.core.arrays import i64
from engine.core.game import NOBODY, NOTHING, State
from tests.games.caravans.game import CARAVANS
from tests.games.caravans.state import DECK, HAND, ROUND, SOLD, CaravansState

CERTAIN_LEAD_POINTS: Final = 20  # with this lead, a seat is a sure winner


class CaravansEvaluator(Evaluator[CaravansState]):
    """Values points, and what the cards of the hand may still earn."""

    def clock(self, state: CaravansState) -> i64:
        return state.cells[ROUND] if state.mover != NOBODY else state.rounds

    def rewards(self, state: CaravansState) -> list[float]:
        if state.mover == NOBODY:
            return self.game.rewards(state)
        worths = [self.estimate(state, seat) for seat in range(state.seat_count)]
        shares: list[float] = []
        for seat, worth in enumerate(worths):
            lead = worth - max([other for other_seat, other in enumerate(worths) if other_seat != seat])
            shares.append(min(1.0, max(0.0, 0.5 + lead / CERTAIN_LEAD_POINTS)))
        total = sum(shares)
        return [share / total for share in shares] if total else [1 / len(shares)] * len(shares)

    def estimate(self, state: CaravansState, seat: i64) -> float:
        if state.mover == NOBODY:
            return float(state.points()[seat])
        rounds_left = state.rounds - int(state.cells[ROUND])
        worths = sorted([state.goods.goods[kind].worth for kind in state.kinds(HAND + seat)], reverse=True)
        return state.points()[seat] + sum(worths[:rounds_left]) / 2


class CaravansKit(GameKit):
    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[Any]:
        """A playout continues to the end of the round, when everything hidden is scored."""
        return CaravansEvaluator(self.game, max(1, horizon))

    def count_pieces_by_kind(self, state: State) -> list[int]:
        state = cast(CaravansState, state)
        counts = [0] * len(state.goods.goods)
        kinds = [kind for zone in (*range(HAND, DECK), DECK, SOLD) for kind in state.kinds(zone)]
        kinds += [kind for seat in range(state.seat_count) if (kind := state.load_of(seat)) != NOTHING]
        for kind in kinds:
            counts[kind] += 1
        return counts


CARAVANS_KIT: Final = CaravansKit(CARAVANS, table="tests.games.caravans.table_kit:CARAVANS_TABLE")
