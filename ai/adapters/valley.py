"""The shape of Valley of the Kings: numbers for its answers, and its view as numbers."""

from collections.abc import Iterable
from typing import Final

from ai.adapters.shape import Block, Shape
from engine.core.rules import Seat, Setup
from engine.valley.editions import AFTERLIFE, BASE, BOTH, EDITIONS
from engine.valley.game import VALLEY
from engine.valley.state import SLOTS
from engine.valley.verbs import VERBS
from engine.valley.view import Face, SeatView, View

PAYMENTS: Final = 64  # ways to pay for one slot; 25 is the most that was seen in random games
FIXED: Final = (BASE, AFTERLIFE, BOTH)
LONGEST: Final = 5000  # decisions; the longest random game of four players that was seen took 282


class ValleyShape(Shape):
    """The editions whose cards are the same in every game. Where they are drawn by lot, the number of a kind would mean another
    card from deal to deal; and alone one has nobody to play against."""

    def __init__(self) -> None:
        ready = [EDITIONS[name] for name in FIXED]
        tables = {edition.name: (edition.least, edition.most) for edition in ready}
        super().__init__("ai.adapters.valley:SHAPE", VALLEY, tables, LONGEST)

    def blocks(self, players: int, edition: str) -> tuple[Block, ...]:
        """A verb that is not named here speaks of one kind, slot or seat, or of none."""
        one = max(self.kinds(players, edition), SLOTS, players) + 1
        special = {
            "end": Block("end"),
            "pass": Block("pass"),
            "buy": Block("buy", (SLOTS,), PAYMENTS),
            "react": Block("react", (one, SLOTS + 1)),
            "swap": Block("swap", (SLOTS, SLOTS)),
        }
        return tuple(special.get(verb, Block(verb, (one,))) for verb in VERBS.names)

    def kinds(self, players: int, edition: str) -> int:
        """How many kinds of cards there are."""
        return len(VALLEY.catalogue(Setup("valley", (Seat(""),) * players, 0, edition)).cards)

    def observe(self, view: View, players: int, edition: str) -> list[float]:
        """The table first, then each seat; a card is a count at the place of its kind."""
        kinds = self.kinds(players, edition)
        active = (view.active - view.viewer) % players
        mover = (view.mover - view.viewer) % players if view.mover >= 0 else players
        seen = [
            float(view.turn), float(active), float(mover), float(view.boneyard_count), float(view.stock_ii),
            float(view.stock_iii), float(view.gold_in_hand), float(view.rebate), float(view.entombed),
        ]  # fmt: skip
        seen += counts(kinds, [view.boneyard_top])
        for slot in view.pyramid:
            seen += counts(kinds, [slot.face])
        seen += counts(kinds, view.looking)
        seen += counts(kinds, view.revealed)
        for place in range(players):
            seen += self.seat(view.seats[(view.viewer + place) % players], kinds)
        return seen

    def seat(self, seat: SeatView, kinds: int) -> list[float]:
        """One player: sizes and score, the hand as far as it is known, the pile's top, cards in play, the tomb."""
        tomb = [*seat.others, *(face for row in seat.sets for face in row.present)]
        seen = [float(seat.hand_count), float(seat.deck_count), float(seat.discard_count), float(seat.tomb_count)]
        seen.append(float(seat.score))
        seen += counts(kinds, [*(card.face for card in seat.hand), *seat.known])
        seen += counts(kinds, [seat.discard_top])
        seen += counts(kinds, seat.in_play)
        seen += counts(kinds, tomb)
        return seen


def counts(kinds: int, faces: Iterable[Face | None]) -> list[float]:
    """How many there are of each kind."""
    found = [0.0] * kinds
    for face in faces:
        if face is not None:
            found[face.kind] += 1
    return found


SHAPE: Final = ValleyShape()
