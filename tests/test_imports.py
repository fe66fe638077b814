"""Which modules may import which, how long a file may be, that class names are unique, and what a command without a screen may
load.

The imports are read from the source, so an import inside a function or for type checking counts as well.
"""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.games import GAMES

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "ai", "saves", "vok_tui")
MAX_FILE_LINES = 600
MAX_FOLDER_FILES = 13

# Which modules a module may import. The entry with the longest matching name counts, of the module or its package. Its own
# package is allowed unless a narrower entry says otherwise, and the standard library always is.
ALLOWED = {
    "engine": {"engine"},
    "engine.core": {"engine.core"},
    "engine.core.arrays": {"mypy_extensions", "librt"},
    "engine.games": {"engine.core"},
    "ai": {"ai", "engine"},
    "ai.search": {"ai.search", "engine.core"},
    "ai.process": {"ai.process", "engine.core"},
    "ai.process.pipe": {"engine.games"},
    "ai.process.host": {"ai.process", "engine.games"},
    "ai.kit": {"ai.bots.levels", "ai.bots.strengths", "ai.search", "engine.core", "engine.games"},
    "ai.valley": {
        "ai.valley",
        "ai.bots.levels",
        "ai.bots.strengths",
        "ai.search",
        "ai.process.bounded_files",
        "ai.adapters.game_spec",
        "ai.kit",
        "ai.stat_numbers",
        "ai.value_file",
        "engine",
    },
    "ai.bots": {"ai.bots", "ai.kit", "ai.search", "ai.process", "engine.core", "engine.games"},
    "ai.thinking": {"ai.thinking", "ai.bots", "ai.search", "ai.process", "engine"},
    "ai.contest": {"ai.contest", "ai.bots", "ai.search", "ai.process", "engine"},
    "ai.adapters": {"ai.adapters", "ai.kit", "engine"},
    "ai.adapters.openspiel": {"ai.adapters", "engine", "numpy", "pyspiel"},
    "ai.adapters.pettingzoo": {"ai.adapters", "engine", "numpy", "gymnasium", "pettingzoo"},
    "saves": {"saves", "engine", "msgpack", "platformdirs"},
    "vok_tui": {"vok_tui", "ai", "saves", "engine", "textual", "rich", "platformdirs"},
    "vok_tui.painting": {"vok_tui.painting", "engine.core", "textual", "rich"},
    "vok_tui.panes": {
        "vok_tui.painting",
        "vok_tui.panes",
        "vok_tui.game",
        "vok_tui.settings.keys",
        "engine.core",
        "textual",
        "rich",
    },
    "vok_tui.boards": {
        "vok_tui.boards",
        "vok_tui.painting",
        "vok_tui.panes",
        "vok_tui.game",
        "vok_tui.levels",
        "vok_tui.cli.parser",
        "vok_tui.errors",
        "vok_tui.settings.keys",
        "vok_tui.suggestion",
        "ai.kit",
        "engine",
        "saves",
        "textual",
        "rich",
    },
    "vok_tui.terminal": {"vok_tui.terminal", "vok_tui.command_palette", "vok_tui.errors", "textual", "rich"},
    "vok_tui.terminal.theme": {"vok_tui.errors", "vok_tui.suggestion", "saves.clean_text", "textual"},
    "vok_tui.settings.keys": {
        "vok_tui.boards",
        "vok_tui.panes.registry",
        "vok_tui.settings.review_keys",
        "vok_tui.terminal",
        "vok_tui.errors",
        "vok_tui.suggestion",
        "textual",
    },
    "vok_tui.settings": {
        "ai.process.bounded_files",
        "engine.core",
        "vok_tui.settings",
        "vok_tui.terminal",
        "vok_tui.errors",
        "vok_tui.suggestion",
        "saves",
        "textual",
        "platformdirs",
    },
    "vok_tui.shell.completion": {"vok_tui", "ai", "saves", "shtab"},
    "vok_tui.charts.bars": {"vok_tui.terminal.glyphs", "plotext"},
    "vok_tui.cli.cluster": {"vok_tui", "ai", "engine.games", "distributed", "cloudpickle"},
}

# The layers of a game, lowest first: a module imports from layers below its own, and a package from itself.
VALLEY_LAYERS = (
    ("view", "payments"),
    ("catalogue",),
    ("state",),
    ("rules.pyramid", "rules.power_counts"),
    ("rules.prospects",),
    ("rules.reactions", "rules.scoring", "rules.discards"),
    ("parts",),
    ("rules.buying",),
    ("rules.turn",),
    ("declared",),
    ("cards",),
    ("text.obstacles", "custom.action_text", "text.wording"),
    ("custom",),
    ("editions", "custom.playability"),
    ("text.position_text", "corrections"),
    ("build_view",),
    ("game",),
)


def modules(package: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


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


def allowed(module: str, imported: str) -> bool:
    if imported.partition(".")[0] in sys.stdlib_module_names:
        return True
    rule = max((name for name in ALLOWED if within(module, name)), key=len)
    return any(within(imported, name) for name in ALLOWED[rule])


def layer_entry(module: str) -> str:
    """The entry of VALLEY_LAYERS for a module: the longest one that is its name or its package's."""
    name = module.removeprefix("engine.valley.")
    return max((entry for layer in VALLEY_LAYERS for entry in layer if within(name, entry)), key=len, default="")


def layer(module: str) -> int:
    """The layer of a module: -1 for core and for the docstring of a package, beyond all layers for the rest of the engine."""
    if not within(module, "engine.valley"):
        return len(VALLEY_LAYERS) if within(module, "engine") and not within(module, "engine.core") else -1
    entry = layer_entry(module)
    if not entry:
        path = ROOT.joinpath(*module.split("."), "__init__.py")
        return -1 if path.is_file() and not list(imports(path)) else len(VALLEY_LAYERS)
    return next(number for number, entries in enumerate(VALLEY_LAYERS) if entry in entries)


def test_no_folder_has_too_many_modules():
    counts = {
        folder.relative_to(ROOT): len([path for path in folder.glob("*.py") if path.stem != "__init__"])
        for package in PACKAGES
        for folder in [ROOT / package, *(ROOT / package).rglob("*/")]
    }
    assert not {str(folder): count for folder, count in counts.items() if count > MAX_FOLDER_FILES}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_from_packages_below_it(package: str):
    violations = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for module, path in modules(package)
        for line, name in imports(path)
        if not allowed(module, name)
    ]
    assert not violations, "\n".join(violations)


REGISTRY = "engine.games"


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
    """The packages that may name a game. All other modules get everything about a game from its kit."""
    return f"engine.{game}", f"ai.{game}", f"vok_tui.boards.{game}"


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


@pytest.mark.parametrize("text", ["tal", "a Tal der", "engine.tal.game", "TAL_KIT", "TalBoard", "play_tal", "'tal'"])
def test_a_word_is_found_in_prose_names_and_constants(text: str):
    assert whole_word("tal").search(text)


@pytest.mark.parametrize("text", ["total", "TOTAL", "table", "talk", "Talk", "SimulationTotals", "metal_kit"])
def test_a_word_is_not_found_within_another(text: str):
    assert not whole_word("tal").search(text)


def test_a_valley_module_imports_only_from_lower_layers():
    violations = []
    for module, path in modules("engine/valley"):
        if module == "engine.valley":
            continue
        assert layer(module) < len(VALLEY_LAYERS), (
            f"{path.relative_to(ROOT)} has no layer: give it one in VALLEY_LAYERS"
        )
        for line, name in imports(path):
            same_layer_entry = layer_entry(module) == layer_entry(name)
            if not same_layer_entry and layer(name) >= layer(module):
                violations.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert not violations, "\n".join(violations)


def test_the_import_rules_reject_forbidden_imports():
    assert not allowed("engine.core.history.log", "engine.valley.catalogue.card")
    assert not allowed("engine.valley.catalogue.card", "ai.search.mcts")
    assert not allowed("ai.search.mcts", "saves.save_file")
    assert not allowed("saves.save_file", "vok_tui")
    assert not allowed("engine.valley.state.valley_state", "librt.vecs")
    assert not allowed("ai.search.mcts", "numpy")
    assert (
        layer("engine.core.history.log")
        < layer("engine.valley.catalogue.card")
        < layer("engine.valley.game")
        < layer("engine.games")
    )
    assert not allowed("ai.adapters.adapter_state", "pyspiel")
    assert not allowed("ai.adapters.pettingzoo", "pyspiel")
    assert allowed("ai.adapters.openspiel", "pyspiel")
    assert allowed("engine.core.arrays", "librt.vecs")
    assert allowed("vok_tui.app", "textual.app")


def test_no_file_is_too_long():
    files = [path for package in (*PACKAGES, "tests") for path in sorted((ROOT / package).rglob("*.py"))]
    line_counts = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert not {name: lines for name, lines in line_counts.items() if lines > MAX_FILE_LINES}


def test_class_names_are_unique():
    places: dict[str, list[str]] = {}
    for package in PACKAGES:
        for _, path in modules(package):
            for node in ast.walk(parsed(path)):
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not {name: lines for name, lines in places.items() if len(lines) > 1}


SCREENLESS = {
    "--version": {"textual", "rich", "msgpack", "engine", "ai", "saves"},
    "--help": {"textual", "rich", "msgpack", "engine", "ai", "saves"},
    "cards": {"textual", "rich", "msgpack", "saves"},
    "saves": {"textual", "rich"},
    "stats": {"textual", "rich"},
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
        [sys.executable, "-c", code], cwd=ROOT, env=environ, capture_output=True, text=True, check=True
    )
    code, *loaded = json.loads(done.stdout.splitlines()[-1])
    assert code == (2 if line == "no-such-command" else 0), done.stderr
    assert not SCREENLESS[line].intersection(loaded)
