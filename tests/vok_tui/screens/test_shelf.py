"""The shelf: search, filters, names, notes and the bin, by keyboard and by mouse."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from engine import GAMES
from engine.core.game import HUMAN, NOBODY, Seat
from saves import SaveInfo, Shelf, load
from saves.format.entries import SaveLabel
from tests.vok_tui.screens.app_helpers import begin_save, make_finished_save, make_save, run, screen_text
from tests.vok_tui.screens.table.table_helpers import SilentThinker
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.records.save_list import title_of
from vok_tui.screens.app import VokApp
from vok_tui.screens.dialog import ActionButton, Dialog, TextDialog
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.shelf import ShelfScreen, short_title
from vok_tui.screens.table.screen import TableScreen
from vok_tui.screens.widgets import KeyFooter, MarkThenChooseList, OptionRow

ENOUGH_MOVES = 2000  # to finish any game


def shelf(app: VokApp) -> ShelfScreen:
    assert isinstance(app.screen, ShelfScreen), app.screen
    return app.screen


def titles(app: VokApp) -> list[str]:
    return [title_of(save) for save in shelf(app).listed_saves]


async def click_footer(app: VokApp, pilot: Pilot[None], label: str) -> None:
    """Click a key of the footer."""
    footer = app.screen.query_one(KeyFooter)
    (key,) = [key for key in footer.keys if key.description.strip() == label]
    await pilot.click(footer, offset=(key.columns.start, 0))
    await pilot.pause()


async def click_button(app: VokApp, pilot: Pilot[None], label: str) -> None:
    (button,) = [button for button in app.screen.query(ActionButton) if button.option.label == label]
    await pilot.click(button)
    await pilot.pause()


def three_saves(home: Path) -> list[Path]:
    """Make a finished game against shabti, an unfinished one, and one of two human players."""
    return [
        make_save(home, ENOUGH_MOVES, HUMAN, "shabti"),
        make_save(home, 5, HUMAN, "scribe"),
        make_save(home, 7, HUMAN, HUMAN),
    ]


def open_shelf(home: Path, steps, **more) -> None:
    """Run the steps on the shelf, opened from the start screen."""

    async def on_shelf(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await pilot.pause()
        await pilot.press("o")
        await pilot.pause()
        await steps(app, pilot)

    run(home, on_shelf, thinker=SilentThinker(), **more)


def test_a_game_can_get_a_name_and_a_note(tmp_path: Path) -> None:
    path = make_save(tmp_path, ENOUGH_MOVES)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await pilot.pause()
        before = titles(app)
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, TextDialog)
        await pilot.press(*"Long", "space", *"day", "enter")
        await pilot.pause()
        assert titles(app) == ["Long day"]
        await pilot.press("n")
        await pilot.pause()
        await pilot.press(*"tired", "enter")
        await pilot.pause()
        assert "tired" in screen_text(app)
        await pilot.press("r")
        await pilot.pause()
        await pilot.press("x", "escape")
        await pilot.pause()
        assert titles(app) == ["Long day"], "escape changes nothing"
        await pilot.press("r")
        await pilot.pause()
        app.screen.query_one(Input).value = ""
        await pilot.press("enter")
        await pilot.pause()
        assert titles(app) == before

    run(tmp_path, steps, thinker=SilentThinker())
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert (save.path, save.label.note, save.finished) == (path, "tired", True)


@pytest.mark.parametrize(
    ("seats", "line"),
    [
        ((Seat("Robin", HUMAN), Seat("Khety", "shabti")), "My first: Robin 29, shabti 21"),
        ((Seat("You", HUMAN), Seat("Khety", "shabti")), "My first: you 29, shabti 21"),
    ],
)
def test_the_title_of_a_named_game_lists_its_players(seats: tuple[Seat, ...], line: str) -> None:
    label = SaveLabel(over=True, scores=(29, 21), name="My first")
    assert short_title(SaveInfo(Path("a.vok"), 0, "", "valley", "base", seats, label), 60) == line


@pytest.mark.parametrize(
    ("width", "line"), [(40, "King of Thieves, Bartholomew… 2, mason 1"), (20, "Bartholo… 2, mason 1")]
)
def test_a_long_title_names_the_game_where_there_is_room(width: int, line: str) -> None:
    seats = (Seat("Bartholomew of the Valley", HUMAN), Seat("Khety", "mason"))
    save = SaveInfo(Path("a.vok"), 0, "", "thieves", "base", seats, SaveLabel(over=True, scores=(2, 1)))
    assert short_title(save, width) == line


def test_games_can_be_named_and_deleted_by_mouse(tmp_path: Path) -> None:
    three_saves(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.click(MarkThenChooseList, offset=(10, 1))
        await pilot.pause()
        marked = shelf(app).marked_save
        assert marked == shelf(app).listed_saves[1], "the first click only marks"
        await click_footer(app, pilot, "Name")
        assert isinstance(app.screen, TextDialog)
        await click_button(app, pilot, "Back")
        await click_footer(app, pilot, "Delete")
        assert marked not in shelf(app).saves
        await click_footer(app, pilot, "Bin")
        assert shelf(app).in_bin
        await pilot.click(MarkThenChooseList, offset=(10, 0))
        await pilot.pause()
        assert shelf(app).saves == []
        await click_footer(app, pilot, "Back")
        assert not shelf(app).in_bin
        assert marked in shelf(app).saves

    open_shelf(tmp_path, steps)


def test_emptying_the_bin_asks_and_says_what_is_lost(tmp_path: Path) -> None:
    three_saves(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("d", "d", "d")
        await pilot.pause()
        assert shelf(app).saves == []
        await pilot.press("b")
        await pilot.pause()
        assert len(shelf(app).saves) == 3
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        assert "rating" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert len(shelf(app).saves) == 3, "the first option keeps them"
        await pilot.press("e")
        await pilot.pause()
        await pilot.press("right", "enter")
        await pilot.pause()
        assert shelf(app).saves == []

    open_shelf(tmp_path, steps)
    assert Shelf(tmp_path).is_empty


def test_search_filters_and_order_work_by_keyboard_and_mouse(tmp_path: Path) -> None:
    three_saves(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        all_titles = titles(app)
        assert len(all_titles) == 3
        await pilot.press("slash", *"scribe", "enter")
        await pilot.pause()
        assert ["scribe" in title for title in titles(app)] == [True]
        await pilot.press("escape")
        await pilot.pause()
        assert titles(app) == all_titles
        result_row = app.screen.query_one("#result", OptionRow)
        await pilot.click(result_row, offset=(8, 0))  # the option "goes on"
        await pilot.pause()
        assert (result_row.value, len(titles(app))) == ("goes on", 2)
        result_row.focus()
        await pilot.press("left", "down")
        await pilot.pause()
        assert titles(app) == all_titles
        assert app.screen.query_one(MarkThenChooseList).has_focus
        app.screen.query_one("#order", OptionRow).focus()
        await pilot.press("right")
        await pilot.pause()
        assert titles(app) == all_titles[::-1]

    open_shelf(tmp_path, steps)


def test_a_search_without_results_says_so(tmp_path: Path) -> None:
    three_saves(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"xyzzy", "enter", "enter", "r", "n", "d", "p", "e", "down")
        await pilot.pause()
        assert "No game matches" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert len(titles(app)) == 3

    open_shelf(tmp_path, steps)


def test_a_game_that_is_open_elsewhere_cannot_be_changed(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("o")
        await pilot.pause()
        for keys in (["r", "x", "enter"], ["n", "x", "enter"], ["d"]):
            app.clear_notifications()
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
            assert "is being played by" in str(list(app._notifications)[-1].message), keys
            assert [save.path for save in shelf(app).saves] == [file.path]
            assert shelf(app).saves[0].label.name == ""

    with begin_save(tmp_path) as file:
        run(tmp_path, steps, thinker=SilentThinker(), notifications=True)


def test_the_game_at_the_table_can_be_named_but_not_deleted(tmp_path: Path) -> None:
    path = make_save(tmp_path, 5)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("open")
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        await pilot.press(*"mine", "enter")
        await pilot.pause()
        assert titles(app) == ["mine"]
        await pilot.press("d")
        await pilot.pause()
        assert "at your table" in str(list(app._notifications)[-1].message)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)

    run(tmp_path, steps, StartOptions(path=path), thinker=SilentThinker(), notifications=True)
    loaded = load(path, GAMES)
    assert loaded.damage is None
    assert Shelf(tmp_path).list_saves(GAMES)[0].label.name == "mine"


def test_a_game_of_opponents_opens_at_its_start_in_the_review(tmp_path: Path) -> None:
    path = make_save(tmp_path, ENOUGH_MOVES, "shabti", "scribe")
    data = path.read_bytes()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, ReviewScreen)
        review = app.screen.review
        assert review.node == 0
        nodes = [review.node]
        for _ in range(4):
            await pilot.press("right")
            nodes.append(review.node)
        assert sorted(set(nodes)) == nodes
        await pilot.press("end")
        assert review.match.mover(review.node) == NOBODY

    run(tmp_path, steps, StartOptions(path=path), thinker=SilentThinker())
    assert path.read_bytes() == data


def test_a_deleted_game_counts_for_the_rating(tmp_path: Path) -> None:
    make_save(tmp_path, ENOUGH_MOVES, HUMAN, "shabti")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        before = app.coordinator.player.rate("valley")
        assert before.games == 1
        await pilot.press("o")
        await pilot.pause()
        await pilot.press("d")
        await pilot.pause()
        after = app.coordinator.player.rate("valley")
        assert (after.rating, after.games) == (before.rating, 1)

    run(tmp_path, steps, thinker=SilentThinker())


def test_an_unreadable_file_is_listed_and_can_be_deleted(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "odd\x1b[2J.vok").write_bytes(b"\x8aVOK\r\n\x00\x04" + bytes(5000))

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await pilot.pause()
        assert titles(app) == ["odd[2J.vok"]
        await pilot.press("d")
        await pilot.pause()
        assert titles(app) == []

    run(tmp_path, steps, thinker=SilentThinker())


def test_a_long_shelf_can_be_used_before_all_of_it_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    three_saves(tmp_path)
    monkeypatch.setattr("vok_tui.screens.frontend.FIRST_SAVES", 1)
    at_first: list[int] = []
    show_saves = ShelfScreen.show_saves

    def show_and_count(screen: ShelfScreen, saves: list[SaveInfo], marked_path: Path | None = None) -> None:
        at_first.append(len(saves))
        show_saves(screen, saves, marked_path)

    monkeypatch.setattr(ShelfScreen, "show_saves", show_and_count)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert at_first == [1, 3]
        assert len(titles(app)) == 3

    open_shelf(tmp_path, steps)


def test_the_filter_names_editions_as_players_do(tmp_path: Path) -> None:
    make_save(tmp_path)
    make_finished_save(tmp_path, "thieves")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        row = shelf(app).query_one("#edition", OptionRow)
        assert row.options == ("all", "King of Thieves", "Valley of the Kings")
        row.focus()
        await pilot.press("right")
        await pilot.pause()
        assert [save.game for save in shelf(app).listed_saves] == ["thieves"]

    open_shelf(tmp_path, steps)
