"""One argument parser for the whole of `vok`, with all commands below it.

`vok` itself imports only the module of the command that runs. Completion and the manual page need all commands at once. They
take them from the same declarations as the help.
"""

from importlib import import_module
from typing import NamedTuple, cast

from engine.games import GAMES
from vok_tui.cli.game_options import GAME_FLAG
from vok_tui.cli.main import Command
from vok_tui.cli.parser import Parser
from vok_tui.commands import COMMANDS, module_of


class CommandTree(NamedTuple):
    """`root` has the options of `vok play`, which need no command, and all commands below it."""

    root: Parser
    commands: dict[str, Parser]


class _CommandParser(Parser):
    """The parser of the command line `vok NAME`, as argparse makes subparsers."""

    def __init__(self, prog: str, **_settings: object) -> None:
        name = prog.rpartition(" ")[2]
        super().__init__(name, COMMANDS[name])


def add_options_of_other_games(name: str, module: Command, parser: Parser) -> None:
    """Declare the options that a command has for other games than the usual one. The parser only describes them: a command line
    is parsed with the options of its own game."""
    if GAME_FLAG not in parser.flags:
        return
    usual_parser = Parser(name, "")
    module.add_arguments(usual_parser)
    for game in [game for game in GAMES if game != GAMES.default]:
        own = Parser(name, "", (GAME_FLAG, game))
        module.add_arguments(own)
        known = {flag: action for action in parser.declared for flag in action.option_strings}
        usual = {flag: action.help for action in usual_parser.declared for flag in action.option_strings}
        for action in own.declared:
            flags, text = action.option_strings, f"with {GAME_FLAG} {game}: {action.help}"
            if flags and flags[0] not in known:
                parser.add_argument(*flags, metavar=action.metavar, help=text)
            elif flags and usual.get(flags[0]) != action.help:
                known[flags[0]].help = f"{known[flags[0]].help}; {text}"


def command_tree() -> CommandTree:
    """Declare all commands. Imports the modules of all commands."""
    modules = {name: cast(Command, import_module(module_of(name))) for name in COMMANDS}
    root = Parser("", "Card games in your terminal")
    root.prog = "vok"
    modules["play"].add_arguments(root)
    below = root.add_subparsers(prog="vok", metavar="COMMAND", parser_class=_CommandParser)
    commands: dict[str, Parser] = {}
    for name, summary in COMMANDS.items():
        commands[name] = below.add_parser(name, help=summary)
        modules[name].add_arguments(commands[name])
        add_options_of_other_games(name, modules[name], commands[name])
    add_options_of_other_games("play", modules["play"], root)
    return CommandTree(root, commands)
