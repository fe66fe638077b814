"""Any module can be imported first: no module imports itself through others."""

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.source_tree import PACKAGES, ROOT, is_module, modules, parsed_imports, within

DEFERRED = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda  # imports inside these run only when they are called


def imports_at_once(path: Path) -> Iterator[str]:
    """The modules that a file imports while it is imported itself: not those within functions or for type checking."""
    stack: list[ast.AST] = [parsed_imports(path)]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if is_module(name) else str(node.module) for name in names)
        elif not isinstance(node, DEFERRED) and not (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        ):
            stack += ast.iter_child_nodes(node)


def with_packages(name: str) -> set[str]:
    """A module and the packages that are imported before it. The Valley counts as one module: it finds some of
    its modules at run time."""
    if within(name, "engine.valley"):
        return {"engine", "engine.valley"}
    parts = name.split(".")
    return {".".join(parts[:end]) for end in range(1, len(parts) + 1)}


def first_cycle(imported: dict[str, set[str]]) -> list[str]:
    """A list of modules each of which is imported by the next, and the last by the first; [] if there is none."""
    graph: dict[str, set[str]] = defaultdict(set)
    for module, names in imported.items():
        known = with_packages(module)
        graph[max(known, key=len)] |= {part for name in names for part in with_packages(name)} - known
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_modules_import_each_other_in_a_cycle():
    imported = {
        module: set(filter(is_module, imports_at_once(path))) for name in PACKAGES for module, path in modules(name)
    }
    assert first_cycle(imported) == []


def test_a_package_that_imports_its_importer_is_a_cycle():
    assert first_cycle({"ai.bots": {"ai.bots.bot"}, "ai.bots.bot": {"ai.kit"}, "ai.kit": {"engine"}}) == []
    assert first_cycle({"ai.bots": {"ai.bots.bot"}, "ai.bots.bot": {"ai.kit"}, "ai.kit": {"ai.bots.levels"}})


# Imports each module that it reads in a separate process, and reports those that fail. What `engine` itself imports is below
# the Valley, so it is imported once.
IMPORT_FIRST = """
import importlib, os, sys
import engine
assert not any(name.startswith("engine.valley") for name in sys.modules)
for name in sys.stdin.read().split():
    child = os.fork()
    if child == 0:
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(f"{name}: {error}", flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


def test_any_module_of_the_valley_can_be_imported_first():
    names = [name for name, _ in modules("engine/valley")]
    line = [sys.executable, "-c", IMPORT_FIRST]
    done = subprocess.run(line, cwd=ROOT, input="\n".join(names), capture_output=True, text=True, check=True)
    assert done.stdout == ""
