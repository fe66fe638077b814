"""The table: the screen on which a game is played.

Everything is one surface and one cursor. Whatever can be pointed at (a card, a set, a player, an answer) is a thing in a
place; a card is chosen by its key, by Enter or by a click, and then the question pane says what may be done with it.
Choosing it once more gives the first of these answers.
"""

from typing import Any, Final

from textual import events, work
from textual.actions import parse
from textual.app import ComposeResult
from textual.geometry import Offset

from saves.errors import SaveError
from vok_tui.boards import board_for
from vok_tui.keys import EVERYWHERE, KEYS, bindings, shown
from vok_tui.messages import GameOver, LeaveTable, ShowCard
from vok_tui.panes import pointer as steps
from vok_tui.panes.grid import Grid, Rect, Thing
from vok_tui.panes.scene import Answer, Scene
from vok_tui.panes.signs import ASCII, UNICODE
from vok_tui.panes.surface import Surface
from vok_tui.screens.room import Room
from vok_tui.screens.small import too_small
from vok_tui.screens.staging import Asked, Pointer, answers, ask, stage, subject, with_keys
from vok_tui.session import Session, ThinkerFailed

CARDS: Final = ("slot", "hand", "play", "looking", "revealed", "seat", "boneyard")
FOOTER: Final = (
    "choose", "let_go", "read", "undo", "redo", "turn_start", "chronicle", "help", "table_cards", "start_screen", "leave",
)  # fmt: skip
WHEEL: Final = 3  # lines that a turn of the wheel moves the chronicle by


class TableScreen(Room):
    """A game at the table. Posts GameOver when the player has read the end of it, LeaveTable and ShowCard when asked to."""

    CSS_PATH = "../styles/table.tcss"
    BINDINGS = bindings("table")

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session: Final = session
        self.board: Final = board_for(session.match)
        self._surface: Final = Surface()
        self._pointer = Pointer()
        self._asked: Asked = ask(session, self.board)
        self._answers: tuple[Answer, ...] = ()
        self._keys: dict[Thing, str] = {}
        self._names: dict[str, tuple[str, str]] = {}  # by the id of a key: its name and its action
        self._taken: frozenset[str] = frozenset()
        self._card = Thing("hand", 0)  # where the cursor was last among the cards

    def compose(self) -> ComposeResult:
        yield self._surface

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
        """The table stands somewhere else: look at what is asked, let an opponent think if it is asked of one."""
        self._asked = ask(self.session, self.board)
        pointer = self._pointer
        pointer.chosen = None
        pointer.note = note
        self._list_answers()
        if self._answers and not self._asked.ordinary:
            pointer.cursor = Thing("answer", 0)
        elif pointer.cursor is None or pointer.cursor.where == "answer":
            pointer.cursor = self._card
        self.paint()
        if self.session.request() is not None:
            self._think()

    def paint(self) -> None:
        """Paint the table as it is."""
        size = self.size
        if too_small(size.width, size.height):  # the app says so
            return
        grid = Grid(size.width, size.height)
        scene = self._scene()
        self.board.paint(grid, scene)
        self._mend_cursor(grid)
        if scene.cursor != self._pointer.cursor:
            grid = Grid(size.width, size.height)
            self.board.paint(grid, self._scene())
        self._move_real_cursor(grid)
        self._surface.show(grid)

    @work(exclusive=True, group="thinking", exit_on_error=False)
    async def _think(self) -> None:
        """Ask for the decision of the opponent who is asked. If the table has moved on when it comes, it is dropped."""
        request, thinker = self.session.request(), self.session.thinker
        if request is None or thinker is None:
            return
        try:
            action = await thinker.choose(request)
        except ThinkerFailed as error:
            self._pointer.note = str(error)
            self._answers = with_keys([Answer("Ask once more", does="think", key="w")], self._taken)
            self._pointer.cursor = Thing("answer", 0)
            self.paint()
            return
        if request.node == self.session.node:
            self._give(request.node, action)

    def _give(self, node: int, action: Any) -> None:
        """Answer, and say so if the answer could not be kept."""
        note = ""
        try:
            self.session.answer(node, action)
        except SaveError as error:
            note = str(error)
        self.arrive(note)

    # -- keys

    def action_card(self, where: str, index: int) -> None:
        """A card's own key."""
        self._choose(Thing(where, index))

    def action_choose(self) -> None:
        """Enter: give the answer, or choose the card, under the cursor."""
        if self._pointer.cursor is not None:
            self._choose(self._pointer.cursor)

    def action_move(self, direction: str) -> None:
        """An arrow key."""
        pointer = self._pointer
        if pointer.log_open and direction in ("up", "down"):
            self._scroll_log(1 if direction == "up" else -1)
            return
        self._point(steps.step(self._surface.grid, pointer.cursor, direction, len(self._answers)))

    def action_jump(self, by: int) -> None:
        """Tab: on to the next part of the table."""
        self._point(steps.jump(self._surface.grid, self._pointer.cursor, self.board.parts(), by))

    def action_let_go(self) -> None:
        """Escape: close what is open, else let go of the card chosen."""
        pointer = self._pointer
        if pointer.reading or pointer.log_open:
            pointer.reading = pointer.log_open = False
        else:
            if pointer.chosen is not None:
                pointer.cursor = pointer.chosen
            pointer.chosen = None
            pointer.note = ""
            self._list_answers()
        self.paint()

    def action_read(self) -> None:
        """Open the reader; its next page; behind the last one close it."""
        pointer = self._pointer
        if pointer.cursor is None:
            return
        meant = subject(self._asked, self.board, pointer, self._answers)
        pages = len(self.board.read(self._asked.view, meant, self.session.names)) if meant is not None else 0
        if not pointer.reading:
            pointer.reading, pointer.page = pages > 0, 0
        elif pointer.page + 1 < pages:
            pointer.page += 1
        else:
            pointer.reading, pointer.page = False, 0
        self.paint()

    def action_chronicle(self) -> None:
        """Open the chronicle over the cards, or close it."""
        self._pointer.log_open = not self._pointer.log_open
        self._pointer.log_up = 0
        self.paint()

    def action_cards(self) -> None:
        """All cards, at the one under the cursor."""
        meant = subject(self._asked, self.board, self._pointer, self._answers)
        name = self.board.name(self._asked.view, meant) if meant is not None else ""
        self.post_message(ShowCard(self.session, name))

    def action_leave_table(self) -> None:
        self.post_message(LeaveTable(self.session))

    def action_undo(self) -> None:
        self._travel(self.session.undo)

    def action_redo(self) -> None:
        self._travel(self.session.redo)

    def action_turn_start(self) -> None:
        self._travel(self.session.turn_start)

    def on_key(self, event: events.Key) -> None:
        """The letter of an answer."""
        for i, answer in enumerate(self._answers):
            if answer.key and event.character == answer.key:
                event.stop()
                self._answer(i)
                return

    # -- the mouse

    def on_click(self, event: events.Click) -> None:
        """Left: as if its key were pressed. Right: read it."""
        thing = self._surface.grid.at(event.screen_x, event.screen_y)
        if thing is None:
            return
        if thing.where == "key":
            self.call_later(self.run_action, self._footer()[thing.index][2])
        elif event.button == 1:
            self._choose(thing)
        else:
            reading = self._pointer.reading and self._pointer.cursor == thing
            self._point(thing)
            if not reading:
                self._pointer.reading, self._pointer.page = False, 0
            self.action_read()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, by: int) -> None:
        """Over the answers it moves the cursor, elsewhere the chronicle if that is open."""
        thing = self._surface.grid.at(event.screen_x, event.screen_y)
        if self._pointer.log_open:
            self._scroll_log(-by * WHEEL)
        elif thing is not None and thing.where == "answer":
            at = self._pointer.cursor
            index = at.index + by if at is not None and at.where == "answer" else thing.index
            self._point(Thing("answer", max(0, min(index, len(self._answers) - 1))))

    # -- pointing and choosing

    def _point(self, thing: Thing | None) -> None:
        if thing is not None and thing != self._pointer.cursor:
            self._pointer.cursor = thing
            self._pointer.page = 0
            if thing.where in CARDS:
                self._card = thing
            self.paint()

    def _choose(self, thing: Thing) -> None:
        """Point at a thing and choose it: an answer is given, a card asked what may be done with it."""
        pointer = self._pointer
        if thing.where == "answer":
            self._answer(thing.index)
            return
        if thing == pointer.chosen and self._answers:
            at = pointer.cursor
            self._answer(at.index if at is not None and at.where == "answer" else 0)
            return
        pointer.cursor, pointer.page, pointer.note = thing, 0, ""
        if thing.where in CARDS:
            self._card = thing
        self._take_up(thing)
        self.paint()

    def _take_up(self, thing: Thing) -> None:
        """Choose a thing if it has an answer; else the hint below the answers says why it has none."""
        pointer = self._pointer
        if thing in self._asked.live:
            pointer.chosen = thing
            self._list_answers()
            pointer.cursor = Thing("answer", 0)
            return
        pointer.chosen = None
        self._list_answers()

    def _answer(self, index: int) -> None:
        """Give an answer of the question pane."""
        answer = self._answers[index]
        if answer.action is not None:
            self._give(self.session.node, answer.action)
        elif answer.does == "sit":
            self.session.sit()
            self.arrive()
        elif answer.does == "think":
            self.arrive()
        elif answer.does == "score":
            self.post_message(GameOver(self.session))

    def _travel(self, go: Any) -> None:
        """Take back or play again."""
        before = self.session.node
        note = ""
        try:
            go()
        except SaveError as error:
            note = str(error)
        if self.session.node != before or note:
            self.workers.cancel_group(self, "thinking")
            self.arrive(note)

    def _scroll_log(self, by: int) -> None:
        self._pointer.log_up = max(0, self._pointer.log_up + by)
        self.paint()

    # -- within

    def _list_answers(self) -> None:
        self._answers = answers(self._asked, self.session, self.board, self._pointer.chosen, self._taken)

    def _scene(self) -> Scene:
        signs = ASCII if getattr(self.app, "ascii_only", False) else UNICODE
        return stage(
            self._asked, self.session, self.board, self._pointer, signs, self._keys, self._answers, self._footer()
        )

    def _mend_cursor(self, grid: Grid) -> None:
        """If what was pointed at is gone, point at the nearest of its kind."""
        cursor = self._pointer.cursor
        if cursor is None or cursor in grid.spots or cursor.where == "answer":
            return
        there = [thing for thing in grid.spots if thing.where == cursor.where and thing.index < cursor.index]
        self._pointer.cursor = max(there, key=lambda thing: thing.index) if there else steps.first(grid)

    def _move_real_cursor(self, grid: Grid) -> None:
        """The terminal's own cursor goes where ours is: readers of the screen follow it."""
        cursor = self._pointer.cursor
        rect = grid.spots.get(cursor, Rect(0, 0, 0, 0)) if cursor is not None else Rect(0, 0, 0, 0)
        self.app.cursor_position = Offset(rect.x, rect.y)

    def _learn_keys(self) -> None:
        """Which keys do what now: the keymap may have moved any of them."""
        keys: dict[Thing, str] = {}
        taken: set[str] = set()
        for key, active in self.active_bindings.items():
            taken.add(key)
            _, name, arguments = parse(active.binding.action)
            if name == "card":
                keys.setdefault(Thing(str(arguments[0]), int(str(arguments[1]))), shown(key))
            self._names.setdefault(active.binding.id or "", (shown(key), active.binding.action))
        self._keys = keys
        self._taken = frozenset(taken)

    def _footer(self) -> tuple[tuple[str, str, str], ...]:
        """The keys that do something now: key, label, action."""
        pointer, session = self._pointer, self.session
        works = {
            "let_go": pointer.chosen is not None or pointer.reading or pointer.log_open,
            "undo": session.can_undo,
            "redo": session.can_redo,
            "turn_start": session.can_undo,
        }
        labels = {key.id: key.label for place in ("table", EVERYWHERE) for key in KEYS[place]}
        found = []
        for name in FOOTER:
            if works.get(name, True) and name in self._names:
                key, action = self._names[name]
                found.append((key, labels[name], action))
        return tuple(found)
