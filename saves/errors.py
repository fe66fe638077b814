"""Everything that can go wrong with a save. Each message is one sentence: what is wrong, with which file, what to do.

`Damaged` and its subclasses are seldom raised. A save is read leniently: the part that can be read is returned, together with one
of these errors for the rest.
"""

from pathlib import Path
from typing import Final

from engine.core.wording import plural
from saves.clean_text import visible

MAX_PATH_CHARS: Final = 200  # of a path in a message; a longer one loses its beginning


_unnamed_folders: list[str] = []


def leave_unnamed(folder: Path) -> None:
    """Call this folder ~ in all messages, because its place is nobody's business."""
    _unnamed_folders.append(visible(str(folder)))


def shown_path(path: Path | str) -> str:
    """A path for a message: clean, and not longer than a few lines. A text that was pasted by mistake can be the name of a
    file."""
    text = visible(str(path))
    for folder in _unnamed_folders:
        if text.startswith(f"{folder}/"):
            text = f"~{text[len(folder) :]}"
    return text if len(text) <= MAX_PATH_CHARS else f"...{text[-MAX_PATH_CHARS:]}"


class SaveError(Exception):
    """The base class. `path` is the file that the sentence is about."""

    def __init__(self, path: Path, text: str) -> None:
        super().__init__(text)
        self.path: Final = path

    @property
    def brief(self) -> str:
        """The sentence with the mere name of the file, for a place with two lines: a long path would leave no room for the
        reason."""
        return str(self).replace(shown_path(self.path), shown_path(self.path.name))


class NoHomeFolder(SaveError):
    """The system names no home folder, so the folder of the player's files is unknown."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            f"the system knows no home folder for {visible(str(path))}: set HOME, or set VOK_HOME to a folder for the games.",
        )


class NotASave(SaveError):
    """No save: a folder, a pipe, an empty file, a game as text, or a file of another program. `description` says which, `advice`
    what to do."""

    def __init__(self, path: Path, description: str, advice: str = "choose another file") -> None:
        super().__init__(path, f"{shown_path(path)} is {description}, not a save of Vok: {advice}.")


class NewerFormat(SaveError):
    """A save of a later version."""

    def __init__(self, path: Path, version: int, known: int) -> None:
        super().__init__(
            path,
            f"{shown_path(path)} was written by a newer Vok (save format {version}, this one reads up to {known}): "
            "update Vok to open it.",
        )
        self.version: Final = version


class NewerRules(SaveError):
    """A save whose rules number only a later version knows."""

    def __init__(self, path: Path, rules: int, known: int) -> None:
        super().__init__(
            path,
            f"{shown_path(path)} is played by newer rules (number {rules}, this Vok knows up to {known}): "
            "update Vok to open it.",
        )
        self.rules: Final = rules


class MadeBeforeRelease(SaveError):
    """A sound save from before the first release, whose format or rules no released version reads."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            f"{shown_path(path)} was made before the first release of Vok, which cannot open it: it stays on the disk as it is.",
        )


class BadHeader(SaveError):
    """The header cannot be read, so the game is unknown."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            path,
            f"{shown_path(path)} is damaged in its header ({visible(reason)}) and cannot be opened: restore a copy of it.",
        )


class CannotStart(SaveError):
    """The save is sound, but this Vok does not have its game, its edition or its number of seats."""

    def __init__(self, path: Path, reason: str, app: str) -> None:
        super().__init__(
            path,
            f"{shown_path(path)} cannot be started here ({visible(reason)}): open it with the Vok that began it, {app}.",
        )


class CannotRead(SaveError):
    """The operating system refuses to read the file."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            path, f"{shown_path(path)} cannot be read ({_reason(error)}): check its name and your rights to it."
        )


class CannotWrite(SaveError):
    """The operating system refuses to write. What was on disk before is still there, and trying again is safe."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(path, self._sentence(shown_path(path), _reason(error)))
        self.cause: Final = error

    @staticmethod
    def _sentence(path: str, reason: str) -> str:
        return f"{path} cannot be written ({reason}): correct this and try again; all saved moves are safe."


class NotOnDisk(CannotWrite):
    """No file with the game can be made at `path`, so the game is not on disk. Every later write tries again."""

    @staticmethod
    def _sentence(path: str, reason: str) -> str:
        return f"This game is not on disk: {path} cannot be written ({reason}). Correct this; every move tries again."


class GameTooLong(SaveError):
    """The game has as many entries as a save may have. What was written before can be read; later moves are not written."""

    def __init__(self, path: Path, entries: int) -> None:
        super().__init__(
            path,
            f"{shown_path(path)} has {entries:,} entries, as many as a save can have, so what you do now is not saved: leave "
            "this game, and continue it in a new one.",
        )


class SaveNotice(SaveError):
    """Something that the player should know about a save. It was written all the same: everything is on the disk."""


class SavedElsewhere(SaveNotice):
    """The file was removed or replaced during the game, so the whole game was written to `new_path`."""

    def __init__(self, path: Path, new_path: Path) -> None:
        super().__init__(
            path,
            f"{shown_path(path)} was removed or replaced by another program: the whole game is in "
            f"{visible(new_path.name)} now.",
        )
        self.new_path: Final = new_path


class NearlyTooLong(SaveNotice):
    """The game will soon have as many entries as a save may have."""

    def __init__(self, path: Path, entries: int, max_entries: int) -> None:
        super().__init__(
            path,
            f"{shown_path(path)} has {entries:,} entries, of at most {max_entries:,} in a save: come to the end soon.",
        )


class AlreadyThere(SaveError):
    """There is already a save with this name."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"{shown_path(path)} is there already: choose another name.")


class GameFinished(SaveError):
    """The game in this save is over, and a finished game never changes."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, f"{shown_path(path)} holds a finished game, which never changes: continue it in a new save."
        )


class CannotAnnotate(SaveError):
    """The save is damaged, and only a sound one takes annotations."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, f"{shown_path(path)} is damaged and takes no name and no note: open it and play on first."
        )


class Busy(SaveError):
    """Another process has the save open for play; `player` says who, if that is known."""

    def __init__(self, path: Path, player: str) -> None:
        super().__init__(path, f"{shown_path(path)} is being played by {player}: watch, or leave the game there first.")
        self.player: Final = player


class TooLongToList(SaveError):
    """The file was not closed, or is damaged, and the list of saves would wait too long for its game to be replayed."""

    def __init__(self, path: Path, size: int) -> None:
        super().__init__(
            path,
            f"{shown_path(path)} is too long for the list ({size:,} bytes, and no summary at its end): open it to see it.",
        )


class Damaged(SaveError):
    """Why a save could not be read to its end. `entry` is the number of the first damaged record (the header is 0, checks
    count too); `journal_length` is the number of journal entries that were read before it. A subclass says in `fault` what is
    wrong, and if need be in `advice` what to do."""

    fault: str
    advice = "the game opens as it stood after {moves}; if you play on, the whole file is kept beside it"

    def __init__(self, path: Path, entry: int, journal_length: int) -> None:
        words = {"path": shown_path(path), "entry": entry, "moves": plural(journal_length, "move")}
        super().__init__(path, f"{self.fault}: {self.advice}.".format(**words))
        self.entry: Final = entry
        self.journal_length: Final = journal_length


class CutOff(Damaged):
    """The file ends in the middle of an entry, or before the last of the `sealed_entry_count` entries that it had when it
    was closed (0 if that is unknown)."""

    fault = "{path} breaks off in the middle of entry {entry}"

    def __init__(self, path: Path, entry: int, journal_length: int, sealed_entry_count: int = 0) -> None:
        if sealed_entry_count:
            entries = plural(sealed_entry_count, "entry", "entries")
            self.fault = f"{{path}} breaks off at entry {{entry}}: {entry - 1} of {entries} are there"
        super().__init__(path, entry, journal_length)
        self.sealed_entry_count: Final = sealed_entry_count


class BadSeal(Damaged):
    """The seal was changed, or does not belong to these entries. All entries that are there are sound."""

    fault = "{path} was changed in its seal, and may have lost its last entries"


class EntryChanged(Damaged):
    """An entry was changed after it was written."""

    fault = "{path} was changed in entry {entry}"


class TooManyEntries(Damaged):
    """The file has more entries than any game. Reading on could take minutes."""

    fault = "{path} is longer than any game: entry {entry} and everything after it was not read"


class TooMuchWork(Damaged):
    """The file takes more work to read than any game. Reading on could take hours, or all memory."""

    fault = "{path} takes more work to read than any game: entry {entry} and everything after it was not read"


class NewerEntry(Damaged):
    """An entry is sound and changes the position, but only a later version of Vok can read it. Such a save cannot be continued
    here, because what follows the entry would be lost."""

    fault = "{path} was continued by a newer Vok from entry {entry} on"
    advice = "update Vok; here you can look at it as it stood after {moves}"


class ReplayDiverged(Damaged):
    """An entry is sound, but does not fit the position: it was played with other rules or cards."""

    fault = "{path} does not fit today's rules or cards from entry {entry} on"


class BadRedraw(Damaged):
    """An entry is sound, but it is a reshuffle that contradicts what its player knew."""

    fault = "{path} contains an impossible reshuffle in entry {entry}"


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return visible(str(error))
