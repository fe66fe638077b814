"""The cards of both games. The programs of the rules lie first on the tape of each catalogue, so they are laid before."""

from engine.valley.rules import turn

__all__ = ["turn"]
