"""A finished game is reviewed in a real terminal, by keyboard and by mouse: annotated, played on, left and opened again. The
sealed part of its file never changes."""

from pathlib import Path

import pytest

from engine import GAMES
from engine.core.journal import COMMENT, MARK
from saves import Shelf, load
from tests.vok_tui.played_games import finished_game
from tests.vok_tui.pty_terminal import PtyTerminal

SEALED_FROM = 28  # after prefix and seal


def click(table: PtyTerminal, words: str) -> None:
    """Click on the first place where the screen shows `words`."""
    for y, line in enumerate(table.settle().splitlines(), 1):
        x = line.find(words)
        if x >= 0:
            table.press(f"\x1b[<0;{x + 1};{y}M\x1b[<0;{x + 1};{y}m")
            table.settle()
            return
    raise AssertionError(f"{words!r} is not on the screen:\n{table.text}")


def click_key(table: PtyTerminal, label: str) -> None:
    """Click on a key of the footer, on any of its pages."""
    for _ in range(12):
        if label in table.settle().splitlines()[-1]:
            last = len(table.text.splitlines())
            x = table.text.splitlines()[-1].find(label)
            table.press(f"\x1b[<0;{x + 1};{last}M\x1b[<0;{x + 1};{last}m")
            table.settle()
            return
        click(table, "Tab More")
    raise AssertionError(f"no key {label!r}")


def marked_line(table: PtyTerminal) -> str:
    """The marked line of the shelf."""
    return next((line for line in table.settle().splitlines() if "▸" in line), "")


def check_files(home: Path, path: Path, before: bytes, comment: str) -> None:
    after = path.read_bytes()
    assert after[SEALED_FROM : len(before)] == before[SEALED_FROM:]
    match = load(path, GAMES).match
    nodes = range(len(match.log))
    assert [node for node in nodes if match.log.annotations.get(MARK, node).value]
    assert [
        match.log.annotations.get(COMMENT, node).text for node in nodes if match.log.annotations.get(COMMENT, node).text
    ] == [comment]
    saves = Shelf(home).list_saves(GAMES)
    assert sorted(save.finished for save in saves) == [False, True]
    (new_save,) = [save for save in saves if not save.finished]
    assert new_save.origin is not None


@pytest.mark.nightly(
    reason="reviews a long game in a real terminal",
    instead="tests/vok_tui/screens/review/test_screen.py::test_a_review_begins_with_the_table_and_a_list_of_moves",
)
def test_a_finished_game_can_be_reviewed_by_keyboard(tmp_path: Path) -> None:
    path = finished_game(tmp_path)
    before = path.read_bytes()
    with PtyTerminal(tmp_path, "open", str(path)) as table:
        table.see("Review")
        for keys in ("[", "[", "[", "[", "[", "[", "+", "h"):
            table.press(keys)
            table.settle()
        table.press(";")
        table.see("What do you say about")
        table.press("a slip\r")
        table.see("Written.")
        table.press("\r")
        table.see("This game is finished")
        table.press("\r")
        table.see("peeked")
        table.settle()
        table.press("m")
        table.see("o Saves")
        table.press("o")
        table.see("S A V E D")
        while "● lost" not in marked_line(table):
            table.press("\x1b[B")
            table.settle()
        table.press("\r")
        table.see("Review")
        table.press("N")
        table.see("a slip")
        table.press("q")
        assert table.exit_code() == 0
    check_files(tmp_path, path, before, "a slip")
    with PtyTerminal(tmp_path, "open", str(path)) as table:
        table.see("Review")
        table.press("N")
        assert "a slip" in table.see("a slip")
        table.press("q")
        assert table.exit_code() == 0


@pytest.mark.nightly(
    reason="reviews a long game in a real terminal",
    instead="tests/vok_tui/screens/review/test_screen.py::test_the_mouse_goes_to_turns_and_along_the_bar",
)
def test_a_finished_game_can_be_reviewed_by_mouse(tmp_path: Path) -> None:
    path = finished_game(tmp_path)
    before = path.read_bytes()
    with PtyTerminal(tmp_path, "open", str(path), columns=120, lines=40) as table:
        table.see("Review")
        for _ in range(6):
            click_key(table, "Back")
        click_key(table, "Mark it")
        click_key(table, "Comment")
        table.see("What do you say about")
        table.press("by hand")  # words need a keyboard
        click(table, "Done")
        table.see("Written.")
        click_key(table, "Hands")
        click_key(table, "Play on")
        table.see("This game is finished")
        click(table, "A new game")
        table.see("peeked")
        click(table, "Menu")
        table.see("o Saves")
        click(table, "o Saves")
        table.see("S A V E D")
        click(table, "● lost")
        if "S A V E D" in table.settle():  # the first click marks the game
            click(table, "● lost")
        table.see("Review")
        click_key(table, "Mark back")
        assert "by hand" in table.see("by hand")
        click_key(table, "Close")
        table.see("o Saves")
        click(table, "Leave")
        assert table.exit_code() == 0
    check_files(tmp_path, path, before, "by hand")
