"""Errors of the command line and the configuration. The text of each is one sentence for the user."""

from vok_tui.exit_codes import ExitCode


class CommandError(Exception):
    """The base class: a sentence, and the exit code."""

    exit_code: ExitCode = ExitCode.FAILED


class UsageError(CommandError):
    """An invalid command line."""

    exit_code = ExitCode.USAGE


class ConfigError(CommandError):
    """An invalid config.toml. The message says where it is wrong and what would be valid."""

    exit_code = ExitCode.USAGE


class NoTerminal(CommandError):
    """There is no terminal that can show the table."""

    exit_code = ExitCode.NO_TERMINAL
