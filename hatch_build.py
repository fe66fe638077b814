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
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

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


NOT_EXECUTABLE = "failed to map segment"  # what the loader says in a folder that forbids execution


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


# Runs in a process of its own, in the folder with the modules. Prints about how many seconds are left, now and then.
COMPILE: Final = """
import threading, time
from mypyc.build import mypycify
from setuptools import Distribution

def tell():
    while True:
        left = {seconds_of_c} * translated + begun - time.time()
        print("left", round(max(left, {tell_every})), flush=True)
        time.sleep({tell_every})

begun = time.time()
options = ["--strict", "--explicit-package-bases", *{files!r}]
extensions = mypycify(options, opt_level="3", debug_level="0")
translated = time.time() - begun
threading.Thread(target=tell, daemon=True).start()
build = Distribution({{"name": "vok", "packages": [], "ext_modules": extensions}}).get_command_obj("build_ext")
build.inplace, build.parallel = 1, 2
build.ensure_finalized()
build.run()
"""
# All modules are one library, in which every call is bound directly and may be inlined. With one library for each game and one
# for the rest, two cores need 0.6 of the time, but the search has only 0.93 to 0.97 of the speed (lab/bench/results.md).
SECONDS_OF_C: Final = 21  # of the C compiler, for each second of the translation into C
TELL_EVERY_SECONDS: Final = 15


def compile_folder(folder: Path, tell: Callable[[str], object] = lambda _: None) -> list[Path]:
    """Compile the modules in a folder; returns the compiled files. `tell` gets a sentence now and then. Raises CalledProcessError
    with the compiler's output."""
    script = COMPILE.format(files=modules_to_compile(folder), seconds_of_c=SECONDS_OF_C, tell_every=TELL_EVERY_SECONDS)
    with tempfile.TemporaryDirectory() as scratch:  # parallel builds must not share object files
        environment = {**os.environ, "CFLAGS": FLAGS, "TMPDIR": scratch, "PYTHONPATH": os.pathsep.join(sys.path)}
        errors = Path(scratch, "errors")
        with (
            errors.open("w") as file,
            subprocess.Popen(
                [sys.executable, "-c", script],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
            ) as process,
        ):
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                if line.startswith("left "):
                    tell(f"Vok: compiling the engine, about {line.split()[1]} s left")
                else:
                    said.append(line)
        if process.returncode:
            output = errors.read_text(errors="replace")
            raise subprocess.CalledProcessError(process.returncode, "mypyc", "".join(said), output)
    shutil.rmtree(folder / "build", ignore_errors=True)
    return sorted(folder.rglob("*.so"))


def tell_user(sentence: str) -> None:
    """Print a sentence to stderr, and to the terminal if a tool such as pip keeps stderr to itself: it takes minutes."""
    print(sentence, file=sys.stderr, flush=True)
    if not sys.stderr.isatty():
        with suppress(OSError), open("/dev/tty", "w", encoding="utf-8") as terminal:  # noqa: PTH123  a device
            print(f"\r{sentence}", file=terminal)


def try_to_compile(folder: Path) -> list[Path]:
    """Compile if possible, and print a message. Returns the compiled files; [] if the game will run interpreted."""
    if os.environ.get("VOK_PURE"):
        print("Vok: VOK_PURE is set, so the engine stays interpreted.", file=sys.stderr)
        return []
    if not compiler():
        tell_user("Vok: there is no C compiler, so the engine stays interpreted, and the opponents are slower.")
        return []
    tell_user("Vok: compiling the engine, once, for a few minutes; with VOK_PURE=1 it stays interpreted.")
    try:
        return compile_folder(folder, tell_user)
    except (subprocess.CalledProcessError, OSError) as error:
        output = (getattr(error, "stderr", "") or getattr(error, "stdout", "") or str(error)).strip().splitlines()
        reason = next((line for line in output if "error" in line.lower()), output[-1] if output else "no reason given")
        if any(NOT_EXECUTABLE in line for line in output):
            reason = f"{tempfile.gettempdir()} forbids execution: set TMPDIR to a folder that allows it"
        tell_user(f"Vok: that did not work ({reason[:200]}), so the engine stays interpreted.")
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
        try:
            (Path(self.root) / "build").mkdir(exist_ok=True)
            self.folder = Path(tempfile.mkdtemp(prefix="wheel-", dir=Path(self.root) / "build"))
        except OSError:  # the sources are read-only
            self.folder = Path(tempfile.mkdtemp(prefix="vok-wheel-"))
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
