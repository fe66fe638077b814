"""Everything that the search runs is compiled. A failure names the modules that a build leaves interpreted."""

import ast
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest

from ai.bots.bot import choose
from ai.kit import kit_of
from ai.levels import HANDWRITTEN, PRIEST, SCRIBE, Budget
from ai.search.playout import Rng, playout_to_end
from engine import GAMES, Seat, Setup
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
        for level in (SCRIBE, PRIEST, HANDWRITTEN):
            choose(game, state, state.mover, level, Budget(1 if level == SCRIBE else SIMULATIONS), 1)
        playout_to_end(state.copy(), Rng(1))
    finally:
        sys.setprofile(before)
    our_files = {name: Path(name) for name in calls if Path(name).is_relative_to(ROOT)}
    return Counter({path.relative_to(ROOT).as_posix(): calls[name] for name, path in our_files.items()})


PLAYED = [("valley", "base", 2), ("valley", "afterlife", 3), ("valley", "both", 5), ("valley", "solitaire", 1)]
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


def shifted_literals(source: str) -> list[str]:
    """The shifts in a module of a literal, or of a machine integer that began as one, by a machine integer."""
    shifts: list[str] = []
    for function in [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]:
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        machine = {argument.arg for argument in arguments if is_machine(argument.annotation)}
        locals_ = [
            node for node in ast.walk(function) if isinstance(node, ast.AnnAssign) and is_machine(node.annotation)
        ]
        machine |= {node.target.id for node in locals_ if isinstance(node.target, ast.Name)}
        started_as_literal = [node.target for node in locals_ if isinstance(node.value, ast.Constant)]
        literals = {
            name.id
            for name in started_as_literal
            if isinstance(name, ast.Name) and count_stores(function, name.id) == 1
        }
        for node in ast.walk(function):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
                shifted_by = {name.id for name in ast.walk(node.right) if isinstance(name, ast.Name)}
                is_literal = isinstance(node.left, ast.Constant) and bool(shifted_by & machine)
                is_literal_name = isinstance(node.left, ast.Name) and node.left.id in literals
                if is_literal or (is_literal_name and not isinstance(node.right, ast.Constant)):
                    shifts.append(f"{function.name}: {ast.unparse(node)}")
    return shifts


def count_stores(function: ast.FunctionDef, name: str) -> int:
    """The number of times a function sets a name."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    return sum(isinstance(node.ctx, ast.Store) for node in names)


def is_machine(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id == "i64"


def test_no_compiled_module_shifts_a_literal_by_a_machine_integer():
    """A compiled literal has 32 bits, even if a name holds it, and no test of the interpreted build notices."""
    assert shifted_literals("def f(n: i64) -> i64:\n    one: i64 = 1\n    return one << n | 1 << n") != []
    found = {
        name: shifts for name in modules_to_compile(ROOT) if (shifts := shifted_literals((ROOT / name).read_text()))
    }
    assert not found, "call shift_left"
