"""Data and positions as TOML from untrusted sources: parsed within bounds, with a clear message for each mistake.

`tomllib` needs a minute and gigabytes for 200 kB of `a.a.a.a = 1`, and raises RecursionError for nested brackets. So one pass
over the text counts everything that costs the parser time, and rejects a text with too much of it.

Below that stands what the data texts of all games share, such as boards and pieces, and what the fields of their positions
share, whether they come from a text or from a save. Each game adds its own keys. Everything that reads positions here raises
BadText, which names the key and says what is allowed.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.core.errors import BadCatalogue, BadText, is_whole_number, quoted
from engine.core.wording import did_you_mean

MAX_BYTES: Final = 240_000
MAX_MARKS: Final = 8_000  # strings, escapes, comments, lines, brackets, and the characters = , . between them
MAX_NESTING: Final = 16  # depth of brackets
MAX_KEY_DOTS: Final = 8  # in one key
MAX_BARE_CHARACTERS: Final = 2_000  # characters between two marks: a number or a name

_MARK: Final = re.compile(r'"""|\'\'\'|["\'#\n\[\]{}=,.]')
# What ends a string or a comment, or is an escape in it, by what opened it.
_END_OR_ESCAPE: Final = {
    '"""': re.compile(r'\\.|"{3,5}', re.DOTALL),  # up to two quotes may precede the closing three
    '"': re.compile(r'\\.|["\n]', re.DOTALL),
    "'''": re.compile(r"'{3,5}"),
    "'": re.compile(r"['\n]"),
    "#": re.compile(r"\n"),
}


def parse(text: str, max_bytes: int = MAX_BYTES) -> dict[str, Any]:
    """The tables of a text. Raises ValueError; its message says what is wrong and, if known, in which line."""
    if len(text) > max_bytes or len(text.encode(errors="replace")) > max_bytes:
        raise ValueError(f"the text is longer than {max_bytes} bytes")
    _check_cost(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("values are nested too deeply") from None


def _check_cost(text: str) -> None:
    """Raise ValueError for a text that would keep the parser busy for long. O(length)."""
    marks = nesting = dots = position = 0
    while match := _MARK.search(text, position):
        mark = match.group()
        if match.start() - position > MAX_BARE_CHARACTERS:
            raise _error_at(text, position, f"a name or a number has more than {MAX_BARE_CHARACTERS} characters")
        position = match.end()
        marks += 1
        if mark in _END_OR_ESCAPE:
            position, escapes = _end_and_escape_count(text, position, mark)
            marks += escapes
        elif mark == ".":
            dots += 1
        elif mark in "[{":
            nesting, dots = nesting + 1, 0
        else:
            nesting, dots = nesting - (mark in "]}"), 0
        if dots > MAX_KEY_DOTS:
            raise _error_at(text, position, f"a key has more than {MAX_KEY_DOTS} dots")
        if nesting > MAX_NESTING:
            raise _error_at(text, position, f"brackets are nested more than {MAX_NESTING} deep")
        if marks > MAX_MARKS:
            raise _error_at(text, position, f"there are more than {MAX_MARKS} values, lines and signs")
    if len(text) - position > MAX_BARE_CHARACTERS:
        raise _error_at(text, position, f"a name or a number has more than {MAX_BARE_CHARACTERS} characters")


def _end_and_escape_count(text: str, start: int, opener: str) -> tuple[int, int]:
    """The position after the string or comment whose `opener` ends at `start`, and the number of escapes in it."""
    position, escapes = start, 0
    while match := _END_OR_ESCAPE[opener].search(text, position):
        if match.group() == "\n":
            return match.start(), escapes
        position = match.end()
        if not match.group().startswith("\\"):
            return position, escapes
        escapes += 1
        if escapes > MAX_MARKS:
            break
    return len(text), escapes


def _error_at(text: str, position: int, problem: str) -> ValueError:
    line = text.count("\n", 0, position) + 1
    return ValueError(f"{problem} (at line {line})")


def parse_data(text: str, subject_and_verb: str) -> dict[str, Any]:
    """The values of a data text, by key. An error begins with `subject_and_verb`, such as "the board is". Raises
    BadCatalogue."""
    try:
        return parse(text)
    except ValueError as fault:
        raise BadCatalogue(f"{subject_and_verb} not valid TOML: {str(fault).splitlines()[0]}") from None


def check_data_number(value: object, name: str, low: int, high: int) -> int:
    """Return `value` if it is a whole number from `low` to `high`. Raises BadCatalogue."""
    try:
        return check_number(value, name, low, high)
    except BadText as fault:
        raise BadCatalogue(str(fault)) from None


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


def write_position(fields: Mapping[str, Any]) -> str:
    """The fields of a position as TOML: each on a line, and each item of a list of lists or of tables on a line of its own."""
    lines: list[str] = []
    for name, value in fields.items():
        is_list = isinstance(value, list) and len(value) > 0
        if is_list and all(isinstance(item, dict) for item in value):
            for table in value:
                lines += ["", f"[[{name}]]", *[f"{key} = {_write_value(item)}" for key, item in table.items()]]
        elif is_list and all(isinstance(item, list) for item in value):
            lines += [f"{name} = [", *[f"  {_write_value(item)}," for item in value], "]"]
        else:
            lines.append(f"{name} = {_write_value(value)}")
    return "\n".join(lines) + "\n"


def _write_value(value: int | str | list[Any]) -> str:
    """A value that is written the same in JSON and in TOML, except for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def parse_position(text: str) -> dict[str, Any]:
    """The fields of a position text."""
    try:
        return parse(text)
    except ValueError as error:
        raise BadText(f"the position is not valid TOML: {str(error)[:100].splitlines()[0]}") from None


def check_keys(data: object, known: Iterable[str], where: str) -> None:
    """Raise BadText unless `data` is a table in which all keys are known."""
    if not isinstance(data, dict):
        raise BadText(f"{where} is a table")
    names = sorted(known)
    for name in data:
        if name not in names:
            raise BadText(f"{where} has no {quoted(name)}{did_you_mean(name, names)}")


def check_number(value: object, name: str, low: int, high: int) -> int:
    """Return `value` if it is a whole number from `low` to `high`. Raises BadText."""
    if not is_whole_number(value, low, high):
        raise BadText(f"{name} is a whole number from {low} to {high}, not {quoted(value)}")
    return value


def read_list(data: Mapping[str, Any], name: str, where: str, max_length: int) -> list[Any]:
    """The list under a key; [] if the key is missing."""
    items = data.get(name, [])
    if not isinstance(items, list) or len(items) > max_length:
        raise BadText(f"{where}{name} is a list of at most {max_length}")
    return items


def find_number(numbers: Mapping[str, int], name: object, where: str, thing: str = "card") -> int:
    """The number with this name. `thing` says what is numbered, for the error message."""
    if isinstance(name, str) and name in numbers:
        return numbers[name]
    raise BadText(f"{where}: no {thing} is called {quoted(name)}{did_you_mean(str(name), numbers)}")


def names_of(names: Sequence[str], kinds: Iterable[int]) -> list[str]:
    """The names of these kinds; "" for each kind below 0, an empty place."""
    return [names[kind] if kind >= 0 else "" for kind in kinds]
