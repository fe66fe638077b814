"""The interface of what thinks for the opponents, and how long a secret question pauses the game."""

from asyncio import wait_for
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from ai.bots.external_bots import DEFAULT_DECISION_MS
from ai.bots.player_spec import NO_BUDGET, PlayerSpec
from ai.levels import LEVELS, Budget
from engine.core.action import Action
from engine.core.game import Setup
from engine.core.log import Step
from engine.core.match import Match


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
    """The progress of a decision so far, and its limit. `is_short`: the search has ended below the minimum of its budget, because
    the machine is busy."""

    simulations: int
    seconds: float
    limit: Budget = NO_BUDGET
    is_short: bool = False


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


def last_known_node(match: Match, node: int, viewer: int) -> int:
    """The last node on the path to `node` whose step the viewer knows of: a secret pass of another seat is skipped."""
    while match.is_reached_by_secret_pass(node) and match.mover(match.log.parents[node]) != viewer:
        node = match.log.parents[node]
    return node


def may_have_asked_others(match: Match, node: int, viewer: int) -> bool:
    """Whether a seat other than the viewer may have been asked to react since the last answer on the path to `node` that the
    viewer knows of: on its step, or on one of the secret passes after it."""
    events = list(match.events_on_step_to(node))
    last = last_known_node(match, node, viewer)
    while node != last:
        node = match.log.parents[node]
        events += match.events_on_step_to(node)
    return match.game.may_have_asked_others(events, viewer)


def declining_action(match: Match) -> Action | None:
    """The action that declines the secret question at the head; None if no secret question is asked there."""
    game, state = match.game, match.state
    passes = [move for move in state.legal_moves() if game.is_secret_pass(state, move)]
    return game.action(state, passes[0]) if passes else None


async def answer_or_decline(
    thinker: Thinker, request: Request, match: Match, max_seconds: float | None
) -> Action | None:
    """The answer of an opponent that may react. If it fails or exceeds `max_seconds`, that of `declining_action`."""
    with suppress(TimeoutError, ThinkerFailed):
        return await wait_for(thinker.choose(request), max_seconds)
    return declining_action(match)
