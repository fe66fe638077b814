"""The exit codes of `vok`. Scripts may rely on them: a number never changes its meaning."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit code of a command."""

    OK = 0
    FAILED = 1  # a game, a save or another file could not be used, or Vok itself broke
    USAGE = 2  # the command line or config.toml is wrong
    DAMAGED = 3  # a save is damaged, and its readable part is still good
    NO_TERMINAL = 4  # there is no terminal here that could show the table
    HUNG_UP = 129  # the terminal went away; the game is on disk
    INTERRUPTED = 130  # Ctrl-C, as shells say it
    BROKEN_PIPE = 141  # the reader of the output has closed the pipe, as in shells
    TERMINATED = 143  # ended by SIGTERM; the game is on disk
