"""The form for a new game: edition, players, opponents and seed. Enter starts the game with the values that are shown."""

from collections.abc import Callable, Sequence
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
from engine.core.errors import BadSetup
from engine.core.game import HUMAN
from engine.core.setup import MAX_SEED_CHARS, Edition, Variant, read_seed, seed_text
from engine.games import GAMES
from saves.clean_text import MAX_NAME_CHARS
from vok_tui.boards.line_reader import as_sentence
from vok_tui.boards.table_kit import TableKit, table_kit_of
from vok_tui.coordinator.start_options import StartOptions, setup_arguments
from vok_tui.records.new_game import default_name, make_setup
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.messages import BeginGame
from vok_tui.screens.widgets import CleanInput, KeyFooter, OptionRow
from vok_tui.shared.levels import (
    FRIEND,
    LadderRow,
    PlayerRating,
    describe_level,
    ladder_rows,
    newcomer_rating,
    proposed_level,
    selectable_levels,
)
from vok_tui.shared.shortcuts import bindings

FOOTER_LINES: Final = 1
BUTTON_LINES: Final = 3
TITLE_LINES: Final = 1
LEVEL_LINES: Final = 2  # that describe a level
MIN_LADDER_LINES: Final = 3  # a shorter ladder is not shown
OWN_CARDS: Final = "yours, as you entered it"
VOKS_CARDS: Final = "Vok's"


class OpponentRow(Horizontal):
    """The fields for the opponent in a place: name and level."""

    def __init__(self, place: int, name: str, level: str, game: str) -> None:
        self.place: Final = place
        self.label: Final = Static(f"Opponent {place}", classes="label", id=f"label{place}")
        self.name_field: Final = CleanInput(name, max_length=MAX_NAME_CHARS, compact=True, id=f"name{place}")
        self.level_row: Final = OptionRow(
            selectable_levels(level, game), FRIEND if level == HUMAN else level, id=f"level{place}"
        )
        super().__init__(self.label, self.name_field, self.level_row, id=f"seat{place}", classes="field seat")
        self.name_field.cursor_blink = False

    @property
    def level(self) -> str:
        """The chosen level, or HUMAN."""
        return HUMAN if self.level_row.value == FRIEND else self.level_row.value


class EditionOptions(Vertical):
    """The rows for the options of an edition, with these words chosen."""

    def __init__(self, kit: TableKit, edition: Edition, words: Sequence[str]) -> None:
        self.edition: Final = edition
        self.option_rows: Final[dict[int, OptionRow]] = {}
        """The row of each option, by its place among the options of the edition."""
        rows: list[Widget] = []
        for label, places in kit.setup_form_rows(edition):
            fields: list[Widget] = [Static(label, classes="label")]
            for place in places:
                option = edition.options[place]
                if len(places) > 1:
                    fields.append(Static(kit.short_option_word(option.name), classes="size"))
                labels = tuple([kit.short_option_word(word) for word in option.words])
                picked = kit.short_option_word(words[place])
                classes = "alone" if len(places) == 1 else ""
                row = OptionRow(labels, picked, id=f"option-{edition.name}-{place}", classes=classes)
                self.option_rows[place] = row
                fields.append(row)
            rows.append(Horizontal(*fields, classes="field"))
        super().__init__(*rows, id=f"options-{edition.name}", classes="options")

    @property
    def chosen_words(self) -> tuple[str, ...]:
        """The chosen words, in the order of the options."""
        return tuple(
            [option.words[self.option_rows[place].picked] for place, option in enumerate(self.edition.options)]
        )


class SetupScreen(BaseScreen):
    """The form, filled from the start options and with defaults."""

    BINDINGS = bindings("setup")

    def __init__(
        self,
        start_options: StartOptions,
        rate_player: Callable[[str], PlayerRating] = newcomer_rating,
        focused_field: str = "players",
    ) -> None:
        """`rate_player` returns the player's rating in a game; the level that is proposed for it is preselected. `focused_field`
        is the id of a field."""
        super().__init__()
        self.focused_field = focused_field
        self.start_options = start_options
        self.own_cards = cache(self._own_cards)
        self.kit = table_kit_of(GAMES[start_options.game])
        self.editions = {edition.name: edition for edition in self.kit.game.editions()}
        self.rate_player = cache(rate_player)
        proposed, _ = proposed_level(self.rate_player(start_options.game))
        self.default_level = proposed or kit_of(self.kit.game).default_level()
        self._ladder_lines = 0  # as many as fit
        self.opponent_rows: list[OpponentRow] = []  # of the first places; more are made when they are needed
        self.edition_options: dict[str, EditionOptions] = {}  # of the editions that have been shown
        self.names, self.levels, self.seed, self.first, self.variant, _ = setup_arguments(
            start_options, self.default_level
        )

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
        """The rows of the form, without those of opponents and of the options of an edition (see `_mount_missing_rows`)."""
        with Horizontal(classes="field tight") as games:
            games.display = len(GAMES) > 1
            yield Static("Game", classes="label")
            yield OptionRow(tuple([game.title() for game in GAMES.values()]), self.kit.game.title(), id="game")
        with Horizontal(classes="field tight") as editions:
            editions.display = len(self.editions) > 1
            yield Static(self.kit.edition_label, classes="label")
            yield OptionRow(tuple(self.editions), self.variant.edition, id="edition")
        with Horizontal(classes="field tight", id="own-box") as own_box:
            own_box.display = False
            yield Static("Box", classes="label")
            picked = VOKS_CARDS if self.start_options.shipped_cards else OWN_CARDS
            yield OptionRow((OWN_CARDS, VOKS_CARDS), picked, id="box")
        with Horizontal(classes="field", id="player-count"):
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
            yield Static("", id="about", markup=False)
        with Horizontal(classes="field tight", id="beginner"):
            yield Static("First turn", classes="label")
            first = first_player_options(len(self.names))
            yield OptionRow(first, first[self.first], id="first")
        with Horizontal(classes="field"):
            yield Static("Seed", classes="label")
            seed = "" if self.seed is None else seed_text(self.seed)
            yield CleanInput(seed, placeholder="random", max_length=MAX_SEED_CHARS, compact=True, id="seed")
            yield Static("the same seed deals the same again", classes="hint")

    def on_mount(self) -> None:
        for field in self.query(Input):
            field.cursor_blink = False
        self._show_seats()
        self.query_one(f"#{self.focused_field}").focus()

    @property
    def game_shown(self) -> str:
        return self.kit.game.name()

    def action_start(self) -> None:
        """Start the game if the form is valid; otherwise say what is wrong and focus that field."""
        field = self.query_one("#seed", Input)
        try:
            seed = read_seed(field.value) if field.value.strip() else None
        except BadSetup as refused:
            self.notify(f"{as_sentence(str(refused))} Leave it empty for a random one.", markup=False)
            field.focus()
            return
        names = [self.query_one("#name0", Input).value, *[row.name_field.value for row in self._shown_opponent_rows]]
        levels = [row.level for row in self._shown_opponent_rows]
        first = self.query_one("#first", OptionRow).picked
        self.post_message(
            BeginGame(make_setup(names, levels, seed, first, self._chosen_variant(), self.start_options.game))
        )

    @on(OptionRow.Picked, "#game")
    def _change_game(self) -> None:
        """Show the form for another game. What was typed into this form is lost."""
        game = list(GAMES)[self.query_one("#game", OptionRow).picked]
        if game != self.start_options.game:
            start = self.start_options.for_game(game)
            self.app.switch_screen(SetupScreen(start, self.rate_player, "game"))

    @on(OptionRow.Picked, "#edition")
    def _offer_player_counts(self) -> None:
        """Offer the numbers of players that the edition allows."""
        self.query_one("#players", OptionRow).set_options(player_count_options(self._edition))
        self._offer_first_players()

    @on(OptionRow.Picked, "#players")
    def _offer_first_players(self) -> None:
        self.query_one("#first", OptionRow).set_options(
            first_player_options(int(self.query_one("#players", OptionRow).value))
        )

    @on(OptionRow.Picked)
    def _show_seats(self) -> None:
        """Show the fields of as many seats as there are players, with their default names, and the options of the edition."""
        players = int(self.query_one("#players", OptionRow).value)
        self._mount_missing_rows(players)
        for row in self.opponent_rows:
            row.display = row.place < players
            row.name_field.placeholder = default_name(self.kit, row.place, row.level)
        for options in self.edition_options.values():
            options.display = options.edition is self._edition
        self.query_one("#own-box").display = bool(self.own_cards(self._edition.name))
        self.query_one("#opponents").display = self.query_one("#beginner").display = players > 1
        if self.opponent_rows:
            self.opponent_rows[0].label.update("Opponent 1" if players > 2 else "Opponent")
        several_humans = HUMAN in [row.level for row in self._shown_opponent_rows]
        self.query_one("#name0", Input).placeholder = default_name(self.kit, 0, HUMAN, several_humans=several_humans)
        self._fit_height()
        self._describe_level()

    def _mount_missing_rows(self, players: int) -> None:
        """Mount the rows of opponents and of the chosen edition when they are shown for the first time: a form with all of them
        opens half as fast."""
        missing = [self._make_opponent_row(place) for place in range(len(self.opponent_rows) + 1, players)]
        if missing:
            self.opponent_rows += missing
            self.query_one("#opponents").mount_all(missing, before="#about")
        edition = self._edition
        if edition.options and edition.name not in self.edition_options:
            is_first_choice = edition.name == self.variant.edition
            words = edition.all_choices(self.variant.choices if is_first_choice else ())
            self.edition_options[edition.name] = EditionOptions(self.kit, edition, words)
            self.query_one("#fields").mount(self.edition_options[edition.name], before="#player-count")

    def on_resize(self) -> None:
        self._fit_height()
        self._describe_level()

    def _fit_height(self) -> None:
        """Drop the blank lines if the form does not fit with them and the whole ladder. Then the ladder has what is left. If the
        form does not even fit without, the fields scroll, and the buttons stay visible."""
        form, fields = self.query_one("#form"), self.query_one("#fields")
        max_lines = self.size.height - FOOTER_LINES - BUTTON_LINES - TITLE_LINES
        lines = gaps = 0
        for field in fields.children:
            if field.display:
                is_box = isinstance(field, Vertical)
                about = LEVEL_LINES if is_box and field.id == "opponents" else 1
                lines += (
                    sum(about if row.id == "about" else 1 for row in field.children if row.display) if is_box else 1
                )
                gaps += not (field.has_class("tight") or field.has_class("options"))
        wanted = len(self._ladder())
        form.set_class(lines + gaps + 1 + wanted > max_lines, "dense")
        self._ladder_lines = min(wanted, max(0, max_lines - lines - (0 if form.has_class("dense") else gaps + 1)))
        fields.styles.max_height = max(1, max_lines if form.has_class("dense") else max_lines - 1)

    @on(DescendantFocus)
    def _describe_level(self) -> None:
        """Describe the level of the focused opponent, otherwise that of the first one."""
        if not self.opponent_rows:
            return
        focused = [row for row in self.opponent_rows if row.has_focus_within]
        level = (focused or self.opponent_rows)[0].level_row.value
        player = self.rate_player(self.start_options.game) if level == EQUAL else None
        described = describe_level(level, player, self._players, self.start_options.game)
        ladder = visible_rows(self._ladder(), level, self._ladder_lines)
        text = "\n".join([*[ladder_line(row, row.level == level) for row in ladder], described])
        about = self.query_one("#about", Static)
        if about.content != text:  # or each move of the focus would lay out the form again
            about.styles.height = len(ladder) + LEVEL_LINES
            about.update(text)

    @property
    def _players(self) -> int:
        return int(self.query_one("#players", OptionRow).value)

    def _ladder(self) -> list[LadderRow]:
        """The ladder of a game against one opponent."""
        return ladder_rows(self.rate_player(self.start_options.game)) if self._players == 2 else []

    @on(Click, "#go")
    def _start_clicked(self) -> None:
        self.action_start()

    @on(Click, "#back")
    def _back_clicked(self) -> None:
        self.action_back()

    @property
    def _edition(self) -> Edition:
        return self.editions[self.query_one("#edition", OptionRow).value]

    @property
    def _shown_opponent_rows(self) -> list[OpponentRow]:
        """The rows of as many opponents as the chosen number of players needs."""
        return self.opponent_rows[: int(self.query_one("#players", OptionRow).value) - 1]

    def _make_opponent_row(self, place: int) -> OpponentRow:
        """A row with the name and the level of the start options."""
        level = self.levels[place - 1] if place <= len(self.levels) else self.default_level
        return OpponentRow(place, self.names[place] if place < len(self.names) else "", level, self.start_options.game)

    def _chosen_variant(self) -> Variant:
        """The edition and its choices, with custom cards, or with those of the player's box if these are chosen."""
        edition = self._edition
        words = self.edition_options[edition.name].chosen_words if edition.options else ()
        uses_own = self.query_one("#box", OptionRow).value == OWN_CARDS
        cards = self.start_options.variant.cards or (self.own_cards(edition.name) if uses_own else "")
        return Variant(edition.name, () if words == edition.default_choices else words, cards)

    def _own_cards(self, edition: str) -> str:
        """What the player has entered for an edition; "" for nothing, or if the start options name other cards."""
        options = self.start_options
        return "" if options.variant.cards else options.own_cards(options.game, edition)


def visible_rows(rows: Sequence[LadderRow], level: str, lines: int) -> Sequence[LadderRow]:
    """As many rows of the ladder as there are lines, around a level."""
    if lines < MIN_LADDER_LINES:
        return ()
    place = next((place for place, row in enumerate(rows) if row.level == level), len(rows) - 1)
    start = max(0, min(place - lines // 2, len(rows) - lines))
    return rows[start : start + lines]


def ladder_line(row: LadderRow, is_chosen: bool) -> str:
    """ "▸ potter      320  proposed: about an even game"."""
    return f"{'▸' if is_chosen else ' '} {row.level:<9}{row.rating:>6,}  {row.note}"


def player_count_options(edition: Edition) -> tuple[str, ...]:
    """The numbers of players that an edition allows."""
    return tuple([str(count) for count in range(edition.min_players, edition.max_players + 1)])


def first_player_options(players: int) -> tuple[str, ...]:
    """The options for the first player: by lot, then the seats in order."""
    others = ("opponent",) if players == 2 else tuple(f"opponent {place}" for place in range(1, players))
    return ("lot", "you", *others)
