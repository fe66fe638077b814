"""The kit of Valley of the Kings."""

from typing import Final, cast

from ai.kit import AMOUNT, ENTOMBED, MINOR_STEP, OWNED, GameKit, Holding
from ai.levels import MASON, PORTER, POTTER, SCULPTOR, WEAVER
from ai.search.evaluator import Evaluator
from ai.valley.features import Features
from ai.valley.handwritten import HandwrittenEvaluator
from ai.valley.learned import LearnedEvaluator
from ai.valley.value_file import borrowed_value, file_key_for, play_fingerprint, weights_for
from ai.value_file import CURRENT_VALUES
from engine.core.action import Action
from engine.core.game import State
from engine.core.moves import VERB_MASK, first_argument
from engine.valley import state as layout
from engine.valley.declared import MOVE_CODEC
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState

# In points. The soft levels play all editions with the same ones.
TEMPERATURES: Final = {PORTER: 8.5, WEAVER: 3.7, POTTER: 2.3, MASON: 1.3, SCULPTOR: 0.6}
# What a seat does with each verb; all other verbs choose.
KINDS: Final = {
    "buy": "buying",
    "execute": "executing",
    "awaken": "executing",
    "repeat": "executing",
    "entomb": "entombing",
    "next": "entombing",
    "react": "reacting",
    "end": "ending",
}
KIND_WORDS: Final = {
    "buying": "what to buy",
    "executing": "what to execute",
    "entombing": "what to entomb",
    "reacting": "when to react",
    "ending": "when to stop",
    "paying": "what to pay with",
    "choosing": "how to use an action",
}


SILENT_VERBS: Final = ("end", "pass", "crumble")
STEP_RANKS: Final = {  # what stays in the tomb is said before what was bought; the order of discards hardly ever matters
    "entomb": 0,
    "buy": 1,
    "execute": 2,
    "top": MINOR_STEP,
}


class ValleyKit(GameKit):
    """Evaluators for any cards, learned values for the cards of the program, statistics of each card."""

    def evaluator(self, state: State, values: str = "") -> Evaluator[ValleyState]:
        """The learned evaluator if there are weights for these cards and this number of seats, else the handwritten one."""
        state = cast(ValleyState, state)
        weights = weights_for(state.catalogue, int(state.seat_count), values or CURRENT_VALUES)
        if weights is not None:
            # With more players no gain was shown.
            return LearnedEvaluator(self.game, state.catalogue, weights, moves_recur=state.seat_count == 2)
        return self.handwritten_evaluator(state)

    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[ValleyState]:
        return HandwrittenEvaluator(self.game, cast(ValleyState, state).catalogue, horizon)

    def temperature(self, level: str) -> float:
        return TEMPERATURES.get(level, 0.0)

    @property
    def judges_turns(self) -> bool:
        return True

    def value_key(self, state: State) -> str:
        """The weights, with the fingerprint of the cards if they were learned with other numbers; or only that fingerprint, for
        the handwritten evaluator. "" for a solitaire game, which is not won against anybody."""
        state = cast(ValleyState, state)
        if state.seat_count == 1:
            return ""
        cards, seats = state.catalogue, int(state.seat_count)
        borrowed = borrowed_value(cards, seats)
        head = f"{borrowed.key}-numbers" if borrowed is not None else "handwritten"
        return file_key_for(cards, seats) or f"{head}-{play_fingerprint(cards):08x}"

    def calibration_key(self, state: State) -> str:
        """That of the cards of Vok if these differ from them in numbers only."""
        state = cast(ValleyState, state)
        borrowed = borrowed_value(state.catalogue, int(state.seat_count))
        return borrowed.key if borrowed is not None else self.value_key(state)

    def analysis_evaluator(self, state: State) -> Evaluator[ValleyState]:
        """For cards that differ from those of Vok in numbers only, values learned with those are far better than handwritten
        ones. Opponents do not use them, because their strength was measured without."""
        state = cast(ValleyState, state)
        borrowed = borrowed_value(state.catalogue, int(state.seat_count))
        if borrowed is None:
            return self.evaluator(state)
        return LearnedEvaluator(self.game, state.catalogue, borrowed.weights)

    def progress(self, state: State) -> float:
        """Turns done as a share of turns done and turns left, from the cards left to buy."""
        state = cast(ValleyState, state)
        features = Features(state.catalogue)
        features.prepare(state)
        turns_done = float(state.cells[layout.TURN_NUMBER]) / float(state.seat_count)
        return turns_done / max(1.0, turns_done + features.turns_left(state))

    def narrow_lead(self) -> float:
        return 6.0

    def hint_tree_size(self) -> int:
        return 1600

    def decision_kind(self, state: State, move: int, better_move: int) -> str:
        del state
        kind = KINDS.get(MOVE_CODEC.verb_names[move & VERB_MASK], "choosing")
        same_card = move & VERB_MASK == better_move & VERB_MASK and first_argument(move) == first_argument(better_move)
        return "paying" if kind == "buying" and same_card and move != better_move else kind

    def step_words(self, state: State, action: Action, *, in_full: bool) -> str:
        if action.verb in SILENT_VERBS:
            return ""
        words = self.game.say(state, action)
        return words if in_full or action.verb != "buy" else words.partition(" with ")[0]

    def step_rank(self, action: Action) -> int:
        return STEP_RANKS.get(action.verb, 3)

    def decision_kinds(self) -> dict[str, str]:
        return KIND_WORDS

    def holdings(self, state: State, seat: int) -> dict[Holding, float]:
        """The cards of a seat, wherever they are, those in its tomb, and its points."""
        state = cast(ValleyState, state)
        holdings = {Holding(AMOUNT, "points"): float(self.game.scores(state)[seat])}
        for zone in (layout.HAND, layout.DECK, layout.PLAYED, layout.DISCARD, layout.TOMB):
            for kind in state.kinds(zone + seat):
                name = state.catalogue.cards[kind].name
                for holding in (Holding(OWNED, name), *([Holding(ENTOMBED, name)] if zone == layout.TOMB else [])):
                    holdings[holding] = holdings.get(holding, 0.0) + 1.0
        return holdings

    def count_pieces_by_kind(self, state: State) -> list[int]:
        """The number of cards of each kind on the whole table. Zones that only refer to cards elsewhere do not count."""
        state = cast(ValleyState, state)
        counts = [0] * len(state.catalogue)
        for zone in range(layout.ZONE_COUNT):
            if (
                state.zone_starts[zone] >= 0
                and zone != layout.EXECUTED
                and (zone < layout.SHOWN or zone == layout.ASIDE)
            ):
                for kind in state.kinds(zone):
                    counts[kind] += 1
        for slot in range(layout.PYRAMID_START, layout.PYRAMID_START + layout.SLOT_COUNT):
            if state.cells[slot] >= 0:
                counts[state.cells[slot]] += 1
        return counts


VALLEY_KIT: Final = ValleyKit(
    VALLEY,
    table="vok_tui.boards.valley.kit:VALLEY_TABLE",
    adapter="lab.valley.adapter:VALLEY_SPEC",
    statistics="lab.valley.statistics:CardStatistics",
    facts="ai.valley.facts:VALLEY_FACTS",
)
