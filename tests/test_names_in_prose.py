"""Names in docstrings and comments of the product are names of the code, so that a rename cannot leave them behind.

These are the names in backticks, and the errors after "Raises".

A name must be defined somewhere in the product, occur in the code of the same file, be a whole string of the product (levels,
words of the command line), or begin with a module from outside.

The sources are read by patterns: to parse them takes ten times as long.
"""

import builtins
import keyword
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.source_tree import PACKAGES, ROOT

NAME = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)(?:\([^`\n]*\))?`(?!`)")
ERRORS = re.compile(r"\bRaises? ([A-Z]\w+(?:(?:,| and| or|, and|, or)\s[A-Z]\w+)*)")
# What is not code: a text on lines of its own, another long text, a comment, a string of one word, another string.
NO_CODE = re.compile(
    r'''^[ \t]*[rR]?"""(?P<docstring>.*?)"""|""".*?"""|(?P<comment>\#[^\n]*)'''
    r"""|"(?P<word>[A-Za-z_][\w.]*)"|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""",
    re.DOTALL | re.MULTILINE,
)
WORD = re.compile(r'"([\w.]+)"|([A-Za-z_]\w*)')
CLASS_WITH_BASES = re.compile(r"^ *class (\w+)\(", re.MULTILINE)
DEFINITION = re.compile(r"( *)(?:async )?(def|class) (\w+)")
ASSIGNMENT = re.compile(r"( *)(\w+)(?:: .*| = .*|:$)")
ATTRIBUTE = re.compile(r"\.(\w+)(?:: [^=\n]+)? [-+*/|&]?=[^=]")


class Source(NamedTuple):
    """A file: line and text of each docstring and comment, and its code without any text but strings of one word."""

    prose: tuple[tuple[int, str], ...]
    code: str


@cache
def read(source: str) -> Source:
    prose: list[tuple[int, str]] = []

    def without(match: re.Match[str]) -> str:
        if (text := match["docstring"] or match["comment"]) is not None:
            prose.append((source.count("\n", 0, match.start(match.lastgroup or 0)) + 1, text))
        return match[0] if match["word"] else '""'

    code = NO_CODE.sub(without, source)
    return Source(tuple(prose), code)


FILES = {path: path.read_text(encoding="utf-8") for package in PACKAGES for path in (ROOT / package).rglob("*.py")}


def used(code: str) -> set[str]:
    """All names in the code of a file, including its strings that are one word."""
    return {name for found in WORD.findall(code) for name in found if name}


def defined(code: str) -> Iterator[str]:
    """The names that a file defines for others: classes, functions, constants, attributes, and strings of one word."""
    yield from (word for word, _ in WORD.findall(code) if word)
    yield from ATTRIBUTE.findall(code)
    blocks: list[tuple[int, bool]] = []  # where each definition around a line begins, and whether it is a class
    for line in code.splitlines():
        definition = DEFINITION.match(line)
        match = definition or ASSIGNMENT.match(line)
        if match is None:
            continue
        indent = len(match[1])
        while blocks and blocks[-1][0] >= indent:
            blocks.pop()
        if definition:
            yield match[3]
            blocks.append((indent, match[2] == "class"))
        elif (not blocks and not indent) or (blocks and blocks[-1] == (indent - 4, True)):
            yield match[2]


def unknown(source: str, everywhere: set[str], outside: set[str]) -> Iterator[tuple[int, str]]:
    """Line and text of everything in backticks that is not a known name."""
    known = everywhere
    prose, code = read(source)
    for line, text in prose:
        for match in NAME.finditer(text):
            parts = match[1].strip(".").split(".")
            if match[1] in known or parts[0] in outside or known.issuperset(parts):
                continue
            if known is everywhere:
                known = used(code) | everywhere
            if match[1] not in known and not known.issuperset(parts):
                yield line + text[: match.start()].count("\n"), match[1]


def test_every_name_in_backticks_exists_in_the_code():
    everywhere = {*dir(builtins), *keyword.kwlist, "py"}
    for path, source in FILES.items():
        everywhere |= {*defined(read(source).code), path.stem, *path.relative_to(ROOT).parts}
    outside = {*sys.stdlib_module_names, "textual", "pyspiel", "pettingzoo", "gymnasium", "msgpack"}
    problems = [
        f"{path.relative_to(ROOT)}:{line}: `{name}`"
        for path, source in FILES.items()
        for line, name in unknown(source, everywhere, outside)
    ]
    assert not problems, "\n".join(problems)


def test_only_unknown_names_in_backticks_are_reported():
    source = (
        '"""Calls `foo` of `bar.gone`, see `sys.path`."""\n\ndef foo(bar):\n    return bar, "never lost"  # `lost`\n'
    )
    assert list(unknown(source, set(), {"sys"})) == [(1, "bar.gone"), (4, "lost")]


def test_a_file_defines_what_others_can_name():
    code = read(
        'LIMIT: Final = 3\nword = "one"\n\nclass Card(Piece):\n    cost: int\n\n    def pay(self, coins: int) -> None:\n'
        '        rest: int = coins\n        self._paid = rest  # self.told = 1\n        """self.lost = 2"""\n'
    ).code
    assert set(defined(code)) == {"LIMIT", "word", "one", "Card", "cost", "pay", "_paid"}


def unknown_errors(source: str, errors: set[str]) -> Iterator[tuple[int, str]]:
    """Line and name of everything after "Raises" that is not an error."""
    for line, text in read(source).prose:
        for match in ERRORS.finditer(text):
            for name in re.findall(r"[A-Z]\w+", match[1]):
                if name not in errors:
                    yield line + text[: match.start()].count("\n"), name


def test_every_error_in_a_docstring_exists_in_the_code():
    with_bases = [name for source in FILES.values() for name in CLASS_WITH_BASES.findall(read(source).code)]
    errors = {*with_bases, *dir(builtins)}
    problems = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path, source in FILES.items()
        for line, name in unknown_errors(source, errors)
    ]
    assert not problems, "\n".join(problems)


def test_an_unknown_error_in_a_docstring_is_reported():
    source = '"""Raises KeyError, Gone and ValueError. Raises Lost, with a reason; nothing else."""\n'
    assert list(unknown_errors(source, {"KeyError", "ValueError"})) == [(1, "Gone"), (1, "Lost")]
