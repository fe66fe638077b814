"""Explains an unexpected exception in one sentence, and writes a crash report.

This module imports as little as possible, because any module may be the broken one.
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
from vok_tui.library import compiled_folder
from vok_tui.shared.detection import window_size
from vok_tui.shared.errors import NO_MEMORY, ExitCode, with_origins

NO_THREAD_MESSAGE: Final = "can't start new thread"  # Python's message when there is no memory for a thread's stack


def explain_or_report(error: Exception, argv: list[str]) -> tuple[str, ExitCode]:
    """A sentence for the user, and the exit code. For an internal error, also write a crash report."""
    wrapped = getattr(error, "error", None)
    if isinstance(wrapped, Exception):  # Textual wraps the exception of a worker
        error = wrapped
    if _has_message_for_user(error):
        return str(error), ExitCode.FAILED
    if isinstance(error, OSError) and error.strerror:
        file = f"{error.filename}: " if error.filename else ""
        return f"{file}{error.strerror[:1].lower()}{error.strerror[1:]}", ExitCode.FAILED
    if any(isinstance(origin, MemoryError) or str(origin) == NO_THREAD_MESSAGE for origin in with_origins(error)):
        return NO_MEMORY, ExitCode.FAILED
    if isinstance(error, ImportError) and (folder := compiled_folder()) is not None:
        return (
            f"the compiled engine in {folder} does not fit this Vok ({error.name}); make play compiles it again",
            ExitCode.FAILED,
        )
    if isinstance(error, ModuleNotFoundError):
        return f"a part of Vok is missing here ({error.name}); reinstall it", ExitCode.FAILED
    report = write_crash_report(error, argv)
    details = f"; the details for a report are in {report}" if report else ""
    return (
        f"something broke inside Vok ({type(error).__name__}), your game is on disk{details}",
        ExitCode.FAILED,
    )


def write_crash_report(error: BaseException, argv: list[str]) -> Path | None:
    """Write a crash report. Returns its path, or None if it cannot be written anywhere."""
    now = datetime.now(UTC)
    lines = [
        f"vok {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        now.isoformat(timespec="seconds"),
        f"arguments: {argv}",
        f"TERM={os.environ.get('TERM')} COLORTERM={os.environ.get('COLORTERM')} LANG={os.environ.get('LANG')}",
        f"window: {window_size(os.environ)}",
        "",
        "".join(traceback.format_exception(error)),
    ]
    for folder in _report_folders():
        path = folder / f"vok-crash-{now.strftime('%Y%m%d-%H%M%S-%f')}.txt"
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600, exist_ok=False)
            path.write_text("\n".join(lines), encoding="utf-8", errors="backslashreplace")
            return path
    return None


def _has_message_for_user(error: Exception) -> bool:
    """Whether the message of an error is a sentence for the user. A module that is not loaded cannot have raised it."""
    error_classes = (("engine.core.errors", "EngineError"), ("saves.errors", "SaveError"))
    loaded = [getattr(sys.modules[module], name) for module, name in error_classes if module in sys.modules]
    return isinstance(error, tuple(loaded))


def _report_folders() -> list[Path]:
    folders = [Path(gettempdir())]
    with suppress(Exception):  # a broken copy, or no home folder
        from vok_tui.shared.paths import CRASHES, data_folder

        folders.insert(0, data_folder() / CRASHES)
    return folders
