"""The screen of the player's own box, by keys alone and by mouse alone, and the way from there to a game."""

from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine.games import GAMES
from saves import Shelf, load
from tests.vok_tui.grids import grid, text
from tests.vok_tui.screens.app_helpers import SMALL, run, sitting, until
from vok_tui.boards.own_data import OwnData, own_cards_at_home
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp
from vok_tui.screens.dialog import ActionButton, TextDialog
from vok_tui.screens.own_cards import OwnCardsScreen
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.start import StartScreen
from vok_tui.screens.table.screen import TableScreen
from vok_tui.screens.widgets import OptionRow


def test_cards_are_entered_by_keys_alone(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("k", "o")
        await until(pilot, lambda: isinstance(app.screen, OwnCardsScreen))
        await pilot.press("enter", *"gold 2".replace(" ", "_"), "enter")
        await until(pilot, lambda: "is none of" in text(app))
        await pilot.press("enter", "g", "o", "l", "d", "space", "2", "enter")
        await until(pilot, lambda: "1 of 66 entered" in text(app))
        await pilot.press("a")
        await until(pilot, lambda: "2 of 66 entered" in text(app))

    run(tmp_path, steps)
    own = OwnData("valley", tmp_path)
    assert own.differences == ["Shabti: gold 1, printed 2"]
    assert [piece.title for piece in own.pieces if not piece.open] == ["Shabti", "Urn"]


def test_cards_are_entered_by_mouse_alone(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("own")
        await until(pilot, lambda: "Box of Food" in text(app))
        row = next(y for y, line in enumerate(text(app).splitlines()) if "Box of Food" in line)
        await pilot.click(offset=(6, row))
        await until(pilot, lambda: isinstance(app.screen, TextDialog) and "Done" in text(app))
        await pilot.click(app.screen.query(ActionButton).first())
        await until(pilot, lambda: "1 of 66 entered" in text(app))

    run(tmp_path, steps)


@pytest.mark.parametrize("size", [SMALL, (120, 40)], ids=["80x24", "120x40"])
def test_the_own_box(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    own = OwnData("valley", tmp_path)
    own.enter(0, "gold 2")
    own.save()
    pictures = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.action_go("own")
        await until(pilot, lambda: "1 of 66 entered" in text(app))
        pictures.append(grid(app))

    run(tmp_path, steps, size=size)
    snapshot.assert_match(pictures[0], "screen.txt")


def gold_of_shabti(home: Path) -> list[int]:
    """The gold of a Shabti in each game on the shelf, as its file says, the oldest game first."""
    infos = sorted(Shelf(home).list_saves(GAMES), key=lambda info: info.created)
    matches = [load(info.path, GAMES).match for info in infos]
    catalogues = [GAMES["valley"].catalogue(match.setup) for match in matches]
    return [next(card.gold for card in each.cards if card.name == "Shabti") for each in catalogues]


async def to_form(app: VokApp, pilot: Pilot[None]) -> None:
    await pilot.press("n")
    await until(pilot, lambda: isinstance(app.screen, SetupScreen) and app.screen.query_one("#box").region.width > 0)


@pytest.mark.nightly(reason="tries out a whole catalogue", instead="test_cards_are_entered_by_keys_alone")
def test_the_way_from_the_start_to_a_game_with_the_own_cards_in_its_file(tmp_path: Path, home: Path) -> None:
    async def play(app: VokApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.press("n", "y")
        await until(pilot, lambda: sitting(app).node > 0)
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        assert not app.screen.query_one("#own-box").display, "nothing was entered yet"
        await pilot.press("escape", "k", "o")
        await until(pilot, lambda: isinstance(app.screen, OwnCardsScreen))
        await pilot.press("enter", *"gold", "space", "2", "enter")
        await until(pilot, lambda: "new games use yours" in text(app))
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        await to_form(app, pilot)
        await pilot.press("enter")
        await play(app, pilot)
        await to_form(app, pilot)
        await pilot.press("up", "right")
        row = app.screen.query_one("#box", OptionRow)
        assert row.value == "Vok's", "by keys too"
        await pilot.press("left")
        row = app.screen.query_one("#box", OptionRow)
        await pilot.click(row, offset=(row.get_content_width() - 3, 0))
        await pilot.click("#go")
        await play(app, pilot)

    run(home, steps, StartOptions(own_cards=own_cards_at_home))
    assert gold_of_shabti(home) == [2, 1]


def test_a_new_game_says_that_the_file_of_own_cards_is_damaged(tmp_path: Path) -> None:
    OwnData("valley", tmp_path).save()
    path = tmp_path / "own-cards" / "valley.toml"

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        path.write_text("nonsense")
        await pilot.click("#go")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        said = [notification.message for notification in app._notifications]
        assert any("cannot be read" in sentence and "the cards of Vok" in sentence for sentence in said)

    run(tmp_path, steps, StartOptions(own_cards=own_cards_at_home))


@pytest.mark.parametrize("game", list(GAMES))
def test_an_owner_reads_no_name_of_the_card_file(tmp_path: Path, game: str) -> None:
    for piece in OwnData(game, tmp_path).pieces:
        assert not {"vp", "nature", "one_colour", "adjoins", "printed"} & set(piece.line.split())
        assert "()" not in piece.line
        assert piece.kind
