"""The kinds of steps that a game declares, so that a review can go to the next purchase or the next reaction."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.history.match import Match


class StepKind(NamedTuple):
    """A step is of this kind if one of its events has one of `verbs`, and the viewer is told of it."""

    name: str  # for settings and commands: "purchase"
    word: str  # for players: "a purchase"
    verbs: frozenset[str]


def kinds_of_step(match: Match, node: int, viewer: int, kinds: Sequence[StepKind]) -> tuple[StepKind, ...]:
    """The kinds of the step to a node, as far as the viewer may know. One replay at most."""
    game, state = match.game, match.state
    told = {event.verb for event in match.events_on_step_to(node) if game.describe_event(state, event, viewer)}
    return tuple([kind for kind in kinds if told & kind.verbs])


def first_node_of_kind(match: Match, nodes: Sequence[int], viewer: int, kind: StepKind) -> int | None:
    """The first of these nodes whose step is of a kind; None if there is none."""
    for node in nodes:
        if kinds_of_step(match, node, viewer, (kind,)):
            return node
    return None
