"""The kit of King of Thieves."""

from typing import Final, cast

from ai.kit import AMOUNT, GameKit, Holding
from ai.levels import MASON, PORTER, POTTER, PRIEST, SCULPTOR, VIZIER, WEAVER
from ai.search.evaluator import Evaluator
from ai.thieves.guided import GuidedEvaluator
from ai.thieves.habits import searching_habits
from ai.thieves.handwritten import HandwrittenThievesEvaluator
from ai.thieves.holdings import fitted_weights
from ai.thieves.learned import borrowed_weights_for, learned_weights_for
from ai.value_file import CURRENT_VALUES, weights_key
from engine.core.game import NOTHING, State
from engine.core.moves import VERB_MASK
from engine.thieves import state as layout
from engine.thieves.game import THIEVES
from engine.thieves.shipped import SHIPPED
from engine.thieves.state import ThievesState, laid_kind

TEMPERATURES: Final = {PORTER: 3.0, WEAVER: 1.4, POTTER: 0.65, MASON: 0.25, SCULPTOR: 0.08}  # in treasure
MAX_WAIT_MS: Final = 12_000  # of a player for all opponents together, between two of its own decisions
MAX_DECISIONS: Final = 10  # of each opponent in that time: from an escape in the first turn to the next tomb
# Few moves are worth a node here, so the usual shares of missed moves would make the priest no better than the scribe.
MISSED_SHARES: Final = {PRIEST: 0.15, VIZIER: 0.07}

# What a seat does with each verb.
KINDS: Final = {
    "escape": "escaping",
    "hide": "escaping",
    **dict.fromkeys(("play_up", "play_up_as", "enough"), "playing"),
    "play_down": "bluffing",
    **dict.fromkeys(("name", "count", "use", "leave"), "assigning"),
}
KIND_WORDS: Final = {
    "escaping": "when to escape",
    "playing": "what to play",
    "bluffing": "when to bluff",
    "assigning": "where a card counts",
}


class ThievesKit(GameKit):
    """Its evaluators can be used with any pieces and any number of thieves."""

    def evaluator(self, state: State, values: str = "") -> Evaluator[ThievesState]:
        """The guided evaluator, with a learned value if there is one for this game."""
        state = cast(ThievesState, state)
        seats = int(state.seat_count)
        habits = searching_habits(seats)
        learned_weights = learned_weights_for(state, values or CURRENT_VALUES)
        return GuidedEvaluator(self.game, state.pieces, seats, habits=habits, learned_weights=learned_weights)

    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[ThievesState]:
        del state
        return HandwrittenThievesEvaluator(self.game, horizon)

    def max_decision_ms(self, state: State) -> int:
        return MAX_WAIT_MS // (MAX_DECISIONS * (int(cast(ThievesState, state).seat_count) - 1))

    def missed_share(self, level: str) -> float:
        return MISSED_SHARES.get(level, super().missed_share(level))

    def temperature(self, level: str) -> float:
        return TEMPERATURES.get(level, 0.0)

    def value_key(self, state: State) -> str:
        state = cast(ThievesState, state)
        weights = learned_weights_for(state) or borrowed_weights_for(state)
        return weights_key(weights or fitted_weights(int(state.seat_count)), state.pieces.fingerprint())

    def calibration_key(self, state: State) -> str:
        """That of the pieces of Vok if these differ from them in numbers only."""
        borrowed = borrowed_weights_for(cast(ThievesState, state))
        return self.value_key(state) if borrowed is None else weights_key(borrowed, SHIPPED.fingerprint())

    def analysis_evaluator(self, state: State) -> Evaluator[ThievesState]:
        """With values that were learned with the pieces of Vok if these differ from them in numbers only. Opponents do not use
        them, because their strength was measured without."""
        state = cast(ThievesState, state)
        borrowed = borrowed_weights_for(state)
        if borrowed is None:
            return self.evaluator(state)
        seats = int(state.seat_count)
        habits = searching_habits(seats)
        return GuidedEvaluator(self.game, state.pieces, seats, habits=habits, learned_weights=borrowed)

    def progress(self, state: State) -> float:
        """The tombs that are gone, or the treasure of the richest thief as a share of the goal, whichever is more."""
        state = cast(ThievesState, state)
        gone, left = state.count(layout.TOMBS_GONE), state.count(layout.TOMB_DECK)
        richest = max(self.game.scores(state)) / state.options.goal
        return min(1.0, max(float(gone) / max(1.0, float(gone + left + 1)), richest))

    def narrow_lead(self) -> float:
        return 2.0

    def decision_kind(self, state: State, move: int, better_move: int) -> str:
        del state, better_move
        return KINDS[layout.MOVE_CODEC.verb_names[move & VERB_MASK]]

    def decision_kinds(self) -> dict[str, str]:
        return KIND_WORDS

    def holdings(self, state: State, seat: int) -> dict[Holding, float]:
        """Treasure and reputation tokens."""
        state = cast(ThievesState, state)
        return {
            Holding(AMOUNT, "treasure"): float(state.cells[layout.TREASURE + seat]),
            Holding(AMOUNT, "reputation tokens"): float(state.cells[layout.REPUTATION + seat]),
        }

    def playing_on_confirms(self) -> bool:
        """No: the value of a tomb hardly settles within 40 pairs, and deep trees found all of 15 marks again."""
        return False

    def count_pieces_by_kind(self, state: State) -> list[int]:
        """The number of duelling cards, tombs and guardians of each kind, then the number of reputation tokens."""
        state = cast(ThievesState, state)
        pieces, cells, seats = state.pieces, state.cells, range(int(state.seat_count))
        cards, tombs, guardians = [0] * len(pieces.cards), [0] * len(pieces.tombs), [0] * len(pieces.guardians)
        hidden = [zone + seat for zone in (layout.HAND, layout.UNSEEN_DISCARDS) for seat in seats]
        card_kinds = [kind for zone in (layout.DECK, layout.DISCARDS, *hidden) for kind in state.kinds(zone)]
        laid_cards = [
            cells[layout.LAID_CARDS + layout.MAX_LAID_CARDS * seat + index]
            for seat in seats
            for index in range(int(layout.MAX_LAID_CARDS))
        ]
        card_kinds += [laid_kind(laid_card) for laid_card in laid_cards if laid_card != NOTHING]
        for kind in [*card_kinds, *([cells[layout.COMMUNITY_CARD]] if cells[layout.COMMUNITY_CARD] != NOTHING else [])]:
            cards[kind] += 1
        for zone in (layout.TOMB_DECK, layout.TOMBS_GONE):
            for kind in state.kinds(zone):
                tombs[kind] += 1
        if cells[layout.TOMB] != NOTHING:
            tombs[cells[layout.TOMB]] += 1
        for zone in (layout.GUARDIAN_DECK, layout.GUARDIANS_BEATEN, layout.GUARDIANS):
            for kind in state.kinds(zone):
                guardians[kind] += 1
        tokens = sum(state.kinds(layout.POOLS)) + sum([int(cells[layout.REPUTATION + seat]) for seat in seats])
        return [*cards, *tombs, *guardians, tokens]


THIEVES_KIT: Final = ThievesKit(
    THIEVES,
    table="vok_tui.boards.thieves.kit:THIEVES_TABLE",
    adapter="lab.thieves.adapter:THIEVES_SPEC",
    statistics="lab.thieves.statistics:ThievesStatistics",
    facts="ai.thieves.facts:THIEVES_FACTS",
)
