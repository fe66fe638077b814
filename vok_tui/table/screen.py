"""The table: the screen on which a game is played.

There is one surface and one cursor. Everything that can be pointed at is a target; a card is selected by its key, by Enter or by
a click, and then the question pane lists its answers. Choosing it again gives the answer under the cursor.
"""

from collections.abc import Callable
from typing import Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingsMap
from textual.geometry import Offset

from ai.bots.levels import LEVELS
from engine.core.action import Action
from engine.core.errors import ImpossibleRedraw
from saves.errors import SaveError
from vok_tui.boards import table_kit_of
from vok_tui.game.session import Session
from vok_tui.game.thinker import ThinkingProgress
from vok_tui.game.ways_back import Way
from vok_tui.messages import AskToBranch, LeaveTable, ShowCard, ShowReview, ShowScoreFromTable
from vok_tui.painting.grid import Grid, Target
from vok_tui.painting.signs import signs_with
from vok_tui.painting.surface import GridSurface
from vok_tui.panes.reader import READER
from vok_tui.panes.scene import Answer, Scene
from vok_tui.panes.story.since import steps_since_your_turn
from vok_tui.screens.base.base_screen import BaseScreen
from vok_tui.screens.base.too_small import too_small
from vok_tui.settings.keys import bindings, bindings_of
from vok_tui.table.answering.typed_ahead import TypedAhead
from vok_tui.table.build_scene import build_scene
from vok_tui.table.live_keys import TYPE, LiveKeys
from vok_tui.table.opponents import Opponents
from vok_tui.table.pace import Pace
from vok_tui.table.paint_table import paint_table
from vok_tui.table.pointing import Pointing
from vok_tui.table.travel import ask_reshuffle, idle_reason, why_not_go_to

WHEEL_LINES: Final = 3  # scrolled by one step of the mouse wheel


class TableScreen(BaseScreen):
    """The screen of a game. Posts ShowScoreFromTable, LeaveTable and ShowCard."""

    CSS_PATH = "../styles/table.tcss"
    BINDINGS = bindings("table")

    def __init__(self, session: Session, step_seconds: float = 0.0, reaction_seconds: float = 0.0) -> None:
        """`step_seconds`: how long each step of an opponent stays visible. `reaction_seconds`: how long the table waits whether
        an opponent reacts, asked or not; 0 is as long as that takes."""
        super().__init__()
        self.session: Final = session
        self.opponents: Final = Opponents(session, Pace(step_seconds), reaction_seconds, self)
        self.kit: Final = table_kit_of(session.match.game)
        self.pointing: Final = Pointing(session, self.kit.board(session.match), self.kit.overlays)
        self.overlay: Final = self.pointing.overlay
        more = [*self.kit.shortcuts, *(overlay.shortcut for overlay in self.overlay.known.values())]
        self._bindings = BindingsMap.merge([self._bindings, BindingsMap(bindings_of(more))])
        self.surface: Final = GridSurface()
        self._live_keys = LiveKeys({})
        self._typed_ahead: Final = TypedAhead(self, self.surface)
        self._progress: ThinkingProgress | None = None

    def compose(self) -> ComposeResult:
        yield self.surface

    def on_mount(self) -> None:
        self._read_live_keys()
        self.show_and_continue()

    def on_screen_resume(self) -> None:
        self._read_live_keys()
        self.repaint()
        self._typed_ahead.question_changed()

    def on_resize(self) -> None:
        self.repaint()

    def show_and_continue(self, note: str = "") -> None:
        """The position has changed: show the question, and let an opponent think if it is to move."""
        self._progress = None
        if self.session.last_step_may_cause_reaction and not self.session.can_redo:
            self.session.hold_view_before_step()
        self.show_question(note)
        self._go_on()

    def show_question(self, note: str = "") -> None:
        """Paint the question at the current position. Keys that are pressed before it can be seen do not answer it."""
        self.pointing.update_question(note)
        self.repaint()
        self._typed_ahead.question_changed()

    def is_typed_ahead(self, pressed_at: float) -> bool:
        return self._typed_ahead.is_early(pressed_at)

    def _go_on(self) -> None:
        """Let the opponents think if one is asked, or may be."""
        if self.session.awaits_reactions or self.session.request() is not None:
            self._think()

    def repaint(self) -> None:
        """Paint the current state."""
        if too_small(*self.size):  # the app says so
            return
        pointing, overlay = self.pointing, self.overlay
        for grid in (Grid(*self.size), Grid(*self.size)):
            overlay.scroll = paint_table(grid, self._build_scene(), pointing.board, overlay.current)
            if not pointing.move_cursor_if_gone(grid):
                break
        self.surface.show_grid(grid)
        self.app.cursor_position = Offset(*grid.corner_of(self.pointing.pointer.cursor))  # for screen readers

    @work(exclusive=True, group="thinking")
    async def _think(self) -> None:
        """Let the opponents move until a human is to move."""
        await self.opponents.play_until_human(self._show_progress)

    def ask_who_plays_on(self, reason: str, bot_failed: bool) -> None:
        """Ask who shall play on for an opponent that could not decide."""
        self.pointing.ask_who_plays_on(reason, bot_failed)
        self.repaint()
        self._typed_ahead.question_changed()

    def _show_progress(self, progress: ThinkingProgress) -> None:
        self._progress = progress
        self.repaint()

    def play_action(self, node: int, action: Action) -> None:
        """Play an action, and show an error if it could not be saved."""
        note = self._saved(lambda: self.session.answer(node, action))
        if self.session.last_step_may_cause_reaction:
            self.session.hold_view_before_step()
        self._progress = None
        self.show_question(note)

    def _carry_out(self, answer: Answer | None) -> None:
        """Carry out an answer of the question pane; only repaint for None."""
        if answer is None:
            self.repaint()
            return
        self.pointing.step_pointer.point_at_none()
        if answer.action is not None and self.session.would_start_branch(answer.action):
            self.post_message(AskToBranch(self.session, answer.action))
        elif answer.action is not None:
            self.play_action(self.session.node, answer.action)
            self._go_on()
        elif answer.command in LEVELS:
            self.show_and_continue(self._saved(lambda: self.session.change_seat(self.session.mover, answer.command)))
        else:
            commands: dict[str, Callable[[], object]] = {
                "score": lambda: self.post_message(ShowScoreFromTable(self.session)),
                "lines": self.action_show_review,
                "end": lambda: self._travel_to(self.session.go_to_end, ""),
                "finish": self.opponents.play_to_end,
                "leave": self.action_leave_table,
                "sit": self._sit,
            }
            commands.get(answer.command, self.show_and_continue)()

    def _sit(self) -> None:
        self.session.seat_next_viewer()
        self.show_and_continue()

    def _saved(self, change: Callable[[], object]) -> str:
        """Change the game; why that could not be saved, "" if it was."""
        try:
            change()
        except (SaveError, ImpossibleRedraw) as error:
            return str(error)
        return ""

    def go_to(self, node: int, *, reshuffled: bool = False) -> None:
        """The table to a node; `reshuffled`, with all drawn again that the player could not know there."""
        go = self.session.reshuffle if reshuffled else self.session.go_to
        self._travel_to(lambda: go(node), why_not_go_to(self.session, node, reshuffled=reshuffled))

    def _travel_to(self, go: Callable[[], None], idle_reason: str) -> None:
        """Undo, redo or jump; show `idle_reason` if the position does not change. Stops a thinking opponent."""
        before = self.session.node
        note = self._saved(go)
        if self.session.node != before or note:
            self.pointing.step_pointer.point_at_none()
            self.workers.cancel_group(self, "thinking")
            self.show_and_continue(note)
        else:
            self._say(idle_reason)

    # -- keys

    def action_choose_card(self, area: str, index: int) -> None:
        """The key of a card. Those of the hand go by their numbers."""
        target = self.pointing.hand_target(index + 1) if area == "hand" else Target(area, index)
        self._carry_out(self.pointing.choose(target, self.surface.grid))

    def action_choose_opponent(self, which: int) -> None:
        """The key of an opponent, counted from the next seat on."""
        self._carry_out(self.pointing.choose(self.pointing.opponent_target(which), self.surface.grid))

    def action_answer(self, role: str) -> None:
        """The key of the answers with a role."""
        self._carry_out(self.pointing.answer_or_reject(role, self._live_keys.role_keys.get(role, "")))

    def action_narrow_or_pay(self, which: str) -> None:
        """Type to narrow the list of answers ("narrow"), or lay out the next best payment ("next")."""
        answers = self.pointing.answer_list
        self.pointing.show_list_change(answers.lay_out_next_payment() if which == "next" else answers.narrow(""))
        self.repaint()

    def action_choose(self) -> None:
        """Enter: give the answer, or select the card, under the cursor."""
        cursor = self.pointing.pointer.cursor
        if cursor is not None:
            self._carry_out(self.pointing.choose(cursor, self.surface.grid))

    def action_move_cursor(self, direction: str) -> None:
        """An arrow key."""
        if self.overlay.takes_arrows and direction in ("up", "down"):
            self.overlay.scroll_by(-1 if direction == "up" else 1)
        else:
            self.pointing.move_cursor_in_direction(self.surface.grid, direction)
        self.repaint()

    def action_jump_to_group(self, by: int) -> None:
        """Tab: to the next group of targets."""
        self.pointing.move_cursor_to_group(self.surface.grid, by)
        self.repaint()

    def action_let_go(self) -> None:
        """Escape."""
        self.pointing.close_or_deselect()
        self.repaint()

    def action_toggle_overlay(self, id_: str) -> None:
        """The key of an overlay."""
        self._say(self.overlay.open_or_turn_page(id_, self._build_scene()))

    def action_page(self, by: int) -> None:
        """Turn pages (backward if negative) of what is open, else of the reader."""
        self._say(self.overlay.turn_pages(by, self._build_scene()))

    def open_reader_at(self, target: Target) -> None:
        """Move the cursor to a target and open the reader; if it is open there already, show the next page."""
        if self.pointing.pointer.cursor != target:
            self.pointing.move_cursor(target)
            self.overlay.close()
        self.action_toggle_overlay(READER.id)

    def action_move_step_pointer(self, by: int) -> None:
        """Point at the step before (-1), or behind, among those of the others since your turn."""
        self._say(self.pointing.step_pointer.move_pointer(by, steps_since_your_turn(self._build_scene())))

    def action_show_card_list(self) -> None:
        """Show the list of all cards, at the one under the cursor."""
        self.post_message(ShowCard(self.session, self.pointing.card_name()))

    def action_leave_table(self) -> None:
        """To the start screen."""
        self.post_message(LeaveTable(self.session))

    def action_next_step(self) -> None:
        """The next step of the others: behind the one that is pointed at, else of an opponent who acts."""
        if self.pointing.step_pointer.highlighted_step is not None:
            self.action_move_step_pointer(1)
        else:
            self._hurry(self.opponents.show_next_step)

    def action_answer_now(self) -> None:
        """Have an opponent decide now."""
        self._hurry(self.opponents.decide_now)

    def _hurry(self, hurry: Callable[[], None]) -> None:
        hurry()
        self._say("" if self.pointing.opponents_act else "No opponent acts now.")

    def action_travel(self, way: Way) -> None:
        """Undo, redo, or go to the start of the turn."""
        self._travel_to(lambda: self.session.go_to(self.session.node_of_way(way)), idle_reason(self.session, way))

    def action_reshuffle(self) -> None:
        """Ask from where on all is drawn again that the player could not know."""
        self._say(ask_reshuffle(self.app, self.session, lambda node: self.go_to(node, reshuffled=True)))

    def action_show_review(self) -> None:
        """The review of this game: all that was played, as far as you may know."""
        self.post_message(ShowReview(self.session))

    async def on_key(self, event: events.Key) -> None:
        """A key that chooses or answers; the other keys go their usual way. It is thrown away while an opponent acts, and if it
        was pressed before the question could be seen."""
        self.pointing.pointer.clear_messages()
        key = event.character or ""
        action = self._live_keys.choosing_actions.get(event.key)
        is_narrowing = self.pointing.answer_list.filter is not None
        typing = is_narrowing and ((key.isprintable() and key) or event.key == "backspace")
        if action is None and not typing and (not key.isalnum() or event.key in self._live_keys.used_keys):
            return
        event.stop()
        if not self.pointing.takes_answers or self._typed_ahead.is_early(event.time):
            return
        if typing or action == TYPE:
            self._carry_out(self.pointing.type_character(key if event.key != "backspace" else ""))
        elif action is not None:
            await self.run_action(action)
        else:
            self.pointing.reject_key(key)
            self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Left button: the same as the target's key. Right button: read it."""
        self.pointing.pointer.clear_messages()
        target = self.surface.grid.target_at(event.screen_x, event.screen_y)
        if target is None or self._typed_ahead.is_early(event.time):
            return
        if target.area == "key":
            if action := self._build_scene().footer[target.index].action:
                self.call_later(self.run_action, action)
        elif event.button == 1 and not self.pointing.takes_answers:
            self.pointing.move_cursor(target)
            self.repaint()
        elif event.button == 1:
            self._carry_out(self.pointing.choose(target, self.surface.grid))
        else:
            self.open_reader_at(target)

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def _wheel(self, event: events.MouseEvent) -> None:
        """Scroll what is open, or move the cursor among the answers."""
        by = -1 if isinstance(event, events.MouseScrollUp) else 1
        target = self.surface.grid.target_at(event.screen_x, event.screen_y)
        if self.overlay.takes_arrows:
            self.overlay.scroll_by(by * WHEEL_LINES)
        elif target is not None and target.area == "answer":
            self.pointing.move_cursor_among_answers(by)
        self.repaint()

    def _say(self, idle_reason: str) -> None:
        """Paint why a key did nothing; "" if it did something."""
        self.pointing.pointer.idle_reason = idle_reason
        self.repaint()

    def _read_live_keys(self) -> None:
        self._live_keys = LiveKeys(self.active_bindings)

    def _build_scene(self) -> Scene:
        signs = signs_with(self.kit.signs, ascii_only=getattr(self.app, "ascii_only", False))
        return build_scene(self.pointing, signs, self._live_keys, self._progress, colors=not self.app.no_color)
