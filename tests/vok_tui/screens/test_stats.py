"""The statistics screen: pictures, keys and clicks, and the way to it and back."""

from itertools import product
from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine.games import GAMES
from saves import SaveInfo, Shelf
from tests.games.more_games import register_more_games
from tests.vok_tui.grids import grid, text
from tests.vok_tui.records.finished_games import finished, make_finished_save, many_games
from tests.vok_tui.screens.app_helpers import SMALL, run
from vok_tui.records.game_stats import stats_of_games
from vok_tui.records.stats_text import group_table, groups_by_heading, shown_columns, stats_lines, summary_lines
from vok_tui.screens.app import VokApp
from vok_tui.screens.start import StartScreen
from vok_tui.screens.stats import StatsScreen, stats_plot
from vok_tui.shared.detection import Terminal


@pytest.fixture
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures show a program with only one game."""
    monkeypatch.setattr("engine.games.GAMES._places", {GAMES.default: GAMES.place_of(GAMES.default)})


def picture(
    home: Path, saves: list[SaveInfo], size: tuple[int, int], *keys: str, terminal: Terminal | None = None
) -> str:
    pictures = []

    async def take_picture(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(StatsScreen(stats_of_games(saves)))
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        pictures.append(grid(app))

    run(home, take_picture, size=size, terminal=terminal)
    return pictures[0]


@pytest.mark.usefixtures("one_game")
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 45)], ids=["80x24", "120x40", "160x45"])
def test_the_statistics_of_sixty_games(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    snapshot.assert_match(picture(tmp_path, many_games(), size), "screen.txt")


@pytest.mark.usefixtures("one_game")
def test_the_statistics_by_month_in_ascii(snapshot: Snapshot, tmp_path: Path) -> None:
    terminal = Terminal(ascii=True)
    ascii_picture = picture(tmp_path, many_games(), SMALL, "right", "right", "right", terminal=terminal)
    snapshot.assert_match(ascii_picture, "screen.txt")


def test_the_plot_of_a_rating_names_only_the_levels_next_to_it() -> None:
    """The lines of all levels would cover that of the player."""
    (stats,) = stats_of_games(many_games())
    you, below, above = stats_plot(stats).lines
    assert (below.name, above.name) == ("mason", "sculptor")
    assert below.points[-1] < you.points[-1] < above.points[-1]


@pytest.mark.parametrize(("games", "size"), [(2, (80, 24)), (12, (80, 24)), (12, (120, 40)), (2, (160, 45))])
def test_only_a_number_of_games_fills_a_plot(tmp_path: Path, games: int, size: tuple[int, int]) -> None:
    shown = picture(tmp_path, many_games(games), size)
    assert ("by game" in shown) == (games == 12)
    assert "by level" in shown


def test_the_start_screen_leads_to_statistics_and_escape_leads_back(tmp_path: Path) -> None:
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


def test_statistics_without_a_finished_game_say_what_to_do(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("stats")
        await pilot.pause()
        assert "No finished game yet" in text(app)
        await pilot.press("escape")

    run(tmp_path, steps)


def test_an_unreadable_shelf_is_reported(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("stats")
        await pilot.pause()
        assert "This cannot be opened" in text(app)

    run(tmp_path, steps)


def test_a_negative_margin_has_the_minus_of_all_screens(tmp_path: Path) -> None:
    lost = [finished(20, 31, day=day) for day in range(3)]
    assert "margin −11.0" in picture(tmp_path, lost, SMALL)
    (stats,) = stats_of_games(lost)
    groups = groups_by_heading(stats)
    for lines in (
        summary_lines(stats, ascii_only=True),
        group_table("", groups["by level"], shown_columns(stats), ascii_only=True),
    ):
        assert "-11.0" in "".join(lines)


def test_editions_have_the_names_of_players() -> None:
    (stats,) = stats_of_games(many_games(12))
    assert set(groups_by_heading(stats)["by edition"]) == {"Valley of the Kings", "Afterlife"}


def test_the_columns_of_all_tables_stand_in_line() -> None:
    lines = stats_lines(stats_of_games(many_games(12)), {}, ascii_only=True)
    heads = [line for line in lines if " streak" in line and "games" in line]
    assert len(heads) > 3
    assert len({line.index("games") for line in heads}) == 1


def test_the_statistics_fit_any_window(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(StatsScreen(stats_of_games(many_games(12))))
        await pilot.pause()
        for width in (50, 43, 30, 20, 7, 2, 1):
            await pilot.resize_terminal(width, 24)
        await pilot.resize_terminal(80, 24)
        assert "S T A T I S T I C S" in text(app)

    run(tmp_path, steps)


def test_a_table_has_the_same_lines_at_any_width() -> None:
    (stats,) = stats_of_games(many_games(12))
    for (heading, groups), width in product(groups_by_heading(stats).items(), range(100)):
        lines = group_table(heading, groups, shown_columns(stats), ascii_only=False, width=width)
        assert len(lines) == 1 + len(groups)
        assert all(name[:1] in line for name, line in zip(groups, lines[1:], strict=True))


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
