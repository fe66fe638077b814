"""The cards of both editions.

The programs of rules and parts come first in the program table of each catalogue, so `declared`, which imports all of them, is
imported before any card."""

from engine.valley import declared

__all__ = ["declared"]
