"""The score screen at the end of a game: the winner, the score sheet, and what to do next."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from engine.valley.rules.scoring import solitaire_rank
from engine.valley.view import View
from saves.clean_text import plural
from saves.solitaire_records import SolitaireRecord
from vok_tui.screen_messages import AfterGameChosen
from vok_tui.screens.base_screen import BaseScreen
from vok_tui.screens.dialog import ActionButton, DialogOption
from vok_tui.settings.keys import bindings, current_keys
from vok_tui.widgets.score_sheet import MAX_SHEET_COLUMNS, MIN_SHEET_COLUMNS, score_sheet

SIDE_COLUMNS: Final = 4  # outside of the page
RECORDS_SHOWN: Final = 5  # records
USUAL_SETS: Final = 5  # sets in a game
NEXT_STEPS: Final = {  # by the ids of their shortcuts
    "rematch": DialogOption("rematch", "Rematch"),
    "same_seed": DialogOption("same_seed", "Same cards"),
    "review": DialogOption("review", "Review"),
    "score_new": DialogOption("new", "New game"),
    "score_start": DialogOption("start", "Menu"),
}


class ScoreScreen(BaseScreen):
    """Made from the last view of a game. `names` are those of the seats; `your_seat` is called "you" (NOBODY if several people
    played). `keymap` holds the keys that config.toml changes."""

    BINDINGS = bindings("score")

    def __init__(
        self,
        view: View,
        names: Sequence[str],
        your_seat: int,
        seed: int,
        keymap: Mapping[str, str],
        marks: Sequence[SolitaireRecord] = (),
        mark: SolitaireRecord | None = None,
    ) -> None:
        """`marks` are all solitaire results, `mark` is that of this game."""
        super().__init__()
        self.records_text = records_sentence(mark, marks) if mark is not None else ""
        self.view = view
        self.names = names
        self.your_seat = your_seat
        self.seed = seed
        self.keymap = keymap

    def compose(self) -> ComposeResult:
        with Vertical(classes="page long" if len(self.view.seats[0].sets) > USUAL_SETS else "page"):
            yield Static(winner_sentence(self.view, self.names, self.your_seat), classes="title", markup=False)
            yield Static(self.records_text or tie_sentence(self.view, self.names), id="tie", markup=False)
            yield Static(self._sheet_content(), id="sheet")
            yield Static(f"The cards were dealt by seed {self.seed}.", id="dealt", markup=False)
            with Horizontal(id="ways"):
                for name, option in NEXT_STEPS.items():
                    yield ActionButton(option, current_keys(name, self.keymap)[0])
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#tie").display = has_note = bool(self.records_text or tie_sentence(self.view, self.names))
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
            self.view, self.names, max(MIN_SHEET_COLUMNS, min(self.app.size.width - SIDE_COLUMNS, MAX_SHEET_COLUMNS))
        )

    def action_go(self, what: str) -> None:
        """Choose a next step by its own key."""
        self.post_message(AfterGameChosen(what))

    def action_choose(self) -> None:
        """The way that has the focus."""
        if isinstance(self.focused, ActionButton):
            self.post_message(AfterGameChosen(self.focused.option.result))

    def action_step(self, step: int) -> None:
        """To the next way, or to the one before."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()


def winner_sentence(view: View, names: Sequence[str], your_seat: int) -> str:
    """Who has won, in a sentence."""
    points = plural(max(seat.score for seat in view.seats), "point")
    if len(view.seats) == 1:
        return (
            f"{'You rest' if your_seat == 0 else f'{names[0]} rests'} "
            f"as a {solitaire_rank(view.seats[0].score)}, with {points}."
        )
    winners = ["You" if who == your_seat else names[who] for who in view.winners]
    if len(winners) > 1:
        shared = f"{' and '.join([', '.join(winners[:-1]), winners[-1]])} share the victory with {points} each."
        return (
            shared if cell_len(shared) <= MIN_SHEET_COLUMNS else f"{len(winners)} share the victory with {points} each."
        )
    return f"{winners[0]} {'win' if winners[0] == 'You' else 'wins'} with {points}."


def records_sentence(mark: SolitaireRecord, marks: Sequence[SolitaireRecord]) -> str:
    """How a solitaire result compares with the others."""
    counted = [other for other in marks if not other.peeked]
    best = ", ".join([str(other.points) for other in counted[:RECORDS_SHOWN]])
    best_games = f"Your best of {plural(len(counted), 'game')}: {best}." if counted else "No record yet."
    if mark.peeked:
        return f"Something unseen was taken back, so this game sets no record. {best_games}"
    beaten = all(other.points < mark.points for other in counted if other != mark)
    return f"{'A new record! ' if beaten and len(counted) > 1 else ''}{best_games}"


def tie_sentence(view: View, names: Sequence[str]) -> str:
    """How a tie was broken; "" if there was none. If the names are too long, only the rule is given."""
    best = max(seat.score for seat in view.seats)
    tied = [seat for seat in view.seats if seat.score == best]
    if len(tied) == 1:
        return ""
    tombs = ", ".join(f"{names[seat.seat]} {plural(seat.tomb_count, 'card')}" for seat in tied)
    how, details = "Level on points: the smaller tomb wins", f" ({tombs})"
    if len(view.winners) == len(tied):
        how, details = "Level on points, and the tombs are of one size", f": {tombs}"
    return f"{how}{details}." if cell_len(how + details) < MIN_SHEET_COLUMNS else f"{how}."
