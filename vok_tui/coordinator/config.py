"""Reads config.toml, and writes single settings into it.

Nothing in the file is ignored silently: an unknown name is rejected with the nearest known one, a wrong type with the right one,
each with its line number. `SETTINGS` declares everything else that a file may contain; docs/configuration.md is made from it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.process.bounded_files import BadFile, FileMissing, read_text
from engine.core import toml_text
from engine.core.errors import is_whole_number
from saves.clean_text import MAX_NAME_CHARS
from vok_tui.boards.keymap import all_shortcuts, check_keymap, keymap_for_layout
from vok_tui.shared.errors import ConfigError, suggestion_clause
from vok_tui.shared.shortcuts import LAYOUTS, canonical_keys

SettingValue = str | bool | float | None  # None: not set
DEFAULT_PACE_SECONDS: Final = 0.6
MAX_PACE_SECONDS: Final = 10.0
MIN_WARNED_IN_100: Final = 8  # a warning from less would too often be wrong; see docs/analysis.md
MAX_WARNED_IN_100: Final = 100
MAX_CONFIG_BYTES: Final = 64_000
KEEPS: Final = ("ssh", "always", "never")  # when a game outlives its connection
DEFAULT_KEEP_HOURS: Final = 24.0
MAX_KEEP_HOURS: Final = 8760.0


@dataclass(frozen=True)
class Config:
    """The settings. With `theme` "", `mouse` None or `low_bandwidth` None the terminal decides; with `tips` None, whether the
    player is new to that game."""

    name: str = ""
    theme: str = ""
    ascii: bool = False
    mouse: bool | None = None
    low_bandwidth: bool | None = None
    pace: float = DEFAULT_PACE_SECONDS
    layout: str = LAYOUTS[0]
    keys: Mapping[str, str] = field(default_factory=dict)
    tips: bool | None = None
    undo_past_reveals: bool = True
    keep: str = KEEPS[0]
    keep_hours: float = DEFAULT_KEEP_HOURS
    warn_from: int = 0
    analyse_each_game: bool = False


class Setting(NamedTuple):
    """A setting. `example` is its value in an example of the file, as TOML; `meaning` is for players, on one line."""

    value_type: type
    example: str
    meaning: str
    maximum: float = 0.0  # of a number
    unit: str = ""


SETTINGS: Final[Mapping[str, Mapping[str, Setting]]] = {
    "player": {"name": Setting(str, '"Ann"', "your name at the table; the first start asks for it and writes it here")},
    "table": {
        "theme": Setting(str, '"nord"', "a colour theme; one that you choose in the command palette is kept here"),
        "ascii": Setting(bool, "false", "true: draw with plain characters only (default: as the terminal can)"),
        "mouse": Setting(bool, "true", "false leaves the mouse to the terminal (default: true, but false over SSH)"),
        "low_bandwidth": Setting(
            bool,
            "true",
            "true: send less to the terminal, with fewer colours (default: over SSH, if it is slow to answer)",
        ),
        "tips": Setting(
            bool,
            "true",
            "say what an answer is good for, three times for each kind of answer (default: in games new to you)",
        ),
        "pace": Setting(
            float,
            f"{DEFAULT_PACE_SECONDS:g}",
            f"seconds for which each step of an opponent stays visible, 0 to {MAX_PACE_SECONDS:g}; 0 is no pause "
            f"(default: {DEFAULT_PACE_SECONDS:g})",
            MAX_PACE_SECONDS,
            "seconds",
        ),
        "layout": Setting(
            str,
            f'"{LAYOUTS[1]}"',
            f"of your keyboard: {', '.join(LAYOUTS)} (default: {LAYOUTS[0]})",
        ),
        "undo_past_reveals": Setting(
            bool,
            "true",
            "false, for serious games: no undo goes back past anything hidden that was revealed, and there are no hints",
        ),
        "analyse_each_game": Setting(
            bool,
            "false",
            "true: when a game ends, say in the background what its decisions have cost (default: only when you ask)",
        ),
        "warn_from": Setting(
            int,
            "10",
            f"ask before an answer that costs at least this many wins in 100 games, {MIN_WARNED_IN_100} to {MAX_WARNED_IN_100}; "
            "such games are not rated (default: 0, never ask)",
        ),
    },
    "session": {
        "keep": Setting(
            str,
            f'"{KEEPS[1]}"',
            "when a game goes on without its terminal, until you log in again: ssh (over SSH), always or never "
            f"(default: {KEEPS[0]})",
        ),
        "keep_hours": Setting(
            float,
            f"{DEFAULT_KEEP_HOURS:g}",
            f"hours for which it waits for you, 0 to {MAX_KEEP_HOURS:g}; then it ends, and the next login begins at the same "
            f"place (default: {DEFAULT_KEEP_HOURS:g})",
            MAX_KEEP_HOURS,
            "hours",
        ),
    },
    "keys": {},  # the ids of all shortcuts; see `_check_setting`
}
TYPE_EXAMPLES: Final = {
    str: 'text in quotes, as in {name} = "..."',
    bool: "true or false",
    int: f"a whole number from {MIN_WARNED_IN_100} to {MAX_WARNED_IN_100}, or 0",
    float: "a number of {unit} from 0 to {maximum:g}",
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
    _check_texts(text, config)
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


def _check_texts(text: str, config: Config) -> None:
    """Raise ConfigError for a name that cannot be shown, an unknown layout, or an unknown time to keep games."""
    if len(config.name) > MAX_NAME_CHARS or not config.name.isprintable():
        raise ConfigError(
            f"{_line_clause(text, 'player', 'name')}: a name has at most {MAX_NAME_CHARS} characters, all printable"
        )
    if config.layout not in LAYOUTS:
        raise ConfigError(
            f'{_line_clause(text, "table", "layout")}: there is no layout "{config.layout}"'
            f"{suggestion_clause(config.layout, LAYOUTS)}"
        )
    if config.keep not in KEEPS:
        raise ConfigError(
            f'{_line_clause(text, "session", "keep")}: keep is one of {", ".join(KEEPS)}, not "{config.keep}"'
            f"{suggestion_clause(config.keep, KEEPS)}"
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
    known = dict(SETTINGS[table])
    if table == "keys":
        ids = [shortcut.id for shortcuts in all_shortcuts().values() for shortcut in shortcuts]
        known = dict.fromkeys(ids, Setting(str, "", ""))
    if name not in known:
        raise ConfigError(
            f'{_line_clause(text, table, name)}: [{table}] has no "{name}"{suggestion_clause(name, known)}'
        )
    if not _is_valid(value, known[name]):
        setting = known[name]
        expected = TYPE_EXAMPLES[setting.value_type].format(name=name, unit=setting.unit, maximum=setting.maximum)
        raise ConfigError(f"{_line_clause(text, table, name)}: {name} in [{table}] must be {expected}")


def _is_valid(value: object, setting: Setting) -> bool:
    """Whether a value has the expected type. An int is what an answer costs in 100 games; it and a float must be in range."""
    if setting.value_type is int:
        return is_whole_number(value, 0, MAX_WARNED_IN_100) and not 0 < value < MIN_WARNED_IN_100
    if setting.value_type is not float:
        return isinstance(value, setting.value_type)
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= setting.maximum


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


COMMENT_AFTER_VALUE: Final = re.compile(r"""^[^=]*=\s*(?:"[^"\\]*"|'[^']*'|[^\s"'#\[{]+)(\s*#.*)$""")


def store_setting(path: Path, setting: str, value: SettingValue) -> Config:
    """Write the value of a setting in place of an earlier one, and keep every comment; None takes the setting out. Returns what
    the file then says. Raises ConfigError, and leaves the file unchanged, if it cannot be read, parsed or written, or if more
    than this setting would change."""
    from saves.whole_file import replace_file  # most commands only read settings

    try:
        before = read_text(path, MAX_CONFIG_BYTES)
    except FileMissing:
        before = ""
    except BadFile as bad:
        raise ConfigError(f"{path} cannot be read: {bad}") from None
    text = with_setting(before, setting, value)
    wanted = _parse_settings(before)
    wanted.pop(setting, None)
    if _parse_settings(text) != wanted | ({} if value is None else {setting: value}):
        raise ConfigError(f"the {setting} cannot be written into {path}: write it into [{table_of(setting)}] by hand")
    config = parse_config(text)
    try:
        path.resolve().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_file(path, text.encode())
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror or error}") from None
    return config


def table_of(setting: str) -> str:
    """The name of the table of config.toml that has a setting."""
    return next(table for table, settings in SETTINGS.items() if setting in settings)


def with_setting(config_text: str, setting: str, value: SettingValue) -> str:
    """The text of a config.toml, with this value of a setting in its table; with None without the setting. A comment behind an
    earlier value stays."""
    heading = f"[{table_of(setting)}]"
    line = f"{setting} = {json.dumps(value, ensure_ascii=False)}"
    lines = config_text.splitlines()
    headings = [i for i, other in enumerate(lines) if other.split("#")[0].strip() == heading]
    if not headings:
        return config_text if value is None else "\n".join([*lines, *([""] if lines else []), heading, line, ""])
    start = headings[0] + 1
    end = next((i for i in range(start, len(lines)) if lines[i].lstrip().startswith("[")), len(lines))
    earlier = next((i for i in range(start, end) if lines[i].partition("=")[0].strip() == setting), None)
    if earlier is None:
        lines[start:start] = [] if value is None else [line]
    else:
        behind = COMMENT_AFTER_VALUE.match(lines[earlier])
        comment = behind[1] if behind else ""
        lines[earlier : earlier + 1] = [line + comment] if value is not None else [comment.strip()] if comment else []
    return "\n".join([*lines, ""])
