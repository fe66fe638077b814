"""Finds the save that an argument names: a path, or the name of a save in the data folder."""

from contextlib import suppress
from pathlib import Path

from vok_tui.errors import CommandError
from vok_tui.suggestion import suggestion_clause


def find_save(word: str, folder: Path | None = None) -> Path:
    """The path of the save that `word` names: a path, or the name of a save in a folder (default: the shelf). Raises CommandError
    if there is none."""
    from saves.errors import shown_path
    from saves.save_file import SAVE_SUFFIX
    from saves.shelf import Shelf

    if folder is None:
        folder = Shelf().folder
    for path in (Path(word), folder / word, folder / (word + SAVE_SUFFIX)):
        with suppress(OSError):  # a name that is too long for a file
            if path.exists():
                return path
    names = [path.name for path in folder.glob(f"*{SAVE_SUFFIX}")] if folder.is_dir() else []
    hint = suggestion_clause(Path(word).name, names)
    raise CommandError(f'there is no save "{shown_path(word)}"{hint if "?" in hint else "; vok saves lists yours"}')
