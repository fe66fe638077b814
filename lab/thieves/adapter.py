"""King of Thieves for other libraries: action ids, and observations as numbers. For the shipped pieces only."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.core.game import NOTHING
from engine.thieves.game import EDITIONS, THIEVES
from engine.thieves.pieces import PLAIN_SYMBOLS, SYMBOLS, DuellingCard
from engine.thieves.shipped import SHIPPED
from engine.thieves.state import MAX_LAID_CARDS, piece_set_count
from engine.thieves.view import GuardianView, LaidCardView, ThiefView, ThievesView
from lab.adapters.game_spec import ActionRange, GameSpec

HALVES: Final = 2
STATUSES: Final = ("inside", "escaped", "out")
MAX_DECISIONS: Final = 5000  # in a game; the longest of 300 random games of eight thieves had 568


class ThievesSpec(GameSpec):
    """For both editions, with the default options."""

    def __init__(self) -> None:
        tables = {edition.name: (edition.min_players, edition.max_players) for edition in EDITIONS}
        super().__init__("lab.thieves.adapter:THIEVES_SPEC", THIEVES, tables, MAX_DECISIONS)

    def action_ranges(self, players: int, edition: str) -> tuple[ActionRange, ...]:
        """One range for each verb. Duel 0 is the tomb, the others are the guardians."""
        del edition
        kinds, places, symbols = len(SHIPPED.cards), int(MAX_LAID_CARDS), int(PLAIN_SYMBOLS)
        duels = 1 + max_guardians(players)
        return (
            ActionRange("escape"),
            ActionRange("hide"),
            ActionRange("play_up", (kinds, HALVES)),
            ActionRange("play_up_as", (kinds, HALVES, symbols)),
            ActionRange("play_down", (kinds, HALVES)),
            ActionRange("enough"),
            ActionRange("name", (places, symbols)),
            ActionRange("count", (places, duels)),
            ActionRange("use", (HALVES, duels)),
            ActionRange("leave"),
        )

    def observe(self, view: ThievesView, players: int, edition: str) -> list[float]:
        """The table, then each seat, beginning with the viewer. Cards are counted by kind."""
        del edition
        starter = (view.starter - view.viewer) % players
        mover = (view.mover - view.viewer) % players if view.mover >= 0 else players
        counts = (
            view.tomb_number, view.tombs_in_deck, view.guardians_in_deck, view.round, starter, mover, view.goal,
            view.stakes, view.tomb_treasure, view.deck_count, view.unseen_discard_count,
        )  # fmt: skip
        numbers = [*map(float, counts), *one_hot(SYMBOLS[: int(PLAIN_SYMBOLS)], view.tomb_symbol)]
        for place in range(max_guardians(players)):
            numbers += observe_guardian(view.guardians[place] if place < len(view.guardians) else None)
        for cards in ((view.community_card,), view.discards, view.own_unseen_discards):
            numbers += count_kinds(cards)
        for place in range(players):
            numbers += observe_seat(view.seats[(view.viewer + place) % players])
        return numbers


def max_guardians(players: int) -> int:
    """The maximum number of guardians beside a tomb."""
    return piece_set_count(players) * SHIPPED.guardian_count


def observe_guardian(guardian: GuardianView | None) -> list[float]:
    """Strength, pool and symbol; zeros for None."""
    if guardian is None:
        return [0.0] * (2 + int(PLAIN_SYMBOLS))
    return [float(guardian.strength), float(guardian.pool), *one_hot(SYMBOLS[: int(PLAIN_SYMBOLS)], guardian.symbol)]


def observe_seat(thief: ThiefView) -> list[float]:
    """Tokens, status, the use of the community card, the hand (zeros if it is hidden), and the cards on the table."""
    numbers = [
        float(thief.reputation),
        float(thief.treasure),
        float(thief.hand_count),
        *one_hot(STATUSES, thief.status),
    ]
    numbers += [float(thief.community_half - NOTHING), float(thief.community_duel - NOTHING)]
    numbers += count_kinds(thief.hand or ())
    for place in range(int(MAX_LAID_CARDS)):
        numbers += observe_laid_card(thief.laid_cards[place] if place < len(thief.laid_cards) else None)
    return numbers


def observe_laid_card(laid_card: LaidCardView | None) -> list[float]:
    """A card on the table: whether there is one, whether it lies face down, its half, its duel, what its rubies stand for, and
    its kind. For a card that the viewer may not know, all but the first two are 0."""
    known = laid_card if laid_card is not None and laid_card.card is not None else None
    return [
        float(laid_card is not None),
        float(laid_card is not None and laid_card.is_face_down),
        float(known.half) if known is not None else 0.0,
        float(known.duel - NOTHING) if known is not None else 0.0,
        *one_hot(SYMBOLS[: int(PLAIN_SYMBOLS)], known.named_symbol if known is not None else ""),
        *count_kinds((known.card,) if known is not None else ()),
    ]


def one_hot(words: Sequence[str], word: str) -> list[float]:
    """1 at the index of `word` in `words`, 0 elsewhere."""
    return [float(each == word) for each in words]


def count_kinds(cards: Iterable[DuellingCard | None]) -> list[float]:
    counts = [0.0] * len(SHIPPED.cards)
    for card in cards:
        if card is not None:
            counts[SHIPPED.kind_of_card[card.name]] += 1
    return counts


THIEVES_SPEC: Final = ThievesSpec()
