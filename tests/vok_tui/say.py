"""Runs a command line in this process, as the fixture `vok` does."""

from collections.abc import Callable

Say = Callable[..., tuple[int, str, str]]
