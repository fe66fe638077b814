"""The old place of `ai.contest.contest_result`, kept for one version."""

from ai.contest.contest_result import ContestResult as Tally

__all__ = ["Tally"]
