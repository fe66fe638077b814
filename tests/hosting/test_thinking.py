"""While nobody is connected, nothing thinks; the next login goes on where the thought was."""

import time
from pathlib import Path

from tests.process_end import MAX_WAIT_SECONDS, has_ended
from tests.vok_tui.pty_terminal import children_of
from tests.vok_tui.sessions.kept import KeptTerminal, session_pid

SLOW = ("play", "--new", "--seed", "5", "--level", "priest:1000000", "--first", "2", "--pace", "0")


def wait_for_children(table: KeptTerminal, pid: int, *, count: int) -> list[int]:
    end = time.monotonic() + MAX_WAIT_SECONDS
    while len(children := children_of(pid)) != count:
        table.read()
        assert time.monotonic() < end
    return children


def test_an_opponent_thinks_only_while_somebody_is_connected(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *SLOW) as first:
        first.see("is thinking")
        pid = session_pid(kept_home)
        (thinker,) = wait_for_children(first, pid, count=1)
        first.cut()
    assert has_ended(thinker)
    with KeptTerminal(kept_home) as second:
        second.see("is thinking")
        (other,) = wait_for_children(second, pid, count=1)
        assert other != thinker
        second.press(">")  # answer now
        second.see("your turn")


def test_no_process_thinks_at_the_player_s_first_question(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *SLOW[:-3], "you", "--pace", "0") as first:
        first.see("Your hand")
        first.settle()
        assert not children_of(session_pid(kept_home))


def test_no_hint_is_looked_for_while_nobody_is_connected(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *SLOW[:-3], "you", "--pace", "0") as first:
        first.see("Your hand")
        first.settle()
        first.press("H")
        first.see("The same key again shows it.")
        first.settle()
        first.press("H")
        pid = session_pid(kept_home)
        (adviser,) = wait_for_children(first, pid, count=1)
        first.cut()
    assert has_ended(adviser)
    with KeptTerminal(kept_home) as second:
        second.see("Your hand")
        second.press("n")
        second.see("You left the pyramid unchanged")
