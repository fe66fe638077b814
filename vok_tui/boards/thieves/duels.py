"""The duels of a tomb as the viewer knows them: the symbols that thieves have, need to win, and could still add."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.game import NOTHING
from engine.thieves.data.pieces import SYMBOLS, DuellingCard, Half
from engine.thieves.state import CARDS_PER_ROUND, ROUND_COUNT
from engine.thieves.view import ASSIGNMENT, SECOND_CARD, LaidCardView, ThiefView, ThievesView

RUBY = "ruby"


@dataclass(frozen=True)
class Duel:
    """A duel of the current tomb. Number 0 is for the tomb itself, the others for its guardians, oldest first."""

    number: int
    name: str
    symbol: str
    min_symbols: int  # without which nobody wins
    prize: int  # treasure for the tomb, tokens of reputation for a guardian
    is_newest: bool = False


def duels_of(view: ThievesView) -> list[Duel]:
    """All duels, that for the tomb first; empty between two tombs."""
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


def known_symbol(laid_card: LaidCardView) -> str:
    """The symbol that a laid card counts as; "" if the viewer may not know the card."""
    if laid_card.card is None:
        return ""
    return laid_card.named_symbol or SYMBOLS[laid_card.card.half(laid_card.half).symbol]


def half_that_counts(card: DuellingCard, laid_card: LaidCardView) -> str:
    """The half of a laid card that counts, and what its rubies stand for: "2 ruby as key (not 1 lamp)"."""
    named = f" as {laid_card.named_symbol}" if laid_card.named_symbol else ""
    return f"{card.half(laid_card.half)}{named} (not {card.half(1 - laid_card.half)})"


def known_symbol_count(thief: ThiefView, duel: Duel, community_card: DuellingCard | None) -> int:
    """The number of a thief's symbols that the viewer knows and that may count in a duel, also on the viewer's own face-down
    cards. The community card is included once the thief has assigned it to this duel."""
    total = 0
    for laid_card in thief.laid_cards:
        may_count = laid_card.duel in (NOTHING, duel.number) and known_symbol(laid_card) in (duel.symbol, RUBY)
        if laid_card.card is not None and may_count:
            total += laid_card.card.half(laid_card.half).symbol_count
    if community_card is not None and thief.community_duel == duel.number:
        total += community_card.half(thief.community_half).symbol_count
    return total


def hidden_laid_card_count(thief: ThiefView) -> int:
    """The number of a thief's laid cards that the viewer does not know: 0 for the viewer's own, unless they are covered."""
    return sum(laid_card.card is None for laid_card in thief.laid_cards)


def max_symbols_of_half(halves: Sequence[Half], symbol: str) -> int:
    """The maximum number of symbols that one of the halves adds to a duel with this symbol."""
    return max([half.symbol_count for half in halves if SYMBOLS[half.symbol] in (symbol, RUBY)], default=0)


def has_acted(view: ThievesView, thief: ThiefView) -> bool:
    """Whether the turn of a thief has passed, in this round or in this step of the showdown."""
    seats = len(view.seats)
    return (thief.seat - view.starter) % seats < (view.mover - view.starter) % seats


def playable_card_count(view: ThievesView, thief: ThiefView) -> int:
    """The maximum number of cards that a thief inside may still play in this tomb: two in each round, less in a round in which
    the thief has acted or has played a card."""
    rounds_to_come = int(ROUND_COUNT) - view.round
    if rounds_to_come < 0 or view.mover < 0:
        return 0
    this_round = 0 if has_acted(view, thief) else int(CARDS_PER_ROUND)
    if thief.seat == view.mover and view.step == SECOND_CARD:
        this_round -= 1
    return this_round + int(CARDS_PER_ROUND) * rounds_to_come


def may_use_community_card(view: ThievesView, thief: ThiefView) -> bool:
    """Whether a thief inside has not decided yet about the community card."""
    if view.community_card is None or thief.community_duel != NOTHING or view.mover < 0:
        return False
    return view.step != ASSIGNMENT or not has_acted(view, thief)


def addable_symbol_count(view: ThievesView, thief: ThiefView, duel: Duel) -> int:
    """The maximum number of symbols that `thief`, the viewer, could still add to a duel: the best cards of the hand, as many as
    may still be played, and the community card."""
    from_community = 0
    if view.community_card is not None and may_use_community_card(view, thief):
        from_community = max_symbols_of_half((view.community_card.top, view.community_card.bottom), duel.symbol)
    from_hand = sorted(
        [max_symbols_of_half((card.top, card.bottom), duel.symbol) for card in thief.hand or ()], reverse=True
    )
    return from_community + sum(from_hand[: playable_card_count(view, thief)])


def missing_symbol_count(view: ThievesView, thief: ThiefView, duel: Duel) -> int:
    """The number of symbols that a thief still needs to win the duel without a tie, if the others add none."""
    others = [other for other in view.seats if other.seat != thief.seat and other.status == "inside"]
    best = max([known_symbol_count(other, duel, view.community_card) for other in others], default=0)
    return max(0, max(duel.min_symbols, best + 1) - known_symbol_count(thief, duel, view.community_card))


def is_hiding(view: ThievesView, thief: ThiefView) -> bool:
    """Whether a thief has hidden: is still inside and has laid no card, although their turn has passed."""
    if thief.laid_cards or thief.status != "inside" or not view.tomb_symbol:
        return False
    return view.round > 1 or has_acted(view, thief)
