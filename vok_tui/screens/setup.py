"""The form for a new game: cards, players, opponents and seed. Enter starts the game with the values shown."""

from collections.abc import Callable
from functools import cache
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click, DescendantFocus
from textual.widget import Widget
from textual.widgets import Footer, Input, Static

from ai.bots.player_spec import EQUAL
from engine.core.game import HUMAN, MAX_SEATS
from engine.core.variant import Variant
from engine.valley.editions import AFTERLIFE, BASE, EDITIONS, LOT, canonical_choices
from saves.clean_text import MAX_NAME_CHARS, printable
from vok_tui.game.equal_level import PlayerRating, newcomer_rating
from vok_tui.game.level_info import FRIEND, describe_level, selectable_levels
from vok_tui.game.seating import DEFAULT_LEVEL, default_name, make_setup, requested_game
from vok_tui.game.start_options import MAX_SEED, StartOptions
from vok_tui.screen_messages import NewGame
from vok_tui.screens.base_screen import BaseScreen
from vok_tui.settings.keys import bindings
from vok_tui.widgets.option_row import OptionRow

OPPONENT_PLACES: Final = tuple(range(1, MAX_SEATS))
SET_LABELS: Final = ("3", "4", "5", "6", "7", "U")  # kinds in a set; U for the unique artifacts
SETS_PER_ROW: Final = 3  # of them in a row
SET_SOURCES: Final = {"lot": LOT, "base": BASE, "after": AFTERLIFE}  # with labels short enough for three in a row


class CleanInput(Input):
    """A field that holds no controls and no bidirectional marks, whoever writes into it."""

    def validate_value(self, value: str) -> str:
        """As it can be shown."""
        return printable(value)


class SetupScreen(BaseScreen):
    """A form of one page, filled from the command line or with defaults."""

    BINDINGS = bindings("setup")

    def __init__(self, start: StartOptions, rate_player: Callable[[], PlayerRating] = newcomer_rating) -> None:
        """`rate_player` returns the player's rating; it is only called if needed."""
        super().__init__()
        self.rate_player = cache(rate_player)
        self.names, self.levels, self.seed, self.first, self.variant = requested_game(start)

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static("N E W   G A M E", classes="title")
            with Horizontal(classes="field tight"):
                yield Static("Cards", classes="label")
                yield OptionRow(tuple(EDITIONS), self.variant.edition, id="edition")
            with Vertical(id="sets") as sets:
                sets.display = bool(EDITIONS[self.variant.edition].options)
                yield self._set_row("Sets of", 0)
                yield self._set_row("", SETS_PER_ROW)
            with Horizontal(classes="field"):
                yield Static("Players", classes="label")
                yield OptionRow(player_numbers(self.variant.edition), str(len(self.names)), id="players")
            with Horizontal(classes="field"):
                yield Static("You", classes="label")
                yield CleanInput(
                    self.names[0], placeholder="your name", max_length=MAX_NAME_CHARS, compact=True, id="name0"
                )
            with Vertical(id="opponents"):
                for place in OPPONENT_PLACES:
                    yield self._opponent_row(place)
                yield Static("", id="about", markup=False)
            with Horizontal(classes="field tight", id="beginner"):
                yield Static("First turn", classes="label")
                first = first_player_options(len(self.names))
                yield OptionRow(first, first[self.first], id="first")
            with Horizontal(classes="field"):
                yield Static("Seed", classes="label")
                seed = "" if self.seed is None else str(self.seed)
                yield CleanInput(seed, placeholder="by chance", type="integer", max_length=19, compact=True, id="seed")
                yield Static("the same number deals the same cards again", classes="hint")
            with Horizontal(id="buttons"):
                yield Static("Start", id="go", classes="button")
                yield Static("Back", id="back", classes="button")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        for field in self.query(Input):
            field.cursor_blink = False
        self._show_seats()
        self.query_one("#players").focus()

    def action_start(self) -> None:
        """Start the game if the form is valid; otherwise say what is wrong and focus that field."""
        field = self.query_one("#seed", Input)
        seed = int(field.value) if field.value.isdecimal() else None
        if field.value and (seed is None or seed > MAX_SEED):
            self.notify(
                f"A seed is a whole number from 0 to {MAX_SEED}; leave it empty for one by chance.", markup=False
            )
            field.focus()
            return
        players = int(self.query_one("#players", OptionRow).value)
        names = [self.query_one(f"#name{place}", Input).value for place in range(players)]
        levels = [self._level(place) for place in range(1, players)]
        self.post_message(
            NewGame(make_setup(names, levels, seed, self.query_one("#first", OptionRow).picked, self._chosen_cards()))
        )

    def action_field(self, step: int) -> None:
        """The field below or above."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    @on(OptionRow.Picked, "#edition")
    def _update_player_numbers(self) -> None:
        """Update the numbers of players and the sets to those of the edition."""
        edition = EDITIONS[self.query_one("#edition", OptionRow).value]
        self.query_one("#players", OptionRow).set_options(player_numbers(edition.name))
        for place, option in enumerate(edition.options):
            self.query_one(f"#set{place}", OptionRow).picked = list(SET_SOURCES.values()).index(option.default)
        self._update_first_players()

    @on(OptionRow.Picked, "#players")
    def _update_first_players(self) -> None:
        """Update the options for the first player to the number of players."""
        self.query_one("#first", OptionRow).set_options(
            first_player_options(int(self.query_one("#players", OptionRow).value))
        )

    @on(OptionRow.Picked)
    def _show_seats(self) -> None:
        """Show the fields of the used seats, with default names."""
        players = int(self.query_one("#players", OptionRow).value)
        levels = [self._level(place) for place in range(1, players)]
        for place in OPPONENT_PLACES:
            self.query_one(f"#seat{place}").display = place < players
            self.query_one(f"#name{place}", Input).placeholder = default_name(place, self._level(place))
        self.query_one("#sets").display = bool(EDITIONS[self.query_one("#edition", OptionRow).value].options)
        self.query_one("#opponents").display = self.query_one("#beginner").display = players > 1
        self.query_one("#label1", Static).update("Opponent 1" if players > 2 else "Opponent")
        self.query_one("#name0", Input).placeholder = default_name(0, HUMAN, HUMAN in levels)
        self._describe_level()

    @on(DescendantFocus)
    def _describe_level(self) -> None:
        """Describe the level of the focused opponent, else of the first one."""
        here = [place for place in OPPONENT_PLACES if self.query_one(f"#seat{place}").has_focus_within]
        level = self.query_one(f"#level{here[0] if here else OPPONENT_PLACES[0]}", OptionRow).value
        players = int(self.query_one("#players", OptionRow).value)
        player = self.rate_player() if level == EQUAL else None
        self.query_one("#about", Static).update(describe_level(level, player, players - 1))

    @on(Click, "#go")
    def _start_clicked(self) -> None:
        self.action_start()

    @on(Click, "#back")
    def _back_clicked(self) -> None:
        self.action_back()

    def _set_row(self, label: str, start: int) -> Horizontal:
        """A row of sets from `start` on, with a choice of the source for each."""
        fields: list[Widget] = [Static(label, classes="label")]
        for place in range(start, start + SETS_PER_ROW):
            fields.append(Static(SET_LABELS[place], classes="size"))
            fields.append(OptionRow(tuple(SET_SOURCES), self._source_word(place), id=f"set{place}"))
        return Horizontal(*fields, classes="field")

    def _opponent_row(self, place: int) -> Horizontal:
        level = self.levels[place - 1] if place <= len(self.levels) else DEFAULT_LEVEL
        name = self.names[place] if place < len(self.names) else ""
        return Horizontal(
            Static(f"Opponent {place}", classes="label", id=f"label{place}"),
            CleanInput(name, max_length=MAX_NAME_CHARS, compact=True, id=f"name{place}"),
            OptionRow(selectable_levels(level), FRIEND if level == HUMAN else level, id=f"level{place}"),
            id=f"seat{place}",
            classes="field seat",
        )

    def _source_word(self, place: int) -> str:
        """The label for the source of a set."""
        choices = self.variant.choices or EDITIONS[self.variant.edition].default_choices
        chosen = choices[place] if choices else LOT
        return next(word for word, page in SET_SOURCES.items() if page == chosen)

    def _chosen_cards(self) -> Variant:
        """The chosen cards; custom cards are kept."""
        edition = EDITIONS[self.query_one("#edition", OptionRow).value]
        places = range(len(edition.options))
        words = tuple([SET_SOURCES[self.query_one(f"#set{place}", OptionRow).value] for place in places])
        choices = () if words == edition.default_choices else canonical_choices(edition.name, words)
        return Variant(edition.name, choices, self.variant.cards)

    def _level(self, place: int) -> str:
        value = self.query_one(f"#level{place}", OptionRow).value
        return HUMAN if value == FRIEND else value


def player_numbers(edition: str) -> tuple[str, ...]:
    """How many may play."""
    return tuple([str(many) for many in range(EDITIONS[edition].min_players, EDITIONS[edition].max_players + 1)])


def first_player_options(players: int) -> tuple[str, ...]:
    """Who may take the first turn: the lot, then the seats in order."""
    others = ("opponent",) if players == 2 else tuple(f"opponent {place}" for place in range(1, players))
    return ("lot", "you", *others)
