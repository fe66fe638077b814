"""The type of the fixtures that run a command line in this process."""

from collections.abc import Callable

# Returns the exit code, the output and the error output.
RunVok = Callable[..., tuple[int, str, str]]
