"""The old place of `ai.contest.arena`, kept for one version."""

from ai.contest.arena import Contest
from ai.contest.arena import play_game as play

__all__ = ["Contest", "play"]
