"""The argument that names a save: a path, or the name of a save in the data folder. Shells complete both."""

from contextlib import suppress
from pathlib import Path

from vok_tui.cli.parser import Parser
from vok_tui.errors import CommandError
from vok_tui.suggestion import suggestion_clause


def add_save_argument(parser: Parser, or_else: str = "") -> None:
    """Add the argument `file`, a save. `or_else` says what else it may be."""
    text = "a save: its name in the list of vok saves, or a path"
    action = parser.add_argument("file", metavar="FILE", help=f"{text}; or {or_else}" if or_else else text)
    action.names_save = True  # type: ignore[attr-defined]  # for the completion of the shell


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
