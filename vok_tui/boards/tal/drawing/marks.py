"""Colours of seats and blocks, and the marks that all parts of the board share."""

from typing import Final, NamedTuple

from engine.tal.view import TalView
from vok_tui.boards.tal.signs import EMPTY, overseer_sign, worker_sign
from vok_tui.painting.grid import Brush, Ink, NextColumn, Target
from vok_tui.painting.text import fit
from vok_tui.panes.scene import Scene

SEAT_INKS: Final = ("clay", "sky", "rose", "olive")
BLOCK_INKS: Final = {"k": "ash", "r": "carnelian", "y": "amber", "w": "sand", "b": "lapis"}


def target_ink(scene: Scene, target: Target, ink: str = "sand") -> Ink:
    """The ink of a target, the first that fits: under the cursor; selected, or meant by the answer under the cursor; usable now;
    else `ink`."""
    if target == scene.cursor:
        return ("ink", "on-gold", "bold")
    if target == scene.selected or target in scene.affected:
        return ("gold", "bold")
    return ("ink", "on-block", "bold") if target in scene.usable else (ink,)


def target_mark(scene: Scene, target: Target) -> str:
    """The sign before a target."""
    if target == scene.selected:
        return scene.signs.selected
    if target == scene.cursor:
        return scene.signs.cursor
    if target in scene.affected:
        return scene.signs.affected
    return scene.signs.usable if target in scene.usable else " "


def seat_name(scene: Scene, seat: int) -> str:
    """What the viewer calls a player: "You", or the name."""
    return "You" if seat == scene.viewer else scene.names[seat]


def paint_sign_and_name(brush: Brush, x: int, y: int, scene: Scene, seat: int, width: int) -> NextColumn:
    """The sign and the name of a builder; returns the column after them."""
    x = brush.write(x, y, overseer_sign(scene.signs, seat), SEAT_INKS[seat])
    return brush.write(x, y, fit(seat_name(scene, seat), width - 1, ""), SEAT_INKS[seat])


def paint_blocks(brush: Brush, x: int, y: int, letters: str) -> NextColumn:
    """Blocks, each as the letter of its colour."""
    for letter in letters:
        x = brush.write(x, y, letter, BLOCK_INKS[letter], "bold")
    return x


def paint_layers(
    brush: Brush, x: int, y: int, scene: Scene, layers: tuple[str, ...], sizes: tuple[int, ...]
) -> NextColumn:
    """The layers of a pyramid, the lowest first, with the blocks that are missing."""
    for layer, size in zip(layers, sizes, strict=True):
        x = paint_blocks(brush, x, y, layer)
        x = brush.write(x, y, scene.signs.game_signs[EMPTY] * (size - len(layer)), "dune") + 1
    return x


class FiguresOfSeat(NamedTuple):
    """How many figures of a builder stand in a place."""

    seat: int
    workers: int
    overseers: int


def figures_in(view: TalView, place: int) -> list[FiguresOfSeat]:
    """The figures in an area, for each builder that has any there."""
    found = [FiguresOfSeat(each.seat, each.workers.count(place), each.overseers.count(place)) for each in view.seats]
    return [each for each in found if each.workers or each.overseers]


def paint_figures(brush: Brush, x: int, y: int, scene: Scene, place: int) -> NextColumn:
    """The figures in an area, in groups with their numbers; cut, with a sign, where there is no room for all."""
    groups = []
    for seat, workers, overseers in figures_in(scene.view, place):
        for sign, count in ((worker_sign(scene.signs, seat), workers), (overseer_sign(scene.signs, seat), overseers)):
            if count:
                groups.append((f"{sign}{count if count > 1 else ''}", SEAT_INKS[seat]))
    for i, (text, ink) in enumerate(groups):
        needs_more = i + 1 < len(groups)
        if x + len(text) + needs_more > brush.width:
            return brush.write(x, y, scene.signs.more, "dune")
        x = brush.write(x, y, text, ink)
    if not groups:
        x = brush.write(x, y, scene.signs.game_signs[EMPTY], "dune")
    return x
