"""All facts of `vok doctor`, in sections, and the problems that prevent Vok from working.

The report is meant for bug reports, so it names no person: the home folder is `~`, and names in config.toml and in saves are left
out. The sections are independent: if one fails, the others are still printed.
"""

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from vok_tui import __version__
from vok_tui.errors import ConfigError

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
    from vok_tui.shell.engine_report import where_installed

    return {
        "version": __version__,
        "copy": where_installed(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }


def _describe_terminal(problems: list[str], env: Mapping[str, str]) -> dict[str, Any]:
    from vok_tui.shell.terminal_report import terminal_facts_and_problems

    try:
        from vok_tui.app import VokApp

        screens = f"{VokApp.__name__} can be loaded"
    except Exception as fault:  # noqa: BLE001  whatever a broken package raises
        screens = f"{type(fault).__name__}: {_printable_without_home(str(fault))}"
        problems.append(f"the screens cannot be loaded ({screens}); {REINSTALL}")
    facts, terminal_problems = terminal_facts_and_problems(env)
    problems += terminal_problems
    return {**facts, "screens": screens}


def _describe_engine(problems: list[str], env: Mapping[str, str]) -> dict[str, Any]:
    from ai.process.cores import thinking_process_count
    from engine.core.errors import BadSetup
    from vok_tui.levels.level_info import is_engine_compiled
    from vok_tui.shell.engine_report import system_core_count, why_compiled_or_not

    try:
        processes: int | str = thinking_process_count()
    except BadSetup as refused:
        processes = "VOK_PROCESSES is wrong"
        problems.append(str(refused))
    return {
        "compiled": is_engine_compiled(),
        "why": why_compiled_or_not(env),
        "cores": system_core_count(),
        "processes": processes,
    }


def _describe_folders(problems: list[str], _env: Mapping[str, str]) -> dict[str, Any]:
    from vok_tui.settings import config
    from vok_tui.settings.paths import config_file, data_folder, short_path
    from vok_tui.shell.folders_report import MIN_FREE_BYTES, bytes_in_words, count_files, free_bytes, why_not_writable
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
    from vok_tui.settings.paths import data_folder, short_path
    from vok_tui.shell.folders_report import survey_saves

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
    from vok_tui.shell.engine_report import NEEDED_PACKAGES, optional_package_facts, package_version

    needed = {name: package_version(name) or "missing" for name in NEEDED_PACKAGES}
    missing = [name for name, version in needed.items() if version == "missing"]
    if missing:
        problems.append(f"{' and '.join(missing)} not installed; {REINSTALL}")
    return {**needed, **optional_package_facts()}


def _printable_without_home(text: str) -> str:
    """A text of unknown origin, without control characters, and with `~` for the home folder."""
    from pathlib import Path

    printable = "".join(char if char.isprintable() else " " for char in text)
    try:
        return printable.replace(str(Path.home()), "~")
    except RuntimeError:
        return printable
