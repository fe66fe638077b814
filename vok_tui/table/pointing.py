"""The cursor, the selected card and the open panes of the table, and the answers that follow from them.

Independent of the terminal: the screen passes on keys and clicks, and paints the result.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from vok_tui.game.seating import DEFAULT_LEVEL
from vok_tui.game.session import Session
from vok_tui.panes import cursor as steps
from vok_tui.panes.grid import Grid, Target
from vok_tui.panes.scene import Answer, Board, Page
from vok_tui.table.current_question import OpenQuestion, assign_keys, open_question, question_answers


@dataclass
class PointerState:
    """The cursor, the selected card, and what is open: the reader at a page, the story scrolled back by some lines. `note` is an
    error, `idle_reason` says why the latest key did nothing."""

    cursor: Target | None = None
    selected: Target | None = None
    reader_open: bool = False
    page_index: int = 0
    story_open: bool = False
    story_scroll: int = 0
    note: str = ""
    idle_reason: str = ""


IDLE_REASONS: Final = {
    False: ("There is nothing to take back.", "Nothing was taken back.", "You have had no turn before this."),
    True: ("The game begins here.", "Nothing was played after this.", "No turn was played before this."),
}
"""Why undo, redo and going to the start of a turn have no effect: for players, and for spectators."""


class Pointing:
    """The controller for one session. `used_keys` are not available for answers."""

    def __init__(self, session: Session, board: Board) -> None:
        self.session: Final = session
        self.board: Final = board
        self.pointer: Final = PointerState()
        self.question: OpenQuestion = open_question(session, board)
        self.answers: tuple[Answer, ...] = ()
        self.used_keys: frozenset[str] = frozenset()
        self._last_key = ""  # the key of the latest answer, if it was given by its key
        self._last_card = Target(board.card_areas()[0], 0)  # where the cursor was last among the cards

    def update(self, note: str = "") -> None:
        """The position has changed: compute the open question. If all answers are listed, the cursor goes to the first one;
        otherwise, and while a spectator goes back and forth, it stays on the cards."""
        self.question = open_question(self.session, self.board)
        pointer = self.pointer
        pointer.selected, pointer.note, pointer.idle_reason = None, note, ""
        self._update_answers()
        if self.answers and not self.question.card_first and not self.session.is_away:
            pointer.cursor = Target("answer", 0)
        elif pointer.cursor is None or pointer.cursor.area == "answer":
            pointer.cursor = self._last_card

    def offer_replacement(self, note: str, levels: Sequence[str], bot_failed: bool = False) -> None:
        """An opponent could not decide: offer to ask again, or to let one of `levels` take the seat. The latter comes first with
        `bot_failed` (an external bot has failed, not only the thinking process)."""
        name = self.session.names[self.session.mover]
        self.pointer.note = note
        self.question = replace(
            self.question, heading=f"Who shall play on for {name}?" if bot_failed else f"{name} has not answered"
        )
        others = [Answer(f"A {level} plays on", command=level) for level in sorted(levels, key=DEFAULT_LEVEL.__ne__)]
        again = Answer("Ask once more", command="think", key="w")
        self.answers = assign_keys([*others, again] if bot_failed else [again, *others], self.used_keys)
        self.pointer.cursor = Target("answer", 0)

    @property
    def awaits_replacement(self) -> bool:
        """Whether the offer of a replacement is open, so that no opponent thinks."""
        return any(answer.command == "think" for answer in self.answers)

    # -- the cursor

    def move_cursor(self, target: Target | None) -> None:
        """Move the cursor to a target."""
        if target is not None and target != self.pointer.cursor:
            self.pointer.cursor, self.pointer.page_index = target, 0
            if target.area in self.board.card_areas():
                self._last_card = target

    def step_cursor(self, grid: Grid, direction: str) -> None:
        """Move the cursor to the next target in a direction."""
        self.move_cursor(
            steps.next_target(self._reachable_targets(grid), self.pointer.cursor, direction, len(self.answers))
        )

    def jump_cursor(self, grid: Grid, by: int) -> None:
        """Move the cursor to the next group of targets."""
        self.move_cursor(
            steps.next_group(self._reachable_targets(grid), self.pointer.cursor, self.board.tab_groups(), by)
        )

    def _reachable_targets(self, grid: Grid) -> steps.TargetRects:
        """The targets that the cursor can reach, including those below an open page, which moves away."""
        return grid.targets if self.pointer.story_open else {**grid.targets, **grid.covered_targets}

    def scroll_answers(self, by: int) -> None:
        """Move the cursor among the answers."""
        cursor = self.pointer.cursor
        at = cursor.index if cursor is not None and cursor.area == "answer" else 0
        self.move_cursor(Target("answer", max(0, min(at + by, len(self.answers) - 1))))

    def restore_cursor(self, grid: Grid) -> bool:
        """If the target under the cursor is gone, move to the nearest one of its area; returns whether it was gone."""
        cursor = self.pointer.cursor
        if cursor is None or cursor in grid.targets or cursor in grid.covered_targets or cursor.area == "answer":
            return False
        there = [target for target in grid.targets if target.area == cursor.area and target.index < cursor.index]
        self.pointer.cursor = max(there, key=lambda target: target.index) if there else steps.first_target(grid.targets)
        return True

    # -- choosing

    def choose(self, target: Target, grid: Grid) -> Answer | None:
        """Choose a target. An answer, or a card that is selected already, returns the answer to give. Another card is selected,
        and its answers are listed; if there are none, the reason is shown. If exactly one answer remains for this card, or for
        both selected cards, it is returned at once."""
        pointer = self.pointer
        if target.area == "answer":
            return self.answers[target.index] if target.index < len(self.answers) else None
        if pointer.story_open and target in grid.covered_targets:
            pointer.story_open = False
        elif target not in grid.targets and target not in grid.covered_targets:
            pointer.idle_reason = self._absence_reason(target)
            return None
        if target == pointer.selected and self.answers:
            at = pointer.cursor
            return self.answers[at.index if at is not None and at.area == "answer" else 0]
        joined = self._joint_answers(target)
        if len(joined) == 1:
            return joined[0]
        self.move_cursor(target)
        if self.question.card_first:  # for other questions the visible keys stay the same
            self._last_key = ""
        pointer.cursor, pointer.note = target, ""
        pointer.selected = target if target in self.question.usable else None
        self._update_answers()
        if pointer.selected is not None:
            pointer.cursor = Target("answer", 0)
            if len(self.answers) == 1 and not self.question.card_first:
                return self.answers[0]
        elif not self.board.why_not(self.question.view, target) or not self.question.choices:
            pointer.idle_reason = self._idle_reason(target)
        return None

    def _absence_reason(self, target: Target) -> str:
        """Why the key of a card finds no card."""
        if self.session.covered_reason:
            return "The cards are covered."
        return "There is no such card in your hand." if target.area == "hand" else "Nothing lies there."

    def _idle_reason(self, target: Target) -> str:
        """Why choosing a target had no effect, if the board has no better reason."""
        if self.session.is_over:
            return "The game is over."
        if not self.question.choices:
            return f"It is for {self.session.names[self.session.mover]} to answer."
        return (
            "This is not what is asked for now."
            if self.board.card_name(self.question.view, target)
            else "This is only to be read."
        )

    def reject_key(self, key: str) -> None:
        """Show that no visible answer has this key."""
        if any(answer.key == key for answer in self.answers):
            self.pointer.idle_reason = f'"{key}" is out of sight: the arrows lead there.'
        elif self.question.card_first and self.pointer.selected is None:
            self.pointer.idle_reason = f'No answer has the key "{key}": choose a card first.'
        else:
            self.pointer.idle_reason = f'No answer has the key "{key}" now.'

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

    def answer_by_key(self, key: str, grid: Grid) -> Answer | None:
        """The visible answer with this key."""
        for i, answer in enumerate(self.answers):
            if key and answer.key == key and Target("answer", i) in grid.targets:
                self._last_key = key
                return answer
        return None

    def release(self) -> None:
        """Close what is open, else deselect the card."""
        pointer = self.pointer
        if pointer.reader_open or pointer.story_open:
            pointer.reader_open = pointer.story_open = False
            return
        if pointer.selected is not None:
            pointer.cursor = pointer.selected
        pointer.selected, pointer.note = None, ""
        self._update_answers()

    # -- reading

    def subject(self) -> Target | None:
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
        if cursor is None or cursor.area != "answer" or cursor.index >= len(self.answers):
            return ()
        action = self.answers[cursor.index].action
        return self.board.affected(self.question.view, action) if action is not None else ()

    def hint(self) -> tuple[str, str]:
        """The text of the subject, and why it cannot be used if it is under the cursor or selected."""
        subject = self.subject()
        if subject is None:
            return "", ""
        question = self.question
        is_an_answer = subject in question.usable and not question.card_first
        here = bool(question.choices) and subject in (self.pointer.cursor, self.pointer.selected) and not is_an_answer
        return self.board.describe(self.question.view, subject), self.board.why_not(
            self.question.view, subject
        ) if here else ""

    def pages(self) -> list[Page]:
        """The pages about the subject."""
        subject, session = self.subject(), self.session
        return (
            self.board.pages(self.question.view, subject, session.names, session.levels) if subject is not None else []
        )

    def next_page(self) -> None:
        """Open the reader or turn to the next page; after the last page close it."""
        pointer, pages = self.pointer, len(self.pages())
        if not pointer.reader_open:
            pointer.reader_open, pointer.page_index = pages > 0, 0
        elif pointer.page_index + 1 < pages:
            pointer.page_index += 1
        else:
            pointer.reader_open, pointer.page_index = False, 0

    def turn_pages(self, by: int) -> bool:
        """Turn `by` pages, within bounds, and open the reader. False if there is nothing to read."""
        pointer, pages = self.pointer, len(self.pages())
        if pages:
            pointer.page_index = max(0, min(pointer.page_index + by, pages - 1))
            pointer.reader_open = True
        return pages > 0

    def read_at(self, target: Target) -> None:
        """Move the cursor to a target and open the reader; if it is open there already, show the next page."""
        if self.pointer.cursor != target:
            self.move_cursor(target)
            self.pointer.reader_open = False
        self.next_page()

    def card_name(self) -> str:
        """The name of the card to read about; "" if it is not a card."""
        subject = self.subject()
        return self.board.card_name(self.question.view, subject) if subject is not None else ""

    def _update_answers(self) -> None:
        self.answers = question_answers(
            self.question, self.session, self.board, self.pointer.selected, self.used_keys, self._last_key
        )
