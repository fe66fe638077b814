"""The status line at the top of the table, with the sign that an opponent is thinking, and the footer at the bottom."""

from collections.abc import Sequence, Set
from math import ceil
from typing import Final

from rich.cells import cell_len

from engine.core.game import WAITING_TEXT
from vok_tui.game.thinker import ThinkingProgress
from vok_tui.painting.grid import Brush, Target, fit
from vok_tui.panes.scene import KeyHint, Scene

BAR_CELLS: Final = 5
WAITING_SHORT: Final = "Waiting"
PART_END: Final = ", "  # between the parts of the state of the game, the most important first


def thinking_sign(scene: Scene, width: int) -> str:
    """The longest wording of the sign that fits for the whole decision; "" if nobody is thinking and the table does not wait."""
    if scene.thinking.is_waiting:
        bar = scene.signs.filled * BAR_CELLS
        return first_fitting([f"{WAITING_TEXT} {bar}", f"{WAITING_SHORT} {bar}", bar], width)
    if not scene.thinking.name:
        return ""
    progress = scene.thinking.progress or ThinkingProgress(0, 0.0)
    filled = ceil(BAR_CELLS * remaining_share(progress))
    bar = scene.signs.filled * filled + scene.signs.hollow * (BAR_CELLS - filled)
    name = scene.thinking.name
    wordings = []
    for unit in (" simulations left", " sims left"):
        left = remaining_text(progress, unit)
        wordings += [f"{name} thinks {bar}{left}", f"{name} {bar}{left}"]
    return first_fitting([*wordings, f"{bar}{remaining_text(progress, ' sims left')}", bar], width)


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


HINT_GAP: Final = 2  # columns between two keys in the footer
KEPT_HINTS: Final = frozenset({"help", "start_screen", "leave"})
"""The ids of the keys that are left out last. The mouse has no other way to the menu."""


def paint_status(brush: Brush, scene: Scene, title: str, status_text: str) -> None:
    """Paint the status line: the title of the game and `status_text`, of which whole parts are left out if not all fit; at the
    right the progress of a thinking opponent, and the marks of the game ("peeked")."""
    brush.fill("sand", "on-deep")
    end = brush.width - 1
    for mark in scene.marks:
        end = brush.write_right(0, f" {mark} ", "ink", "on-gold", end=end) - 1
    text = thinking_sign(scene, end - 2 - cell_len(title) - 2 - cell_len(status_text) - 2)
    if text:
        end = brush.write_right(0, text, "gold", "on-deep", end=end) - 1
    x = brush.write(1, 0, title, "gold", "on-deep", "bold") + 2
    brush.write(x, 0, fit(leading_parts(status_text, end - x), end - x, scene.signs.more), "sand", "on-deep")


def leading_parts(text: str, width: int) -> str:
    """As many parts of `text`, between commas, as fit into `width` cells, from the first on; at least the first."""
    parts = text.split(PART_END)
    while len(parts) > 1 and cell_len(PART_END.join(parts)) > width:
        parts.pop()
    return PART_END.join(parts)


def paint_footer(brush: Brush, scene: Scene) -> None:
    """Paint the keys that work now; they can also be clicked."""
    paint_keys(brush, scene.footer, KEPT_HINTS if not scene.overlay else frozenset())


def paint_keys(brush: Brush, hints: Sequence[KeyHint], kept_ids: frozenset[str] = frozenset()) -> None:
    """Paint the keys that fit, with their labels. The keys with `kept_ids` are left out last."""
    x = 1
    for i in fitting_hint_indices(hints, brush.width - 2, kept_ids):
        key, label, _, _ = hints[i]
        part = brush.sub_brush(x, 0, hint_columns(hints[i]), 1)
        part.add_target(Target("key", i))
        label_x = part.write(0, 0, key, "lapis", "bold") + 1
        part.write(label_x, 0, label, "dune")
        x += part.width + HINT_GAP


def fitting_hint_indices(hints: Sequence[KeyHint], width: int, kept_ids: Set[str] = KEPT_HINTS) -> list[int]:
    """The indices of the hints that fit into a width, in order. The last hints are left out first, those with `kept_ids` only
    when all others are gone."""
    shown = list(range(len(hints)))
    while shown and sum([hint_columns(hints[i]) + HINT_GAP for i in shown]) - HINT_GAP > width:
        others = [i for i in shown if hints[i].id not in kept_ids]
        shown.remove(others[-1] if others else shown[-1])
    return shown


def hint_columns(hint: KeyHint) -> int:
    """The number of columns of a key and its label."""
    return cell_len(hint.key) + 1 + cell_len(hint.label)
