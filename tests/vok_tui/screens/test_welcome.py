"""The first start, and what a newcomer sees."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from ai.kit import kit_of
from engine import GAMES
from engine.core.game import HUMAN
from tests.tables import each_row
from tests.vok_tui.grids import text as full_text
from tests.vok_tui.screens.app_helpers import make_finished_save, make_save, run, settle, sitting
from tests.vok_tui.screens.start_pages import start_options
from tests.vok_tui.screens.table.table_helpers import SilentThinker
from vok_tui.coordinator.config import load_config
from vok_tui.coordinator.player import Preferences
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.history import FOLLOWED_TIP, LearningHistory
from vok_tui.learning.tips import TIMES_TO_LEARN
from vok_tui.records.new_game import make_setup
from vok_tui.screens.app import VokApp
from vok_tui.screens.dialog import ActionButton
from vok_tui.screens.help import HelpScreen
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.start import StartScreen
from vok_tui.screens.table.screen import TableScreen
from vok_tui.screens.welcome import WelcomeScreen
from vok_tui.screens.widgets import OptionRow


def test_the_first_start_asks_for_a_name_and_starts_an_easy_game(
    tmp_path: Path,
) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, WelcomeScreen)
        await pilot.press(*"Ann", "enter", "right", "enter")
        await pilot.pause()
        seats = sitting(app).match.setup.seats
        assert (seats[0].name, seats[0].level) == ("Ann", HUMAN)
        assert seats[1].level == kit_of(GAMES["valley"]).first_level()
        assert sitting(app).asks_viewer, "the person begins"
        assert "Tip:" in full_text(app)

    run(tmp_path, steps, start_options(tmp_path), thinker=SilentThinker(), preferences=Preferences(tips=None))
    assert load_config(tmp_path / "config.toml").name == "Ann"


@pytest.mark.parametrize("keys", [["escape"], ["enter", "right", "right", "right", "enter"]])
def test_the_first_game_is_offered_until_a_game_was_started(tmp_path: Path, keys: list[str]) -> None:
    async def go_to_menu(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"Ann", *keys)
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        await pilot.press("n", "escape")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen), "the menu stays once it was chosen"

    async def start_again(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, WelcomeScreen)
        assert app.screen.query_one(Input).value == "Ann"
        await pilot.press("right", "enter")
        await pilot.pause()
        assert {seat.name for seat in sitting(app).match.setup.seats if seat.level == HUMAN} == {"Ann"}

    run(tmp_path, go_to_menu, start_options(tmp_path))
    run(tmp_path, start_again, start_options(tmp_path), thinker=SilentThinker())


def test_no_first_game_is_offered_after_a_game(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert not isinstance(app.screen, WelcomeScreen)

    make_save(tmp_path, 2000)
    run(tmp_path, steps, start_options(tmp_path))


def test_the_form_proposes_a_newcomer_a_level_that_newcomers_beat(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        level = kit_of(GAMES["valley"]).first_level()
        assert f"▸ {level}" in full_text(app)
        assert "proposed: an even game for newcomers" in full_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert [seat.level for seat in sitting(app).match.setup.seats if seat.level != HUMAN] == [level]

    run(tmp_path, steps, thinker=SilentThinker())


def test_the_first_start_works_by_mouse_and_leads_to_the_rules(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"Ann")
        assert "…" not in full_text(app), "a game is described in the smallest window, too"
        await pilot.click(list(app.screen.query(ActionButton))[2])
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert app.screen.query_one(OptionRow).value == "Rules"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, WelcomeScreen)
        assert app.screen.query_one(Input).value == "Ann"
        assert load_config(tmp_path / "config.toml").name == "Ann"

    run(tmp_path, steps, start_options(tmp_path))


def test_a_bad_name_is_cleaned_before_it_is_saved(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.screen.query_one(Input).value = "  \x1b[31mA\u202enn  " + "x" * 90
        await pilot.press("enter", "right", "enter")
        await pilot.pause()
        name = sitting(app).match.setup.seats[0].name
        assert name.isprintable()
        assert name == load_config(tmp_path / "config.toml").name
        assert len(name) <= 40

    run(tmp_path, steps, start_options(tmp_path), thinker=SilentThinker())


def test_a_name_that_cannot_be_saved_is_reported_and_the_game_starts(tmp_path: Path) -> None:
    start = StartOptions(config_file=tmp_path / "file" / "config.toml")
    (tmp_path / "file").write_text("no folder")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"Ann", "enter", "right", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert "cannot be" in str(next(iter(app._notifications)).message)
        assert sitting(app).match.setup.seats[0].name == "Ann"

    run(tmp_path, steps, start, thinker=SilentThinker(), notifications=True)


@pytest.mark.parametrize("has_finished", [False, True])
def test_help_opens_at_the_rules_of_the_table(tmp_path: Path, has_finished: bool) -> None:
    if has_finished:
        make_save(tmp_path, 2000)
    path = make_save(tmp_path, 3)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert app.screen.query_one(OptionRow).value == "Rules"

    run(tmp_path, steps, StartOptions(path=path), thinker=SilentThinker())


@pytest.mark.parametrize(
    ("has_finished", "tips", "shown"),
    [(False, None, True), (True, None, False), (True, True, True), (False, False, False)],
)
def test_tips_are_shown_until_a_game_is_finished_or_as_configured(
    tmp_path: Path, has_finished: bool, tips: bool | None, shown: bool
) -> None:
    if has_finished:
        make_save(tmp_path, 2000)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.coordinator.new_games.begin(setup)
        await pilot.pause()
        assert ("Tip:" in full_text(app)) == shown

    setup = make_setup(["Ann", ""], ["shabti"], 3, 1)
    run(tmp_path, steps, StartOptions(), thinker=SilentThinker(), preferences=Preferences(tips=tips))


def test_what_the_player_knows_is_known_for_each_game_alone(tmp_path: Path) -> None:
    """Whoever has finished another game gets the tips of this one."""
    game, other = "tal", "valley"
    make_finished_save(tmp_path, other)
    newcomers = {}

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for name in (game, other):
            app.coordinator.player.options = app.coordinator.player.options.for_game(name)
            app.action_go("new")
            await pilot.pause()
            assert isinstance(app.screen, SetupScreen)
            app.coordinator.new_games.begin(make_setup(["Ann", ""], ["shabti"], 3, 1, game=name))
            await pilot.pause()
            newcomers[name] = "Tip:" in full_text(app)

    run(tmp_path, steps, StartOptions(), (120, 40), thinker=SilentThinker(), preferences=Preferences(tips=None))
    assert newcomers == {game: True, other: False}


@each_row(("finished", "is_counted"), [(1, False), (2, True)])
def test_thieves_counts_for_the_player_from_the_third_game_on_or_with_a_key(
    tmp_path: Path, finished: int, is_counted: bool
) -> None:
    home = tmp_path / str(finished)
    for number in range(finished):
        make_finished_save(home, "thieves", seed=number)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        duel_line = next(line for line in full_text(app).splitlines() if line.startswith(" Tomb "))
        assert ("+" in duel_line.replace("+▒", "")) == ("Cards: " in full_text(app)) == is_counted
        assert ("A tomb in short" in full_text(app)) != is_counted
        await pilot.press("i")
        await pilot.pause()
        assert "Cards: " in full_text(app)
        assert "Tomb: you show " in full_text(app)

    run(home, steps, StartOptions(game="thieves", named_game="thieves", new=True, seed=5), (120, 40))


def test_a_tip_goes_when_the_thing_has_been_done_three_times_in_that_game(tmp_path: Path) -> None:
    """Counted over games and starts of the program, for each game alone."""
    learned = LearningHistory(tmp_path)
    for verb in ("entomb", "execute", "end"):
        for _ in range(TIMES_TO_LEARN):
            learned.add("valley", FOLLOWED_TIP, verb)
    shown = []

    async def buy(app: VokApp, pilot: Pilot[None]) -> None:
        app.coordinator.new_games.begin(make_setup(["Ann", ""], ["shabti"], 22, 1))
        await pilot.pause()
        shown.append("Tip: buy a card" in full_text(app))
        await pilot.press("x", "enter")
        await pilot.pause()
        assert "bought" in [event.verb for event in sitting(app).match.events_on_step_to(sitting(app).node)]

    async def look_at_another_game(app: VokApp, pilot: Pilot[None]) -> None:
        app.coordinator.new_games.begin(make_setup(["Ann", ""], ["shabti"], 22, 1, game="thieves"))
        await pilot.pause()
        assert "Tip:" in full_text(app)

    for _ in range(TIMES_TO_LEARN + 1):
        run(tmp_path, buy, thinker=SilentThinker(), preferences=Preferences(tips=None))
    assert shown == [True] * TIMES_TO_LEARN + [False]
    run(tmp_path, look_at_another_game, size=(120, 40), thinker=SilentThinker(), preferences=Preferences(tips=None))


def test_an_interpreted_engine_warns_once_about_timed_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vok_tui.shared.levels.is_engine_compiled", lambda: False)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for level, expected in (("scribe", 0), ("pharaoh", 1), ("pharaoh", 0)):
            app.coordinator.new_games.begin(make_setup(["Ann", ""], [level], 3, 1))
            await pilot.pause()
            warnings = [str(note.message) for note in app._notifications if "weaker now" in str(note.message)]
            assert len(warnings) == expected

    run(tmp_path, steps, thinker=SilentThinker(), notifications=True)
