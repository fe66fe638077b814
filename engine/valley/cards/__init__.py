"""The cards of both games. The programs of rules and parts come first in the table of each catalogue, so they are imported
first."""

from engine.valley import declared

__all__ = ["declared"]
