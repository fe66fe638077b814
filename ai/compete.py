"""The old place of `ai.contest.run_contest`, kept for one version."""

from ai.contest.run_contest import run_contest as compete

__all__ = ["compete"]
