"""Keys and window sizes that arrive faster than screens open, in a real terminal."""

from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.soak import soak
from tests.vok_tui.test_pty import GAME
from vok_tui.exit_codes import ExitCode

ESC = "\x1b[27u"
TYPED = (
    "\x10\x1b[6~",
    "\x10\x1b[5~",
    "\x10x\x1b[6~\r",
    "mn\rm?q",
    "mn\rm?",
    "mk/urn\r",
    "mo\x1b[6~",
    f"?{ESC}{ESC}{ESC}",
    "?q?",
)
REPEATS = 2


@pytest.mark.parametrize("typed", TYPED)
def test_typing_ahead_does_not_crash_the_game(tmp_path: Path, typed: str) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        table.press(typed)
        table.settle()
        if "q" not in typed:
            table.press(f"{ESC}{ESC}q\x03")
        assert table.exit_code() == ExitCode.OK
        assert b"Traceback" not in table.sent
        assert not list(tmp_path.rglob("vok-crash-*"))


@pytest.mark.parametrize("opening_key", ["?", "\x10", "k", "l"])
def test_resizing_the_window_under_an_open_screen_does_not_break_it(tmp_path: Path, opening_key: str) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        for _ in range(REPEATS):
            table.press(opening_key)
            table.settle()
            table.resize(60, 12)
            table.resize(80, 24)
            table.press(ESC)
            table.resize(60, 12)
            table.settle()
            table.resize(80, 24)
            table.settle()
            table.press(ESC)
            table.settle()
        for _ in range(20):
            if "Your hand" in table.settle():
                break
            table.press(ESC)  # keys are ignored while the window is too small
        table.press("q")
        assert table.exit_code() == ExitCode.OK


@pytest.mark.parametrize("opening_keys", ["\x10", "k/"])
def test_a_search_field_takes_no_more_than_it_can_search_for(tmp_path: Path, opening_keys: str) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        for key in opening_keys:
            table.press(key)
            table.settle()
        table.press(f"\x1b[200~{'cards of a set ' * 200}\x1b[201~")
        table.press("bracelet")
        assert "bracelet" in table.settle().lower()
        assert "cards of a set" not in table.text


def test_some_seconds_of_random_input_cause_no_fault(tmp_path: Path) -> None:
    outcome = soak(1, 4.0, tmp_path)
    assert outcome.faults == []
    assert min(outcome.done[kind] for kind in ("keys", "mouse", "pastes", "resizes")) > 0
