"""What the data texts of all games share, such as boards and pieces: TOML with a clear message for each mistake.

Each table may list under `printed` which of its values its owner has read on the printed pieces. All others are reconstructed.
"""

import json
from collections.abc import Sequence
from typing import Any

from engine.core import bounded_toml
from engine.core.errors import BadCatalogue, quoted


def parse_data(text: str, subject_and_verb: str) -> dict[str, Any]:
    """The values of a data text, by key. An error begins with `subject_and_verb`, such as "the board is". Raises
    BadCatalogue."""
    try:
        return bounded_toml.parse(text)
    except ValueError as fault:
        raise BadCatalogue(f"{subject_and_verb} not valid TOML: {str(fault).splitlines()[0]}") from None


def check_data_number(value: object, name: str, low: int, high: int) -> int:
    """Return `value` if it is a whole number from `low` to `high`, and not a bool. Raises BadCatalogue."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadCatalogue(f"{name} is a whole number from {low} to {high}, not {quoted(value)}")
    return value


def read_printed(table: dict[str, Any], printable: Sequence[str], where: str) -> tuple[str, ...]:
    """The values that a table lists as printed, in the order of `printable`. Raises BadCatalogue."""
    names = table.get("printed", [])
    if not isinstance(names, list) or any(name not in printable for name in names):
        raise BadCatalogue(f"{where}: printed is a list of some of these: {', '.join(printable)}")
    return tuple([name for name in printable if name in names])


def printed_lines(printed: Sequence[str]) -> list[str]:
    """The line of TOML that lists the printed values; none if there are none."""
    return [f"printed = {json.dumps(list(printed))}"] if printed else []


def source_comment(name: str, printed: Sequence[str]) -> str:
    """A comment for the end of a line of TOML: whether its value is printed or reconstructed."""
    return f"  # {'printed' if name in printed else 'reconstructed'}"
