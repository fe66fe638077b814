"""What the command line and the configuration may refuse. The text of each is one sentence for a reader."""

from vok_tui.exits import Exit


class Refused(Exception):
    """The root: a sentence, and the exit code that it leads to."""

    exit: Exit = Exit.FAILED


class UsageError(Refused):
    """A command line that means nothing here."""

    exit = Exit.USAGE


class ConfigError(Refused):
    """A config.toml that cannot be taken as it stands; says where in the file, and what would be right."""

    exit = Exit.USAGE


class NoTerminal(Refused):
    """Nothing here could show the table."""

    exit = Exit.NO_TERMINAL
