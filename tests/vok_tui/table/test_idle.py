"""Keys that do nothing say why."""

import pytest
from textual.pilot import Pilot

from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import TableApp, dealt, run


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
