"""Where Vok keeps its files: one folder for data and one file for configuration, or `VOK_HOME` for both.

The data folder contains `saves/` with the games and `saves/bin/` with the deleted ones, `crashes/` with crash reports,
`allowed-bots.json` with the code of others that the player has allowed, and `screens/` with pictures of the screen.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from saves.clean_text import visible

PICTURES: Final = "screens"  # the folder of saved screens, in the data folder


def data_folder() -> Path:
    """`VOK_HOME` if it is set, else the user's data folder of this system. It need not exist yet."""
    from saves.shelf import vok_home

    return vok_home()


def config_file() -> Path:
    """`config.toml` in `VOK_HOME` if that is set, else in the user's configuration folder. It need not exist."""
    if os.environ.get("VOK_HOME"):
        return data_folder() / "config.toml"
    from platformdirs import user_config_path

    return user_config_path("vok", appauthor=False) / "config.toml"


def short_path(path: Path) -> str:
    """A path for display, with `~` for the home folder. Nothing in it can control a terminal."""
    with suppress(ValueError, RuntimeError):
        return visible(f"~/{path.relative_to(Path.home())}")
    return visible(str(path))
