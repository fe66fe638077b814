"""The duels of a tomb as the viewer knows them: what each thief shows, what is missing to win, and what the viewer could add."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.game import NOTHING
from engine.thieves.data.pieces import SYMBOLS, DuellingCard, Half
from engine.thieves.view import LaidCardView, ThiefView, ThievesView

RUBY = "ruby"
ROUNDS = 3
CARDS_A_ROUND = 2


@dataclass(frozen=True)
class Duel:
    """A duel of this tomb: number 0 is the tomb, the others are the guardians from the oldest on."""

    number: int
    name: str
    symbol: str
    min_symbols: int  # symbols without which nobody wins
    prize: int
    is_newest: bool = False


def duels_of(view: ThievesView) -> list[Duel]:
    """All duels, the tomb first; none between two tombs."""
    if not view.tomb_symbol:
        return []
    newest = len(view.guardians)
    return [
        Duel(0, "Tomb", view.tomb_symbol, 1, view.tomb_treasure),
        *[
            Duel(number, guardian.name, guardian.symbol, guardian.strength, guardian.pool, number == newest)
            for number, guardian in enumerate(view.guardians, 1)
        ],
    ]


def shown_symbol(laid: LaidCardView) -> str:
    """What a card on the table shows; "" if the viewer may not know it."""
    if laid.card is None:
        return ""
    return laid.named_symbol or SYMBOLS[laid.card.half(laid.half).symbol]


def shown_symbol_count(thief: ThiefView, duel: Duel, community: DuellingCard | None) -> int:
    """The symbols of a thief that the viewer knows and that may count in a duel. The community card is included once the thief
    has said what it counts for."""
    total = 0
    for laid in thief.laid_cards:
        if laid.card is not None and laid.duel in (NOTHING, duel.number) and shown_symbol(laid) in (duel.symbol, RUBY):
            total += laid.card.half(laid.half).symbol_count
    if community is not None and thief.community_duel == duel.number:
        total += community.half(thief.community_half).symbol_count
    return total


def face_down_count(thief: ThiefView) -> int:
    """The cards of a thief that the viewer does not know."""
    return sum(laid.card is None for laid in thief.laid_cards)


def max_symbols_of_a_half(halves: Sequence[Half], symbol: str) -> int:
    """The most symbols that one of the halves can show in a duel."""
    return max([half.symbol_count for half in halves if SYMBOLS[half.symbol] in (symbol, RUBY)], default=0)


def addable_symbol_count(view: ThievesView, thief: ThiefView, duel: Duel) -> int:
    """The most symbols that the viewer could still add to a duel: the best cards of the hand, two for each round left, and the
    community card."""
    added = 0
    if view.community is not None and thief.community_duel == NOTHING:
        added = max_symbols_of_a_half((view.community.top, view.community.bottom), duel.symbol)
    rounds = max(0, ROUNDS + 1 - view.round)
    values = sorted(
        [max_symbols_of_a_half((card.top, card.bottom), duel.symbol) for card in thief.hand or ()], reverse=True
    )
    return added + sum(values[: CARDS_A_ROUND * rounds])


def missing_symbol_count(view: ThievesView, thief: ThiefView, duel: Duel) -> int:
    """How many more symbols a thief needs to win the duel alone, if the others show no more than now."""
    others = [other for other in view.seats if other.seat != thief.seat and other.status == "inside"]
    best = max([shown_symbol_count(other, duel, view.community) for other in others], default=0)
    return max(0, max(duel.min_symbols, best + 1) - shown_symbol_count(thief, duel, view.community))


def is_hiding(view: ThievesView, thief: ThiefView) -> bool:
    """Whether a thief has hidden: inside without a card, although their turn has passed."""
    if thief.laid_cards or thief.status != "inside" or not view.tomb_symbol:
        return False
    seats = len(view.seats)
    has_acted = (thief.seat - view.starter) % seats < (view.mover - view.starter) % seats
    return view.round > 1 or has_acted
