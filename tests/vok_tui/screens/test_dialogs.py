"""Dialogs: all options can be seen, and the footer shows the keys of the dialog, not those of the screen below."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.screen import ModalScreen

from engine.core.game import HUMAN, Seat
from tests.vok_tui.grids import text
from tests.vok_tui.screens.app_helpers import LARGE, SMALL, make_finished_save, make_save, run, until
from vok_tui.screens.app import VokApp
from vok_tui.screens.command_palette import Palette
from vok_tui.screens.dialog import ActionButton, Dialog, DialogOption, TextDialog, TryAnswerDialog
from vok_tui.screens.play_on import PlayOnDialog
from vok_tui.screens.start import StartScreen
from vok_tui.screens.widgets import KeyFooter

LONG = "a name that is quite long"


def assert_all_options_are_shown(app: VokApp) -> None:
    box = app.screen.query_one("#ask").content_region
    for button in app.screen.query(ActionButton):
        assert box.contains_region(button.region), button.option.label
        assert button.content_size.width >= len(button.render().plain), button.option.label


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_list_of_guided_games_shows_every_game(tmp_path: Path, size: tuple[int, int]):
    make_save(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        await pilot.pause()
        assert (
            len(app.screen.query(ActionButton)) == len(app.coordinator.new_games.guided_games.lessons) + 1
        )  # how to win
        assert_all_options_are_shown(app)

    run(tmp_path, steps, size=size)


@pytest.mark.parametrize("labels", [("Ann", "Bek", "Khety", "Back"), ("Yes", LONG, LONG, "No"), (LONG,) * 3])
def test_a_dialog_cuts_no_option(tmp_path: Path, labels: tuple[str, ...]):
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await app.push_screen(Dialog("A question", "Which?", [DialogOption(label, label) for label in labels]))
        await pilot.pause()
        assert_all_options_are_shown(app)

    run(tmp_path, steps)


def test_escape_closes_one_question_or_page_at_a_time(tmp_path: Path) -> None:
    """A question that led to another one, or to something to read, is there again."""
    make_finished_save(tmp_path, "thieves")
    broken = make_save(tmp_path)

    async def leave_and_come_back(app: VokApp, pilot: Pilot[None], keys: Sequence[str], title: str) -> None:
        await until(pilot, lambda: title in text(app))
        question = app.screen
        await pilot.press(*keys)
        await until(pilot, lambda: app.screen is not question)
        assert title not in text(app)
        await pilot.press("escape")
        await until(pilot, lambda: title in text(app))
        await pilot.press("escape")
        await until(pilot, lambda: title not in text(app))

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        coordinator = app.coordinator
        coordinator.new_games.choose_game("tal")
        await leave_and_come_back(app, pilot, ("right", "right", "enter"), "Tal der Koenige is new to you")
        coordinator.opener._ask_about_damage(broken, "It is damaged.")
        await leave_and_come_back(app, pilot, ("right", "enter"), "This save is damaged")
        coordinator.new_games.begin_or_continue_lesson("thieves")
        await pilot.pause()
        coordinator.new_games.end_lesson()
        await leave_and_come_back(app, pilot, ("right", "enter"), "You skipped the guided game")

    run(tmp_path, steps)


@pytest.mark.parametrize(
    "dialog",
    [
        Dialog("A question", "Which?", [DialogOption("yes", "Yes"), DialogOption("no", "No")]),
        TextDialog("A name", "Which?", "", 20),
        PlayOnDialog("Who?", (Seat("Ann", HUMAN), Seat("Khety", "shabti")), "valley"),
        TryAnswerDialog("Which?", ["this", "that"]),
        Palette(),
    ],
    ids=lambda dialog: type(dialog).__name__,
)
def test_the_footer_under_a_dialog_has_only_keys_of_the_dialog(tmp_path: Path, dialog: ModalScreen[object]) -> None:
    make_save(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        table = app.screen
        assert "Space Read" in text(app).splitlines()[-1]
        await app.push_screen(dialog)
        await until(pilot, lambda: bool(app.screen.query_one(KeyFooter).keys))
        shown = text(app).splitlines()[-1]
        assert "Esc" in shown
        assert "Read" not in shown
        own = {binding.action for node, binding, *_ in dialog.active_bindings.values() if node is not table}
        assert {binding.action for _, binding, *_ in dialog.active_bindings.values() if binding.show} <= own
        footer = dialog.query_one(KeyFooter)
        (key,) = [key for key in footer.keys if key.key == "escape"]
        await pilot.click(footer, offset=(key.columns.start, 0))
        await until(pilot, lambda: app.screen is table)

    run(tmp_path, steps)
