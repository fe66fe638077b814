"""What the table sends to a real terminal: few bytes, and after many small updates the same picture as a full one."""

from pathlib import Path
from typing import Any

import pytest

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.screens.test_review import finished_game
from tests.vok_tui.table_bytes import GAME, LIMITS, REVIEW_LIMIT, TRUE_COLOR, measure_review, measure_table


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (120, 40), (160, 45), (200, 60)])
def test_the_table_sends_few_bytes(tmp_path: Path, columns: int, lines: int) -> None:
    found = measure_table(tmp_path, columns, lines, turns=1)
    assert found.keys() == LIMITS.keys()
    too_many = {name: sent for name, limit in LIMITS.items() for sent in found[name] if sent > limit}
    assert not too_many


def test_a_review_sends_few_bytes(tmp_path: Path) -> None:
    found = measure_review(tmp_path, finished_game(tmp_path), 80, 24, steps=3)
    assert {name: sent for name, sent in found.items() if max(sent) > REVIEW_LIMIT} == {}
    assert found["idle"] == [0]


def visible_cells(vok: PtyTerminal) -> list[Any]:
    """The cells of the screen. The colour of the writing does not matter where nothing is written."""
    screen = vok.screen
    cells = [screen.buffer[y][x] for y in range(screen.lines) for x in range(screen.columns)]
    return [
        cell._replace(fg="", bold=False, italics=False) if not cell.data.strip() and not cell.reverse else cell
        for cell in cells
    ]


@pytest.mark.parametrize("env", [TRUE_COLOR, {"NO_COLOR": "1"}, {"TERM": "linux"}], ids=min)
def test_after_many_small_updates_the_screen_is_the_same_as_after_a_full_one(
    tmp_path: Path, env: dict[str, str]
) -> None:
    """The names have wide characters, of which a change may touch a half."""
    seats = ("--seat", "Ann", "--seat", "王小明和他的朋友", "--seat", "小王")
    with PtyTerminal(tmp_path, *GAME, *seats, columns=100, lines=30, env=env) as vok:
        vok.see("Your hand")
        for keys in (
            "\x1b[C",
            "\t",
            "\t",
            "\x1b[B",
            "1",
            "\x1b",
            "n",
            "\r",
            "\r",
            ".",
            ".",
            ".",
            ".",
            ",",
            ",",
            "l",
            "\x1b[A",
        ):
            vok.press(keys)
            vok.settle()
        small, shown = visible_cells(vok), vok.text
        vok.press("?")
        vok.see("Keys")
        vok.press("\x1b")
        vok.settle()
        assert vok.text == shown
        assert visible_cells(vok) == small
