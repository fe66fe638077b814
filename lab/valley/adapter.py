"""The spec of Valley of the Kings: action ids, and views as numbers."""

from collections.abc import Iterable
from typing import Final

from engine.core.game import Seat, Setup
from engine.valley.catalogue.verbs import CARD, SLOT, Verb
from engine.valley.declared import VERBS
from engine.valley.editions import AFTERLIFE, BASE, BOTH, EDITIONS
from engine.valley.game import VALLEY
from engine.valley.state import SLOT_COUNT
from engine.valley.view import Face, SeatView, View
from lab.adapters.game_spec import ActionRange, GameSpec

PAYMENTS_PER_SLOT: Final = 64  # at most 25 occurred in random games
FIXED_EDITIONS: Final = (BASE, AFTERLIFE, BOTH)
MAX_DECISIONS: Final = 5000  # the longest of many random games of four players had 282 decisions


class ValleySpec(GameSpec):
    """Only for editions with the same cards in every game: in the others, the number of a kind would mean another card in each
    deal. Solitaire is left out, because it has no opponent."""

    def __init__(self) -> None:
        editions = [EDITIONS[name] for name in FIXED_EDITIONS]
        player_counts = {edition.name: (edition.min_players, edition.max_players) for edition in editions}
        super().__init__("lab.valley.adapter:VALLEY_SPEC", VALLEY, player_counts, MAX_DECISIONS)

    def action_ranges(self, players: int, edition: str) -> tuple[ActionRange, ...]:
        """One range for each verb, from the arguments that it declares. A purchase is a slot and one of its payments."""
        first_argument_bound = max(self.kind_count(players, edition), SLOT_COUNT, players) + 1
        bounds = {CARD: first_argument_bound, SLOT: SLOT_COUNT}

        def range_of(verb: Verb) -> ActionRange:
            if verb.name == "buy":
                return ActionRange(verb.name, (SLOT_COUNT,), PAYMENTS_PER_SLOT)
            if len(verb.argument_types) < 2:
                return ActionRange(verb.name, (first_argument_bound,) * len(verb.argument_types))
            missing_value = 1 if verb.says_with_rest else 0  # then the last argument may be missing
            *first, last = [bounds.get(argument_type, first_argument_bound) for argument_type in verb.argument_types]
            return ActionRange(verb.name, (*first, last + missing_value))

        return tuple(range_of(verb) for verb in VERBS.values())

    def kind_count(self, players: int, edition: str) -> int:
        """The number of kinds of cards."""
        return len(VALLEY.catalogue(Setup("valley", (Seat(""),) * players, 0, edition)).cards)

    def observe(self, view: View, players: int, edition: str) -> list[float]:
        """First the table, then each seat. Cards are given as counts by kind."""
        kind_count = self.kind_count(players, edition)
        active = (view.active - view.viewer) % players
        mover = (view.mover - view.viewer) % players if view.mover >= 0 else players
        numbers = [
            float(view.turn), float(active), float(mover), float(view.boneyard_count), float(view.stock_ii),
            float(view.stock_iii), float(view.gold_in_hand), float(view.rebate), float(view.has_entombed),
        ]  # fmt: skip
        numbers += count_cards_by_kind(kind_count, [view.boneyard_top])
        for slot in view.pyramid:
            numbers += count_cards_by_kind(kind_count, [slot.face])
        numbers += count_cards_by_kind(kind_count, view.looked_at)
        numbers += count_cards_by_kind(kind_count, view.revealed)
        for offset in range(players):
            numbers += self.observe_seat(view.seats[(view.viewer + offset) % players], kind_count)
        return numbers

    def observe_seat(self, seat: SeatView, kind_count: int) -> list[float]:
        """One seat: numbers of cards and score, known cards in hand, the top of the discard pile, cards in play, the tomb."""
        tomb = [*seat.other_artifacts, *(face for row in seat.sets for face in row.present)]
        numbers = [float(seat.hand_count), float(seat.deck_count), float(seat.discard_count), float(seat.tomb_count)]
        numbers.append(float(seat.score))
        numbers += count_cards_by_kind(kind_count, [*(card.face for card in seat.hand), *seat.known_hand])
        numbers += count_cards_by_kind(kind_count, [seat.discard_top])
        numbers += count_cards_by_kind(kind_count, seat.in_play)
        numbers += count_cards_by_kind(kind_count, tomb)
        return numbers


def count_cards_by_kind(kind_count: int, faces: Iterable[Face | None]) -> list[float]:
    counts = [0.0] * kind_count
    for face in faces:
        if face is not None:
            counts[face.kind] += 1
    return counts


VALLEY_SPEC: Final = ValleySpec()
