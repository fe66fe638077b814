"""Errors of the command line and the configuration. The text of each is one sentence for the user."""

from collections.abc import Iterator
from typing import Final

from vok_tui.exit_codes import ExitCode

NO_MEMORY: Final = "there is not enough memory for Vok; your game is on disk"


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


def with_origins(error: BaseException) -> Iterator[BaseException]:
    """An error, the error from which it came, and so on."""
    seen: set[int] = set()
    origin: BaseException | None = error
    while origin is not None and id(origin) not in seen:
        yield origin
        seen.add(id(origin))
        origin = origin.__cause__ or origin.__context__
