"""The numbers of the cards in hand: a card keeps its number for a whole turn.

At the beginning of a turn the cards are numbered in order. When a card leaves, its number stays free. New cards come last and get
the next numbers; after ten, when there are no more keys, they get free ones. All numbers follow from the actions of the game, so
undo restores them.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from vok_tui.game.session import Session
from vok_tui.panes.scene import Board

NUMBER_KEYS: Final = 10


@dataclass(frozen=True)
class NumberedHand:
    """The cards of a hand by number, from 1. `highest` is the highest number given in this turn."""

    cards: Mapping[int, Hashable]
    highest: int

    @classmethod
    def at_turn_start(cls, hand: Sequence[Hashable]) -> "NumberedHand":
        """A hand at the beginning of a turn."""
        return cls(dict(enumerate(hand, 1)), len(hand))

    def after(self, later_hand: Sequence[Hashable]) -> "NumberedHand":
        """The same hand one step later, when it holds `later_hand`. Cards that stay keep their numbers."""
        remaining, cards, highest = Counter(later_hand), dict[int, Hashable](), self.highest
        for number, card in self.cards.items():
            if remaining[card]:
                remaining[card] -= 1
                cards[number] = card
        for card in later_hand:
            if remaining[card]:
                remaining[card] -= 1
                highest += 1
                free = (number for number in range(1, NUMBER_KEYS + 1) if number not in cards)
                cards[highest if highest <= NUMBER_KEYS else next(free, highest)] = card
        return NumberedHand(cards, highest)


class HandNumbers:
    """The numbers of the cards in hand at each node of a session."""

    def __init__(self, session: Session, board: Board) -> None:
        self._session: Final = session
        self._board: Final = board
        self._known: Final[dict[tuple[int, int], NumberedHand]] = {}

    def order_and_numbers(self, hand: Sequence[Hashable]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For the viewer's hand as shown now: the indices of its cards in the order of their numbers, and these numbers."""
        indices: dict[Hashable, list[int]] = {}
        for index, card in enumerate(hand):
            indices.setdefault(card, []).append(index)
        cards = self._numbered_hand(self._session.shown_path()[-1]).cards if hand else {}
        return tuple([indices[card].pop(0) for card in cards.values()]), tuple(cards)

    def _numbered_hand(self, node: int) -> NumberedHand:
        """The viewer's hand at a node, with its numbers. O(steps of the turn); cached."""
        session, steps = self._session, []
        while (node, session.viewer) not in self._known:
            parent = session.match.log.parents[node]
            if node == 0 or session.match.chapter(parent) != session.match.chapter(node):
                self._known[node, session.viewer] = NumberedHand.at_turn_start(self._hand(node))
            else:
                steps.append(node)
                node = parent
        numbered = self._known[node, session.viewer]
        for step in reversed(steps):
            numbered = self._known[step, session.viewer] = numbered.after(self._hand(step))
        return numbered

    def _hand(self, node: int) -> Sequence[Hashable]:
        return self._board.hand_cards(self._session.view_at(node))
