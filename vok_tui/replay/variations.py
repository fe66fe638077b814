"""The variations of a game: all that was played in it, each from the start to where it was left. Nothing is ever lost."""

from engine.core.history.log import Log


def leaves(log: Log) -> list[int]:
    """The last node of each variation."""
    return [node for node, children in enumerate(log.children) if not children]
