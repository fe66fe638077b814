"""The old place of `ai.contest.pool`, kept for one version."""

from ai.contest.pool import Pool

__all__ = ["Pool"]
