"""The old place of `ai.search.mcts`, kept for one version."""

from ai.search.mcts import Search

__all__ = ["Search"]
