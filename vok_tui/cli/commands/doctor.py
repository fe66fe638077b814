"""`vok doctor`: checks Vok on this machine, and prints a page for a bug report.

Only a limited number of files is listed, and only the headers of a limited number of saves are read, so a folder of any size
takes little time.

The report is meant for bug reports, so it names no person: the home folder is `~`, and names in config.toml and in saves are left
out. The sections are independent: if one fails, the others are still printed.
"""

import json
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from itertools import islice
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, NamedTuple

from vok_tui import __version__
from vok_tui.cli.main import visible_text
from vok_tui.library import BUNDLED_FOLDER, COPY_ENV, compiled_folder, packages_folder
from vok_tui.shared.compiled import INTERPRETED_ENV, restart_interpreted, why_not_loadable
from vok_tui.shared.detection import (
    MIN_TERMINAL_SIZE,
    check_terminal_name,
    detect_terminal,
    has_24_bit_colors,
    locale_setting,
    window_size,
)
from vok_tui.shared.errors import ConfigError, ExitCode, NoTerminal
from vok_tui.shared.parser import Parser
from vok_tui.shared.paths import short_path

MULTIPLEXERS: Final = {"TMUX": "tmux", "STY": "screen", "ZELLIJ": "zellij"}
STREAMS: Final = ("input", "output", "error output")
MAX_VALUE_CHARS: Final = 60  # of the value of an environment variable


def terminal_facts_and_problems(env: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """The facts by name, and the problems: clauses that say what prevents Vok from working in this terminal."""
    terminal = detect_terminal(env)
    size = window_size(env)
    problems = []
    try:
        check_terminal_name(env)
    except NoTerminal as none:
        problems.append(str(none))
    if size is not None and (size[0] < MIN_TERMINAL_SIZE[0] or size[1] < MIN_TERMINAL_SIZE[1]):
        problems.append(
            f"the window has {size[0]} columns and {size[1]} lines, and the table needs {MIN_TERMINAL_SIZE[0]} "
            f"and {MIN_TERMINAL_SIZE[1]}; "
            "enlarge the window or choose a smaller font"
        )
    facts = {
        "TERM": env_value_or_not_set(env, "TERM"),
        "COLORTERM": env_value_or_not_set(env, "COLORTERM"),
        "size": f"{size[0]}x{size[1]}" if size is not None else "unknown, no stream is a terminal",
        "colours": colours_with_reason(env),
        "characters": characters_with_reason(env),
        "over SSH": "yes, so the mouse is off unless config.toml turns it on" if terminal.remote else "no",
        "inside": ", ".join(name for variable, name in MULTIPLEXERS.items() if env.get(variable)) or "no multiplexer",
        "not a terminal": ", ".join(streams_without_terminal()) or "none of input, output, error output",
    }
    return facts, problems


def streams_without_terminal() -> list[str]:
    """The names of the streams that are not terminals. If the report is redirected into a file, the output is one of them."""
    names = []
    for stream, name in zip((sys.__stdin__, sys.__stdout__, sys.__stderr__), STREAMS, strict=True):
        try:
            usable = stream is not None and stream.isatty()
        except ValueError:  # closed
            usable = False
        if not usable:
            names.append(name)
    return names


def colours_with_reason(env: Mapping[str, str]) -> str:
    if detect_terminal(env).no_color:
        return "none, because NO_COLOR is set"
    if has_24_bit_colors(env):
        return f"24-bit, because COLORTERM is {env_value_or_not_set(env, 'COLORTERM')}"
    if detect_terminal(env).sixteen_colors:
        return "16, because neither COLORTERM nor TERM promises more"
    return f"256, because TERM is {env_value_or_not_set(env, 'TERM')}"


def characters_with_reason(env: Mapping[str, str]) -> str:
    name, value = locale_setting(env)
    if not name:
        return "Unicode, because no locale is set"
    kind = "ASCII" if detect_terminal(env).ascii else "Unicode"
    return f"{kind}, because {name} is {cleaned_value(value)}"


def env_value_or_not_set(env: Mapping[str, str], name: str) -> str:
    """The cleaned value of an environment variable, or "not set"."""
    return cleaned_value(env[name]) if name in env else "not set"


def cleaned_value(value: str) -> str:
    from saves.clean_text import clean_and_cut

    return clean_and_cut(value, MAX_VALUE_CHARS) or '""'


MAX_LISTED_FILES: Final = 10_000
MAX_OPENED_SAVES: Final = 500
MAX_SURVEY_SECONDS: Final = 1.0
MIN_FREE_BYTES: Final = 1_000_000  # enough for hundreds of saves
BYTES_UNITS: Final = ("bytes", "kB", "MB", "GB", "TB")


class SaveSurvey(NamedTuple):
    """The saves in a folder: how many were `found` among the listed files, how many of these were `opened`, and how many of the
    opened ones are `unreadable`. With `is_capped`, the folder has more files than were listed."""

    found: int
    opened: int
    unreadable: int
    is_capped: bool


def why_not_writable(folder: Path) -> str:
    """Why no save can be written and locked in a folder; "" if one can. A missing folder is not created; its nearest existing
    parent is checked instead."""
    from saves.format.lock import lock_open_file

    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    try:
        if not existing.is_dir():
            return f"{short_path(existing)} is not a folder"
        if not os.access(existing, os.W_OK | os.X_OK):
            return f"you may not write into {short_path(existing)}"
        with tempfile.TemporaryFile(dir=existing) as trial:
            trial.write(b"\0")
            trial.flush()
            try:
                lock_open_file(trial.fileno())
            except OSError as fault:
                return f"{short_path(existing)}: files cannot be locked there ({fault.strerror or fault})"
    except OSError as fault:
        return f"{short_path(existing)}: {fault.strerror or fault}"
    return ""


def free_bytes(folder: Path) -> int | None:
    """The free space on the disk of a folder, which may not exist yet; None if it is unknown."""
    for path in (folder, *folder.parents):
        try:
            return shutil.disk_usage(path).free
        except OSError:
            continue
    return None


def bytes_in_words(count: int | None) -> str:
    """A number of bytes in words: "12 MB"."""
    if count is None:
        return "unknown"
    amount, unit = float(count), 0
    while amount >= 1000 and unit + 1 < len(BYTES_UNITS):
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.3g} {BYTES_UNITS[unit]}"


def survey_saves(folder: Path) -> SaveSurvey:
    """Count the saves among the first MAX_LISTED_FILES files of a folder, and open up to MAX_OPENED_SAVES of them. A missing
    folder has none. Raises OSError if the folder cannot be listed."""
    from saves.errors import SaveError
    from saves.format.file_start import open_for_reading, read_file_start
    from saves.save_file import SAVE_SUFFIX

    try:
        listed = list(islice(folder.iterdir(), MAX_LISTED_FILES + 1))
    except (FileNotFoundError, NotADirectoryError):
        return SaveSurvey(0, 0, 0, is_capped=False)
    saves = [path for path in listed[:MAX_LISTED_FILES] if path.name.endswith(SAVE_SUFFIX) and path.name[0] != "."]
    paths = [path for path in saves if path.is_file()]
    opened, unreadable = 0, 0
    deadline = time.monotonic() + MAX_SURVEY_SECONDS
    for path in paths[:MAX_OPENED_SAVES]:
        opened += 1
        try:
            with open_for_reading(path) as fd:
                read_file_start(path, fd)
        except SaveError:
            unreadable += 1
        if time.monotonic() > deadline:
            break
    return SaveSurvey(len(paths), opened, unreadable, is_capped=len(listed) > MAX_LISTED_FILES)


def count_files(folder: Path) -> int:
    """The number of files in a folder, at most MAX_LISTED_FILES; 0 if it is missing or cannot be listed."""
    try:
        return sum(1 for _ in islice(folder.iterdir(), MAX_LISTED_FILES))
    except OSError:
        return 0


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
    if reason := env.get(INTERPRETED_ENV, ""):
        return f"the compiled modules cannot be loaded ({_printable_without_home(reason)}); {_remedy(env, _how_to_compile())}"
    folder = packages_folder() / "engine" / "core"
    modules = sorted(folder.glob("tasks.*.so"))
    suffix = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
    if any(module.name == f"tasks{suffix}" for module in modules):
        return f"compiled modules in {short_path(packages_folder())}"
    if modules:
        built = modules[0].name.removeprefix("tasks.").removesuffix(".so")
        return f"the compiled modules are for {built}, not for this Python; {_remedy(env, _how_to_compile())}"
    if BUNDLED_FOLDER.is_dir():
        return f"this copy was built without compiled modules; {_remedy(env, _how_to_compile())}"
    name = env.get("VOK_COMPILED", "")
    if name and compiled_folder() is None:
        where = short_path(Path(name).absolute())
        return f"VOK_COMPILED names {where}, and no engine is there; {_remedy(env, _how_to_compile())}"
    if name:
        return f"make play built {short_path(Path(name).resolve())} without compiled modules; {_remedy(env, _how_to_compile())}"
    if copy := env.get(COPY_ENV, ""):
        return _background_copy_clause(Path(copy))
    return f"this checkout runs from its sources; {_remedy(env, _how_to_compile())}"


def _background_copy_clause(copy: Path) -> str:
    """The state of the copy that `make play` compiles while the game runs, in one clause."""
    if copy.is_dir():
        return "the compiled copy is ready; the next make play uses it"
    from saves.clean_text import visible

    try:
        with copy.with_name(f"{copy.name}.failed").open(encoding="utf-8", errors="replace") as file:
            reason = visible(file.readline(MAX_REASON_CHARS).strip())
    except FileNotFoundError:
        return "make play is compiling a copy; the next start uses it"
    except OSError as error:
        reason = f"the reason cannot be read ({error.strerror})"
    return f"compiling failed: {reason}; a later make play tries again"


def _how_to_compile() -> str:
    """The clause that says how this copy is compiled."""
    return "reinstall Vok" if BUNDLED_FOLDER.is_dir() else "run make play"


def _remedy(env: Mapping[str, str], how_to_compile: str) -> str:
    """What to do if a copy does not run compiled. `how_to_compile` is the clause that says how to compile it: alone it would
    change nothing with VOK_PURE or without a compiler."""
    steps = ["unset VOK_PURE"] if env.get("VOK_PURE") else []
    compiler = (env.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if not ((compiler and shutil.which(compiler[0])) or shutil.which("cc")):
        steps.append("install a C compiler")
    return f"{', '.join(steps)}, then {how_to_compile}" if steps else how_to_compile


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
    """All cores of the machine; `ai.process.limits.core_count` counts those that this process may use."""
    return os.cpu_count() or 1


REINSTALL: Final = "reinstall Vok"


@dataclass
class Diagnosis:
    """`sections` holds facts by section and name. `problems` is empty if Vok can work here."""

    sections: dict[str, dict[str, Any]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """The diagnosis as JSON values."""
        return {**self.sections, "problems": self.problems}


def diagnose_installation(env: Mapping[str, str]) -> Diagnosis:
    """Gather all sections: each function returns the facts of one, and adds to the problems. Takes at most about two seconds."""
    diagnosis = Diagnosis()
    sections: dict[str, Callable[[list[str], Mapping[str, str]], dict[str, Any]]] = {
        "vok": _describe_vok,
        "terminal": _describe_terminal,
        "engine": _describe_engine,
        "folders": _describe_folders,
        "saves": _describe_saves,
        "packages": _describe_packages,
    }
    for name, describe in sections.items():
        try:
            diagnosis.sections[name] = describe(diagnosis.problems, env)
        except Exception as fault:  # noqa: BLE001  a report on a broken copy must not break
            if is_about_home_folder(fault):
                diagnosis.sections[name] = {"fault": str(fault)}
                problem = str(fault).removesuffix(".")
                if problem not in diagnosis.problems:
                    diagnosis.problems.append(problem)
                continue
            diagnosis.sections[name] = {"fault": f"{type(fault).__name__}: {_printable_without_home(str(fault))}"}
            diagnosis.problems.append(f"the section {name} failed ({type(fault).__name__}); {REINSTALL}")
    return diagnosis


def is_about_home_folder(fault: Exception) -> bool:
    """Whether there is no home folder. Then Vok itself is sound."""
    try:
        from saves.errors import NoHomeFolder
    except ImportError:
        return False
    return isinstance(fault, NoHomeFolder)


def _describe_vok(_problems: list[str], _env: Mapping[str, str]) -> dict[str, Any]:

    return {
        "version": __version__,
        "copy": where_installed(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }


def _describe_terminal(problems: list[str], env: Mapping[str, str]) -> dict[str, Any]:

    try:
        from vok_tui.screens.app import VokApp

        screens = f"{VokApp.__name__} can be loaded"
    except Exception as fault:  # noqa: BLE001  whatever a broken package raises
        screens = f"{type(fault).__name__}: {_printable_without_home(str(fault))}"
        problems.append(f"the screens cannot be loaded ({screens}); {REINSTALL}")
    facts, terminal_problems = terminal_facts_and_problems(env)
    problems += terminal_problems
    return {**facts, "screens": screens}


def _describe_engine(problems: list[str], env: Mapping[str, str]) -> dict[str, Any]:
    from ai.process.limits import thinking_process_count
    from engine.core.errors import BadSetup
    from vok_tui.shared.levels import is_engine_compiled

    try:
        processes: int | str = thinking_process_count()
    except BadSetup as refused:
        processes = "VOK_PROCESSES is wrong"
        problems.append(str(refused))
    if env.get(INTERPRETED_ENV):
        problems.append(why_compiled_or_not(env))
    return {
        "compiled": is_engine_compiled(),
        "why": why_compiled_or_not(env),
        "cores": system_core_count(),
        "processes": processes,
    }


def _describe_folders(problems: list[str], _env: Mapping[str, str]) -> dict[str, Any]:
    from vok_tui.coordinator import config
    from vok_tui.shared.paths import config_file, data_folder
    from vok_tui.terminal.theme import check_theme

    settings, folder = config_file(), data_folder()
    try:
        check_theme(config.load_config(settings).theme)
        state = "can be read" if settings.exists() else "does not exist, so all settings have their defaults"
    except ConfigError as wrong:
        state = "is wrong"
        problems.append(str(wrong).replace(str(settings), short_path(settings)))
    free, saves = free_bytes(folder), folder / "saves"
    fault = why_not_writable(saves)
    if fault:
        problems.append(f"games cannot be saved: {fault}; fix that, or name another folder with VOK_HOME=FOLDER")
    elif free is not None and free < MIN_FREE_BYTES:
        problems.append(f"only {bytes_in_words(free)} are free in {short_path(folder)}; free some space for the saves")
    return {
        "configuration": f"{short_path(settings)} {state}",
        "saves": f"{short_path(saves)}{'' if saves.exists() else ', not created yet'}",
        "writable": fault or "yes",
        "free space": bytes_in_words(free),
        "crash reports": count_files(folder / "crashes"),
    }


def _describe_saves(problems: list[str], _env: Mapping[str, str]) -> dict[str, Any]:
    from vok_tui.shared.paths import data_folder

    folder = data_folder() / "saves"
    try:
        survey = survey_saves(folder)
    except OSError as fault:
        problems.append(f"{short_path(folder)} cannot be listed ({fault.strerror}); check your rights to it")
        return {"fault": fault.strerror or str(fault)}
    facts: dict[str, Any] = {"number": survey.found, "opened": survey.opened, "unreadable": survey.unreadable}
    if survey.is_capped:
        facts["note"] = "there are more files than were listed"
    elif survey.unreadable:
        facts["note"] = "vok saves lists those that cannot be read"
    return facts


def _describe_packages(problems: list[str], _env: Mapping[str, str]) -> dict[str, Any]:

    needed = {name: package_version(name) or "missing" for name in NEEDED_PACKAGES}
    missing = [name for name, version in needed.items() if version == "missing"]
    if missing:
        problems.append(f"{' and '.join(missing)} not installed; {REINSTALL}")
    return {**needed, **optional_package_facts()}


def _printable_without_home(text: str) -> str:
    """A text of unknown origin, without control characters, and with `~` for the home folder."""

    printable = "".join(char if char.isprintable() else " " for char in text)
    try:
        return printable.replace(str(Path.home()), "~")
    except RuntimeError:
        return printable


PAGE_COLUMNS: Final = 80
NAME_COLUMNS: Final = 18


def add_arguments(parser: Parser) -> None:
    parser.add_json()


def run(args: Namespace) -> int:
    if reason := why_not_loadable():
        restart_interpreted(reason)
    diagnosis = diagnose_installation(os.environ)
    print(json.dumps(diagnosis.to_dict(), indent=2) if args.json else "\n".join(report_lines(diagnosis)))
    return ExitCode.FAILED if diagnosis.problems else ExitCode.OK


def report_lines(diagnosis: "Diagnosis") -> list[str]:
    """The report in lines of at most 80 columns, unless a single word is longer."""
    lines = []
    for title, facts in diagnosis.sections.items():
        lines.append(title)
        for name, fact in facts.items():
            lines += _fact_lines(name, fact)
    lines.append("")
    if not diagnosis.problems:
        return [*lines, "Nothing prevents Vok from working here."]
    for problem in map(visible_text, diagnosis.problems):
        lines += wrap(f"! {problem[:1].upper()}{problem[1:]}.", PAGE_COLUMNS, subsequent_indent="  ")
    return lines


def _fact_lines(name: str, fact: Any) -> list[str]:
    value = ("yes" if fact else "no") if isinstance(fact, bool) else visible_text(str(fact))
    head, indent = f"  {name:<{NAME_COLUMNS - 2}}", " " * NAME_COLUMNS
    return wrap(value, PAGE_COLUMNS, initial_indent=head, subsequent_indent=indent, break_long_words=False) or [head]
