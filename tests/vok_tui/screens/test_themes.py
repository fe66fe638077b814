"""Every theme is readable on all screens."""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot
from textual.screen import Screen
from textual.theme import Theme

from engine.core.game import HUMAN, Seat, Setup
from engine.core.history.match import Match
from engine.core.luck import seeded_hash
from engine.games import GAMES
from engine.valley.editions import MIXED, shipped_catalogue
from engine.valley.game import VALLEY
from tests.vok_tui.contrast import Paint, contrast, is_safe, paints, text
from tests.vok_tui.grids import cells
from tests.vok_tui.screens.app_helpers import SMALL, run
from tests.vok_tui.screens.test_looks import FOLDER, NOW, SAVES, finished_match
from tests.vok_tui.table.table_helpers import SilentThinker, end_turn, play
from tests.vok_tui.table.test_looks import mid_game
from vok_tui.app import VokApp
from vok_tui.boards import table_kit_of
from vok_tui.boards.valley.cards.card_list import card_list
from vok_tui.boards.valley.kit import VALLEY_TABLE
from vok_tui.boards.valley.score import score_sheet
from vok_tui.game.session import Session
from vok_tui.game.start_options import StartOptions
from vok_tui.screens.base.dialog import Dialog, DialogOption
from vok_tui.screens.cards import CardsScreen
from vok_tui.screens.help import HelpScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.shelf import ShelfScreen
from vok_tui.screens.start import StartScreen
from vok_tui.settings.config import Config
from vok_tui.table.screen import TableScreen

KIT = table_kit_of(GAMES[GAMES.default])

MIN_CONTRAST = 4.5  # of text
MIN_SECONDARY_CONTRAST = 3.0  # of secondary text
LARGE = (160, 45)
MIN_MOVES = 40
SOME_THEMES = ("vok", "atom-one-light")
TextsByPaint = dict[Paint, set[str]]
"""The texts on a screen by their paint."""


def session_after_opponents() -> Session:
    """The start of a turn after opponents have played."""
    session = mid_game(3)
    play(session, "entomb Shabti", "buy Statue of Isis with Box of Food, Statue of Bastet")
    end_turn(session)
    play(session, "entomb Urn", "execute Shabti", "sacrifice Boat from the pyramid")
    end_turn(session)
    play(session, "execute Box of Food", "entomb Shabti")
    end_turn(session)
    return session


def session_with_thinking_opponent() -> Session:
    """An opponent's turn."""
    session = mid_game(4)
    end_turn(session)
    return session


def session_after_peek() -> Session:
    """A turn after an undo that is peeking."""
    session = mid_game()
    play(session, "execute Box of Food")
    session.undo()
    return session


def session_with_both_games() -> Session:
    """A game with the cards of both games."""
    return Session(
        Match(VALLEY, Setup("valley", (Seat("Ann"), Seat("Khety", "priest")), 1, MIXED)), None, SilentThinker()
    )


def session_mid_game(game: str, seats: int) -> Session:
    """A question of the first seat in the middle of a game."""
    match = Match(GAMES[game], Setup(game, tuple(Seat(f"Seat {seat + 1}") for seat in range(seats)), 7))
    for step in range(200):
        if step >= MIN_MOVES and match.state.mover == 0 and match.state.move_count > 1:
            break
        menu = match.state.legal_moves()
        match.play(match.game.action(match.state, menu[seeded_hash(7, step) % len(menu)]))
    return Session(match, None, SilentThinker())


def score_screen() -> ScoreScreen:
    match = finished_match(4, 3)
    return ScoreScreen(
        score_sheet(VALLEY.view(match.state, 0), [seat.name for seat in match.setup.seats], 0),
        [seat.name for seat in match.setup.seats],
        match.setup.seed,
        {},
    )


def setup_screen() -> SetupScreen:
    return SetupScreen(StartOptions(players=4, levels=("priest", "shabti", HUMAN), names=("Ann",), first=3))


ScreenWithKeys = tuple[Callable[[], Screen[None]], str]
"""A function that makes a screen, and the keys to press on it."""
SCREENS: tuple[ScreenWithKeys, ...] = (
    (lambda: StartScreen(KIT, (("Ann", 14), ("Khety", 9)), FOLDER, {}), ""),
    (lambda: ShelfScreen(SAVES, FOLDER, NOW), "down down"),
    (lambda: TableScreen(session_after_opponents(), 0.0), "l"),
    (lambda: TableScreen(session_with_both_games(), 0.0), "tab"),
)
EXPECTED_TEXTS = {
    "▸ Continue ◂",
    "○ goes on",
    "! damaged",
    "Watch ◂",
    "Your equal is a priest.",
    "other colours",
}
"""Some texts on these screens."""
MORE_SCREENS: tuple[ScreenWithKeys, ...] = (
    (lambda: CardsScreen(card_list(shipped_catalogue("base")), "Statue of Bastet"), "slash"),
    (lambda: TableScreen(session_with_thinking_opponent(), 0.0), ""),
    (lambda: TableScreen(session_mid_game("tal", 3), 0.0), "tab"),
    (setup_screen, "tab"),  # in a name, all of it selected
    (score_screen, "right"),
    (lambda: TableScreen(mid_game(), 0.0), "4 space"),
    (lambda: TableScreen(session_after_peek(), 0.0), "z"),
    (lambda: TableScreen(session_mid_game("thieves", 4), 0.0), "tab"),
    (lambda: HelpScreen(VALLEY_TABLE, {}), ""),
)
"""Screens that use no other pairs of colours than those above, and so are checked in a few themes only."""
MORE_EXPECTED_TEXTS = {
    "Mummified Cat",
    "Which worker moves?",
    "random",
    "Unique artifacts",
    "peeked",
    "King of Thieves",
}


async def open_screens(app: VokApp, pilot: Pilot[None], screens: tuple[ScreenWithKeys, ...]) -> list[Screen[None]]:
    """Push all screens, one over the other, with toasts and a dialog on top. Returns the screens."""
    opened: list[Screen[None]] = []
    for make, keys in screens:
        app.push_screen(make())
        await pilot.pause()
        await pilot.press(*keys.split())
        await pilot.pause()
        opened.append(app.screen)
    await pilot.click(offset=(30, 10), times=2)  # selects a text
    for severity in ("information", "warning", "error"):
        app.notify("Your equal is a priest.", timeout=1000, severity=severity)
    await pilot.pause()
    dialog = Dialog(
        "Somebody is playing", "It is being played by Ann.", (DialogOption("a", "Watch"), DialogOption("b", "Back"))
    )
    app.push_screen(dialog)
    await pilot.pause()
    return [*opened, app.screen]


async def open_palette(app: VokApp, pilot: Pilot[None]) -> CommandPalette:
    """Open the command palette with some results. The mouse is over one of them."""
    palette = CommandPalette()
    app.push_screen(palette)
    await pilot.press("e")
    while palette.query_one(CommandList).option_count < 3:
        await pilot.pause()
    await pilot.hover(CommandList, offset=(5, 3))
    return palette


def texts_by_theme(
    home: Path,
    size: tuple[int, int],
    screens: tuple[ScreenWithKeys, ...],
    is_checked: Callable[[Theme], bool],
    expected_texts: set[str],
) -> dict[str, tuple[TextsByPaint, str]]:
    """All texts by their paint, and the colour of secondary text, for each theme that is checked."""
    by_theme: dict[str, tuple[TextsByPaint, str]] = {}

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        opened = await open_screens(app, pilot, screens)
        for name, theme in sorted(app.available_themes.items()):
            if not is_checked(theme):
                continue
            app.theme = name
            await pilot.pause()
            await pilot.pause()
            by_paint: TextsByPaint = defaultdict(set)
            palette = await open_palette(app, pilot)
            for screen in (*opened, palette):
                for stretch, paint in paints(screen):
                    by_paint[paint].add(stretch)
            app.pop_screen()
            assert not expected_texts - {stretch.strip() for stretches in by_paint.values() for stretch in stretches}
            by_theme[name] = by_paint, app.theme_variables["dune"].lower()

    run(home, steps, size=size, notifications=True)
    return by_theme


def faint_texts(by_paint: TextsByPaint, dune: str) -> list[tuple[str, Paint, float]]:
    """A text of each paint with too little contrast. The colour of secondary text, `dune`, needs less."""
    faint = []
    for paint, texts in by_paint.items():
        min_contrast = MIN_SECONDARY_CONTRAST if paint.ink == dune else MIN_CONTRAST
        readable = sorted(filter(None, map(text, texts)))
        if readable and contrast(paint) < min_contrast:
            faint.append((readable[0], paint, round(contrast(paint), 2)))
    return faint


def test_every_theme_has_readable_contrast(tmp_path: Path) -> None:
    by_theme = texts_by_theme(tmp_path, SMALL, SCREENS, lambda theme: not theme.ansi, EXPECTED_TEXTS)
    assert {name: faint_texts(*texts) for name, texts in by_theme.items() if faint_texts(*texts)} == {}


def test_large_screens_are_readable_in_some_themes_and_in_any_colours_of_the_terminal(tmp_path: Path) -> None:
    by_theme = texts_by_theme(
        tmp_path,
        LARGE,
        SCREENS + MORE_SCREENS,
        lambda theme: theme.ansi or theme.name in SOME_THEMES,
        EXPECTED_TEXTS | MORE_EXPECTED_TEXTS,
    )
    for name in SOME_THEMES:
        assert faint_texts(*by_theme.pop(name)) == []
    assert {"vok-16", "ansi-dark", "ansi-light"} <= by_theme.keys()
    for name, (by_paint, _) in by_theme.items():
        assert [(name, paint, sorted(texts)[-1]) for paint, texts in by_paint.items() if not is_safe(paint)] == []


def test_no_two_themes_look_the_same(tmp_path: Path) -> None:
    looks: dict[str, list[str]] = defaultdict(list)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(TableScreen(mid_game(), 0.0))
        await pilot.pause()
        for name, theme in app.available_themes.items():
            if not theme.ansi:
                app.theme = name
                await pilot.pause()
                await pilot.pause()
                looks[str(cells(app))].append(name)

    run(tmp_path, steps)
    assert not [names for names in looks.values() if len(names) > 1]


def test_the_chosen_line_of_a_list_looks_different(tmp_path: Path) -> None:
    alike = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for name in ("vok", "nord", "atom-one-light", "vok-16", "ansi-dark", "ansi-light"):
            app.theme = name
            await pilot.pause()
            await pilot.pause()
            await open_palette(app, pilot)
            before = cells(app)
            await pilot.press("down")
            await pilot.pause()
            changed = sum(old != new for old, new in zip(before, cells(app), strict=True))
            if changed < 4:  # two lines of the old choice, two of the new one
                alike.append(name)
            app.pop_screen()

    run(tmp_path, steps)
    assert not alike


@pytest.mark.parametrize("make_screen", [lambda: ShelfScreen(SAVES, FOLDER, NOW), score_screen], ids=["shelf", "score"])
def test_changing_the_theme_looks_like_starting_with_it(
    tmp_path: Path, make_screen: Callable[[], Screen[None]]
) -> None:
    looks = []
    for first_theme in ("ansi-dark", "ansi-light"):

        async def steps(app: VokApp, pilot: Pilot[None]) -> None:
            app.show_only(make_screen())
            await pilot.pause()
            app.theme = "ansi-light"
            await pilot.pause()
            await pilot.pause()
            looks.append(cells(app))

        run(tmp_path, steps, StartOptions(config=Config(theme=first_theme)))
    assert looks[0] == looks[1]
