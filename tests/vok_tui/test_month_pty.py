"""A month of learning in a real terminal, with the clock moved: lose, retry, come back, drill, puzzle, hint."""

from pathlib import Path

import pytest

from saves import Shelf
from tests.vok_tui.clocked_month import Month
from vok_tui.learning.history import ANSWERED, DRILLED, MISSED, RETIRED, LearningHistory
from vok_tui.learning.practice import CHANGED, GONE
from vok_tui.learning.puzzles import SOLVED_DAILY


@pytest.mark.nightly(
    reason="plays a month in a real terminal",
    instead="tests/vok_tui/screens/test_practice.py::test_a_month_of_practice",
)
def test_a_month_of_learning(tmp_path: Path) -> None:
    month = Month(tmp_path)
    with month.vok("open", str(month.save)) as table:
        table.see("Review")
        table.press("s")
        table.see("costliest turns")
        table.press("1")
        table.see("Play this turn better")
        table.press("n")
        table.see("sacrifice one of")
        table.press("e")  # as in the game
        table.see("Not yet")
        table.press("H")
        table.see("A hint")
        table.press("S")
        table.see("The plans")
        table.press("\x1b")
        table.see("w drills the first")

        month.pass_days(1)
        table.press("m")
        table.see("1 position is due")
        table.press("p")
        table.see("What comes back")
        table.press("\r")
        table.see("1 of 3")
        table.press("S")
        table.see("It comes back tomorrow.")
        table.press("\x1b")
        table.see("2 new positions")
        table.press("w")
        table.see("Drill: when to stop")
        table.press("S")
        table.see("It comes back tomorrow.")
        table.press("\x1b")
        table.see("The drill is over. 1 position: 1 shown.")
        table.press("\r")
        table.see("Latest days")
        table.press("\x1b")
        table.see("today's is open")
        table.press("z")
        table.see("The puzzle of the day")
        if "Try it" in table.settle():  # it is of another game
            table.press("\x1b[C\r")
            table.see("S Show")
        table.press("HS")
        table.see("What it is worth")
        table.press("\x1b")
        table.see("today's was answered")

        month.pass_days(-20)  # the clock is set back: too early rather than never
        table.press("p")
        table.see("2 positions are due")
        month.pass_days(50)
        table.press("\x1b")
        table.see("2 positions are due")
        month.play_the_game_anew()
        table.press("p")
        table.see("What comes back")
        table.press("\r")
        table.see("One position will not come back: its game can no longer be opened")
        table.press("q")
        assert table.exit_code() == 0
    done = [month.done(what) for what in (ANSWERED, DRILLED, SOLVED_DAILY, RETIRED)]
    assert done[:3] == [["missed", "shown"], ["shown"], ["shown"]]
    assert CHANGED in done[3]

    LearningHistory(tmp_path).add("valley", ANSWERED, f"{month.game_id}.1", outcome=MISSED)
    Shelf(tmp_path).move_to_bin(month.save)
    Shelf(tmp_path).empty_bin()
    with month.vok("practise") as table:
        table.see("One position will not come back: its game is gone.")
        table.press("q")
        assert table.exit_code() == 0
    assert month.done(RETIRED)[-1] == GONE
