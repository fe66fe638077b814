"""Find better: the table before a decision, from what its seat knew, with all answers to try. See `vok_tui.learning.retry`.

Practice, drills and puzzles are this screen with another course: another heading, and positions of several games.
"""

from dataclasses import replace
from functools import partial
from typing import Any, Final

from rich.cells import cell_len
from textual import events, on, work
from textual.app import ComposeResult

from vok_tui.boards.table_kit import table_kit_of
from vok_tui.learning.retry import (
    ASKING,
    ENDED,
    JUDGING,
    WAITING,
    Attempt,
    Position,
    Retry,
    judge_attempt,
)
from vok_tui.painting.grid import Brush, Grid, Rect, Target, fit, fit_apart, wrap
from vok_tui.painting.signs import Signs, signs_with
from vok_tui.painting.surface import GridSurface
from vok_tui.panes import status
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.question import shorten
from vok_tui.panes.scene import KeyHint, StepMarks
from vok_tui.records.loss_report import in_100
from vok_tui.screens.base import BaseScreen, is_too_small
from vok_tui.screens.messages import RetryClosed, SeeDecision
from vok_tui.screens.review.paint_page import ReviewPage, current_turn_text, paint_board, review_scene
from vok_tui.shared.shortcuts import bindings

ANSWER: Final = "answer"  # the area of the targets of answers
TEXT_LINES: Final = 3  # of what is asked, on a low screen
MIN_ANSWER_ROWS: Final = 3  # that stay if the question is shown above them


class RetryScreen(BaseScreen):
    """Goes through the positions of a retry. Posts RetryClosed and SeeDecision."""

    BINDINGS = bindings("retry")
    KEYS_SECTION = "retry"

    def __init__(self, retry: Retry) -> None:
        """`retry` stands at a position."""
        super().__init__()
        self.retry: Final = retry
        self._page: ReviewPage = self._page_of_position()
        self._surface: Final = GridSurface()
        self._cursor = 0
        self._top = 0
        self._footer: tuple[KeyHint, ...] = ()
        self._line: list[tuple[str, Any]] = []  # the expected line of a position that was solved or shown
        self._line_step = 0  # the step of it that the table shows; 0 for the position itself
        self._is_fetching = False
        self._shows_note = False  # whether what the course said about the result is above the answers
        self._asked = (
            retry.place,
            retry.state,
            0,
        )  # what was painted last: a position, its state and how often it was tried

    def _page_of_position(self) -> ReviewPage:
        """The page for the game of the current position."""
        kit = table_kit_of(self.retry.review.match.game)
        page = ReviewPage(self.retry.review, kit.board(self.retry.review.match), kit)
        page.analysis.reporter.other_words = self.retry.position.other_words
        page.analysis.reporter.proof = self.retry.position.proof
        return page

    def compose(self) -> ComposeResult:
        yield self._surface

    def on_mount(self) -> None:
        self.repaint()
        self._fetch_ahead()

    def on_resize(self) -> None:
        self.repaint()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.repaint()

    def on_unmount(self) -> None:
        self.retry.course.stop.set()

    # -- painting

    def repaint(self) -> None:
        """Paint the table, the answers, and what became of the latest attempt."""
        size = self.app.size
        if not self.is_mounted or is_too_small(size.width, size.height):
            return
        signs = signs_with(self._page.kit.signs, ascii_only=getattr(self.app, "ascii_only", False))
        grid = Grid(size.width, size.height)
        self._footer = self._page.footer = self._hints()
        scene = review_scene(self._page, signs, colors=not self.app.no_color)
        if self._line_step:
            before = self._line[self._line_step - 2][1] if self._line_step > 1 else scene.view
            view = self._line[self._line_step - 1][1]
            changed = self._page.board.changed_targets(before, view)
            scene = replace(scene, view=view, step_marks=StepMarks(changed_by_highlighted_step=changed))
        arrangement = paint_board(grid, self._page, scene, 0, grid.height - 1)
        self._paint_status(Brush(grid, Rect(0, 0, grid.width, 1)))
        question = Brush(grid, arrangement.question)
        question.fill()
        self._shows_note = False
        if self.retry.state in (WAITING, ENDED):
            self._paint_end(question, signs)
        elif self.retry.is_asking:
            self._paint_answers(question, signs)
        elif self._line_step:
            self._paint_line_step(question, signs)
        else:
            self._paint_solution(question, signs)
        side = arrangement.panes.get("story") or arrangement.panes.get("reader")
        if side is not None:
            self._paint_positions(Brush(grid, side), signs)
        status.paint_footer(Brush(grid, Rect(0, grid.height - 1, grid.width, 1)), scene)
        self._surface.show_grid(grid)
        asked = (self.retry.place, self.retry.state, len(self.retry.attempts))
        if asked != self._asked:
            self._asked = asked
            self.ask_anew()

    def _hints(self) -> tuple[KeyHint, ...]:
        keys = LiveKeys(self.active_bindings)
        state = self.retry.state
        ids = ["retry_choose", "retry_line", "retry_why", "retry_review", "retry_back", "help"]
        if self.retry.is_asking:
            ids = ["retry_choose", "retry_down", "retry_hint", "retry_show", "retry_next", "retry_back", "help"]
        elif state in (WAITING, ENDED):
            ids = ["retry_choose", "help"] if state == ENDED else ["retry_back", "help"]
        label = "Choose" if self.retry.is_asking else "Back" if state == ENDED else "Next"
        return keys.hints(ids, {"retry_choose": label, "retry_back": "Close" if self._has_open_page else "Back"})

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys that have no meaning now."""
        if action == "review":
            return self.retry.course.is_of_open_game
        return super().check_action(action, parameters)

    def _paint_status(self, brush: Brush) -> None:
        retry, decision = self.retry, self.retry.decision
        brush.fill("sand", "on-deep")
        x = brush.write(1, 0, retry.course.heading, "gold", "on-deep", "bold") + 2
        title = retry.position.match.chapter(decision.node).title or current_turn_text(retry.review)
        count = retry.course.count or (len(retry.positions) if retry.course.more is None else 0)
        number = f"{retry.place + 1} of {count}" if count else f"{retry.place + 1}"
        then = "" if retry.position.is_judged else ", from what you knew then"
        text = f"{number}   {title}, your turn{then}"
        about = retry.position.about
        if about and x + cell_len(text) + cell_len(about) + 3 > brush.width:
            text = text.partition(", from")[0]
        end = brush.width - 1
        if about and x + cell_len(text) + cell_len(about) + 3 <= brush.width:
            end = brush.write_right(0, about, "sand", "on-deep", end=end) - 2
        brush.write(x, 0, fit(text, end - x), "sand", "on-deep")

    def _paint_end(self, brush: Brush, signs: Signs) -> None:
        """Paint the end of the session, or that another position is looked for."""
        if self.retry.state == WAITING:
            paragraphs = ["Looking for the next position…"]
        else:
            paragraphs = [*self.retry.course.summary()]
        y = 0
        for text in paragraphs:
            for line in wrap(text, brush.width - 3):
                if y < brush.height:
                    brush.write(0, y, signs.new_bar, "gold")
                    brush.write(2, y, line, "gold" if not y else "sand")
                    y += 1

    def _paint_line_step(self, brush: Brush, signs: Signs) -> None:
        """Paint the steps of the expected line up to the one that the table shows."""
        count = len(self._line)
        heading = f" The line expected after the best answer, step {self._line_step} of {count} "
        brush.write(0, 0, signs.rule * brush.width, "deep")
        brush.write(2, 0, fit(heading, brush.width - 2), "lapis", "bold")
        rows = max(1, brush.height - 1)
        first = max(0, min(self._line_step - rows, count - rows))
        for y, (words, _) in enumerate(self._line[first : first + rows], 1):
            is_current = first + y == self._line_step
            brush.write(0, y, signs.cursor if is_current else " ", "gold")
            ink = "gold" if is_current else "sand" if first + y < self._line_step else "dune"
            brush.write(2, y, fit(words, brush.width - 3, signs.more), ink)

    def _paint_answers(self, brush: Brush, signs: Signs) -> None:
        retry, match = self.retry, self.retry.position.match
        text = "Comparing your answer with the best one…" if retry.state == JUDGING else retry.text()
        lines = wrap(text, brush.width - 3)
        room = len(lines) if brush.height >= len(lines) + TEXT_LINES + 3 else max(1, brush.height - TEXT_LINES)
        shown = shorten(lines, room, brush.width - 3, signs.more)
        for y, line in enumerate(shown):
            brush.write(0, y, signs.new_bar, "gold")
            brush.write(2, y, line, "sand")
        y = len(shown)
        if brush.height - y > MIN_ANSWER_ROWS:
            question = match.game.question(match.at(retry.decision.node))
            card = f"{question.card}: " if question.card and question.card not in question.text else ""
            room = 2 if brush.height - y > MIN_ANSWER_ROWS + 1 else 1
            for line in shorten(wrap(f"{card}{question.text}", brush.width - 3), room, brush.width - 3, signs.more):
                brush.write(2, y, line, "gold", "bold")
                y += 1
        rows = brush.sub_brush(0, y, brush.width, brush.height - y)
        self._top = max(0, min(self._top, self._cursor), self._cursor - rows.height + 1)
        tried = {attempt.action: attempt for attempt in retry.attempts}
        state = match.at(retry.decision.node)
        said = fit_apart([match.game.say(state, action) for action in retry.answers], rows.width - 8, signs.more)
        for y in range(min(rows.height, len(retry.answers) - self._top)):
            index = self._top + y
            action = retry.answers[index]
            row = rows.sub_brush(0, y, rows.width, 1)
            row.add_target(Target(ANSWER, index))
            is_current = index == self._cursor
            note = in_100(tried[action].loss) if action in tried else ""
            row.write(0, 0, f"{signs.cursor if is_current else ' '} ", "gold")
            row.write(2, 0, said[index], "gold" if is_current else "dune" if note else "sand")
            row.write_right(0, note, "carnelian", end=row.width - 2)
        if self._top:
            rows.write_right(0, signs.up, "lapis")
        if self._top + rows.height < len(retry.answers):
            rows.write_right(rows.height - 1, signs.down, "lapis")

    def _paint_solution(self, brush: Brush, signs: Signs) -> None:
        retry = self.retry
        text = retry.text() if retry.attempts and retry.attempts[-1].is_right else "The answers."
        brush.write(0, 0, signs.new_bar, "gold")
        x = brush.write(2, 0, fit(text, brush.width - 3, signs.more), "gold") + 2
        self._shows_note = bool(retry.note) and x + cell_len(retry.note) < brush.width
        if self._shows_note:
            brush.write(x, 0, retry.note, "faience")
        keys = LiveKeys(self.active_bindings)
        self._page.analysis.names_yours = bool(retry.attempts) or not retry.position.is_judged
        self._page.analysis.paint_answers_of(
            retry.shown_decision,
            brush.sub_brush(0, 1, brush.width, brush.height - 1),
            signs,
            keys=f"{keys.key_of('retry_why')}: why",
        )

    def _paint_positions(self, brush: Brush, signs: Signs) -> None:
        retry = self.retry
        brush.fill()
        brush.write(0, 0, fit(retry.course.list_heading, brush.width), "lapis", "bold")
        shows_note = bool(retry.note) and not self._shows_note and retry.state not in (WAITING, ENDED)
        rows = max(1, brush.height - 1 - 2 * shows_note)
        first = max(0, min(retry.place - rows + 1, len(retry.positions) - rows))
        y = 0
        for place in range(first, min(len(retry.positions), first + rows)):
            y += 1
            position, is_current = retry.positions[place], place == retry.place
            title = (position.match.chapter(position.decision.node).title or "the start").partition(",")[0]
            line = f"{place + 1} {title} {'' if position.intro else position.decision.mark}".rstrip()
            brush.write(0, y, signs.cursor if is_current else " ", "gold")
            brush.write(1, y, line, "gold" if is_current else "sand")
            outcome = retry.outcomes[place]
            if cell_len(line) + cell_len(outcome) + 2 < brush.width:
                brush.write(max(13, cell_len(line) + 2), y, outcome, "dune")
        if shows_note:
            for line in shorten(wrap(retry.note, brush.width), brush.height - y - 1, brush.width, signs.more):
                y += 1
                brush.write(0, y, line, "faience")

    # -- keys

    def action_move(self, step: int) -> None:
        """Move the cursor in the list of answers; in open reasons, turn the page."""
        if not self.retry.is_asking and not self._line_step and self._page.analysis.is_why_open:
            self._page.analysis.turn_open_why(1 if step > 0 else -1)
            self.repaint()
            return
        self._cursor = max(0, min(len(self.retry.answers) - 1, self._cursor + step))
        self.repaint()

    def action_choose(self) -> None:
        """Try the answer under the cursor; after a right one, go to the next position."""
        if self.retry.state in (JUDGING, WAITING):
            return
        if self.retry.state == ENDED:
            self.action_back()
            return
        if self.retry.state != ASKING:
            self.action_next()
            return
        retry, action = self.retry, self.retry.answers[self._cursor]
        retry.state = JUDGING
        known = retry.known_attempt(action)
        if known is not None:
            self._accept(retry.place, known)
            return
        self.repaint()
        self._judge(
            retry.place, partial(judge_attempt, retry.question(), retry.decision, action, retry.position.budget)
        )

    @work(thread=True, exclusive=True, group="judge")
    def _judge(self, place: int, judge: "partial[Attempt]") -> None:
        """Compare an answer with the best one. In a thread, because it takes up to a second."""
        attempt = judge()
        self.show_from_thread(self._accept, place, attempt)

    def _accept(self, place: int, attempt: Attempt) -> None:
        if self.retry.state == JUDGING and self.retry.place == place:
            self.retry.accept(attempt)
            self._forget_line()
            self.repaint()

    def _fetch_ahead(self) -> None:
        """Look for the position after this one, while the player thinks about this one."""
        retry = self.retry
        if not (retry.has_all or self._is_fetching) and retry.place + 1 >= len(retry.positions):
            self._is_fetching = True
            self._fetch()

    @work(thread=True, group="fetch")
    def _fetch(self) -> None:
        """Let the course find the next position. In a thread, because it reads and judges games."""
        more = self.retry.course.more
        self.show_from_thread(self._take, more() if more is not None else None)

    def _take(self, position: Position | None) -> None:
        self._is_fetching = False
        self.retry.add(position)
        for notice in self.retry.course.notices:
            self.app.notify(notice, timeout=8)
        self.retry.course.notices.clear()
        if self.retry.state == WAITING:
            self.action_next()
        else:
            self.repaint()

    def action_hint(self) -> None:
        """Say how the best answer begins."""
        if self.retry.state == ASKING:
            self.retry.give_hint()
            self.repaint()

    def action_show_answers(self) -> None:
        """Show the answers."""
        if self.retry.is_asking:
            self.retry.show_answers()
            self._forget_line()
            self.repaint()

    def action_play_line(self) -> None:
        """Show the next step of the expected line on the table; after the last one, the position again."""
        if self.retry.is_asking or self.retry.state in (WAITING, ENDED):
            return
        self._line = self._line or self.retry.line_views()
        self._line_step = (self._line_step + 1) % (len(self._line) + 1)
        self.repaint()

    def _forget_line(self) -> None:
        self._line, self._line_step = [], 0

    def action_toggle_why(self) -> None:
        """Show the reasons, page by page, instead of the answers where both do not fit, or instead of the expected line."""
        if self.retry.is_asking or self.retry.state in (WAITING, ENDED):
            return
        if self._line_step:
            self._line_step, self._page.analysis.why_page = 0, 1
        else:
            self._page.analysis.turn_why_page()
        self.repaint()

    def action_next(self) -> None:
        """Go to the next position; after the last one, the session ends, or the first one is next."""
        self.retry.go_on()
        if self.retry.state == ASKING and self._page.review is not self.retry.review:
            self._page = self._page_of_position()
        self._cursor = self._top = 0
        self._forget_line()
        self._page.analysis.why_page = 0
        self._fetch_ahead()
        self.repaint()

    def action_review(self) -> None:
        """See the decision in the review of the game."""
        self.post_message(SeeDecision(self.retry.decision.node))

    @property
    def _has_open_page(self) -> bool:
        """Whether the expected line or the reasons cover the answers that are shown."""
        if self.retry.is_asking or self.retry.state in (WAITING, ENDED):
            return False
        return bool(self._line_step) or self._page.analysis.is_why_open

    def action_back(self) -> None:
        """Close the expected line or the reasons; if neither is open, leave. A drill is summed up first. What was answered is
        stored, so the rest can be done later."""
        if self._has_open_page:
            if self._line_step:
                self._line_step = 0
            else:
                self._page.analysis.why_page = 0
            self.repaint()
        elif self.retry.end_if_summed_up():
            self._forget_line()
            self.repaint()
        else:
            self.post_message(RetryClosed())

    # -- the mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Mark an answer, choose it with a second click, or press a key of the footer."""
        target = self._surface.grid.target_at(event.screen_x, event.screen_y)
        if target is None or event.button != 1:
            return
        if target.area == ANSWER:
            if target.index == self._cursor:
                self.action_choose()
            else:
                self._cursor = target.index
                self.repaint()
        elif target.area == "key":
            self.call_later(self.run_action, self._footer[target.index].action)

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def _wheel(self, event: events.MouseEvent) -> None:
        self.action_move(-1 if isinstance(event, events.MouseScrollUp) else 1)
