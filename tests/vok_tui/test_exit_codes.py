"""The exit codes that scripts rely on are told wherever a reader looks for them."""

import re
from pathlib import Path

from vok_tui.cli.main import HELP
from vok_tui.commands import COMMANDS
from vok_tui.exit_codes import ExitCode

README = Path(__file__).parents[2] / "README.md"


def test_the_help_names_every_command_and_every_exit_code():
    assert all(f"vok {name}" in HELP for name in COMMANDS)
    assert all(re.search(rf"\b{number:d} \w", HELP) for number in ExitCode)


def test_the_readme_names_every_exit_code():
    table = README.read_text(encoding="utf-8")
    assert all(f"| {number:d} |" in table for number in ExitCode)
