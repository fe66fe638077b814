"""A question on its way over a real SSH connection: no key answers it before its last byte has arrived."""

from pathlib import Path

from tests.hosting.ssh_server import Server
from tests.vok_tui.terminal.far_terminal import FarKeptTerminal, assert_no_early_key_answers
from tests.vok_tui.test_pty import GAME


def test_no_early_key_answers_over_ssh(server: Server, kept_home: Path) -> None:
    with server.login_from(FarKeptTerminal, kept_home, *GAME) as table:
        assert_no_early_key_answers(table)
        table.press("q")
        table.exit_code()
