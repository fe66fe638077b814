"""Whether the compiled modules of this Vok can be loaded, and how it goes on without them. Imports none of them."""

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from typing import Final

from vok_tui.library import packages_folder

INTERPRETED_ENV: Final = "VOK_INTERPRETED"  # why the compiled modules are not used; `engine.interpreted` obeys it
FOLDERS: Final = ("engine", "ai", "lab")
MAX_LOAD_SECONDS: Final = 60
MAX_REASON_CHARS: Final = 200
LOAD_ALL: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]); from importlib import import_module; "
    "[import_module(name) for name in sys.argv[2:]]"
)


def compiled_module_names() -> list[str]:
    """The names of the compiled modules that this Python would load."""
    folder, suffix = packages_folder(), EXTENSION_SUFFIXES[0]
    paths = [path for package in FOLDERS for path in (folder / package).rglob(f"*{suffix}")]
    return sorted([".".join(path.relative_to(folder).parts).removesuffix(suffix) for path in paths])


def why_not_loadable() -> str:
    """Why the compiled modules cannot be loaded, in a few words; "" if they can, or if there are none. Tries it in a process of
    its own, because a damaged file may end it. Takes some tenths of a second."""
    names = compiled_module_names()
    if not names or os.environ.get(INTERPRETED_ENV):
        return ""
    line = [sys.executable, "-P", "-c", LOAD_ALL, str(packages_folder()), *names]
    try:
        done = subprocess.run(
            line, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=MAX_LOAD_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    if done.returncode == 0:
        return ""
    said = done.stderr.strip().splitlines()
    reason = said[-1] if said else f"they end Python with signal {-done.returncode}"
    return "".join(filter(str.isprintable, reason))[:MAX_REASON_CHARS]


def restart_interpreted(reason: str) -> None:
    """Replace this process by the same command with interpreted code, and say so in one line."""
    if sys.stderr is not None:
        slower = "so it runs interpreted and the opponents are slower; vok doctor says what to do"
        sys.stderr.write(f"vok: the compiled engine cannot be loaded ({reason}), {slower}\n")
        sys.stderr.flush()
    os.environ[INTERPRETED_ENV] = reason
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
