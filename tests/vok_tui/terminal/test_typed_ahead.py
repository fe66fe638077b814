"""Keys and sizes that arrive faster than screens, in a real terminal."""

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
TIMES = 2


@pytest.mark.parametrize("typed", TYPED)
def test_what_is_typed_ahead_breaks_nothing(tmp_path: Path, typed: str) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        table.press(typed)
        table.settle()
        if "q" not in typed:
            table.press(f"{ESC}{ESC}q\x03")
        assert table.exit_code() == ExitCode.OK
        assert b"Traceback" not in table.sent
        assert not list(tmp_path.rglob("vok-crash-*"))


@pytest.mark.parametrize("opened", ["?", "\x10", "k", "l"])
def test_a_window_that_shrinks_and_grows_over_what_is_open_breaks_nothing(tmp_path: Path, opened: str) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        for _ in range(TIMES):
            table.press(opened)
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
            table.press(ESC)  # a key that came while the window was too small was void
        table.press("q")
        assert table.exit_code() == ExitCode.OK


@pytest.mark.parametrize("field", ["\x10", "k/"])
def test_a_field_to_search_by_takes_no_more_than_it_can_look_for(tmp_path: Path, field: str) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.see("Your hand")
        for key in field:
            table.press(key)
            table.settle()
        table.press(f"\x1b[200~{'cards of a set ' * 200}\x1b[201~")
        table.press("bracelet")
        assert "bracelet" in table.settle().lower()
        assert "cards of a set" not in table.text


def test_some_seconds_of_random_strikes_end_without_a_fault(tmp_path: Path) -> None:
    outcome = soak(1, 4.0, tmp_path)
    assert outcome.faults == []
    assert min(outcome.done[kind] for kind in ("keys", "mouse", "pastes", "resizes")) > 0
