"""Saves the screen as a picture (SVG) and as text. An existing file is never overwritten."""

import os
from contextlib import suppress
from datetime import datetime
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

from rich.console import Console
from textual.app import App


def screen_as_svg_and_text(app: App[Any]) -> tuple[str, str]:
    """The current screen as SVG, and as text with one line for each line of the screen."""
    columns, lines = app.size
    console = Console(
        width=columns,
        height=lines,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
    )
    picture = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)  # noqa: SLF001  as App does
    console.print(picture, end="")
    text = console.export_text(clear=False)
    return console.export_svg(title=app.title), "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def save_svg_and_text(folder: Path, svg: str, text: str) -> Path:
    """Write both files under an unused name. Returns the path of the picture; that of the text differs only in its suffix.

    A missing folder is created, readable only for its owner. Raises OSError, and then leaves neither file.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    stem = datetime.now().astimezone().strftime("screen-%Y%m%d-%H%M%S")
    for number in count(1):
        path = folder / (f"{stem}.svg" if number == 1 else f"{stem}-{number}.svg")
        try:
            _write_new(path, svg)
        except FileExistsError:
            continue
        try:
            _write_new(path.with_suffix(".txt"), text)
        except FileExistsError:
            path.unlink()
            continue
        except OSError:
            path.unlink()
            raise
        return path
    raise AssertionError


def _write_new(path: Path, text: str) -> None:
    """Write a new file that only its owner can read. Raises FileExistsError, or another OSError without leaving a file."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise
