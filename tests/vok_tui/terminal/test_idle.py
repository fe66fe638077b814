"""If nothing happens, nothing is sent, however small the window is."""

from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.test_pty import GAME

SIZES = ((1, 1), (2, 1), (1, 24))
IDLE_SECONDS = 0.3
MAX_BYTES = 20_000  # of pictures of such a window

SCREENS = {
    "first start": "",
    "start screen": "\x1b",
    "new game": "\x1bn",
    "cards": "\x1bk",
    "help": "\x1b?",
    "first game": "\r\r",
}


@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
def test_an_idle_window_is_sent_nothing(tmp_path: Path, keys: str) -> None:
    with PtyTerminal(tmp_path) as terminal:
        terminal.see("V A L L E Y")
        for key in keys:
            terminal.press(key)
            terminal.settle()
        for columns, rows in SIZES:
            terminal.resize(columns, rows)
            assert_is_sent_nothing(terminal)


def test_a_game_that_starts_in_a_window_that_is_too_small_is_sent_nothing(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, columns=60, lines=20) as terminal:
        terminal.receive(b"please")
        assert_is_sent_nothing(terminal)


def assert_is_sent_nothing(terminal: PtyTerminal) -> None:
    """After at most a few pictures."""
    before = len(terminal.sent)
    while terminal.read(IDLE_SECONDS):
        assert len(terminal.sent) < before + MAX_BYTES, "is painted without end"
