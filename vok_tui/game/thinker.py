"""The interface of a thinker, which chooses the moves of the opponents for the table."""

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
    """A request for a move at `node`. `setup` and `steps` determine the position, so any process can answer it."""

    node: int
    setup: Setup
    steps: tuple[Step, ...]
    viewer: int
    player: PlayerSpec
    # For an external bot: the digest of the code that may run; "" for any code, None for none.
    allowed_digest: str | None = ""


@dataclass(frozen=True)
class ThinkingProgress:
    """The progress of a decision so far, and its limit."""

    simulations: int
    seconds: float
    limit: Budget = NO_BUDGET


def initial_progress(player: PlayerSpec) -> ThinkingProgress:
    """The progress of a decision that begins now, with the limit of the player if it is known."""
    if player.is_external:
        return ThinkingProgress(0, 0.0, Budget(0, player.budget.milliseconds or DEFAULT_DECISION_MS))
    level = LEVELS.get(player.level)
    limit = player.budget or (level.budget if level is not None else NO_BUDGET)
    return ThinkingProgress(0, 0.0, limit if level is not None and level.searches else NO_BUDGET)


ReportProgress = Callable[[ThinkingProgress], None]


def ignore_progress(_: ThinkingProgress) -> None:
    """Ignores progress."""


class Thinker(Protocol):
    """Chooses moves for the opponents."""

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
        """The move for a request. `report` gets the progress of a long search. Raises ThinkerFailed if there is no answer."""
        ...

    def hurry(self) -> None:
        """Ask for an answer to the latest request now: the best move so far. May have no effect."""


class ThinkerFailed(Exception):
    """The thinker has failed; the text is one sentence. Asking again may help."""


class ExternalBotGone(ThinkerFailed):
    """An external bot has failed. A level may take its seat."""
