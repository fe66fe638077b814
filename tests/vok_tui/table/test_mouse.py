"""The mouse at the table."""

from textual.pilot import Pilot

from tests.vok_tui.grids import text
from tests.vok_tui.table.table_helpers import TableApp, click, dealt, run, sentences
from vok_tui.painting.grid import Target


def test_a_click_chooses_a_card_and_a_click_on_an_answer_gives_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await click(app, pilot, Target("hand", 1))
        await pilot.pause()
        assert "◆2 Urn" in text(app)
        await click(app, pilot, Target("answer", 1))
        await pilot.pause()
        assert sentences(app) == ["You entomb Urn."]

    run(dealt(), test)


def test_the_right_button_opens_and_closes_the_page_of_a_card():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await click(app, pilot, Target("slot", 5), button=3)
        await pilot.pause()
        assert "costs 2 less" in " ".join(line[57:].strip() for line in text(app).splitlines())
        await click(app, pilot, Target("slot", 5), button=3)
        await pilot.pause()
        assert "Reconstructed" not in text(app)

    run(dealt(), test)


def test_the_keys_in_the_footer_can_be_clicked():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "t")
        await pilot.pause()
        ids = [hint.id for hint in app.table._build_scene().footer]
        await click(app, pilot, Target("key", ids.index("undo")))
        await pilot.pause()
        assert app.session.node == 0

    run(dealt(), test)
