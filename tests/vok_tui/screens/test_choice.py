"""A row of options: with room for all, and without."""

import asyncio

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from vok_tui.widgets.option_row import OptionRow

LEVELS = ("shabti", "scribe", "priest", "vizier", "pharaoh", "equal", "friend")


class Row(App[None]):
    """One row of options with this number of columns."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width

    def compose(self) -> ComposeResult:
        choice = OptionRow(LEVELS, "shabti", id="level")
        choice.styles.width = self.width
        yield choice

    @property
    def choice(self) -> OptionRow:
        return self.query_one(OptionRow)

    @property
    def text(self) -> str:
        return str(self.choice.render())


def in_row(width: int, *keys: str, click: int | None = None) -> tuple[str, str]:
    """What the row shows and which option is chosen, after some keys and a click in that column."""
    seen = []

    async def running() -> None:
        app = Row(width)
        async with app.run_test(size=(80, 5)) as pilot:
            await follow(app, pilot)

    async def follow(app: Row, pilot: Pilot[None]) -> None:
        app.choice.focus()
        await pilot.press(*keys)
        if click is not None:
            await pilot.click("#level", offset=(click, 0))
        await pilot.pause()
        seen.append((app.text, app.choice.value))

    asyncio.run(running())
    return seen[0]


def test_all_options_are_in_sight_where_there_is_room() -> None:
    assert in_row(70) == ("◂shabti▸ scribe  priest  vizier  pharaoh  equal  friend ", "shabti")


def test_where_there_is_little_room_they_stand_close_together_and_are_all_in_sight() -> None:
    assert in_row(50) == ("◂shabti▸scribe priest vizier pharaoh equal friend ", "shabti")
    assert in_row(55, "right", "right") == (" shabti scribe◂priest▸vizier pharaoh equal friend ", "priest")
    assert in_row(50, *["right"] * 6) == (" shabti scribe priest vizier pharaoh equal◂friend▸", "friend")


def test_a_click_on_a_word_among_close_ones_chooses_that() -> None:
    assert in_row(50, click=8)[1] == in_row(50, click=13)[1] == "scribe"
    assert in_row(50, "right", click=43)[1] == "friend"


def test_where_there_is_not_those_around_the_chosen_one_are() -> None:
    assert in_row(30) == ("◂shabti▸scribe priest …", "shabti")
    assert in_row(30, "right", "right", "right") == ("… priest◂vizier▸pharaoh …", "vizier")


def test_the_last_option_is_reached_however_narrow_the_row() -> None:
    assert in_row(9, *["right"] * 9) == ("…◂friend▸", "friend")


def test_a_click_on_the_sign_of_more_goes_one_further() -> None:
    assert in_row(30, click=22)[1] == "vizier"
    assert in_row(30, "right", "right", "right", click=0)[1] == "scribe"
    assert in_row(30, "right", "right", "right", click=25)[1] == "equal"
