"""What kind of terminal this is, found out before Textual starts: afterwards it is too late.

Textual draws into a file, into a dumb terminal and with its input closed (there it spins), so what cannot show the table
is turned away first. No Textual is imported here.
"""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from vok_tui.errors import NoTerminal

COERCED: Final = ("C.UTF-8", "C.utf8", "UTF-8")  # what Python writes into LC_CTYPE when the locale is C


@dataclass(frozen=True)
class Terminal:
    """`ascii`: it shows no more than ASCII. `sixteen`: it has no more colours. `remote`: it is reached over SSH. `no_color`:
    its owner wants none."""

    ascii: bool = False
    sixteen: bool = False
    remote: bool = False
    no_color: bool = False


def require(env: Mapping[str, str]) -> None:
    """Raises NoTerminal, with what is in the way and what to do, unless a table can be shown and keys can be read here."""
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


def look(env: Mapping[str, str]) -> Terminal:
    """What the environment says of the terminal."""
    return Terminal(
        ascii=_says_other_than_utf8(env),
        sixteen=env.get("COLORTERM", "").strip().casefold() not in ("truecolor", "24bit")
        and env.get("TERM", "").casefold().rpartition("-")[2] not in ("256color", "kitty"),
        remote=bool(env.get("SSH_CONNECTION") or env.get("SSH_TTY")),
        no_color="NO_COLOR" in env,
    )


def _says_other_than_utf8(env: Mapping[str, str]) -> bool:
    """Whether the locale names another character set. One that names none at all is no witness: most terminals that run
    without a locale, as in containers, show UTF-8."""
    named = env.get("LC_ALL") or ""
    if not named:
        kind = env.get("LC_CTYPE") or ""
        named = env.get("LANG") or "" if kind in ("", *COERCED) else kind
    if not named:
        return False
    return not named.replace("-", "").casefold().split("@")[0].endswith("utf8")
