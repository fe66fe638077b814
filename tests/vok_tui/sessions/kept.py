"""A game in a session, on simulated terminals that come and go."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyte

from tests.process_end import has_ended
from tests.vok_tui.pty_terminal import PtyTerminal
from vok_tui.sessions.client import ask_state, end_session
from vok_tui.sessions.protocol import SOCKET, SessionState

OVER_SSH = {"SSH_CONNECTION": "192.0.2.1 5 192.0.2.2 22", "COLORTERM": "truecolor"}
Cells = list[list[tuple[Any, ...]]]


class KeptTerminal(PtyTerminal):
    """A terminal over SSH, whose game outlives it."""

    is_fast = True  # however slow this machine is: a terminal that answers late is sent fewer colours, and told so

    def __init__(self, home: Path, *arguments: str, env: Mapping[str, str] | None = None, **options: Any) -> None:
        self.home = home
        if self.is_fast and not (home / "config.toml").exists():
            (home / "config.toml").write_text("[table]\nlow_bandwidth = false\n")
        super().__init__(home, *arguments, env={**OVER_SSH, **(env or {})}, **options)

    def pids(self) -> list[int]:
        """The client and the session too."""
        session = ask_state(str(self.home))
        return [*super().pids(), *([session.pid] if session is not None else [])]

    def cut(self) -> None:
        """Lose the connection."""
        self.process.kill()
        self.process.wait()

    @property
    def cells(self) -> Cells:
        """What each cell shows, with its colours. The text colour of a blank shows nothing."""
        size = range(self.screen.lines), range(self.screen.columns)
        cells = [[self.screen.buffer[y][x] for x in size[1]] for y in size[0]]
        return [[visible_part(cell) for cell in line] for line in cells]


def visible_part(cell: pyte.screens.Char) -> tuple[Any, ...]:
    """What a player sees of a cell."""
    is_blank = cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough)
    return (" ", cell.bg) if is_blank else tuple(cell)


def state_of(home: Path) -> SessionState:
    """What the session says of itself."""
    state = ask_state(str(home))
    assert state is not None, "there is no session"
    return state


def session_pid(home: Path) -> int:
    """The process of the session."""
    return state_of(home).pid


def end_and_check(home: Path) -> None:
    """End the session of a folder, if there is one, and check that nothing of it is left."""
    pid = 0
    with suppress(AssertionError):
        pid = session_pid(home)
    end_session(str(home))
    assert not pid or has_ended(pid)
    assert not (home / SOCKET).exists()
