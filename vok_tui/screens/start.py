"""The start: six blocks of stone in the pyramid's own shape, 1, 2 and 3, the likeliest wish on top."""

from collections.abc import Mapping
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from vok_tui.keys import bindings, present
from vok_tui.screens.room import Room
from vok_tui.screens.standing import Standing, told
from vok_tui.wishes import Chosen

HOW_TO_PLAY: Final = (
    ("Buy", "from the base of the pyramid; the cards above fall into the gap."),
    ("Play", "each card for one thing: its gold, its action, or a place in your tomb."),
    ("Score", "your tomb alone: the different cards of a set, that number squared."),
)
RETURNING: Final = ("continue", "new", "open", "cards", "help", "leave")
FIRST_TIME: Final = ("new", "help", "cards", "open", "keys", "leave")
WORDS: Final = {
    "continue": ("Continue", ""),
    "new": ("New game", "choose your opponents"),
    "open": ("Open a save", "every game you began"),
    "cards": ("Cards", "what each of them does"),
    "help": ("How to play", "the rules, in short"),
    "keys": ("Keys", "every one of them"),
    "leave": ("Leave", "back to the shell"),
}


class Stone(Static, can_focus=True):
    """A block of the pyramid: what it does, in a corner its key, and a word more."""

    def __init__(self, choice: str, key: str, seats: Standing = ()) -> None:
        super().__init__(id=choice, markup=False)
        self.choice = choice
        self.key = key
        self.seats = seats

    def render(self) -> Content:
        """Two lines, centred; the block that the player stands on is marked."""
        width = self.content_size.width
        below = told(self.seats, width) if self.seats else WORDS[self.choice][1]
        label = f"▸ {WORDS[self.choice][0]} ◂" if self.has_focus else WORDS[self.choice][0]
        left = (width - len(label)) // 2
        right = max(1, width - left - len(label) - len(self.key))
        return Content.assemble(" " * left, (label, "bold"), " " * right, (self.key, "$hint"), f"\n{below:^{width}}")

    def on_click(self) -> None:
        self.post_message(Chosen(self.choice))


class StartScreen(Room):
    """What to do next. `latest` is how the game stands that can be continued, empty if there is none."""

    BINDINGS = bindings("start")

    def __init__(self, latest: Standing, kept_in: str, keymap: Mapping[str, str]) -> None:
        super().__init__()
        self.latest = latest
        self.kept_in = kept_in
        self.keymap = keymap

    def compose(self) -> ComposeResult:
        yield Static("V A L L E Y   O F   T H E   K I N G S", id="title", markup=False)
        yield Static("What you own turns to dust. What lies in your tomb is yours for ever.", id="motto")
        stones = [self._stone(choice) for choice in (RETURNING if self.latest else FIRST_TIME)]
        with Vertical(id="pyramid"):
            yield Horizontal(*stones[:1])
            yield Horizontal(*stones[1:3])
            yield Horizontal(*stones[3:])
        lines = [Content.assemble((f"{verb:<7}", "bold $gold"), rest) for verb, rest in HOW_TO_PLAY]
        with Horizontal(id="how"):
            yield Static(Content("\n").join(lines))
        yield Static(f"Your games are kept in {self.kept_in}", id="kept", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query(Stone).first().focus()

    def action_choose(self, choice: str) -> None:
        """As if the block were clicked. Where there is nothing to go on with, that is no choice."""
        if choice != "continue" or self.latest:
            self.post_message(Chosen(choice))

    def action_choose_here(self) -> None:
        """The block with the focus."""
        if isinstance(self.focused, Stone):
            self.post_message(Chosen(self.focused.choice))

    def action_step(self, right: int, down: int) -> None:
        """Move the focus by a block or by a row; at the edge it stays."""
        rows = [list(row.query(Stone)) for row in self.query("#pyramid > Horizontal")]
        for y, row in enumerate(rows):
            for x, stone in enumerate(row):
                if stone.has_focus:
                    goal = rows[min(max(y + down, 0), len(rows) - 1)]
                    goal[min(max(x + right, 0), len(goal) - 1)].focus()
                    return

    def _stone(self, choice: str) -> Stone:
        keys = present(choice, self.keymap)
        return Stone(choice, keys[0] if keys else "", self.latest if choice == "continue" else ())
