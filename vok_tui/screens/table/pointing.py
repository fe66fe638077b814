"""The cursor, the selected card, the open overlay and the pointer among the others' steps, and the answers that follow from them.

It is independent of the terminal: the screen passes keys and clicks to it, and paints the result.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from ai.kit import kit_of
from engine.core.events import Chapter
from engine.core.game import NOBODY, WAITING_TEXT
from vok_tui.game.navigation import IdleReason
from vok_tui.game.sitting import Sitting
from vok_tui.game.story import StoryChapter
from vok_tui.learning.tips import Tips
from vok_tui.painting.cursor import TargetRects, first_target, next_target, target_in_next_group
from vok_tui.painting.grid import Grid, Target
from vok_tui.panes.overlay import Overlay
from vok_tui.panes.reader import READER
from vok_tui.panes.registry import OVERLAYS
from vok_tui.panes.scene import NO_HINT, Answer, Board, GuidePage, Page, Scene, ScrollPosition, TableCommand, TargetHint
from vok_tui.panes.steps import ChapterDetails, Step, StepKey
from vok_tui.screens.table.question import AnswerList, HandNumbers, OpenQuestion, compute_question

NONE_YET: Final = "Nobody has done anything since your turn."
AT_FIRST: Final = "That was the first step since your turn."


class StepPointer:
    """Points at a step of the others since your turn, or at none, in one sitting. `highlighted_step` is its `Step.key`."""

    def __init__(self, sitting: Sitting, board: Board) -> None:
        self.highlighted_step: StepKey | None = None
        self.changed_since_answer: frozenset[Target] = frozenset()
        self.changed_by_highlighted_step: frozenset[Target] = frozenset()
        self._sitting: Final = sitting
        self._board: Final = board
        self._view: Any = None
        self._chapter: Chapter | None = None  # of that view
        self._details: Final[dict[tuple[int, ...], ChapterDetails]] = {}

    def update_marks(self, view: Any, nodes_since: Collection[int]) -> None:
        """Mark what has changed up to the new position, which is shown as `view`. `nodes_since` are the nodes of the others'
        steps since your turn: the highlighted step stays highlighted as long as it is among them, even when your turn
        begins."""
        sitting = self._sitting
        self._view, self._chapter = view, sitting.chapter
        self.changed_since_answer = frozenset()
        if sitting.seat_to_take_keyboard == NOBODY:
            before = sitting.match_story.view_after_last_answer(sitting.shown_path(), sitting.viewer)
            self.changed_since_answer = self._board.changed_targets(before, view)
        if self.highlighted_step is not None and (
            self.highlighted_step.node not in nodes_since or sitting.seat_to_take_keyboard != NOBODY
        ):
            self.point_at_none()

    def chapter_details(self, chapter: StoryChapter) -> ChapterDetails:
        """What the board says about a chapter of the story. Cached."""
        sitting = self._sitting
        is_chapter_over = chapter.chapter != self._chapter
        key = (sitting.viewer, chapter.start_node, chapter.end_node, len(chapter.sentences), is_chapter_over)
        if key not in self._details:
            before, after = (
                sitting.view_at(chapter.start_node),
                sitting.view_at(chapter.end_node) if is_chapter_over else self._view,
            )
            self._details[key] = self._board.chapter_details(before, after, chapter, is_chapter_over)
        return self._details[key]

    def move_pointer(self, direction: int, steps: Sequence[Step]) -> IdleReason:
        """Point at the previous step (-1) or at the next one (1). The pointer starts after the latest step, where it points at
        none. Returns why nothing has changed, else ""."""
        keys = [step.key for step in steps]
        current = keys.index(self.highlighted_step) if self.highlighted_step in keys else len(keys)
        if not keys:
            return NONE_YET
        if current + direction < 0:
            return AT_FIRST
        self.point_at_none()
        if current + direction < len(keys):
            self._point_at(steps[current + direction])
        return ""

    def point_at_none(self) -> None:
        """Point at no step."""
        self.highlighted_step, self.changed_by_highlighted_step = None, frozenset()

    def _point_at(self, step: Step) -> None:
        self.highlighted_step = step.key
        sitting = self._sitting
        views = sitting.match_story.views_around(step.node, sitting.shown_path(), sitting.viewer)
        changed = self._board.changed_targets(*views)
        outside_hand = {target for target in changed if target.area != "hand"}
        hand: set[Target] = set()
        if outside_hand != changed:  # cards in hand may have moved since the step: mark all that have changed
            hand = {target for target in self.changed_since_answer if target.area == "hand"}
        self.changed_by_highlighted_step = frozenset(outside_hand | hand | {Target("seat", step.seat)})


class OverlayState:
    """At most one overlay is open: one of every game's or one of this game's. Methods that may do nothing return why, else ""."""

    def __init__(self, game_overlays: Sequence[Overlay] = ()) -> None:
        self.by_id: Final = {overlay.id: overlay for overlay in (*OVERLAYS, *game_overlays)}
        self.current: Overlay | None = None
        self.scroll: ScrollPosition = 0

    @property
    def takes_arrows(self) -> bool:
        """Whether the arrow keys scroll the open overlay instead of moving the cursor."""
        return self.current is not None and not self.current.follows_cursor

    def toggle_or_turn_page(self, overlay_id: str, scene: Scene) -> IdleReason:
        """Open an overlay at its first page; if it is open, turn to its next page, or close it after the last one."""
        overlay = self.by_id[overlay_id]
        if self.current is not overlay:
            return self._open(overlay, scene)
        self.scroll += 1
        if self.scroll >= overlay.page_count(scene):
            self.close()
        return ""

    def turn_pages(self, pages: int, scene: Scene) -> IdleReason:
        """Scroll the open overlay by `pages`, backwards if negative. If nothing is open, open the reader first."""
        reason = self._open(READER, scene) if self.current is None else ""
        if self.current is not None:
            self.scroll_by(pages * self.current.page_step)
        return reason

    def scroll_by(self, lines_or_pages: int) -> None:
        """Scroll the open overlay by lines, or by pages if it has pages; up if negative. Painting it applies the limit."""
        if self.current is not None:
            self.scroll = max(0, self.scroll + (-lines_or_pages if self.current.starts_at_end else lines_or_pages))

    def close(self) -> None:
        self.current, self.scroll = None, 0

    def _open(self, overlay: Overlay, scene: Scene) -> IdleReason:
        reason = overlay.obstacle(scene)
        if not reason:
            self.current, self.scroll = overlay, 0
        return reason


@dataclass
class PointerState:
    """The cursor and the selected card. `error` is shown until the next question, `idle_reason` says why the latest key did
    nothing, and `message` is shown until the next key."""

    cursor: Target | None = None
    selected: Target | None = None
    error: str = ""
    idle_reason: str = ""
    message: str = ""

    def clear_messages(self) -> None:
        """Clear what the player has read when the next key or click comes."""
        self.idle_reason = self.message = ""


ABSENT_INDEX: Final = 1 << 30  # of a target that does not exist


class TableGuide(Protocol):
    """What speaks above the question of a table: see `Guide`. `mark` stands in the status line."""

    @property
    def mark(self) -> str: ...

    @property
    def is_done(self) -> bool: ...

    @property
    def was_done(self) -> bool: ...

    @property
    def first_keys(self) -> Sequence[str]:
        """The shortcuts that the footer shows first."""

    @property
    def footer_labels(self) -> Mapping[str, str]:
        """Other labels of keys of the table, by the ids of their shortcuts."""

    @property
    def idle_keys(self) -> Mapping[str, bool]:
        """Which keys do nothing now."""

    def page(self) -> GuidePage: ...

    def reply(self) -> str: ...

    def skip_step(self) -> None: ...


class Pointing:
    """The controller for one sitting. `overlays` are those of the game itself."""

    def __init__(self, sitting: Sitting, board: Board, overlays: Sequence[Overlay] = ()) -> None:
        self.sitting: Final = sitting
        self.board: Final = board
        self.pointer: Final = PointerState()
        self.overlay: Final = OverlayState(overlays)
        self._numbers: Final = HandNumbers(sitting, board)
        self.question: OpenQuestion = compute_question(sitting, board, self._numbers)
        self.step_pointer: Final = StepPointer(sitting, board)
        self.step_pointer.update_marks(self.question.view, self.question.nodes_since)
        self.answer_list: Final = AnswerList(sitting, board)
        self.tips: Tips | None = None  # None if the player wants none
        self.is_newcomer = False  # see `Scene.is_newcomer`
        self.guide: TableGuide | None = None  # in a guided game, and where a position is tried again
        self._last_card = Target(board.cursor_home_areas()[0], 0)  # the last position of the cursor among the cards

    def update_question(self, error: str = "") -> None:
        """Compute the open question after the position has changed. The cursor goes to the first answer if all answers are
        listed. It stays on the cards if a card must be selected first, or if a spectator has gone back."""
        previous = self.question
        self.question = compute_question(self.sitting, self.board, self._numbers)
        self.step_pointer.update_marks(self.question.view, self.question.nodes_since)
        pointer = self.pointer
        pointer.selected, pointer.error, pointer.idle_reason = None, error, ""
        pointer.cursor = self._target_of_same_card(previous, pointer.cursor)
        self._last_card = self._target_of_same_card(previous, self._last_card) or self._last_card
        self.answer_list.list_answers_for(self.question, self.pointer.selected)
        if self.listed_answers and not self.question.needs_card_first and not self.sitting.has_spectator_gone_back:
            stays = previous.humans_are_out and self.question.humans_are_out and pointer.cursor is not None
            pointer.cursor = pointer.cursor if stays else Target("answer", 0)
        elif pointer.cursor is None or pointer.cursor.area == "answer":
            pointer.cursor = self._last_card

    def ask_who_plays_on(self, reason: str, bot_failed: bool = False) -> None:
        """Offer to ask an opponent that could not decide again, or to let a level take its seat. The levels come first with
        `bot_failed`, if an external bot has failed and not only the thinking process."""
        kit = kit_of(self.sitting.match.game)
        name = self.sitting.names[self.sitting.mover]
        self.pointer.error = reason
        self.question = replace(
            self.question,
            heading=f"Who shall play on for {name}?" if bot_failed else f"{name} has not answered",
            awaits_reactions=False,
            thinking_player=None,
        )
        levels = sorted(kit.level_names(), key=kit.default_level().__ne__)
        level_answers = [
            Answer(f"A {level} plays on", command=TableCommand.SUBSTITUTE, about=level) for level in levels
        ]
        again = Answer("Ask once more", command=TableCommand.THINK)
        self.answer_list.replace_answers(tuple([*level_answers, again] if bot_failed else [again, *level_answers]))
        self.pointer.cursor = Target("answer", 0)

    def ask(self, heading: str, message: str, answers: tuple[Answer, ...]) -> None:
        """Ask another question in place of the open one, which `update_question` asks again. The cursor is on the first
        answer."""
        self.question = replace(self.question, heading=heading)
        self.pointer.message = message
        self.answer_list.replace_answers(answers)
        self.pointer.cursor = Target("answer", 0)

    @property
    def is_asking_to_take_back(self) -> bool:
        """Whether the table asks before an answer that costs much."""
        return any(answer.command is TableCommand.TAKE_BACK for answer in self.answer_list.all_answers)

    @property
    def keeps_answers(self) -> bool:
        """Whether the answers stay while cards are read: they are about an opponent that has not answered, or about a position
        that is tried again."""
        kept = (TableCommand.THINK, TableCommand.RETRY)
        return any(answer.command in kept for answer in self.answer_list.all_answers)

    @property
    def awaits_opponent(self) -> bool:
        """Whether the table waits for an opponent, so that there is nothing to choose. The value does not reveal whether somebody
        is asked in secret."""
        return self.question.awaits_reactions or self.question.thinking_player is not None

    @property
    def takes_answers(self) -> bool:
        """Whether keys and clicks may answer: no opponent acts, or all players at this table are out."""
        return not self.awaits_opponent or self.question.humans_are_out

    @property
    def listed_answers(self) -> tuple[Answer, ...]:
        return self.answer_list.listed_answers

    @property
    def answer_under_cursor(self) -> Answer | None:
        """The listed answer that Enter gives now; None without any."""
        listed = self.listed_answers
        return listed[self._answer_index] if self._answer_index < len(listed) else None

    # -- the cursor

    def move_cursor(self, target: Target | None) -> None:
        """Move the cursor to a target; None leaves it where it is."""
        if target is not None and target != self.pointer.cursor:
            self.pointer.cursor = target
            if not self.overlay.takes_arrows:  # an overlay that follows the cursor shows its first page
                self.overlay.scroll = 0
            if target.area in self.board.cursor_home_areas():
                self._last_card = target

    def move_cursor_in_direction(self, grid: Grid, direction: str) -> None:
        """Move the cursor to the next target in a direction."""
        targets, cursor = self._reachable_targets(grid), self.pointer.cursor
        lines = self.board.areas_walked_in_lines()
        self.move_cursor(next_target(targets, cursor, direction, len(self.listed_answers), lines))

    def move_cursor_to_group(self, grid: Grid, direction: int) -> None:
        """Move the cursor to the next group of targets (`direction` 1) or the previous one (-1)."""
        self.move_cursor(
            target_in_next_group(self._reachable_targets(grid), self.pointer.cursor, self.board.tab_groups(), direction)
        )

    def _reachable_targets(self, grid: Grid) -> TargetRects:
        """The targets that the cursor can reach. An overlay that follows the cursor does not hide any."""
        return grid.targets if self.overlay.takes_arrows else {**grid.targets, **grid.covered_targets}

    def move_cursor_among_answers(self, step: int) -> None:
        """Move the cursor down by `step` answers, or up if negative."""
        cursor = self.pointer.cursor
        current = cursor.index if cursor is not None and cursor.area == "answer" else 0
        self.move_cursor(Target("answer", max(0, min(current + step, len(self.listed_answers) - 1))))

    def move_cursor_off_gone_target(self, grid: Grid) -> bool:
        """If the target under the cursor is gone, move to the one before it in its area. Returns whether it was gone."""
        cursor = self.pointer.cursor
        if cursor is None or cursor in grid.targets or cursor in grid.covered_targets or cursor.area == "answer":
            return False
        earlier = [target for target in grid.targets if target.area == cursor.area and target.index < cursor.index]
        self.pointer.cursor = max(earlier, key=lambda target: target.index) if earlier else first_target(grid.targets)
        return True

    # -- choosing

    def choose(self, target: Target, grid: Grid) -> Answer | None:
        """Choose a target. Choosing an answer returns it. Choosing a card selects it and lists its answers, or shows why there
        are none; choosing the selected card again gives the answer under the cursor, as Enter does. If exactly one answer is
        about this card, or about this card and the selected one, it is returned at once."""
        if target.area == "answer":
            return self._answer_at(target.index)
        if self.keeps_answers and target in grid.targets:  # the cards can be read; the answers stay
            self.move_cursor(target)
            return None
        return self._choose_card(target, grid)

    def _choose_card(self, target: Target, grid: Grid) -> Answer | None:
        """Choose a target that is no answer."""
        pointer = self.pointer
        if self.is_asking_to_take_back:  # another choice takes it back too
            self.update_question()
        if self.overlay.takes_arrows and target in grid.covered_targets:
            self.overlay.close()
        elif target not in grid.targets and target not in grid.covered_targets:
            pointer.idle_reason = self._missing_target_reason(target)
            return None
        if target == pointer.selected:
            return self._answer_at(self._answer_index)
        if self.answer_list.toggle_payment_card(target, self._answer_index):
            if pointer.cursor is not None and pointer.cursor.area == "answer":
                pointer.cursor = Target("answer", 0)
            return None
        joint_answers = self._joint_answers(target) or self._answers_ending_at(target)
        if len(joint_answers) == 1:
            return joint_answers[0]
        self.move_cursor(target)
        pointer.cursor, pointer.error = target, ""
        pointer.selected = target if target in self.question.usable else None
        self.answer_list.list_answers_for(self.question, self.pointer.selected)
        if pointer.selected is not None:
            pointer.cursor = Target("answer", 0)
            if len(self.listed_answers) == 1 and not self.question.needs_card_first:
                return self._take_only_answer()
        elif not self.board.why_not(self.question.view, target) or not self.question.choices:
            pointer.idle_reason = self._idle_reason(target)
        return None

    def _take_only_answer(self) -> Answer:
        """Deselect the card and return its only answer. If this is not given in the end, nothing remains selected."""
        only_answer, self.pointer.selected = self.listed_answers[0], None
        self.answer_list.list_answers_for(self.question, None)
        indices = [i for i, answer in enumerate(self.listed_answers) if answer.action == only_answer.action]
        self.pointer.cursor = Target("answer", indices[0] if indices else 0)
        return only_answer

    def _missing_target_reason(self, target: Target) -> str:
        """Why there is no card for a key."""
        if self.question.covered_reason:
            return "That is covered."
        return "There is no such card in your hand." if target.area == "hand" else "There is nothing there."

    def _idle_reason(self, target: Target) -> str:
        """Why choosing a target had no effect, if the board has no better reason."""
        if self.sitting.shows_end:
            return "The game is over."
        if self.question.awaits_reactions:  # whose answer is awaited is a secret
            return f"{WAITING_TEXT}."
        if not self.question.choices:
            return f"It is for {self.sitting.names[self.sitting.mover]} to answer."
        return (
            "This is not what is asked for now."
            if self.board.target_name(self.question.view, target)
            else "This is only to be read."
        )

    def reject_key(self, key: str) -> None:
        """Show that no answer has this key."""
        select_first = self.question.needs_card_first and self.pointer.selected is None
        self.pointer.idle_reason = (
            f'No answer has the key "{key}"{": choose a card first." if select_first else " now."}'
        )

    def _joint_answers(self, other: Target) -> list[Answer]:
        """The answers that involve both the selected card and another one; empty if no card is selected."""
        view, selected = self.question.view, self.pointer.selected
        if selected is None:
            return []
        return [
            answer
            for answer in self.listed_answers
            if answer.action is not None and self.board.is_about_both(view, answer.action, selected, other)
        ]

    def _answers_ending_at(self, target: Target) -> list[Answer]:
        """The answers that give several actions, the last one about a target about which no answer is alone."""
        view = self.question.view
        return [
            answer
            for answer in self.answer_list.combined_answers
            if target not in self.question.usable and target in self.board.targets_of_action(view, answer.steps[-1])
        ]

    def answer_with_role(self, role: str, pressed_key: str) -> Answer | None:
        """The answer with a role (`Answer.role`); during a purchase, the payment under the cursor. If several have this role,
        list only these, so that the rest of their names can be typed. If there is none, show that no answer has `pressed_key`."""
        if self.answer_list.paying is not None and role == self.answer_list.paying.purchase.role:
            return self._answer_at(self._answer_index)
        with_role = [answer for answer in self.answer_list.all_answers if answer.role == role]
        if len(with_role) > 1:
            self.handle_list_change(self.answer_list.narrow_to_role(role))
            return None
        if not with_role:
            self.reject_key(pressed_key)
        return with_role[0] if with_role else None

    def _answer_at(self, index: int) -> Answer | None:
        """The answer at an index of the list. If it cannot be given, show why."""
        self.pointer.idle_reason = self.answer_list.payment_obstacle()
        return self.listed_answers[index] if index < len(self.listed_answers) and not self.pointer.idle_reason else None

    @property
    def _answer_index(self) -> int:
        """The index of the answer under the cursor, else 0."""
        cursor = self.pointer.cursor
        return cursor.index if cursor is not None and cursor.area == "answer" else 0

    def hand_target(self, number: int) -> Target:
        """The target of the card in hand with a number. If no card has it, the target does not exist."""
        numbers = self.question.hand_numbers
        return Target("hand", numbers.index(number) if number in numbers else ABSENT_INDEX if numbers else number - 1)

    def opponent_target(self, offset: int) -> Target:
        """The target of an opponent; offset 0 is the next seat. If there are too few opponents, the target does not exist."""
        seats = len(self.sitting.names)
        return Target(
            "seat", (max(self.sitting.viewer, 0) + 1 + offset) % seats if offset + 1 < seats else ABSENT_INDEX
        )

    def type_or_delete_character(self, character: str) -> Answer | None:
        """Add a character to the filter of the list; "" deletes the last one. Returns the answer whose name is complete."""
        self.handle_list_change(self.answer_list.type_or_delete_character(character))
        return self.answer_list.typed_answer

    def handle_list_change(self, idle_reason: IdleReason) -> None:
        """Show why the list of answers has not changed, if it has not, and move the cursor to the first answer."""
        self.pointer.idle_reason = idle_reason
        if self.listed_answers:
            self.pointer.cursor = Target("answer", 0)

    def close_or_deselect(self) -> None:
        """Leave the innermost thing: the highlighted step, the overlay, the filter or list of payments, the selected card."""
        if self.step_pointer.highlighted_step is not None:
            self.step_pointer.point_at_none()
        elif self.overlay.current is not None:
            self.overlay.close()
        elif self.answer_list.close_filter_or_payment_list(self._answer_index):
            self.pointer.cursor = Target("answer", 0)
        elif not self.keeps_answers:
            self._deselect()

    def _deselect(self) -> None:
        pointer = self.pointer
        if pointer.selected is not None:
            pointer.cursor = pointer.selected
        pointer.selected, pointer.error = None, ""
        self.answer_list.list_answers_for(self.question, self.pointer.selected)

    # -- reading

    def target_to_read(self) -> Target | None:
        """The target that the reader is about: the one under the cursor; for an answer, the selected card or its first target."""
        cursor, selected = self.pointer.cursor, self.pointer.selected
        if cursor is None or cursor.area != "answer":
            return cursor
        if selected is not None or cursor.index >= len(self.listed_answers):
            return selected
        steps = self.listed_answers[cursor.index].steps
        targets = self.board.targets_of_action(self.question.view, steps[-1]) if steps else ()
        return next(iter(targets), None)

    def affected_targets(self) -> tuple[Target, ...]:
        """The targets that the answer under the cursor would move."""
        cursor = self.pointer.cursor
        if self.answer_list.payment is not None and self.pointer.selected is not None:
            return (self.pointer.selected, *self.answer_list.payment.cards)
        if cursor is None or cursor.area != "answer" or cursor.index >= len(self.listed_answers):
            return ()
        steps = self.listed_answers[cursor.index].steps
        return tuple([target for step in steps for target in self.board.affected_targets(self.question.view, step)])

    def target_hint(self) -> TargetHint:
        """The text of the target to read about, and why it cannot be used if it is under the cursor or selected."""
        subject = self.target_to_read()
        if subject is None:
            return NO_HINT
        question = self.question
        is_an_answer = subject in question.usable and not question.needs_card_first
        is_pointed_at = subject in (self.pointer.cursor, self.pointer.selected)
        shows_obstacle = is_pointed_at and not question.shows_end and not is_an_answer
        obstacle = self.board.why_not(question.view, subject) if shows_obstacle else ""
        return TargetHint(self.board.target_description(question.view, subject), obstacle)

    def pages_to_read(self) -> list[Page]:
        subject, question = self.target_to_read(), self.question
        if subject is None or question.awaits_keyboard:
            return []
        return self.board.pages_about(question.view, subject, self.sitting.names, question.levels)

    def card_name(self) -> str:
        """The name of the card to read about; "" if it is not a card."""
        subject = self.target_to_read()
        return self.board.target_name(self.question.view, subject) if subject is not None else ""

    def _target_of_same_card(self, previous: OpenQuestion, target: Target | None) -> Target | None:
        """The target that now has the card in hand which `target` had at the previous question."""
        if target is None or target.area != "hand" or target.index >= len(previous.hand_numbers):
            return target
        number, numbers = previous.hand_numbers[target.index], self.question.hand_numbers
        return Target("hand", numbers.index(number)) if number in numbers else target
