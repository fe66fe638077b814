"""The exit codes of `vok`. Scripts may rely on them: a number never changes its meaning."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final


class ExitCode(IntEnum):
    """The exit code of a command."""

    OK = 0
    FAILED = 1
    USAGE = 2
    DAMAGED = 3
    NO_TERMINAL = 4
    HUNG_UP = 129
    INTERRUPTED = 130
    BROKEN_PIPE = 141  # as in shells
    TERMINATED = 143


EXIT_MEANINGS: Final[Mapping[ExitCode, str]] = {
    ExitCode.OK: "success",
    ExitCode.FAILED: "a game, a save or another file could not be used, or contains errors",
    ExitCode.USAGE: "the command line or the configuration is wrong",
    ExitCode.DAMAGED: "the save is damaged, but a part of it can be read",
    ExitCode.NO_TERMINAL: "this terminal cannot show the table",
    ExitCode.HUNG_UP: "the terminal was closed; the game is on disk",
    ExitCode.INTERRUPTED: "ended by Ctrl-C",
    ExitCode.BROKEN_PIPE: "the program that read the output has ended",
    ExitCode.TERMINATED: "ended by SIGTERM; the game is on disk",
}
