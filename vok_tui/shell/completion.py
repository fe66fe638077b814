"""Completion scripts for shells, made by shtab from the declared arguments.

A wheel contains scripts that were made when it was built, so an installed copy can print them without shtab, which is an extra.
"""

from argparse import Action
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from vok_tui.errors import CommandError
from vok_tui.shell.command_tree import command_tree

SCRIPT_FILES: Final = {  # by shell; relative to the root of the installation
    "bash": "share/bash-completion/completions/vok",
    "zsh": "share/zsh/site-functions/_vok",
    "fish": "share/fish/vendor_completions.d/vok.fish",
}
DISTRIBUTION: Final = "vok-tui"
HOW_TO_GET_SHTAB: Final = f"pip install '{DISTRIBUTION}[completion]' installs shtab, which makes the script"


def make_or_find_script(shell: str) -> str:
    """The script for a shell: made by shtab, otherwise that of the wheel. Raises CommandError if there is neither."""
    try:
        return make_completion_script(shell)
    except ModuleNotFoundError as missing:
        if missing.name != "shtab":
            raise
    installed = _installed_script(shell)
    if installed is None:
        raise CommandError(f"there is no completion script for {shell} here; {HOW_TO_GET_SHTAB}")
    return installed.read_text(encoding="utf-8")


def make_completion_script(shell: str) -> str:
    """Make the script with shtab. Raises ModuleNotFoundError without it."""
    import shtab

    tree = command_tree()
    for parser in (tree.root, *tree.commands.values()):
        for action in parser.declared:
            _declare_values(action, shtab.FILE, shtab.DIRECTORY)
    return str(shtab.complete(tree.root, shell))


def _declare_values(action: Action, file_completion: Any, folder_completion: Any) -> None:
    """Declare the values of an argument for shtab, by its metavar."""
    if action.metavar in ("FILE", "FOLDER"):
        action.complete = file_completion if action.metavar == "FILE" else folder_completion  # type: ignore[attr-defined]
    elif action.choices is None and isinstance(action.metavar, str):
        action.choices = _known_values(action.metavar)


def _known_values(metavar: str) -> list[str] | None:
    """The known values of an argument with this metavar; None if there are none."""
    from ai.bots.levels import LEVELS
    from saves.text import FORMATS
    from vok_tui.cli.game_options import edition_names, game_names

    values = {
        "E": edition_names(),
        "GAME": game_names(),
        "FORMAT": list(FORMATS),
        "LEVEL": list(LEVELS),
        "SHELL": list(SCRIPT_FILES),
        "WHO": ["you", "lot"],
    }
    return values.get(metavar)


def _installed_script(shell: str) -> Path | None:
    """The path of the script from the installed wheel; None if there is none."""
    try:
        files = metadata.files(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return None
    for file in files:
        path = Path(str(file.locate()))
        if file.as_posix().endswith(SCRIPT_FILES[shell]) and path.is_file():
            return path
    return None
