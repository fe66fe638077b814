"""`vok watch` in a real terminal: the player's own game, running in another process and then finished."""

from pathlib import Path

import pytest

from engine import GAMES
from saves import load
from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.screens.app_helpers import begin_save, play_on


@pytest.mark.nightly(
    reason="plays in two real terminals",
    instead="tests/vok_tui/screens/test_watching.py::test_a_spectator_can_move_by_steps_and_turns_but_not_play",
)
def test_a_running_game_can_be_watched_and_then_reviewed(tmp_path: Path) -> None:
    with begin_save(tmp_path) as file:
        match = load(file.path, GAMES).match
        before = file.path.read_bytes()
        with PtyTerminal(tmp_path, "watch", file.path.stem) as spectator:
            assert "Watching" in spectator.see("only what you may know")
            spectator.press("h+\r")  # nothing is opened, written or played here
            spectator.settle()
            assert "only what you may know" in spectator.text
            assert file.path.read_bytes() == before
            turn = match.chapter(match.log.head).number
            while match.chapter(match.log.head).number == turn:
                play_on(file, match, 1)
            play_on(file, match, 1)
            spectator.see(f"turn {turn + 1} of {turn + 1}")  # it was at the end of the game, and so it follows
            spectator.press("q")
            assert spectator.exit_code() == 0
        play_on(file, match, 10_000)
        assert match.is_over
    with PtyTerminal(tmp_path, "watch", file.path.stem) as spectator:
        assert "Review" in spectator.see("hands closed")
        spectator.press("h")
        spectator.see("hands open")
        spectator.press("q")
        assert spectator.exit_code() == 0
