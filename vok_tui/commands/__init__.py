"""The commands: one module each, with `add_arguments(parser)` and `run(args)`.

Only the module of the command is imported, and it imports heavy modules inside `run`: so `vok --version` is fast, and a command
without a screen loads no screen.
"""

from typing import Final

COMMANDS: Final = {
    "play": "continue your last game, or start one",
    "open": "open a save",
    "saves": "list your saves",
    "verify": "replay a save and check it",
    "cards": "list the cards, or read one",
    "simulate": "let opponents play games without a screen",
    "arena": "measure which of two or more opponents is stronger",
    "ladder": "measure how strong every level is",
    "train": "train an opponent in games against itself",
    "bench": "measure the engine on this machine",
    "completion": "print the completion script for bash, zsh or fish",
    "doctor": "tell how Vok stands on this machine, for a bug report",
}
