"""The old place of `ai.bots.player_spec`, kept for one version."""

from ai.bots.player_spec import parse_player_spec as contestant

__all__ = ["contestant"]
