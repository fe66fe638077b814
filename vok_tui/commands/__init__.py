"""The commands: one module each, with `add_arguments(parser)` and `run(args)`.

Only the module of the command is imported, and it imports heavy modules inside `run`: so `vok --version` is fast, and a command
without a screen loads no screen.
"""

from keyword import iskeyword
from typing import Final

COMMANDS: Final = {
    "play": "continue your last game, or start one",
    "daily": "play the game of the day",
    "open": "open a save",
    "saves": "list your saves",
    "stats": "tell what your finished games come to",
    "verify": "replay a save and check it",
    "export": "print a game as text",
    "import": "read a game from a text",
    "watch": "look on at a game that goes on, step by step",
    "replay": "print the table after any turn",
    "cards": "list the cards, or read one",
    "simulate": "let opponents play games without a screen",
    "arena": "measure which of two or more opponents is stronger",
    "ladder": "measure how strong every level is",
    "train": "train an opponent in games against itself",
    "bench": "measure the engine on this machine",
    "completion": "print the completion script for bash, zsh or fish",
    "doctor": "tell how Vok stands on this machine, for a bug report",
}


FOLDERS: Final = {  # those in folders of their own
    **dict.fromkeys(("simulate", "arena", "ladder", "train", "bench"), "measuring."),
    **dict.fromkeys(("export", "import", "replay"), "text."),
}


def module_of(command: str) -> str:
    """The full name of the module of a command. Words of Python, which no module may be called, get an underscore."""
    return f"{__name__}.{FOLDERS.get(command, '')}{command}{'_' if iskeyword(command) else ''}"
