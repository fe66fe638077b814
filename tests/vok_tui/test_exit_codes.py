"""The exit codes are documented in the help and in the README."""

import re
from pathlib import Path

from tests.vok_tui.say import Say
from vok_tui.commands import COMMANDS
from vok_tui.exit_codes import ExitCode

README = Path(__file__).parents[2] / "README.md"


def test_the_help_lists_every_command_and_exit_code(vok: Say):
    code, out, _ = vok("--help")
    assert code == ExitCode.OK
    assert [name for name in COMMANDS if f"vok {name}" not in out] == []
    assert [number for number in ExitCode if not re.search(rf"^ +{number:d} +\w", out, re.MULTILINE)] == []


def test_the_readme_lists_every_exit_code():
    table = README.read_text(encoding="utf-8")
    assert all(f"| {number:d} |" in table for number in ExitCode)
