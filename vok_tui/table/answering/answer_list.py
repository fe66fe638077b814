"""The answers of the question pane: all of them, those that a filter leaves, or the line that confirms a payment."""

from typing import Final

from vok_tui.game.session import Session
from vok_tui.painting.grid import Target
from vok_tui.panes.payment import LaidOutPayment
from vok_tui.panes.scene import Answer, Board, IdleReason
from vok_tui.table.answering.current_question import OpenQuestion, question_answers
from vok_tui.table.answering.paying import Paying

MAX_FILTER_CHARACTERS: Final = 20


class AnswerList:
    """For one session. `filter` is what was typed to narrow the list, None if nobody does. `paying` is the purchase under way. A
    method that may do nothing returns why, else ""."""

    def __init__(self, session: Session, board: Board) -> None:
        self.filter: str | None = None
        self.paying: Paying | None = None
        self._is_name = False  # the filter was begun by a key that begins the name of an answer
        self._answers: tuple[Answer, ...] = ()
        self._session: Final = session
        self._board: Final = board

    def list_answers_for(self, question: OpenQuestion, selected: Target | None) -> None:
        """List the answers to another question, or about another card. What was typed or laid out is forgotten; for a purchase,
        the best payment is laid out."""
        session, board = self._session, self._board
        self.replace_answers(question_answers(question, session, board, selected))
        found = board.purchase(question.view, question.choices, selected, session.names) if selected else None
        self.paying = Paying(found) if found is not None else None

    def replace_answers(self, answers: tuple[Answer, ...]) -> None:
        """Have these answers instead, all of them listed and nothing paid for."""
        self._answers, self.filter, self.paying = answers, None, None

    @property
    def all_answers(self) -> tuple[Answer, ...]:
        """All answers, whatever was typed."""
        return self.paying.answers if self.paying is not None else self._answers

    @property
    def listed_answers(self) -> tuple[Answer, ...]:
        """The answers whose name begins with the filter; if there are none, those that hold every word of it."""
        typed = (self.filter or "").casefold()
        named = [answer for answer in self.all_answers if typed and answer.name.startswith(typed)]
        if named:
            return tuple(sorted(named, key=lambda answer: answer.name != typed))
        words = typed.split()
        return tuple([a for a in self.all_answers if all(word in f"{a.text} {a.note}".casefold() for word in words)])

    @property
    def typed_answer(self) -> Answer | None:
        """The answer whose whole name was typed, unless another name begins with it."""
        found = self.listed_answers
        return found[0] if self.filter and len(found) == 1 and found[0].name == self.filter.casefold() else None

    @property
    def payment(self) -> LaidOutPayment | None:
        """What is laid out, unless all ways to pay are listed."""
        return self.paying.payment if self.paying is not None and not self.paying.lists_all_ways else None

    def payment_obstacle(self) -> IdleReason:
        """Why no answer can be given: the cards that are laid out are no payment."""
        payment = self.payment
        if payment is None or payment.answer is not None:
            return ""
        missing = payment.price - payment.paid
        return f"{missing} gold short: lay out more cards." if missing else "Too many cards are laid out."

    # -- narrowing

    def narrow(self, text: str) -> IdleReason:
        """List only the answers that hold the words of a text; all ways to pay are listed for that."""
        if not self.all_answers:
            return "There are no answers to look through."
        if self.paying is not None:
            self.paying.lists_all_ways = True
        self.filter, self._is_name = text[:MAX_FILTER_CHARACTERS], False
        return "" if self.listed_answers else "No answer holds these words."

    def type_character(self, character: str) -> IdleReason:
        """Add a character to the filter; "" takes the last one away. If it is a name that is typed, and no answer holds it, the
        character is not added."""
        before, is_name = self.filter, self.filter is None or self._is_name
        text = (before or "") + character if character else (before or "")[:-1]
        reason = self.narrow(text)
        self._is_name = is_name
        if is_name and self.all_answers and (not self.listed_answers or not text):
            self.filter = before if text else None
            return f'No answer is called "{text}".' if text else ""
        return reason

    def leave_filter_or_list(self, index: int) -> bool:
        """Stop narrowing; or lay out the payment at a place of the list, and list the ways to pay no longer. False if there is
        nothing to leave."""
        if self.filter:
            self.filter = None
            return True
        was_open = self.filter is not None
        self.filter = None
        if self.paying is None or not self.paying.lists_all_ways:
            return was_open
        self.paying.lay_out_and_close_list(self.listed_answers[index] if index < len(self.listed_answers) else None)
        return True

    # -- paying

    def toggle_payment_card(self, card: Target, index: int) -> bool:
        """Lay out a card that can pay, or take it back, beginning with the payment at a place of the list. False if it cannot."""
        if self.paying is None or not self.paying.purchase.can_lay_out(card):
            return False
        if self.paying.lists_all_ways:
            self.paying.lay_out_and_close_list(self.listed_answers[index] if index < len(self.listed_answers) else None)
            self.filter = None
        self.paying.toggle_card(card)
        return True

    def lay_out_next_payment(self) -> IdleReason:
        """Lay out the next best payment."""
        if self.paying is None:
            return "Nothing is paid for now: choose a card that you can buy."
        self.filter = None
        self.paying.lay_out_next()
        return ""
