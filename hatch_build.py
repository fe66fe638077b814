"""Compiles the engine and the search with mypyc if there is a C compiler.

    python hatch_build.py FOLDER     copy engine, ai, saves and lab into FOLDER, and compile them (make play does this)

As a build hook it does the same for a wheel, which contains that folder as `vok_tui/_bundled`, and a .pth file that puts it last
on the path. So an installed copy adds one package to an environment, programs can import all of ours, and another package with
the name of one of them stays what its programs import. The source distribution needs no hook: it is the whole checkout.

Both builds use the same source, and interpreted Python is the reference: without a compiler, or with VOK_PURE=1, it prints a
message, and the game runs interpreted. Nothing is compiled in place, so tests and tools in a checkout always use the sources.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
PACKAGES = ("engine", "ai", "saves", "lab")
BUNDLED = "vok_tui/_bundled"  # their folder in a wheel
# A module in a subfolder of these packages is compiled if it uses the number types of the compiler. All modules that a search
# calls must do so; a test names those that do not.
COMPILED_FOLDERS = ("engine", "ai", "lab")
COMPILED_MARK = re.compile(r"^from engine\.core\.arrays import\b", re.MULTILINE)
# Faster code: calls within the library are bound directly, more functions are inlined than by default, and assertions in
# Python's macros are off, as in Python itself.
INLINING = "--param max-inline-insns-auto=150 --param early-inlining-insns=30"
FLAGS = f"-O3 -DNDEBUG -fno-semantic-interposition -fvisibility=hidden {INLINING} -w"


def compiler() -> str:
    """The path of the C compiler for Python extensions on this machine; "" if there is none."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0]) or shutil.which("cc") or ""


def copy_sources(folder: Path) -> None:
    """Copy the sources into a folder, replacing its contents."""
    shutil.rmtree(folder, ignore_errors=True)
    for package in PACKAGES:
        shutil.copytree(HERE / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))


def modules_to_compile(folder: Path) -> list[str]:
    """The modules to compile in a folder that contains our packages, as paths relative to it."""
    paths = [path for package in COMPILED_FOLDERS for path in folder.glob(f"{package}/*/**/*.py")]
    return sorted(
        path.relative_to(folder).as_posix() for path in paths if COMPILED_MARK.search(path.read_text(encoding="utf-8"))
    )


def compile_folder(folder: Path) -> list[Path]:
    """Compile the modules in a folder; returns the compiled files. Raises CalledProcessError with the compiler's output."""
    files = modules_to_compile(folder)
    script = (
        "from mypyc.build import mypycify\n"
        "from setuptools import Distribution\n"
        f"extensions = mypycify(['--strict', '--explicit-package-bases', *{files!r}], opt_level='3', debug_level='0')\n"
        "build = Distribution({'name': 'vok', 'packages': [], 'ext_modules': extensions}).get_command_obj('build_ext')\n"
        "build.inplace, build.parallel = 1, 2\n"
        "build.ensure_finalized()\n"
        "build.run()\n"
    )
    with tempfile.TemporaryDirectory() as scratch:  # parallel builds must not share object files
        environment = {**os.environ, "CFLAGS": FLAGS, "TMPDIR": scratch, "PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run(
            [sys.executable, "-c", script], cwd=folder, env=environment, check=True, capture_output=True, text=True
        )
    shutil.rmtree(folder / "build", ignore_errors=True)
    return sorted(folder.rglob("*.so"))


def try_to_compile(folder: Path) -> list[Path]:
    """Compile if possible, and print a message. Returns the compiled files; [] if the game will run interpreted."""
    if os.environ.get("VOK_PURE"):
        print("Vok: VOK_PURE is set, so the engine stays interpreted.", file=sys.stderr)
        return []
    if not compiler():
        print(
            "Vok: there is no C compiler, so the engine stays interpreted, and the opponents are slower.",
            file=sys.stderr,
        )
        return []
    print("Vok: compiling the engine (once, a minute or two) ...", file=sys.stderr)
    try:
        return compile_folder(folder)
    except (subprocess.CalledProcessError, OSError) as error:
        output = (getattr(error, "stderr", "") or getattr(error, "stdout", "") or str(error)).strip().splitlines()
        reason = next((line for line in output if "error" in line.lower()), output[-1] if output else "no reason given")
        print(f"Vok: that did not work ({reason[:160]}), so the engine stays interpreted.", file=sys.stderr)
        copy_sources(folder)
        return []


def write_shared_files(folder: Path) -> list[Path]:
    """Write the manual page and the completion scripts below a folder; returns the files. Installing Vok does not fail if they
    cannot be made."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), *sys.path])}
    command = [sys.executable, "-m", "vok_tui.cli.shell_files", str(folder)]
    done = subprocess.run(command, env=environment, check=False, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        print(f"Vok: no manual page and no completion could be made ({reason[:160]}).", file=sys.stderr)
    elif done.stderr:
        print(done.stderr.strip(), file=sys.stderr)
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds our packages to a wheel and to the path of its environment, and the manual page and the completion scripts. With
    compiled modules the wheel is specific to a platform and a Python version. An editable installation gets none of this: it uses
    the checkout. Each build uses its own folder, so builds can run in parallel."""

    folder: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        (Path(self.root) / "build").mkdir(exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix="wheel-", dir=Path(self.root) / "build"))
        folder = self.folder / "compiled"
        copy_sources(folder)
        compiled_modules = try_to_compile(folder)
        build_data["force_include"][str(folder)] = BUNDLED
        path_file = self.folder / "vok_tui.pth"
        path_file.write_text(f"{BUNDLED}\n", encoding="utf-8")
        build_data["force_include"][str(path_file)] = path_file.name
        shared = self.folder / "shared"
        for path in write_shared_files(shared):
            build_data["shared_data"][str(path)] = path.relative_to(shared).as_posix()
        if compiled_modules:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    copy_sources(target)
    try_to_compile(target)
