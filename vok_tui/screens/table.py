"""The table: the screen on which a game is played.

Everything is one surface and one cursor. Whatever can be pointed at (a card, a set, a player, an answer) is a thing in a
place; a card is chosen by its key, by Enter or by a click, and then the question pane says what may be done with it.
Choosing it once more gives the first of these answers.
"""

from asyncio import sleep, wait_for
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from textual import events, work
from textual.app import ComposeResult
from textual.geometry import Offset

from ai.levels import LEVELS
from engine.core.action import Action
from saves.errors import SaveError
from vok_tui.boards import board_for
from vok_tui.keys import bindings
from vok_tui.lines import leaves
from vok_tui.messages import Branch, GameOver, LeaveTable, ShowCard, ShowLines
from vok_tui.occasions import declining
from vok_tui.panes.grid import Grid, Rect, Thing
from vok_tui.panes.scene import Answer, Scene
from vok_tui.panes.signs import ASCII, UNICODE
from vok_tui.panes.surface import Surface
from vok_tui.screens.bound import Bound, KeyHint
from vok_tui.screens.last_line import last_line
from vok_tui.screens.pace import Pace
from vok_tui.screens.pointing import Pointing
from vok_tui.screens.room import Room
from vok_tui.screens.small import too_small
from vok_tui.screens.staging import stage
from vok_tui.session import Session
from vok_tui.thinking import GuestGone, Progress, ThinkerFailed

NOWHERE: Final = {
    False: ("There is nothing to take back.", "Nothing was taken back.", "You have had no turn before this."),
    True: ("The game begins here.", "Nothing was played after this.", "No turn was played before this."),
}
"""Why going back, forth, or to the start of a turn leads nowhere: for who plays, and for who looks on."""
WHEEL: Final = 3  # lines that a turn of the wheel moves the chronicle by
PAGE: Final = 10  # lines of a page of it


class TableScreen(Room):
    """A game at the table. Posts GameOver when the player has read the end of it, LeaveTable and ShowCard when asked to."""

    CSS_PATH = "../styles/table.tcss"
    BINDINGS = bindings("table")

    def __init__(self, session: Session, pace: float = 0.0, reaction: float = 0.0) -> None:
        """`pace`: for how many seconds a step of an opponent can be seen before the next one follows. `reaction`: for how many
        the table waits whether an opponent reacts, asked or not; 0 is as long as that takes."""
        super().__init__()
        self.session: Final = session
        self.pace: Final = Pace(pace)
        self.reaction: Final = reaction
        self.pointing: Final = Pointing(session, board_for(session.match))
        self.surface: Final = Surface()
        self._bound = Bound({})
        self._progress: Progress | None = None

    def compose(self) -> ComposeResult:
        yield self.surface

    def on_mount(self) -> None:
        self._learn_keys()
        self.arrive()

    def on_screen_resume(self) -> None:
        self._learn_keys()
        self.paint()

    def on_resize(self) -> None:
        self.paint()

    # -- where the game stands

    def arrive(self, note: str = "") -> None:
        """The table stands somewhere else: show what is asked, and let the opponents think if it is asked of one."""
        self._progress = None
        if self.session.gives_occasion and not self.session.can_redo:
            self.session.hold()
        self.pointing.arrive(note)
        self.paint()
        self._go_on()

    def _go_on(self) -> None:
        """Let the opponents think if one is asked, or may be."""
        if self.session.held or self.session.request() is not None:
            self._think()

    def paint(self) -> None:
        """Paint the table as it is."""
        size = self.size
        if too_small(size.width, size.height):  # the app says so
            return
        grid = Grid(size.width, size.height)
        board = self.pointing.board
        board.paint(grid, self._scene())
        if self.pointing.mend(grid):
            grid = Grid(size.width, size.height)
            board.paint(grid, self._scene())
        self._move_real_cursor(grid)
        self.surface.show(grid)

    @work(exclusive=True, group="thinking")
    async def _think(self) -> None:
        """Let the opponents decide until a person is asked. What they decide for another place than the table's is dropped."""
        thinker = self.session.thinker
        self.pace.stepped()
        while True:
            if self.session.held:
                await self._wait_for_reactions()
            if thinker is None or (request := self.session.request()) is None:
                return
            try:
                action = await thinker.choose(request, self._hear)
            except ThinkerFailed as error:
                self.pointing.despair(str(error), tuple(LEVELS), gone=isinstance(error, GuestGone))
                self.paint()
                return
            await self.pace.wait()
            if request.node == self.session.node:
                self._answer(request.node, action)
                if self.session.told(self.session.node):
                    self.pace.stepped()

    async def _wait_for_reactions(self) -> None:
        """Whether anybody is asked or nobody: for equally long. Who has not answered by then declines."""
        thinker, over = self.session.thinker, monotonic() + self.reaction
        while self.session.hushed and thinker is not None and (request := self.session.request()) is not None:
            action = declining(self.session.match)
            with suppress(TimeoutError, ThinkerFailed):
                left = max(0.0, over - monotonic()) if self.reaction else None
                action = await wait_for(thinker.choose(request), left)
            if request.node != self.session.node or action is None:
                return
            self._answer(request.node, action)
        await sleep(max(0.0, over - monotonic()))
        self.session.release()
        self.pointing.arrive()
        self.paint()
        self.pace.stepped()

    def _hear(self, progress: Progress) -> None:
        """A thought takes long: show how far it has come."""
        self._progress = progress
        self.paint()

    def _answer(self, node: int, action: Action) -> None:
        """Answer, and say so if the answer could not be kept."""
        note = ""
        try:
            self.session.answer(node, action)
        except SaveError as error:
            note = str(error)
        if self.session.gives_occasion:
            self.session.hold()
        self._progress = None
        self.pointing.arrive(note)
        self.paint()

    def _give(self, answer: Answer | None) -> None:
        """What a line of the question pane stands for; nothing for None."""
        if answer is None:
            self.paint()
        elif answer.action is not None and self.session.branches(answer.action):
            self.post_message(Branch(self.session, answer.action))
        elif answer.action is not None:
            self._answer(self.session.node, answer.action)
            self._go_on()
        elif answer.does == "score":
            self.post_message(GameOver(self.session))
        elif answer.does == "lines":
            self.action_lines()
        elif answer.does == "end":
            self._travel(self.session.to_end, "")
        elif answer.does in LEVELS:
            self._seat(answer.does)
        else:
            if answer.does == "sit":
                self.session.sit()
            self.arrive()

    def _seat(self, level: str) -> None:
        """Let a level take the seat of an opponent who has failed."""
        note = ""
        try:
            self.session.seat(self.session.mover, level)
        except SaveError as error:
            note = str(error)
        self.arrive(note)

    def go_to(self, node: int) -> None:
        """The table to a node."""
        self._travel(lambda: self.session.go_to(node), "")

    def _travel(self, go: Callable[[], None], idle: str) -> None:
        """Take back or play again; say `idle` if that leads nowhere. Whoever thinks may stop."""
        before, note = self.session.node, ""
        try:
            go()
        except SaveError as error:
            note = str(error)
        if self.session.node != before or note:
            self.workers.cancel_group(self, "thinking")
            self.arrive(note)
        else:
            self.pointing.pointer.idle = idle
            self.paint()

    # -- keys

    def action_card(self, where: str, index: int) -> None:
        """A card's own key."""
        self._give(self.pointing.choose(Thing(where, index), self.surface.grid))

    def action_choose(self) -> None:
        """Enter: give the answer, or choose the card, under the cursor."""
        cursor = self.pointing.pointer.cursor
        if cursor is not None:
            self._give(self.pointing.choose(cursor, self.surface.grid))

    def action_move(self, direction: str) -> None:
        """An arrow key."""
        if self.pointing.pointer.log_open and direction in ("up", "down"):
            self._scroll_log(1 if direction == "up" else -1)
        else:
            self.pointing.step(self.surface.grid, direction)
            self.paint()

    def action_jump(self, by: int) -> None:
        """Tab: on to the next part of the table."""
        self.pointing.jump(self.surface.grid, by)
        self.paint()

    def action_let_go(self) -> None:
        """Escape."""
        self.pointing.let_go()
        self.paint()

    def action_read(self) -> None:
        """Read what lies under the cursor; its next page."""
        if not self.pointing.pages():
            self.pointing.pointer.idle = "There is nothing to read here."
        self.pointing.read()
        self.paint()

    def action_chronicle(self) -> None:
        """Open the chronicle over the cards, or close it."""
        pointer = self.pointing.pointer
        pointer.log_open, pointer.log_up = not pointer.log_open, 0
        self.paint()

    def action_page(self, by: int) -> None:
        """So many pages on (back, if fewer than none) in the open log, else in what is read."""
        if self.pointing.pointer.log_open:
            self._scroll_log(-by * PAGE)
        else:
            if not self.pointing.turn(by):
                self.pointing.pointer.idle = "There is nothing to read here."
            self.paint()

    def action_cards(self) -> None:
        """All cards, at the one under the cursor."""
        self.post_message(ShowCard(self.session, self.pointing.name()))

    def action_leave_table(self) -> None:
        """To where games are begun and taken up."""
        self.post_message(LeaveTable(self.session))

    def action_undo(self) -> None:
        """To the latest question that a person answered."""
        self._travel(self.session.undo, NOWHERE[self.session.looks_on][0])

    def action_redo(self) -> None:
        """On along the line that was taken back."""
        self._travel(self.session.redo, NOWHERE[self.session.looks_on][1])

    def action_turn_start(self) -> None:
        """To the start of the turn; from there, to that of the turn before."""
        self._travel(self.session.turn_start, NOWHERE[self.session.looks_on][2])

    def action_lines(self) -> None:
        """All lines that were played."""
        if len(leaves(self.session.match.log)) > 1:
            self.post_message(ShowLines(self.session))
        else:
            self.pointing.pointer.idle = "No other line was played."
            self.paint()

    def on_key(self, event: events.Key) -> None:
        """The letter of an answer. What was said of the key before is no longer true of any that comes, and nobody who presses
        one wants to wait."""
        self.pointing.pointer.idle = ""
        self.pace.hurry()
        letter = event.character or ""
        answer = self.pointing.by_letter(letter, self.surface.grid)
        if answer is not None:
            event.stop()
            self._give(answer)
        elif letter.isalnum() and event.key not in self._bound.taken:
            self.pointing.no_letter(letter)
            self.paint()

    # -- the mouse

    def on_click(self, event: events.Click) -> None:
        """Left: as if its key were pressed. Right: read it."""
        self.pointing.pointer.idle = ""
        self.pace.hurry()
        thing = self.surface.grid.at(event.screen_x, event.screen_y)
        if thing is None:
            return
        if thing.where == "key":
            self.call_later(self.run_action, self._footer()[thing.index][2])
        elif event.button == 1:
            self._give(self.pointing.choose(thing, self.surface.grid))
        else:
            self.pointing.read_at(thing)
            self.paint()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, by: int) -> None:
        """It moves the chronicle if that is open, and over the answers the cursor."""
        thing = self.surface.grid.at(event.screen_x, event.screen_y)
        if self.pointing.pointer.log_open:
            self._scroll_log(-by * WHEEL)
        elif thing is not None and thing.where == "answer":
            self.pointing.roll(by)
            self.paint()

    # -- within

    def _scroll_log(self, by: int) -> None:
        """Scroll the open log back by so many lines (on, if fewer than none), but not beyond its beginning."""
        pointer = self.pointing.pointer
        pointer.log_up = max(0, pointer.log_up + by)
        self.paint()
        pointer.log_up = self.surface.grid.log_up

    def _learn_keys(self) -> None:
        self._bound = Bound(self.active_bindings)
        self.pointing.taken = self._bound.taken

    def _scene(self) -> Scene:
        signs = ASCII if getattr(self.app, "ascii_only", False) else UNICODE
        return stage(self.pointing, signs, self._bound.cards, self._footer(), self._progress)

    def _move_real_cursor(self, grid: Grid) -> None:
        """The terminal's own cursor goes where ours is: readers of the screen follow it."""
        cursor = self.pointing.pointer.cursor
        rect = grid.spots.get(cursor, Rect(0, 0, 0, 0)) if cursor is not None else Rect(0, 0, 0, 0)
        self.app.cursor_position = Offset(rect.x, rect.y)

    def _footer(self) -> tuple[KeyHint, ...]:
        return last_line(self.pointing, self._bound)
