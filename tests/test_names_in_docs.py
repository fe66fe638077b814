"""The pages for developers name files and members of classes that exist, so that a rename cannot leave them behind."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.source_tree import PACKAGES, ROOT, parsed

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *(
        page.relative_to(ROOT).as_posix()
        for folder in ("docs", "lab/docs")
        for page in sorted((ROOT / folder).glob("*.md"))
    ),
]
MEMBER = re.compile(r"\b([A-Z]\w+)\.(_?[a-z]\w+)\b")
LINK = re.compile(r"\]\(([\w./-]+)(?:#[\w-]+)?\)")  # relative to the page
PATH = re.compile(r"`((?:engine|ai|saves|vok_tui|lab|tests|docs)/[\w./-]+)`")  # relative to the root
CLASS = re.compile(r"^ *class (\w+)", re.MULTILINE)
MODULE = re.compile(r"[\w/-]*\w\.py\b")  # the end of a path, as in the drawings
MADE_LATER = {"saves/bin", "vok_tui/_bundled"}  # folders that are not in a checkout


@cache
def modules() -> list[str]:
    """The paths of all modules in a checkout."""
    folders = [ROOT / folder for folder in (*PACKAGES, "tests", "docs")]
    paths = [*ROOT.glob("*.py"), *[path for folder in folders for path in folder.rglob("*.py")]]
    return [path.relative_to(ROOT).as_posix() for path in paths]


@cache
def files_of_classes() -> dict[str, Path]:
    """The file of each class of the product, and of the example games, by name."""
    paths = [ROOT / path for path in modules() if path.startswith((*PACKAGES, "tests/games"))]
    return {name: path for path in paths for name in CLASS.findall(path.read_text(encoding="utf-8"))}


@cache
def class_named(name: str) -> ast.ClassDef | None:
    """The class of this name, if there is one."""
    path = files_of_classes().get(name)
    outer = [node for node in parsed(path).body if isinstance(node, ast.ClassDef)] if path else []
    inner = [node for each in outer for node in each.body if isinstance(node, ast.ClassDef)]
    return next((node for node in (*outer, *inner) if node.name == name), None)


@cache
def members(name: str) -> set[str]:
    """The methods and fields of a class and of its bases."""
    node_of_class = class_named(name)
    if node_of_class is None:
        return set()
    found: set[str] = set()
    for node in ast.walk(node_of_class):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.id if isinstance(node, ast.Name) else node.attr)
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node_of_class.bases]
    return found.union(*[members(base.id) for base in bases if isinstance(base, ast.Name)])


def missing_names(text: str, folder: Path) -> Iterator[str]:
    """The files and members in a text that do not exist. Links are relative to `folder`."""
    yield from [link for link in LINK.findall(text) if not (folder / link).exists()]
    yield from [path for path in PATH.findall(text) if path not in MADE_LATER and not (ROOT / path).exists()]
    yield from [end for end in MODULE.findall(text) if not any(f"/{path}".endswith(f"/{end}") for path in modules())]
    for name, member in MEMBER.findall(text):
        if class_named(name) and member not in members(name):
            yield f"{name}.{member}"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_only_existing_files_and_members(page: str):
    path = ROOT / page
    assert list(missing_names(path.read_text(encoding="utf-8"), path.parent)) == []


def test_missing_files_and_members_are_reported():
    text = "`engine/gone`, [a page](gone.md), core/gone.py, core/game.py, Match.gone, Match.play, `engine/games.py`"
    assert list(missing_names(text, ROOT)) == ["gone.md", "engine/gone", "core/gone.py", "Match.gone"]
