"""Buying a card: the gold of the cards that are laid out, and which of the engine's payments they make."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.valley.view import HandCard, View
from vok_tui.boards.valley.answers import affected_targets, list_answers, payment_gold
from vok_tui.boards.valley.names import brief_name_with_article
from vok_tui.game.story import Choice
from vok_tui.painting.grid import Target
from vok_tui.panes.payment import LaidOutPayment
from vok_tui.panes.scene import Answer

BUY_ROLE: Final = "buy"


class ValleyPurchase:
    """The purchase of one card of the pyramid. Its answers are the payments of the engine's menu."""

    def __init__(self, view: View, slot: int, answers: tuple[Answer, ...]) -> None:
        self.role: Final = BUY_ROLE
        self.answers: Final = answers
        self._view: Final = view
        self._hand: Final = view.mine.hand
        self._price: Final = max(0, view.pyramid[slot].price)
        self._answer_by_kinds: Final = {
            tuple(sorted(answer.action.arguments[1:])): answer for answer in answers if answer.action is not None
        }

    def cards_of(self, answer: Answer) -> frozenset[Target]:
        if answer.action is None:
            return frozenset()
        return frozenset([target for target in affected_targets(self._view, answer.action) if target.area == "hand"])

    def can_lay_out(self, target: Target) -> bool:
        return target.area == "hand" and target.index < len(self._hand)

    def payment_with(self, cards: frozenset[Target]) -> LaidOutPayment:
        laid_out = [card for i, card in enumerate(self._hand) if Target("hand", i) in cards]
        staying = [card for i, card in enumerate(self._hand) if Target("hand", i) not in cards]
        gold = payment_gold(self._view, laid_out)
        answer = self._answer_by_kinds.get(tuple(sorted([card.face.kind for card in laid_out])))
        lost = max(0, gold - self._price)
        unneeded = self._unneeded_card(cards) if answer is None and gold >= self._price else None
        return LaidOutPayment(
            cards,
            answer,
            self._price,
            min(gold, self._price),
            lost,
            self._sentence(gold, unneeded),
            f"{joined_brief_names(staying)} {'stay' if len(staying) > 1 else 'stays'} in your hand."
            if staying
            else "No card stays in your hand.",
            unneeded,
        )

    def _unneeded_card(self, cards: frozenset[Target]) -> Target | None:
        """The last of the cards whose removal still leaves enough gold for the price; None if all are needed."""
        for target in sorted(cards, key=lambda card: card.index, reverse=True):
            others = [card for i, card in enumerate(self._hand) if Target("hand", i) in cards - {target}]
            if payment_gold(self._view, others) >= self._price:
                return target
        return None

    def _sentence(self, gold: int, unneeded: Target | None) -> str:
        text = f"{gold} of {self._price} gold"
        if gold < self._price:
            return f"{text}, {self._price - gold} short"
        if unneeded is not None:
            return f"{text}: take {brief_name_with_article(self._hand[unneeded.index].face)} back"
        return f"{text}, {gold - self._price} lost" if gold > self._price else f"{text}, nothing lost"


def joined_brief_names(cards: Iterable[HandCard]) -> str:
    """The brief names of cards in a list: "Urn, Shabti and Boat"."""
    names = [brief_name_with_article(card.face) for card in cards]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def purchase_of(view: View, choices: Sequence[Choice], selected: Target, names: Sequence[str]) -> ValleyPurchase | None:
    """The purchase of the selected card; None if its answers are not payments."""
    if selected.area != "slot":
        return None
    answers = list_answers(view, choices, selected, names)
    if not answers or any(answer.action is None or answer.action.verb != "buy" for answer in answers):
        return None
    return ValleyPurchase(view, selected.index, tuple(answers))
