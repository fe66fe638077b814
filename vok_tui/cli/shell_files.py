"""Completion scripts and the manual page vok(1), made from the declared arguments of all commands.

`vok` itself imports only the module of the command that runs, but these two need all commands at once. Their arguments are those
that the modules declare for the help.

A wheel contains scripts that were made when it was built, so an installed copy can print them without shtab, which is an extra.

    python -m vok_tui.cli.shell_files FOLDER     write them below FOLDER, at the paths where they are installed

The build of a wheel runs this. Without shtab it leaves out the completion scripts and says so.
"""

import re
import shlex
import sys
from argparse import Action
from collections.abc import Iterator
from importlib import import_module, metadata
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, NamedTuple, cast

from ai.bots.player_spec import EQUAL
from ai.levels import LEVELS
from engine.games import GAMES
from vok_tui import __version__
from vok_tui.boards.table_kit import all_table_kits
from vok_tui.cli.game_options import GAME_FLAG
from vok_tui.cli.main import COMMANDS, LAB_COMMANDS, Command, module_name_of
from vok_tui.shared.errors import EXIT_MEANINGS, CommandError
from vok_tui.shared.levels import SUMMARY
from vok_tui.shared.parser import Parser

ALL_COMMANDS = {**COMMANDS, **LAB_COMMANDS}


class CommandTree(NamedTuple):
    """`root` is the parser of `vok`, with the options of `vok play`; `commands` are the parsers of its commands."""

    root: Parser
    commands: dict[str, Parser]


class _CommandParser(Parser):
    """The parser of `vok NAME`, with the constructor that argparse expects of a subparser."""

    def __init__(self, prog: str, **_settings: object) -> None:
        name = prog.rpartition(" ")[2]
        super().__init__(name, ALL_COMMANDS[name])


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
    modules = {name: cast(Command, import_module(module_name_of(name))) for name in ALL_COMMANDS}
    root = Parser("", "Card games in your terminal")
    root.prog = "vok"
    modules["play"].add_arguments(root)
    subparsers = root.add_subparsers(prog="vok", metavar="COMMAND", parser_class=_CommandParser)
    commands: dict[str, Parser] = {}
    for name, summary in ALL_COMMANDS.items():
        commands[name] = subparsers.add_parser(name, help=summary)
        modules[name].add_arguments(commands[name])
        add_options_of_other_games(name, modules[name], commands[name])
    add_options_of_other_games("play", modules["play"], root)
    return CommandTree(root, commands)


SCRIPT_FILES: Final = {  # by shell; relative to the root of the installation
    "bash": "share/bash-completion/completions/vok",
    "zsh": "share/zsh/site-functions/_vok",
    "fish": "share/fish/vendor_completions.d/vok.fish",
}
DISTRIBUTION: Final = "vok-tui"
SAVE_COMPLETION: Final = {  # for shtab: the names of the saves in the data folder, and paths
    **dict.fromkeys(("bash", "zsh"), "_vok_saves"),
    "fish": "(_vok_saves)",
    "preamble": {
        "bash": """\
_vok_saves() {
  local folder file
  for folder in "${VOK_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/vok}" "${VOK_HOME:-$HOME/Library/Application Support/vok}"; do
    for file in "$folder/saves/$1"*.vok; do
      [ -e "$file" ] && printf '%s\\n' "${file##*/}"
    done
  done | sort -u
  compgen -f -- "$1"
}""",
        "zsh": """\
_vok_saves() {
  local folder
  local -aU names
  for folder in "${VOK_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/vok}" "${VOK_HOME:-$HOME/Library/Application Support/vok}"; do
    names+=("$folder"/saves/*.vok(N:t))
  done
  compadd -a names
  _files
}""",
        "fish": """\
function _vok_saves
  set -l folders $VOK_HOME
  if test -z "$VOK_HOME"
    set -l data $XDG_DATA_HOME
    test -n "$data"; or set data $HOME/.local/share
    set folders "$data/vok" "$HOME/Library/Application Support/vok"
  end
  for file in $folders/saves/*.vok
    string replace -r '.*/' '' -- $file
  end
  __fish_complete_path (commandline -ct)
end""",
    },
}


def make_or_find_script(shell: str) -> str:
    """The script for a shell: made by shtab, otherwise that of the wheel. Raises CommandError if there is neither."""
    try:
        return make_completion_script(shell)
    except ModuleNotFoundError as missing:
        if missing.name != "shtab":
            raise
    installed = _installed_script(shell)
    if installed is None:
        command = shlex.join([sys.executable, "-m", "pip", "install", "shtab"])
        raise CommandError(f"shtab makes the completion script, and it is not installed here; to install it: {command}")
    return installed.read_text(encoding="utf-8")


def make_completion_script(shell: str) -> str:
    """Make the script with shtab. Raises ModuleNotFoundError without it."""
    import shtab

    tree = command_tree()
    for parser in (tree.root, *tree.commands.values()):
        for action in parser.declared:
            _declare_values(action, shtab.FILE, shtab.DIRECTORY)
    return str(shtab.complete(tree.root, shell))


def _declare_values(action: Action, file_completion: Any, folder_completion: Any) -> None:
    """Declare the values of an argument for shtab, by its metavar."""
    if hasattr(action, "names_save"):
        action.complete = SAVE_COMPLETION  # type: ignore[attr-defined]
    elif action.metavar in ("FILE", "FOLDER"):
        action.complete = file_completion if action.metavar == "FILE" else folder_completion  # type: ignore[attr-defined]
    elif action.choices is None and isinstance(action.metavar, str):
        action.choices = _known_values(action.metavar)


def _known_values(metavar: str) -> list[str] | None:
    """The known values of an argument with this metavar; None if there are none."""
    from saves.text import FORMATS
    from vok_tui.cli.game_options import edition_names, game_names

    values = {
        "E": edition_names(),
        "GAME": game_names(),
        "FORMAT": list(FORMATS),
        "LEVEL": list(LEVELS),
        "SHELL": list(SCRIPT_FILES),
        "WHO": ["you", "lot"],
    }
    return values.get(metavar)


def _installed_script(shell: str) -> Path | None:
    """The path of the script from the installed wheel; None if there is none."""
    try:
        files = metadata.files(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return None
    for file in files:
        path = Path(str(file.locate()))
        if file.as_posix().endswith(SCRIPT_FILES[shell]) and path.is_file():
            return path
    return None


DESCRIPTION: Final = """\
Without a command, vok continues the last game, or starts one, and takes the options of vok play. At the table, ? shows all \
keys. Each move is on disk before it is shown. Vok is an unofficial fan implementation."""
ENVIRONMENT: Final = {
    "VOK_HOME": "folder of saves and configuration",
    "VOK_PROCESSES": "number of processes that a pharaoh uses at the table (default: one per core, at most 4)",
    "VOK_PURE": "set to 1 before an installation, it skips compiling the engine",
    "NO_COLOR": "set to any text, no colours; an empty value counts as not set",
}
FILES: Final = {
    "~/.local/share/vok/saves": "the saves, one file for each game (other systems: the folder that vok doctor names)",
    "~/.config/vok/config.toml": "the configuration",
    "~/.local/state/vok/session.sock": "the socket of a game that goes on without its terminal",
}
INDENT: Final = 4  # columns of each level of the text
MIN_TEXT_COLUMNS: Final = 40
MAX_TEXT_COLUMNS: Final = 100
ROFF_ESCAPE: Final = re.compile(r"\\(?:f[BIR]|[-e&])")  # those that the page uses
ROFF_CHARACTERS: Final = {r"\-": "-", r"\e": "\\"}


def man_page() -> str:
    """The manual page in roff, with the macros of man(7)."""
    return "\n".join(_page_lines(command_tree())) + "\n"


def man_text(columns: int) -> str:
    """The manual page as text, in lines of `columns` characters, but not longer than is good to read."""
    width = max(MIN_TEXT_COLUMNS, min(columns, MAX_TEXT_COLUMNS))
    lines: list[str] = []
    indent, awaited = INDENT, "text"
    for line in _page_lines(command_tree()):
        macro, _, rest = line.partition(" ") if line.startswith(".") else ("", "", line)
        text = ROFF_ESCAPE.sub(lambda escape: ROFF_CHARACTERS.get(escape[0], ""), rest)
        if macro in (".SH", ".SS"):
            lines += ["", text if macro == ".SH" else " " * INDENT + text]
            indent = INDENT if macro == ".SH" else 2 * INDENT
        elif macro == ".TP":
            awaited = "heading"
        elif awaited == "heading":
            lines.append(" " * indent + text)
            awaited = "explanation"
        elif not macro:
            margin = " " * (indent + INDENT if awaited == "explanation" else indent)
            lines += wrap(text, width, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
            awaited = "text"
    return "\n".join(lines[1:]) + "\n"


def _page_lines(tree: CommandTree) -> Iterator[str]:
    yield f'.TH VOK 1 "" "vok {__version__}" "Games"'
    yield from (".SH NAME", r"vok \- card games in the terminal", ".SH SYNOPSIS")
    yield from (r"\fBvok\fR [\fICOMMAND\fR] [\fIOPTION\fR ...]", ".SH DESCRIPTION")
    for kit in all_table_kits().values():
        yield from map(_escaped, (kit.introduction, kit.credits))
    yield _escaped(DESCRIPTION)
    yield ".SH COMMANDS"
    for name, parser in tree.commands.items():
        yield from _command_lines(name, parser)
    yield ".SH OPPONENTS"
    yield from _entry_lines({name: level.summary for name, level in LEVELS.items()} | {EQUAL: SUMMARY})
    yield ".SH ENVIRONMENT"
    yield from _entry_lines(ENVIRONMENT)
    yield ".SH FILES"
    yield from _entry_lines(FILES)
    yield ".SH EXIT STATUS"
    yield from _entry_lines({str(int(code)): meaning for code, meaning in EXIT_MEANINGS.items()})


def _command_lines(name: str, parser: Parser) -> Iterator[str]:
    words = [usage_word(action) for action in parser.declared if not action.option_strings]
    yield f".SS vok {name} {_escaped(' '.join(words))}".rstrip()
    yield _escaped(parser.description or "")
    for action in parser.declared:
        yield ".TP"
        yield _argument_heading(action)
        yield _escaped(_help_sentence(action))


def usage_word(action: Action) -> str:
    """`FILE`, `[NAME ...]`"""
    word = str(action.metavar or action.dest)
    return {"*": f"[{word} ...]", "+": f"{word} ...", "?": f"[{word}]"}.get(str(action.nargs), word)


def _argument_heading(action: Action) -> str:
    """The names of an argument in bold, its value in italics."""
    value = str(action.metavar or "")
    if not action.option_strings:
        return rf"\fI{_escaped(value or action.dest)}\fR"
    names = ", ".join(rf"\fB{_escaped(name)}\fR" for name in action.option_strings)
    return names + (rf" \fI{_escaped(value)}\fR" if value else "")


def _help_sentence(action: Action) -> str:
    """The help of an argument as a sentence."""
    text = action.help or ""
    return f"{text[:1].upper()}{text[1:]}."


def _entry_lines(texts: dict[str, str]) -> Iterator[str]:
    for name, text in texts.items():
        yield from (".TP", rf"\fB{_escaped(name)}\fR", _escaped(f"{text[:1].upper()}{text[1:]}."))


def _escaped(text: str) -> str:
    """The text escaped for roff."""
    safe = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{safe}" if safe.startswith((".", "'")) else safe


MAN_PAGE_FILE: Final = "share/man/man1/vok.1"


def write_shared_files(folder: Path) -> None:
    """Write all files. Raises OSError. Without shtab, writes only the manual page and raises ModuleNotFoundError."""
    import vok_tui.library  # noqa: F401  puts our packages on the path

    _write(folder / MAN_PAGE_FILE, man_page())
    for shell, file in SCRIPT_FILES.items():
        _write(folder / file, make_completion_script(shell))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> int:
    """Write the files into the folder that the command line names."""
    try:
        write_shared_files(Path(sys.argv[1]))
    except ModuleNotFoundError as missing:
        if missing.name != "shtab":
            raise
        sys.stderr.write("Vok: shtab is missing here, so the completion scripts are left out.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
