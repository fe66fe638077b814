"""A new login shows the same screen, cell by cell, wherever the player was."""

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.process_end import MAX_WAIT_SECONDS, has_ended
from tests.vok_tui.played_games import finished_game
from tests.vok_tui.pty_terminal import GAME, PtyTerminal, children_of
from tests.vok_tui.sessions.kept import KeptTerminal, end_and_check, session_pid, state_of

# Keys after the first question, and what the screen then shows.
PLACES = {
    "a game without a move": ("", "Your hand"),
    "the cursor moved": ("\x1b[C\x1b[B", "Your hand"),
    "a purchase half paid": ("z", "2 of 2 gold"),
    "the list of answers": ("/", "Your hand"),
    "a pane over the table": ("l", "Log"),
    "the help": ("?", "H E L P"),
    "the palette": ("\x10", "Search"),
    "after a turn": ("n", "You left the pyramid unchanged"),
}


@pytest.mark.parametrize("place", PLACES)
def test_the_next_login_shows_the_same_cells(kept_home: Path, place: str) -> None:
    keys, seen = PLACES[place]
    with KeptTerminal(kept_home, *GAME) as first:
        first.see("Your hand")
        first.press(keys)
        first.see(seen)
        first.settle()
        cells, pid = first.cells, session_pid(kept_home)
        first.cut()
    with KeptTerminal(kept_home) as second:
        second.see(seen)
        second.settle()
        assert second.cells == cells
        assert session_pid(kept_home) == pid


def test_another_terminal_gets_its_own_size_and_signs(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME, env={"LANG": "C"}) as poor:
        poor.see("Your hand")
        poor.settle()
        assert poor.sent.isascii()
        poor.cut()
    with KeptTerminal(kept_home) as first:
        first.see("Your hand")
        first.see("•z")
        first.press("z")
        first.see("2 of 2 gold")
        first.cut()
    plain = {"COLORTERM": "", "TERM": "linux", "LANG": "C", "NO_COLOR": "1"}
    with KeptTerminal(kept_home, columns=120, lines=40, env=plain) as second:
        second.see("2 of 2 gold")
        second.settle()
        assert second.sent.isascii()
        assert b";2;" not in second.sent
        text, cells = second.text, second.cells
    with PtyTerminal(
        kept_home, columns=120, lines=40, env=plain
    ) as fresh:  # as a terminal that was there from the beginning
        fresh.see("2 of 2 gold")
        fresh.settle()
        assert fresh.text == text
    with KeptTerminal(kept_home) as third:
        third.see("◆")
        third.settle()
        assert third.cells != cells
        assert b";2;" in third.sent
    assert not state_of(kept_home).is_connected


def test_a_step_of_a_review_is_shown_again_also_by_the_session_after_this_one(kept_home: Path) -> None:
    path = finished_game(kept_home)
    with KeptTerminal(kept_home, "open", str(path)) as first:
        first.see("Review")
        for keys in ("t", "g", "19\r", " ", "wh"):  # the tree, a turn with a variation, folded; another seat, all hands
            first.press(keys)
            first.settle()
        assert "1 folded" in first.text
        cells, pid = first.cells, session_pid(kept_home)
        first.cut()
    with KeptTerminal(kept_home) as second:
        second.see("Review")
        second.settle()
        assert second.cells == cells
        second.cut()
    end_and_check(kept_home)  # as after an upgrade
    with KeptTerminal(kept_home) as third:
        third.see("Review")
        third.settle()
        for part in ("turn 19 of 42", "seen by Nefertari", "hands open", "1 folded"):
            assert part in second.text
            assert part in third.text
        assert session_pid(kept_home) != pid


def test_an_open_pane_is_open_in_the_session_after_this_one(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as first:
        first.see("Your hand")
        first.press("n")
        first.see("You left the pyramid unchanged")
        first.press("l")
        first.see("Log")
        first.settle()
        text, pid = first.text, session_pid(kept_home)
        first.cut()
    end_and_check(kept_home)
    with KeptTerminal(kept_home) as second:
        second.see("Log")
        second.settle()
        assert second.text == text
        assert session_pid(kept_home) != pid


def test_an_analysis_stops_with_the_connection_and_goes_on_with_the_next(kept_home: Path) -> None:
    path = finished_game(kept_home)
    with KeptTerminal(kept_home, "open", str(path)) as first:
        first.see("Review")
        first.press("A")
        first.catch("analysed ")
        pid = session_pid(kept_home)
        workers = wait_for_children(pid, first)
        first.cut()
    assert all(has_ended(worker) for worker in workers)
    with KeptTerminal(kept_home) as second:
        second.catch("analysed ")
        wait_for_children(pid, second)


def wait_for_children(pid: int, terminal: PtyTerminal) -> list[int]:
    """Wait until a process has started others. Returns them."""
    end = time.monotonic() + MAX_WAIT_SECONDS
    while not (children := children_of(pid)):
        terminal.read()
        assert time.monotonic() < end, terminal.text
    return children


# Keys one after the other, and what the screen then shows.
SCREENS = (
    ("R", "Redeal"),
    ("\x1b,m", "A new game"),
    ("n", "N E W   G A M E"),
    ("\x1b,d", "Daily game"),
    ("\x1b,p", "Drills"),
    ("\x1b,z", "The puzzle of the day"),
    ("\x1b,g", "First victory"),
    ("\x1b,l", "At the real table"),
    ("\x1b,k", "C A R D S"),
    ("o", "Y O U R   B O X"),
    ("\r", "Back"),
    ("\x1b,\x1b,\x1b,s", "S T A T I S T I C S"),
    ("L", "L O S S E S"),
    ("\x1b,\x1b,o", "S A V E D   G A M E S"),
    ("r", "Name of this game"),
    ("\x1b,b", "T H E   B I N"),
)


def test_every_screen_is_the_same_at_the_next_login(kept_home: Path) -> None:
    finished_game(kept_home)
    with ExitStack() as logins:
        login = logins.enter_context(KeptTerminal(kept_home, *GAME))
        login.see("Your hand")
        login.settle()
        for keys, seen in SCREENS:
            for key in keys.split(","):
                login.press(key)
                login.settle(4)
            login.see(seen)
            login.settle(4)
            cells = login.cells
            login.cut()
            login = logins.enter_context(KeptTerminal(kept_home))
            login.see(seen)
            login.settle(4)
            assert login.cells == cells, seen
