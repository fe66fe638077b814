"""What to say when something was raised that no command has foreseen, and where to leave the facts for a report."""

import os
import platform
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from tempfile import gettempdir

from engine.core.errors import EngineError
from saves.errors import SaveError
from vok_tui import __version__
from vok_tui.exits import Exit
from vok_tui.home import data_folder


def explain(error: Exception, argv: list[str]) -> tuple[str, Exit]:
    """A sentence for the user and the exit code. What is our own fault leaves a report behind."""
    if isinstance(error, EngineError | SaveError):
        return str(error), Exit.FAILED
    if isinstance(error, OSError) and error.strerror:
        what = f"{error.filename}: " if error.filename else ""
        return f"{what}{error.strerror[:1].lower()}{error.strerror[1:]}", Exit.FAILED
    where = leave_report(error, argv)
    kept = f"; the details are in {where}" if where else ""
    return f"something broke inside Vok ({type(error).__name__}); your game is on disk as it stood{kept}", Exit.FAILED


def leave_report(error: BaseException, argv: list[str]) -> Path | None:
    """Write what is needed to find the fault; returns the file, or None if nothing can be written anywhere."""
    now = datetime.now(UTC)
    lines = [
        f"vok {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        f"{now.isoformat(timespec='seconds')}",
        f"arguments: {argv}",
        f"TERM={os.environ.get('TERM')} COLORTERM={os.environ.get('COLORTERM')} LANG={os.environ.get('LANG')}",
        f"encoding: {sys.stdout.encoding}",
        "",
        "".join(traceback.format_exception(error)),
    ]
    for folder in (data_folder() / "crashes", Path(gettempdir())):
        path = folder / f"vok-crash-{now.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600, exist_ok=False)
            path.write_text("\n".join(lines), encoding="utf-8")
        except OSError:
            continue
        return path
    return None
