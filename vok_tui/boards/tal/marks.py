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


def paint_sign_and_name(brush: Brush, x: int, y: int, scene: Scene, seat: int, width: int) -> None:
    x = brush.write(x, y, overseer_sign(scene.signs, seat), SEAT_INKS[seat])
    brush.write(x, y, fit(seat_name(scene, seat), width - 1, ""), SEAT_INKS[seat])


def paint_blocks(brush: Brush, x: int, y: int, letters: str) -> NextColumn:
    """Paint blocks, each as the letter of its colour."""
    for letter in letters:
        x = brush.write(x, y, letter, BLOCK_INKS[letter])
    return x


def paint_layers(
    brush: Brush, x: int, y: int, scene: Scene, layers: tuple[str, ...], sizes: tuple[int, ...], gap: int = 1
) -> NextColumn:
    """Paint the layers of a pyramid, the lowest first, with a sign for each missing block and `gap` blanks after each layer."""
    for layer, size in zip(layers, sizes, strict=True):
        x = paint_blocks(brush, x, y, layer)
        x = brush.write(x, y, scene.signs.game_signs[EMPTY] * (size - len(layer)), "dune") + gap
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


Group = tuple[str, str]  # signs of figures, and their ink


def paint_figures(brush: Brush, scene: Scene, place: int, more_room: Brush | None = None) -> None:
    """Paint the figures in an area: each with its sign if there are lines for all; otherwise a sign and a number for those
    of a kind. `more_room` takes what does not fit into the brush; if even that is too little, a sign stands for
    the rest."""
    singly: list[Group] = []
    counted: list[Group] = []
    for seat, workers, overseers in figures_in(scene.view, place):
        signs = (worker_sign(scene.signs, seat), overseer_sign(scene.signs, seat))
        singly.append((signs[0] * workers + signs[1] * overseers, SEAT_INKS[seat]))
        numbers = zip(signs, (workers, overseers), strict=True)
        counted.append(
            ("".join([f"{sign}{count if count > 1 else ''}" for sign, count in numbers if count]), SEAT_INKS[seat])
        )
    for margin in (1, 0):
        rows = rows_of_groups(singly, brush.width - 2 * margin, gap=1)
        if 1 < brush.height >= len(rows) and all(groups_width(row, gap=1) <= brush.width - 2 * margin for row in rows):
            for y, row in enumerate(rows):
                paint_groups(brush, margin, y, row, gap=1)
            return
    brushes = [brush.sub_brush(0, y, brush.width, 1) for y in range(brush.height)] + ([more_room] if more_room else [])
    for line in brushes:
        row = rows_of_groups(counted, line.width, gap=0)[0] if counted else []
        counted = counted[len(row) :]
        is_last = line is brushes[-1]
        if counted and is_last:
            row = [*row[:-1], (scene.signs.more, "dune")]
        has_margin = 0 < groups_width(row, gap=0) < line.width - 1  # blanks on both sides, in the edge of the frame
        end = paint_groups(line, line.write(0, 0, " ") if has_margin else 0, 0, row, gap=0)
        if has_margin:
            line.write(end, 0, " ")


def rows_of_groups(groups: list[Group], width: int, gap: int) -> list[list[Group]]:
    """The groups in rows of at most `width` cells, with `gap` blanks between two of a row; a group that is wider than a row has
    one for itself."""
    rows: list[list[Group]] = []
    used = 0
    for group in groups:
        if rows and used + gap + len(group[0]) <= width:
            rows[-1].append(group)
            used += gap + len(group[0])
        else:
            rows.append([group])
            used = len(group[0])
    return rows


def groups_width(groups: list[Group], gap: int) -> int:
    return sum([len(text) + gap for text, _ in groups]) - gap if groups else 0


def paint_groups(brush: Brush, x: int, y: int, groups: list[Group], gap: int) -> NextColumn:
    """Paint a row of groups."""
    for text, ink in groups:
        x = brush.write(x, y, text, ink) + gap
    return x
