"""The kit of King of Thieves."""

from typing import Final, cast

from ai.bots.levels import PRIEST, VIZIER
from ai.bots.strengths import StrengthScale
from ai.kit import GameKit, Statistics
from ai.search.evaluator import Evaluator
from ai.thieves.guided import GuidedEvaluator
from ai.thieves.handwritten import HandwrittenThievesEvaluator
from ai.thieves.learned import learned_weights_for
from ai.thieves.strengths import THIEVES_STRENGTHS
from ai.value_file import CURRENT_VALUES
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

MAX_WAIT_MS: Final = 12_000  # of a player for all opponents together, between two of its own decisions
MAX_DECISIONS: Final = 10  # of each opponent in that time: from an escape in the first turn to the next tomb
# Few moves are worth a node here, so the usual shares of missed moves would make the priest no better than the scribe.
MISSED_SHARES: Final = {PRIEST: 0.15, VIZIER: 0.07}


class ThievesKit(GameKit):
    """Its evaluators can be used with any pieces and any number of thieves."""

    def evaluator(self, state: State, values: str = "") -> Evaluator[ThievesState]:
        """The guided evaluator, with a learned value if there is one for this game."""
        state = cast(ThievesState, state)
        return GuidedEvaluator(
            self.game,
            state.pieces,
            int(state.seat_count),
            learned_weights=learned_weights_for(state, values or CURRENT_VALUES),
        )

    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[ThievesState]:
        del state
        return HandwrittenThievesEvaluator(self.game, horizon)

    def statistics(self) -> Statistics:
        from ai.thieves.statistics import ThievesStatistics

        return ThievesStatistics()

    def max_decision_ms(self, state: State) -> int:
        return MAX_WAIT_MS // (MAX_DECISIONS * (int(cast(ThievesState, state).seat_count) - 1))

    def missed_share(self, level: str) -> float:
        return MISSED_SHARES.get(level, super().missed_share(level))

    def strengths(self, players: int, values: str = "") -> StrengthScale:
        del values
        return THIEVES_STRENGTHS[min(players - 2, len(THIEVES_STRENGTHS) - 1)]

    def count_pieces_by_kind(self, state: State) -> list[int]:
        """The number of duelling cards, tombs and guardians of each kind, then the number of reputation tokens."""
        state = cast(ThievesState, state)
        pieces, cells, seats = state.pieces, state.cells, range(int(state.seat_count))
        cards, tombs, guardians = [0] * len(pieces.cards), [0] * len(pieces.tombs), [0] * len(pieces.guardians)
        hidden = [zone + seat for zone in (HAND, UNSEEN_DISCARDS) for seat in seats]
        card_kinds = [kind for zone in (DECK, DISCARDS, *hidden) for kind in state.kinds(zone)]
        laid_cards = [
            cells[LAID_CARDS + MAX_LAID_CARDS * seat + index] for seat in seats for index in range(int(MAX_LAID_CARDS))
        ]
        card_kinds += [laid_kind(laid_card) for laid_card in laid_cards if laid_card != NOTHING]
        for kind in [*card_kinds, *([cells[COMMUNITY_CARD]] if cells[COMMUNITY_CARD] != NOTHING else [])]:
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
