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
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, NamedTuple, cast

from ai.bots.player_spec import EQUAL
from ai.levels import LEVELS
from engine.core.game import HUMAN
from engine.games import GAMES
from vok_tui import __version__
from vok_tui.boards.table_kit import all_table_kits
from vok_tui.cli.game_options import GAME_FLAG
from vok_tui.cli.main import COMMANDS, LAB_COMMANDS, PLAIN_COMMANDS, Command, module_name_of
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
        super().__init__(name, ALL_COMMANDS.get(name, ""))


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


def command_tree(*, has_help: bool = False) -> CommandTree:
    """Declare all commands, with `has_help` also `vok help COMMAND`. Imports the modules of all commands."""
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
    if has_help:
        commands["help"] = subparsers.add_parser("help", help="show the options of a command")
        commands["help"].add_argument("command", metavar="COMMAND", help="the command")
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

    tree = command_tree(has_help=True)
    for parser in (tree.root, *tree.commands.values()):
        for action in parser.declared:
            _prepare_for_shtab(parser.command, action, shtab.FILE, shtab.DIRECTORY)
    script = str(shtab.complete(tree.root, shell))
    return AFTER_SHTAB[shell](script)


def first_sentence(text: str) -> str:
    """The beginning of a help that fits beside an option: its first sentence, without the default."""
    return re.split(r"; |\. | \(default|: with --game", text, maxsplit=1)[0]


def _split_at_equals_signs(script: str) -> str:
    """The script for bash, in which a value is completed also behind `--game=`: bash makes three words of that."""
    return script.replace("-F _shtab_vok vok", "-F _vok vok") + BASH_EQUALS_SIGN


def _take_equals_signs(script: str) -> str:
    """The script for zsh, in which an option takes its value behind a blank or an equals sign, and all of repeated words are
    completed."""
    script = script.replace('"(*)::', '"*:')  # of a word that may be repeated, the second too
    return re.sub(r"^(  \"(?:\([^)]*\))?\*?--[\w-]+)(\[.*\]:)", r"\1=\2", script, flags=re.MULTILINE)


BASH_EQUALS_SIGN: Final = """
_vok() {
  local -a words=()
  local place=0 index word
  for index in "${!COMP_WORDS[@]}"; do
    word="${COMP_WORDS[index]}"
    if [[ "$word" == "=" && "${COMP_WORDS[index-1]}" == --* ]]; then
      (( index == COMP_CWORD )) || continue
      word=""
    fi
    words+=("$word")
    (( index == COMP_CWORD )) && place=$(( ${#words[@]} - 1 ))
  done
  local -a COMP_WORDS=("${words[@]}")
  local COMP_CWORD=$place
  _shtab_vok
}
"""
AFTER_SHTAB: Final[dict[str, Callable[[str], str]]] = {
    "bash": _split_at_equals_signs,
    "zsh": _take_equals_signs,
    "fish": str,
}


class Values(NamedTuple):
    """The values of an argument, each with one sentence. With `saves_follow`, names of saves come after the first of them."""

    sentences: dict[str, str]
    saves_follow: bool = False


def _prepare_for_shtab(command: str, action: Action, file_completion: Any, folder_completion: Any) -> None:
    """Declare the values of an argument by its metavar, and shorten its help. shtab reads both from the action."""
    action.help = first_sentence(action.help or "")
    values = _known_values(command, action)
    if hasattr(action, "names_save"):
        action.complete = SAVE_COMPLETION  # type: ignore[attr-defined]
    elif action.metavar in ("FILE", "FOLDER"):
        action.complete = file_completion if action.metavar == "FILE" else folder_completion  # type: ignore[attr-defined]
    elif action.choices is None and values is not None:
        place = action.metavar if action.option_strings else f"{command}_{action.metavar}"
        owner = "lab_" if action.metavar == "LEVEL" and command in LAB_COMMANDS else ""
        action.complete = _completion_of(f"_vok_{owner}{place}".lower(), values)  # type: ignore[attr-defined]


def _known_values(command: str, action: Action) -> Values | None:
    """The known values of an argument with its metavar; None if there are none."""
    from vok_tui.cli.game_options import edition_names, game_names
    from vok_tui.records.save_list import ORDERS, RESULTS

    levels = {name: level.summary for name, level in LEVELS.items()}
    players = {**levels, EQUAL: SUMMARY, HUMAN: "a friend at the same keyboard"}
    by_metavar = {
        "E": dict.fromkeys(edition_names(), "an edition"),
        "GAME": {name: GAMES[name].title() for name in game_names()},
        "FORMAT": {"text": "a score to read", "json": "a JSON object a line", "line": "one line to paste"},
        "LEVEL": levels if command in LAB_COMMANDS else players,
        "SHELL": dict.fromkeys(SCRIPT_FILES, "a shell"),
        "WHO": {"you": "you begin", "lot": "the seed decides"},
        "R": {name.replace(" ", "-"): "a result" for name in RESULTS},
        "ORDER": dict.fromkeys(ORDERS, "an order"),
    }
    by_word = {
        ("plain", "COMMAND"): Values({name: COMMANDS[name] for name in PLAIN_COMMANDS}),
        ("help", "COMMAND"): Values(dict(ALL_COMMANDS)),
        ("saves", "ACTION"): Values(SAVES_ACTIONS, saves_follow=True),
        ("sessions", "ACTION"): Values({"end": "end the game that goes on without a terminal"}),
        ("cards", "NAME"): Values(CARDS_WORDS),
    }
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if (command, metavar) in by_word and not action.option_strings:
        return by_word[command, metavar]
    return Values(by_metavar[metavar]) if metavar in by_metavar else None


SAVES_ACTIONS: Final = {
    "rename": "give a save a name",
    "note": "write a note into a save",
    "delete": "move a save to the bin",
    "restore": "bring a save back from the bin",
    "empty": "delete everything in the bin for good",
}
CARDS_WORDS: Final = {
    "export": "write all cards as TOML",
    "check": "list the faults of a file of cards",
    "own": "enter what is printed on your cards",
}


BASH_SAVES_FOLLOW: Final = """\
local word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in NAMES) _vok_saves "$1"; return;; esac
  done
  """


def _zsh_word(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_word(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _completion_of(function: str, values: Values) -> dict[str, Any]:
    """For shtab: a function of each shell that offers these values, in zsh and fish with their sentences."""
    names = list(values.sentences)
    in_zsh = [_zsh_word(f"{name}:{text}") for name, text in values.sentences.items()]
    in_fish = [f"  printf '%s\\t%s\\n' {name} {_fish_word(text)}" for name, text in values.sentences.items()]
    bash = f'compgen -W "{" ".join(names)}" -- "$1"'
    zsh = f"local -a values=({' '.join(in_zsh)})\n  _describe -t values value values"
    fish = "\n".join(in_fish)
    if values.saves_follow:
        before = "|".join(names)
        bash = BASH_SAVES_FOLLOW.replace("NAMES", before) + bash
        zsh = f'if [[ " ${{words[*]}} " == *" "({before})" "* ]]; then _vok_saves; return; fi\n  {zsh}'
        fish = f"  if string match -qr '^({before})$' -- (commandline -opc)\n    _vok_saves\n    return\n  end\n{fish}"
    preamble = {
        "bash": f"{function}() {{\n  {bash}\n}}",
        "zsh": f"{function}() {{\n  {zsh}\n}}",
        "fish": f"function {function}\n{fish}\nend",
    }
    return {"bash": function, "zsh": function, "fish": f"({function})", "preamble": preamble}


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
EXAMPLES: Final = {  # of command lines
    "vok": "continue the last game, or start one",
    "vok play --level priest --players 3": "a new game against two priests",
    "vok play --new --seed fasod-bodul-hohor-didus": "the deal of which a friend has told you the words",
    "vok saves --find ann --sort points": "the games in which Ann plays",
    "vok export GAME --format line | vok import -": "send a game as one line, and read it",
    "vok analyse GAME --html page.html": "a page that says what your decisions have cost",
    "vok verify GAME --json": "check a save in a script; the exit code says whether it is sound",
    "vok plain --json": "let a program play: it reads and writes JSON lines",
}
SEE_ALSO: Final = (
    "In docs/ of the sources: playing.md for all that can be done at the table, commands.md for all options, configuration.md "
    "for config.toml, hosting.md for games over SSH, promises.md for what later versions keep. ssh(1), fish(1), zsh(1), bash(1)"
)
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
    yield ".SH EXAMPLES"
    yield from _entry_lines(EXAMPLES)
    yield ".SH SEE ALSO"
    yield _escaped(SEE_ALSO)


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
    text = action.help or ""
    return f"{text[:1].upper()}{text[1:]}."


def _entry_lines(texts: dict[str, str]) -> Iterator[str]:
    for name, text in texts.items():
        yield from (".TP", rf"\fB{_escaped(name)}\fR", _escaped(f"{text[:1].upper()}{text[1:]}."))


def _escaped(text: str) -> str:
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
