"""Pictures of the table at several sizes."""

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from ai.levels import SHABTI
from engine.core.game import HUMAN
from tests.engine.valley.table import table
from tests.vok_tui.grids import grid
from tests.vok_tui.screens.table.mid_game import (
    DECK,
    PYRAMID,
    SIZES,
    STOCK,
    TOMBS,
    Act,
    assert_matches_picture,
    mid_game,
)
from tests.vok_tui.screens.table.table_helpers import (
    LARGE,
    SMALL,
    SilentThinker,
    TableApp,
    end_turn,
    new_game,
    offered_actions,
    play,
    run,
    sitting_at,
    travel,
)
from vok_tui.terminal.theme import NO_COLOR_THEME, SIXTEEN_COLOR_THEME

ALL_SIZES = pytest.mark.parametrize(
    "size", [SMALL, LARGE, (160, 45), (200, 60)], ids=["80x24", "120x40", "160x45", "200x60"]
)


def press_keys(*names: str) -> Act:
    async def press(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(*names)
        await pilot.pause()

    return press


@SIZES
def test_the_first_turn(snapshot: Snapshot, size: tuple[int, int]):
    assert_matches_picture(snapshot, new_game(thinker=SilentThinker()), size)


@ALL_SIZES
def test_a_turn_after_opponents_have_played(snapshot: Snapshot, size: tuple[int, int]):
    sitting = mid_game(3)
    play(sitting, "entomb Shabti", "buy Statue of Isis with Box of Food, Statue of Bastet")
    end_turn(sitting)
    play(sitting, "entomb Urn", "execute Shabti", "sacrifice Boat from the pyramid")
    end_turn(sitting)
    play(sitting, "execute Box of Food", "entomb Shabti")
    end_turn(sitting)
    assert_matches_picture(snapshot, sitting, size)


@ALL_SIZES
def test_a_purchase_with_its_payments(snapshot: Snapshot, size: tuple[int, int]):
    assert_matches_picture(snapshot, mid_game(), size, press_keys("z"))


@SIZES
def test_an_open_page_of_a_card(snapshot: Snapshot, size: tuple[int, int]):
    assert_matches_picture(snapshot, mid_game(), size, press_keys("4", "space"))


@SIZES
def test_an_open_page_of_a_set(snapshot: Snapshot, size: tuple[int, int]):
    assert_matches_picture(snapshot, mid_game(), size, press_keys("tab", "tab", "down", "down", "down", "space"))


@SIZES
def test_the_question_which_card_crumbles(snapshot: Snapshot, size: tuple[int, int]):
    sitting = mid_game()
    play(sitting, "buy Book of Traversing Eternity with Box of Food, Statue of Bastet")
    assert_matches_picture(snapshot, sitting, size)


@SIZES
def test_a_reaction_in_the_turn_of_an_opponent(snapshot: Snapshot, size: tuple[int, int]):
    position = table(
        hands=("Shabti, Mummified Cat, Offering Table", "Shabti, Urn"),
        pyramid=PYRAMID,
        stock=STOCK,
        deck=(DECK, DECK),
        active=1,
        turn=7,
    )
    sitting = sitting_at(position)
    play(sitting, "execute Shabti", "sacrifice Boat from the pyramid")
    assert_matches_picture(snapshot, sitting, size)


@SIZES
def test_revealed_cards(snapshot: Snapshot, size: tuple[int, int]):
    sitting = mid_game(hand="Heart Scarab Amulet, 2 Urn")
    play(sitting, "execute Heart Scarab Amulet")
    assert_matches_picture(snapshot, sitting, size)


@ALL_SIZES
def test_a_rebate_and_gilded_cards(snapshot: Snapshot, size: tuple[int, int]):
    sitting = mid_game(
        hand="Censer, Statue of Thoth, 3 Urn, 2 Shabti, Book of the Netherworld, Box of Food, Duamutef Canopic Jar"
    )
    play(sitting, "execute Censer", "execute Statue of Thoth", "entomb Urn")
    assert_matches_picture(snapshot, sitting, size)


@SIZES
def test_an_opponent_thinking(snapshot: Snapshot, size: tuple[int, int]):
    sitting = mid_game(4)
    end_turn(sitting)
    assert_matches_picture(snapshot, sitting, size)


@SIZES
def test_an_undo_that_is_peeking(snapshot: Snapshot, size: tuple[int, int]):
    sitting = mid_game()
    play(sitting, "execute Box of Food")
    travel(sitting, "undo")
    assert_matches_picture(snapshot, sitting, size)


@SIZES
def test_the_open_log(snapshot: Snapshot, size: tuple[int, int]):
    sitting = mid_game()
    play(sitting, "execute Box of Food", "entomb Shabti", "execute Urn")
    assert_matches_picture(snapshot, sitting, size, press_keys("l"))


@SIZES
def test_the_table_between_two_human_players(snapshot: Snapshot, size: tuple[int, int]):
    sitting = sitting_at(table(hands=("Urn", "Boat, Shabti"), pyramid=PYRAMID, stock=STOCK, active=1), HUMAN, HUMAN)
    sitting.viewer = 0
    assert_matches_picture(snapshot, sitting, size)


@SIZES
def test_the_end_of_the_game(snapshot: Snapshot, size: tuple[int, int]):
    sitting = sitting_at(table(hands=("Urn, Shabti", "Urn"), tomb=TOMBS[:2], active=1), SHABTI, HUMAN)
    sitting.match.play(offered_actions(sitting)[-1])
    assert_matches_picture(snapshot, sitting, size)


def test_ascii_shows_a_sign_for_each_set_and_state(snapshot: Snapshot):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z")
        await pilot.pause()
        snapshot.assert_match(grid(app, with_footer=False), "table.txt")

    run(mid_game(), test, ascii_only=True)


def test_sixteen_colours(snapshot: Snapshot):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z")
        await pilot.pause()
        snapshot.assert_match(grid(app, with_footer=False), "table.txt")

    run(mid_game(), test, colours=SIXTEEN_COLOR_THEME)


def test_without_colours_the_cursor_is_reversed(snapshot: Snapshot):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z")
        await pilot.pause()
        picture = grid(app, with_footer=False)
        assert "#" not in picture.split("\n\n")[-1]
        snapshot.assert_match(picture, "table.txt")

    run(mid_game(), test, colours=NO_COLOR_THEME)
