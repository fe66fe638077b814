"""The form of a new game: players, first player, seed and options."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from engine.core.game import HUMAN, Setup
from engine.core.setup import Variant, seed_text
from engine.games import GAMES
from engine.valley.custom import write_catalogue
from engine.valley.editions import shipped_catalogue
from tests.vok_tui.grids import text
from tests.vok_tui.screens.app_helpers import make_finished_save, make_save, run, settle, sitting, until
from tests.vok_tui.screens.table.table_helpers import SilentThinker
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.widgets import OptionRow
from vok_tui.shared.levels import newcomer_rating, proposed_level, selectable_levels

ENOUGH_MOVES = 2000  # to finish any game


LEVELS_OFFERED = selectable_levels("shabti", "valley")


def preselected(app: VokApp) -> str:
    """The level that the form proposes."""
    assert isinstance(app.screen, SetupScreen)
    return app.screen.default_level


def test_pressing_enter_twice_starts_a_game_against_the_proposed_level(tmp_path: Path) -> None:
    make_save(tmp_path, ENOUGH_MOVES)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        proposed = preselected(app)
        await pilot.press("enter")
        await pilot.pause()
        assert {seat.level for seat in sitting(app).match.setup.seats} == {HUMAN, proposed}

    run(tmp_path, steps)


def test_a_game_can_be_set_up_by_keyboard(tmp_path: Path) -> None:
    make_save(tmp_path, ENOUGH_MOVES)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "right", "tab", *"Ann", "tab", *"Bea", "tab", "right", "down", "tab", "left")
        place = LEVELS_OFFERED.index(preselected(app))
        await pilot.press("tab", "right", "right", "tab", *"42")
        await pilot.press("enter")
        await pilot.pause()
        setup = sitting(app).match.setup
        assert [(seat.name, seat.level) for seat in setup.seats] == [
            ("Bea", LEVELS_OFFERED[place + 1]),
            ("Merit", LEVELS_OFFERED[max(0, place - 1)]),
            ("Ann", HUMAN),
        ]
        assert setup.seed == 42

    run(tmp_path, steps)


def test_a_game_can_be_set_up_by_mouse(tmp_path: Path) -> None:
    make_save(tmp_path, ENOUGH_MOVES)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.click("#game-valley")
        await pilot.pause()  # until all rows have their final place
        await pilot.click("#players", offset=(7, 0))
        await pilot.pause()
        chosen = preselected(app)
        row = app.screen.query_one("#level3", OptionRow)
        place = str(row.render()).index(f"‹{chosen}›") + len(chosen) + 3
        await pilot.click("#level3", offset=(place, 0))
        await pilot.pause()
        await pilot.click("#first", offset=(7, 0))
        await pilot.click("#go")
        await pilot.pause()
        above = LEVELS_OFFERED[LEVELS_OFFERED.index(chosen) + 1]
        assert [seat.level for seat in sitting(app).match.setup.seats] == [HUMAN, chosen, chosen, above]

    run(tmp_path, steps)


def test_the_first_player_is_one_of_the_chosen_players(tmp_path: Path) -> None:
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


def test_an_opponent_can_begin_and_plays_at_once(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        game = sitting(app)
        assert game.match.setup.seats[0].level == "shabti"
        assert game.view().viewer == 1
        assert game.story_since_your_turn()

    run(tmp_path, steps, StartOptions(first=2, levels=("shabti",)))


def test_an_invalid_seed_is_refused_and_the_form_stays(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        app.screen.query_one("#seed", Input).value = "-5"
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        assert any("A seed is a whole number" in note.message for note in app._notifications)

    run(tmp_path, steps)


def test_a_friend_who_types_the_words_of_a_seed_gets_the_same_deal(tmp_path: Path) -> None:
    told: list[Setup] = []

    async def deal(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "enter")
        await pilot.pause()
        told.append(sitting(app).match.setup)

    async def type_it(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        app.screen.query_one("#seed", Input).focus()
        await pilot.press(*seed_text(told[0].seed).replace("-", "").upper(), "enter")
        await pilot.pause()
        setup = sitting(app).match.setup
        assert setup.seed == told[0].seed
        assert GAMES["valley"].start(setup).digest() == GAMES["valley"].start(told[0]).digest()

    run(tmp_path / "one", deal)
    run(tmp_path / "other", type_it)


def test_control_characters_are_removed_from_names(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        app.screen.query_one("#name0", Input).value = "A\x1b]52;c;aGk=\x07n\u202en\x9b31m"
        await pilot.press("enter")
        await pilot.pause()
        assert "A]52;c;aGk=nn31m" in sitting(app).names

    run(tmp_path, steps)


def test_options_of_the_command_line_are_used(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        setup = sitting(app).match.setup
        assert [(seat.name, seat.level) for seat in setup.seats] == [
            ("Ann", HUMAN),
            ("Khety", "shabti"),
            ("Merit", "shabti"),
        ]
        assert setup.seed == 9

    run(tmp_path, steps, StartOptions(players=3, levels=("shabti",), names=("Ann",), seed=9, first=1))


@pytest.mark.parametrize("level", ["priest:400", "mybots:Clever"])
def test_a_player_spec_from_the_command_line_can_be_chosen(tmp_path: Path, level: str) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(SetupScreen(StartOptions(levels=(level,))))
        await pilot.pause()
        assert app.screen.query_one("#level1", OptionRow).value == level
        await pilot.press("enter")
        await pilot.pause()
        assert level in [seat.level for seat in sitting(app).match.setup.seats]

    run(tmp_path, steps, thinker=SilentThinker())


def test_the_name_in_the_configuration_is_used_for_the_player(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert sitting(app).names[0] == "Ann"

    run(tmp_path, steps, StartOptions(new=True, first=1, config=Config(name="Ann")))


def test_arrows_stop_at_the_last_option(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "left", "right", "right", "right")
        assert app.screen.query_one("#players", OptionRow).value == "4"

    run(tmp_path, steps)


def test_the_ladder_shows_each_level_with_its_rating_on_the_smallest_terminal(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "tab", "tab", "tab", *["left"] * len(LEVELS_OFFERED))
        seen: dict[str, str] = {}
        for level in LEVELS_OFFERED[:-1]:
            await pilot.pause()
            lines = text(app).splitlines()
            assert any(f"▸ {level} " in line for line in lines)
            assert sum("▸" in line and "◂" not in line for line in lines) == 1
            seen |= {name: line for line in lines for name in LEVELS_OFFERED if f" {name} " in line}
            await pilot.press("right")
        assert "1,000" in seen["scribe"]
        assert "proposed: an even game for newcomers" in seen[preselected(app)]

    run(tmp_path, steps)


def test_the_ladder_says_what_was_won_against_each_level_and_proposes_what_fits_now(tmp_path: Path) -> None:
    for seed in range(6):
        make_finished_save(tmp_path, "valley", seed=seed)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) and app.screen.focused is not None)
        player = app.coordinator.player.rate("valley")
        ((level, (won, count)),) = player.results.items()
        assert preselected(app) == proposed_level(player)[0] != proposed_level(newcomer_rating())[0]
        await pilot.press("tab", "tab", "tab", *["left"] * len(LEVELS_OFFERED))
        for _ in range(LEVELS_OFFERED.index(level)):
            await pilot.press("right")
        await pilot.pause()
        assert f"you won {won} of {count}" in " ".join(text(app).split())

    run(tmp_path, steps)


def test_the_form_of_a_mixed_game_of_six_fits_the_smallest_terminal(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(SetupScreen(StartOptions(players=6, variant=Variant("mixed"))))
        await pilot.pause()
        lines = text(app).splitlines()
        assert next(line for line in lines if "First turn" in line).endswith("opponent 5")
        sets = [f"{size} ‹lot› base  after" for size in "34567U"]
        assert [size for size in sets if not any(size in line for line in lines)] == []
        assert any("Start" in line for line in lines[18:])

    run(tmp_path, steps)


@pytest.mark.nightly(reason="opens a large form", keep="False")
@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_game_of_each_set_can_be_chosen_on_the_smallest_terminal(tmp_path: Path, by_mouse: bool) -> None:
    games = ("base", "afterlife", "lot", "afterlife", "base", "afterlife")
    word_columns = {"lot": 1, "base": 6, "afterlife": 12}  # where the words begin

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(SetupScreen(StartOptions(players=6, variant=Variant("mixed"))))
        await pilot.pause()
        if not by_mouse:
            await pilot.press(*["up"] * 6)
        for place, game in enumerate(games):
            if by_mouse:
                await pilot.click(f"#option-mixed-{place}", offset=(word_columns[game], 0))
            else:
                await pilot.press(*["right"] * list(word_columns).index(game), "down")
        await pilot.press("enter")
        await pilot.pause()
        assert sitting(app).match.setup.choices == games

    run(tmp_path, steps, thinker=SilentThinker())


def test_the_word_box_means_the_own_cards_in_the_form_of_any_game(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for game in GAMES:
            app.show_only(SetupScreen(StartOptions(game=game)))
            await pilot.pause()
            labels = [str(label.render()) for label in app.screen.query(".field > .label")]
            assert labels.count("Box") == 1, f"the word of the player's own cards alone, in {game}"

    run(tmp_path, steps)


def test_an_edition_without_custom_cards_is_refused(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("m", "n")
        app.screen.query_one("#edition", OptionRow).focus()
        await pilot.press("right", "enter")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        (notification,) = app._notifications
        assert "afterlife is not among them" in notification.message
        await pilot.press("left", "enter")
        await pilot.pause()
        assert sitting(app).match.setup.edition == "base"

    run(
        tmp_path,
        steps,
        StartOptions(
            new=True,
            variant=Variant(
                "base", (), write_catalogue({"base": shipped_catalogue("base").cards}, without_comments=True)
            ),
        ),
    )
