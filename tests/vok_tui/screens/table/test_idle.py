"""Keys that do nothing say why."""

import pytest
from textual.pilot import Pilot

from ai.levels import SHABTI
from engine.core.game import HUMAN
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import (
    LARGE,
    NAMES,
    PYRAMID,
    SMALL,
    TableApp,
    dealt,
    play,
    run,
    sitting_at,
)
from vok_tui.boards.valley.kit import VALLEY_TABLE
from vok_tui.painting.grid import Target


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ("a", 'No answer has the key "a": choose a card first.'),
        ("9", "There is no such card in your hand."),
        ("u", "There is nothing to take back."),
        ("r", "Nothing was taken back."),
        ("tab tab enter", "This is only to be read."),
        ("1 a tab tab tab tab tab enter", "in play: it goes to the discard pile"),
        ("1 a a", 'No answer has the key "a" now.'),
        ("1 a 2", "not now"),
    ],
)
def test_a_key_that_does_nothing_says_why(keys: str, reason: str):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(*keys.split())
        await pilot.pause()
        assert reason in text(app)

    run(dealt(), test)


def test_the_note_about_a_key_disappears_with_the_next_key():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("a", "down")
        await pilot.pause()
        assert "No answer" not in text(app)

    run(dealt(), test)


def test_the_key_of_a_card_closes_the_log_over_the_cards():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("l", "2")
        await pilot.pause()
        assert "◆2 Urn" in text(app)

    run(dealt(), test)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_page_of_a_card_says_why_it_has_no_action_now(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "space")
        await pilot.pause()
        shown = " ".join(line[57 if size == SMALL else 0 :].strip() for line in text(app).splitlines())
        assert "No action: it reacts" in shown

    run(dealt("Mummified Cat"), test, size)


def test_the_page_of_a_card_says_whose_turn_or_question_comes_first():
    position = table(hands=("Box of Food", "Urn"), pyramid=PYRAMID, active=1)
    sitting = sitting_at(position, HUMAN, SHABTI)
    board = VALLEY_TABLE.board(sitting.match)
    (page,) = board.pages_about(sitting.view(), Target("hand", 0), NAMES, sitting.levels)
    assert ("", "No action: not now, it is Nefertari's turn.") in page.lines
    sitting = dealt()
    play(sitting, "execute Shabti")
    (page,) = board.pages_about(sitting.view(), Target("hand", 0), NAMES, sitting.levels)
    assert ("", "No action: not now, Shabti asks first.") in page.lines
