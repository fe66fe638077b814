"""Detects what the terminal can do, before Textual starts.

Textual would draw into a file or a dumb terminal, and loop for ever if its input is closed. So these cases are refused first.
Textual is not imported here.
"""

import os
import re
import sys
from collections.abc import Mapping
from typing import Final, NamedTuple

from vok_tui.shared.errors import NoTerminal

MIN_TERMINAL_SIZE: Final = (80, 24)  # columns and lines
NAMES_WITHOUT_CURSOR: Final = ("", "dumb", "unknown")  # values of TERM
ONLY_LINES_NOTICE: Final = "This terminal cannot move its cursor, so Vok plays in lines, as vok plain does."
USUAL_SIZE: Final = (80, 24)  # of a window whose size nothing says
COERCED_LOCALES: Final = ("C.UTF-8", "C.utf8", "UTF-8")  # Python sets LC_CTYPE to these if the locale is C


class Terminal(NamedTuple):
    """A terminal. `ascii`: it shows only ASCII. `sixteen_colors`: it has only 16 colours; `has_256_colors`: it has no more than
    256. `remote`: it is used over SSH. `no_color`: NO_COLOR is set, and not empty."""

    ascii: bool = False
    sixteen_colors: bool = False
    has_256_colors: bool = False
    remote: bool = False
    no_color: bool = False

    def has_mouse(self, configured: bool | None) -> bool:
        """Whether clicks reach the program: as `mouse` in config.toml says; without it, not over SSH."""
        return not self.remote if configured is None else configured


def window_size(env: Mapping[str, str]) -> tuple[int, int] | None:
    """The columns and lines of the window: what the first stream that is a terminal says. Only where none says it, LINES and
    COLUMNS count: a shell may have exported them from another window. None if nothing says it."""
    for stream in (sys.__stdout__, sys.__stderr__, sys.__stdin__):
        try:
            if stream is not None:
                columns, lines = os.get_terminal_size(stream.fileno())
                if columns and lines:
                    return columns, lines
        except (OSError, ValueError):  # no terminal; closed
            continue
    columns, lines = [_size_in_env(env, name) for name in ("COLUMNS", "LINES")]
    return (columns or USUAL_SIZE[0], lines or USUAL_SIZE[1]) if columns or lines else None


def _size_in_env(env: Mapping[str, str], name: str) -> int:
    """The number in LINES or COLUMNS; 0 if it is none."""
    word = env.get(name, "")
    return int(word) if re.fullmatch(r"[0-9]{1,5}", word) else 0


def require_terminal(env: Mapping[str, str]) -> None:
    """Raise NoTerminal, with the reason and what to do, unless the table can be shown and keys can be read."""
    for stream, word in ((sys.__stdin__, "input"), (sys.__stdout__, "output"), (sys.__stderr__, "error output")):
        try:
            usable = stream is not None and stream.isatty()
        except ValueError:  # closed
            usable = False
        if not usable:
            raise NoTerminal(
                f"the {word} is not a terminal, so the table cannot be shown; run vok in a terminal window, or "
                "play in lines with vok plain"
            )
    check_terminal_name(env)


def shows_only_lines(env: Mapping[str, str]) -> bool:
    """Whether input and output are a terminal that cannot move its cursor."""
    if os.name != "posix" or env.get("TERM", "") not in NAMES_WITHOUT_CURSOR:
        return False
    try:
        return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stdout__))
    except ValueError:  # closed
        return False


def check_terminal_name(env: Mapping[str, str]) -> None:
    """Raise NoTerminal if TERM names a terminal that cannot show the table."""
    name = env.get("TERM", "")
    if name in NAMES_WITHOUT_CURSOR and os.name == "posix":
        raise NoTerminal(
            f'the terminal (TERM="{name}") cannot move its cursor, so the table cannot be shown; use a terminal window, '
            "set TERM to what it really is, or play in lines with vok plain"
        )


def detect_terminal(env: Mapping[str, str]) -> Terminal:
    """What the environment variables say about the terminal."""
    has_more = has_24_bit_colors(env)
    has_256_colors = env.get("TERM", "").casefold().rpartition("-")[2] in ("256color", "kitty")
    return Terminal(
        ascii=_is_not_utf8(env),
        sixteen_colors=not (has_more or has_256_colors),
        has_256_colors=has_256_colors and not has_more,
        remote=bool(env.get("SSH_CONNECTION") or env.get("SSH_TTY")),
        no_color=bool(env.get("NO_COLOR")),
    )


def has_24_bit_colors(env: Mapping[str, str]) -> bool:
    """Whether the terminal promises 24-bit colours."""
    return env.get("COLORTERM", "").strip().casefold() in ("truecolor", "24bit")


def locale_setting(env: Mapping[str, str]) -> tuple[str, str]:
    """The environment variable that decides the character set, and its value; two empty strings if none is set."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = env.get(name) or ""
        if value and not (name == "LC_CTYPE" and value in COERCED_LOCALES):
            return name, value
    return "", ""


def _is_not_utf8(env: Mapping[str, str]) -> bool:
    """Whether the locale names a character set other than UTF-8. Without a locale, UTF-8 is assumed: most terminals in containers
    have none and show UTF-8."""
    _, locale = locale_setting(env)
    return bool(locale) and not locale.replace("-", "").casefold().split("@")[0].endswith("utf8")
