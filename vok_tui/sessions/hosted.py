"""A player on a host: a folder of their own, a session behind walls, and quotas.

The host trusts the SSH server to say who logs in, and nothing that the player sends. Before the session reads anything of the
player, it forks the process that starts its helpers, and builds its walls (`ai.process.walls`).
"""

import errno
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vok_tui.shared.errors import CommandError, UsageError
from vok_tui.shared.paths import CRASHES, PICTURES

if TYPE_CHECKING:
    from vok_tui.coordinator.start_options import StartOptions
    from vok_tui.sessions.beginning import GetStart
    from vok_tui.sessions.protocol import Explain

PLAYER_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
# All that is kept of the environment: what the terminal can show.
KEPT_VARIABLES: Final = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE")
MAX_VARIABLE_CHARS: Final = 100
SESSION_MEGABYTES: Final = 512
SESSION_PROCESSOR_SECONDS: Final = 4 * 3600
MAX_FILE_MEGABYTES: Final = 16
MAX_OPEN_FILES: Final = 128

MAX_SAVES: Final = 500  # with those in the bin
MAX_PICTURES: Final = 100  # a file with the picture and one with the text
MAX_CRASH_REPORTS: Final = 20
MAX_FILES: Final = 2_500
MAX_BYTES: Final = 64 << 20
RESERVE: Final = 1.1  # of both, for small files without which nothing could be deleted
HAS_ENDED: Final = "The session of this game has ended; your game is kept: log in again to continue it."
NO_ANSWER: Final = "your game does not answer, and only the host can end it; every move of it is kept"
CRASH_PREFIX: Final = "vok-crash-"


def check_player_name(name: str) -> str:
    """The name of a player. Raises UsageError for any that could name another folder, or the same folder twice."""
    if PLAYER_NAME.fullmatch(name) is None:
        raise UsageError(
            "the name of a player has 1 to 32 characters: small letters, digits, - and _, not first; "
            f'"{name[:32]}" has others'
        )
    return name


def make_player_folder(home: Path, name: str) -> Path:
    """The folder of a player in the folder of all players, made at the first login. Raises CommandError if it is not a folder of
    this account alone."""
    folder = home.absolute() / name
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError as error:
        raise CommandError(
            f"the folder of this player cannot be made ({(error.strerror or str(error)).lower()})"
        ) from None
    is_own = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077
    if not is_own:
        raise CommandError("the folder of this player must be a folder that only its account can read: chmod 700")
    return folder.resolve()


def clean_environment(sent: Mapping[str, str], folder: Path, name: str) -> dict[str, str]:
    """The environment of a player's processes: of what was sent, what the terminal can show; and the player's folder as home."""
    from ai.process.limits import HOSTED_ENV, PROCESSES_ENV

    kept = {word: sent[word][:MAX_VARIABLE_CHARS] for word in KEPT_VARIABLES if sent.get(word)}
    own = {"HOME": str(folder), "VOK_HOME": str(folder), "USER": name, "LOGNAME": name, HOSTED_ENV: name}
    return {**kept, **own, "PATH": "/usr/bin:/bin", "SSH_TTY": "yes", PROCESSES_ENV: "1"}


def enter_folder(folder: Path, environment: dict[str, str]) -> None:
    """Make the player's folder the current one, with this environment, and import nothing from there."""
    os.umask(0o077)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.path[:] = [place for place in sys.path if place and not Path(place).resolve().is_relative_to(folder.parent)]


def confining(home: Path, folder: Path, name: str, *, has_walls: bool) -> "GetStart":
    """What the process of a session does before it reads anything of its player: it builds its walls, then reads the settings. It
    raises CommandError where the kernel refuses the walls."""

    def confine() -> "StartOptions":
        from ai.process.limits import limit_memory
        from ai.process.outside import fork_starter
        from ai.process.walls import Limits, NoWalls, raise_walls, set_limits
        from saves.errors import leave_unnamed
        from saves.format.lock import call_this_process

        fork_starter(home, has_walls=has_walls)
        set_limits(Limits(2 * SESSION_MEGABYTES, SESSION_PROCESSOR_SECONDS, MAX_FILE_MEGABYTES, MAX_OPEN_FILES))
        try:
            if has_walls:
                raise_walls(home, folder)
        except NoWalls as refused:
            raise CommandError(str(refused)) from None
        limit_memory(SESSION_MEGABYTES)
        sys.addaudithook(QuotaHook(folder))
        leave_unnamed(folder)
        call_this_process(name)
        return configured(name)

    return confine


def configured(name: str) -> "StartOptions":
    """Start options with the player's settings; without a name in them, the one that the host has given. Broken settings count as
    none: nobody but the host could mend them."""
    from dataclasses import replace

    from vok_tui.boards.own_data import own_cards_at_home
    from vok_tui.coordinator.config import Config, load_config
    from vok_tui.coordinator.start_options import StartOptions
    from vok_tui.shared.errors import ConfigError
    from vok_tui.shared.paths import config_file

    path = config_file()
    try:
        config = load_config(path)
    except ConfigError:
        return StartOptions(config=Config(name=name), own_cards=own_cards_at_home)
    return StartOptions(config=replace(config, name=config.name or name), config_file=path, own_cards=own_cards_at_home)


def explaining_to_guest(explain: "Explain", folder: Path) -> "Explain":
    """The sentence about an error without the places of files on the host."""
    from vok_tui.library import packages_folder

    def explain_to_guest(error: Exception) -> tuple[str, int]:
        sentence, code = explain(error)
        return sentence.replace(str(folder), "~").replace(str(packages_folder()), "vok"), code

    return explain_to_guest


class QuotaHook:
    """Refuses new files in a player's folder beyond the quotas, whichever part of the program makes them: OSError with EDQUOT.
    Files that exist may grow, up to MAX_FILE_MEGABYTES each."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = str(folder)

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "open" or not arguments[2] & os.O_CREAT or isinstance(arguments[0], int):
            return
        path = os.path.abspath(os.fsdecode(arguments[0]))
        if path.startswith(f"{self._folder}/") and not os.path.lexists(path):
            problem = self._why_refused(path[len(self._folder) + 1 :])
            if problem:
                raise OSError(errno.EDQUOT, problem, path)

    def _why_refused(self, path: str) -> str:
        """Why there can be no new file with this path in the folder; "" if there can."""
        files = list(_files_below(self._folder))
        size = sum([size for _, size in files])
        is_counted = path.endswith(".vok") and not path.startswith("saves/bin/")
        reserve = 1.0 if is_counted or path.startswith((PICTURES, CRASHES)) or CRASH_PREFIX in path else RESERVE
        if len(files) >= MAX_FILES * reserve or size >= MAX_BYTES * reserve:
            return "your folder is full: delete games, and empty the bin"
        if is_counted and sum([name.endswith(".vok") for name, _ in files]) >= MAX_SAVES:
            return f"a player may have {MAX_SAVES} games here: delete some, and empty the bin"
        if path.startswith(PICTURES) and sum([name.startswith(PICTURES) for name, _ in files]) >= 2 * MAX_PICTURES:
            return f"a player may have {MAX_PICTURES} pictures here"
        if CRASH_PREFIX in path and sum([CRASH_PREFIX in name for name, _ in files]) >= MAX_CRASH_REPORTS:
            return f"there are {MAX_CRASH_REPORTS} crash reports already"
        return ""


def _files_below(folder: str, inside: str = "") -> Iterator[tuple[str, int]]:
    """The path in the folder, and the bytes, of each file."""
    try:
        with os.scandir(f"{folder}/{inside}") as entries:
            for entry in entries:
                path = f"{inside}{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    yield from _files_below(folder, f"{path}/")
                else:
                    yield path, entry.stat(follow_symlinks=False).st_size
    except OSError:  # it has just been removed
        return
