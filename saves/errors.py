"""Everything that can go wrong with a save. Each message is one sentence: what is wrong, with which file, what to do.

`Damaged` and its subclasses are seldom raised. A save is read leniently: the part that can be read is returned, together with one
of these errors for the rest.
"""

from pathlib import Path
from typing import Final

from engine.core.cells.wording import plural
from saves.clean_text import visible


class SaveError(Exception):
    """The base class. `path` is the file that the sentence is about."""

    def __init__(self, path: Path, text: str) -> None:
        super().__init__(text)
        self.path: Final = path


class NotASave(SaveError):
    """Not written by Vok: a folder, a pipe, an empty file, or a file of another program. `description` says which."""

    def __init__(self, path: Path, description: str) -> None:
        super().__init__(path, f"{visible(str(path))} is {description}, not a save of Vok: choose another file.")


class NewerFormat(SaveError):
    """A save of a later version."""

    def __init__(self, path: Path, version: int, known: int) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} was written by a newer Vok (save format {version}, this one reads up to {known}): "
            "update Vok to open it.",
        )
        self.version: Final = version


class NewerRules(SaveError):
    """A save whose rules number only a later version knows."""

    def __init__(self, path: Path, rules: int, known: int) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} is played by newer rules (number {rules}, this Vok knows up to {known}): "
            "update Vok to open it.",
        )
        self.rules: Final = rules


class BadHeader(SaveError):
    """The header cannot be read, so the game is unknown."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} is damaged in its header ({visible(reason)}) and cannot be opened: restore a copy of it.",
        )


class CannotStart(SaveError):
    """The save is sound, but this Vok does not have its game, its edition or its number of seats."""

    def __init__(self, path: Path, reason: str, app: str) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} cannot be started here ({visible(reason)}): open it with the Vok that began it, {app}.",
        )


class CannotRead(SaveError):
    """The operating system refuses to read the file."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            path, f"{visible(str(path))} cannot be read ({_reason(error)}): check its name and your rights to it."
        )


class CannotWrite(SaveError):
    """The operating system refuses to write. What was on disk before is still there, and trying again is safe."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} cannot be written ({_reason(error)}): correct this and try again; all saved moves are safe.",
        )


class AlreadyThere(SaveError):
    """There is already a save with this name."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"{visible(str(path))} is there already: choose another name.")


class GameFinished(SaveError):
    """The game in this save is over, and a finished game never changes."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, f"{visible(str(path))} holds a finished game, which never changes: continue it in a new save."
        )


class CannotAnnotate(SaveError):
    """The save is damaged, and only a sound one takes annotations."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, f"{visible(str(path))} is damaged and takes no name and no note: open it and play on first."
        )


class Busy(SaveError):
    """Another process has the save open for play; `player` says who, if that is known."""

    def __init__(self, path: Path, player: str) -> None:
        super().__init__(
            path, f"{visible(str(path))} is being played by {player}: watch, or leave the game there first."
        )
        self.player: Final = player


class Damaged(SaveError):
    """Why a save could not be read to its end. `entry` is the number of the first damaged record (the header is 0, checks
    count too); `journal_length` is the number of journal entries that were read before it."""

    def __init__(self, path: Path, entry: int, journal_length: int, fault: str, advice: str = "") -> None:
        stands = f"the game opens as it stood after {plural(journal_length, 'move')}"
        advice = advice or f"{stands}; if you play on, the whole file is kept beside it"
        super().__init__(path, f"{visible(str(path))} {fault}: {advice}.")
        self.entry: Final = entry
        self.journal_length: Final = journal_length


class CutOff(Damaged):
    """The file ends in the middle of an entry, or before the last of the `sealed_entry_count` entries that it had when it
    was closed (0 if that is unknown)."""

    def __init__(self, path: Path, entry: int, journal_length: int, sealed_entry_count: int = 0) -> None:
        fault = f"breaks off in the middle of entry {entry}"
        if sealed_entry_count:
            entries = plural(sealed_entry_count, "entry", "entries")
            fault = f"breaks off at entry {entry}: {entry - 1} of {entries} are there"
        super().__init__(path, entry, journal_length, fault)
        self.sealed_entry_count: Final = sealed_entry_count


class BadSeal(Damaged):
    """The seal was changed, or does not belong to these entries. All entries that are there are sound."""

    def __init__(self, path: Path, entry: int, journal_length: int) -> None:
        super().__init__(path, entry, journal_length, "was changed in its seal, and may have lost its last entries")


class EntryChanged(Damaged):
    """An entry was changed after it was written."""

    def __init__(self, path: Path, entry: int, journal_length: int) -> None:
        super().__init__(path, entry, journal_length, f"was changed in entry {entry}")


class TooManyEntries(Damaged):
    """The file has more entries than any game. Reading on could take minutes."""

    def __init__(self, path: Path, entry: int, journal_length: int) -> None:
        super().__init__(
            path, entry, journal_length, f"is longer than any game: entry {entry} and everything after it was not read"
        )


class TooMuchWork(Damaged):
    """The file takes more work to read than any game. Reading on could take hours, or all memory."""

    def __init__(self, path: Path, entry: int, journal_length: int) -> None:
        super().__init__(
            path,
            entry,
            journal_length,
            f"takes more work to read than any game: entry {entry} and everything after it was not read",
        )


class TooLongToList(SaveError):
    """The file was not closed, or is damaged, and the list of saves would wait too long for its game to be replayed."""

    def __init__(self, path: Path, size: int) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} is too long for the list ({size:,} bytes, and no summary at its end): open it to see it.",
        )


class NewerEntry(Damaged):
    """An entry is sound and changes the position, but only a later version of Vok can read it. Such a save cannot be continued
    here, because what follows the entry would be lost."""

    def __init__(self, path: Path, entry: int, journal_length: int) -> None:
        look = f"here you can look at it as it stood after {plural(journal_length, 'move')}"
        super().__init__(
            path, entry, journal_length, f"was continued by a newer Vok from entry {entry} on", f"update Vok; {look}"
        )


class ReplayDiverged(Damaged):
    """An entry is sound, but does not fit the position: it was played with other rules or cards."""

    def __init__(self, path: Path, entry: int, journal_length: int) -> None:
        super().__init__(path, entry, journal_length, f"does not fit today's rules or cards from entry {entry} on")


class BadRedraw(Damaged):
    """An entry is sound, but it is a reshuffle that contradicts what its player knew."""

    def __init__(self, path: Path, entry: int, journal_length: int) -> None:
        super().__init__(path, entry, journal_length, f"contains an impossible reshuffle in entry {entry}")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return visible(str(error))
