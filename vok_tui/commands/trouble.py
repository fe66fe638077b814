"""What to say when something was raised that no command has foreseen, and where to leave the facts for a report.

It leans on as little as it can: what is broken may be the very thing that it would import.
"""

import os
import platform
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from vok_tui import __version__
from vok_tui.exits import Exit
from vok_tui.library import compiled_copy

NO_THREAD: Final = "can't start new thread"  # what Python says where there is no room for its stack


def explain(error: Exception, argv: list[str]) -> tuple[str, Exit]:
    """A sentence for the user and the exit code. What is our own fault leaves a report behind."""
    within = getattr(error, "error", None)
    if isinstance(within, Exception):  # Textual's word for a task of the table that failed: this is what it met
        error = within
    if _speaks_for_itself(error):
        return str(error), Exit.FAILED
    if isinstance(error, OSError) and error.strerror:
        what = f"{error.filename}: " if error.filename else ""
        return f"{what}{error.strerror[:1].lower()}{error.strerror[1:]}", Exit.FAILED
    if isinstance(error, MemoryError) or str(error) == NO_THREAD:
        return "there is not enough memory here for Vok; your game is on disk as it stood", Exit.FAILED
    if isinstance(error, ImportError) and (folder := compiled_copy()) is not None:
        return (
            f"the compiled engine in {folder} does not fit this Vok ({error.name}); make play compiles it anew",
            Exit.FAILED,
        )
    if isinstance(error, ModuleNotFoundError):
        return f"a part of Vok is missing here ({error.name}); install it anew", Exit.FAILED
    where = leave_report(error, argv)
    kept = f"; the details for a report are in {where}" if where else ""
    return f"something broke inside Vok ({type(error).__name__}), your game is on disk as it stood{kept}", Exit.FAILED


def leave_report(error: BaseException, argv: list[str]) -> Path | None:
    """Write what is needed to find the fault; returns the file, or None if nothing can be written anywhere."""
    now = datetime.now(UTC)
    lines = [
        f"vok {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        now.isoformat(timespec="seconds"),
        f"arguments: {argv}",
        f"TERM={os.environ.get('TERM')} COLORTERM={os.environ.get('COLORTERM')} LANG={os.environ.get('LANG')}",
        "",
        "".join(traceback.format_exception(error)),
    ]
    for folder in _folders():
        path = folder / f"vok-crash-{now.strftime('%Y%m%d-%H%M%S-%f')}.txt"
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600, exist_ok=False)
            path.write_text("\n".join(lines), encoding="utf-8", errors="backslashreplace")
            return path
    return None


def _speaks_for_itself(error: Exception) -> bool:
    """Whether its text is a sentence for the user. An error of a house that is not loaded cannot have been raised."""
    houses = (("engine.core.errors", "EngineError"), ("saves.errors", "SaveError"))
    kinds = [getattr(sys.modules[module], name) for module, name in houses if module in sys.modules]
    return isinstance(error, tuple(kinds))


def _folders() -> list[Path]:
    folders = [Path(gettempdir())]
    with suppress(ImportError):
        from vok_tui.home import data_folder

        folders.insert(0, data_folder() / "crashes")
    return folders
