"""The interface between the table and a thinker, which chooses the moves of the opponents."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ai.bots.external_bots import DEFAULT_DECISION_MS
from ai.bots.levels import LEVELS, Budget
from ai.bots.player_spec import NO_BUDGET, PlayerSpec
from engine.core.action import Action
from engine.core.game import Setup
from engine.core.history.log import Step


@dataclass(frozen=True)
class Request:
    """A request for a move. `setup` and `steps` determine the position, so any process can answer it."""

    node: int
    setup: Setup
    steps: tuple[Step, ...]
    viewer: int
    player: PlayerSpec
    allowed_digest: str | None = (
        ""  # for an external bot: the digest of the code that may run; "" for any code, None for none
    )


@dataclass(frozen=True)
class ThinkingProgress:
    """The progress of a decision, and its limits."""

    simulations: int
    seconds: float
    limit: Budget = NO_BUDGET


def initial_progress(player: PlayerSpec) -> ThinkingProgress:
    """The progress of a decision of this player that begins now, with the limits that it has as far as is known."""
    if player.is_external:
        return ThinkingProgress(0, 0.0, Budget(0, player.budget.milliseconds or DEFAULT_DECISION_MS))
    level = LEVELS.get(player.level)
    limit = player.budget or (level.budget if level is not None else NO_BUDGET)
    return ThinkingProgress(0, 0.0, limit if level is not None and level.searches else NO_BUDGET)


ReportProgress = Callable[[ThinkingProgress], None]


def ignore_progress(_: ThinkingProgress) -> None:
    """Ignores progress."""


class Thinker(Protocol):
    """Chooses moves for the opponents. The progress of a long search is reported through `report`. Raises ThinkerFailed if there
    is no answer."""

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action: ...

    def hurry(self) -> None:
        """Ask for the best move so far as the answer to the latest request, if that is possible."""


class ThinkerFailed(Exception):
    """The thinker has failed; the text is one sentence. Asking again may help."""


class ExternalBotGone(ThinkerFailed):
    """An external bot has failed. A level may take its seat."""
