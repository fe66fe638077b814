"""The variations of a game: everything that was played in it, each from the start to its last node."""

from engine.core.history.log import Log


def leaves(log: Log) -> list[int]:
    """The last node of each variation."""
    return [node for node, children in enumerate(log.children) if not children]
