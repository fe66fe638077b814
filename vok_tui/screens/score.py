"""The end of a game: who has won and by what, each tomb set by set, and what to do next."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from engine.valley.scoring import rank
from engine.valley.view import View
from saves.best import Mark
from saves.names import plural
from vok_tui.keys import bindings, present
from vok_tui.screens.ask import Button, Way
from vok_tui.screens.room import Room
from vok_tui.screens.sheet import ROOM, WIDEST, sheet
from vok_tui.wishes import AfterGame

BESIDE: Final = 4  # columns at the sides of the page
SHOWN: Final = 5  # records
USUAL: Final = 5  # sets in a game
WAYS: Final = {  # by the names of their keys
    "rematch": Way("rematch", "Rematch"),
    "same_seed": Way("same_seed", "Same cards"),
    "review": Way("review", "Review"),
    "score_new": Way("new", "New game"),
    "score_start": Way("start", "Menu"),
}


class ScoreScreen(Room):
    """The end of a game, from its last view. `names` are those of the seats; `you` is the seat to be called "you", NOBODY
    where several people played. `keymap` holds what config.toml has moved."""

    BINDINGS = bindings("score")

    def __init__(
        self,
        view: View,
        names: Sequence[str],
        you: int,
        seed: int,
        keymap: Mapping[str, str],
        marks: Sequence[Mark] = (),
        mark: Mark | None = None,
    ) -> None:
        """`marks` are all games that were played alone, `mark` is this one."""
        super().__init__()
        self.own = records(mark, marks) if mark is not None else ""
        self.view = view
        self.names = names
        self.you = you
        self.seed = seed
        self.keymap = keymap

    def compose(self) -> ComposeResult:
        with Vertical(classes="page long" if len(self.view.seats[0].sets) > USUAL else "page"):
            yield Static(verdict(self.view, self.names, self.you), classes="title", markup=False)
            yield Static(self.own or tie(self.view, self.names), id="tie", markup=False)
            yield Static(self._sheet(), id="sheet")
            yield Static(f"The cards were dealt by seed {self.seed}.", id="dealt", markup=False)
            with Horizontal(id="ways"):
                for name, way in WAYS.items():
                    yield Button(way, present(name, self.keymap)[0])
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#tie").display = told = bool(self.own or tie(self.view, self.names))
        self.query_one(".page").set_class(told, "told")
        self.query(Button).first().focus()

    def on_resize(self) -> None:
        self.query_one("#sheet", Static).update(self._sheet())

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, Button):
            self.post_message(AfterGame(event.widget.way.result))

    def _sheet(self) -> Content:
        """The table of points for the room that there is."""
        return sheet(self.view, self.names, max(ROOM, min(self.app.size.width - BESIDE, WIDEST)))

    def action_go(self, what: str) -> None:
        """One of `WAYS`, by its own key."""
        self.post_message(AfterGame(what))

    def action_choose(self) -> None:
        """The way that has the focus."""
        if isinstance(self.focused, Button):
            self.post_message(AfterGame(self.focused.way.result))

    def action_step(self, step: int) -> None:
        """To the next way, or to the one before."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()


def verdict(view: View, names: Sequence[str], you: int) -> str:
    """Who has won, in a sentence."""
    points = plural(max(seat.score for seat in view.seats), "point")
    if len(view.seats) == 1:
        return f"{'You rest' if you == 0 else f'{names[0]} rests'} as a {rank(view.seats[0].score)}, with {points}."
    winners = ["You" if who == you else names[who] for who in view.winners]
    if len(winners) > 1:
        shared = f"{' and '.join([', '.join(winners[:-1]), winners[-1]])} share the victory with {points} each."
        return shared if cell_len(shared) <= ROOM else f"{len(winners)} share the victory with {points} each."
    return f"{winners[0]} {'win' if winners[0] == 'You' else 'wins'} with {points}."


def records(mark: Mark, marks: Sequence[Mark]) -> str:
    """How a game that was played alone compares with all the others."""
    counted = [other for other in marks if not other.peeked]
    best = ", ".join([str(other.points) for other in counted[:SHOWN]])
    told = f"Your best of {plural(len(counted), 'game')}: {best}." if counted else "No record yet."
    if mark.peeked:
        return f"Something unseen was taken back, so this game sets no record. {told}"
    beaten = all(other.points < mark.points for other in counted if other != mark)
    return f"{'A new record! ' if beaten and len(counted) > 1 else ''}{told}"


def tie(view: View, names: Sequence[str]) -> str:
    """How a tie was broken, "" if there was none. Where the names are too long for a line, the sheet has the tombs."""
    best = max(seat.score for seat in view.seats)
    level = [seat for seat in view.seats if seat.score == best]
    if len(level) == 1:
        return ""
    tombs = ", ".join(f"{names[seat.seat]} {plural(seat.tomb_count, 'card')}" for seat in level)
    how, told = "Level on points: the smaller tomb wins", f" ({tombs})"
    if len(view.winners) == len(level):
        how, told = "Level on points, and the tombs are of one size", f": {tombs}"
    return f"{how}{told}." if cell_len(how + told) < ROOM else f"{how}."
