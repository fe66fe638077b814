"""The status line at the top of the table and the footer at the bottom."""

from collections.abc import Sequence, Set
from typing import Final

from rich.cells import cell_len

from vok_tui.painting.grid import Brush, Target
from vok_tui.painting.text import fit
from vok_tui.panes.scene import KeyHint, Scene
from vok_tui.panes.thinking import thinking_sign

HINT_GAP: Final = 2  # columns between two keys in the footer
KEPT_HINTS: Final = frozenset({"help", "leave"})  # ids of the keys that are left out last


def paint_status(brush: Brush, scene: Scene, title: str, status_text: str) -> None:
    """Paint the status line: the title of the game and `status_text`; at the right the progress of a thinking opponent, and the
    marks of the game ("peeked")."""
    brush.fill("sand", "on-deep")
    end = brush.width - 1
    for mark in scene.marks:
        end = brush.write_right(0, f" {mark} ", "ink", "on-gold", end=end) - 1
    text = thinking_sign(scene, end - 2 - cell_len(title) - 2 - cell_len(status_text) - 2)
    if text:
        end = brush.write_right(0, text, "gold", "on-deep", end=end) - 1
    x = brush.write(1, 0, title, "gold", "on-deep", "bold") + 2
    brush.write(x, 0, fit(status_text, end - x, scene.signs.more), "sand", "on-deep")


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
