"""The help lists all commands and exit codes, and the README describes levels, options and exit codes as the help does."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from ai.bots.player_spec import EQUAL
from ai.levels import LEVELS
from lab.commands import COMMANDS as LAB_COMMANDS
from tests.vok_tui.run_vok import RunVok
from vok_tui import levels
from vok_tui.cli.main import COMMANDS, module_name_of
from vok_tui.errors import EXIT_MEANINGS, ExitCode
from vok_tui.parser import Parser

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
GAMES = ("valley", "thieves")  # between them, they have all options


def test_the_help_lists_every_command_and_exit_code(vok: RunVok):
    code, out, _ = vok("--help")
    assert code == ExitCode.OK
    assert [name for name in COMMANDS if f"vok {name}" not in out] == []
    assert [number for number in ExitCode if not re.search(rf"^ +{number:d} +\w", out, re.MULTILINE)] == []


def options_of(command: str) -> set[str]:
    """The options in the help of a command."""
    flags: set[str] = set()
    for game in GAMES:
        parser = Parser(command, "", ["--game", game])
        import_module(module_name_of(command)).add_arguments(parser)
        flags |= {flag for argument in parser.declared for flag in argument.option_strings if flag.startswith("--")}
    return flags - {"--version"}


def documented_options(command: str) -> set[str]:
    """The options of a command in the tables of the README."""
    section = README.partition("Options of `vok play`:")[2].partition("Exit codes:")[0]
    play_table, _, other_table = section.partition("Options of the other commands:")
    if command == "play":
        rows = [line.split(" | ")[0] for line in play_table.splitlines()]
    else:
        cells = [line.split(" | ") for line in other_table.splitlines() if line.startswith("| `--")]
        rows = [options for options, commands, _ in cells if command in commands.split(", ")]
    return {flag for row in rows for flag in re.findall(r"--[a-z][a-z-]*", row)}


@pytest.mark.parametrize("command", [*COMMANDS, *LAB_COMMANDS])
def test_the_readme_lists_every_option_of_a_command_and_no_other(command: str):
    assert documented_options(command) == options_of(command)


def test_the_readme_describes_every_level_as_the_help_does():
    summaries = {name: level.summary for name, level in LEVELS.items()} | {EQUAL: levels.SUMMARY}
    assert [name for name, summary in summaries.items() if f"| {name} | {summary}" not in README] == []


def test_the_readme_explains_every_exit_code_as_the_help_does():
    assert [code for code, meaning in EXIT_MEANINGS.items() if f"| {code:d} | {meaning} |" not in README] == []
