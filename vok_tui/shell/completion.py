"""Completion scripts for shells, made by shtab from the declared arguments.

A wheel contains scripts that were made when it was built, so an installed copy can print them without shtab, which is an extra.
"""

import shlex
import sys
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
SAVE_COMPLETION: Final = {  # for shtab: the names of the saves in the data folder, and paths
    **dict.fromkeys(("bash", "zsh"), "_vok_saves"),
    "fish": "(_vok_saves)",
    "preamble": {
        "bash": """\
_vok_saves() {
  local folder file
  for folder in "${VOK_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/vok}" "${VOK_HOME:-$HOME/Library/Application Support/vok}"; do
    for file in "$folder/saves/$1"*.vok; do
      [ -e "$file" ] && printf '%s\\n' "${file##*/}"
    done
  done | sort -u
  compgen -f -- "$1"
}""",
        "zsh": """\
_vok_saves() {
  local folder
  local -aU names
  for folder in "${VOK_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/vok}" "${VOK_HOME:-$HOME/Library/Application Support/vok}"; do
    names+=("$folder"/saves/*.vok(N:t))
  done
  compadd -a names
  _files
}""",
        "fish": """\
function _vok_saves
  set -l folders $VOK_HOME
  if test -z "$VOK_HOME"
    set -l data $XDG_DATA_HOME
    test -n "$data"; or set data $HOME/.local/share
    set folders "$data/vok" "$HOME/Library/Application Support/vok"
  end
  for file in $folders/saves/*.vok
    string replace -r '.*/' '' -- $file
  end
  __fish_complete_path (commandline -ct)
end""",
    },
}


def make_or_find_script(shell: str) -> str:
    """The script for a shell: made by shtab, otherwise that of the wheel. Raises CommandError if there is neither."""
    try:
        return make_completion_script(shell)
    except ModuleNotFoundError as missing:
        if missing.name != "shtab":
            raise
    installed = _installed_script(shell)
    if installed is None:
        command = shlex.join([sys.executable, "-m", "pip", "install", "shtab"])
        raise CommandError(f"shtab makes the completion script, and it is not installed here; to install it: {command}")
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
    if hasattr(action, "names_save"):
        action.complete = SAVE_COMPLETION  # type: ignore[attr-defined]
    elif action.metavar in ("FILE", "FOLDER"):
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
