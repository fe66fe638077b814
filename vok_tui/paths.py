"""Where Vok keeps its files: one folder for data and one file for configuration, or `VOK_HOME` for both.

The data folder contains `saves/` with the games and `saves/bin/` with the deleted ones, `crashes/` with crash reports,
`allowed-bots.json` with the external bots that the player has approved, `lessons/` with unfinished guided games,
`learning.jsonl` with what the player has learned, `own-cards/` with the cards of the player's box and their calibrations, and
`screens/` with pictures of the screen.
"""

from contextlib import suppress
from pathlib import Path
from typing import Final

from saves.clean_text import visible

PICTURES: Final = "screens"  # the folder of saved screens, in the data folder
CRASHES: Final = "crashes"  # the folder of crash reports, in the data folder


def data_folder() -> Path:
    """`VOK_HOME` if it is set, otherwise the user's data folder on this system. It may not exist yet. Raises NoHomeFolder."""
    from saves.shelf import vok_home

    return vok_home()


def config_file() -> Path:
    """`config.toml` in `VOK_HOME` if that is set, otherwise in the user's configuration folder. It may not exist. Raises
    NoHomeFolder."""
    from saves.shelf import vok_home

    return vok_home("config") / "config.toml"


def short_path(path: Path) -> str:
    """A path for display, with `~` for the home folder and without control characters."""
    with suppress(ValueError, RuntimeError):
        return visible(f"~/{path.relative_to(Path.home())}")
    return visible(str(path))
