"""The exit codes of the command `vok`, the errors that end it with one sentence, and "did you mean"."""

from collections.abc import Iterable, Iterator, Mapping
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


def suggestion_clause(wrong_name: str, known_names: Iterable[str]) -> str:
    """`; did you mean "saves"?`, or `; known are: ...` if nothing is near. The end of an error sentence."""
    from engine.core.wording import nearest_word

    known = sorted(known_names)
    if nearest := nearest_word(wrong_name, known):
        return f'; did you mean "{nearest}"?'
    return f"; known are: {', '.join(known)}" if known else ""


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
