"""Who may import whom, how long a room may be, and what a command without a screen may load.

The imports are read from the source, so an import inside a function or for type checking counts as well.
"""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOUSES = ("engine", "ai", "saves", "vok_tui")
LONGEST = 350

# Which modules a module may import: the entry with the longest name that is its own or its package's counts, its own
# package is free unless a narrower entry says otherwise, and the standard library always is.
ALLOWED = {
    "engine": {"engine"},
    "engine.core": {"engine.core"},
    "engine.core.row": {"mypy_extensions", "librt"},
    "engine.games": {"engine.core", "engine.valley.game"},
    "ai": {"ai", "engine"},
    "ai.adapters.openspiel": {"ai.adapters", "engine", "numpy", "pyspiel"},
    "ai.adapters.pettingzoo": {"ai.adapters", "engine", "numpy", "gymnasium", "pettingzoo"},
    "saves": {"saves", "engine", "msgpack", "platformdirs"},
    "vok_tui": {"vok_tui", "ai", "saves", "engine", "textual", "rich", "platformdirs"},
    "vok_tui.cluster": {"vok_tui", "ai", "distributed", "cloudpickle"},
}

# The floors of a game, from the ground up: a module imports from floors below its own, and a package from itself.
VALLEY = (
    ("verbs", "view", "zones"),
    ("purse",),
    ("card",),
    ("state",),
    ("pyramid", "layout"),
    ("reactions", "scoring", "hidden"),
    ("parts",),
    ("buying",),
    ("turn",),
    ("cards",),
    ("hitches", "vocabulary", "words"),
    ("house",),
    ("editions", "proof"),
    ("text", "earlier"),
    ("views",),
    ("game",),
)


def modules(house: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / house).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that a file imports, `from package import module` as the module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports by dots"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield node.lineno, whole if is_module(whole) else str(node.module)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def allowed(module: str, imported: str) -> bool:
    if imported.partition(".")[0] in sys.stdlib_module_names:
        return True
    rule = max((name for name in ALLOWED if within(module, name)), key=len)
    return any(within(imported, name) for name in ALLOWED[rule])


def floor(module: str) -> int:
    """Which floor of the valley a module stands on: -1 for core below it, beyond all floors for the rest of the engine."""
    parts = module.split(".")
    if parts[:2] == ["engine", "valley"] and len(parts) > 2:
        return next((number for number, rooms in enumerate(VALLEY) if parts[2] in rooms), len(VALLEY))
    return len(VALLEY) if within(module, "engine") and not within(module, "engine.core") else -1


@pytest.mark.parametrize("house", HOUSES)
def test_a_house_imports_only_from_houses_below_it(house: str):
    trespasses = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for module, path in modules(house)
        for line, name in imports(path)
        if not allowed(module, name)
    ]
    assert not trespasses, "\n".join(trespasses)


def test_in_the_valley_a_room_imports_only_from_floors_below_it():
    trespasses = []
    for module, path in modules("engine/valley"):
        if module == "engine.valley":
            continue
        assert floor(module) < len(VALLEY), f"{path.relative_to(ROOT)} stands on no floor: give it one in VALLEY"
        for line, name in imports(path):
            same_room = module.split(".")[:3] == name.split(".")[:3]
            if not same_room and floor(name) >= floor(module):
                trespasses.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert not trespasses, "\n".join(trespasses)


def test_the_import_law_convicts_what_it_forbids():
    assert not allowed("engine.core.log", "engine.valley.card")
    assert not allowed("engine.valley.card", "ai.mcts")
    assert not allowed("ai.mcts", "saves.file")
    assert not allowed("saves.file", "vok_tui")
    assert not allowed("engine.valley.state", "librt.vecs")
    assert not allowed("ai.mcts", "numpy")
    assert floor("engine.core.log") < floor("engine.valley.card") < floor("engine.valley.game") < floor("engine.games")
    assert not allowed("ai.adapters.table", "pyspiel")
    assert not allowed("ai.adapters.pettingzoo", "pyspiel")
    assert allowed("ai.adapters.openspiel", "pyspiel")
    assert allowed("engine.core.row", "librt.vecs")
    assert allowed("vok_tui.app", "textual.app")


def test_no_room_is_longer_than_a_reader_can_hold():
    rooms = [path for house in (*HOUSES, "tests") for path in sorted((ROOT / house).rglob("*.py"))]
    long = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in rooms}
    assert not {name: lines for name, lines in long.items() if lines > LONGEST}


SCREENLESS = {
    "--version": {"textual", "rich", "msgpack", "engine", "ai", "saves"},
    "--help": {"textual", "rich", "msgpack", "engine", "ai", "saves"},
    "cards": {"textual", "rich", "msgpack", "saves"},
    "saves": {"textual", "rich"},
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
