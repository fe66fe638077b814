"""The kinds of steps that a game declares. A review can go to the next step of a kind: the next purchase or reaction."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.history.match import Match


class StepKind(NamedTuple):
    """A step is of this kind if one of its events has one of `verbs` and the viewer may know of that event."""

    name: str  # for settings and commands: "purchase"
    phrase: str  # for players: "a purchase"
    verbs: frozenset[str]


def kinds_of_step(match: Match, node: int, viewer: int, kinds: Sequence[StepKind]) -> tuple[StepKind, ...]:
    """The kinds of the step to `node` that the viewer may know of. Costs at most one replay of the game."""
    game, state = match.game, match.state
    visible_verbs = {event.verb for event in match.events_on_step_to(node) if game.describe_event(state, event, viewer)}
    return tuple([kind for kind in kinds if visible_verbs & kind.verbs])


def first_node_of_kind(match: Match, nodes: Sequence[int], viewer: int, kind: StepKind) -> int | None:
    """The first of `nodes` whose step is of this kind; None if there is none. Costs up to one replay for each node."""
    for node in nodes:
        if kinds_of_step(match, node, viewer, (kind,)):
            return node
    return None
