"""Bar charts for the output of commands, and the output as an SVG picture.

A terminal gets bars if plotext is installed. A pipe or a file gets the plain text alone, because programs read it.
"""

import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

from vok_tui.shared.detection import USUAL_SIZE, detect_terminal, window_size
from vok_tui.shared.errors import CommandError
from vok_tui.shared.parser import Parser

MIN_COLUMNS, MAX_COLUMNS = 40, 100
BAR_WIDTH: Final = 0.1  # in plotext's unit; less than one line, so each bar has exactly one line
BAR, INTERVAL = "█", "▒"
ASCII_MARKERS: Final = {BAR: "#", INTERVAL: ":"}


class Bar(NamedTuple):
    """A bar. `text` is the value as it is printed, `interval` its 95% interval if it is known."""

    label: str
    value: float
    text: str
    interval: tuple[float, float] | None = None


class Chart(NamedTuple):
    """Bars with the same unit, the first one on top."""

    title: str
    bars: Sequence[Bar]


def draw_chart(chart: Chart, columns: int, ascii_only: bool) -> list[str]:
    """The lines of a chart, at most `columns` wide, without colours. Raises ModuleNotFoundError without plotext."""
    from plotext import figure, uncolorize

    from vok_tui.terminal.glyphs import to_ascii  # loads rich

    bars = [bar for bar in chart.bars if bar.value >= 0][::-1]  # plotext draws the first bar at the bottom
    if not bars:
        return []
    markers = ASCII_MARKERS if ascii_only else {marker: marker for marker in ASCII_MARKERS}
    highest = max([bar.value for bar in bars] + [bar.interval[1] for bar in bars if bar.interval]) or 1.0
    label_width, text_width = max(len(bar.label) for bar in bars), max(len(bar.text) for bar in bars)
    names = [f"{bar.label:<{label_width}}  {bar.text:>{text_width}} " for bar in bars]
    figure.clear()
    figure.theme("colorless")
    figure.draw(figure.bar(names, [bar.value for bar in bars], orientation="h", width=BAR_WIDTH, marker=markers[BAR]))
    if any(bar.interval for bar in bars):
        ends = [bar.interval or (bar.value, bar.value) for bar in bars]
        lows, highs = [max(0.0, low) for low, _ in ends], [high for _, high in ends]
        figure.draw(figure.bar(names, lows, highs, orientation="h", width=BAR_WIDTH, marker=markers[INTERVAL]))
    figure.axes(False)
    figure.ruler("x").lim(0, highest)
    figure.ruler("x").ticks([], [])
    figure.plot_size(max(MIN_COLUMNS, min(columns, MAX_COLUMNS)), len(bars))
    lines = [line.rstrip() for line in uncolorize(figure.build().string()).splitlines()]
    lines = [chart.title, *lines]
    return [to_ascii(line) for line in lines] if ascii_only else lines


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
    """Write lines as an SVG file."""
    from rich.cells import cell_len
    from rich.console import Console
    from rich.text import Text

    columns = max([PICTURE_COLUMNS, *(cell_len(line) for line in lines)])
    console = Console(record=True, file=StringIO(), width=columns, force_terminal=True, _environ={})
    for line in lines:
        console.print(Text(line), soft_wrap=True)
    replace_text_file(path, console.export_svg(title="Vok"))


def replace_text_file(path: Path, text: str) -> None:
    """Write a text file. An existing file stays until the new one is complete. Raises CommandError."""
    from saves.whole_file import replace_file

    try:
        replace_file(path, text.encode())
    except OSError as fault:
        raise CommandError(f"{path} could not be written: {fault.strerror}; name another file") from None
