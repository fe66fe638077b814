"""Writes the player's name into config.toml. Everything else in the file stays unchanged, including comments."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from ai.process.bounded_files import BadFile, FileMissing, read_text
from saves.clean_text import clean_and_cut
from vok_tui.errors import ConfigError
from vok_tui.settings.config import MAX_CONFIG_BYTES, parse_config

PLAYER_TABLE: Final = "[player]"


def store_player_name(path: Path, name: str) -> None:
    """Write the cleaned name, which may be empty, in place of an earlier one. Raises ConfigError, and leaves the file
    unchanged, if it cannot be read, parsed or written."""
    try:
        before = read_text(path, MAX_CONFIG_BYTES)
    except FileMissing:
        before = ""
    except BadFile as bad:
        raise ConfigError(f"{path} cannot be read: {bad}") from None
    text = with_player_name(before, clean_and_cut(name))
    if parse_config(text).name != clean_and_cut(name):
        raise ConfigError(f"the name cannot be written into {path}: write it into [player] by hand")
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


def with_player_name(config_text: str, name: str) -> str:
    """The text of a config.toml, with this name in its table [player]."""
    line = f"name = {json.dumps(name, ensure_ascii=False)}"
    lines = config_text.splitlines()
    headings = [i for i, other in enumerate(lines) if other.split("#")[0].strip() == PLAYER_TABLE]
    if not headings:
        return "\n".join([*lines, *([""] if lines else []), PLAYER_TABLE, line, ""])
    start = headings[0] + 1
    end = next((i for i in range(start, len(lines)) if lines[i].lstrip().startswith("[")), len(lines))
    named = [i for i in range(start, end) if lines[i].partition("=")[0].strip() == "name"]
    if named:
        lines[named[0]] = line
    else:
        lines.insert(start, line)
    return "\n".join([*lines, ""])
