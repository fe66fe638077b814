"""Locks a save, so that only one process writes it.

The lock is the operating system's lock on the file (`flock`). It ends with the process that holds it, so a lock is never stale
and nobody has to remove one by hand. A small file beside the save says who is playing. If it is missing or left over, only the
name in a message is wrong.

A forked child shares the lock of its parent and would hold it longer. So start workers before you open a save, or with the start
method "spawn".
"""

import errno
import fcntl
import os
import pwd
from contextlib import suppress
from pathlib import Path

from saves.clean_text import visible
from saves.errors import AlreadyThere, Busy, CannotRead, CannotWrite, NotASave
from saves.format.file_start import check_ordinary_file

_OPEN_FLAGS = os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC
# The errors of a file that is there and may be readable. All others, such as a link to itself, also keep it from being read.
_ONLY_WRITING_REFUSED = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ETXTBSY)
_PLAYER_FILE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Lock:
    """An open save that this process has locked. Made by `create` and `acquire`."""

    def __init__(self, path: Path, fd: int) -> None:
        self.path = path
        self.fd = fd  # -1 once released
        self._has_player_file = False

    @classmethod
    def create(cls, path: Path) -> "Lock":
        """Create an empty file that no other user can read, and lock it. Raises AlreadyThere, CannotWrite and Busy; then there
        is no new file."""
        try:
            fd = os.open(path, _OPEN_FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise AlreadyThere(path) from None
        except OSError as error:
            raise CannotWrite(path, error) from None
        try:
            return cls(path, _lock_or_close(path, fd))
        except BaseException:
            with suppress(OSError):
                path.unlink()
            raise

    @classmethod
    def acquire(cls, path: Path) -> "Lock":
        """Open an existing file and lock it. Raises Busy, NotASave, CannotRead and CannotWrite."""
        while True:
            try:
                fd = os.open(path, _OPEN_FLAGS)
            except IsADirectoryError:
                raise NotASave(path, "a folder") from None
            except OSError as error:
                refused = CannotWrite if error.errno in _ONLY_WRITING_REFUSED else CannotRead
                raise refused(path, error) from None
            if _is_file_at_path(path, _lock_or_close(path, fd)):
                return cls(path, fd)
            os.close(fd)  # meanwhile replaced by a rewritten copy: try again

    def write_player_file(self) -> None:
        """Write a small file beside the save that says who is playing. Errors are ignored."""
        with suppress(OSError):
            fd = os.open(_player_file(self.path), _PLAYER_FILE_FLAGS, 0o600)
            self._has_player_file = True
            try:
                os.write(fd, _name_of_this_process().encode())
            finally:
                os.close(fd)

    def rename(self, path: Path) -> None:
        """Rename the file; an existing file with the new name is replaced. Raises OSError."""
        self.path.replace(path)
        self.path = path

    @property
    def is_at_path(self) -> bool:
        """Whether the path still leads to this file: another program may remove or replace it in spite of the lock."""
        return _is_file_at_path(self.path, self.fd)

    @property
    def is_released(self) -> bool:
        return self.fd < 0

    def release(self) -> None:
        """Release the lock and close the file. A second call does nothing."""
        if self.fd < 0:
            return
        if self._has_player_file:
            with suppress(OSError):
                _player_file(self.path).unlink()
        os.close(self.fd)
        self.fd = -1


def lock_open_file(fd: int) -> None:
    """Lock an open file for this process. Raises BlockingIOError if another process has locked it, and another OSError where
    files cannot be locked, as on some network drives."""
    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_or_close(path: Path, fd: int) -> int:
    """Lock an open file and return `fd`. Closes it if that fails. Raises Busy, CannotWrite and NotASave."""
    try:
        check_ordinary_file(path, fd)
        lock_open_file(fd)
    except BlockingIOError:
        os.close(fd)
        raise Busy(path, _read_player_file(path)) from None
    except OSError as error:
        os.close(fd)
        raise CannotWrite(path, error) from None
    except BaseException:
        os.close(fd)
        raise
    return fd


def _is_file_at_path(path: Path, fd: int) -> bool:
    """Whether the path still leads to this open file."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(fd), path.stat())
    return False


def _player_file(path: Path) -> Path:
    return path.with_name(path.name + ".who")


_given_names: list[str] = []  # at most one


def call_this_process(name: str) -> None:
    """Call this process so beside the saves that it locks, instead of naming the user and the machine."""
    _given_names[:] = [name]


def _name_of_this_process() -> str:
    """The user, the machine and the number of the process."""
    if _given_names:
        return _given_names[0]
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        name = f"user {os.getuid()}"
    return f"{name} on {os.uname().nodename} (process {os.getpid()})"


def _read_player_file(path: Path) -> str:
    """What the playing process wrote about itself; "somebody" if that cannot be read."""
    with suppress(OSError):
        fd = os.open(_player_file(path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            text = os.read(fd, 200).decode(errors="replace")
        finally:
            os.close(fd)
        return visible(text) or "somebody"
    return "somebody"
