"""Keys that do nothing say why."""

import pytest
from textual.pilot import Pilot

from ai.bots.levels import SHABTI
from engine.core.game import HUMAN
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import LARGE, NAMES, PYRAMID, SMALL, TableApp, at, dealt, play, run
from vok_tui.boards.valley.kit import VALLEY_TABLE
from vok_tui.painting.grid import Target


@pytest.mark.parametrize(
    ("keys", "why"),
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
def test_a_key_that_does_nothing_says_why(keys: str, why: str):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(*keys.split())
        await pilot.pause()
        assert why in text(app)

    run(dealt(), test)


def test_what_was_said_of_a_key_goes_with_the_next():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("a", "down")
        await pilot.pause()
        assert "No answer" not in text(app)

    run(dealt(), test)


def test_a_card_key_closes_the_log_that_lies_over_the_cards():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("l", "2")
        await pilot.pause()
        assert "◆2 Urn" in text(app)

    run(dealt(), test)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_page_of_a_card_says_why_its_action_cannot_be_executed(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "space")
        await pilot.pause()
        shown = " ".join(line[57 if size == SMALL else 0 :].strip() for line in text(app).splitlines())
        assert "No action: a reaction" in shown

    run(dealt("Mummified Cat"), test, size)


def test_a_card_that_waits_says_who_plays_or_what_is_asked():
    position = table(hands=("Box of Food", "Urn"), pyramid=PYRAMID, active=1)
    session = at(position, HUMAN, SHABTI)
    board = VALLEY_TABLE.board(session.match)
    (page,) = board.pages(session.view(), Target("hand", 0), NAMES, session.levels)
    assert ("", "No action: not now, it is Nefertari's turn.") in page.lines
    session = dealt()
    play(session, "execute Shabti")
    (page,) = board.pages(session.view(), Target("hand", 0), NAMES, session.levels)
    assert ("", "No action: not now, Shabti asks first.") in page.lines
