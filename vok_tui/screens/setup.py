"""The form for a new game: edition, players, opponents and seed. Enter starts the game with the values that are shown."""

from collections.abc import Callable
from functools import cache
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click, DescendantFocus
from textual.widget import Widget
from textual.widgets import Input, Static

from ai.bots.player_spec import EQUAL
from ai.kit import kit_of
from engine.core.editions import Edition
from engine.core.game import HUMAN, MAX_SEATS, MAX_SEED
from engine.core.variant import Variant
from engine.games import GAMES
from saves.clean_text import MAX_NAME_CHARS
from vok_tui.boards import table_kit_of
from vok_tui.game.seating import default_name, make_setup, setup_arguments
from vok_tui.game.start_options import StartOptions
from vok_tui.levels.equal_level import PlayerRating, newcomer_rating
from vok_tui.levels.level_info import FRIEND, describe_level, selectable_levels
from vok_tui.messages import NewGame
from vok_tui.screens.base.base_screen import BaseScreen
from vok_tui.settings.keys import bindings
from vok_tui.widgets.clean_input import CleanInput
from vok_tui.widgets.key_footer import KeyFooter
from vok_tui.widgets.option_row import OptionRow

FOOTER_LINES: Final = 1
BUTTON_LINES: Final = 3
TITLE_LINES: Final = 1
OPPONENT_PLACES: Final = tuple(range(1, MAX_SEATS))


class SetupScreen(BaseScreen):
    """The form, filled from the start options and with defaults."""

    BINDINGS = bindings("setup")

    def __init__(
        self,
        start: StartOptions,
        rate_player: Callable[[str], PlayerRating] = newcomer_rating,
        focused_field: str = "players",
        *,
        is_beginner: bool = False,
    ) -> None:
        """`rate_player` returns the player's rating in a game; it is only called if needed. `focused_field` is the id of a field.
        For a beginner, the easiest level is preselected."""
        super().__init__()
        self.focused_field = focused_field
        self.start = start
        self.kit = table_kit_of(GAMES[start.game])
        self.editions = {edition.name: edition for edition in self.kit.game.editions()}
        self.rate_player = cache(rate_player)
        self.is_beginner = is_beginner
        game_kit = kit_of(self.kit.game)
        self.default_level = game_kit.level_names()[0] if is_beginner else game_kit.default_level()
        self.names, self.levels, self.seed, self.first, self.variant, _ = setup_arguments(start, self.default_level)

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static("N E W   G A M E", classes="title")
            with VerticalScroll(id="fields", can_focus=False):
                yield from self._fields()
            with Horizontal(id="buttons"):
                yield Static("Start", id="go", classes="button")
                yield Static("Back", id="back", classes="button")
        yield KeyFooter()

    def _fields(self) -> ComposeResult:
        """All rows of the form, including those of unused seats and of other editions."""
        with Horizontal(classes="field tight") as games:
            games.display = len(GAMES) > 1
            yield Static("Game", classes="label")
            yield OptionRow(tuple([game.title() for game in GAMES.values()]), self.kit.game.title(), id="game")
        with Horizontal(classes="field tight") as editions:
            editions.display = len(self.editions) > 1
            yield Static(self.kit.edition_label, classes="label")
            yield OptionRow(tuple(self.editions), self.variant.edition, id="edition")
        for edition in self.editions.values():
            yield self._edition_options(edition)
        with Horizontal(classes="field"):
            yield Static("Players", classes="label")
            yield OptionRow(
                player_count_options(self.editions[self.variant.edition]), str(len(self.names)), id="players"
            )
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
            yield CleanInput(seed, placeholder="random", type="integer", max_length=19, compact=True, id="seed")
            yield Static("the same number deals the same again", classes="hint")

    def on_mount(self) -> None:
        for field in self.query(Input):
            field.cursor_blink = False
        self._show_seats()
        self.query_one(f"#{self.focused_field}").focus()

    def action_start(self) -> None:
        """Start the game if the form is valid; otherwise say what is wrong and focus that field."""
        field = self.query_one("#seed", Input)
        seed = int(field.value) if field.value.isdecimal() else None
        if field.value and (seed is None or seed > MAX_SEED):
            self.notify(
                f"A seed is a whole number from 0 to {MAX_SEED}; leave it empty for a random one.", markup=False
            )
            field.focus()
            return
        players = int(self.query_one("#players", OptionRow).value)
        names = [self.query_one(f"#name{place}", Input).value for place in range(players)]
        levels = [self._level(place) for place in range(1, players)]
        first = self.query_one("#first", OptionRow).picked
        self.post_message(NewGame(make_setup(names, levels, seed, first, self._chosen_variant(), self.start.game)))

    def action_move_focus(self, step: int) -> None:
        """Focus the next field, or the one before."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    @on(OptionRow.Picked, "#game")
    def _change_game(self) -> None:
        """Show the form for another game. What was typed into this form is lost."""
        game = list(GAMES)[self.query_one("#game", OptionRow).picked]
        if game != self.start.game:
            start = self.start.for_game(game)
            self.app.switch_screen(SetupScreen(start, self.rate_player, "game", is_beginner=self.is_beginner))

    @on(OptionRow.Picked, "#edition")
    def _update_player_numbers(self) -> None:
        """Offer the numbers of players that the edition allows."""
        self.query_one("#players", OptionRow).set_options(player_count_options(self._edition))
        self._update_first_players()

    @on(OptionRow.Picked, "#players")
    def _update_first_players(self) -> None:
        """Offer as many first players as there are players."""
        self.query_one("#first", OptionRow).set_options(
            first_player_options(int(self.query_one("#players", OptionRow).value))
        )

    @on(OptionRow.Picked)
    def _show_seats(self) -> None:
        """Show the fields of as many seats as there are players, with their default names."""
        players = int(self.query_one("#players", OptionRow).value)
        levels = [self._level(place) for place in range(1, players)]
        for place in OPPONENT_PLACES:
            self.query_one(f"#seat{place}").display = place < players
            self.query_one(f"#name{place}", Input).placeholder = default_name(self.kit, place, self._level(place))
        for edition in self.editions.values():
            self.query_one(f"#options-{edition.name}").display = edition is self._edition and bool(edition.options)
        self.query_one("#opponents").display = self.query_one("#beginner").display = players > 1
        self.query_one("#label1", Static).update("Opponent 1" if players > 2 else "Opponent")
        self.query_one("#name0", Input).placeholder = default_name(self.kit, 0, HUMAN, several_humans=HUMAN in levels)
        self._fit_height()
        self._describe_level()

    def on_resize(self) -> None:
        self._fit_height()

    def _fit_height(self) -> None:
        """Drop the blank lines if the form does not fit with them. If it still does not fit, the fields scroll, and the buttons
        stay visible."""
        form, fields = self.query_one("#form"), self.query_one("#fields")
        max_lines = self.size.height - FOOTER_LINES - BUTTON_LINES - TITLE_LINES
        lines = gaps = 0
        for field in fields.children:
            if field.display:
                is_box = isinstance(field, Vertical)
                lines += sum(2 if row.id == "about" else 1 for row in field.children if row.display) if is_box else 1
                gaps += not (field.has_class("tight") or field.has_class("options"))
        form.set_class(lines + gaps + 1 > max_lines, "dense")
        fields.styles.max_height = max(1, max_lines if form.has_class("dense") else max_lines - 1)

    @on(DescendantFocus)
    def _describe_level(self) -> None:
        """Describe the level of the focused opponent, otherwise that of the first one."""
        focused = [place for place in OPPONENT_PLACES if self.query_one(f"#seat{place}").has_focus_within]
        level = self.query_one(f"#level{focused[0] if focused else OPPONENT_PLACES[0]}", OptionRow).value
        players = int(self.query_one("#players", OptionRow).value)
        player = self.rate_player(self.start.game) if level == EQUAL else None
        self.query_one("#about", Static).update(describe_level(level, player, players, self.start.game))

    @on(Click, "#go")
    def _start_clicked(self) -> None:
        self.action_start()

    @on(Click, "#back")
    def _back_clicked(self) -> None:
        self.action_back()

    @property
    def _edition(self) -> Edition:
        """The chosen edition."""
        return self.editions[self.query_one("#edition", OptionRow).value]

    def _edition_options(self, edition: Edition) -> Vertical:
        """The rows for the options of an edition."""
        is_chosen = edition.name == self.variant.edition
        words = (is_chosen and self.variant.choices) or edition.default_choices
        rows: list[Widget] = []
        for label, places in self.kit.setup_form_rows(edition):
            fields: list[Widget] = [Static(label, classes="label")]
            for place in places:
                option = edition.options[place]
                if len(places) > 1:
                    fields.append(Static(self.kit.short_option_word(option.name), classes="size"))
                labels = tuple([self.kit.short_option_word(word) for word in option.words])
                picked = self.kit.short_option_word(words[place])
                classes = "alone" if len(places) == 1 else ""
                fields.append(OptionRow(labels, picked, id=f"option-{edition.name}-{place}", classes=classes))
            rows.append(Horizontal(*fields, classes="field"))
        box = Vertical(*rows, id=f"options-{edition.name}", classes="options")
        box.display = is_chosen and bool(rows)
        return box

    def _opponent_row(self, place: int) -> Horizontal:
        level = self.levels[place - 1] if place <= len(self.levels) else self.default_level
        name = self.names[place] if place < len(self.names) else ""
        return Horizontal(
            Static(f"Opponent {place}", classes="label", id=f"label{place}"),
            CleanInput(name, max_length=MAX_NAME_CHARS, compact=True, id=f"name{place}"),
            OptionRow(
                selectable_levels(level, self.start.game), FRIEND if level == HUMAN else level, id=f"level{place}"
            ),
            id=f"seat{place}",
            classes="field seat",
        )

    def _chosen_variant(self) -> Variant:
        """The edition and its choices. Custom cards are kept."""
        edition = self._edition
        words = []
        for place, option in enumerate(edition.options):
            row = self.query_one(f"#option-{edition.name}-{place}", OptionRow)
            words.append(option.words[row.picked])
        choices = () if tuple(words) == edition.default_choices else tuple(words)
        return Variant(edition.name, choices, self.variant.cards)

    def _level(self, place: int) -> str:
        value = self.query_one(f"#level{place}", OptionRow).value
        return HUMAN if value == FRIEND else value


def player_count_options(edition: Edition) -> tuple[str, ...]:
    """The numbers of players that an edition allows."""
    return tuple([str(count) for count in range(edition.min_players, edition.max_players + 1)])


def first_player_options(players: int) -> tuple[str, ...]:
    """The options for the first player: by lot, then the seats in order."""
    others = ("opponent",) if players == 2 else tuple(f"opponent {place}" for place in range(1, players))
    return ("lot", "you", *others)
