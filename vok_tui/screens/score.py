"""The score screen at the end of a game: the winner, the score sheet, and what to do next."""

from collections.abc import Mapping, Sequence
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from saves.clean_text import plural
from saves.solitaire_records import SolitaireRecord
from vok_tui.boards.table_kit import ScoreSheet
from vok_tui.screen_messages import AfterGameChosen
from vok_tui.screens.base_screen import BaseScreen
from vok_tui.screens.dialog import ActionButton, DialogOption
from vok_tui.settings.keys import bindings, current_keys
from vok_tui.widgets.score_sheet import MAX_SHEET_COLUMNS, MIN_SHEET_COLUMNS, score_sheet

SIDE_COLUMNS: Final = 4  # outside of the page
RECORDS_SHOWN: Final = 5  # records
USUAL_ROWS: Final = 7  # rows above the line of a score sheet
NEXT_STEPS: Final = {  # by the ids of their shortcuts
    "rematch": DialogOption("rematch", "Rematch"),
    "same_seed": DialogOption("same_seed", "Same cards"),
    "review": DialogOption("review", "Review"),
    "score_new": DialogOption("new", "New game"),
    "score_start": DialogOption("start", "Menu"),
}


class ScoreScreen(BaseScreen):
    """Shows a score sheet. `names` are those of the seats; `keymap` holds the keys that config.toml changes."""

    BINDINGS = bindings("score")

    def __init__(
        self,
        sheet: ScoreSheet,
        names: Sequence[str],
        seed: int,
        keymap: Mapping[str, str],
        marks: Sequence[SolitaireRecord] = (),
        mark: SolitaireRecord | None = None,
    ) -> None:
        """`marks` are all solitaire results, `mark` is that of this game."""
        super().__init__()
        self.records_text = records_sentence(mark, marks) if mark is not None else ""
        self.sheet = sheet
        self.names = names
        self.seed = seed
        self.keymap = keymap

    def compose(self) -> ComposeResult:
        with Vertical(classes="page long" if len(self.sheet.rows) > USUAL_ROWS else "page"):
            yield Static(self.sheet.title, classes="title", markup=False)
            yield Static(self.records_text or self.sheet.note, id="tie", markup=False)
            yield Static(self._sheet_content(), id="sheet")
            yield Static(f"The cards were dealt by seed {self.seed}.", id="dealt", markup=False)
            with Horizontal(id="ways"):
                for name, option in NEXT_STEPS.items():
                    yield ActionButton(option, current_keys(name, self.keymap)[0])
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#tie").display = has_note = bool(self.records_text or self.sheet.note)
        self.query_one(".page").set_class(has_note, "told")
        self.query(ActionButton).first().focus()

    def on_resize(self) -> None:
        self.query_one("#sheet", Static).update(self._sheet_content())

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, ActionButton):
            self.post_message(AfterGameChosen(event.widget.option.result))

    def _sheet_content(self) -> Content:
        """The score sheet for the available width."""
        return score_sheet(
            self.sheet, self.names, max(MIN_SHEET_COLUMNS, min(self.app.size.width - SIDE_COLUMNS, MAX_SHEET_COLUMNS))
        )

    def action_go(self, what: str) -> None:
        """Choose a next step by its own key."""
        self.post_message(AfterGameChosen(what))

    def action_choose(self) -> None:
        """Choose the focused next step."""
        if isinstance(self.focused, ActionButton):
            self.post_message(AfterGameChosen(self.focused.option.result))

    def action_step(self, step: int) -> None:
        """Focus the next step after this one, or the one before."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()


def records_sentence(mark: SolitaireRecord, marks: Sequence[SolitaireRecord]) -> str:
    """How a solitaire result compares with the others."""
    counted = [other for other in marks if not other.peeked]
    best = ", ".join([str(other.points) for other in counted[:RECORDS_SHOWN]])
    best_games = f"Your best of {plural(len(counted), 'game')}: {best}." if counted else "No record yet."
    if mark.peeked:
        return f"Something unseen was taken back, so this game sets no record. {best_games}"
    beaten = all(other.points < mark.points for other in counted if other != mark)
    return f"{'A new record! ' if beaten and len(counted) > 1 else ''}{best_games}"
