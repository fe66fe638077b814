"""The marks of what others have changed: a sign beside a card, until your next answer."""

from vok_tui.painting.grid import Brush, Target
from vok_tui.panes.scene import Scene


def paint_change_mark(brush: Brush, x: int, y: int, scene: Scene, target: Target, *ground: str) -> None:
    """Paint the mark of a target if others have changed it since the viewer's last answer; another one, if the step did that is
    pointed at."""
    if target in scene.pointed_targets:
        brush.write(x, y, scene.signs.pointed, *ground, "lapis", "bold")
    elif target in scene.touched:
        brush.write(x, y, scene.signs.new_bar, *ground, "gold")
