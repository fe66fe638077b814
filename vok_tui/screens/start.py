"""The start screen: a menu of six blocks in the shape of the pyramid (1, 2 and 3), the most likely choice on top."""

from collections.abc import Mapping
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Paste
from textual.widgets import Static

from vok_tui.boards.table_kit import TableKit
from vok_tui.keymap import key_labels_by_id
from vok_tui.messages import GamePasted, MenuEntryChosen
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.widgets import KeyFooter, SeatPoints, seat_points_line
from vok_tui.shortcuts import bindings

MIN_SCREEN_COLUMNS: Final = 80  # a title that fits into them gets blanks between its letters
RETURNING_CHOICES: Final = ("continue", "new", "open", "cards", "help", "leave")
FIRST_TIME_CHOICES: Final = ("new", "help", "cards", "open", "keys", "leave")
MENU: Final = {
    "continue": ("Continue", ""),
    "new": ("New game", "choose your opponents"),
    "open": ("Open a save", "all games you began"),
    "cards": ("Cards", "what each of them does"),
    "help": ("How to play", "the rules, in short"),
    "keys": ("Keys", "all of them"),
    "leave": ("Leave", "back to the shell"),
}


def spaced_title(title: str) -> str:
    """A title in capitals, with blanks between its letters if it then fits on a narrow screen."""
    spaced = "   ".join([" ".join(word) for word in title.upper().split()])
    return spaced if len(spaced) <= MIN_SCREEN_COLUMNS else title.upper()


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
        second_line = seat_points_line(self.seats, width) if self.seats else MENU[self.choice][1]
        label = f"▸ {MENU[self.choice][0]} ◂" if self.has_focus else MENU[self.choice][0]
        left = (width - len(label)) // 2
        right = max(1, width - left - len(label) - len(self.key))
        return Content.assemble(
            " " * left, (label, "bold"), " " * right, (self.key, "$hint"), f"\n{second_line:^{width}}"
        )

    def on_click(self) -> None:
        self.post_message(MenuEntryChosen(self.choice))


class StartScreen(BaseScreen):
    """The start screen for the game of `kit`. `latest` holds the names and points of the save that can be continued; it is empty
    if there is none."""

    BINDINGS = bindings("start")

    def __init__(self, kit: TableKit, latest: SeatPoints, saves_folder: str, keymap: Mapping[str, str]) -> None:
        super().__init__()
        self.kit = kit
        self.latest = latest
        self.saves_folder = saves_folder
        self.keymap = keymap

    def compose(self) -> ComposeResult:
        yield Static(spaced_title(self.kit.game.title()), id="title", markup=False)
        yield Static(self.kit.motto, id="motto", markup=False)
        blocks = [self._make_menu_block(choice) for choice in self._choices()]
        with Vertical(id="pyramid"):
            yield Horizontal(*blocks[:1])
            yield Horizontal(*blocks[1:3])
            yield Horizontal(*blocks[3:])
        lines = [Content.assemble((f"{verb:<7}", "bold $gold"), rest) for verb, rest in self.kit.how_to_play]
        with Horizontal(id="how"):
            yield Static(Content("\n").join(lines))
        yield Static(f"Your games are kept in {self.saves_folder}", id="kept", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query(MenuBlock).first().focus()

    def action_choose(self, choice: str) -> None:
        """Choose an entry of the menu. "continue" has no effect without a game to continue."""
        if choice != "continue" or self.latest:
            self.post_message(MenuEntryChosen(choice))

    def action_choose_focused(self) -> None:
        """Choose the focused block."""
        if isinstance(self.focused, MenuBlock):
            self.post_message(MenuEntryChosen(self.focused.choice))

    def on_paste(self, event: Paste) -> None:
        """Let the app open a game that is pasted as text."""
        from saves.text import find_game

        if find_game(event.text):
            self.post_message(GamePasted(event.text))

    def action_move_focus(self, right: int, down: int) -> None:
        """Move the focus by blocks and rows; it stops at the edges."""
        rows = [list(row.query(MenuBlock)) for row in self.query("#pyramid > Horizontal")]
        for y, row in enumerate(rows):
            for x, block in enumerate(row):
                if block.has_focus:
                    target_row = rows[min(max(y + down, 0), len(rows) - 1)]
                    target_row[min(max(x + right, 0), len(target_row) - 1)].focus()
                    return

    def _choices(self) -> list[str]:
        """The entries of the menu, from top to bottom. In a game without a list of cards, "keys" takes its place."""
        choices = [*(RETURNING_CHOICES if self.latest else FIRST_TIME_CHOICES)]
        if not self.kit.has_card_list:
            choices = [choice for choice in choices if choice not in ("cards", "keys")]
            choices.insert(FIRST_TIME_CHOICES.index("cards"), "keys")
        return choices

    def _make_menu_block(self, choice: str) -> MenuBlock:
        keys = key_labels_by_id(choice, self.keymap)
        return MenuBlock(choice, keys[0] if keys else "", self.latest if choice == "continue" else ())
