"""Whole games of Tal der Koenige in a real terminal, by keys and by clicks."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.tal_player import play_by_keys, play_by_mouse

GAME = ("play", "--game", "tal", "--level", "shabti", "--pace", "0", "--first", "you", "--option", "length=short")


@pytest.mark.parametrize(
    ("play", "size"), [(play_by_keys, (80, 24)), (play_by_mouse, (120, 40))], ids=["keys", "mouse"]
)
def test_a_whole_game_is_played_to_its_score_sheet(
    tmp_path: Path, play: Callable[..., str], size: tuple[int, int]
) -> None:
    with PtyTerminal(tmp_path, *GAME, "--seed", "5", columns=size[0], lines=size[1]) as table:
        text = play(table, random.Random(5), hurry=1.0)
        assert "The pharaoh's pyramid is complete." in text
        table.press("q")
        assert table.exit_code() == 0
