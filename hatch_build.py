"""Compile the engine and the search with mypyc, where a C compiler is at hand.

    python hatch_build.py FOLDER     lay engine, ai and saves into FOLDER, compiled (make play does this)

As a build hook it does the same for a wheel, which then carries the compiled modules beside their sources. The source is one for
both builds, and interpreted Python stays the reference: without a compiler, or with VOK_PURE=1, a line says so and the game
is played interpreted. Nothing is ever compiled in place, so tests and tools in a checkout read what they see.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
HOUSES = ("engine", "ai", "saves")
# What the search spends its time in. The rest (words, views, the log) is read more often than it is run.
COMPILED = (
    "engine/core/errors.py",
    "engine/core/luck.py",
    "engine/core/action.py",
    "engine/core/rules.py",
    "engine/core/tasks.py",
    "engine/valley/powers.py",
    "engine/valley/purse.py",
    "engine/valley/card.py",
    "engine/valley/verbs.py",
    "engine/valley/zones.py",
    "engine/valley/state.py",
    "engine/valley/layout.py",
    "engine/valley/pyramid.py",
    "engine/valley/reactions.py",
    "engine/valley/parts/*.py",
    "engine/valley/prospects.py",
    "engine/valley/buying.py",
    "engine/valley/discards.py",
    "engine/valley/turn.py",
    "engine/valley/scoring.py",
    "engine/valley/hidden.py",
    "engine/valley/editions.py",
    "engine/valley/game.py",
    "ai/judge.py",
    "ai/playout.py",
    "ai/mcts.py",
    "ai/scribe.py",
    "ai/valley.py",
    "ai/features.py",
    "ai/learned.py",
    "ai/training.py",
    "ai/selfplay.py",
)
# Functions of one library need not be looked up as if another might replace them, and small ones may be written out where they
# are called: gcc does so at some more length than by itself. Checks that the macros of Python make for its own builders are left
# out, as in Python itself.
INLINING = "--param max-inline-insns-auto=150 --param early-inlining-insns=30"
FLAGS = f"-O3 -DNDEBUG -fno-semantic-interposition -fvisibility=hidden {INLINING} -w"


def compiler() -> str:
    """The C compiler that Python extensions are built with here; "" if there is none."""
    wanted = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(wanted.split()[0]) or shutil.which("cc") or ""


def lay_out(folder: Path) -> None:
    """Copy the sources into a folder of their own, whatever lay there before."""
    shutil.rmtree(folder, ignore_errors=True)
    for house in HOUSES:
        shutil.copytree(HERE / house, folder / house, ignore=shutil.ignore_patterns("__pycache__", "*.so"))


def compile_in(folder: Path) -> list[Path]:
    """Compile what lies in a folder; returns the modules made. Raises CalledProcessError with what the compiler said."""
    files = sorted(
        str(path.relative_to(folder))
        for pattern in COMPILED
        for path in folder.glob(pattern)
        if path.name != "__init__.py"
    )
    script = (
        "from mypyc.build import mypycify\n"
        "from setuptools import Distribution\n"
        f"extensions = mypycify(['--strict', '--explicit-package-bases', *{files!r}], opt_level='3', debug_level='0')\n"
        "build = Distribution({'name': 'houses', 'packages': [], 'ext_modules': extensions}).get_command_obj('build_ext')\n"
        "build.inplace, build.parallel = 1, 2\n"
        "build.ensure_finalized()\n"
        "build.run()\n"
    )
    with tempfile.TemporaryDirectory() as scratch:  # a wheel is built in an environment of its own: so are its objects
        environment = {**os.environ, "CFLAGS": FLAGS, "TMPDIR": scratch, "PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run(
            [sys.executable, "-c", script], cwd=folder, env=environment, check=True, capture_output=True, text=True
        )
    shutil.rmtree(folder / "build", ignore_errors=True)
    return sorted(folder.rglob("*.so"))


def try_to_compile(folder: Path) -> list[Path]:
    """Compile if that can be done, and say what is happening in a line; [] if the game will be played interpreted."""
    if os.environ.get("VOK_PURE"):
        print("Vok: VOK_PURE is set, so the engine stays interpreted.", file=sys.stderr)
        return []
    if not compiler():
        print("Vok: no C compiler here, so the engine stays interpreted; the opponents think slower.", file=sys.stderr)
        return []
    print("Vok: compiling the engine (once, less than a minute) ...", file=sys.stderr)
    try:
        return compile_in(folder)
    except (subprocess.CalledProcessError, OSError) as fault:
        said = (getattr(fault, "stderr", "") or getattr(fault, "stdout", "") or str(fault)).strip().splitlines()
        why = next((line for line in said if "error" in line.lower()), said[-1] if said else "no reason given")
        print(f"Vok: that did not work ({why[:160]}), so the engine stays interpreted.", file=sys.stderr)
        lay_out(folder)
        return []


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the compiled modules into a wheel, which is then for one platform and one Python. Each build has a folder of its own:
    several at a time do not meet."""

    folder: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        (Path(self.root) / "build").mkdir(exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix="wheel-", dir=Path(self.root) / "build"))
        folder = self.folder / "houses"
        lay_out(folder)
        made = try_to_compile(folder)
        for module in made:
            build_data["force_include"][str(module)] = f"vok_tui/_houses/{module.relative_to(folder).as_posix()}"
        if made:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    lay_out(target)
    try_to_compile(target)
