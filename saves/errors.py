"""Everything that can go wrong with a save. Each text is one sentence: what is wrong, with which file, what to do.

`Damaged` and its subclasses are seldom raised. A save is read leniently: what could not be read is reported as one of them,
beside the part that could be read.
"""

from pathlib import Path
from typing import Final

from saves.clean_text import plural, visible


class SaveError(Exception):
    """The base class. `path` is the file that the sentence is about."""

    def __init__(self, path: Path, text: str) -> None:
        super().__init__(text)
        self.path: Final = path


class NotASave(SaveError):
    """Not written by Vok: a folder, a pipe, an empty file, another program's file."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(path, f"{visible(str(path))} is {what}, not a save of Vok: choose another file.")


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
    """A save that is played by later rules."""

    def __init__(self, path: Path, rules: int, known: int) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} is played by newer rules (number {rules}, this Vok knows up to {known}): "
            "update Vok to open it.",
        )
        self.rules: Final = rules


class BadHeader(SaveError):
    """The first entry cannot be read, so the game is unknown."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} is damaged in its header ({visible(why)}) and cannot be opened: restore a copy of it.",
        )


class CannotStart(SaveError):
    """The save is sound, but this Vok does not have its game, its edition or its number of seats."""

    def __init__(self, path: Path, why: str, app: str) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} cannot be started here ({visible(why)}): open it with the Vok that began it, {app}.",
        )


class CannotRead(SaveError):
    """The operating system refuses to read the file."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            path, f"{visible(str(path))} cannot be read ({_reason(error)}): check its name and your rights to it."
        )


class CannotWrite(SaveError):
    """The operating system refuses to write. What was on disk before is still there, and a later attempt is safe."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} cannot be written ({_reason(error)}): see to it and try again, what was saved is safe.",
        )


class AlreadyThere(SaveError):
    """There is already a save of this name."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"{visible(str(path))} is there already: choose another name.")


class GameFinished(SaveError):
    """The game in this save is over, and a finished game never changes."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"{visible(str(path))} holds a finished game, which never changes: go on in a new save.")


class CannotAnnotate(SaveError):
    """Only a sound save takes a name or a note."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, f"{visible(str(path))} is damaged and takes no name and no note: open it and play on first."
        )


class Busy(SaveError):
    """Another process has the save open for play; `who` names it, as far as that is known."""

    def __init__(self, path: Path, who: str) -> None:
        super().__init__(path, f"{visible(str(path))} is being played by {who}: watch, or leave the game there first.")
        self.who: Final = who


class Damaged(SaveError):
    """What could not be read. `entry` is the first damaged entry (the header is 0, checks count); `moves` is how many
    entries of the journal were read before it, and stand."""

    def __init__(self, path: Path, entry: int, moves: int, fault: str, advice: str = "") -> None:
        opens = (
            f"the game opens as it stood after {plural(moves, 'move')}, and playing on keeps the whole file beside it"
        )
        super().__init__(path, f"{visible(str(path))} {fault}: {advice or opens}.")
        self.entry: Final = entry
        self.moves: Final = moves


class CutOff(Damaged):
    """The file ends in the middle of an entry, or before the last of the `closed` entries that it had when it was closed (0 if
    it never was)."""

    def __init__(self, path: Path, entry: int, moves: int, closed: int = 0) -> None:
        fault = f"breaks off at entry {entry}, {entry - 1} of {plural(closed, 'entry', 'entries')} are there"
        super().__init__(path, entry, moves, fault if closed else f"breaks off in the middle of entry {entry}")
        self.closed: Final = closed


class BadSeal(Damaged):
    """The field in front, which says how the file ended when it was closed, was changed, or is about other entries. All
    entries that are there are sound."""

    def __init__(self, path: Path, entry: int, moves: int) -> None:
        super().__init__(
            path, entry, moves, "was changed in the field that tells its end, and may have lost some of it"
        )


class EntryChanged(Damaged):
    """An entry was changed after it was written."""

    def __init__(self, path: Path, entry: int, moves: int) -> None:
        super().__init__(path, entry, moves, f"was changed in entry {entry}")


class TooManyEntries(Damaged):
    """The file goes on after more entries than any game has; reading on could take minutes."""

    def __init__(self, path: Path, entry: int, moves: int) -> None:
        super().__init__(path, entry, moves, f"is longer than any game: entry {entry} and all behind it were not read")


class TooLongToList(SaveError):
    """The file was not closed, or is damaged, and is too long for the list to find out how its game stands."""

    def __init__(self, path: Path, size: int) -> None:
        super().__init__(
            path,
            f"{visible(str(path))} is too long for the list ({size:,} bytes, and no summary at its end): open it to see it.",
        )


class NewerEntry(Damaged):
    """An entry is sound and changes the position, but only a later version of Vok knows what it says. Such a save is not played
    on here: what comes behind the entry would be lost."""

    def __init__(self, path: Path, entry: int, moves: int) -> None:
        stood = f"here you can look at it as it stood after {plural(moves, 'move')}"
        super().__init__(
            path, entry, moves, f"was played on by a newer Vok from entry {entry} on", f"update Vok, {stood}"
        )


class ReplayDiverged(Damaged):
    """An entry is sound, but does not fit the position: the rules or the cards are not those it was played by."""

    def __init__(self, path: Path, entry: int, moves: int) -> None:
        super().__init__(path, entry, moves, f"does not fit today's rules or cards from entry {entry} on")


class BadRedraw(Damaged):
    """An entry is sound, but its reshuffle has drawn what cannot lie there, as far as its player knew."""

    def __init__(self, path: Path, entry: int, moves: int) -> None:
        super().__init__(path, entry, moves, f"has drawn in entry {entry} what cannot lie there")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return visible(str(error))
