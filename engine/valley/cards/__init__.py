"""The cards of both games. The programs of rules and parts come first on the tape of each catalogue, so they are imported
first."""

from engine.valley import declared

__all__ = ["declared"]
