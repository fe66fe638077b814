"""Paying at the table: the player lays out cards and takes them back, or chooses one of all ways to pay from a list."""

from vok_tui.painting.grid import Target
from vok_tui.panes.payment import LaidOutPayment, Purchase
from vok_tui.panes.scene import Answer


class Paying:
    """One purchase. At first its best payment is laid out. While `lists_all_ways`, all ways to pay are listed instead."""

    def __init__(self, purchase: Purchase) -> None:
        self.purchase = purchase
        self.lists_all_ways = False
        self.payment: LaidOutPayment = self._lay_out(purchase.answers[0])

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What the question pane lists: all ways to pay, or a single line that confirms the payment."""
        if self.lists_all_ways:
            return self.purchase.answers
        answer = self.payment.answer
        return (Answer("Buy", answer.action if answer is not None else None, role=self.purchase.role),)

    def toggle_card(self, card: Target) -> None:
        """Lay out a card, or take it back."""
        self.payment = self.purchase.payment_with(self.payment.cards ^ {card})

    def lay_out_next(self) -> None:
        """Lay out the next best payment; the best one after the last, or if the cards laid out are no payment."""
        ways = self.purchase.answers
        current = ways.index(self.payment.answer) if self.payment.answer in ways and not self.lists_all_ways else -1
        self.lists_all_ways = False
        self.payment = self._lay_out(ways[(current + 1) % len(ways)])

    def lay_out_and_close_list(self, answer: Answer | None) -> None:
        """Close the list of ways to pay, and lay out one of them; None keeps the current payment."""
        self.lists_all_ways = False
        if answer is not None:
            self.payment = self._lay_out(answer)

    def _lay_out(self, answer: Answer) -> LaidOutPayment:
        return self.purchase.payment_with(self.purchase.cards_of(answer))
