"""Marks beside the cards that others have changed. They stay until your next answer."""

from vok_tui.painting.grid import Brush, Target
from vok_tui.panes.scene import Scene


def paint_change_mark(brush: Brush, x: int, y: int, scene: Scene, target: Target, *background: str) -> None:
    """Paint a mark if others have changed the target since the viewer's last answer, or a different one if the highlighted step
    changed it. On gold, where both of their inks vanish, marks have the ink of the text."""
    on_gold = "on-gold" in background
    if target in scene.changed_by_highlighted_step:
        brush.write(x, y, scene.signs.changed_by_step, *background, "ink" if on_gold else "lapis", "bold")
    elif target in scene.changed_since_answer:
        brush.write(x, y, scene.signs.new_bar, *background, "ink" if on_gold else "gold")
