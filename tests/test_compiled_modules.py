"""Everything that the search runs is compiled. A failure names the modules that a build leaves interpreted."""

import ast
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import TypeGuard

import pytest

from ai.bots.bot import choose
from ai.kit import kit_of
from ai.levels import PRIEST, SCRIBE, Budget
from ai.search.playout import Rng, playout_to_end
from engine import GAMES, Seat, Setup
from engine.core.game import Game
from hatch_build import modules_to_compile

ROOT = Path(__file__).parents[1]
SIMULATIONS = 60
# In the interpreted build they only replace built-in types of the compiler.
STAND_INS = {"engine/core/arrays.py"}


def calls_by_module(setup: Setup) -> Counter[str]:
    """The number of calls of functions in each of our modules, by three levels for one decision each, and by a playout."""
    game = GAMES[setup.game]
    state = game.start(setup)
    while state.move_count == 1:  # forced moves need no search
        state.apply(state.menu[0])
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls[frame.f_code.co_filename] += 1

    choose(game, state, state.mover, PRIEST, Budget(1), 1)  # reads the learned values first
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for level in (SCRIBE, PRIEST, "handwritten"):
            choose(game, state, state.mover, level, Budget(1 if level == SCRIBE else SIMULATIONS), 1)
        playout_to_end(state.copy(), Rng(1))
    finally:
        sys.setprofile(before)
    our_files = {name: Path(name) for name in calls if Path(name).is_relative_to(ROOT)}
    return Counter({path.relative_to(ROOT).as_posix(): calls[name] for name, path in our_files.items()})


PLAYED = [("valley", "base", 2), ("valley", "both", 5), ("valley", "solitaire", 1)]
# Every other game in its first edition with the fewest players.
PLAYED += [
    (name, game.editions()[0].name, game.editions()[0].min_players)
    for name, game in GAMES.items()
    if name != "valley" and len(kit_of(game).level_names()) > 1
]


@pytest.mark.parametrize(("game", "edition", "players"), PLAYED)
def test_the_search_runs_only_in_compiled_modules(game: str, edition: str, players: int):
    setup = Setup(game, tuple(Seat(str(seat)) for seat in range(players)), 3, edition)
    calls = calls_by_module(setup)
    packages = {name: count for name, count in calls.items() if name.startswith(("engine/", "ai/", "lab/"))}
    compiled = set(modules_to_compile(ROOT)) | STAND_INS
    assert sum(count for name, count in packages.items() if name in compiled) > 100 * SIMULATIONS, (
        "too few calls were counted"
    )
    frequent = {name: count for name, count in packages.items() if count >= SIMULATIONS}
    assert not frequent.keys() - compiled, "let them import the number types of engine.core.arrays"


def held_classes(*roots: object) -> set[type]:
    """The classes of our packages among these objects and all that they hold."""
    found: set[type] = set()
    seen: set[int] = set()
    left = list(roots)
    while left:
        thing = left.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, list | tuple):
            left += thing
        elif isinstance(thing, dict):
            left += thing.values()
        elif type(thing).__module__.startswith(("engine.", "ai.")):
            found.add(type(thing))
            names = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
            if isinstance(thing, Game):
                continue  # it keeps the cards of all positions so far
            if type(thing).__module__.endswith(".view"):
                found.remove(type(thing))  # a table that was shown keeps the faces of its cards with them
                continue
            left += [*vars(thing).values()] if hasattr(thing, "__dict__") else []
            left += [getattr(thing, name) for name in names if hasattr(thing, name)]
    return found


@pytest.mark.parametrize(("game", "edition", "players"), PLAYED)
def test_what_an_evaluator_holds_is_compiled(game: str, edition: str, players: int):
    """Compiled code reads the attributes of an interpreted object slowly, though it calls nothing of its module."""
    setup = Setup(game, tuple(Seat(str(seat)) for seat in range(players)), 3, edition)
    evaluator = kit_of(GAMES[game]).evaluator(GAMES[game].start(setup))
    files = {
        sys.modules[kind.__module__].__file__: kind
        for kind in held_classes(evaluator)
        if kind.__module__ != "engine.core.arrays"
    }
    names = {Path(str(file)).relative_to(ROOT).as_posix() for file in files}
    assert len(names) > 1
    interpreted = sorted(names - set(modules_to_compile(ROOT)))
    assert interpreted == []


def narrow_shifts(source: str) -> list[str]:
    """The shifts of a literal, or of a machine integer that began as one and never changes, by anything that is neither a
    literal nor a constant of the module."""
    tree = ast.parse(source)
    shifts = [node for node in ast.walk(tree) if is_shift_by_variable(node) and not names_of(node.left)]
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        literals = {
            node.target.id
            for node in ast.walk(function)
            if isinstance(node, ast.AnnAssign)
            and isinstance(node.annotation, ast.Name)
            and node.annotation.id == "i64"
            and isinstance(node.value, ast.Constant)
            and isinstance(node.target, ast.Name)
            and count_stores(function, node.target.id) == 1
        }
        shifts += [
            node
            for node in ast.walk(function)
            if is_shift_by_variable(node) and isinstance(node.left, ast.Name) and node.left.id in literals
        ]
    return [ast.unparse(node) for node in shifts]


def is_shift_by_variable(node: ast.AST) -> TypeGuard[ast.BinOp]:
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.LShift)
        and any(not isinstance(name, ast.Name) or not name.id.isupper() for name in names_of(node.right))
    )


def names_of(expression: ast.expr) -> list[ast.expr]:
    return [node for node in ast.walk(expression) if isinstance(node, ast.Name | ast.Attribute | ast.Call)]


def count_stores(function: ast.FunctionDef, name: str) -> int:
    """The number of times a function sets a name."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    return sum(isinstance(node.ctx, ast.Store) for node in names)


@pytest.mark.parametrize(
    "line",
    [
        "1 << places",
        "3 | 1 << 2 * places",
        "1 << 5 << places",
        "1 << self.places",
        "1 << at(0)",
        "one << places",
    ],
)
def test_a_literal_shifted_by_a_variable_is_found(line: str):
    assert len(narrow_shifts(f"def f(places: i64) -> i64:\n    one: i64 = 1\n    return {line}")) == 1


@pytest.mark.parametrize("line", ["1 << 62", "1 << SHIFT", "unit << places", "(kind + 1) << places"])
def test_a_constant_shift_or_shifted_variable_is_not_reported(line: str):
    assert not narrow_shifts(f"def f(unit: i64, kind: i64, places: i64) -> i64:\n    return {line}")


def test_no_compiled_module_shifts_a_literal_by_a_variable():
    """A compiled literal has 32 bits, even if a name holds it, and no test of the interpreted build notices."""
    found = {name: shifts for name in modules_to_compile(ROOT) if (shifts := narrow_shifts((ROOT / name).read_text()))}
    assert not found, "call shift_left"


def large_constants_as_floats(source: str) -> list[str]:
    """Calls of `float` with a constant of the number types of the compiler, of this module, that does not fit into 31 bits."""
    tree = ast.parse(source)
    large = {
        node.target.id
        for node in tree.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, int)
        and node.value.value >= 2**30
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "float"]
    return [ast.unparse(call) for call in calls if call.args and ast.unparse(call.args[0]) in large]


def test_a_large_constant_as_a_float_is_found():
    assert large_constants_as_floats("BOUND: Final[i64] = 1073741824\nx = float(BOUND)") == ["float(BOUND)"]
    assert not large_constants_as_floats("BOUND: Final[i64] = 1073741823\nx = float(BOUND)")


def test_no_compiled_module_makes_a_float_of_a_large_constant():
    """Compiled, `float` of a constant of 2**30 is below 0, and no test of the interpreted build notices."""
    found = {
        name: calls
        for name in modules_to_compile(ROOT)
        if (calls := large_constants_as_floats((ROOT / name).read_text()))
    }
    assert not found, "divide by a plain number"
