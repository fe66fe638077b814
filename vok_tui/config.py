"""config.toml: what a user may set, read strictly.

Nothing in the file is passed over in silence: an unknown name is refused with the nearest known one, a value of the wrong
kind with the right kind, each with the line it stands on.

    [player]
    name = "Ann"              # your name at the table

    [table]
    theme = "vok"             # a colour theme by name; the command palette shows them all
    ascii = false             # draw with plain characters only
    pace = 0.6                # seconds for which each step of an opponent can be seen; 0 is no pause
    mouse = true              # also over SSH; false leaves the mouse to the terminal, nothing at all means: not over SSH

    [keys]
    undo = "u,backspace"      # a name from the help, and the keys that shall do it
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ai.files import BadFile, NoFile, read_text
from engine.core import bounded_toml
from saves.names import WIDEST
from vok_tui.errors import ConfigError
from vok_tui.keys import KEYS, check, spelt
from vok_tui.nearest import nearest

PACE: Final = 0.6  # seconds
SLOWEST: Final = 10.0
MAX_BYTES: Final = 64_000


@dataclass(frozen=True)
class Config:
    """The settings in force. `theme` "" and `mouse` None: the terminal decides."""

    name: str = ""
    theme: str = ""
    ascii: bool = False
    mouse: bool | None = None
    pace: float = PACE
    keys: Mapping[str, str] = field(default_factory=dict)


KINDS: Final[Mapping[str, Mapping[str, type]]] = {
    "player": {"name": str},
    "table": {"theme": str, "ascii": bool, "mouse": bool, "pace": float},
    "keys": {key.id: str for place in KEYS.values() for key in place},
}
EXAMPLES: Final = {
    str: 'text in quotes, as in {name} = "..."',
    bool: "true or false",
    float: f"a number of seconds from 0 to {SLOWEST:g}",
}


def load(path: Path) -> Config:
    """The settings of a file; the defaults if there is no such file. Raises ConfigError."""
    try:
        text = read_text(path, MAX_BYTES)
    except NoFile:
        return Config()
    except BadFile as bad:
        raise ConfigError(f"{path} cannot be read: {bad}") from None
    try:
        return parse(text)
    except ConfigError as error:
        raise ConfigError(f"{path}{error}") from None


def parse(text: str) -> Config:
    """The settings of a text. Raises ConfigError, whose sentence begins with the place, to be put behind a file's name."""
    try:
        tables = bounded_toml.parse(text, MAX_BYTES)
    except ValueError as error:
        raise ConfigError(f" is not TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None
    values: dict[str, Any] = {}
    for table, settings in tables.items():
        if table not in KINDS:
            raise ConfigError(f'{_line(text, "", table)}: there is no table "{table}"{nearest(table, KINDS)}')
        if not isinstance(settings, dict):
            raise ConfigError(f'{_line(text, "", table)}: "{table}" is a table; write [{table}] on a line of its own')
        for name, value in settings.items():
            _check_setting(text, table, name, value)
        values |= {"keys": _spelt(text, settings)} if table == "keys" else settings
    config = Config(**values)
    if len(config.name) > WIDEST or not config.name.isprintable():
        raise ConfigError(f"{_line(text, 'player', 'name')}: a name has at most {WIDEST} characters, all printable")
    try:
        check(config.keys)
    except ConfigError as error:
        raise ConfigError(f", {error}") from None
    return config


def _check_setting(text: str, table: str, name: str, value: object) -> None:
    known = KINDS[table]
    if name not in known:
        raise ConfigError(f'{_line(text, table, name)}: [{table}] has no "{name}"{nearest(name, known)}')
    if not _fits(value, known[name]):
        wanted = EXAMPLES[known[name]].format(name=name)
        raise ConfigError(f"{_line(text, table, name)}: {name} in [{table}] must be {wanted}")


def _fits(value: object, kind: type) -> bool:
    """Whether a value is of its kind; a number also, whether it is one of seconds that anybody would wait."""
    if kind is not float:
        return isinstance(value, kind)
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= SLOWEST


def _spelt(text: str, settings: Mapping[str, str]) -> dict[str, str]:
    """The keymap with each key under the name that it arrives by."""
    keymap = {}
    for name, keys in settings.items():
        try:
            keymap[name] = spelt(keys)
        except ConfigError as error:
            raise ConfigError(f"{_line(text, 'keys', name)}: {name} in [keys]: {error}") from None
    return keymap


def _line(text: str, table: str, name: str) -> str:
    """`, line 7`: where a name is set in a table, or where a table begins; "" if it is written in some other way."""
    here = ""
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if line.startswith("["):
            here = line.partition("]")[0].strip("[ \"'")
            if not table and here == name:
                return f", line {number}"
        elif here == table and line.partition("=")[0].strip(" \t\"'") == name:
            return f", line {number}"
    return ""
