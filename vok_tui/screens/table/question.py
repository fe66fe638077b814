"""The open question at the table: its answers and their list, the numbers of the hand, the filter, and paying.

At the beginning of a turn the cards are numbered in order. When a card leaves, its number stays free. New cards come last and get
the next numbers; after ten, when there are no more keys, they get free ones. All numbers follow from the actions of the game, so
undo restores them.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ai.bots.player_spec import PlayerSpec
from engine.core.game import NOBODY
from vok_tui.game.navigation import IdleReason
from vok_tui.game.sitting import Sitting, humans_are_out
from vok_tui.game.story import Choice, StoryChapter
from vok_tui.game.travel import TravelKeys, travel_keys
from vok_tui.painting.grid import Target
from vok_tui.panes.points import points_so_far
from vok_tui.panes.scene import Answer, BoardAnswers, LaidOutPayment, PointsSoFar, Purchase, TableCommand

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
    """The numbers of the cards in hand at each node of a sitting."""

    def __init__(self, sitting: Sitting, board: BoardAnswers) -> None:
        self._sitting: Final = sitting
        self._board: Final = board
        self._known: Final[dict[tuple[int, int], NumberedHand]] = {}

    def order_and_numbers(self, hand: Sequence[Hashable]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For the viewer's hand as shown now: the indices of its cards in the order of their numbers, and these numbers."""
        indices: dict[Hashable, list[int]] = {}
        for index, card in enumerate(hand):
            indices.setdefault(card, []).append(index)
        cards = self._numbered_hand(self._sitting.shown_path()[-1]).cards if hand else {}
        return tuple([indices[card].pop(0) for card in cards.values()]), tuple(cards)

    def _numbered_hand(self, node: int) -> NumberedHand:
        """The viewer's hand at a node, with its numbers. O(steps of the turn); cached."""
        sitting, steps = self._sitting, []
        while (node, sitting.viewer) not in self._known:
            parent = sitting.match.log.parents[node]
            if node == 0 or sitting.match.chapter(parent) != sitting.match.chapter(node):
                self._known[node, sitting.viewer] = NumberedHand.at_turn_start(self._hand(node))
            else:
                steps.append(node)
                node = parent
        numbered = self._known[node, sitting.viewer]
        for step in reversed(steps):
            numbered = self._known[step, sitting.viewer] = numbered.after(self._hand(step))
        return numbered

    def _hand(self, node: int) -> Sequence[Hashable]:
        return self._board.hand_cards(self._sitting.view_at(node))


OUT: Final = "You are out"
ALL_OUT: Final = "You are all out"
OUT_ANSWERS: Final = (
    Answer("Skip to the end of the game", command=TableCommand.FINISH, role="yes"),
    Answer("Leave: the others finish the game, and it counts", command=TableCommand.LEAVE),
)


@dataclass(frozen=True)
class OpenQuestion:
    """The question at the current position, and all else that only another position changes, for the viewer. No key that moves
    the cursor or selects a card computes it again. `hand_numbers` are the numbers of the cards in hand, in their order in
    `view`."""

    view: Any
    choices: list[Choice]
    heading: str
    hand_numbers: tuple[int, ...]
    usable: frozenset[Target]
    needs_card_first: bool
    chapter_title: str
    turns: tuple[StoryChapter, ...]
    turns_since: tuple[StoryChapter, ...]
    points: PointsSoFar
    levels: tuple[str, ...]
    covered_reason: str  # why the hand is covered; "" if it is not
    awaits_keyboard: bool  # another human must take the keyboard first
    awaits_reactions: bool  # the table waits for possible reactions, or another seat is asked in secret
    thinking_player: PlayerSpec | None  # the opponent that is to move; None while the table asks who plays on for it
    shows_end: bool
    humans_are_out: bool  # see `humans_are_out` in `vok_tui.game.sitting`
    travel: TravelKeys

    @property
    def nodes_since(self) -> frozenset[int]:
        """The nodes of the steps in `turns_since`."""
        return frozenset(sentence.node for turn in self.turns_since for sentence in turn.sentences)


def compute_question(sitting: Sitting, board: BoardAnswers, numbers: HandNumbers) -> OpenQuestion:
    view = sitting.view()
    order, hand_numbers = numbers.order_and_numbers(board.hand_cards(view))
    view = board.with_hand_order(view, order)
    choices = sitting.choices()
    usable = frozenset(target for choice in choices for target in board.targets_of_action(view, choice.action))
    needs_card_first = len(board.answers(view, choices, None, sitting.names)) < len(choices)
    turns: tuple[StoryChapter, ...] = ()
    turns_since: tuple[StoryChapter, ...] = ()
    awaits_keyboard = sitting.seat_to_take_keyboard != NOBODY
    request = sitting.thinker_request()
    if not awaits_keyboard:  # the story depends on the viewer
        turns, turns_since = tuple(sitting.story()), tuple(sitting.story_since_your_turn())
    return OpenQuestion(
        view=view,
        choices=choices,
        heading=question_heading(sitting),
        hand_numbers=hand_numbers,
        usable=usable,
        needs_card_first=needs_card_first,
        chapter_title=sitting.chapter.title,
        turns=turns,
        turns_since=turns_since,
        points=points_so_far(sitting),
        levels=sitting.levels,
        covered_reason=why_hand_is_covered(sitting),
        awaits_keyboard=awaits_keyboard,
        awaits_reactions=sitting.awaits_reactions or sitting.asks_another_secretly,
        thinking_player=request.player if request is not None else None,
        shows_end=sitting.shows_end,
        humans_are_out=humans_are_out(sitting),
        travel=travel_keys(sitting),
    )


def why_hand_is_covered(sitting: Sitting) -> str:
    """Why the hand is covered; "" if it is not."""
    if sitting.viewer == NOBODY:
        return "covered: you watch from no seat"
    seat = sitting.seat_to_take_keyboard
    return f"covered until {sitting.names[seat]} sits here" if seat != NOBODY else ""


def question_heading(sitting: Sitting) -> str:
    """The question, with the card that asks it; or whose move is awaited."""
    if sitting.seat_to_take_keyboard != NOBODY:
        return f"It is for {sitting.names[sitting.seat_to_take_keyboard]} to answer"
    question = sitting.question()
    if sitting.awaits_reactions or sitting.asks_another_secretly:
        return question.text
    if not sitting.shows_end and not sitting.asks_viewer:
        activity = f"{sitting.names[sitting.mover]} is {'thinking' if sitting.thinker_request() else 'asked'}"
        return f"{OUT if len(sitting.humans) == 1 else ALL_OUT}; {activity}" if humans_are_out(sitting) else activity
    if question.card and question.card not in question.text:
        return f"{question.card}: {question.text}"
    return question.text


def question_answers(
    question: OpenQuestion, sitting: Sitting, board: BoardAnswers, selected: Target | None
) -> tuple[Answer, ...]:
    """The answers of the question pane. If "no" has only one alternative, that is "yes". If several answers have the same role,
    only the first keeps it, unless they have names to go on with."""
    if sitting.seat_to_take_keyboard != NOBODY:
        name = sitting.names[sitting.seat_to_take_keyboard]
        return (Answer(f"I am {name}: show my side", command=TableCommand.SIT, role="yes"),)
    if sitting.has_spectator_gone_back:
        return (Answer("To the current position of the game", command=TableCommand.END, role="yes"),)
    if sitting.shows_end:
        score = Answer("The score sheet", command=TableCommand.SCORE, role="yes")
        has_variations = len(sitting.match.log.leaves()) > 1
        return (
            (score, Answer("The other lines that were played", command=TableCommand.LINES))
            if has_variations
            else (score,)
        )
    if sitting.has_ended and not sitting.asks_viewer:
        return (Answer("To the end of the game", command=TableCommand.END, role="yes"),)
    if question.humans_are_out:
        return OUT_ANSWERS
    answers = board.answers(question.view, question.choices, selected, sitting.names)
    roles = [answer.role for answer in answers]
    if len(answers) == 2 and "no" in roles:
        answers = [answer if answer.role else replace(answer, role="yes") for answer in answers]
    first_indices = {role: index for index, role in reversed(list(enumerate(roles)))}
    return tuple(
        [
            answer if answer.name or first_indices.get(answer.role, index) == index else replace(answer, role="")
            for index, answer in enumerate(answers)
        ]
    )


def card_keys_of_answers(
    board: BoardAnswers,
    view: Any,
    answers: Sequence[Answer],
    target_keys: Mapping[Target, str],
    selected: Target | None,
    choose_key: str,
) -> list[str]:
    """For each answer the keys of the cards that give it: one card that no other answer is about, or the two cards that it is
    about, one after the other; "" if card keys are not enough. The key of the selected card counts as pressed. If a card alone
    gives no answer, its key and then `choose_key` give the first answer about it."""
    targets_by_answer = [
        [target for target in board.targets_of_action(view, answer.action) if target != selected]
        if answer.action
        else []
        for answer in answers
    ]
    counts = Counter(target for targets in targets_by_answer for target in targets)
    keys: list[str] = []
    seen: set[Target] = set()  # the targets that an earlier answer is about
    for answer, targets in zip(answers, targets_by_answer, strict=True):
        seen_before = seen & set(targets)
        seen.update(targets)
        first = next((target for target in targets if target in target_keys), None)
        if first is None or answer.action is None:
            keys.append("")
            continue
        partners = (
            target
            for target in targets
            if target in target_keys and board.is_about_both(view, answer.action, first, target)
        )
        second = next(partners, None)
        if second is not None:
            keys.append(f"{target_keys[first]} {target_keys[second]}")
        else:
            is_enough = counts[first] == 1 or (
                selected is not None and board.is_about_both(view, answer.action, selected, first)
            )
            is_first = selected is None and first not in seen_before and choose_key != ""
            keys.append(target_keys[first] if is_enough else f"{target_keys[first]} {choose_key}" if is_first else "")
    return keys


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


MAX_FILTER_CHARACTERS: Final = 20


class AnswerList:
    """The answers in one sitting. `filter` is the text typed to narrow the list, None if it is not narrowed. `paying` is the
    current purchase. Methods that may do nothing return why, else ""."""

    def __init__(self, sitting: Sitting, board: BoardAnswers) -> None:
        self.filter: str | None = None
        self.role = ""  # of the listed answers; "" if those with any role are listed
        self.paying: Paying | None = None
        self._is_typing_name = False  # whether the filter began as the name of an answer
        self._answers: tuple[Answer, ...] = ()
        self._typed_only: tuple[Answer, ...] = ()
        self._sitting: Final = sitting
        self._board: Final = board

    def list_answers_for(self, question: OpenQuestion, selected: Target | None) -> None:
        """List the answers to a question, or those about the selected card. Clears the filter and the payment; for a purchase,
        lays out the best payment."""
        answers = question_answers(question, self._sitting, self._board, selected)
        self.replace_answers(answers)
        if answers and answers[0].purchase is not None:
            self.paying = Paying(answers[0].purchase)

    def replace_answers(self, answers: tuple[Answer, ...]) -> None:
        """Replace the answers. Clears the filter and the purchase."""
        self._answers = tuple([answer for answer in answers if not answer.is_typed_only])
        self._typed_only = tuple([answer for answer in answers if answer.is_typed_only])
        self.filter, self.paying, self.role = None, None, ""

    @property
    def all_answers(self) -> tuple[Answer, ...]:
        """All answers, regardless of the filter, but for those that can only be typed."""
        answers = self.paying.answers if self.paying is not None else self._answers
        return tuple([answer for answer in answers if answer.role == self.role]) if self.role else answers

    @property
    def combined_answers(self) -> list[Answer]:
        """The answers that give several actions, also those that can be typed only."""
        return [answer for answer in (*self.all_answers, *self._typed_only) if answer.then]

    @property
    def listed_answers(self) -> tuple[Answer, ...]:
        """The answers whose name begins with the filter; if there are none, those that contain all of its words."""
        typed = (self.filter or "").casefold()
        if not typed:
            return self.all_answers
        typed_only = self._typed_only if not self.role else ()
        named = [answer for answer in (*self.all_answers, *typed_only) if answer.name.startswith(typed)]
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
        if missing:
            return f"{missing} gold short: lay out more cards."
        return (
            "Too many cards are laid out."
            if payment.unneeded_card is not None
            else "No answer lays out just these cards."
        )

    # -- narrowing

    def narrow_to_role(self, role: str) -> IdleReason:
        """List only the answers with a role, of which the name is typed next."""
        self.role = role
        reason = self.narrow("")
        self._is_typing_name = True
        return reason

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
            self.role = self.role if text else ""
            return f'No answer is called "{text}".' if text else ""
        return reason

    def close_filter_or_payment_list(self, answer_index: int) -> bool:
        """Clear the filter; or close the list of ways to pay, and lay out the one at `answer_index`. Returns False if there is
        nothing to close."""
        if self.filter:
            self.filter = "" if self.role else None
            return True
        was_filtering = self.filter is not None
        self.filter, self.role = None, ""
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
        if self.paying is None:
            return "Nothing is being bought: choose a card that you can buy."
        self.filter = None
        self.paying.lay_out_next()
        return ""
