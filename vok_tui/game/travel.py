"""Undo, redo and other keys that go back or on in a game at the table: their labels in the footer, and why a key does nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from vok_tui.game.navigation import Destination, IdleReason
from vok_tui.game.sitting import Sitting

IDLE_REASONS: Final = {
    False: {
        "undo": "There is nothing to take back.",
        "redo": "Nothing was taken back.",
        "turn_start": "You have had no turn before this.",
    },
    True: {
        "undo": "The game begins here.",
        "redo": "Nothing was played after this.",
        "turn_start": "No turn was played before this.",
    },
}
"""Why there is no such destination: for players (False) and for spectators (True)."""
WAITING: Final = "Others may react: wait a moment."
SHARED_KEYBOARD: Final = "Players who share a keyboard know too much for a new deal."
NOT_ASKED: Final = "You are not asked there: deal again at your own question."
RESHUFFLE: Final = (
    "Everything that you could not know at that point is dealt again: hidden cards, and what chance decides. The game is "
    "marked as redealt and does not count for your rating. From which point?"
)
RESHUFFLE_LABELS: Final = {"undo": "Your last answer", "turn_start": "Your turn", "here": "This question"}
NO_PEEKING: Final = "Your settings allow only free undo."
SPECTATOR_LABELS: Final = {"undo": "Earlier", "redo": "Later"}
LABELS: Final = {"undo": "Undo", "turn_start": "Turn"}  # followed by the kind of undo


def why_not_travel(sitting: Sitting, destination: Destination) -> IdleReason:
    """Why going to a destination has had no effect."""
    if sitting.awaits_reactions:
        return WAITING
    if sitting.destination_node(destination) != sitting.node:
        return NO_PEEKING
    return IDLE_REASONS[sitting.is_spectating][destination]


def travel_labels(sitting: Sitting) -> dict[Destination, str]:
    """The labels of the keys that go back, with the kind of undo: "Undo (free)" or "Undo (peeked)"."""
    if sitting.is_spectating:
        return dict(SPECTATOR_LABELS)
    return {
        destination: f"{label} ({kind})"
        if (kind := sitting.undo_kind(sitting.destination_node(destination)))
        else label
        for destination, label in LABELS.items()
    }


@dataclass(frozen=True)
class TravelKeys:
    """The keys that go back or on from a position, by their names in config.toml: their labels, and whether they are idle."""

    labels: Mapping[str, str]
    idle: Mapping[str, bool]


def travel_keys(sitting: Sitting) -> TravelKeys:
    """What the keys that go back or on do at the current position. O(steps of the game)."""
    idle = {destination: not sitting.can_go(destination) for destination in ("undo", "redo", "turn_start")}
    return TravelKeys(travel_labels(sitting), {**idle, "reshuffle": not reshuffle_nodes(sitting)})


def why_not_go_to(sitting: Sitting, node: int, *, reshuffled: bool = False) -> IdleReason:
    """Why going to a node, or with `reshuffled` a reshuffle there, has had no effect; "" if the player was allowed to go."""
    if sitting.awaits_reactions:
        return WAITING
    if not sitting.may_go_to(node):
        return NO_PEEKING
    if not reshuffled:
        return ""
    return SHARED_KEYBOARD if len(sitting.humans) > 1 else NOT_ASKED


def reshuffle_nodes(sitting: Sitting) -> dict[Destination, int]:
    """The destinations at which the player may reshuffle, each with its node."""
    nodes = {
        "undo": sitting.destination_node("undo"),
        "turn_start": sitting.destination_node("turn_start"),
        "here": sitting.node,
    }
    first_for_node = {node: destination for destination, node in reversed(nodes.items())}
    return {
        destination: node
        for destination, node in nodes.items()
        if first_for_node[node] == destination and sitting.may_reshuffle(node)
    }
