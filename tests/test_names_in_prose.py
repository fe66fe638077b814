"""Names in docstrings and comments of the product are names of the code, so that a rename cannot leave them behind.

These are the names in backticks, and the errors after "Raises".

A name must be defined somewhere in the product, occur in the code of the same file, be a whole string of the product (levels,
words of the command line), or begin with a module from outside.
"""

import ast
import builtins
import keyword
import re
import sys
from collections.abc import Iterator
from functools import cache

from tests.source_tree import PACKAGES, ROOT

NAME = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)(?:\([^`\n]*\))?`(?!`)")
ERRORS = re.compile(r"\bRaises? ([A-Z]\w+(?:(?:,| and| or|, and|, or)\s[A-Z]\w+)*)")
# A comment after code whose strings end on the same line. The tokenizer of Python finds it too, in a hundred times the time.
COMMENT = re.compile(r"""(?:[^'"#]|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")*(#.*)""")
WORD = re.compile(r"[A-Za-z_][\w.]*")
FILES = {path: path.read_text(encoding="utf-8") for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def docstring(node: ast.AST) -> ast.Constant | None:
    """The docstring of a module, class or function."""
    if isinstance(node, DOCUMENTED) and node.body and isinstance(node.body[0], ast.Expr):
        value = node.body[0].value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value
    return None


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """All nodes of the syntax tree of a file, the module first. Several tests read the same files."""
    return tuple(ast.walk(ast.parse(source)))


@cache
def prose(source: str) -> tuple[tuple[int, str], ...]:
    """Line and text of each docstring and comment."""
    docstrings = filter(None, map(docstring, nodes_of(source)))
    lines = [(number, COMMENT.match(line)) for number, line in enumerate(source.splitlines(), 1) if "#" in line]
    return (
        *[(each.lineno, str(each.value)) for each in docstrings],
        *[(number, comment[1]) for number, comment in lines if comment is not None],
    )


def used(nodes: tuple[ast.AST, ...]) -> set[str]:
    """All names in the code of a file, including its strings that are one word."""
    docstrings = {id(each) for each in map(docstring, nodes) if each is not None}
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            names |= {node.value} if WORD.fullmatch(node.value) else set()
        elif isinstance(node, ast.alias):
            names |= {*node.name.split("."), node.asname or ""}
        elif isinstance(node, ast.ImportFrom):
            names |= set((node.module or "").split("."))
        else:
            names |= {getattr(node, field) for field in ("id", "attr", "arg", "name") if hasattr(node, field)} - {None}
    return names


def defined(nodes: tuple[ast.AST, ...]) -> set[str]:
    """The names that a file defines for others: classes, functions, constants, attributes, and strings of one word."""
    names = {node.name for node in nodes if isinstance(node, DOCUMENTED) and not isinstance(node, ast.Module)}
    names |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    for body in [node.body for node in nodes if isinstance(node, ast.Module | ast.ClassDef)]:
        for node in body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    strings = (node.value for node in nodes if isinstance(node, ast.Constant))
    return names | {text for text in strings if isinstance(text, str) and WORD.fullmatch(text)}


def unknown(source: str, everywhere: set[str], outside: set[str]) -> Iterator[tuple[int, str]]:
    """Line and text of everything in backticks that is not a known name."""
    known = everywhere
    for line, text in prose(source):
        for match in NAME.finditer(text):
            parts = match[1].strip(".").split(".")
            if match[1] in known or parts[0] in outside or known.issuperset(parts):
                continue
            if known is everywhere:
                known = used(nodes_of(source)) | everywhere
            if match[1] not in known and not known.issuperset(parts):
                yield line + text[: match.start()].count("\n"), match[1]


def test_every_name_in_backticks_exists_in_the_code():
    everywhere = {*dir(builtins), *keyword.kwlist, "py"}
    for path, source in FILES.items():
        everywhere |= defined(nodes_of(source)) | {path.stem} | set(path.relative_to(ROOT).parts)
    outside = {*sys.stdlib_module_names, "textual", "pyspiel", "pettingzoo", "gymnasium", "msgpack"}
    problems = [
        f"{path.relative_to(ROOT)}:{line}: `{name}`"
        for path, source in FILES.items()
        for line, name in unknown(source, everywhere, outside)
    ]
    assert not problems, "\n".join(problems)


def test_only_unknown_names_in_backticks_are_reported():
    source = '"""Calls `foo` of `bar.gone`, see `sys.path`."""\n\ndef foo(bar):\n    return bar  # `lost`\n'
    assert list(unknown(source, set(), {"sys"})) == [(1, "bar.gone"), (4, "lost")]


def unknown_errors(source: str, errors: set[str]) -> Iterator[tuple[int, str]]:
    """Line and name of everything after "Raises" that is not an error."""
    for line, text in prose(source):
        for match in ERRORS.finditer(text):
            for name in re.findall(r"[A-Z]\w+", match[1]):
                if name not in errors:
                    yield line + text[: match.start()].count("\n"), name


def test_every_error_in_a_docstring_exists_in_the_code():
    classes = [node for source in FILES.values() for node in nodes_of(source) if isinstance(node, ast.ClassDef)]
    errors = {node.name for node in classes if node.bases} | set(dir(builtins))
    problems = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path, source in FILES.items()
        for line, name in unknown_errors(source, errors)
    ]
    assert not problems, "\n".join(problems)


def test_an_unknown_error_in_a_docstring_is_reported():
    source = '"""Raises KeyError, Gone and ValueError. Raises Lost, with a reason; nothing else."""\n'
    assert list(unknown_errors(source, {"KeyError", "ValueError"})) == [(1, "Gone"), (1, "Lost")]
