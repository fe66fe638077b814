"""Find better: the table before a dear decision, from what the player knew, with all answers to try. See `replay.retry`."""

from functools import partial
from typing import Final

from rich.cells import cell_len
from textual import events, on, work
from textual.app import ComposeResult

from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.analysis_job import AnalysisJob
from vok_tui.messages import RetryClosed, SeeDecision
from vok_tui.painting.grid import Brush, Grid, Rect, Target, fit, wrap
from vok_tui.painting.signs import Signs, signs_with
from vok_tui.painting.surface import GridSurface
from vok_tui.panes import status
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.scene import KeyHint
from vok_tui.records.loss_report import in_100
from vok_tui.review.paint_page import ReviewPage, current_turn_text, paint_board, review_scene
from vok_tui.review.retry import ASKING, JUDGING, Attempt, Retry, judge_attempt
from vok_tui.screens.base import BaseScreen, is_too_small
from vok_tui.shortcuts import bindings

ANSWER: Final = "answer"  # the area of the targets of answers
TEXT_LINES: Final = 3  # of what is asked, on a low screen


class RetryScreen(BaseScreen):
    """Shows the positions of one game. Posts RetryClosed and SeeDecision."""

    BINDINGS = bindings("retry")
    KEYS_SECTION = "retry"

    def __init__(self, retry: Retry, job: AnalysisJob) -> None:
        """`retry` stands at a position."""
        super().__init__()
        self.retry: Final = retry
        kit = table_kit_of(retry.review.match.game)
        self._page: Final = ReviewPage(retry.review, kit.board(retry.review.match), kit, job)
        self._surface: Final = GridSurface()
        self._cursor = 0
        self._top = 0
        self._footer: tuple[KeyHint, ...] = ()

    def compose(self) -> ComposeResult:
        yield self._surface

    def on_mount(self) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.repaint()

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
        arrangement = paint_board(grid, self._page, scene, 0, grid.height - 1)
        self._paint_status(Brush(grid, Rect(0, 0, grid.width, 1)))
        question = Brush(grid, arrangement.question)
        question.fill()
        if self.retry.state in (ASKING, JUDGING):
            self._paint_answers(question, signs)
        else:
            self._paint_solution(question, signs)
        side = arrangement.panes.get("story") or arrangement.panes.get("reader")
        if side is not None:
            self._paint_positions(Brush(grid, side), signs)
        status.paint_footer(Brush(grid, Rect(0, grid.height - 1, grid.width, 1)), scene)
        self._surface.show_grid(grid)

    def _hints(self) -> tuple[KeyHint, ...]:
        keys = LiveKeys(self.active_bindings)
        is_asking = self.retry.state in (ASKING, JUDGING)
        ids = ["retry_choose", "retry_next", "retry_review", "retry_why", "retry_back", "help"]
        if is_asking:
            ids = ["retry_choose", "retry_down", "retry_hint", "retry_show", "retry_next", "retry_back", "help"]
        return keys.hints(ids, {"retry_choose": "Choose" if is_asking else "Next"})

    def _paint_status(self, brush: Brush) -> None:
        retry, decision = self.retry, self.retry.decision
        brush.fill("sand", "on-deep")
        x = brush.write(1, 0, "Find better", "gold", "on-deep", "bold") + 2
        title = retry.review.match.chapter(decision.node).title or current_turn_text(retry.review)
        text = f"{retry.place + 1} of {len(retry.positions)}   {title}, your turn, from what you knew then"
        brush.write(x, 0, fit(text, brush.width - x - 1), "sand", "on-deep")

    def _paint_answers(self, brush: Brush, signs: Signs) -> None:
        retry, match = self.retry, self.retry.review.match
        text = "Comparing your answer with the best one…" if retry.state == JUDGING else retry.text()
        lines = wrap(text, brush.width - 3)
        shown = lines if brush.height >= len(lines) + TEXT_LINES + 3 else lines[: max(1, brush.height - TEXT_LINES)]
        for y, line in enumerate(shown):
            brush.write(0, y, signs.new_bar, "gold")
            brush.write(2, y, line, "sand")
        rows = brush.sub_brush(0, len(shown), brush.width, brush.height - len(shown))
        self._top = max(0, min(self._top, self._cursor), self._cursor - rows.height + 1)
        tried = {attempt.action: attempt for attempt in retry.attempts}
        state = match.at(retry.decision.node)
        for y in range(min(rows.height, len(retry.answers) - self._top)):
            index = self._top + y
            action = retry.answers[index]
            row = rows.sub_brush(0, y, rows.width, 1)
            row.add_target(Target(ANSWER, index))
            is_current = index == self._cursor
            note = in_100(tried[action].loss) if action in tried else ""
            words = fit(match.game.say(state, action), row.width - 8, signs.more)
            row.write(0, 0, f"{signs.cursor if is_current else ' '} ", "gold")
            row.write(2, 0, words, "gold" if is_current else "dune" if note else "sand")
            row.write_right(0, note, "carnelian", end=row.width - 2)
        if self._top:
            rows.write_right(0, signs.up, "lapis")
        if self._top + rows.height < len(retry.answers):
            rows.write_right(rows.height - 1, signs.down, "lapis")

    def _paint_solution(self, brush: Brush, signs: Signs) -> None:
        retry = self.retry
        text = retry.text() if retry.attempts and retry.attempts[-1].is_right else "The answers."
        brush.write(0, 0, signs.new_bar, "gold")
        brush.write(2, 0, fit(text, brush.width - 3, signs.more), "gold")
        keys = LiveKeys(self.active_bindings)
        self._page.analysis.paint_answers_of(
            retry.decision,
            brush.sub_brush(0, 1, brush.width, brush.height - 1),
            signs,
            keys=f"{keys.key_of('retry_why')}: why, or the answers",
        )

    def _paint_positions(self, brush: Brush, signs: Signs) -> None:
        retry = self.retry
        brush.fill()
        brush.write(0, 0, fit("Positions of this game", brush.width), "lapis", "bold")
        for place, decision in enumerate(retry.positions[: brush.height - 1]):
            is_current = place == retry.place
            title = retry.review.match.chapter(decision.node).title or "the start"
            line = f"{place + 1} {title} {decision.mark}"
            brush.write(0, place + 1, signs.cursor if is_current else " ", "gold")
            brush.write(1, place + 1, fit(line, brush.width - 11), "gold" if is_current else "sand")
            outcome = retry.outcomes[place]
            brush.write(max(13, cell_len(line) + 2), place + 1, outcome, "dune")

    # -- keys

    def action_move(self, step: int) -> None:
        """Move the cursor in the list of answers."""
        self._cursor = max(0, min(len(self.retry.answers) - 1, self._cursor + step))
        self.repaint()

    def action_choose(self) -> None:
        """Try the answer under the cursor; after a right one, go to the next position."""
        if self.retry.state == JUDGING:
            return
        if self.retry.state != ASKING:
            self.action_next()
            return
        retry, action = self.retry, self.retry.answers[self._cursor]
        retry.state = JUDGING
        self.repaint()
        self._judge(retry.place, partial(judge_attempt, retry.question(), retry.decision, action, retry.budget))

    @work(thread=True, exclusive=True)
    def _judge(self, place: int, judge: "partial[Attempt]") -> None:
        """Compare an answer with the best one. In a thread, because it takes up to a second."""
        attempt = judge()
        self.show_from_thread(self._accept, place, attempt)

    def _accept(self, place: int, attempt: Attempt) -> None:
        if self.retry.state == JUDGING and self.retry.place == place:
            self.retry.hints = 0
            self.retry.accept(attempt)
            self.repaint()

    def action_hint(self) -> None:
        """Say how the best answer begins."""
        if self.retry.state == ASKING:
            self.retry.hints += 1
            self.repaint()

    def action_show_answers(self) -> None:
        """Show the answers."""
        self.retry.show_answers()
        self.repaint()

    def action_toggle_why(self) -> None:
        """Show the reasons instead of the answers, where both do not fit."""
        self._page.analysis.shows_why = not self._page.analysis.shows_why
        self.repaint()

    def action_next(self) -> None:
        """Go to the next position; after the last one, to the first."""
        self.retry.go_to(self.retry.place + 1)
        self._cursor = self._top = 0
        self._page.analysis.shows_why = False
        self.repaint()

    def action_review(self) -> None:
        """See the decision in the review of the game."""
        self.post_message(SeeDecision(self.retry.decision.node))

    def action_back(self) -> None:
        """Leave."""
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
