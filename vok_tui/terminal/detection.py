"""Detects what the terminal can do, before Textual starts.

Textual would draw into a file or a dumb terminal, and loop if its input is closed, so these cases are refused first. Textual is
not imported here.
"""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from vok_tui.errors import NoTerminal

COERCED_LOCALES: Final = ("C.UTF-8", "C.utf8", "UTF-8")  # what Python writes into LC_CTYPE when the locale is C


@dataclass(frozen=True)
class Terminal:
    """`ascii`: it shows only ASCII. `sixteen_colors`: it has only 16 colours. `remote`: it is used over SSH. `no_color`:
    NO_COLOR is set."""

    ascii: bool = False
    sixteen_colors: bool = False
    remote: bool = False
    no_color: bool = False


def require_terminal(env: Mapping[str, str]) -> None:
    """Raises NoTerminal, with the reason and what to do, unless the table can be shown and keys can be read."""
    for stream, word in ((sys.__stdin__, "input"), (sys.__stdout__, "output"), (sys.__stderr__, "error output")):
        try:
            usable = stream is not None and stream.isatty()
        except ValueError:  # closed
            usable = False
        if not usable:
            raise NoTerminal(
                f"the {word} is not a terminal, so the table cannot be shown; run vok in a terminal window"
            )
    name = env.get("TERM", "")
    if name in ("", "dumb", "unknown") and os.name == "posix":
        raise NoTerminal(
            f'the terminal (TERM="{name}") cannot move its cursor, so the table cannot be shown; use a terminal window, '
            "or set TERM to what it really is"
        )


def detect_terminal(env: Mapping[str, str]) -> Terminal:
    """What the environment variables say about the terminal."""
    return Terminal(
        ascii=_is_not_utf8(env),
        sixteen_colors=env.get("COLORTERM", "").strip().casefold() not in ("truecolor", "24bit")
        and env.get("TERM", "").casefold().rpartition("-")[2] not in ("256color", "kitty"),
        remote=bool(env.get("SSH_CONNECTION") or env.get("SSH_TTY")),
        no_color="NO_COLOR" in env,
    )


def _is_not_utf8(env: Mapping[str, str]) -> bool:
    """Whether the locale names another character set. A locale without one proves nothing: most terminals without a locale, as
    in containers, show UTF-8."""
    named = env.get("LC_ALL") or ""
    if not named:
        kind = env.get("LC_CTYPE") or ""
        named = env.get("LANG") or "" if kind in ("", *COERCED_LOCALES) else kind
    if not named:
        return False
    return not named.replace("-", "").casefold().split("@")[0].endswith("utf8")
