"""What `vok doctor` says about the engine (compiled or interpreted, and why) and about the packages that Vok needs."""

import os
import shutil
import sysconfig
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Final

from vok_tui.library import BUNDLED_FOLDER, COPY_ENV, compiled_folder, packages_folder
from vok_tui.settings.paths import short_path

MAX_REASON_CHARS: Final = 500  # of the reason why a build failed
NEEDED_PACKAGES: Final = ("textual", "rich", "msgpack", "platformdirs", "wcwidth")
OPTIONAL_PACKAGES: Final[Mapping[str, tuple[str, str]]] = {  # package: extra of Vok, purpose
    "distributed": ("cluster", "contests on several machines"),
    "open_spiel": ("openspiel", "the game in OpenSpiel"),
    "plotext": ("plots", "bars in the output of arena, ladder, simulate and bench"),
    "shtab": ("completion", "completion in a checkout"),
    "pettingzoo": ("pettingzoo", "the game in PettingZoo"),
}


def why_compiled_or_not(env: Mapping[str, str]) -> str:
    """Why the engine runs compiled or interpreted, in one clause. Works without importing the engine, which may be broken."""
    folder = packages_folder() / "engine" / "core"
    modules = sorted(folder.glob("tasks.*.so"))
    suffix = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
    if any(module.name == f"tasks{suffix}" for module in modules):
        return f"compiled modules in {short_path(packages_folder())}"
    if modules:
        built = modules[0].name.removeprefix("tasks.").removesuffix(".so")
        return f"the compiled modules are for {built}, not for this Python; reinstall Vok, or run make play"
    if BUNDLED_FOLDER.is_dir():
        return f"this copy was built without compiled modules; {_remedy(env, 'reinstall it')}"
    name = env.get("VOK_COMPILED", "")
    if name and compiled_folder() is None:
        return f"VOK_COMPILED names {short_path(Path(name).absolute())}, and no engine is there; run make play"
    if name:
        return f"make play built {short_path(Path(name).resolve())} without compiled modules; {_remedy(env, 'run make play')}"
    if copy := env.get(COPY_ENV, ""):
        return _background_copy_clause(Path(copy))
    return "this checkout runs from its sources; make play and pipx install . compile the engine"


def _background_copy_clause(copy: Path) -> str:
    """The state of the copy that `make play` compiles while the game runs, in one clause."""
    if copy.is_dir():
        return "the compiled copy is ready; the next make play uses it"
    from saves.clean_text import visible

    try:
        with copy.with_name(f"{copy.name}.failed").open(encoding="utf-8", errors="replace") as file:
            reason = visible(file.read(MAX_REASON_CHARS).strip())
    except FileNotFoundError:
        return "make play is compiling a copy; the next start uses it"
    except OSError as error:
        reason = f"the reason cannot be read ({error.strerror})"
    return f"compiling failed: {reason}; make play tries again when the sources have changed"


def _remedy(env: Mapping[str, str], how_to_compile: str) -> str:
    """What to do if a copy was not compiled. `how_to_compile` is the clause that says how to compile it."""
    if env.get("VOK_PURE"):
        return f"unset VOK_PURE and {how_to_compile}"
    compiler = env.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if not (shutil.which(compiler.split()[0]) or shutil.which("cc")):
        return f"install a C compiler and {how_to_compile}"
    return f"a C compiler is here now, so {how_to_compile}"


def package_version(name: str) -> str:
    """The version of an installed package; "" if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def optional_package_facts() -> dict[str, str]:
    """Each optional package with its version, or with the command that installs it."""
    facts = {}
    for name, (extra, purpose) in OPTIONAL_PACKAGES.items():
        version = package_version(name)
        facts[name] = version or f"not installed; pip install 'vok-tui[{extra}]' adds {purpose}"
    return facts


def where_installed() -> str:
    """Whether this Vok is installed or a checkout, and where it is."""
    kind = "installed" if BUNDLED_FOLDER.is_dir() else "checkout"
    return f"{kind} in {short_path(BUNDLED_FOLDER.parent)}"


def system_core_count() -> int:
    """All cores of the machine; `ai.process.cores.core_count` counts those that this process may use."""
    return os.cpu_count() or 1
