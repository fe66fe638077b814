"""The interface between the table and a thinker, which chooses the moves of the opponents."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ai.bots.player_spec import PlayerSpec
from engine.core.action import Action
from engine.core.game import Setup


@dataclass(frozen=True)
class Request:
    """A request for a move. `setup` and `actions` determine the position, so any process can answer it."""

    node: int
    setup: Setup
    actions: tuple[Action, ...]
    viewer: int
    player: PlayerSpec
    allowed: str | None = ""  # of a class in a module: the digest of the code that may run; "" any, None none at all


@dataclass(frozen=True)
class ThinkingProgress:
    """The progress of a long search."""

    simulations: int
    seconds: float


ReportProgress = Callable[[ThinkingProgress], None]


def no_progress(_: ThinkingProgress) -> None:
    """For callers that do not want progress."""


class Thinker(Protocol):
    """Chooses moves for the opponents. The progress of a long search is reported through `report`. Raises ThinkerFailed if there
    is no answer."""

    async def choose(self, request: Request, report: ReportProgress = no_progress) -> Action: ...


class ThinkerFailed(Exception):
    """The thinker has failed; the text is one sentence. Asking again may help."""


class ExternalBotGone(ThinkerFailed):
    """An external bot has failed. A level may take its seat."""
