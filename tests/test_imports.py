"""That only its own packages name a game, and what a command without a screen may load. What may import what: the contracts in
`pyproject.toml`, which import-linter checks.

The imports are read from the source, so an import inside a function or for type checking counts as well.
"""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games import GAMES
from tests.source_tree import PACKAGES, ROOT, imports, modules, parsed, within

REGISTRY = "engine.games"
IMPORT_OF_TEST = re.compile(r"^\s*(?:from|import)\b(?:[^\n(]|\([^)]*)*\btest_", re.MULTILINE)


def whole_word(word: str) -> re.Pattern[str]:
    """A pattern for a word in prose, names and constants, but not within another word."""
    title, capitals = word.title(), word.upper()
    return re.compile(rf"(?<![A-Za-z]){word}(?![A-Za-z])|{title}(?![a-z])|(?<![A-Za-z]){capitals}(?![A-Za-z])")


def names_in(path: Path, word: str) -> Iterator[int]:
    """The lines of a file that use a word in an import, a name or a string, docstrings included."""
    pattern = whole_word(word)
    if not pattern.search(path.read_text(encoding="utf-8")):
        return
    for node in ast.walk(parsed(path)):
        texts = {
            ast.Constant: lambda n: n.value if isinstance(n.value, str) else "",
            ast.Name: lambda n: n.id,
            ast.Attribute: lambda n: n.attr,
            ast.ImportFrom: lambda n: n.module or "",
            ast.alias: lambda n: n.name,
            ast.ClassDef: lambda n: n.name,
            ast.FunctionDef: lambda n: n.name,
        }
        read = texts.get(type(node))
        if read is not None and pattern.search(read(node)):
            yield node.lineno


def own_packages(game: str) -> tuple[str, ...]:
    """The packages that may name a game, and the measurements, which name all.

    All other modules get everything about a game from its kit."""
    return (
        f"engine.{game}",
        f"ai.{game}",
        f"lab.{game}",
        "lab.bench",
        f"vok_tui.boards.{game}",
        f"vok_tui.boards.{game}.lesson",
    )


def test_no_module_names_the_game_of_another_package():
    violations = [
        f"{path.relative_to(ROOT)}:{line} names {game}"
        for game in GAMES
        for package in PACKAGES
        for module, path in modules(package)
        if module != REGISTRY and not any(within(module, own) for own in own_packages(game))
        for line in names_in(path, game)
    ]
    assert not violations, "\n".join(violations)


def test_no_test_module_imports_another():
    """What several need is in a module of its own: then each can be changed, moved and run alone."""
    violations = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in (ROOT / "tests").rglob("*.py")
        if IMPORT_OF_TEST.search(path.read_text(encoding="utf-8"))
        for line, name in imports(path)
        if any(part.startswith("test_") for part in name.split("."))
    ]
    assert not violations, "\n".join(violations)


@pytest.mark.parametrize("text", ["tal", "a Tal der", "engine.tal.game", "TAL_KIT", "TalBoard", "play_tal", "'tal'"])
def test_a_word_is_found_in_prose_names_and_constants(text: str):
    assert whole_word("tal").search(text)


@pytest.mark.parametrize("text", ["total", "TOTAL", "table", "talk", "Talk", "SimulationTotals", "metal_kit"])
def test_a_word_is_not_found_within_another(text: str):
    assert not whole_word("tal").search(text)


SCREENLESS = {
    "--version": {"textual", "rich", "msgpack", "engine", "ai", "saves"},
    "--help": {"textual", "rich", "msgpack", "engine", "ai", "saves"},
    "cards": {"textual", "rich", "msgpack", "saves"},
    "saves": {"textual", "rich"},
    "stats": {"textual", "rich"},
    "plain --new": {"textual"},
    "simulate --games 1 --seats shabti,shabti": {"textual", "rich"},
    "no-such-command": {"textual", "rich"},
}


@pytest.mark.parametrize("line", SCREENLESS)
def test_a_command_without_a_screen_loads_no_screen(line: str, tmp_path: Path):
    code = (
        "import json, sys\n"
        "from vok_tui.__main__ import main\n"
        f"sys.argv = ['vok', *{line.split()!r}]\n"
        "code = main()\n"
        "print(json.dumps([code, *(name for name in sys.modules if '.' not in name)]))\n"
    )
    environ = os.environ | {"VOK_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    code, *loaded = json.loads(done.stdout.splitlines()[-1])
    assert code == (2 if line == "no-such-command" else 0), done.stderr
    assert not SCREENLESS[line].intersection(loaded)
