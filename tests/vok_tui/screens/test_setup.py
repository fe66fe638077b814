"""A new game: who plays, who begins, with which seed."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from engine.core.game import HUMAN
from engine.core.variant import Variant
from engine.valley.custom import write_catalogue
from engine.valley.editions import shipped_catalogue
from tests.vok_tui.grids import text
from tests.vok_tui.screens.setting import make_save, run, session, settle
from tests.vok_tui.table.setting import SilentThinker
from vok_tui.app import VokApp
from vok_tui.game.start_options import StartOptions
from vok_tui.screens.setup import SetupScreen
from vok_tui.settings.config import Config
from vok_tui.widgets.option_row import OptionRow

FINISHED = 2000  # more moves than a game has


def test_enter_and_enter_again_start_a_game_against_a_scribe(tmp_path: Path) -> None:
    make_save(tmp_path, FINISHED)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert isinstance(app.screen, SetupScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert sorted(seat.level for seat in session(app).match.setup.seats) == [HUMAN, "scribe"]

    run(tmp_path, steps)


def test_a_game_is_set_up_by_keys_alone(tmp_path: Path) -> None:
    make_save(tmp_path, FINISHED)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "right", "tab", *"Ann", "tab", *"Bea", "tab", "right", "down", "tab", "left")
        await pilot.press("tab", "right", "right", "tab", *"42")
        await pilot.press("enter")
        await pilot.pause()
        setup = session(app).match.setup
        assert [(seat.name, seat.level) for seat in setup.seats] == [
            ("Bea", "priest"),
            ("Merit", "shabti"),
            ("Ann", HUMAN),
        ]
        assert setup.seed == 42

    run(tmp_path, steps)


def test_a_game_is_set_up_by_the_mouse_alone(tmp_path: Path) -> None:
    make_save(tmp_path, FINISHED)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.click("#new")
        await pilot.pause()  # until all rows have their final place
        await pilot.click("#players", offset=(7, 0))
        await pilot.pause()
        await pilot.click("#level3", offset=(17, 0))
        await pilot.pause()
        await pilot.click("#first", offset=(7, 0))
        await pilot.click("#go")
        await pilot.pause()
        assert [seat.level for seat in session(app).match.setup.seats] == [HUMAN, "scribe", "scribe", "priest"]

    run(tmp_path, steps)


def test_only_who_sits_there_may_begin(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "right")
        await pilot.pause()
        first = app.screen.query_one("#first", OptionRow)
        assert first.options == ("lot", "you", "opponent 1", "opponent 2")
        await pilot.click("#first", offset=(30, 0))
        assert first.value == "opponent 2"
        await pilot.click("#players", offset=(1, 0))
        assert (first.options, first.value) == (("lot", "you", "opponent"), "lot")

    run(tmp_path, steps)


def test_an_opponent_may_begin_and_plays_at_once(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        game = session(app)
        assert game.match.setup.seats[0].level == "shabti"
        assert game.view().viewer == 1
        assert game.story_since_your_turn()

    run(tmp_path, steps, StartOptions(first=2, levels=("shabti",)))


def test_a_seed_that_is_none_is_told_and_the_form_stays(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        app.screen.query_one("#seed", Input).value = "-5"
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        assert any("A seed is a whole number" in note.message for note in app._notifications)

    run(tmp_path, steps)


def test_names_are_cleaned_of_what_a_terminal_would_obey(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        app.screen.query_one("#name0", Input).value = "A\x1b]52;c;aGk=\x07n\u202en\x9b31m"
        await pilot.press("enter")
        await pilot.pause()
        assert "A]52;c;aGk=nn31m" in session(app).names

    run(tmp_path, steps)


def test_what_was_asked_for_on_the_command_line_is_at_the_table(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        setup = session(app).match.setup
        assert [(seat.name, seat.level) for seat in setup.seats] == [
            ("Ann", HUMAN),
            ("Khety", "shabti"),
            ("Merit", "shabti"),
        ]
        assert setup.seed == 9

    run(tmp_path, steps, StartOptions(players=3, levels=("shabti",), names=("Ann",), seed=9, first=1))


@pytest.mark.parametrize("level", ["priest:400", "mybots:Clever"])
def test_what_was_asked_for_in_more_than_a_word_can_be_chosen_again(tmp_path: Path, level: str) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(SetupScreen(StartOptions(levels=(level,))))
        await pilot.pause()
        assert app.screen.query_one("#level1", OptionRow).value == level
        await pilot.press("enter")
        await pilot.pause()
        assert level in [seat.level for seat in session(app).match.setup.seats]

    run(tmp_path, steps, thinker=SilentThinker())


def test_the_name_in_the_configuration_is_that_of_the_first_seat(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert session(app).names[0] == "Ann"

    run(tmp_path, steps, StartOptions(new=True, first=1, config=Config(name="Ann")))


def test_the_sheet_of_options_moves_by_arrows_to_its_ends_and_no_further(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "left", "right", "right", "right")
        assert app.screen.query_one("#players", OptionRow).value == "4"

    run(tmp_path, steps)


def test_all_levels_are_in_sight_on_the_smallest_terminal(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        shown = str(app.screen.query_one("#level1", OptionRow).render())
        assert shown.split() == ["‹shabti›scribe", "priest", "vizier", "pharaoh", "equal", "friend"]

    run(tmp_path, steps)


def test_six_seats_of_a_mixed_game_fit_the_form_on_the_smallest_terminal(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(SetupScreen(StartOptions(players=6, variant=Variant("mixed"))))
        await pilot.pause()
        lines = text(app).splitlines()
        assert next(line for line in lines if "First turn" in line).endswith("opponent 5")
        sets = [f"{size} ‹lot› base  after" for size in "34567U"]
        assert [size for size in sets if not any(size in line for line in lines)] == []
        assert "…" not in text(app)
        assert any("Start" in line for line in lines[18:])

    run(tmp_path, steps)


@pytest.mark.parametrize("by_mouse", [False, True])
def test_where_each_of_the_six_sets_comes_from_is_chosen_on_the_smallest_terminal(
    tmp_path: Path, by_mouse: bool
) -> None:
    pages = ("base", "afterlife", "lot", "afterlife", "base", "afterlife")
    words = {"lot": 1, "base": 6, "afterlife": 12}  # the column where the words begin

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(SetupScreen(StartOptions(players=6, variant=Variant("mixed"))))
        await pilot.pause()
        if not by_mouse:
            await pilot.press(*["up"] * 6)
        for place, page in enumerate(pages):
            if by_mouse:
                await pilot.click(f"#option-mixed-{place}", offset=(words[page], 0))
            else:
                await pilot.press(*["right"] * list(words).index(page), "down")
        await pilot.press("enter")
        await pilot.pause()
        assert session(app).match.setup.choices == pages

    run(tmp_path, steps, thinker=SilentThinker())


def test_an_edition_of_which_the_house_has_no_cards_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("m", "n")
        app.screen.query_one("#edition", OptionRow).focus()
        await pilot.press("right", "enter")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        (told,) = app._notifications
        assert "afterlife is not among them" in told.message
        await pilot.press("left", "enter")
        await pilot.pause()
        assert session(app).match.setup.edition == "base"

    run(
        tmp_path,
        steps,
        StartOptions(
            new=True,
            variant=Variant("base", (), write_catalogue({"base": shipped_catalogue("base").cards}, bare=True)),
        ),
    )
