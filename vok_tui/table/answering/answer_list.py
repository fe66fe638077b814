"""The answers of the question pane: all of them, those that match a filter, or the line that confirms a payment."""

from typing import Final

from vok_tui.game.session import Session
from vok_tui.painting.grid import Target
from vok_tui.panes.payment import LaidOutPayment
from vok_tui.panes.scene import Answer, Board, IdleReason
from vok_tui.table.answering.current_question import OpenQuestion, question_answers
from vok_tui.table.answering.paying import Paying

MAX_FILTER_CHARACTERS: Final = 20


class AnswerList:
    """The answers in one session. `filter` is the text typed to narrow the list, None if it is not narrowed. `paying` is the
    current purchase. Methods that may do nothing return why, else ""."""

    def __init__(self, session: Session, board: Board) -> None:
        self.filter: str | None = None
        self.paying: Paying | None = None
        self._is_typing_name = False  # whether the filter began as the name of an answer
        self._answers: tuple[Answer, ...] = ()
        self._session: Final = session
        self._board: Final = board

    def list_answers_for(self, question: OpenQuestion, selected: Target | None) -> None:
        """List the answers to a question, or those about the selected card. Clears the filter and the payment; for a purchase,
        lays out the best payment."""
        session, board = self._session, self._board
        self.replace_answers(question_answers(question, session, board, selected))
        purchase = board.purchase(question.view, question.choices, selected, session.names) if selected else None
        self.paying = Paying(purchase) if purchase is not None else None

    def replace_answers(self, answers: tuple[Answer, ...]) -> None:
        """Replace the answers. Clears the filter and the purchase."""
        self._answers, self.filter, self.paying = answers, None, None

    @property
    def all_answers(self) -> tuple[Answer, ...]:
        """All answers, regardless of the filter."""
        return self.paying.answers if self.paying is not None else self._answers

    @property
    def listed_answers(self) -> tuple[Answer, ...]:
        """The answers whose name begins with the filter; if there are none, those that contain all of its words."""
        typed = (self.filter or "").casefold()
        named = [answer for answer in self.all_answers if typed and answer.name.startswith(typed)]
        if named:
            return tuple(sorted(named, key=lambda answer: answer.name != typed))
        words = typed.split()
        return tuple(
            [
                answer
                for answer in self.all_answers
                if all(word in f"{answer.text} {answer.note}".casefold() for word in words)
            ]
        )

    @property
    def typed_answer(self) -> Answer | None:
        """The answer whose complete name was typed, unless another name begins with it; else None."""
        listed = self.listed_answers
        return listed[0] if self.filter and len(listed) == 1 and listed[0].name == self.filter.casefold() else None

    @property
    def payment(self) -> LaidOutPayment | None:
        """The payment that is laid out; None if all ways to pay are listed, or without a purchase."""
        return self.paying.payment if self.paying is not None and not self.paying.lists_all_ways else None

    def payment_obstacle(self) -> IdleReason:
        """Why the cards that are laid out cannot be confirmed as a payment."""
        payment = self.payment
        if payment is None or payment.answer is not None:
            return ""
        missing = payment.price - payment.paid
        return f"{missing} gold short: lay out more cards." if missing else "Too many cards are laid out."

    # -- narrowing

    def narrow(self, text: str) -> IdleReason:
        """List only the answers that contain the words of a text. During a purchase these are the ways to pay."""
        if not self.all_answers:
            return "There are no answers to look through."
        if self.paying is not None:
            self.paying.lists_all_ways = True
        self.filter, self._is_typing_name = text[:MAX_FILTER_CHARACTERS], False
        return "" if self.listed_answers else "No answer contains these words."

    def type_or_delete_character(self, character: str) -> IdleReason:
        """Add a character to the filter; "" deletes the last one. A character that belongs to no name is not added to a name."""
        previous, is_typing_name = self.filter, self.filter is None or self._is_typing_name
        text = (previous or "") + character if character else (previous or "")[:-1]
        reason = self.narrow(text)
        self._is_typing_name = is_typing_name
        if is_typing_name and self.all_answers and (not self.listed_answers or not text):
            self.filter = previous if text else None
            return f'No answer is called "{text}".' if text else ""
        return reason

    def close_filter_or_payment_list(self, answer_index: int) -> bool:
        """Clear the filter; or close the list of ways to pay, and lay out the one at `answer_index`. Returns False if there is
        nothing to close."""
        if self.filter:
            self.filter = None
            return True
        was_filtering = self.filter is not None
        self.filter = None
        if self.paying is None or not self.paying.lists_all_ways:
            return was_filtering
        self.paying.lay_out_and_close_list(self._listed_answer(answer_index))
        return True

    # -- paying

    def toggle_payment_card(self, card: Target, answer_index: int) -> bool:
        """Lay out a card or take it back. If the ways to pay are listed, the one at `answer_index` is laid out first. Returns
        False if the card cannot pay."""
        if self.paying is None or not self.paying.purchase.can_lay_out(card):
            return False
        if self.paying.lists_all_ways:
            self.paying.lay_out_and_close_list(self._listed_answer(answer_index))
            self.filter = None
        self.paying.toggle_card(card)
        return True

    def _listed_answer(self, index: int) -> Answer | None:
        """The listed answer at an index; None if the list is shorter."""
        listed = self.listed_answers
        return listed[index] if index < len(listed) else None

    def lay_out_next_payment(self) -> IdleReason:
        """Lay out the next best payment."""
        if self.paying is None:
            return "There is no purchase now: choose a card that you can buy."
        self.filter = None
        self.paying.lay_out_next()
        return ""
