"""Arguments of several commands: finds the save and the seat that the player means."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vok_tui.shared.errors import CommandError, suggestion_clause
from vok_tui.shared.parser import Parser

if TYPE_CHECKING:
    from engine.core.match import Match


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


MAX_NUMBER_DIGITS: Final = 9  # of the number of a seat


def find_seat_to_see(match: "Match", word: str) -> int:
    """The seat with this name, or with this number from 1. Raises CommandError if there is none, or if its cards may not be seen:
    until a game with a human is over, only the cards of humans may."""
    from engine.core.game import HUMAN
    from saves.text import text_would_reveal_secrets

    names = [seat.name for seat in match.setup.seats]
    number = int(word) if word.isdecimal() and len(word) <= MAX_NUMBER_DIGITS else 0
    folded_names = [name.casefold() for name in names]
    if word.casefold() in folded_names:
        seat = folded_names.index(word.casefold())
    elif 1 <= number <= len(names):
        seat = number - 1
    else:
        raise CommandError(f'nobody is called "{word}" in this game{suggestion_clause(word, names)}')
    if text_would_reveal_secrets(match) and match.setup.seats[seat].level != HUMAN:
        raise CommandError(f"{names[seat]} is not human, so its cards cannot be seen before this game is over")
    return seat
