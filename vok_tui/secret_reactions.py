"""Secret questions about reactions. Players must not learn who holds a reaction before it is used, nor whether anybody was
asked."""

from asyncio import wait_for
from contextlib import suppress

from engine.core.action import Action
from engine.core.history.match import Match
from vok_tui.game.thinker import Request, Thinker, ThinkerFailed


def last_visible_node(match: Match, node: int, viewer: int) -> int:
    """The last node on the path to `node` whose step the viewer knows of."""
    while match.is_reached_by_secret_pass(node) and match.mover(match.log.parents[node]) != viewer:
        node = match.log.parents[node]
    return node


def may_have_asked_others(match: Match, node: int, viewer: int) -> bool:
    """Whether another seat than the viewer may have been asked to react to the last step up to `node` that everybody knows of."""
    while match.is_reached_by_secret_pass(node):
        node = match.log.parents[node]
    return node > 0 and match.game.may_have_asked_others(match.at(node), match.events_on_step_to(node), viewer)


def declining_action(match: Match) -> Action | None:
    """The answer that declines the reaction that is asked secretly at the head; None if none is asked."""
    game, state = match.game, match.state
    silent = [move for move in state.legal_moves() if game.is_secret_pass(state, move)]
    return game.action(state, silent[0]) if silent else None


async def answer_or_decline(
    thinker: Thinker, request: Request, match: Match, max_seconds: float | None
) -> Action | None:
    """The answer of an opponent that may react. An opponent that fails, or has not decided in time, declines."""
    with suppress(TimeoutError, ThinkerFailed):
        return await wait_for(thinker.choose(request), max_seconds)
    return declining_action(match)
