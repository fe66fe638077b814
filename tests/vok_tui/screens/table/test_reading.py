"""Reading cards, sets and the story while a move is chosen."""

from textual.pilot import Pilot

from ai.levels import SHABTI
from engine.core.game import HUMAN
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import (
    LARGE,
    PYRAMID,
    SilentThinker,
    TableApp,
    dealt,
    end_turn,
    new_game,
    play,
    run,
    sitting_at,
)
from vok_tui.game.sitting import Sitting
from vok_tui.painting.grid import Brush, Grid, Rect, Target
from vok_tui.painting.signs import UNICODE_SIGNS
from vok_tui.panes.reader import READER, paint_reader
from vok_tui.panes.scene import Page, Scene


def open_reader_at(app: TableApp, target: Target) -> None:
    """As the right mouse button does."""
    app.table.pointing.move_cursor(target)
    app.table.action_toggle_overlay(READER.id)


def test_reading_a_card_keeps_the_chosen_card():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("x", "space")
        await pilot.pause()
        shown = " ".join(line[57:].strip() for line in text(app).splitlines())
        for part in (
            "Statue of Thoth", "Statues, a set of 7, level III", "gold 3, cost 7, 2 copies",
            "For the rest of the turn every card in your hand has a gold value of 4.",
        ):  # fmt: skip
            assert part in shown
        assert "econstructed" not in shown
        await pilot.press("c")
        await pilot.pause()
        assert "◆c Boat" in text(app)
        await pilot.press("space")
        await pilot.pause()
        assert "gold 3, cost 7, 2 copies" not in text(app)
        assert "◆c Boat" in text(app)

    run(dealt(), test)


def test_the_pages_of_a_set_show_its_kinds():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("tab", "tab", "space")
        await pilot.pause()
        assert "page 1 of 4" in text(app)
        await pilot.press("space")
        await pilot.pause()
        assert "Outer Sarcophagus" in text(app)
        assert "page 2 of 4" in text(app)

    run(dealt(), test)


def test_the_log_opens_over_the_cards_and_scrolls_to_its_start():
    sitting = new_game(HUMAN, SHABTI, thinker=SilentThinker())
    for _ in range(12):
        end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        first = " 1 You"
        assert first not in text(app)
        await pilot.press("l", *["pageup"] * 20)
        await pilot.pause()
        assert text(app).splitlines()[2].startswith(" " + first)
        await pilot.press("down")
        await pilot.pause()
        assert first not in "\n".join(text(app).splitlines()[:4])
        await pilot.press("escape")
        await pilot.pause()
        assert "Your hand" in text(app)

    run(sitting, test)


def late_game() -> Sitting:
    """A game near its end, with full tombs."""
    tomb = (
        "Outer Sarcophagus, Hapy Canopic Jar, Qebehsenuef Canopic Jar, Duamutef Canopic Jar, Djed Pillar Amulet, "
        "Tyet Amulet, Heart Scarab Amulet, Book of the Dead, Book of Gates, Book of the Earth, Book of the Heavens, "
        "Statue of Isis, Statue of Thoth, Statue of Bastet, Boat, Censer, Shabti, Urn"
    )
    discard = "Statue of Anubis"
    return sitting_at(table(hands=("Urn", "Shabti"), pyramid=PYRAMID, tomb=("", tomb), discard=("", discard), turn=30))


def test_the_pages_of_an_opponent_show_tomb_and_discard_pile():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        while app.table.pointing.pointer.cursor != Target("seat", 1):
            await pilot.press("tab")
        await pilot.press("space")
        await pilot.pause()
        assert app.table.pointing.pointer.cursor == Target("seat", 1)
        assert "▸ Nefertari" in text(app)
        page = " ".join(line[:56].strip() for line in text(app).splitlines())
        for kind in ("Outer", "Hapy", "Tyet", "Dead", "Gates", "Heavens", "Isis", "Bastet", "Boat", "Censer"):
            assert kind in page
        await pilot.press("space")
        await pilot.pause()
        assert "Statue of Anubis" in text(app)
        assert "page 2 of" in text(app)

    run(late_game(), test)


def test_the_cursor_stays_while_the_log_is_open():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("down", "l", "l")
        await pilot.pause()
        assert "▸2 Urn" in text(app)

    run(dealt(), test)


def test_a_large_table_shows_a_long_page_completely():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        open_reader_at(app, Target("seat", 1))
        await pilot.pause()
        assert "Others" in text(app)
        assert "Boat, Censer" in text(app)

    run(late_game(), test, LARGE)


def test_home_and_end_go_to_the_first_and_latest_turn_of_the_log():
    sitting = new_game(HUMAN, SHABTI, thinker=SilentThinker())
    for _ in range(12):
        end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("l")
        await pilot.pause()
        latest = text(app)
        await pilot.press("home")
        await pilot.pause()
        assert text(app).splitlines()[2].startswith("  1 You")
        await pilot.press("end")
        await pilot.pause()
        assert text(app) == latest

    run(sitting, test)


def test_pages_can_be_turned_in_both_directions_and_to_both_ends():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("tab", "tab", "space")
        for key, page in (("pagedown", 2), ("end", 4), ("pageup", 3), ("home", 1), ("pageup", 1)):
            await pilot.press(key)
            await pilot.pause()
            assert f"page {page} of 4" in text(app)

    run(dealt(), test)


def test_the_footer_shows_the_keys_of_the_open_overlay():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("l")
        await pilot.pause()
        for hint in ("PgUp Earlier", "PgDn Later", "Home First", "End Latest", "Esc Close"):
            assert hint in text(app).splitlines()[-1]
        await pilot.press("l", "tab", "tab", "space")
        await pilot.pause()
        for hint in ("Space Next page", "PgUp Previous page", "Home First", "End Last", "Esc Close"):
            assert hint in text(app).splitlines()[-1]
        await pilot.press("end")
        await pilot.pause()
        assert "Space Close" in text(app).splitlines()[-1]

    run(dealt(), test)


def test_the_level_of_an_opponent_and_the_first_player_are_shown():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "you began" in text(app).splitlines()[0]
        open_reader_at(app, Target("seat", 1))
        await pilot.pause()
        assert "Opponent: shabti" in text(app)

    run(dealt(), test)


def test_a_large_table_shows_the_level_after_the_name():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Nefertari shabti" in text(app)

    run(dealt(), test, LARGE)


def test_an_opponent_who_started_is_named():
    position = table(hands=("Urn", "Shabti"), pyramid=PYRAMID, stock="2 Statue of Thoth", active=1, turn=1)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Ann began" in text(app).splitlines()[0]
        open_reader_at(app, Target("seat", 0))
        await pilot.pause()
        shown = " ".join(line[56:].strip() for line in text(app).splitlines())
        assert "Opponent: shabti, began" in shown

    run(sitting_at(position, SHABTI, HUMAN), test)


def test_an_open_page_moves_away_from_the_cursor():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "tab", "tab", "tab")
        await pilot.pause()
        assert app.table.pointing.pointer.cursor == Target("seat", 1)
        assert "▸ Nefertari" in text(app)
        assert "Opponent: shabti" in text(app)

    run(late_game(), test)


def test_a_long_page_drops_only_as_many_blank_lines_as_needed():
    page = Page("Urn", "starter", "Starter", (("", "one"), ("", ""), ("", "two"), ("", ""), ("", "three")))
    grid = Grid(20, 6)
    paint_reader(Brush(grid, Rect(0, 0, 20, 6)), Scene(None, (), UNICODE_SIGNS, "", pages=(page,)))
    shown = ["".join(char for char, _ in row).strip() for row in grid.rows]
    assert shown == ["Urn", "Starter", "one", "", "two", "three"]


def test_a_card_in_a_pile_can_be_read_before_it_is_chosen():
    pile = "Statue of Sobek, Urn, Shabti, Box of Food, Urn"
    sitting = sitting_at(table(hands=("Book of the Heavens, Urn", "Urn"), discard=pile, pyramid=PYRAMID))
    play(sitting, "execute Book of the Heavens")

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        shown = " ".join(line[57:].strip() for line in text(app).splitlines())
        assert "Sacrifice a card in the pyramid" in shown
        await pilot.press("space")
        await pilot.pause()
        shown = " ".join(line[57:].strip() for line in text(app).splitlines())
        assert "Statue of Sobek Statues, a set of 7, level II" in shown

    run(sitting, test)
