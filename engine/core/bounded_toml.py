"""TOML from strangers. It is checked before it is parsed, so that reading takes a few milliseconds whatever the text contains.

`tomllib` takes a minute and gigabytes for 200 kB of `a.a.a.a = 1`, and raises RecursionError for nested brackets. So one pass
over the text counts what costs the parser time, and rejects a text with too much of it.
"""

import re
import tomllib
from typing import Any, Final

MAX_BYTES: Final = 240_000
MAX_MARKS: Final = 8_000  # strings, escapes, comments, lines, brackets, and the signs = , . between them
MAX_NESTING: Final = 16  # nested brackets
MAX_KEY_DOTS: Final = 8  # in one key
MAX_BARE_CHARACTERS: Final = 2_000  # characters between two marks: a number or a name

_MARK: Final = re.compile(r'"""|\'\'\'|["\'#\n\[\]{}=,.]')
# The rest of a string, up to its end.
_WITHIN: Final = {
    '"""': re.compile(r'\\.|"{3,5}', re.DOTALL),  # two more quotes may stand before the last three
    '"': re.compile(r'\\.|["\n]', re.DOTALL),
    "'''": re.compile(r"'{3,5}"),
    "'": re.compile(r"['\n]"),
    "#": re.compile(r"\n"),
}


def parse(text: str, max_bytes: int = MAX_BYTES) -> dict[str, Any]:
    """The tables of a text. Raises ValueError; its message says what is wrong and, if known, in which line."""
    if len(text) > max_bytes or len(text.encode(errors="replace")) > max_bytes:
        raise ValueError(f"the text is longer than {max_bytes} bytes")
    _look_over(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("too much lies in one another") from None


def _look_over(text: str) -> None:
    """Raise ValueError for a text that would keep the parser busy for long. O(length)."""
    marks = nesting = dots = at = 0
    while found := _MARK.search(text, at):
        mark = found.group()
        if found.start() - at > MAX_BARE_CHARACTERS:
            raise _too_much(text, at, f"a name or a number has more than {MAX_BARE_CHARACTERS} characters")
        at = found.end()
        marks += 1
        if mark in _WITHIN:
            at, escapes = _behind(text, at, mark)
            marks += escapes
        elif mark == ".":
            dots += 1
        elif mark in "[{":
            nesting, dots = nesting + 1, 0
        else:
            nesting, dots = nesting - (mark in "]}"), 0
        if dots > MAX_KEY_DOTS:
            raise _too_much(text, at, f"a key has more than {MAX_KEY_DOTS} dots")
        if nesting > MAX_NESTING:
            raise _too_much(text, at, f"more than {MAX_NESTING} brackets lie in one another")
        if marks > MAX_MARKS:
            raise _too_much(text, at, f"there are more than {MAX_MARKS} values, lines and signs")
    if len(text) - at > MAX_BARE_CHARACTERS:
        raise _too_much(text, at, f"a name or a number has more than {MAX_BARE_CHARACTERS} characters")


def _behind(text: str, at: int, opened: str) -> tuple[int, int]:
    """Where a string or a comment ends that was `opened` before `at`, and the number of escapes in it."""
    escapes = 0
    while found := _WITHIN[opened].search(text, at):
        if found.group() == "\n":
            return found.start(), escapes
        at = found.end()
        if not found.group().startswith("\\"):
            return at, escapes
        escapes += 1
        if escapes > MAX_MARKS:
            break
    return len(text), escapes


def _too_much(text: str, at: int, what: str) -> ValueError:
    line = text.count("\n", 0, at) + 1
    return ValueError(f"{what} (at line {line})")
