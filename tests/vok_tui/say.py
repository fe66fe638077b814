"""A command line said to Vok in this process, as the fixture `vok` carries it out."""

from collections.abc import Callable

Say = Callable[..., tuple[int, str, str]]
