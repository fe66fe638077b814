"""Reads config.toml, and writes the name of the player into it.

Nothing in the file is ignored silently: an unknown name is rejected with the nearest known one, a wrong type with the right one,
each with its line number. `SETTINGS` declares everything else that a file may contain; docs/configuration.md is made from it.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.process.bounded_files import BadFile, FileMissing, read_text
from engine.core import toml_text
from saves.clean_text import MAX_NAME_CHARS, clean_and_cut
from vok_tui.errors import ConfigError, suggestion_clause
from vok_tui.keymap import all_shortcuts, check_keymap, keymap_for_layout
from vok_tui.shortcuts import LAYOUTS, canonical_keys

DEFAULT_PACE_SECONDS: Final = 0.6
MAX_PACE_SECONDS: Final = 10.0
MAX_CONFIG_BYTES: Final = 64_000


@dataclass(frozen=True)
class Config:
    """The settings. With `theme` "" or `mouse` None the terminal decides; with `tips` None, whether the player is new to
    that game."""

    name: str = ""
    theme: str = ""
    ascii: bool = False
    mouse: bool | None = None
    pace: float = DEFAULT_PACE_SECONDS
    layout: str = LAYOUTS[0]
    keys: Mapping[str, str] = field(default_factory=dict)
    tips: bool | None = None
    undo_past_reveals: bool = True
    analyse_each_game: bool = False


class Setting(NamedTuple):
    """A setting. `example` is its value in an example of the file, as TOML; `meaning` is for players, on one line."""

    value_type: type
    example: str
    meaning: str


SETTINGS: Final[Mapping[str, Mapping[str, Setting]]] = {
    "player": {"name": Setting(str, '"Ann"', "your name at the table; the first start asks for it and writes it here")},
    "table": {
        "theme": Setting(str, '"nord"', "a colour theme; one that you choose in the command palette is kept here"),
        "ascii": Setting(bool, "false", "true: draw with plain characters only (default: as the terminal can)"),
        "mouse": Setting(bool, "true", "false leaves the mouse to the terminal (default: true, but false over SSH)"),
        "tips": Setting(
            bool, "true", "say what an answer is good for, three times for each thing (default: in games new to you)"
        ),
        "pace": Setting(
            float,
            f"{DEFAULT_PACE_SECONDS:g}",
            f"seconds for which each step of an opponent stays visible, 0 to {MAX_PACE_SECONDS:g}; 0 is no pause "
            f"(default: {DEFAULT_PACE_SECONDS:g})",
        ),
        "layout": Setting(
            str,
            f'"{LAYOUTS[1]}"',
            f"of your keyboard: {', '.join(LAYOUTS)} (default: {LAYOUTS[0]})",
        ),
        "undo_past_reveals": Setting(
            bool, "true", "false, for serious games: no undo goes back past anything hidden that was revealed"
        ),
        "analyse_each_game": Setting(
            bool,
            "false",
            "true: when a game ends, say in the background what its decisions have cost (default: A does it)",
        ),
    },
    "keys": {},  # the ids of all shortcuts; see `_check_setting`
}
TYPE_EXAMPLES: Final = {
    str: 'text in quotes, as in {name} = "..."',
    bool: "true or false",
    float: f"a number of seconds from 0 to {MAX_PACE_SECONDS:g}",
}


def load_config(path: Path) -> Config:
    """The settings of a file; the defaults if there is no such file. Raises ConfigError."""
    try:
        text = read_text(path, MAX_CONFIG_BYTES)
    except FileMissing:
        return Config()
    except BadFile as bad:
        raise ConfigError(f"{path} cannot be read: {bad}") from None
    try:
        return parse_config(text)
    except ConfigError as error:
        raise ConfigError(f"{path}{error}") from None


def parse_config(text: str) -> Config:
    """The settings in the text of a config.toml. Raises ConfigError; its message continues after the name of the file, as in
    ", line 7: ..."."""
    config = Config(**_parse_settings(text))
    _check_name_and_layout(text, config)
    return _with_layout_keymap(config)


def _parse_settings(text: str) -> dict[str, Any]:
    """All settings by name, each of the type that it must have. Raises ConfigError."""
    try:
        tables = toml_text.parse(text, MAX_CONFIG_BYTES)
    except ValueError as error:
        raise ConfigError(f" is not TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None
    values: dict[str, Any] = {}
    for table, settings in tables.items():
        owner = next((known for known, names in SETTINGS.items() if table in names), "")
        if owner and table not in SETTINGS:
            raise ConfigError(f'{_line_clause(text, "", table)}: "{table}" belongs below a line with [{owner}]')
        if table not in SETTINGS:
            raise ConfigError(
                f'{_line_clause(text, "", table)}: there is no table "{table}"{suggestion_clause(table, SETTINGS)}'
            )
        if not isinstance(settings, dict):
            raise ConfigError(
                f'{_line_clause(text, "", table)}: "{table}" is a table; write [{table}] on a line of its own'
            )
        for name, value in settings.items():
            _check_setting(text, table, name, value)
        values |= {"keys": _parse_keymap(text, settings)} if table == "keys" else settings
    return values


def _check_name_and_layout(text: str, config: Config) -> None:
    """Raise ConfigError for a name that cannot be shown, or an unknown layout."""
    if len(config.name) > MAX_NAME_CHARS or not config.name.isprintable():
        raise ConfigError(
            f"{_line_clause(text, 'player', 'name')}: a name has at most {MAX_NAME_CHARS} characters, all printable"
        )
    if config.layout not in LAYOUTS:
        raise ConfigError(
            f'{_line_clause(text, "table", "layout")}: there is no layout "{config.layout}"'
            f"{suggestion_clause(config.layout, LAYOUTS)}"
        )


def _with_layout_keymap(config: Config) -> Config:
    """The settings with the keys that their layout moves. Raises ConfigError for keys that clash."""
    try:
        config = replace(config, keys=keymap_for_layout(config.keys, config.layout))
        check_keymap(config.keys)
    except ConfigError as error:
        raise ConfigError(f", {error}") from None
    return config


def _check_setting(text: str, table: str, name: str, value: object) -> None:
    known = {setting_name: setting.value_type for setting_name, setting in SETTINGS[table].items()}
    if table == "keys":
        known = {shortcut.id: str for shortcuts in all_shortcuts().values() for shortcut in shortcuts}
    if name not in known:
        raise ConfigError(
            f'{_line_clause(text, table, name)}: [{table}] has no "{name}"{suggestion_clause(name, known)}'
        )
    if not _is_valid(value, known[name]):
        expected = TYPE_EXAMPLES[known[name]].format(name=name)
        raise ConfigError(f"{_line_clause(text, table, name)}: {name} in [{table}] must be {expected}")


def _is_valid(value: object, expected_type: type) -> bool:
    """Whether a value has the expected type. A float is a number of seconds, and must be in range."""
    if expected_type is not float:
        return isinstance(value, expected_type)
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MAX_PACE_SECONDS


def _parse_keymap(text: str, settings: Mapping[str, str]) -> dict[str, str]:
    """The table [keys], with each key under the name that Textual reports. Raises ConfigError."""
    keymap = {}
    for name, keys in settings.items():
        try:
            keymap[name] = canonical_keys(keys)
        except ConfigError as error:
            raise ConfigError(f"{_line_clause(text, 'keys', name)}: {name} in [keys]: {error}") from None
    return keymap


def _line_clause(text: str, table: str, name: str) -> str:
    """`, line 7`, where a name is set in a table (or where the table `name` begins, if `table` is ""); "" if it is not found."""
    current_table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if line.startswith("["):
            current_table = line.partition("]")[0].strip("[ \"'")
            if not table and current_table == name:
                return f", line {number}"
        elif current_table == table and line.partition("=")[0].strip(" \t\"'") == name:
            return f", line {number}"
    return ""


COMMENT_AFTER_TEXT: Final = re.compile(r"""^[^=]*=\s*(?:"[^"\\]*"|'[^']*')(\s*#.*)$""")


def store_player_name(path: Path, name: str) -> None:
    """Write the cleaned name, which may be empty, in place of an earlier one. Raises ConfigError, and leaves the file
    unchanged, if it cannot be read, parsed or written."""
    store_setting(path, "name", clean_and_cut(name))


def store_theme(path: Path, theme: str) -> None:
    """Write the name of a theme in place of an earlier one. Raises ConfigError as `store_player_name` does."""
    store_setting(path, "theme", theme)


def store_setting(path: Path, setting: str, value: str) -> None:
    """Write a setting that is a text. Raises ConfigError, and leaves the file unchanged, if it cannot be read, parsed or
    written, or if more than this setting would change."""
    try:
        before = read_text(path, MAX_CONFIG_BYTES)
    except FileMissing:
        before = ""
    except BadFile as bad:
        raise ConfigError(f"{path} cannot be read: {bad}") from None
    text = with_setting(before, setting, value)
    change: dict[str, Any] = {setting: value}
    if parse_config(text) != replace(parse_config(before), **change):
        table = table_of(setting)
        raise ConfigError(f"the {setting} cannot be written into {path}: write it into [{table}] by hand")
    new_path = path.resolve().with_name(f"{path.name}.new")
    try:
        new_path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new_path.write_text(text, encoding="utf-8")
        if path.exists():
            new_path.chmod(path.stat().st_mode & 0o777)
        new_path.replace(path.resolve())
    except OSError as error:
        with suppress(OSError):
            new_path.unlink()
        raise ConfigError(f"{path} cannot be written: {error.strerror or error}") from None


def table_of(setting: str) -> str:
    """The name of the table of config.toml that has a setting."""
    return next(table for table, settings in SETTINGS.items() if setting in settings)


def with_setting(config_text: str, setting: str, value: str) -> str:
    """The text of a config.toml, with this value of a setting in its table. A comment behind an earlier value stays."""
    heading = f"[{table_of(setting)}]"
    line = f"{setting} = {json.dumps(value, ensure_ascii=False)}"
    lines = config_text.splitlines()
    headings = [i for i, other in enumerate(lines) if other.split("#")[0].strip() == heading]
    if not headings:
        return "\n".join([*lines, *([""] if lines else []), heading, line, ""])
    start = headings[0] + 1
    end = next((i for i in range(start, len(lines)) if lines[i].lstrip().startswith("[")), len(lines))
    earlier = [i for i in range(start, end) if lines[i].partition("=")[0].strip() == setting]
    if earlier:
        comment = COMMENT_AFTER_TEXT.match(lines[earlier[0]])
        lines[earlier[0]] = line + (comment[1] if comment else "")
    else:
        lines.insert(start, line)
    return "\n".join([*lines, ""])
