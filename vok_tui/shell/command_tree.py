"""One argument parser for `vok` with all its commands, for completion and the manual page.

`vok` itself imports only the module of the command that runs, but these two need all commands at once. Their arguments are those
that the modules declare for the help.
"""

from importlib import import_module
from typing import NamedTuple, cast

from engine.games import GAMES
from vok_tui.cli.game_options import GAME_FLAG
from vok_tui.cli.main import Command
from vok_tui.cli.parser import Parser
from vok_tui.commands import COMMANDS, module_name_of


class CommandTree(NamedTuple):
    """`root` is the parser of `vok`, with the options of `vok play`; `commands` are the parsers of its commands."""

    root: Parser
    commands: dict[str, Parser]


class _CommandParser(Parser):
    """The parser of `vok NAME`, with the constructor that argparse expects of a subparser."""

    def __init__(self, prog: str, **_settings: object) -> None:
        name = prog.rpartition(" ")[2]
        super().__init__(name, COMMANDS[name])


def add_options_of_other_games(name: str, module: Command, parser: Parser) -> None:
    """Declare the options that a command has only for other games than the default one. This is only for the description: a
    command line is parsed with the options of its own game."""
    if GAME_FLAG not in parser.flags:
        return
    default_parser = Parser(name, "")
    module.add_arguments(default_parser)
    for game in [game for game in GAMES if game != GAMES.default]:
        game_parser = Parser(name, "", (GAME_FLAG, game))
        module.add_arguments(game_parser)
        known = {flag: action for action in parser.declared for flag in action.option_strings}
        default_help = {flag: action.help for action in default_parser.declared for flag in action.option_strings}
        for action in game_parser.declared:
            flags, text = action.option_strings, f"with {GAME_FLAG} {game}: {action.help}"
            if flags and flags[0] not in known:
                parser.add_argument(*flags, metavar=action.metavar, help=text)
            elif flags and default_help.get(flags[0]) != action.help:
                known[flags[0]].help = f"{known[flags[0]].help}; {text}"


def command_tree() -> CommandTree:
    """Declare all commands. Imports the modules of all commands."""
    modules = {name: cast(Command, import_module(module_name_of(name))) for name in COMMANDS}
    root = Parser("", "Card games in your terminal")
    root.prog = "vok"
    modules["play"].add_arguments(root)
    subparsers = root.add_subparsers(prog="vok", metavar="COMMAND", parser_class=_CommandParser)
    commands: dict[str, Parser] = {}
    for name, summary in COMMANDS.items():
        commands[name] = subparsers.add_parser(name, help=summary)
        modules[name].add_arguments(commands[name])
        add_options_of_other_games(name, modules[name], commands[name])
    add_options_of_other_games("play", modules["play"], root)
    return CommandTree(root, commands)
