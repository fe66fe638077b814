"""Which save a word of the command line means: a file as it stands, or one of the shelf by its name."""

from pathlib import Path

from vok_tui.errors import Refused
from vok_tui.nearest import nearest


def save_file(word: str) -> Path:
    """The path of a save. Raises Refused if nothing there has that name."""
    from saves.shelf import ENDING, Shelf

    folder = Shelf().folder
    for path in (Path(word), folder / word, folder / (word + ENDING)):
        if path.exists():
            return path
    names = [path.name for path in folder.glob(f"*{ENDING}")] if folder.is_dir() else []
    near = nearest(Path(word).name, names)
    raise Refused(f'there is no save "{word}"{near if "?" in near else "; vok saves lists yours"}')
