"""The colours of seats and blocks, and the marks that all parts of the board share."""

from typing import Final, NamedTuple

from engine.tal.view import TalView
from vok_tui.boards.tal.signs import EMPTY, overseer_sign, worker_sign
from vok_tui.painting.grid import Brush, Ink, NextColumn, Target, fit
from vok_tui.panes.scene import Scene

SEAT_INKS: Final = ("clay", "sky", "rose", "olive")
BLOCK_INKS: Final = {"k": "ash", "r": "carnelian", "y": "amber", "w": "sand", "b": "lapis"}


def target_ink(scene: Scene, target: Target, ink: str = "sand") -> Ink:
    """The ink of a target: under the cursor, else selected or affected by the answer under the cursor, else usable now, else
    `ink`."""
    if target == scene.cursor:
        return ("ink", "on-gold", "bold")
    if target == scene.selected or target in scene.affected:
        return ("gold", "bold")
    return ("ink", "on-block", "bold") if target in scene.usable else (ink,)


def target_mark(scene: Scene, target: Target) -> str:
    """The sign before a target: selected, under the cursor, affected by the answer under it, usable now, or a blank."""
    if target == scene.selected:
        return scene.signs.selected
    if target == scene.cursor:
        return scene.signs.cursor
    if target in scene.affected:
        return scene.signs.affected
    return scene.signs.usable if target in scene.usable else " "


def seat_name(scene: Scene, seat: int) -> str:
    """The name of a player for the viewer: "You", or the player's name."""
    return "You" if seat == scene.viewer else scene.names[seat]


def paint_sign_and_name(brush: Brush, x: int, y: int, scene: Scene, seat: int, width: int) -> NextColumn:
    """Paint the sign and the name of a builder."""
    x = brush.write(x, y, overseer_sign(scene.signs, seat), SEAT_INKS[seat])
    return brush.write(x, y, fit(seat_name(scene, seat), width - 1, ""), SEAT_INKS[seat])


def paint_blocks(brush: Brush, x: int, y: int, letters: str) -> NextColumn:
    """Paint blocks, each as the letter of its colour."""
    for letter in letters:
        x = brush.write(x, y, letter, BLOCK_INKS[letter], "bold")
    return x


def paint_layers(
    brush: Brush, x: int, y: int, scene: Scene, layers: tuple[str, ...], sizes: tuple[int, ...]
) -> NextColumn:
    """Paint the layers of a pyramid, the lowest first, with a sign for each missing block."""
    for layer, size in zip(layers, sizes, strict=True):
        x = paint_blocks(brush, x, y, layer)
        x = brush.write(x, y, scene.signs.game_signs[EMPTY] * (size - len(layer)), "dune") + 1
    return x


class FiguresOfSeat(NamedTuple):
    """The number of a builder's workers and overseers in one place."""

    seat: int
    workers: int
    overseers: int


def figures_in(view: TalView, place: int) -> list[FiguresOfSeat]:
    """The figures in an area, for each builder who has any there."""
    figures = [FiguresOfSeat(seat.seat, seat.workers.count(place), seat.overseers.count(place)) for seat in view.seats]
    return [of_seat for of_seat in figures if of_seat.workers or of_seat.overseers]


def paint_figures(brush: Brush, x: int, y: int, scene: Scene, place: int) -> NextColumn:
    """Paint the figures in an area, in groups with their numbers. If not all fit, a sign stands for the rest."""
    groups = []
    for seat, workers, overseers in figures_in(scene.view, place):
        for sign, count in ((worker_sign(scene.signs, seat), workers), (overseer_sign(scene.signs, seat), overseers)):
            if count:
                groups.append((f"{sign}{count if count > 1 else ''}", SEAT_INKS[seat]))
    for i, (text, ink) in enumerate(groups):
        is_followed = i + 1 < len(groups)
        if x + len(text) + is_followed > brush.width:
            return brush.write(x, y, scene.signs.more, "dune")
        x = brush.write(x, y, text, ink)
    if not groups:
        x = brush.write(x, y, scene.signs.game_signs[EMPTY], "dune")
    return x
