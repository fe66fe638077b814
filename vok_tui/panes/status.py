"""The status line at the top of the table and the footer at the bottom."""

from collections.abc import Sequence, Set
from typing import Final

from rich.cells import cell_len

from vok_tui.painting.grid import Brush, Target
from vok_tui.painting.text import fit
from vok_tui.panes.scene import KeyHint, Scene
from vok_tui.panes.thinking import thinking_sign

HINT_GAP: Final = 2  # columns between two keys of the footer
KEPT_HINTS: Final = frozenset({"help", "leave"})


def paint_status(brush: Brush, scene: Scene, title: str, where: str) -> None:
    """Paint the status line: the game, the turn and its player; at the right the sign of a thinking opponent, and what
    keeps the game apart."""
    brush.fill("sand", "on-deep")
    end = brush.width - 1
    for mark in scene.marks:
        end = brush.write_right(0, f" {mark} ", "ink", "on-gold", end=end) - 1
    text = thinking_sign(scene, end - 2 - cell_len(title) - 2 - cell_len(where) - 2)
    if text:
        end = brush.write_right(0, text, "gold", "on-deep", end=end) - 1
    x = brush.write(1, 0, title, "gold", "on-deep", "bold") + 2
    brush.write(x, 0, fit(where, end - x, scene.signs.more), "sand", "on-deep")


def paint_footer(brush: Brush, scene: Scene) -> None:
    """Paint the keys that work now; they can also be clicked."""
    paint_keys(brush, scene.footer, KEPT_HINTS if not scene.overlay else frozenset())


def paint_keys(brush: Brush, hints: Sequence[KeyHint], kept: frozenset[str] = frozenset()) -> None:
    """Paint keys with their labels, as far as there is room. Those of `kept` stay longest."""
    x = 1
    for i in fitting_hint_indices(hints, brush.width - 2, kept):
        key, label, _, _ = hints[i]
        part = brush.sub_brush(x, 0, hint_columns(hints[i]), 1)
        part.add_target(Target("key", i))
        at = part.write(0, 0, key, "lapis", "bold") + 1
        part.write(at, 0, label, "dune")
        x += part.width + HINT_GAP


def fitting_hint_indices(hints: Sequence[KeyHint], width: int, kept: Set[str] = KEPT_HINTS) -> list[int]:
    """The places of the hints that fit into a width, in their order. Those that are kept, by their ids, go last; of the others,
    the last ones go first. While an overlay is open, all its own keys come before help."""
    shown = list(range(len(hints)))
    while shown and sum([hint_columns(hints[i]) + HINT_GAP for i in shown]) - HINT_GAP > width:
        others = [i for i in shown if hints[i].id not in kept]
        shown.remove(others[-1] if others else shown[-1])
    return shown


def hint_columns(hint: KeyHint) -> int:
    """The columns of a key and its label."""
    return cell_len(hint.key) + 1 + cell_len(hint.label)
