"""The screen with the variations of a game: the player chooses one to go to."""

from collections.abc import Sequence
from typing import Final

from rich.cells import set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from vok_tui.game.variations import Variation
from vok_tui.screens.base_screen import SizeGuardedScreen
from vok_tui.settings.keys import bindings
from vok_tui.widgets.seat_points import seat_points_line

NAMES_COLUMNS: Final = 42  # columns for names and points


class VariationsScreen(SizeGuardedScreen, ModalScreen[int]):
    """Returns the last node of the chosen variation, or None for going back."""

    BINDINGS = bindings("lines")
    AUTO_FOCUS = "OptionList"

    def __init__(self, variations: Sequence[Variation], names: Sequence[str]) -> None:
        super().__init__()
        self.variations = variations
        self.names = names

    def compose(self) -> ComposeResult:
        with Vertical(id="lines"):
            yield Static("All lines of this game", classes="title", markup=False)
            yield OptionList(*[Option(variation_text(line, self.names)) for line in self.variations], markup=False)

    def on_mount(self) -> None:
        here = [place for place, line in enumerate(self.variations) if line.is_current]
        self.query_one(OptionList).highlighted = here[0] if here else 0

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.variations[event.option_index].node)

    def action_go(self) -> None:
        """The same as Enter in the list."""
        self.query_one(OptionList).action_select()

    def action_back(self) -> None:
        """Go back to the table as it is."""
        self.dismiss(None)


def variation_text(line: Variation, names: Sequence[str]) -> str:
    """`▸ turn 14  Ann 30, Khety 22  finished`: the mark says where the table stands."""
    turn = f"turn {line.turn}" if line.turn else ""
    points = seat_points_line(tuple(zip(names, line.scores, strict=False)), NAMES_COLUMNS)
    state = "finished" if line.over else "the game" if line.is_main else "left"
    return f"{'▸' if line.is_current else ' '} {turn:<9}{set_cell_size(points, NAMES_COLUMNS)}  {state}"
