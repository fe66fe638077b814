"""A question on its way over a real SSH connection: no key answers it before its last byte has arrived."""

import time
from pathlib import Path

from tests.hosting.ssh_server import Server
from tests.process_end import MAX_WAIT_SECONDS, has_ended
from tests.vok_tui.pty_terminal import GAME
from tests.vok_tui.sessions.kept import KeptTerminal, session_pid
from tests.vok_tui.terminal.far_terminal import (
    AFTER_IT,
    FIRST_QUESTION,
    SECOND_QUESTION,
    FarKeptTerminal,
    assert_no_early_key_answers,
)
from vok_tui.shared.errors import ExitCode


def test_no_early_key_answers_over_ssh(server: Server, kept_home: Path) -> None:
    with server.login_from(FarKeptTerminal, kept_home, *GAME) as table:
        assert_no_early_key_answers(table)
        table.press("q")
        table.exit_code()


def test_leaving_does_not_wait_for_an_answer_that_never_comes(kept_home: Path) -> None:
    with FarKeptTerminal(kept_home, *GAME) as table:
        table.see(FIRST_QUESTION)
        table.settle()
        pid = session_pid(kept_home)
        table.go_far()
        table.press("n")
        table.wait_until_sent(SECOND_QUESTION)
        table.press("q")
        assert table.exit_code() == ExitCode.OK
    assert has_ended(pid)


def test_a_session_whose_terminal_never_answers_is_played_and_waits_as_any_other(kept_home: Path) -> None:
    with KeptTerminal(kept_home, *GAME) as first:
        first.screen.answer = lambda _: None
        first.see(FIRST_QUESTION)
        end = time.monotonic() + MAX_WAIT_SECONDS
        while SECOND_QUESTION not in first.settle(1):
            assert time.monotonic() < end, "never takes a key"
            first.press("n")
        first.cut()
    with KeptTerminal(kept_home) as second:
        second.see(SECOND_QUESTION)
        second.settle()
        second.press("\r")
        second.see(AFTER_IT)
