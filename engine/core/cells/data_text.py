"""What the data texts of all games share, such as boards and pieces: TOML with a clear message for each mistake."""

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
