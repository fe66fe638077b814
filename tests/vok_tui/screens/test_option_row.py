"""A row of options, wide enough for all of them or not."""

import asyncio

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from vok_tui.screens.widgets import OptionRow

LEVELS = ("shabti", "scribe", "priest", "vizier", "pharaoh", "equal", "friend")


class RowApp(App[None]):
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


def shown_and_chosen(width: int, *keys: str, click: int | None = None) -> tuple[str, str]:
    """The text of the row and the chosen option, after some keys and a click in a column."""
    results = []

    async def run_app() -> None:
        app = RowApp(width)
        async with app.run_test(size=(80, 5)) as pilot:
            await carry_out(app, pilot)

    async def carry_out(app: RowApp, pilot: Pilot[None]) -> None:
        app.choice.focus()
        await pilot.press(*keys)
        if click is not None:
            await pilot.click("#level", offset=(click, 0))
        await pilot.pause()
        results.append((app.text, app.choice.value))

    asyncio.run(run_app())
    return results[0]


def test_a_wide_row_shows_all_options() -> None:
    assert shown_and_chosen(70) == ("◂shabti▸ scribe  priest  vizier  pharaoh  equal  friend ", "shabti")


def test_a_narrower_row_shows_all_options_without_gaps() -> None:
    assert shown_and_chosen(50) == ("◂shabti▸scribe priest vizier pharaoh equal friend ", "shabti")
    assert shown_and_chosen(55, "right", "right") == (" shabti scribe◂priest▸vizier pharaoh equal friend ", "priest")
    assert shown_and_chosen(50, *["right"] * 6) == (" shabti scribe priest vizier pharaoh equal◂friend▸", "friend")


def test_a_click_chooses_the_right_option_without_gaps() -> None:
    assert shown_and_chosen(50, click=8)[1] == shown_and_chosen(50, click=13)[1] == "scribe"
    assert shown_and_chosen(50, "right", click=43)[1] == "friend"


def test_a_narrow_row_shows_the_options_around_the_chosen_one() -> None:
    assert shown_and_chosen(30) == ("◂shabti▸scribe priest …", "shabti")
    assert shown_and_chosen(30, "right", "right", "right") == ("… priest◂vizier▸pharaoh …", "vizier")


def test_the_last_option_can_be_reached_in_the_narrowest_row() -> None:
    assert shown_and_chosen(9, *["right"] * 9) == ("…◂friend▸", "friend")


def test_a_click_on_the_ellipsis_shows_the_next_option() -> None:
    assert shown_and_chosen(30, click=22)[1] == "vizier"
    assert shown_and_chosen(30, "right", "right", "right", click=0)[1] == "scribe"
    assert shown_and_chosen(30, "right", "right", "right", click=25)[1] == "equal"
