"""The manual page vok(1), made from the declared arguments of all commands."""

import re
from argparse import Action
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from ai.bots.levels import LEVELS
from ai.bots.player_spec import EQUAL
from vok_tui import __version__
from vok_tui.boards import all_table_kits
from vok_tui.cli.parser import Parser
from vok_tui.exit_codes import EXIT_MEANINGS
from vok_tui.levels.equal_level import SUMMARY
from vok_tui.shell.command_tree import CommandTree, command_tree

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
