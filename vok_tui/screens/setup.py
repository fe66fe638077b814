"""A new game: with which cards, who plays, against whom, and by which seed. Enter alone takes it as it stands."""

from collections.abc import Callable
from functools import cache
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click, DescendantFocus
from textual.widget import Widget
from textual.widgets import Footer, Input, Static

from engine.core.rules import HUMAN
from engine.valley.editions import AFTERLIFE, BASE, EDITIONS, LOT, canonical
from saves.names import WIDEST, printable
from vok_tui.equal import EQUAL, Standing, newcomer
from vok_tui.keys import bindings
from vok_tui.levels import FRIEND, about, offered
from vok_tui.screens.choice import Choice
from vok_tui.screens.room import Room
from vok_tui.seating import FIRST_LEVEL, asked_for, default_name, setup
from vok_tui.start import MOST_SEED, Box, Start
from vok_tui.wishes import NewGame

OPPONENTS: Final = (1, 2, 3, 4, 5)
SETS: Final = ("3", "4", "5", "6", "7", "U")  # kinds in a set; U for the unique artifacts
ROW: Final = 3  # of them in a row
PAGES: Final = {"lot": LOT, "base": BASE, "after": AFTERLIFE}  # in words that three times find room in a row


class Field(Input):
    """A field that holds no controls and no bidirectional marks, whoever writes into it."""

    def validate_value(self, value: str) -> str:
        """As it can be shown."""
        return printable(value)


class SetupScreen(Room):
    """A form of one page. It begins as the command line asked, or as most people want it."""

    BINDINGS = bindings("setup")

    def __init__(self, start: Start, player: Callable[[], Standing] = newcomer) -> None:
        """`player` tells where the player stands, when somebody wants to know."""
        super().__init__()
        self.player = cache(player)
        self.names, self.levels, self.seed, self.first, self.box = asked_for(start)

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static("N E W   G A M E", classes="title")
            with Horizontal(classes="field tight"):
                yield Static("Cards", classes="label")
                yield Choice(tuple(EDITIONS), self.box.edition, id="edition")
            with Vertical(id="sets") as sets:
                sets.display = bool(EDITIONS[self.box.edition].choice)
                yield self._sets("Sets of", 0)
                yield self._sets("", ROW)
            with Horizontal(classes="field"):
                yield Static("Players", classes="label")
                yield Choice(numbers(self.box.edition), str(len(self.names)), id="players")
            with Horizontal(classes="field"):
                yield Static("You", classes="label")
                yield Field(self.names[0], placeholder="your name", max_length=WIDEST, compact=True, id="name0")
            with Vertical(id="opponents"):
                for place in OPPONENTS:
                    yield self._opponent(place)
                yield Static("", id="about", markup=False)
            with Horizontal(classes="field tight", id="beginner"):
                yield Static("First turn", classes="label")
                first = beginners(len(self.names))
                yield Choice(first, first[self.first], id="first")
            with Horizontal(classes="field"):
                yield Static("Seed", classes="label")
                seed = "" if self.seed is None else str(self.seed)
                yield Field(seed, placeholder="by chance", type="integer", max_length=19, compact=True, id="seed")
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
        """Begin, if the form can be read; else say what is wrong and go there."""
        field = self.query_one("#seed", Input)
        seed = int(field.value) if field.value.isdecimal() else None
        if field.value and (seed is None or seed > MOST_SEED):
            self.notify(
                f"A seed is a whole number from 0 to {MOST_SEED}; leave it empty for one by chance.", markup=False
            )
            field.focus()
            return
        players = int(self.query_one("#players", Choice).value)
        names = [self.query_one(f"#name{place}", Input).value for place in range(players)]
        levels = [self._level(place) for place in range(1, players)]
        self.post_message(NewGame(setup(names, levels, seed, self.query_one("#first", Choice).picked, self._box())))

    def action_field(self, step: int) -> None:
        """The field below or above."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    @on(Choice.Picked, "#edition")
    def _offer_numbers(self) -> None:
        """Only as many may play as the edition is for, with the sets that it plays with if nothing is chosen."""
        edition = EDITIONS[self.query_one("#edition", Choice).value]
        self.query_one("#players", Choice).offer(numbers(edition.name))
        usual = next((place for place, page in enumerate(PAGES.values()) if page == edition.choice), 0)
        for place in range(len(SETS)):
            self.query_one(f"#set{place}", Choice).picked = usual
        self._offer_beginners()

    @on(Choice.Picked, "#players")
    def _offer_beginners(self) -> None:
        """Only who sits there may begin."""
        self.query_one("#first", Choice).offer(beginners(int(self.query_one("#players", Choice).value)))

    @on(Choice.Picked)
    def _show_seats(self) -> None:
        """Only the seats that are taken, each with a name that suits it."""
        players = int(self.query_one("#players", Choice).value)
        levels = [self._level(place) for place in range(1, players)]
        for place in OPPONENTS:
            self.query_one(f"#seat{place}").display = place < players
            self.query_one(f"#name{place}", Input).placeholder = default_name(place, self._level(place))
        self.query_one("#sets").display = bool(EDITIONS[self.query_one("#edition", Choice).value].choice)
        self.query_one("#opponents").display = self.query_one("#beginner").display = players > 1
        self.query_one("#label1", Static).update("Opponent 1" if players > 2 else "Opponent")
        self.query_one("#name0", Input).placeholder = default_name(0, HUMAN, HUMAN in levels)
        self._tell_about()

    @on(DescendantFocus)
    def _tell_about(self) -> None:
        """What is to be known of the level where the focus is, else of the first opponent's."""
        here = [place for place in OPPONENTS if self.query_one(f"#seat{place}").has_focus_within]
        level = self.query_one(f"#level{here[0] if here else OPPONENTS[0]}", Choice).value
        players = int(self.query_one("#players", Choice).value)
        player = self.player() if level == EQUAL else None
        self.query_one("#about", Static).update(about(level, player, players - 1))

    @on(Click, "#go")
    def _go(self) -> None:
        self.action_start()

    @on(Click, "#back")
    def _back(self) -> None:
        self.action_back()

    def _sets(self, label: str, start: int) -> Horizontal:
        """A row of sets, from a place on, and where each is to come from."""
        fields: list[Widget] = [Static(label, classes="label")]
        for place in range(start, start + ROW):
            fields.append(Static(SETS[place], classes="size"))
            fields.append(Choice(tuple(PAGES), self._page(place), id=f"set{place}"))
        return Horizontal(*fields, classes="field")

    def _opponent(self, place: int) -> Horizontal:
        level = self.levels[place - 1] if place <= len(self.levels) else FIRST_LEVEL
        name = self.names[place] if place < len(self.names) else ""
        return Horizontal(
            Static(f"Opponent {place}", classes="label", id=f"label{place}"),
            Field(name, max_length=WIDEST, compact=True, id=f"name{place}"),
            Choice(offered(level), FRIEND if level == HUMAN else level, id=f"level{place}"),
            id=f"seat{place}",
            classes="field seat",
        )

    def _page(self, place: int) -> str:
        """The word for where a set comes from."""
        chosen = self.box.choices[place] if self.box.choices else EDITIONS[self.box.edition].choice
        return next((word for word, page in PAGES.items() if page == chosen), "lot")

    def _box(self) -> Box:
        """What is chosen; cards of the house stay on the table."""
        edition = EDITIONS[self.query_one("#edition", Choice).value]
        if not edition.choice:
            return Box(edition.name, (), self.box.cards)
        words = [PAGES[self.query_one(f"#set{place}", Choice).value] for place in range(len(SETS))]
        usual = all(word == edition.choice for word in words)
        return Box(edition.name, () if usual else canonical(edition.name, words), self.box.cards)

    def _level(self, place: int) -> str:
        value = self.query_one(f"#level{place}", Choice).value
        return HUMAN if value == FRIEND else value


def numbers(edition: str) -> tuple[str, ...]:
    """How many may play."""
    return tuple([str(many) for many in range(EDITIONS[edition].least, EDITIONS[edition].most + 1)])


def beginners(players: int) -> tuple[str, ...]:
    """Who may take the first turn, in the order of the seats; in the first place the lot."""
    others = ("opponent",) if players == 2 else tuple(f"opponent {place}" for place in range(1, players))
    return ("lot", "you", *others)
