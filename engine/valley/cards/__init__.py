"""The cards of both games. The programs of rules and parts lie first on the tape of each catalogue, so they are laid before."""

from engine.valley import declared

__all__ = ["declared"]
