"""The welcome: asks for a name, shows the games, and offers a guided one. It is shown until a first game was begun."""

from collections.abc import Sequence
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click
from textual.widgets import Input, Static

from saves.clean_text import MAX_NAME_CHARS
from vok_tui.coordinator.start_page import OfferedGame
from vok_tui.painting.grid import fit, wrap
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.dialog import ActionButton, DialogOption
from vok_tui.screens.messages import Welcomed
from vok_tui.screens.start import TAGLINE, TITLE
from vok_tui.screens.widgets import CleanInput, KeyFooter
from vok_tui.shared.shortcuts import bindings

PURPOSE_LINES: Final = 3  # the last one is a gap where the purpose is shorter
ADVICE: Final = "Choose a game. A guided game shows it at the real table, one idea at a time."
PROMISE: Final = "Leave whenever you like: vok continues where you were. You can take back any move."


class GameChoice(Static, can_focus=True):
    """A game in the row of games. The chosen one is marked, also while another field has the focus."""

    def __init__(self, game: OfferedGame) -> None:
        super().__init__(id=f"game-{game.name}", markup=False, classes="block")
        self.game: Final = game

    def render(self) -> Content:
        width = self.content_size.width
        lines = wrap(self.game.purpose, width - 2)[:PURPOSE_LINES]
        texts = [*lines, *[""] * (PURPOSE_LINES - len(lines)), self.game.size, self.game.character]
        cursor = "▸ " if self.has_class("chosen") else "  "
        title = Content.assemble(cursor, (fit(self.game.title, width - 2), "bold"))
        return Content("\n").join([title, Content(""), *[Content(f"  {fit(text, width - 2)}") for text in texts]])


class WelcomeScreen(BaseScreen):
    """The welcome. `chosen` is the name of the game that is chosen at first, `lesson_minutes` how long the guided game of each
    takes, `player_name` the name of the player, if known."""

    BINDINGS = bindings("welcome")

    def __init__(
        self, games: Sequence[OfferedGame], chosen: str, lesson_minutes: dict[str, int], player_name: str = ""
    ) -> None:
        super().__init__()
        self.games: Final = tuple(games)
        self.chosen = chosen
        self.lesson_minutes: Final = lesson_minutes
        self.player_name = player_name

    def compose(self) -> ComposeResult:
        yield Static(TITLE, id="title", markup=False)
        yield Static(TAGLINE, id="motto", markup=False)
        with Horizontal(classes="field", id="who"):
            yield Static("Your name", classes="label")
            yield CleanInput(self.player_name, placeholder="You", max_length=MAX_NAME_CHARS, compact=True, id="name0")
        yield Static(ADVICE, id="advice", markup=False)
        with Horizontal(id="games"):
            for game in self.games:
                yield GameChoice(game)
        with Horizontal(id="offers"):
            yield ActionButton(DialogOption("learn", "Guided game"))
            yield ActionButton(DialogOption("first", "A game at once"))
            yield ActionButton(DialogOption("help", "The rules"))
            yield ActionButton(DialogOption("start", "The menu"))
        yield Static(PROMISE, id="offered", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        field = self.query_one(Input)
        field.cursor_blink = False
        self._choose_game(self.chosen)
        (self._offers()[0] if self.player_name else field).focus()

    @property
    def game_shown(self) -> str:
        return self.chosen

    def _choose_game(self, name: str) -> None:
        """Choose a game: what is offered is about it."""
        self.chosen = name
        for block in self.query(GameChoice):
            block.set_class(block.game.name == name, "chosen")
            block.refresh()
        minutes = self.lesson_minutes.get(name, 0)
        offers = [button for button in self.query(ActionButton) if button.option.result == "learn"]
        for button in offers:
            button.option = DialogOption("learn", f"Guided game, {minutes} min.")
            button.display = minutes > 0
            button.refresh(layout=True)

    def _offers(self) -> list[ActionButton]:
        return [button for button in self.query(ActionButton) if button.display]

    @on(Click)
    def _clicked(self, event: Click) -> None:
        if isinstance(event.widget, ActionButton):
            self._post_choice(event.widget.option.result)
        elif isinstance(event.widget, GameChoice):
            self._choose_game(event.widget.game.name)
            event.widget.focus()

    def action_choose(self) -> None:
        """Choose the focused button; elsewhere, focus the first button."""
        if isinstance(self.focused, ActionButton):
            self._post_choice(self.focused.option.result)
        else:
            self._offers()[0].focus()

    def action_move(self, right: int, down: int) -> None:
        """To the line above or below, or within the line; in the row of games that chooses a game."""
        blocks, offers = list(self.query(GameChoice)), self._offers()
        chosen = next(block for block in blocks if block.game.name == self.chosen)
        if isinstance(self.focused, ActionButton):
            if right:
                offers[min(max(offers.index(self.focused) + right, 0), len(offers) - 1)].focus()
            elif down < 0:
                chosen.focus()
        elif isinstance(self.focused, GameChoice):
            if right:
                block = blocks[min(max(blocks.index(self.focused) + right, 0), len(blocks) - 1)]
                self._choose_game(block.game.name)
                block.focus()
            elif down > 0:
                offers[0].focus()
            else:
                self.query_one(Input).focus()
        elif down > 0:
            chosen.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In the name, the arrows to the sides move in the text."""
        if action == "move" and parameters[0] != 0 and isinstance(self.focused, Input):
            return False
        return super().check_action(action, parameters)

    def action_back(self) -> None:
        """Go to the menu."""
        self._post_choice("start")

    def _post_choice(self, choice: str) -> None:
        self.post_message(Welcomed(self.query_one(Input).value, choice, self.chosen))
