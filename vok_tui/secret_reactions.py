"""Secret questions about reactions. Before a reaction is used, players must not learn who holds it, nor whether anybody was
asked."""

from asyncio import wait_for
from contextlib import suppress

from engine.core.action import Action
from engine.core.history.match import Match
from vok_tui.game.thinker import Request, Thinker, ThinkerFailed


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
