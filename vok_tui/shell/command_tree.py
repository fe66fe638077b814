"""One argument parser for the whole of `vok`, with all commands below it.

`vok` itself imports only the module of the command that runs. Completion and the manual page need all commands at once. They
take them from the same declarations as the help.
"""

from importlib import import_module
from typing import NamedTuple, cast

from vok_tui.cli.main import Command
from vok_tui.cli.parser import Parser
from vok_tui.commands import COMMANDS


class CommandTree(NamedTuple):
    """`root` takes the options of `vok play`, which need no command, and has all commands below it."""

    root: Parser
    commands: dict[str, Parser]


class _CommandParser(Parser):
    """The parser of the command line `vok NAME`, made as argparse makes the parsers below another one."""

    def __init__(self, prog: str, **_settings: object) -> None:
        name = prog.rpartition(" ")[2]
        super().__init__(name, COMMANDS[name])


def command_tree() -> CommandTree:
    """Declare all commands. Imports the modules of all commands."""
    modules = {name: cast(Command, import_module(f"vok_tui.commands.{name}")) for name in COMMANDS}
    root = Parser("", "Card games in your terminal")
    root.prog = "vok"
    modules["play"].add_arguments(root)
    below = root.add_subparsers(prog="vok", metavar="COMMAND", parser_class=_CommandParser)
    commands: dict[str, Parser] = {}
    for name, summary in COMMANDS.items():
        commands[name] = below.add_parser(name, help=summary)
        modules[name].add_arguments(commands[name])
    return CommandTree(root, commands)
