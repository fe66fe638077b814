"""The modules of this checkout, and what they import.

To parse all of them takes three seconds: tests parse those files only whose text could have what they look for.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "ai", "saves", "vok_tui", "lab")
IMPORT = re.compile(r"^(?:from [\w.]+ import (?:\([^)]*\)|[^\n]*)|import [^\n]*)", re.MULTILINE)
INNER_IMPORT = re.compile(r"^[ \t]+(?:from|import) ", re.MULTILINE)


def modules(package: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def parsed_imports(path: Path) -> ast.Module:
    """The syntax tree of a file, or only of its imports if all of them stand outside of any block."""
    source = path.read_text(encoding="utf-8")
    return parsed(path) if INNER_IMPORT.search(source) else ast.parse("\n".join(IMPORT.findall(source)))


@cache
def is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that a file imports, `from package import module` as the module."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports by dots"
            for alias in node.names:
                full_name = f"{node.module}.{alias.name}"
                yield node.lineno, full_name if is_module(full_name) else str(node.module)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")
