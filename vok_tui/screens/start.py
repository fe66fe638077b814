"""The start screen: a menu of six blocks in the shape of the pyramid (1, 2 and 3), the most likely choice on top."""

from collections.abc import Mapping
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from vok_tui.screen_messages import MenuChosen
from vok_tui.screens.base_screen import BaseScreen
from vok_tui.settings.keys import bindings, current_keys
from vok_tui.widgets.seat_points import SeatPoints, seat_points_line

HOW_TO_PLAY: Final = (
    ("Buy", "from the base of the pyramid; the cards above fall into the gap."),
    ("Play", "each card for one thing: its gold, its action, or a place in your tomb."),
    ("Score", "your tomb alone: the different cards of a set, that number squared."),
)
RETURNING: Final = ("continue", "new", "open", "cards", "help", "leave")
FIRST_TIME: Final = ("new", "help", "cards", "open", "keys", "leave")
MENU: Final = {
    "continue": ("Continue", ""),
    "new": ("New game", "choose your opponents"),
    "open": ("Open a save", "every game you began"),
    "cards": ("Cards", "what each of them does"),
    "help": ("How to play", "the rules, in short"),
    "keys": ("Keys", "every one of them"),
    "leave": ("Leave", "back to the shell"),
}


class MenuBlock(Static, can_focus=True):
    """A block of the menu: its title, its key in a corner, and a short text."""

    def __init__(self, choice: str, key: str, seats: SeatPoints = ()) -> None:
        super().__init__(id=choice, markup=False)
        self.choice = choice
        self.key = key
        self.seats = seats

    def render(self) -> Content:
        """Two centred lines; the focused block is marked."""
        width = self.content_size.width
        below = seat_points_line(self.seats, width) if self.seats else MENU[self.choice][1]
        label = f"▸ {MENU[self.choice][0]} ◂" if self.has_focus else MENU[self.choice][0]
        left = (width - len(label)) // 2
        right = max(1, width - left - len(label) - len(self.key))
        return Content.assemble(" " * left, (label, "bold"), " " * right, (self.key, "$hint"), f"\n{below:^{width}}")

    def on_click(self) -> None:
        self.post_message(MenuChosen(self.choice))


class StartScreen(BaseScreen):
    """`latest` holds names and points of the game that can be continued; empty if there is none."""

    BINDINGS = bindings("start")

    def __init__(self, latest: SeatPoints, saves_folder: str, keymap: Mapping[str, str]) -> None:
        super().__init__()
        self.latest = latest
        self.saves_folder = saves_folder
        self.keymap = keymap

    def compose(self) -> ComposeResult:
        yield Static("V A L L E Y   O F   T H E   K I N G S", id="title", markup=False)
        yield Static("What you own turns to dust. What lies in your tomb is yours for ever.", id="motto")
        stones = [self._menu_block(choice) for choice in (RETURNING if self.latest else FIRST_TIME)]
        with Vertical(id="pyramid"):
            yield Horizontal(*stones[:1])
            yield Horizontal(*stones[1:3])
            yield Horizontal(*stones[3:])
        lines = [Content.assemble((f"{verb:<7}", "bold $gold"), rest) for verb, rest in HOW_TO_PLAY]
        with Horizontal(id="how"):
            yield Static(Content("\n").join(lines))
        yield Static(f"Your games are kept in {self.saves_folder}", id="kept", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query(MenuBlock).first().focus()

    def action_choose(self, choice: str) -> None:
        """The same as a click. "continue" has no effect without a game to continue."""
        if choice != "continue" or self.latest:
            self.post_message(MenuChosen(choice))

    def action_choose_here(self) -> None:
        """Choose the focused block."""
        if isinstance(self.focused, MenuBlock):
            self.post_message(MenuChosen(self.focused.choice))

    def action_step(self, right: int, down: int) -> None:
        """Move the focus by blocks and rows; it stops at the edges."""
        rows = [list(row.query(MenuBlock)) for row in self.query("#pyramid > Horizontal")]
        for y, row in enumerate(rows):
            for x, stone in enumerate(row):
                if stone.has_focus:
                    goal = rows[min(max(y + down, 0), len(rows) - 1)]
                    goal[min(max(x + right, 0), len(goal) - 1)].focus()
                    return

    def _menu_block(self, choice: str) -> MenuBlock:
        keys = current_keys(choice, self.keymap)
        return MenuBlock(choice, keys[0] if keys else "", self.latest if choice == "continue" else ())
