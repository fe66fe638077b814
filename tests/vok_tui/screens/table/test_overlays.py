"""Overlays of every game and of one game, and the places of fixed panes."""

import pytest
from textual.pilot import Pilot

from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from tests.games.caravans.game import CARAVANS
from tests.games.more_games import MORE_GAMES
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import LARGE, SMALL, TableApp, dealt, run
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator import config
from vok_tui.game.sitting import Sitting
from vok_tui.painting.grid import Rect
from vok_tui.panes.overlay import FallbackSlot, FixedPane
from vok_tui.panes.registry import fixed_pane_rects
from vok_tui.panes.scene import default_panes_and_board_rect
from vok_tui.screens.help import key_names_page, keys_page
from vok_tui.shared.errors import ConfigError


@pytest.fixture
def caravans(monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """The end of a game of Caravans, with more sold loads than lines on the screen."""
    monkeypatch.setattr("engine.games.GAMES._places", dict(GAMES._places))
    GAMES.register("caravans", MORE_GAMES["caravans"])
    seats = tuple(Seat(name, HUMAN) for name in ("Ann", "Bob", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal"))
    sitting = Sitting(Match(CARAVANS, Setup("caravans", seats, 3, Variant("base", ("4", "no")))))
    while not sitting.shows_end:
        sitting.match.play(CARAVANS.action(sitting.match.state, sitting.match.state.legal_moves()[0]))
    sitting.hand_keyboard_over()
    return sitting


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_key_of_an_overlay_opens_it_and_escape_closes_it(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        before = text(app)
        for overlay in app.table.pointing.overlay.by_id.values():
            await pilot.press(overlay.keys.split(",")[0])
            await pilot.pause()
            opened = text(app)
            assert opened != before, overlay.id
            assert "Close" in opened.splitlines()[-1], overlay.id
            await pilot.press("escape")
            await pilot.pause()
            assert text(app) == before, overlay.id

    run(dealt(), test, size)


def test_opening_an_overlay_closes_the_one_before():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        before = text(app)
        await pilot.press("l", "space", "escape")
        await pilot.pause()
        assert text(app) == before

    run(dealt(), test)


def test_an_overlay_scrolls_only_as_far_as_its_text(caravans: Sitting):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("S")
        await pilot.pause()
        first = text(app)
        assert "Sold: " in first
        assert "Esc Close" in first.splitlines()[-1]
        await pilot.press("down")
        await pilot.pause()
        assert text(app) != first
        await pilot.press("up", "up", "up")
        await pilot.pause()
        assert text(app) == first
        await pilot.press("end")
        await pilot.pause()
        last = text(app)
        assert "32. " in last
        await pilot.press("pagedown", "down")
        await pilot.pause()
        assert text(app) == last
        await pilot.press("home")
        await pilot.pause()
        assert text(app) == first
        await pilot.press("S")
        await pilot.pause()
        assert "Sold: " not in text(app)

    run(caravans, test)


def test_the_table_says_why_an_overlay_cannot_be_opened(caravans: Sitting):
    caravans.go_to(0)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("S")
        await pilot.pause()
        assert "Nothing was sold yet." in text(app)

    run(caravans, test)


def test_help_and_configuration_know_the_keys_of_game_overlays(caravans: Sitting):
    kit = table_kit_of(caravans.match.game)
    assert "f19               what was sold" in keys_page(kit, {"market": "f19"}, 80).plain.casefold()
    assert "market" in key_names_page(kit, {}, 80).plain
    assert config.parse_config('[keys]\nmarket = "f19"').keys == {"market": "f19"}
    with pytest.raises(ConfigError, match='the key u would be both "market" and "undo"'):
        config.parse_config('[keys]\nmarket = "u"')


def test_a_pane_without_a_place_takes_lines_of_another_where_they_fit():
    curve = FixedPane("curve", lambda *_: None, FallbackSlot("story", lines=7, min_columns=120, min_lines_left=10))
    places = default_panes_and_board_rect(120, 40)[0]
    story = places.panes["story"]
    assert story is not None
    rects = fixed_pane_rects(places, 120, (curve,))
    assert rects["curve"] == Rect(story.x, story.bottom - 7, story.width, 7)
    assert rects["story"].bottom + 1 == rects["curve"].y, "with a blank line between them"
    assert "curve" not in fixed_pane_rects(places, 119, (curve,)), "the table is too narrow"
    assert "curve" not in fixed_pane_rects(default_panes_and_board_rect(120, 19)[0], 120, (curve,)), (
        "too little is left of the story"
    )
    assert "curve" in fixed_pane_rects(default_panes_and_board_rect(120, 20)[0], 120, (curve,))


def test_the_curve_shows_the_points_of_all_seats(caravans: Sitting):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("g")
        await pilot.pause()
        shown = text(app)
        for name, points in zip(caravans.names, caravans.match.game.scores(caravans.state), strict=True):
            assert f"{name} {points}" in shown

    run(caravans, test, LARGE)


def test_a_sentence_replaces_the_curve_during_the_first_turn():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("g")
        await pilot.pause()
        assert "The curve begins when the first turn has ended." in text(app)

    run(dealt(), test)
