"""An idle screen sends nothing, however small the window is."""

from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import GAME, PtyTerminal

SIZES = ((1, 1), (2, 1), (1, 24))
IDLE_SECONDS = 0.3
MAX_BYTES = 20_000  # for repainting such a window

KEYS_TO_EACH_SCREEN = {
    "first start, start screen, new game, cards, help": ("", "\x1b", "n", "\x1bk", "\x1b?"),
    "guided game": ("\r\r",),
}


@pytest.mark.nightly(reason="walks through screens in a real terminal", keep="guided game")
@pytest.mark.parametrize("keys_to_each_screen", KEYS_TO_EACH_SCREEN.values(), ids=KEYS_TO_EACH_SCREEN)
def test_an_idle_screen_sends_nothing(tmp_path: Path, keys_to_each_screen: tuple[str, ...]) -> None:
    with PtyTerminal(tmp_path) as terminal:
        terminal.see("V O K")
        for keys in keys_to_each_screen:
            terminal.resize(80, 24)
            for key in keys:
                terminal.settle()
                terminal.press(key)
            terminal.settle()
            for columns, rows in SIZES:
                terminal.resize(columns, rows)
                assert_sends_nothing(terminal)


def test_an_idle_game_in_a_window_that_is_too_small_sends_nothing(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME, columns=60, lines=20) as terminal:
        terminal.receive(b"please")
        assert_sends_nothing(terminal)


def assert_sends_nothing(terminal: PtyTerminal) -> None:
    """Assert that output stops after at most a few repaints."""
    before = len(terminal.sent)
    while terminal.read(IDLE_SECONDS):
        assert len(terminal.sent) < before + MAX_BYTES, "never stops painting"
