"""The welcome: asks for a name and offers a first game. It is shown until a first game was begun."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.widgets import Input, Static

from saves.clean_text import MAX_NAME_CHARS
from vok_tui.boards.table_kit import TableKit
from vok_tui.messages import Welcomed
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.dialog import ActionButton, DialogOption
from vok_tui.screens.start import spaced_title
from vok_tui.screens.widgets import CleanInput, KeyFooter
from vok_tui.shortcuts import bindings


class WelcomeScreen(BaseScreen):
    """The welcome to the game of `kit`. `level` is the opponent of the first game, `name` that of the player, if known."""

    BINDINGS = bindings("welcome")

    def __init__(self, kit: TableKit, level: str, name: str = "") -> None:
        super().__init__()
        self.kit = kit
        self.level = level
        self.player_name = name

    def compose(self) -> ComposeResult:
        yield Static(spaced_title(self.kit.game.title()), id="title", markup=False)
        yield Static(self.kit.motto, id="motto", markup=False)
        lines = [Content.assemble((f"{verb:<7}", "bold $gold"), rest) for verb, rest in self.kit.how_to_play]
        with Horizontal(id="welcome"), Vertical():
            yield Static(Content("\n").join(lines), id="how-to-play")
            with Horizontal(classes="field"):
                yield Static("Your name", classes="label")
                yield CleanInput(
                    self.player_name, placeholder="You", max_length=MAX_NAME_CHARS, compact=True, id="name0"
                )
            with Horizontal(id="offers"):
                yield ActionButton(DialogOption("first", "A first game"))
                yield ActionButton(DialogOption("help", "The rules"))
                yield ActionButton(DialogOption("start", "The menu"))
            yield Static(
                f"The first game is against {self.level}, the easiest opponent. Tips say what you can do, until you have done "
                "it. You can take back any move.",
                id="offered",
                markup=False,
            )
        yield KeyFooter()

    def on_mount(self) -> None:
        field = self.query_one(Input)
        field.cursor_blink = False
        (self.query(ActionButton).first() if self.player_name else field).focus()

    @on(Click)
    def _button_clicked(self, event: Click) -> None:
        if isinstance(event.widget, ActionButton):
            self._post_choice(event.widget.option.result)

    def action_choose(self) -> None:
        """Choose the focused button; in the name field, focus the first button."""
        if isinstance(self.focused, ActionButton):
            self._post_choice(self.focused.option.result)
        else:
            self.query(ActionButton).first().focus()

    def action_move_focus(self, step: int) -> None:
        """Focus the next field or button, or the one before."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_back(self) -> None:
        """Go to the menu."""
        self._post_choice("start")

    def _post_choice(self, choice: str) -> None:
        self.post_message(Welcomed(self.query_one(Input).value, choice))
