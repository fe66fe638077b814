"""The cursor, the selected card and the open overlay of the table, and the answers that follow from them.

Independent of the terminal: the screen passes on keys and clicks, and paints the result.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.kit import kit_of
from vok_tui.game.session import Session
from vok_tui.painting import cursor as steps
from vok_tui.painting.grid import Grid, Target
from vok_tui.panes.overlay import Overlay
from vok_tui.panes.scene import Answer, Board, IdleReason, Page
from vok_tui.table.answering.answer_list import AnswerList
from vok_tui.table.answering.current_question import OpenQuestion, compute_question
from vok_tui.table.answering.hand_numbers import HandNumbers
from vok_tui.table.open_overlay import OpenOverlay
from vok_tui.table.opponents import humans_are_out
from vok_tui.table.pane_data import PaneData
from vok_tui.table.step_pointer import StepPointer


@dataclass
class PointerState:
    """The cursor and the selected card. `note` is an error, `idle_reason` says why the latest key did nothing, `message` what the
    player is told until the next key."""

    cursor: Target | None = None
    selected: Target | None = None
    note: str = ""
    idle_reason: str = ""
    message: str = ""

    def clear_messages(self) -> None:
        """A key or a click: what was told has been read."""
        self.idle_reason = self.message = ""


ABSENT: Final = 1 << 30  # the index of a target that is not there


class Pointing:
    """The controller for one session. `overlays` are those of the game."""

    def __init__(self, session: Session, board: Board, overlays: Sequence[Overlay] = ()) -> None:
        self.session: Final = session
        self.board: Final = board
        self.pointer: Final = PointerState()
        self.overlay: Final = OpenOverlay(overlays)
        self.pane_data: Final = PaneData(session)
        self._numbers: Final = HandNumbers(session, board)
        self.question: OpenQuestion = compute_question(session, board, self._numbers)
        self.step_pointer: Final = StepPointer(session, board)
        self.step_pointer.update_marks(self.question.view, self.question.nodes_since)
        self.answer_list: Final = AnswerList(session, board)
        self.tips: Sequence[tuple[str, str]] = ()  # see `TableKit.tips`; none unless they are wanted
        self._last_card = Target(board.cursor_return_areas()[0], 0)  # where the cursor was last among the cards

    def update_question(self, note: str = "") -> None:
        """The position has changed: compute the open question. If all answers are listed, the cursor goes to the first one;
        otherwise, and while a spectator goes back and forth, it stays on the cards."""
        before = self.question
        self.question = compute_question(self.session, self.board, self._numbers)
        self.step_pointer.update_marks(self.question.view, self.question.nodes_since)
        pointer = self.pointer
        pointer.selected, pointer.note, pointer.idle_reason = None, note, ""
        pointer.cursor = self._same_card(before, pointer.cursor)
        self._last_card = self._same_card(before, self._last_card) or self._last_card
        self.answer_list.list_answers_for(self.question, self.pointer.selected)
        if self.answers and not self.question.needs_card_first and not self.session.has_spectator_gone_back:
            stays = before.humans_are_out and self.question.humans_are_out and pointer.cursor is not None
            pointer.cursor = pointer.cursor if stays else Target("answer", 0)
        elif pointer.cursor is None or pointer.cursor.area == "answer":
            pointer.cursor = self._last_card

    def ask_who_plays_on(self, note: str, bot_failed: bool = False) -> None:
        """An opponent could not decide: offer to ask again, or to let a level take the seat. The latter comes first with
        `bot_failed` (an external bot has failed, not only the thinking process)."""
        kit = kit_of(self.session.match.game)
        name = self.session.names[self.session.mover]
        self.pointer.note = note
        self.question = replace(
            self.question, heading=f"Who shall play on for {name}?" if bot_failed else f"{name} has not answered"
        )
        levels = sorted(kit.level_names(), key=kit.default_level().__ne__)
        others = [Answer(f"A {level} plays on", command=level) for level in levels]
        again = Answer("Ask once more", command="think")
        self.answer_list.replace_answers(tuple([*others, again] if bot_failed else [again, *others]))
        self.pointer.cursor = Target("answer", 0)

    @property
    def opponents_act(self) -> bool:
        """Whether the table waits for an opponent, so that there is nothing to choose. It looks the same whether or not somebody
        is asked in secret."""
        session = self.session
        waits = session.awaits_reactions or session.asks_in_secret or session.request() is not None
        return waits and not self.asks_who_plays_on

    @property
    def takes_answers(self) -> bool:
        """Whether keys and clicks may answer: nobody else acts, or nobody here is in the game any more."""
        return not self.opponents_act or humans_are_out(self.session)

    @property
    def asks_who_plays_on(self) -> bool:
        """Whether it is asked who shall play on in place of an opponent, so that no opponent thinks."""
        return any(answer.command == "think" for answer in self.answer_list.all_answers)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers that are listed."""
        return self.answer_list.listed_answers

    # -- the cursor

    def move_cursor(self, target: Target | None) -> None:
        """Move the cursor to a target."""
        if target is not None and target != self.pointer.cursor:
            self.pointer.cursor = target
            self.overlay.handle_cursor_move()
            if target.area in self.board.cursor_return_areas():
                self._last_card = target

    def move_cursor_in_direction(self, grid: Grid, direction: str) -> None:
        """Move the cursor to the next target in a direction."""
        self.move_cursor(
            steps.next_target(self._reachable_targets(grid), self.pointer.cursor, direction, len(self.answers))
        )

    def move_cursor_to_group(self, grid: Grid, by: int) -> None:
        """Move the cursor to the next group of targets, to the previous one if `by` is -1."""
        self.move_cursor(
            steps.target_in_next_group(self._reachable_targets(grid), self.pointer.cursor, self.board.tab_groups(), by)
        )

    def _reachable_targets(self, grid: Grid) -> steps.TargetRects:
        """The targets that the cursor can reach, including those below an overlay that follows it: this one moves away."""
        return grid.targets if self.overlay.takes_arrows else {**grid.targets, **grid.covered_targets}

    def move_cursor_among_answers(self, by: int) -> None:
        """Move the cursor among the answers."""
        cursor = self.pointer.cursor
        at = cursor.index if cursor is not None and cursor.area == "answer" else 0
        self.move_cursor(Target("answer", max(0, min(at + by, len(self.answers) - 1))))

    def move_cursor_if_gone(self, grid: Grid) -> bool:
        """If the target under the cursor is gone, move to the nearest one of its area; returns whether it was gone."""
        cursor = self.pointer.cursor
        if cursor is None or cursor in grid.targets or cursor in grid.covered_targets or cursor.area == "answer":
            return False
        there = [target for target in grid.targets if target.area == cursor.area and target.index < cursor.index]
        self.pointer.cursor = max(there, key=lambda target: target.index) if there else steps.first_target(grid.targets)
        return True

    # -- choosing

    def choose(self, target: Target, grid: Grid) -> Answer | None:
        """Choose a target. An answer returns the answer to give. A card is selected, and its answers are listed; if there are
        none, the reason is shown. One that is selected already is let go. If exactly one answer remains for this card, or for
        both selected cards, it is returned at once."""
        pointer = self.pointer
        if target.area == "answer":
            return self._answer_at(target.index)
        if self.overlay.takes_arrows and target in grid.covered_targets:
            self.overlay.close()
        elif target not in grid.targets and target not in grid.covered_targets:
            pointer.idle_reason = self._absence_reason(target)
            return None
        if target == pointer.selected:
            self._deselect()
            return None
        if self.answer_list.toggle_payment_card(target, self._answer_index):
            if pointer.cursor is not None and pointer.cursor.area == "answer":
                pointer.cursor = Target("answer", 0)
            return None
        joined = self._joint_answers(target)
        if len(joined) == 1:
            return joined[0]
        self.move_cursor(target)
        pointer.cursor, pointer.note = target, ""
        pointer.selected = target if target in self.question.usable else None
        self.answer_list.list_answers_for(self.question, self.pointer.selected)
        if pointer.selected is not None:
            pointer.cursor = Target("answer", 0)
            if len(self.answers) == 1 and not self.question.needs_card_first:
                return self._only_answer()
        elif not self.board.why_not(self.question.view, target) or not self.question.choices:
            pointer.idle_reason = self._idle_reason(target)
        return None

    def _only_answer(self) -> Answer:
        """The only answer about the selected card, which is let go: if the answer is not given, all is as it was."""
        found, self.pointer.selected = self.answers[0], None
        self.answer_list.list_answers_for(self.question, None)
        places = [i for i, answer in enumerate(self.answers) if answer.action == found.action]
        self.pointer.cursor = Target("answer", places[0] if places else 0)
        return found

    def _absence_reason(self, target: Target) -> str:
        """Why the key of a card finds no card."""
        if self.session.why_hand_is_covered:
            return "That is covered."
        return "There is no such card in your hand." if target.area == "hand" else "Nothing lies there."

    def _idle_reason(self, target: Target) -> str:
        """Why choosing a target had no effect, if the board has no better reason."""
        if self.session.shows_end:
            return "The game is over."
        if not self.question.choices:
            return f"It is for {self.session.names[self.session.mover]} to answer."
        return (
            "This is not what is asked for now."
            if self.board.card_name(self.question.view, target)
            else "This is only to be read."
        )

    def reject_key(self, key: str) -> None:
        """Show that no answer has this key."""
        first = self.question.needs_card_first and self.pointer.selected is None
        self.pointer.idle_reason = f'No answer has the key "{key}"{": choose a card first." if first else " now."}'

    def _joint_answers(self, other: Target) -> list[Answer]:
        """The answers that involve both the selected card and another one."""
        view, selected = self.question.view, self.pointer.selected
        if selected is None:
            return []
        return [
            a
            for a in self.answers
            if a.action is not None and self.board.is_about_both(view, a.action, selected, other)
        ]

    def answer_or_reject(self, role: str, rejected_key: str) -> Answer | None:
        """The answer with a role (`Answer.role`), of ways to pay the one under the cursor; without any, None, and the player is
        told that no answer has `rejected_key`."""
        if self.answer_list.paying is not None and role == self.answer_list.paying.purchase.role:
            return self._answer_at(self._answer_index)
        found = next((answer for answer in self.answer_list.all_answers if answer.role == role), None)
        if found is None:
            self.reject_key(rejected_key)
        return found

    def _answer_at(self, index: int) -> Answer | None:
        """The answer at a place of the list; if it cannot be given, the reason is shown."""
        self.pointer.idle_reason = self.answer_list.payment_obstacle()
        return self.answers[index] if index < len(self.answers) and not self.pointer.idle_reason else None

    @property
    def _answer_index(self) -> int:
        """The place in the list where the cursor stands, else the first one."""
        cursor = self.pointer.cursor
        return cursor.index if cursor is not None and cursor.area == "answer" else 0

    def hand_target(self, number: int) -> Target:
        """The card of the hand with a number; a target that is not there if none has it."""
        numbers = self.question.hand_numbers
        return Target("hand", numbers.index(number) if number in numbers else ABSENT if numbers else number - 1)

    def opponent_target(self, which: int) -> Target:
        """An opponent, counted from the next seat on, from 0; a target that is not there if there are not so many."""
        seats = len(self.session.names)
        return Target("seat", (max(self.session.viewer, 0) + 1 + which) % seats if which + 1 < seats else ABSENT)

    def type_character(self, character: str) -> Answer | None:
        """Type a character to narrow the list; "" takes the last one away. Returns the answer whose name is complete."""
        self.show_list_change(self.answer_list.type_character(character))
        return self.answer_list.typed_answer

    def show_list_change(self, idle_reason: IdleReason) -> None:
        """The list of answers has changed, or it has not, for `idle_reason`: show this, and move the cursor to the first
        answer."""
        self.pointer.idle_reason = idle_reason
        if self.answers:
            self.pointer.cursor = Target("answer", 0)

    def close_or_deselect(self) -> None:
        """Close what is open, else deselect the card."""
        if self.step_pointer.highlighted_step is not None:
            self.step_pointer.point_at_none()
        elif self.overlay.current is not None:
            self.overlay.close()
        elif self.answer_list.leave_filter_or_list(self._answer_index):
            self.pointer.cursor = Target("answer", 0)
        else:
            self._deselect()

    def _deselect(self) -> None:
        pointer = self.pointer
        if pointer.selected is not None:
            pointer.cursor = pointer.selected
        pointer.selected, pointer.note = None, ""
        self.answer_list.list_answers_for(self.question, self.pointer.selected)

    # -- reading

    def target_to_read(self) -> Target | None:
        """The target to read about: the one under the cursor; for an answer, the selected card or the answer's first target."""
        cursor, selected = self.pointer.cursor, self.pointer.selected
        if cursor is None or cursor.area != "answer":
            return cursor
        if selected is not None or cursor.index >= len(self.answers):
            return selected
        action = self.answers[cursor.index].action
        return next(iter(self.board.targets(self.question.view, action)), None) if action is not None else None

    def affected(self) -> tuple[Target, ...]:
        """The targets that the answer under the cursor would move."""
        cursor = self.pointer.cursor
        if self.answer_list.payment is not None and self.pointer.selected is not None:
            return (self.pointer.selected, *self.answer_list.payment.cards)
        if cursor is None or cursor.area != "answer" or cursor.index >= len(self.answers):
            return ()
        action = self.answers[cursor.index].action
        return self.board.affected(self.question.view, action) if action is not None else ()

    def text_and_obstacle(self) -> tuple[str, str]:
        """The text of the subject, and why it cannot be used if it is under the cursor or selected."""
        subject = self.target_to_read()
        if subject is None:
            return "", ""
        question = self.question
        is_an_answer = subject in question.usable and not question.needs_card_first
        here = (
            not self.session.shows_end and subject in (self.pointer.cursor, self.pointer.selected) and not is_an_answer
        )
        return self.board.describe(self.question.view, subject), self.board.why_not(
            self.question.view, subject
        ) if here else ""

    def pages(self) -> list[Page]:
        """The pages about the subject."""
        subject, session = self.target_to_read(), self.session
        return (
            self.board.pages(self.question.view, subject, session.names, session.levels) if subject is not None else []
        )

    def card_name(self) -> str:
        """The name of the card to read about; "" if it is not a card."""
        subject = self.target_to_read()
        return self.board.card_name(self.question.view, subject) if subject is not None else ""

    def _same_card(self, before: OpenQuestion, target: Target | None) -> Target | None:
        """Where the card of the hand lies now that was at a target."""
        if target is None or target.area != "hand" or target.index >= len(before.hand_numbers):
            return target
        number, now = before.hand_numbers[target.index], self.question.hand_numbers
        return Target("hand", now.index(number)) if number in now else target
