"""The screen of statistics: its looks, and how a player comes there, through it and back."""

import random
from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine.games import GAMES
from saves import SaveInfo, Shelf
from tests.games.more_games import register_more_games
from tests.vok_tui.grids import grid, text
from tests.vok_tui.records.played import finished, make_finished_save
from tests.vok_tui.screens.setting import SMALL, run
from vok_tui.app import VokApp
from vok_tui.records.game_stats import stats_of_games
from vok_tui.screens.start import StartScreen
from vok_tui.screens.stats import StatsScreen
from vok_tui.terminal.detection import Terminal


@pytest.fixture
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures show the program with one game, however many there are."""
    monkeypatch.setattr("engine.games.GAMES._places", {GAMES.default: GAMES.place(GAMES.default)})


def many_games(number: int = 60) -> list[SaveInfo]:
    """A game a day, against several levels, with two to four players."""
    luck = random.Random(4)
    saves = []
    for day in range(number):
        mine, *others = [luck.randrange(18, 58) for _ in range(luck.choice([2, 2, 3, 4]))]
        level, edition = luck.choice(["shabti", "scribe", "priest", "equal:priest"]), luck.choice(["base", "afterlife"])
        saves.append(finished(mine, *others, level=level, day=day, edition=edition, peeked=luck.random() < 0.1))
    return saves


def shown(
    home: Path, saves: list[SaveInfo], size: tuple[int, int], *keys: str, terminal: Terminal | None = None
) -> str:
    seen = []

    async def look(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(StatsScreen(stats_of_games(saves)))
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        seen.append(grid(app))

    run(home, look, size=size, terminal=terminal)
    return seen[0]


@pytest.mark.usefixtures("one_game")
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 45)], ids=["80x24", "120x40", "160x45"])
def test_sixty_games(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    snapshot.assert_match(shown(tmp_path, many_games(), size), "screen.txt")


@pytest.mark.usefixtures("one_game")
def test_in_ascii_by_month(snapshot: Snapshot, tmp_path: Path) -> None:
    terminal = Terminal(ascii=True)
    picture = shown(tmp_path, many_games(), SMALL, "right", "right", "right", terminal=terminal)
    snapshot.assert_match(picture, "screen.txt")


def test_the_start_screen_leads_there_and_escape_leads_back(tmp_path: Path) -> None:
    path = make_finished_save(tmp_path, "valley")
    Shelf(tmp_path).move_to_bin(path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, StartScreen)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, StatsScreen)
        assert "1 game: " in text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)

    run(tmp_path, steps)


def test_without_a_finished_game_it_says_what_to_do(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("stats")
        await pilot.pause()
        assert "No finished game yet" in text(app)
        await pilot.press("escape")

    run(tmp_path, steps)


def test_a_shelf_that_cannot_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("stats")
        await pilot.pause()
        assert "This cannot be opened" in text(app)

    run(tmp_path, steps)


def test_keys_and_clicks_choose_the_table_and_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register_more_games(monkeypatch)
    games = [save._replace(game=game) for game in ("valley", "caravans") for save in many_games(12)]

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(StatsScreen(stats_of_games(games)))
        await pilot.pause()
        assert "scribe" in text(app)
        await pilot.press("right")
        await pilot.pause()
        assert "2 players" in text(app)
        assert "scribe  " not in text(app)
        await pilot.click("#games OptionRow", offset=(24, 0))
        await pilot.pause()
        assert "Points by game" in text(app)
        assert "2 players" in text(app)

    run(tmp_path, steps)
