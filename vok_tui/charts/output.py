"""Shows charts below what a command has printed, and writes both as a picture.

A terminal gets bars if plotext is installed. A pipe or a file gets the plain text alone, because programs read it.
"""

import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Final

from vok_tui.charts.bars import Chart, draw_chart
from vok_tui.cli.parser import Parser
from vok_tui.errors import CommandError
from vok_tui.terminal.detection import USUAL_SIZE, detect_terminal, window_size

HOW_TO_GET_BARS: Final = "pip install 'vok-tui[plots]' adds bars to what this command prints on a terminal"
PICTURE_COLUMNS: Final = 100


def add_svg_argument(parser: Parser) -> None:
    """Add `--svg FILE`."""
    parser.add_argument(
        "--svg",
        metavar="FILE",
        type=parse_writable_file,
        help="also write the output, with its bars, as an SVG picture",
    )


def parse_writable_file(text: str) -> Path:
    """The path of a file that can probably be written. An error now is better than an error after an hour of games."""
    path = Path(text)
    folder = path.absolute().parent
    if not folder.is_dir():
        raise ArgumentTypeError(f"there is no folder {folder} to write {path.name} into")
    if path.exists() and not path.is_file():
        raise ArgumentTypeError(f"{path} is not an ordinary file; name another one")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise ArgumentTypeError(f"{path} cannot be written; name a file in another folder")
    return path


def print_with_charts(
    lines: Sequence[str], charts: Sequence[Chart], svg_copy: Path | None, *, quiet: bool = False
) -> None:
    """Print the lines, and on a terminal the charts below them. With `quiet`, print nothing. With `svg_copy`, also write both
    into this file as a picture. Raises CommandError if it cannot be written."""
    if not quiet:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        if sys.stdout.isatty():
            bars = _chart_lines(charts, (window_size(os.environ) or USUAL_SIZE)[0], detect_terminal(os.environ).ascii)
            sys.stdout.writelines(f"{line}\n" for line in bars or [])
            if bars is None and sys.stderr is not None:
                sys.stderr.write(f"vok: {HOW_TO_GET_BARS}\n")
        sys.stdout.flush()
    if svg_copy is not None:
        _write_picture(svg_copy, [*lines, *(_chart_lines(charts, PICTURE_COLUMNS, ascii_only=False) or [])])


def _chart_lines(charts: Sequence[Chart], columns: int, ascii_only: bool) -> list[str] | None:
    """The lines of all charts, each after an empty line; None without plotext."""
    lines = []
    try:
        for chart in charts:
            lines += ["", *draw_chart(chart, columns, ascii_only)]
    except ModuleNotFoundError as missing:
        if missing.name != "plotext":
            raise
        return None
    return lines


def _write_picture(path: Path, lines: Sequence[str]) -> None:
    """Write lines as an SVG file. An existing file stays until the new one is complete."""
    from rich.cells import cell_len
    from rich.console import Console
    from rich.text import Text

    columns = max([PICTURE_COLUMNS, *(cell_len(line) for line in lines)])
    console = Console(record=True, file=StringIO(), width=columns, force_terminal=True, _environ={})
    for line in lines:
        console.print(Text(line), soft_wrap=True)
    new_path = path.with_name(f"{path.name}.new")
    try:
        new_path.write_text(console.export_svg(title="Vok"), encoding="utf-8")
        new_path.replace(path)
    except OSError as fault:
        with suppress(OSError):
            new_path.unlink(missing_ok=True)
        raise CommandError(f"the picture {path} could not be written: {fault.strerror}; name another file") from None
