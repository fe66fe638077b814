"""Horizontal bar charts, drawn by plotext, which is an extra. Only this module imports it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

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
