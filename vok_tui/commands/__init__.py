"""The commands: one module each, with `add_arguments(parser)` and `run(args)`.

Only the module of the command that runs is imported, and it imports heavy modules inside `run`. So `vok --version` is fast, and a
command without a screen loads no screen.
"""

from keyword import iskeyword
from typing import Final

COMMANDS: Final = {
    "play": "continue your last game, or start one",
    "daily": "play the game of the day",
    "open": "open a save",
    "saves": "list your saves",
    "stats": "print statistics of your finished games",
    "verify": "replay a save and check it",
    "export": "print a game as text",
    "import": "read a game from a text",
    "watch": "watch a game that is being played, step by step",
    "replay": "print the table after any turn",
    "cards": "list the cards, or read one",
    "simulate": "let opponents play games without a screen",
    "arena": "measure which of two or more opponents is stronger",
    "ladder": "measure how strong every level is",
    "train": "train an opponent in games against itself",
    "bench": "measure the engine on this machine",
    "completion": "print the completion script for bash, zsh or fish",
    "doctor": "check Vok on this machine, and print a page for a bug report",
    "man": "print the manual page",
}


LABORATORY: Final = ("simulate", "arena", "ladder", "train", "bench")  # the commands for those who study the games
FOLDERS: Final = {  # of the commands that are not in this folder
    **dict.fromkeys(LABORATORY, "measuring."),
    **dict.fromkeys(("export", "import", "replay"), "text."),
}


def module_name_of(command: str) -> str:
    """The full name of the module of a command. A command that is a keyword of Python, such as `import`, gets an underscore."""
    return f"{__name__}.{FOLDERS.get(command, '')}{command}{'_' if iskeyword(command) else ''}"
