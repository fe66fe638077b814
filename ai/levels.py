"""The old place of `ai.bots.levels`, kept for one version."""

from ai.bots.levels import LEVELS, Budget

__all__ = ["LEVELS", "Budget"]
