"""Keys and window sizes that arrive faster than screens open, in a real terminal."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.vok_tui.pty_terminal import GAME, PtyTerminal
from tests.vok_tui.screens.app_helpers import run, sitting
from tests.vok_tui.soak import soak
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp
from vok_tui.screens.table import screen
from vok_tui.shared.errors import ExitCode

ESC = "\x1b[27u"
TYPED_AND_STAYING = (
    "\x10\x1b[6~",
    "\x10\x1b[5~",
    "\x10x\x1b[6~\r",
    "mn\rm?",
    "mk/urn\r",
    "mo\x1b[6~",
    f"?{ESC}{ESC}{ESC}",
)
TYPED_AND_LEAVING = ("mn\rm?q", "?q?")
OPENING_KEYS = ("?", "\x10", "k", "l")
INPUTS = 150  # with keys, clicks, pastes, reports and all kinds of sizes among them


def return_to_table(table: PtyTerminal) -> None:
    """Close all screens over the table, or continue the game from the start screen. Keys are ignored while a screen closes or
    the window is too small."""
    for _ in range(20):
        shown = table.settle()
        if "Your hand" in shown:
            return
        table.press("c" if "▸ Continue " in shown else ESC)
    raise AssertionError(f"never at the table:\n{table.text}")


def assert_left_without_crash(table: PtyTerminal, home: Path) -> None:
    assert table.exit_code() == ExitCode.OK
    assert b"Traceback" not in table.sent
    assert not list(home.rglob("vok-crash-*"))


@pytest.mark.nightly(
    reason="plays in a real terminal",
    instead="test_a_table_takes_keys_even_if_it_was_interrupted_before_it_could_check_what_is_visible",
)
def test_typing_ahead_does_not_crash_the_game(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        for typed in TYPED_AND_STAYING:
            table.see("Your hand")
            table.press(typed)
            return_to_table(table)
        table.press("q")
        assert_left_without_crash(table, tmp_path)


def test_a_table_takes_keys_even_if_it_was_interrupted_before_it_could_check_what_is_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen, "POLL_SECONDS", 1e-9)  # any interruption is longer

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        assert sitting(app).can_go("undo")

    run(tmp_path, steps, StartOptions(new=True, first=1, seed=1))


@pytest.mark.nightly(reason="plays in a real terminal", keep="?q?")
@pytest.mark.parametrize("typed", TYPED_AND_LEAVING)
def test_leaving_with_more_keys_typed_ahead_does_not_crash_the_game(tmp_path: Path, typed: str) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        table.press(typed)
        assert_left_without_crash(table, tmp_path)


@pytest.mark.nightly(
    reason="plays in a real terminal",
    instead="test_a_table_takes_keys_even_if_it_was_interrupted_before_it_could_check_what_is_visible",
)
def test_resizing_the_window_under_an_open_screen_does_not_break_it(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        for opening_key in OPENING_KEYS:
            table.press(opening_key)
            table.settle()
            table.resize(60, 12)
            table.resize(80, 24)
            table.press(ESC)
            table.resize(60, 12)
            table.settle()
            table.resize(80, 24)
            return_to_table(table)
        table.press("q")
        assert_left_without_crash(table, tmp_path)


@pytest.mark.nightly(reason="plays in a real terminal", keep="k/")
@pytest.mark.parametrize("opening_keys", ["\x10", "k/"])
def test_a_search_field_accepts_only_as_much_as_it_can_search_for(tmp_path: Path, opening_keys: str) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        for key in opening_keys:
            table.press(key)
            table.settle()
        table.press(f"\x1b[200~{'cards of a set ' * 200}\x1b[201~")
        table.press("bracelet")
        assert "bracelet" in table.settle().lower()
        assert "cards of a set" not in table.text


@pytest.mark.nightly(
    reason="plays in a real terminal",
    instead="test_a_table_takes_keys_even_if_it_was_interrupted_before_it_could_check_what_is_visible",
)
def test_random_input_causes_no_fault(tmp_path: Path) -> None:
    assert soak(1, tmp_path, inputs=INPUTS).faults == []
