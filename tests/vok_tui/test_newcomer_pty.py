"""A newcomer's first evening and the next day in a real terminal, by the mouse alone: not one key is pressed."""

from pathlib import Path

import pytest

from engine import GAMES
from saves import Shelf
from tests.vok_tui.clocked_month import Month
from tests.vok_tui.pty_terminal import PtyTerminal
from vok_tui.learning.history import ANSWERED, SKIPPED, LearningHistory
from vok_tui.learning.puzzles import SOLVED_DAILY


def click(table: PtyTerminal, *texts: str) -> None:
    """Click on one text after another, each when the program waits."""
    for text in texts:
        table.see(text)
        table.settle(2)
        table.click(text)


@pytest.mark.nightly(
    reason="plays an evening in a real terminal",
    instead="tests/vok_tui/screens/test_welcome.py::test_the_first_start_works_by_mouse_and_leads_to_the_rules",
)
def test_the_first_evening_by_mouse(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path) as table:
        click(table, "King of Thieves", "Guided game,", "3•", "b2 Play", "m Menu", "Continue")
        table.see("of 7")
        while "You skipped the guided game" not in table.text:
            click(table, "N Skip step")
            table.settle(2)
        click(table, "A game against a mason", "h Hide", "m Menu")
        table.see("Continue")
        click(table, "3 Tal der Koenige", "Guided game, ")
        click(table, "Lay the 4")
        table.see("Which tablet beside lot 1")
        while "n Lay no more here" not in table.settle():
            click(table, "▾")
        click(table, "n Lay no more here")
        table.see("beside lot 2")
        click(table, "m Menu", "Daily game", "Esc Back", "q Leave")
        assert table.exit_code() == 0
    assert LearningHistory(tmp_path).steps("thieves", SKIPPED)
    assert [info.game for info in Shelf(tmp_path).list_saves(GAMES)] == ["thieves"]


@pytest.mark.nightly(
    reason="plays two days in a real terminal",
    instead="tests/vok_tui/screens/test_practice.py::test_practice_by_the_mouse_alone",
)
def test_a_lost_game_and_the_next_day_by_mouse(tmp_path: Path) -> None:
    month = Month(tmp_path)
    with month.vok() as table:
        click(table, "o Saves", "shabti 0", "Tab More", "s Score sheet", "1 ?")
        table.see("Play this turn better")
        click(table, "n End turn", "Sacrifice Mummified Cat")
        table.see("Not yet")
        click(table, "Show the plans")
        table.see("What it is worth")
        click(table, "Esc Back", "v Review")
        table.see("Turns and lines")
        while "Esc Close" not in table.settle():  # keys of marks may take its place on the first page of the footer
            click(table, "Tab More")
        click(table, "Esc Close")
        month.pass_days(1)
        click(table, "Practise", "What comes back", "S Show", "Esc Back")
        click(table, "Esc Back", "Puzzle")
        if "Try it" in table.settle():  # it is of another game
            click(table, "Try it")
        click(table, "S Show", "Esc Back", "q Leave")
        assert table.exit_code() == 0
    assert month.done(ANSWERED)[0] == "missed"
    assert month.done(SOLVED_DAILY) == ["shown"]
