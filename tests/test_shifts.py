"""Shifts that a C compiler would do in 32 bits.

In compiled modules `1 << places` with an i64 `places` shifts a C int. The result is wrong from 31 places on, and only when
compiled, so no interpreted test finds it. A variable of a declared type holds the 1 instead.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMPILED = sorted(path for folder in ("engine", "ai/search", "ai/valley") for path in (ROOT / folder).rglob("*.py"))


def narrow_shifts(source: str) -> list[int]:
    """The lines that shift a literal by something that is neither a literal nor a constant of the module."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.LShift)
        and is_literal(node.left)
        and any(isinstance(name, (ast.Attribute, ast.Call)) or not name.id.isupper() for name in names_of(node.right))
    ]


def is_literal(left: ast.expr) -> bool:
    return not names_of(left)


def names_of(expression: ast.expr) -> list[ast.Name | ast.Attribute | ast.Call]:
    return [node for node in ast.walk(expression) if isinstance(node, (ast.Name, ast.Attribute, ast.Call))]


@pytest.mark.parametrize(
    "line", ["1 << places", "3 | 1 << 2 * places", "1 << 5 << places", "1 << self.places", "1 << at(0)"]
)
def test_a_literal_shifted_by_a_variable_is_found(line: str):
    assert narrow_shifts(f"move = {line}") == [1]


@pytest.mark.parametrize("line", ["1 << 62", "1 << SHIFT", "unit << places", "(kind + 1) << places"])
def test_a_constant_shift_or_shifted_variable_is_not_reported(line: str):
    assert not narrow_shifts(f"move = {line}")


def test_no_compiled_module_shifts_a_literal_by_a_variable():
    shifts = {str(path.relative_to(ROOT)): narrow_shifts(path.read_text(encoding="utf-8")) for path in COMPILED}
    assert {path: lines for path, lines in shifts.items() if lines} == {}
