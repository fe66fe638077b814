"""The sign that an opponent thinks: its name, a bar, and what is left of this decision. It keeps its form and its place for the
whole decision, and while the table waits whether somebody reacts."""

from math import ceil
from typing import Final

from rich.cells import cell_len

from engine.core.game import WAITING_TEXT
from vok_tui.game.thinker import ThinkingProgress
from vok_tui.panes.scene import Scene

BAR_CELLS: Final = 5
WAITS_SHORT: Final = "Waiting"


def thinking_sign(scene: Scene, room: int) -> str:
    """The sign, in the longest of its forms that fits for the whole decision; "" if nobody thinks and nothing is waited for."""
    if scene.waits:
        bar = scene.signs.filled * BAR_CELLS
        return first_fitting([f"{WAITING_TEXT} {bar}", f"{WAITS_SHORT} {bar}", bar], room)
    if not scene.thinking_name:
        return ""
    progress = scene.progress or ThinkingProgress(0, 0.0)
    filled = ceil(BAR_CELLS * remaining_share(progress))
    bar = scene.signs.filled * filled + scene.signs.hollow * (BAR_CELLS - filled)
    name = scene.thinking_name
    forms = []
    for unit in (" simulations left", " left"):
        left = remaining_text(progress, unit)
        forms += [f"{name} thinks {bar}{left}", f"{name} {bar}{left}"]
    return first_fitting([*forms, f"{bar}{remaining_text(progress, ' left')}", bar], room)


def first_fitting(forms: list[str], room: int) -> str:
    """The first of the forms that fits, else the last."""
    return next((form for form in forms if cell_len(form) <= room), forms[-1])


def remaining_share(progress: ThinkingProgress) -> float:
    """How much of the decision is left, from 1 to 0; 1 for one without a limit."""
    limit = progress.limit
    spent = [
        progress.simulations / limit.simulations if limit.simulations else 0.0,
        1000 * progress.seconds / limit.milliseconds if limit.milliseconds else 0.0,
    ]
    return max(0.0, 1.0 - max(spent))


def remaining_text(progress: ThinkingProgress, simulations_unit: str) -> str:
    """The time that is left, or else the number of simulations, as wide as at the beginning; "" without a limit. Their unit is
    `simulations_unit`."""
    limit = progress.limit
    if limit.milliseconds:
        return f" {seconds_left(progress):>{len(f'{limit.milliseconds / 1000:.1f}')}.1f} s left"
    if limit.simulations:
        return (
            f" {max(0, limit.simulations - progress.simulations):>{len(f'{limit.simulations:,}')},}{simulations_unit}"
        )
    return ""


def seconds_left(progress: ThinkingProgress) -> float:
    """The seconds that are left of the decision; 0 once they have passed."""
    return max(0.0, progress.limit.milliseconds / 1000 - progress.seconds)
