"""The exit codes of `vok`, in one place. Scripts may rely on them: a number keeps its meaning for good."""

from enum import IntEnum


class Exit(IntEnum):
    """What a command ends with."""

    WELL = 0
    FAILED = 1  # a game, a save or another file could not be used, or Vok itself broke
    USAGE = 2  # the command line or config.toml is wrong
    DAMAGED = 3  # a save is damaged, and its readable part is still good
    NO_TERMINAL = 4  # there is no terminal here that could show the table
    HUNG_UP = 129  # the terminal went away; the game is on disk
    INTERRUPTED = 130  # Ctrl-C, as shells say it
    BROKEN_PIPE = 141  # whoever read the output has left, as shells say it
    TERMINATED = 143  # somebody ended us with SIGTERM; the game is on disk
