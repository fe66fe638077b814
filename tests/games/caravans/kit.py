"""The kit of Caravans for search and contests."""

from typing import Any, Final, cast

from ai.kit import GameKit
from ai.search.evaluator import Evaluator
from engine.core.arrays import i64
from engine.core.game import NOBODY, NOTHING, State
from tests.games.caravans.game import CARAVANS
from tests.games.caravans.state import DECK, HAND, ROUND, SOLD, CaravansState

LEAD_FOR_CERTAIN: Final = 20  # points ahead that make a seat a sure winner


class CaravansEvaluator(Evaluator[CaravansState]):
    """Points, and what the cards of the hand may still earn."""

    def clock(self, state: CaravansState) -> i64:
        return state.cells[ROUND] if state.mover != NOBODY else state.rounds

    def rewards(self, state: CaravansState) -> list[float]:
        if state.mover == NOBODY:
            return self.game.rewards(state)
        worths = [self.estimate(state, seat) for seat in range(state.seat_count)]
        shares: list[float] = []
        for seat, worth in enumerate(worths):
            lead = worth - max([other for who, other in enumerate(worths) if who != seat])
            shares.append(min(1.0, max(0.0, 0.5 + lead / LEAD_FOR_CERTAIN)))
        total = sum(shares)
        return [share / total for share in shares] if total else [1 / len(shares)] * len(shares)

    def estimate(self, state: CaravansState, seat: i64) -> float:
        if state.mover == NOBODY:
            return float(state.points()[seat])
        left = state.rounds - int(state.cells[ROUND])
        worths = sorted([state.goods.goods[kind].worth for kind in state.kinds(HAND + seat)], reverse=True)
        return state.points()[seat] + sum(worths[:left]) / 2


class CaravansKit(GameKit):
    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[Any]:
        """A playout goes on to the end of the round, when all that was hidden is scored."""
        return CaravansEvaluator(self.game, max(1, horizon))

    def count_pieces_by_kind(self, state: State) -> list[int]:
        state = cast(CaravansState, state)
        found = [0] * len(state.goods.goods)
        lying = [kind for zone in (*range(HAND, DECK), DECK, SOLD) for kind in state.kinds(zone)]
        lying += [kind for seat in range(state.seat_count) if (kind := state.load_of(seat)) != NOTHING]
        for kind in lying:
            found[kind] += 1
        return found


CARAVANS_KIT: Final = CaravansKit(CARAVANS, table="tests.games.caravans.table_kit:CARAVANS_TABLE")
