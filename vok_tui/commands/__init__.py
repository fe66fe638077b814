"""The command line: one module a command, each with `fill(parser)`, which says what it takes, and `run(args)`, which does it.

Only the module that is asked for is imported, and it imports what is heavy inside `run`: `vok --version` stays quick, and a
command without a screen loads no screen.
"""

from typing import Final

COMMANDS: Final = {
    "play": "continue your last game, or start one",
    "open": "open a save",
    "saves": "list your saves",
    "verify": "replay a save and check it",
    "cards": "list the cards, or read one",
    "simulate": "let opponents play whole games without a screen",
    "arena": "let two to six opponents play for Elo",
    "ladder": "measure how strong every level is",
    "train": "let the opponents learn from games against themselves",
    "bench": "measure the engine on this machine",
}
