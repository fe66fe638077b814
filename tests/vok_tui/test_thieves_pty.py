"""Whole games of King of Thieves in a real terminal, by keys and by clicks."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.thieves_player import play_by_keys, play_by_mouse

GAME = ("play", "--game", "thieves", "--level", "shabti", "--pace", "0", "--first", "you", "--seed")


@pytest.mark.nightly(reason="plays a whole game in a real terminal", keep="keys")
@pytest.mark.parametrize(
    ("play", "size", "options"),
    [
        (play_by_keys, (80, 24), ("5", "--players", "3", "--option", "tombs=1")),
        (play_by_mouse, (120, 40), ("7", "--players", "2", "--option", "tombs=1", "--option", "stakes=high")),
    ],
    ids=["keys", "mouse"],
)
def test_a_whole_game_is_played_to_its_score_sheet(
    tmp_path: Path, play: Callable[..., str], size: tuple[int, int], options: tuple[str, ...]
) -> None:
    with PtyTerminal(tmp_path, *GAME, *options, columns=size[0], lines=size[1]) as table:
        text = play(table, random.Random(options[0]))
        assert "treasure" in text.lower()
        table.press("q")
        assert table.exit_code() == 0
