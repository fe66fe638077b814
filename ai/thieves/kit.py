"""The kit of King of Thieves."""

from typing import Final, cast

from ai.bots.levels import PRIEST, VIZIER
from ai.bots.strengths import StrengthScale
from ai.kit import GameKit, Statistics
from ai.search.evaluator import Evaluator
from ai.thieves.guided import GuidedEvaluator
from ai.thieves.handwritten import HandwrittenThievesEvaluator
from ai.thieves.learned import shipped_weights_for
from ai.thieves.strengths import THIEVES_STRENGTHS
from engine.core.game import NOTHING, State
from engine.thieves.game import THIEVES
from engine.thieves.state import (
    COMMUNITY_CARD,
    DECK,
    DISCARDS,
    GUARDIAN_DECK,
    GUARDIANS,
    GUARDIANS_BEATEN,
    HAND,
    LAID_CARDS,
    MAX_LAID_CARDS,
    POOLS,
    REPUTATION,
    TOMB,
    TOMB_DECK,
    TOMBS_GONE,
    UNSEEN_DISCARDS,
    ThievesState,
    laid_kind,
)

MAX_WAIT_MS: Final = 12_000  # for which a person waits for all others together
MAX_DECISIONS: Final = 10  # of each other thief while a person waits: from an escape in the first turn to the next tomb
# Few moves are worth a node here, so the usual shares of missed moves would make the priest no better than the scribe.
MISSED_SHARES: Final = {PRIEST: 0.15, VIZIER: 0.07}


class ThievesKit(GameKit):
    """Evaluators for any pieces and any number of thieves."""

    def evaluator(self, state: State) -> Evaluator[ThievesState]:
        """Playouts by a policy to the end of the tomb, and then a learned value, or what the thieves hold if there is none."""
        state = cast(ThievesState, state)
        return GuidedEvaluator(
            self.game, state.pieces, int(state.seat_count), learned_weights=shipped_weights_for(state)
        )

    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[ThievesState]:
        del state
        return HandwrittenThievesEvaluator(self.game, horizon)

    def statistics(self) -> Statistics:
        from ai.thieves.statistics import PieceStatistics

        return PieceStatistics()

    def max_decision_ms(self, state: State) -> int:
        return MAX_WAIT_MS // (MAX_DECISIONS * (int(cast(ThievesState, state).seat_count) - 1))

    def missed_share(self, level: str) -> float:
        return MISSED_SHARES.get(level, super().missed_share(level))

    def strengths(self, players: int) -> StrengthScale:
        return THIEVES_STRENGTHS[min(players - 2, len(THIEVES_STRENGTHS) - 1)]

    def count_pieces_by_kind(self, state: State) -> list[int]:
        """The number of duelling cards, tombs and guardians of each kind, and last the tokens of reputation."""
        state = cast(ThievesState, state)
        pieces, cells, seats = state.pieces, state.cells, range(int(state.seat_count))
        cards, tombs, guardians = [0] * len(pieces.cards), [0] * len(pieces.tombs), [0] * len(pieces.guardians)
        hidden = [zone + seat for zone in (HAND, UNSEEN_DISCARDS) for seat in seats]
        lying = [kind for zone in (DECK, DISCARDS, *hidden) for kind in state.kinds(zone)]
        laid = [
            cells[LAID_CARDS + MAX_LAID_CARDS * seat + place] for seat in seats for place in range(int(MAX_LAID_CARDS))
        ]
        lying += [laid_kind(each) for each in laid if each != NOTHING]
        for kind in [*lying, *([cells[COMMUNITY_CARD]] if cells[COMMUNITY_CARD] != NOTHING else [])]:
            cards[kind] += 1
        for zone in (TOMB_DECK, TOMBS_GONE):
            for kind in state.kinds(zone):
                tombs[kind] += 1
        if cells[TOMB] != NOTHING:
            tombs[cells[TOMB]] += 1
        for zone in (GUARDIAN_DECK, GUARDIANS_BEATEN, GUARDIANS):
            for kind in state.kinds(zone):
                guardians[kind] += 1
        tokens = sum(state.kinds(POOLS)) + sum([int(cells[REPUTATION + seat]) for seat in seats])
        return [*cards, *tombs, *guardians, tokens]


THIEVES_KIT: Final = ThievesKit(
    THIEVES, table="vok_tui.boards.thieves.kit:THIEVES_TABLE", adapter="ai.thieves.adapter:THIEVES_SPEC"
)
