"""The fixtures of the program, for the commands of the laboratory."""

from tests.vok_tui.conftest import home, vok, vok_line

__all__ = ["home", "vok", "vok_line"]
