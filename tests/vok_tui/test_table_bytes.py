"""The output of the table: few bytes, and after many small updates the same screen as after a full repaint."""

from pathlib import Path
from typing import Any

import pytest

from tests.vok_tui.played_games import finished_game
from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.table_bytes import (
    GAME,
    LIMITS,
    LOW,
    ORDINARY,
    REVIEW_LIMIT,
    SCREEN_LIMITS,
    TRUE_COLOR,
    measure_review,
    measure_screens,
    measure_table,
)


@pytest.mark.nightly(reason="plays in a real terminal", keep="80-24")
@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (120, 40), (200, 60)])
def test_the_table_sends_few_bytes(tmp_path: Path, columns: int, lines: int) -> None:
    byte_counts = measure_table(tmp_path, columns, lines, turns=1)
    assert byte_counts.keys() == LIMITS.keys()
    too_many = {name: sent for name, limit in LIMITS.items() for sent in byte_counts[name] if sent > limit}
    assert not too_many


def test_a_review_sends_few_bytes(tmp_path: Path) -> None:
    byte_counts = measure_review(tmp_path, finished_game(tmp_path), 80, 24, steps=3)
    assert {name: sent for name, sent in byte_counts.items() if max(sent) > REVIEW_LIMIT} == {}
    assert byte_counts["idle"] == [0]


@pytest.mark.nightly(reason="walks through all screens in a real terminal", keep="ordinary")
@pytest.mark.parametrize("mode", [ORDINARY, LOW])
def test_screens_send_few_bytes(tmp_path: Path, mode: str) -> None:
    first, byte_counts, idle = measure_screens(tmp_path, mode)
    first_limit, limit = SCREEN_LIMITS[mode]
    assert first <= first_limit
    assert {name: sent for name, sent in byte_counts.items() if sent > limit} == {}
    assert set(idle.values()) == {0}


def visible_cells(vok: PtyTerminal) -> list[Any]:
    """The cells of the screen. The text colour of blank cells is left out."""
    screen = vok.screen
    cells = [screen.buffer[y][x] for y in range(screen.lines) for x in range(screen.columns)]
    return [
        cell._replace(fg="", bold=False, italics=False) if not cell.data.strip() and not cell.reverse else cell
        for cell in cells
    ]


@pytest.mark.nightly(reason="plays in a real terminal", keep="NO_COLOR")
@pytest.mark.parametrize("env", [TRUE_COLOR, {"NO_COLOR": "1"}, {"TERM": "linux"}], ids=min)
def test_many_small_updates_give_the_same_screen_as_a_full_repaint(tmp_path: Path, env: dict[str, str]) -> None:
    """The names have wide characters; a change may touch only half of one."""
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
        cells_before, text_before = visible_cells(vok), vok.text
        vok.press("?")
        vok.see("Keys")
        vok.press("\x1b")
        vok.settle()
        assert vok.text == text_before
        assert visible_cells(vok) == cells_before
        vok.forget()
        vok.press("\x0c")
        vok.settle()
        assert vok.text == text_before
        assert visible_cells(vok) == cells_before
