"""The settings as a player reads and changes them: on the screens and in lines. config.toml has the same ones, and the keys."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ai.process.limits import is_hosted
from vok_tui.coordinator.config import (
    DEFAULT_KEEP_HOURS,
    DEFAULT_PACE_SECONDS,
    KEEPS,
    MIN_WARNED_IN_100,
    Config,
    SettingValue,
    table_of,
)
from vok_tui.shared.shortcuts import LAYOUTS

AS_NEEDED: Final = "as needed"
NO_NAME: Final = "none"


class SettingChoice(NamedTuple):
    """A value that can be chosen, and its word. None is the value as shipped."""

    word: str
    value: SettingValue


class SettingRow(NamedTuple):
    """A setting on the page. `name` is that of config.toml; without `choices` it is a text. `unit` follows a number."""

    name: str
    group: str
    label: str
    sentence: str
    choices: tuple[SettingChoice, ...] = ()
    unit: str = ""

    def chosen(self, config: Config) -> SettingChoice:
        """The value that is set, in a word. It need not be among the choices."""
        value = getattr(config, self.name)
        if not self.choices:
            return SettingChoice(value or NO_NAME, value)
        for choice in self.choices:
            if value == (getattr(SHIPPED, self.name) if choice.value is None else choice.value):
                return choice
        return SettingChoice(f"{value:g}{self.unit}" if type(value) in (int, float) else str(value), value)


SHIPPED: Final = Config()
YOU, LEARNING, LINE = "You and the screen", "Learning", "Line and session"
THEME: Final = "theme"


def _choices(*pairs: tuple[str, SettingValue]) -> tuple[SettingChoice, ...]:
    return tuple([SettingChoice(word, value) for word, value in pairs])


SETTING_ROWS: Final = (
    SettingRow("name", YOU, "Name", "What you are called at the table."),
    SettingRow(
        THEME,
        YOU,
        "Theme",
        "The colours. Every theme is readable on every screen; as needed takes one that your terminal can show.",
        _choices((AS_NEEDED, None)),
    ),
    SettingRow(
        "pace",
        YOU,
        "Pace",
        "How long each step of an opponent stays on the table; 0 s is no pause.",
        _choices(*[(f"{seconds:g} s", seconds) for seconds in (0.0, 0.3, DEFAULT_PACE_SECONDS, 1.0, 2.0, 4.0)]),
        " s",
    ),
    SettingRow(
        "mouse",
        YOU,
        "Mouse",
        "Off leaves the mouse to the terminal, which can then select text. “As needed” is on, but off over SSH.",
        _choices((AS_NEEDED, None), ("on", True), ("off", False)),
    ),
    SettingRow(
        "layout",
        YOU,
        "Keyboard",
        "The layout of your keyboard, so that each key does what its place suggests.",
        _choices(*[(layout, layout) for layout in LAYOUTS]),
    ),
    SettingRow(
        "tips",
        LEARNING,
        "Tips",
        "Say what an answer is good for, three times for each kind of answer.",
        _choices(("in games new to you", None), ("on", True), ("off", False)),
    ),
    SettingRow(
        "warn_from",
        LEARNING,
        "Warnings",
        "Ask before an answer that costs at least this many wins in 100 games. Nothing has happened yet when the question comes. "
        "Games with warnings are not rated.",
        _choices(("never", 0), *[(f"{cost} in 100", cost) for cost in (MIN_WARNED_IN_100, 15, 30)]),
        " in 100",
    ),
    SettingRow(
        "analyse_each_game",
        LEARNING,
        "Analysis",
        "When a game has ended, look up in the background what its decisions have cost.",
        _choices(("when you ask", False), ("after each game", True)),
    ),
    SettingRow(
        "undo_past_reveals",
        LEARNING,
        "Undo",
        "Whether undo may go back past anything hidden that was revealed. “Not past reveals” is for serious games: then there "
        "are no hints either.",
        _choices(("any step", True), ("not past reveals", False)),
    ),
    SettingRow(
        "low_bandwidth",
        LINE,
        "Low bandwidth",
        "Send less to the terminal, with fewer colours. “As needed” does so over SSH, if the terminal is slow to answer.",
        _choices((AS_NEEDED, None), ("always", True), ("never", False)),
    ),
    SettingRow(
        "ascii",
        LINE,
        "Characters",
        "Plain characters only, for old terminals and fonts.",
        _choices((AS_NEEDED, False), ("plain only", True)),
    ),
    SettingRow(
        "keep",
        LINE,
        "Session",
        "When a game goes on without its terminal, until you log in again. A change holds from the next start.",
        _choices(*zip(("over SSH", "always", "never"), KEEPS, strict=True)),
    ),
    SettingRow(
        "keep_hours",
        LINE,
        "Waits for you",
        "How long such a game waits for you; then it ends, and the next login begins at the same place.",
        _choices(*[(f"{hours:g} h", hours) for hours in (1.0, 8.0, DEFAULT_KEEP_HOURS, 168.0)]),
        " h",
    ),
)


def setting_rows(themes: Sequence[str] = ()) -> tuple[SettingRow, ...]:
    """All settings, with these themes. Without themes, such as in lines, that setting is left out."""
    named = tuple([SettingChoice(name, name) for name in themes])
    return tuple(
        [
            row._replace(choices=row.choices + named) if row.name == THEME else row
            for row in SETTING_ROWS
            if themes or row.name != THEME
        ]
    )


def shown_choices(row: SettingRow, config: Config) -> list[SettingChoice]:
    """The choices of a row with the value that is set, which has its place among the numbers if it is no choice."""
    choices, chosen = list(row.choices), row.chosen(config)
    if chosen not in choices:
        numbers = [choice.value for choice in choices]
        place = next((i for i, number in enumerate(numbers) if is_above(number, chosen.value)), len(choices))
        choices.insert(place, chosen)
    return choices


def is_above(number: SettingValue, other: SettingValue) -> bool:
    """Whether both are numbers, the first one being the larger."""
    return isinstance(number, int | float) and isinstance(other, int | float) and number > other


def next_choice(row: SettingRow, config: Config, step: int) -> SettingChoice:
    """The choice after the one that is set, or before it; it stops at the ends."""
    choices = shown_choices(row, config)
    return choices[max(0, min(len(choices) - 1, choices.index(row.chosen(config)) + step))]


def kept_text(row: SettingRow, config: Config) -> str:
    """Where config.toml has a setting: "name in [player] of config.toml". It tells the value as shipped if that differs. A guest
    on this machine has no file that can be reached."""
    shipped = row.chosen(SHIPPED)
    note = "" if row.chosen(config) == shipped or not row.choices else f"as shipped: {shipped.word}"
    place = "" if is_hosted() else f"{row.name} in [{table_of(row.name)}] of config.toml"
    return "; ".join(filter(None, (place, note)))
