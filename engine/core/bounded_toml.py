"""Parses TOML from untrusted sources. The text is checked first, so that parsing takes a few milliseconds whatever it contains.

`tomllib` needs a minute and gigabytes for 200 kB of `a.a.a.a = 1`, and raises RecursionError for nested brackets. So one pass
over the text counts everything that costs the parser time, and rejects a text with too much of it.
"""

import re
import tomllib
from typing import Any, Final

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
