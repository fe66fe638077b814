"""The players of `vok serve`: who they are, by which keys they are known, and who is invited.

One text file holds it all. It is read at each login, and replaced as a whole. A line is a name, and a key or a code:

    ann key ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI...
    bob code 2c26b46b68ffc68ff99b453c1d304134... 1796000000

A code holds once, until this time (Unix seconds). Only its hash is kept.
"""

import fcntl
import hashlib
import hmac
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time
from typing import Final, NamedTuple

from ai.process.bounded_files import BadFile, FileMissing, read_text
from saves.whole_file import replace_file
from vok_tui.sessions.hosted import check_player_name
from vok_tui.shared.errors import CommandError, UsageError

FILE: Final = "players.txt"
LOCK: Final = "players.lock"
HEADING: Final = "# The players of this host. vok serve writes this file, and reads it at each login.\n"
MAX_FILE_BYTES: Final = 1 << 20
MAX_ENTRIES: Final = 4_000
CODE_SIGNS: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # none of which looks like another
CODE_CHARS: Final = 16  # 79 random bits
CODE_DAYS: Final = 7
MAX_TIME_DIGITS: Final = 12
KEY, CODE = "key", "code"


class Entry(NamedTuple):
    """A line of the file: the key of a player (its kind and its data), or a code (its hash and its last second)."""

    name: str
    kind: str
    what: str
    more: str

    @property
    def is_open(self) -> bool:
        """Whether it is a code that still holds."""
        return self.kind == CODE and self.more.isdecimal() and time() <= int(self.more[:MAX_TIME_DIGITS])


class Players:
    """The file in this folder."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def entries(self) -> list[Entry]:
        """All lines that are right. Raises CommandError if the file cannot be read."""
        path = self._folder / FILE
        try:
            lines = read_text(path, MAX_FILE_BYTES).splitlines()
        except FileMissing:
            return []
        except BadFile as fault:
            raise CommandError(f"the list of players cannot be read: {path}: {fault}") from None
        words = [line.split() for line in lines[:MAX_ENTRIES] if line.isascii()]
        entries = [Entry(*found[:4]) for found in words if len(found) >= 4 and found[1] in (KEY, CODE)]
        return [entry for entry in entries if _is_name(entry.name)]

    def name_of_key(self, key: str) -> str:
        """The player with this public key (its kind and its data); "" if nobody has it. Raises CommandError."""
        wanted = tuple(key.split()[:2])
        return next((entry.name for entry in self.entries() if entry.kind == KEY and entry[2:] == wanted), "")

    def invite(self, name: str) -> str:
        """A code with which somebody becomes this player, or adds a key. Raises UsageError and CommandError."""
        check_player_name(name)
        code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_CHARS))
        with self._change() as entries:
            entries[:] = [entry for entry in entries if entry.kind == KEY or entry.is_open]
            if len(entries) >= MAX_ENTRIES:
                raise CommandError(f"there are {MAX_ENTRIES} keys and codes already: remove some")
            entries.append(Entry(name, CODE, _hash(code), str(int(time()) + CODE_DAYS * 86_400)))
        return "-".join(code[start : start + 4] for start in range(0, CODE_CHARS, 4))

    def use_code(self, code: str, key: str) -> str:
        """Give the invited player this key, and forget the code. Returns the player; "" if no such code holds. Raises
        CommandError."""
        hashed = _hash("".join(sign for sign in code.lower() if sign in CODE_SIGNS))
        with self._change() as entries:
            found = [entry for entry in entries if hmac.compare_digest(entry.what, hashed) and entry.is_open]
            if not found:
                return ""
            entries.remove(found[0])
            entries.append(Entry(found[0].name, KEY, *key.split()[:2]))
        return found[0].name

    def rename(self, name: str, new_name: str) -> None:
        """Call a player otherwise. Raises UsageError and CommandError; then nothing is changed."""
        check_player_name(new_name)
        with self._change() as entries:
            if all(entry.name != name for entry in entries):
                raise CommandError(f"there is no player {name}")
            if any(entry.name == new_name for entry in entries):
                raise CommandError(f"there is a player {new_name} already")
            entries[:] = [entry._replace(name=new_name) if entry.name == name else entry for entry in entries]

    def remove(self, name: str, number: int | None = None) -> None:
        """Take a player one key, from 1, or all keys and codes. Raises CommandError."""
        with self._change() as entries:
            own = [entry for entry in entries if entry.name == name and (number is None or entry.kind == KEY)]
            if not own or (number is not None and not 0 < number <= len(own)):
                raise CommandError(f"{name} has no key {number}" if own else f"there is no player {name}")
            for entry in own if number is None else [own[number - 1]]:
                entries.remove(entry)

    @contextmanager
    def _change(self) -> Iterator[list[Entry]]:
        """The entries, to be changed and written. Raises CommandError."""
        path = self._folder / FILE
        try:
            lock = os.open(self._folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX)
                before = self.entries()
                entries = list(before)
                yield entries
                if entries != before:
                    text = HEADING + "".join(f"{' '.join(entry)}\n" for entry in entries)
                    replace_file(path, text.encode("ascii"))
            finally:
                os.close(lock)
        except OSError as error:
            raise CommandError(f"the list of players cannot be written: {path} ({error.strerror})") from None


def _is_name(name: str) -> bool:
    try:
        return check_player_name(name) == name
    except UsageError:
        return False


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
