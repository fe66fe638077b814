"""Writes what the player chooses in the program, the name and the theme, into config.toml. Everything else in the file stays
unchanged, including comments."""

import json
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ai.process.bounded_files import BadFile, FileMissing, read_text
from saves.clean_text import clean_and_cut
from vok_tui.errors import ConfigError
from vok_tui.settings.config import MAX_CONFIG_BYTES, SETTINGS, parse_config

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
