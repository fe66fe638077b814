"""The sign that an opponent is thinking: its name, a bar, and the rest of its time or simulations. It keeps its wording and its
width for the whole decision."""

from math import ceil
from typing import Final

from rich.cells import cell_len

from engine.core.game import WAITING_TEXT
from vok_tui.game.thinker import ThinkingProgress
from vok_tui.panes.scene import Scene

BAR_CELLS: Final = 5
WAITING_SHORT: Final = "Waiting"


def thinking_sign(scene: Scene, width: int) -> str:
    """The longest wording of the sign that fits for the whole decision; "" if nobody is thinking and the table does not wait."""
    if scene.is_waiting:
        bar = scene.signs.filled * BAR_CELLS
        return first_fitting([f"{WAITING_TEXT} {bar}", f"{WAITING_SHORT} {bar}", bar], width)
    if not scene.thinking_name:
        return ""
    progress = scene.progress or ThinkingProgress(0, 0.0)
    filled = ceil(BAR_CELLS * remaining_share(progress))
    bar = scene.signs.filled * filled + scene.signs.hollow * (BAR_CELLS - filled)
    name = scene.thinking_name
    wordings = []
    for unit in (" simulations left", " left"):
        left = remaining_text(progress, unit)
        wordings += [f"{name} thinks {bar}{left}", f"{name} {bar}{left}"]
    return first_fitting([*wordings, f"{bar}{remaining_text(progress, ' left')}", bar], width)


def first_fitting(wordings: list[str], width: int) -> str:
    """The first of the wordings that fits into `width` cells, else the last."""
    return next((wording for wording in wordings if cell_len(wording) <= width), wordings[-1])


def remaining_share(progress: ThinkingProgress) -> float:
    """The share of the decision that is left, from 1 to 0; 1 without a limit."""
    limit = progress.limit
    spent = [
        progress.simulations / limit.simulations if limit.simulations else 0.0,
        1000 * progress.seconds / limit.milliseconds if limit.milliseconds else 0.0,
    ]
    return max(0.0, 1.0 - max(spent))


def remaining_text(progress: ThinkingProgress, simulations_unit: str) -> str:
    """The time that is left, or else the number of simulations followed by `simulations_unit`, padded to its initial width; ""
    without a limit."""
    limit = progress.limit
    if limit.milliseconds:
        return f" {seconds_left(progress):>{len(f'{limit.milliseconds / 1000:.1f}')}.1f} s left"
    if limit.simulations:
        return (
            f" {max(0, limit.simulations - progress.simulations):>{len(f'{limit.simulations:,}')},}{simulations_unit}"
        )
    return ""


def seconds_left(progress: ThinkingProgress) -> float:
    """The seconds that are left for the decision; 0 once they have passed."""
    return max(0.0, progress.limit.milliseconds / 1000 - progress.seconds)
