"""Every theme in the palette can be read, on all screens."""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot
from textual.screen import Screen

from engine.core.game import HUMAN, Seat, Setup
from engine.core.history.match import Match
from engine.core.luck import seeded_hash
from engine.games import GAMES
from engine.valley.editions import MIXED, shipped_catalogue
from engine.valley.game import VALLEY
from tests.vok_tui.contrast import Paint, contrast, is_safe, paints, text
from tests.vok_tui.grids import cells
from tests.vok_tui.screens.setting import SMALL, run
from tests.vok_tui.screens.test_looks import FOLDER, NOW, ROWS, ended
from tests.vok_tui.table.setting import SilentThinker, end_turn, play
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

READ = 4.5  # the least contrast of text
OVERLOOKED = 3.0  # the least contrast of secondary text
LARGE = (160, 45)
MIDDLE = 40  # moves
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
SOME_THEMES = ("vok", "atom-one-light")
Seen = dict[Paint, set[str]]
"""How cells look, and texts that look so."""


def after_others() -> Session:
    """A turn that begins after others have played."""
    session = mid_game(3)
    play(session, "entomb Shabti", "buy Statue of Isis with Box of Food, Statue of Bastet")
    end_turn(session)
    play(session, "entomb Urn", "execute Shabti", "sacrifice Boat from the pyramid")
    end_turn(session)
    play(session, "execute Box of Food", "entomb Shabti")
    end_turn(session)
    return session


def thinking() -> Session:
    """An opponent's turn."""
    session = mid_game(4)
    end_turn(session)
    return session


def peeked() -> Session:
    """A turn in which something hidden was seen and taken back."""
    session = mid_game()
    play(session, "execute Box of Food")
    session.undo()
    return session


def of_two_games() -> Session:
    """A game with the cards of both games."""
    return Session(
        Match(VALLEY, Setup("valley", (Seat("Ann"), Seat("Khety", "priest")), 1, MIXED)), None, SilentThinker()
    )


def under_way(game: str, seats: int) -> Session:
    """A question of the first seat in the middle of a game."""
    match = Match(GAMES[game], Setup(game, tuple(Seat(f"Seat {seat + 1}") for seat in range(seats)), 7))
    for step in range(200):
        if step >= MIDDLE and match.state.mover == 0 and match.state.move_count > 1:
            break
        menu = match.state.legal_moves()
        match.play(match.game.action(match.state, menu[seeded_hash(7, step) % len(menu)]))
    return Session(match, None, SilentThinker())


def score() -> ScoreScreen:
    match = ended(4, 3)
    return ScoreScreen(
        score_sheet(VALLEY.view(match.state, 0), [seat.name for seat in match.setup.seats], 0),
        [seat.name for seat in match.setup.seats],
        match.setup.seed,
        {},
    )


def form() -> SetupScreen:
    return SetupScreen(StartOptions(players=4, levels=("priest", "shabti", HUMAN), names=("Ann",), first=3))


Room = tuple[Callable[[], Screen[None]], str]
"""A screen, and keys that are pressed on it."""
ROOMS: tuple[Room, ...] = (
    (lambda: StartScreen(KIT, (("Ann", 14), ("Khety", 9)), FOLDER, {}), ""),
    (lambda: ShelfScreen(ROWS, FOLDER, NOW), "down down"),
    (lambda: CardsScreen(card_list(shipped_catalogue("base")), "Statue of Bastet"), "slash"),
    (lambda: TableScreen(after_others(), 0.0), "l"),
    (lambda: TableScreen(thinking(), 0.0), ""),
    (lambda: TableScreen(of_two_games(), 0.0), "tab"),
    (lambda: TableScreen(under_way("tal", 3), 0.0), "tab"),
)
SHOWN = {
    "▸ Continue ◂",
    "○ goes on",
    "! damaged",
    "Mummified Cat",
    "Watch ◂",
    "Your equal is a priest.",
    "other colours",
    "Which worker moves?",
}
"""Some of what is painted then."""
MORE_ROOMS: tuple[Room, ...] = (
    (form, "tab"),  # in a name, all of it selected
    (score, "right"),
    (lambda: TableScreen(mid_game(), 0.0), "4 space"),
    (lambda: TableScreen(peeked(), 0.0), "z"),
    (lambda: TableScreen(under_way("thieves", 4), 0.0), "tab"),
    (lambda: HelpScreen(VALLEY_TABLE, {}), ""),
)
"""Screens that show no colour on another ground than those above, in the one theme in which that was compared: looked at in a few
themes only."""
MORE_SHOWN = {"random", "Unique artifacts", "peeked", "King of Thieves"}


async def fill(app: VokApp, pilot: Pilot[None], rooms: tuple[Room, ...]) -> list[Screen[None]]:
    """All screens at once, one over the other."""
    shown: list[Screen[None]] = []
    for make, keys in rooms:
        app.push_screen(make())
        await pilot.pause()
        await pilot.press(*keys.split())
        await pilot.pause()
        shown.append(app.screen)
    await pilot.click(offset=(30, 10), times=2)  # selects a text
    for severity in ("information", "warning", "error"):
        app.notify("Your equal is a priest.", timeout=1000, severity=severity)
    await pilot.pause()
    ask = Dialog(
        "Somebody is playing", "It is being played by Ann.", (DialogOption("a", "Watch"), DialogOption("b", "Back"))
    )
    app.push_screen(ask)
    await pilot.pause()
    return [*shown, app.screen]


async def search(app: VokApp, pilot: Pilot[None]) -> CommandPalette:
    """The command palette over the screen on top, with its results. The mouse points at one of them."""
    palette = CommandPalette()
    app.push_screen(palette)
    await pilot.press("e")
    while palette.query_one(CommandList).option_count < 3:
        await pilot.pause()
    await pilot.hover(CommandList, offset=(5, 3))
    return palette


def painted(home: Path, size: tuple[int, int], *, ansi: bool) -> dict[str, tuple[Seen, str]]:
    """Everything that is painted, in each theme with the terminal's own colours or in each with its own; and the colour of
    secondary text. On the large screen all rooms, in a few of the themes with their own."""
    found: dict[str, tuple[Seen, str]] = {}
    in_all_themes = size == SMALL and not ansi

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        screens = await fill(app, pilot, ROOMS if in_all_themes else ROOMS + MORE_ROOMS)
        for name, known in sorted(app.available_themes.items()):
            if known.ansi != ansi or not (ansi or in_all_themes or name in SOME_THEMES):
                continue
            app.theme = name
            await pilot.pause()
            await pilot.pause()
            seen: Seen = defaultdict(set)
            palette = await search(app, pilot)
            for screen in (*screens, palette):
                for stretch, paint in paints(screen):
                    seen[paint].add(stretch)
            app.pop_screen()
            told = {stretch.strip() for stretches in seen.values() for stretch in stretches}
            missing = (SHOWN if in_all_themes else SHOWN | MORE_SHOWN) - told
            assert not missing
            found[name] = seen, app.theme_variables["dune"].lower()

    run(home, steps, size=size, notifications=True)
    return found


@SIZES
def test_in_every_theme_with_colours_of_its_own_all_that_is_to_be_read_stands_out_from_its_ground(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    faint = []
    for theme, (seen, dune) in painted(tmp_path, size, ansi=False).items():
        for paint, runs in seen.items():
            least = OVERLOOKED if paint.ink == dune else READ
            shown = sorted(filter(None, map(text, runs)))
            if shown and contrast(paint) < least:
                faint.append((theme, shown[0], paint.ink, paint.ground, round(contrast(paint), 2)))
    assert not faint


def test_themes_of_the_terminals_own_colours_paint_nothing_that_some_terminal_cannot_show(tmp_path: Path) -> None:
    unsafe = []
    for theme, (seen, _) in painted(tmp_path, LARGE, ansi=True).items():
        unsafe += [(theme, paint, sorted(runs)[-1]) for paint, runs in seen.items() if not is_safe(paint)]
    assert not unsafe


def test_no_two_themes_with_colours_of_their_own_look_alike(tmp_path: Path) -> None:
    looks: dict[str, list[str]] = defaultdict(list)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(TableScreen(mid_game(), 0.0))
        await pilot.pause()
        for name, known in app.available_themes.items():
            if not known.ansi:
                app.theme = name
                await pilot.pause()
                await pilot.pause()
                looks[str(cells(app))].append(name)

    run(tmp_path, steps)
    assert not [names for names in looks.values() if len(names) > 1]


def test_the_line_of_a_list_that_is_chosen_looks_unlike_the_others(tmp_path: Path) -> None:
    alike = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for name in ("vok", "nord", "atom-one-light", "vok-16", "ansi-dark", "ansi-light"):
            app.theme = name
            await pilot.pause()
            await pilot.pause()
            await search(app, pilot)
            before = cells(app)
            await pilot.press("down")
            await pilot.pause()
            changed = sum(one != other for one, other in zip(before, cells(app), strict=True))
            if changed < 4:  # two lines of what was chosen, two of what is
                alike.append(name)
            app.pop_screen()

    run(tmp_path, steps)
    assert not alike


@pytest.mark.parametrize("room", [lambda: ShelfScreen(ROWS, FOLDER, NOW), score], ids=["shelf", "score"])
def test_a_theme_that_is_chosen_later_looks_as_if_the_game_had_begun_with_it(
    tmp_path: Path, room: Callable[[], Screen[None]]
) -> None:
    looks = []
    for first in ("ansi-dark", "ansi-light"):

        async def steps(app: VokApp, pilot: Pilot[None]) -> None:
            app.show_only(room())
            await pilot.pause()
            app.theme = "ansi-light"
            await pilot.pause()
            await pilot.pause()
            looks.append(cells(app))

        run(tmp_path, steps, StartOptions(config=Config(theme=first)))
    assert looks[0] == looks[1]
