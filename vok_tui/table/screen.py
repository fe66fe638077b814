"""The table: the screen on which a game is played.

There is one surface and one cursor. Everything that can be pointed at (a card, a set, a player, an answer) is a target; a card
is selected by its key, by Enter or by a click, and then the question pane lists its answers. Choosing it again gives the answer
under the cursor.
"""

from asyncio import sleep
from collections.abc import Callable
from time import monotonic
from typing import Final

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingsMap
from textual.geometry import Offset

from ai.bots.levels import LEVELS
from engine.core.action import Action
from saves.errors import SaveError
from vok_tui.boards import table_kit_of
from vok_tui.game.session import Session
from vok_tui.game.thinker import ExternalBotGone, ThinkerFailed, ThinkingProgress
from vok_tui.game.variations import leaves
from vok_tui.messages import Branch, GameOver, LeaveTable, ShowCard, ShowVariations
from vok_tui.occasions import answer_in_time
from vok_tui.panes.grid import Grid, Target
from vok_tui.panes.scene import Answer, Scene
from vok_tui.panes.signs import signs_with
from vok_tui.panes.surface import Surface
from vok_tui.screens.base_screen import BaseScreen
from vok_tui.screens.too_small import too_small
from vok_tui.settings.keys import bindings, bindings_of
from vok_tui.table.build_scene import build_scene
from vok_tui.table.footer import footer_hints
from vok_tui.table.live_keys import LiveKeys
from vok_tui.table.pace import Pace
from vok_tui.table.paint_table import paint_table
from vok_tui.table.pointing import IDLE_REASONS, Pointing

WHEEL_LINES: Final = 3  # scrolled by one step of the mouse wheel
PAGE_LINES: Final = 10  # of a page of the story


class TableScreen(BaseScreen):
    """The screen of a game. Posts GameOver, LeaveTable and ShowCard."""

    CSS_PATH = "../styles/table.tcss"
    BINDINGS = bindings("table")

    def __init__(self, session: Session, pace: float = 0.0, reaction: float = 0.0) -> None:
        """`pace`: seconds for which each step of an opponent stays visible. `reaction`: for how many the table waits whether an
        opponent reacts, asked or not; 0 is as long as that takes."""
        super().__init__()
        self.session: Final = session
        self.pace: Final = Pace(pace)
        self.reaction: Final = reaction
        self.kit: Final = table_kit_of(session.match.game)
        self._bindings = BindingsMap.merge([self._bindings, BindingsMap(bindings_of(self.kit.shortcuts))])
        self.pointing: Final = Pointing(session, self.kit.board(session.match))
        self.surface: Final = Surface()
        self._live_keys = LiveKeys({})
        self._progress: ThinkingProgress | None = None

    def compose(self) -> ComposeResult:
        yield self.surface

    def on_mount(self) -> None:
        self._read_live_keys()
        self.show_position()

    def on_screen_resume(self) -> None:
        self._read_live_keys()
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    # -- where the game stands

    def show_position(self, note: str = "") -> None:
        """The position has changed: show the question, and let an opponent think if it is to move."""
        self._progress = None
        if self.session.may_cause_reaction and not self.session.can_redo:
            self.session.hold()
        self.pointing.update(note)
        self.repaint()
        self._go_on()

    def _go_on(self) -> None:
        """Let the opponents think if one is asked, or may be."""
        if self.session.awaits_reactions or self.session.request() is not None:
            self._think()

    def repaint(self) -> None:
        """Paint the current state."""
        size = self.size
        if too_small(size.width, size.height):  # the app says so
            return
        pointing = self.pointing
        grid = Grid(size.width, size.height)
        scroll = paint_table(grid, self._build_scene(), pointing.board)
        if pointing.restore_cursor(grid):
            grid = Grid(size.width, size.height)
            scroll = paint_table(grid, self._build_scene(), pointing.board)
        pointing.pointer.story_scroll = scroll
        self.surface.show_grid(grid)
        self.app.cursor_position = Offset(*grid.corner_of(self.pointing.pointer.cursor))  # for screen readers

    @work(exclusive=True, group="thinking")
    async def _think(self) -> None:
        """Let the opponents move until a human is to move. Moves for an outdated node are dropped."""
        thinker = self.session.thinker
        self.pace.begin_pause()
        while True:
            if self.session.awaits_reactions:
                await self._wait_for_reactions()
            if thinker is None or (request := self.session.request()) is None:
                return
            try:
                action = await thinker.choose(request, self._show_progress)
            except ThinkerFailed as error:
                gone = isinstance(error, ExternalBotGone)
                self.pointing.offer_replacement(str(error), tuple(LEVELS), bot_failed=gone)
                self.repaint()
                return
            await self.pace.wait()
            if request.node == self.session.node:
                self._play_action(request.node, action)
                if self.session.has_sentences(self.session.node):
                    self.pace.begin_pause()

    async def _wait_for_reactions(self) -> None:
        """Wait the same time whether or not an opponent is asked. An opponent that has not answered by then declines."""
        thinker, over = self.session.thinker, monotonic() + self.reaction
        while self.session.asks_in_secret and thinker is not None and (request := self.session.request()) is not None:
            left = max(0.0, over - monotonic()) if self.reaction else None
            action = await answer_in_time(thinker, request, self.session.match, left)
            if request.node != self.session.node or action is None:
                return
            self._play_action(request.node, action)
        await sleep(max(0.0, over - monotonic()))
        self.session.release()
        self.pointing.update()
        self.repaint()
        self.pace.begin_pause()

    def _show_progress(self, progress: ThinkingProgress) -> None:
        """Show the progress of a long search."""
        self._progress = progress
        self.repaint()

    def _play_action(self, node: int, action: Action) -> None:
        """Play an action, and show an error if it could not be saved."""
        note = self._saved(lambda: self.session.answer(node, action))
        if self.session.may_cause_reaction:
            self.session.hold()
        self._progress = None
        self.pointing.update(note)
        self.repaint()

    def _carry_out(self, answer: Answer | None) -> None:
        """Carry out an answer of the question pane; only repaint for None."""
        if answer is None:
            self.repaint()
        elif answer.action is not None and self.session.starts_branch(answer.action):
            self.post_message(Branch(self.session, answer.action))
        elif answer.action is not None:
            self._play_action(self.session.node, answer.action)
            self._go_on()
        elif answer.command == "score":
            self.post_message(GameOver(self.session))
        elif answer.command == "lines":
            self.action_lines()
        elif answer.command == "end":
            self._travel_to(self.session.to_end, "")
        elif answer.command in LEVELS:
            self._change_seat(answer.command)
        else:
            if answer.command == "sit":
                self.session.seat_next_viewer()
            self.show_position()

    def _change_seat(self, level: str) -> None:
        """Let a level take the seat of a failed opponent."""
        self.show_position(self._saved(lambda: self.session.change_seat(self.session.mover, level)))

    def _saved(self, change: Callable[[], object]) -> str:
        """Change the game; why that could not be saved, "" if it was."""
        try:
            change()
        except SaveError as error:
            return str(error)
        return ""

    def go_to(self, node: int) -> None:
        """The table to a node."""
        self._travel_to(lambda: self.session.go_to(node), "")

    def _travel_to(self, go: Callable[[], None], idle_reason: str) -> None:
        """Undo, redo or jump; show `idle_reason` if the position does not change. Stops a thinking opponent."""
        before = self.session.node
        note = self._saved(go)
        if self.session.node != before or note:
            self.workers.cancel_group(self, "thinking")
            self.show_position(note)
        else:
            self.pointing.pointer.idle_reason = idle_reason
            self.repaint()

    # -- keys

    def action_card(self, area: str, index: int) -> None:
        """The key of a card."""
        self._carry_out(self.pointing.choose(Target(area, index), self.surface.grid))

    def action_choose(self) -> None:
        """Enter: give the answer, or select the card, under the cursor."""
        cursor = self.pointing.pointer.cursor
        if cursor is not None:
            self._carry_out(self.pointing.choose(cursor, self.surface.grid))

    def action_move(self, direction: str) -> None:
        """An arrow key."""
        if self.pointing.pointer.story_open and direction in ("up", "down"):
            self._scroll_story(1 if direction == "up" else -1)
        else:
            self.pointing.step_cursor(self.surface.grid, direction)
            self.repaint()

    def action_jump(self, by: int) -> None:
        """Tab: to the next group of targets."""
        self.pointing.jump_cursor(self.surface.grid, by)
        self.repaint()

    def action_let_go(self) -> None:
        """Escape."""
        self.pointing.release()
        self.repaint()

    def action_read(self) -> None:
        """Open the reader, or show the next page."""
        if not self.pointing.pages():
            self.pointing.pointer.idle_reason = "There is nothing to read here."
        self.pointing.next_page()
        self.repaint()

    def action_story(self) -> None:
        """Open or close the story."""
        pointer = self.pointing.pointer
        pointer.story_open, pointer.story_scroll = not pointer.story_open, 0
        self.repaint()

    def action_page(self, by: int) -> None:
        """Turn pages (backward if negative) in the open story, else in the reader."""
        if self.pointing.pointer.story_open:
            self._scroll_story(-by * PAGE_LINES)
        else:
            if not self.pointing.turn_pages(by):
                self.pointing.pointer.idle_reason = "There is nothing to read here."
            self.repaint()

    def action_cards(self) -> None:
        """Show the list of all cards, at the one under the cursor."""
        self.post_message(ShowCard(self.session, self.pointing.card_name()))

    def action_leave_table(self) -> None:
        """To the start screen."""
        self.post_message(LeaveTable(self.session))

    def action_undo(self) -> None:
        """Back to the latest question that a human answered."""
        self._travel_to(self.session.undo, IDLE_REASONS[self.session.is_spectating][0])

    def action_redo(self) -> None:
        """Forward along the variation that was undone."""
        self._travel_to(self.session.redo, IDLE_REASONS[self.session.is_spectating][1])

    def action_turn_start(self) -> None:
        """To the start of the turn; from there, to the start of the previous one."""
        self._travel_to(self.session.to_turn_start, IDLE_REASONS[self.session.is_spectating][2])

    def action_lines(self) -> None:
        """All lines that were played."""
        if len(leaves(self.session.match.log)) > 1:
            self.post_message(ShowVariations(self.session))
        else:
            self.pointing.pointer.idle_reason = "No other line was played."
            self.repaint()

    def on_key(self, event: events.Key) -> None:
        """The key of an answer. Any key also clears the note about the previous key and ends the current pause."""
        self.pointing.pointer.idle_reason = ""
        self.pace.hurry()
        key = event.character or ""
        answer = self.pointing.answer_by_key(key, self.surface.grid)
        if answer is not None:
            event.stop()
            self._carry_out(answer)
        elif key.isalnum() and event.key not in self._live_keys.used_keys:
            self.pointing.reject_key(key)
            self.repaint()

    # -- the mouse

    def on_click(self, event: events.Click) -> None:
        """Left button: the same as the target's key. Right button: read it."""
        self.pointing.pointer.idle_reason = ""
        self.pace.hurry()
        target = self.surface.grid.target_at(event.screen_x, event.screen_y)
        if target is None:
            return
        if target.area == "key":
            self.call_later(self.run_action, footer_hints(self.pointing, self._live_keys)[target.index][2])
        elif event.button == 1:
            self._carry_out(self.pointing.choose(target, self.surface.grid))
        else:
            self.pointing.read_at(target)
            self.repaint()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, by: int) -> None:
        """Scroll the open story, or move the cursor among the answers."""
        target = self.surface.grid.target_at(event.screen_x, event.screen_y)
        if self.pointing.pointer.story_open:
            self._scroll_story(-by * WHEEL_LINES)
        elif target is not None and target.area == "answer":
            self.pointing.scroll_answers(by)
            self.repaint()

    # -- within

    def _scroll_story(self, by: int) -> None:
        """Scroll the open story back by `by` lines (forward if negative), but not beyond its beginning."""
        pointer = self.pointing.pointer
        pointer.story_scroll = max(0, pointer.story_scroll + by)
        self.repaint()

    def _read_live_keys(self) -> None:
        self._live_keys = LiveKeys(self.active_bindings)
        self.pointing.used_keys = self._live_keys.used_keys

    def _build_scene(self) -> Scene:
        signs = signs_with(self.kit.signs, ascii_only=getattr(self.app, "ascii_only", False))
        return build_scene(self.pointing, signs, self._live_keys, self._progress)
