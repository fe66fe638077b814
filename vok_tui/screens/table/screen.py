"""The table: the screen on which a game is played. Keys and clicks that were made before its question was visible never answer
it.

There is one surface and one cursor. Everything that the cursor can point at is a target. A key, Enter or a click selects a card,
and the question pane lists its answers. Enter then gives the answer under the cursor.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from vok_tui.game.navigation import Destination, IdleReason
from vok_tui.game.sitting import Sitting

if TYPE_CHECKING:
    from textual.app import App
import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingsMap
from textual.geometry import Offset
from textual.screen import Screen
from textual.worker import Worker

from engine.core.action import Action
from engine.core.errors import ImpossibleRedraw
from saves.errors import SaveError
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.opponents import Opponents, Pace
from vok_tui.game.thinker import ThinkingProgress
from vok_tui.game.travel import RESHUFFLE, RESHUFFLE_LABELS, reshuffle_nodes, why_not_go_to, why_not_travel
from vok_tui.learning.coach import Coach, take_back_question
from vok_tui.learning.guide import Guide
from vok_tui.learning.tips import Tips
from vok_tui.painting.cursor import MORE
from vok_tui.painting.grid import Grid, Target
from vok_tui.painting.signs import signs_with
from vok_tui.painting.surface import GridSurface
from vok_tui.panes.live_keys import TYPE, LiveKeys
from vok_tui.panes.reader import READER
from vok_tui.panes.scene import Answer, Scene, TableCommand
from vok_tui.panes.story import steps_since_your_turn
from vok_tui.screens.base import BaseScreen, is_too_small
from vok_tui.screens.messages import AskToBranch, LeaveTable, LessonDone, ShowCard, ShowReview, ShowScoreFromTable
from vok_tui.screens.table.coaching import Coaching
from vok_tui.screens.table.paint_table import KeptPanes, build_scene, paint_table
from vok_tui.screens.table.pointing import Pointing
from vok_tui.shared.key_names import key_label
from vok_tui.shared.shortcuts import SHORTCUTS, TABLE, bindings, bindings_of
from vok_tui.terminal.app import TerminalApp

TOO_EARLY_KEY: Final = "{key} came before this question: press it again."
TOO_EARLY_CLICK: Final = "The click came before this question: click again."
MAX_SCROLL: Final = 1 << 20
POLL_SECONDS: Final = 0.005  # interval between two checks whether the question is painted


class TypedAhead:
    """Knows since when the current question has been visible on a surface."""

    def __init__(self, screen: Screen[Any], surface: GridSurface) -> None:
        self._screen: Final = screen
        self._surface: Final = surface
        self._ticket: int | None = None  # of the fence behind the question
        self._polling: Worker[None] | None = None

    def handle_new_question(self) -> None:
        """A question was asked that is not yet painted, or a question is uncovered."""
        self._ticket = self._surface.pressed = None
        if self._polling is not None:
            self._polling.cancel()
        self._check_painted()
        if self._ticket is None:
            # A one-shot timer of Textual's never calls if the process is interrupted for longer than its interval at the start.
            self._polling = self._screen.run_worker(self._poll_until_painted)

    def is_early(self, pressed_at: float) -> bool:
        """Whether a key or click at this time (`Message.time`) was made before the question was visible."""
        app = self._screen.app
        if not isinstance(app, TerminalApp):
            return False
        return self._ticket is None or app.is_early(self._ticket, pressed_at)

    async def _poll_until_painted(self) -> None:
        """Check until the question is painted, or another screen covers it."""
        while self._ticket is None and self._screen.is_current:
            await asyncio.sleep(POLL_SECONDS)
            self._check_painted()

    def _check_painted(self) -> None:
        app = self._screen.app
        if isinstance(app, TerminalApp) and self._surface.has_rendered_latest_grid:
            self._ticket = app.ask_fence()


WHEEL_LINES: Final = 3  # scrolled by one step of the mouse wheel


class TableScreen(BaseScreen):
    """The screen of a game. Posts ShowScoreFromTable, LeaveTable and ShowCard."""

    CSS_PATH = "../styles/table.tcss"
    BINDINGS = bindings(TABLE)
    KEPT_AS = TABLE

    def __init__(
        self,
        sitting: Sitting,
        step_seconds: float = 0.0,
        reaction_seconds: float = 0.0,
        coach: Coach | None = None,
        guide: Guide | None = None,
        tips: Tips | None = None,
    ) -> None:
        """Each step of an opponent stays visible for `step_seconds`. Where an opponent may react, the table waits for
        `reaction_seconds`, whether or not one is asked; 0 means as long as the decision takes. The default coach gives hints
        and no warnings. `guide` is that of a guided game, `tips` those for a new player."""
        super().__init__()
        self.sitting: Final = sitting
        self.opponents: Final = Opponents(sitting, Pace(step_seconds), reaction_seconds, self)
        self._kit: Final = table_kit_of(sitting.match.game)
        self.pointing: Final = Pointing(sitting, self._kit.board(sitting.match), self._kit.overlays)
        self.pointing.guide, self.pointing.tips = guide, tips
        self.coaching: Final = Coaching(coach or Coach(sitting), self.pointing)
        self._bind_keys_of_game()
        self.surface: Final = GridSurface()
        self._live_keys = LiveKeys({})
        self._kept_panes: Final = KeptPanes()
        self._typed_ahead: Final = TypedAhead(self, self.surface)
        self._progress: ThinkingProgress | None = None
        self.commands: Mapping[TableCommand, Callable[[Answer], object]] = {
            TableCommand.SIT: lambda _: self._take_keyboard(),
            TableCommand.THINK: lambda _: self.show_and_continue(),
            TableCommand.SUBSTITUTE: lambda answer: self.show_and_continue(
                self._attempt(lambda: sitting.change_seat(sitting.mover, answer.about))
            ),
            TableCommand.TAKE_BACK: lambda _: self._keep_question(),
            TableCommand.PLAY_COSTLY: self._play,
            TableCommand.FINISH: lambda _: self.opponents.play_to_end(),
            TableCommand.LEAVE: lambda _: self.action_leave_table(),
            TableCommand.END: lambda _: self._travel(sitting.go_to_latest_node, ""),
            TableCommand.SCORE: lambda _: self.post_message(ShowScoreFromTable(sitting)),
            TableCommand.LINES: lambda _: self.action_show_review(),
        }

    def _bind_keys_of_game(self) -> None:
        """Add the keys of this game to those of every table, and take away those that it has no use for."""
        shortcuts, shared = self._kit.table_shortcuts(), {shortcut.id for shortcut in SHORTCUTS[TABLE]}
        unused = shared - {shortcut.id for shortcut in shortcuts}
        own = BindingsMap(bindings_of(shortcut for shortcut in shortcuts if shortcut.id not in shared))
        self._bindings = BindingsMap.merge([self._bindings, own])
        self._bindings.key_to_bindings = {
            key: used
            for key, bound in self._bindings.key_to_bindings.items()
            if (used := [binding for binding in bound if binding.id not in unused])
        }

    def compose(self) -> ComposeResult:
        yield self.surface

    def on_mount(self) -> None:
        self._read_live_keys()
        self.show_and_continue()

    def on_unmount(self) -> None:
        self.coaching.coach.close()

    def kept_view(self) -> dict[str, Any]:
        overlay = self.pointing.overlay
        return {} if overlay.current is None else {"overlay": overlay.current.id, "scroll": overlay.scroll}

    def restore_view(self, view: Mapping[str, Any]) -> None:
        overlay, opened, scroll = self.pointing.overlay, view.get("overlay"), view.get("scroll")
        if isinstance(opened, str) and opened in overlay.by_id and overlay.current is None:
            overlay.toggle_or_turn_page(opened, self._build_scene())
            overlay.scroll = scroll if type(scroll) is int and 0 <= scroll < MAX_SCROLL else 0
            self.repaint()

    def on_screen_resume(self) -> None:
        self._read_live_keys()
        self.repaint()
        self._typed_ahead.handle_new_question()

    def on_resize(self) -> None:
        self.repaint()

    def show_and_continue(self, error: str = "") -> None:
        """Show the question at a new position, and let the opponents think if one is to move."""
        self._progress = None
        if not self.sitting.can_redo:
            self.sitting.hold_view_if_others_may_react()
        self.show_question(error)
        self._let_opponents_play_or_react()

    def show_question(self, error: str = "") -> None:
        """Paint the question at the current position. Keys pressed before it is visible do not answer it."""
        self.pointing.update_question(error)
        self._follow_with_guide()
        self._begin_coaching()
        self.repaint()
        self._typed_ahead.handle_new_question()

    def _follow_with_guide(self) -> None:
        """In a guided game, show what the guide answers, and tell the app when the last step is done."""
        guide = self.pointing.guide
        if guide is None:
            return
        was_done = guide.was_done
        if reply := guide.reply():
            self.pointing.pointer.message = reply
        if guide.is_done and not was_done:
            self.post_message(LessonDone(self.sitting))

    def _begin_coaching(self) -> None:
        """Forget the hint about the question before. With warnings, the game is helped, and the coach thinks at once."""
        coaching, coach = self.coaching, self.coaching.coach
        coaching.begin_question()
        self.workers.cancel_group(self, "coach")
        if coaching.shows_hint and coach.hint is None:  # what was drawn is there: the plan goes on from here
            self._think_as_coach()
        elif coach.warns and coaching.can_hint:
            self.pointing.pointer.error = self._attempt(self.sitting.mark_helped) or self.pointing.pointer.error
            self._think_as_coach()

    @work(exclusive=True, group="coach")
    async def _think_as_coach(self) -> None:
        """Let the coach think about the open question, and show what it finds."""
        await self.coaching.coach.think(self._show_hint)

    def _show_hint(self) -> None:
        """Show the news of the coach, if a hint is wanted. Before the first one, the disk knows that the game is helped."""
        coaching = self.coaching
        if not coaching.shows_hint:
            return
        if error := self._attempt(coaching.coach.note_help):
            coaching.shows_hint = False
            self.pointing.pointer.error = error
        self.repaint()

    def action_hint(self) -> None:
        """Show the hint about the open question, or hide it."""
        coaching = self.coaching
        if coaching.shows_hint:
            coaching.shows_hint = False
            self.repaint()
            return
        if reason := coaching.why_not():
            self._repaint_with_reason(reason)
            return
        coaching.shows_hint = True
        if self.pointing.tips is not None and not coaching.was_shown:
            self.pointing.tips.handle_hint()
        coaching.was_shown = True
        if coaching.coach.hint is None and not coaching.coach.is_thinking:
            self._think_as_coach()
        self._show_hint()

    def _ask_to_take_back(self, answer: Answer, cost: int) -> None:
        """Ask whether an answer that costs much is meant. Nothing has been played."""
        assert answer.action is not None, "only an answer of the game costs something"
        text = self.sitting.match.game.say(self.sitting.state, answer.action)
        heading, message, answers = take_back_question(
            f"{text[:1].upper()}{text[1:]}",
            cost,
            answer.action,
            is_exact=self.coaching.coach.is_exact,
            is_about_turn=self.coaching.coach.is_about_turn,
        )
        answers = tuple([replace(each, then=answer.then) if each.action is not None else each for each in answers])
        self.pointing.ask(heading, message, answers)
        self.repaint()
        self._typed_ahead.handle_new_question()

    def action_skip_step(self) -> None:
        """Skip the current step of a guided game."""
        if self.pointing.guide is not None:
            self.pointing.guide.skip_step()
            self.show_question()

    @property
    def shows_question(self) -> bool:
        """Never: a fence of its own is behind each question of the game."""
        return False

    def is_typed_ahead(self, pressed_at: float) -> bool:
        return self._typed_ahead.is_early(pressed_at)

    def _let_opponents_play_or_react(self) -> None:
        """Let the opponents think if one is asked, or may be asked in secret."""
        if self.sitting.awaits_reactions or self.sitting.thinker_request() is not None:
            self._play_opponents()

    def repaint(self) -> None:
        if is_too_small(*self.size):  # the app shows a note instead
            return
        pointing, overlay = self.pointing, self.pointing.overlay
        for grid in (Grid(*self.size), Grid(*self.size)):
            overlay.scroll = paint_table(grid, self._build_scene(), pointing.board, overlay.current, self._kept_panes)
            if not pointing.move_cursor_off_gone_target(grid):
                break
        self.surface.show_grid(grid)
        self.app.cursor_position = Offset(*grid.corner_of(self.pointing.pointer.cursor))  # for screen readers

    @work(exclusive=True, group="thinking")
    async def _play_opponents(self) -> None:
        """Let the opponents move until a human is to move."""
        await self.opponents.play_until_human(self._show_progress)

    def ask_who_plays_on(self, reason: str, bot_failed: bool) -> None:
        """Ask who should play on for an opponent that could not decide."""
        self.pointing.ask_who_plays_on(reason, bot_failed)
        self.repaint()
        self._typed_ahead.handle_new_question()

    def replace_opponent(self, seat: int, level: str, notice: str) -> None:
        """Let another level play on for an opponent, and tell the players why."""
        self.show_question(self._attempt(lambda: self.sitting.change_seat(seat, level)))
        self.app.notify(notice, timeout=20, markup=False)

    def _show_progress(self, progress: ThinkingProgress) -> None:
        self._progress = progress
        if not getattr(self.app, "low_bandwidth", False):
            self.repaint()

    def play_action(self, node: int, action: Action, then: tuple[Action, ...] = ()) -> None:
        """Play an action, and `then` those that are legal after it. Show an error if one could not be saved."""
        sitting = self.sitting
        error = self._attempt(lambda: sitting.answer(node, action))
        for later in then:
            if not error and later in [choice.action for choice in sitting.choices()]:
                error = self._attempt(partial(sitting.answer, sitting.node, later))
        self.sitting.hold_view_if_others_may_react()
        self._progress = None
        self.show_question(error)

    def _carry_out(self, answer: Answer | None) -> None:
        """Carry out an answer of the question pane. None only repaints."""
        if answer is None:
            self.repaint()
            return
        self.pointing.step_pointer.point_at_none()
        if answer.command is not None:
            self.commands[answer.command](answer)
        elif answer.action is None:
            self.show_and_continue()
        elif cost := self.coaching.warning_about(answer.action):
            self._ask_to_take_back(answer, cost)
        else:
            self._play(answer)

    def _play(self, answer: Answer) -> None:
        """Play an answer of the game; in a finished game, offer a new one for another answer."""
        assert answer.action is not None, "only an answer of the game is played"
        if self.sitting.would_start_branch(answer.action):
            self.post_message(AskToBranch(self.sitting, answer.action, self.sitting.node))
            return
        if self.pointing.tips is not None:
            self.pointing.tips.handle_answer(answer.action)
        self.play_action(self.sitting.node, answer.action, answer.then)
        self._let_opponents_play_or_react()

    def _keep_question(self) -> None:
        self.pointing.update_question()
        self.repaint()

    def _take_keyboard(self) -> None:
        self.sitting.hand_keyboard_over()
        self.show_and_continue()

    def _attempt(self, change: Callable[[], object]) -> str:
        """Change the game. Returns why the change could not be made or saved, else ""."""
        try:
            change()
        except SaveError as error:
            return error.brief
        except ImpossibleRedraw as error:
            return str(error)
        return ""

    def go_to(self, node: int, *, reshuffled: bool = False) -> None:
        """Go to a node. With `reshuffled`, everything that the player could not know there is drawn again."""
        go = self.sitting.reshuffle if reshuffled else self.sitting.go_to
        self._travel(lambda: go(node), why_not_go_to(self.sitting, node, reshuffled=reshuffled))

    def _travel(self, go: Callable[[], None], idle_reason: str) -> None:
        """Undo, redo or jump, and stop a thinking opponent. Shows `idle_reason` if the position does not change."""
        previous = self.sitting.node
        error = self._attempt(go)
        if self.sitting.node != previous or error:
            self.pointing.step_pointer.point_at_none()
            self.workers.cancel_group(self, "thinking")
            self.show_and_continue(error)
        else:
            self._repaint_with_reason(idle_reason)

    # -- keys

    def action_choose_card(self, area: str, index: int) -> None:
        """Choose the card of a key. Keys of cards in hand go by their numbers, not by their places."""
        target = self.pointing.hand_target(index + 1) if area == "hand" else Target(area, index)
        self._carry_out(self.pointing.choose(target, self.surface.grid))

    def action_choose_opponent(self, offset: int) -> None:
        """Choose an opponent; offset 0 is the next seat."""
        self._carry_out(self.pointing.choose(self.pointing.opponent_target(offset), self.surface.grid))

    def action_answer(self, role: str) -> None:
        """Give the answer with a role (`Answer.role`), or show that there is none."""
        self._carry_out(self.pointing.answer_with_role(role, self._live_keys.role_keys.get(role, "")))

    def action_narrow_or_pay(self, mode: str) -> None:
        """Begin to narrow the list of answers (mode "narrow"), or lay out the next best payment ("next")."""
        answers = self.pointing.answer_list
        self.pointing.handle_list_change(answers.lay_out_next_payment() if mode == "next" else answers.narrow(""))
        self.repaint()

    def action_choose(self) -> None:
        """Enter: give the answer under the cursor, or select the card there."""
        cursor = self.pointing.pointer.cursor
        if cursor is not None:
            self._carry_out(self.pointing.choose(cursor, self.surface.grid))

    def action_move_cursor(self, direction: str) -> None:
        """Scroll the open overlay, or move the cursor."""
        if self.pointing.overlay.takes_arrows and direction in ("up", "down"):
            self.pointing.overlay.scroll_by(-1 if direction == "up" else 1)
        else:
            self.pointing.move_cursor_in_direction(self.surface.grid, direction)
        self.repaint()

    def action_jump_to_group(self, direction: int) -> None:
        """Tab: to the next group of targets (1) or the previous one (-1)."""
        self.pointing.move_cursor_to_group(self.surface.grid, direction)
        self.repaint()

    def action_let_go(self) -> None:
        """Escape: close what is open, else deselect the card; before an answer that costs much, take it back."""
        if self.pointing.is_asking_to_take_back:
            self.pointing.update_question()
        else:
            self.pointing.close_or_deselect()
        self.repaint()

    def action_toggle_overlay(self, overlay_id: str) -> None:
        """Open an overlay, turn to its next page, or close it after the last one."""
        self._repaint_with_reason(self.pointing.overlay.toggle_or_turn_page(overlay_id, self._build_scene()))

    def action_enlarge(self) -> None:
        """Show a part of the board larger, or the whole board again."""
        board = self.pointing.board
        can_enlarge = board.can_enlarge(*self.size)
        board.is_enlarged = can_enlarge and not board.is_enlarged
        self._repaint_with_reason("" if can_enlarge else "The board is as large as it can be.")

    def action_page(self, pages: int) -> None:
        """Turn pages of the open overlay, else of the reader; backwards if negative."""
        self._repaint_with_reason(self.pointing.overlay.turn_pages(pages, self._build_scene()))

    def _open_reader_at(self, target: Target) -> None:
        """Move the cursor to a target and open the reader there; if it is already open there, show its next page."""
        if self.pointing.pointer.cursor != target:
            self.pointing.move_cursor(target)
            self.pointing.overlay.close()
        self.action_toggle_overlay(READER.id)

    def action_move_step_pointer(self, direction: int) -> None:
        """Highlight the previous (-1) or next (1) step of the others since your turn."""
        steps = steps_since_your_turn(self._build_scene())
        self._repaint_with_reason(self.pointing.step_pointer.move_pointer(direction, steps))

    def action_show_card_list(self) -> None:
        """Show the list of all cards, at the one under the cursor."""
        self.post_message(ShowCard(self.sitting, self.pointing.card_name()))

    def action_leave_table(self) -> None:
        """To the start screen."""
        self.post_message(LeaveTable(self.sitting))

    def action_next_step(self) -> None:
        """Highlight the next step if one is highlighted; else show the next step of the opponent that is acting."""
        if self.pointing.step_pointer.highlighted_step is not None:
            self.action_move_step_pointer(1)
        else:
            self._hurry_opponent(self.opponents.show_next_step)

    def action_hurry_opponent(self) -> None:
        """Have an opponent decide now."""
        self._hurry_opponent(self.opponents.decide_now)

    def _hurry_opponent(self, hurry: Callable[[], None]) -> None:
        hurry()
        self._repaint_with_reason("" if self.pointing.awaits_opponent else "No opponent acts now.")

    def action_travel(self, to: Destination) -> None:
        """Undo, redo, or go to the start of the turn."""
        self._travel(lambda: self.sitting.go_to(self.sitting.destination_node(to)), why_not_travel(self.sitting, to))

    def action_reshuffle(self) -> None:
        """Ask from which point everything is drawn again that the player could not know."""
        self._repaint_with_reason(ask_reshuffle(self.app, self.sitting, lambda node: self.go_to(node, reshuffled=True)))

    def action_show_review(self) -> None:
        """Show the review of this game: everything that was played, as far as you may know it."""
        self.post_message(ShowReview(self.sitting))

    async def on_key(self, event: events.Key) -> None:
        """Handle a key that chooses or answers; other keys are handled by their bindings. It is dropped while an opponent acts,
        and if it was pressed before the question was visible."""
        self.pointing.pointer.clear_messages()
        key = event.character or ""
        action = self._live_keys.choosing_actions.get(event.key)
        is_narrowing = self.pointing.answer_list.filter is not None
        typing = is_narrowing and ((key.isprintable() and key) or event.key == "backspace")
        if action is None and not typing and (not key.isalnum() or event.key in self._live_keys.used_keys):
            return
        event.stop()
        if not self.pointing.takes_answers:
            return
        if self._typed_ahead.is_early(event.time):
            self._say_too_early(TOO_EARLY_KEY.format(key=key_label(event.key)))
            return
        if typing or action == TYPE:
            self._carry_out(self.pointing.type_or_delete_character(key if event.key != "backspace" else ""))
        elif action is not None:
            await self.run_action(action)
        else:
            self.pointing.reject_key(key)
            self.repaint()

    def _say_too_early(self, reason: str) -> None:
        """Say that a key or click was dropped. Those that come before that is visible are dropped too: of what was typed in one
        go, all that follows the first dropped key."""
        if self.pointing.takes_answers:
            self._repaint_with_reason(reason)
            self._typed_ahead.handle_new_question()

    def on_click(self, event: events.Click) -> None:
        """Left button: the same as the key of the target. Right button: read about the target."""
        self.pointing.pointer.clear_messages()
        target = self.surface.clicked_target(event)
        if target is None:
            return
        if self._typed_ahead.is_early(event.time):
            self._say_too_early(TOO_EARLY_CLICK)
            return
        if target.area == "key":
            if action := self._build_scene().footer[target.index].action:
                self.call_later(self.run_action, action)
        elif target.area == MORE:
            shown = sum(other.area == "answer" for other in self.surface.grid.targets)
            self.pointing.move_cursor_among_answers(shown if target.index else -shown)
            self.repaint()
        elif event.button == 1 and not self.pointing.takes_answers:
            self.pointing.move_cursor(target)
            self.repaint()
        elif event.button == 1:
            self._carry_out(self.pointing.choose(target, self.surface.grid))
        else:
            self._open_reader_at(target)

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def _wheel(self, event: events.MouseEvent) -> None:
        """Scroll the open overlay, or move the cursor among the answers."""
        direction = -1 if isinstance(event, events.MouseScrollUp) else 1
        target = self.surface.grid.target_at(event.screen_x, event.screen_y)
        if self.pointing.overlay.takes_arrows:
            self.pointing.overlay.scroll_by(direction * WHEEL_LINES)
        elif target is not None and target.area in ("answer", MORE):
            self.pointing.move_cursor_among_answers(direction)
        self.repaint()

    def _repaint_with_reason(self, idle_reason: str) -> None:
        """Repaint, with the reason why a key did nothing ("" if it did something)."""
        self.pointing.pointer.idle_reason = idle_reason
        self.repaint()

    def take_preferences(self, step_seconds: float, warn_from: int, tips: Tips | None) -> None:
        """Use these from now on: see `__init__`, and `Coach.warn_from`."""
        self.opponents.pace.seconds, self.coaching.coach.warn_from = step_seconds, warn_from
        self.pointing.tips = tips

    def _read_live_keys(self) -> None:
        self._live_keys = LiveKeys(self.active_bindings)

    def _build_scene(self) -> Scene:
        return build_scene(
            self.pointing,
            signs_with(self._kit.signs, ascii_only=getattr(self.app, "ascii_only", False)),
            self._live_keys,
            self._progress,
            colors=not self.app.no_color,
            has_mouse=getattr(self.app, "has_mouse", True),
            has_notice=getattr(self.app, "shows_notices", False),
            can_enlarge=self.pointing.board.can_enlarge(*self.size),
            coaching=self.coaching,
        )


def ask_reshuffle(app: "App[None]", sitting: Sitting, go: Callable[[int], None]) -> IdleReason:
    """Ask from which point to reshuffle, and `go` to that node. Returns why a reshuffle is impossible, else ""."""
    from vok_tui.screens.dialog import Dialog, DialogOption

    asked_at, nodes = sitting.node, reshuffle_nodes(sitting)
    if not nodes:
        return why_not_go_to(sitting, sitting.node, reshuffled=True)

    def go_if_chosen(destination: str | None) -> None:
        if destination and sitting.node == asked_at:
            go(nodes[destination])

    options = [
        *[DialogOption(destination, RESHUFFLE_LABELS[destination]) for destination in nodes],
        DialogOption("", "Stay here"),
    ]
    app.push_screen(Dialog("Redeal", RESHUFFLE, options), go_if_chosen)
    return ""
