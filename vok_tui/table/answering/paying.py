"""Paying at the table: cards of the hand are laid out or taken back, or one of all ways to pay is chosen from a list."""

from vok_tui.painting.grid import Target
from vok_tui.panes.payment import LaidOutPayment, Purchase
from vok_tui.panes.scene import Answer


class Paying:
    """One purchase. Its best payment is laid out at first. With `lists_all_ways` all ways are listed instead."""

    def __init__(self, purchase: Purchase) -> None:
        self.purchase = purchase
        self.lists_all_ways = False
        self.payment: LaidOutPayment = self._lay_out(purchase.answers[0])

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What the question pane lists: all ways to pay, or the one line that confirms what is laid out."""
        if self.lists_all_ways:
            return self.purchase.answers
        answer = self.payment.answer
        return (Answer("Buy", answer.action if answer is not None else None, role=self.purchase.role),)

    def toggle_card(self, card: Target) -> None:
        """Lay a card out, or take it back."""
        self.payment = self.purchase.payment_with(self.payment.cards ^ {card})

    def lay_out_next(self) -> None:
        """Lay out the next best payment; the best one if what lies there is none, or the last one."""
        ways = self.purchase.answers
        at = ways.index(self.payment.answer) if self.payment.answer in ways and not self.lists_all_ways else -1
        self.lists_all_ways = False
        self.payment = self._lay_out(ways[(at + 1) % len(ways)])

    def lay_out_and_close_list(self, answer: Answer | None) -> None:
        """List the ways to pay no longer, and lay out one of them."""
        self.lists_all_ways = False
        if answer is not None:
            self.payment = self._lay_out(answer)

    def _lay_out(self, answer: Answer) -> LaidOutPayment:
        return self.purchase.payment_with(self.purchase.cards_of(answer))
