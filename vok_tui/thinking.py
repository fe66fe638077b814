"""What is asked of whoever decides for the opponents, and what is heard of it. The table knows no more of a thinker."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.core.action import Action
from engine.core.rules import Setup


@dataclass(frozen=True)
class Request:
    """A decision wanted of an opponent. With the setup, the line leads to the position, so any process can think about it."""

    node: int
    setup: Setup
    line: tuple[Action, ...]
    viewer: int
    level: str
    simulations: int
    allowed: str | None = ""  # of a class in a module: the digest of the code that may run; "" any, None none at all


@dataclass(frozen=True)
class Progress:
    """How far a long thought has come: so many simulations in so many seconds."""

    simulations: int
    seconds: float


Heard = Callable[[Progress], None]


def unheard(_: Progress) -> None:
    """For whoever asks and only wants the answer."""


class Thinker(Protocol):
    """Whoever decides for the opponents. A thought that takes long is `heard` of now and then. Raises ThinkerFailed if no
    decision can be had."""

    async def choose(self, request: Request, heard: Heard = unheard) -> Action: ...


class ThinkerFailed(Exception):
    """An opponent's thinking broke off; its text is one sentence. Asking again is worth a try."""


class GuestGone(ThinkerFailed):
    """An opponent that somebody else wrote has failed. Somebody else may take its seat."""
