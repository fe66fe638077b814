"""Tombs with the names of their cards: as shelves, or on a few lines."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engine.valley.view import Face, SeatView, SetView
from vok_tui.boards.valley.names import brief_name, edition_ink, ink_of_set
from vok_tui.boards.valley.signs import edition_sign, sign_of_set
from vok_tui.boards.valley.story_details import tomb_mark_target
from vok_tui.painting.grid import Brush, Ink, LineCount, Target
from vok_tui.painting.text import InkedWord, fit, wrap_inked
from vok_tui.panes.scene import Scene
from vok_tui.panes.story.marks import paint_change_mark

SHELF_EDGE: Final = "▔"
POINTS_MARGIN: Final = 3  # columns after the points of starters and unique artifacts, as on the edges of shelves


def faces_of_set(tomb_set: SetView) -> list[Face]:
    """The kinds of a set, in the order of the rulebook."""
    return sorted((*tomb_set.present, *tomb_set.missing), key=lambda face: face.kind)


def shelf_name_widths(seat: SeatView) -> tuple[tuple[int, ...], ...]:
    """The widths of the names on each shelf."""
    return tuple([tuple([cell_len(brief_name(face)) for face in faces_of_set(tomb_set)]) for tomb_set in seat.sets])


def paint_shelf(brush: Brush, scene: Scene, seat: SeatView, set_index: int, target: Target | None) -> LineCount:
    """Paint a set of a tomb: the kinds that are there, missing, or no longer available, and below them the edge of the shelf.
    Returns the number of lines."""
    tomb_set = seat.sets[set_index]
    words: list[InkedWord] = []
    for face in faces_of_set(tomb_set):
        name = brief_name(face)
        if face in tomb_set.present:
            words.append((f"{scene.signs.filled}{name}", ("ink", f"on-{ink_of_set(tomb_set.name)}")))
        elif face.kind in seat.unobtainable_kinds:
            words.append((f"{scene.signs.times}{name}", ("dune",)))
        else:
            words.append((f"{scene.signs.hollow}{name}", ("dune",)))
    lines = wrap_inked(words, brush.width)
    for y, line in enumerate(lines):
        x = 0
        for word, ink in line:
            x = brush.write(x, y, word, *ink) + 1
    y = len(lines)
    if target is not None:
        brush.sub_brush(0, 0, brush.width, y + 1).add_target(target)
    paint_shelf_edge(
        brush.sub_brush(0, y, brush.width, 1),
        scene,
        seat,
        set_index,
        under_cursor=target is not None and target == scene.cursor,
    )
    return y + 1


def paint_shelf_edge(brush: Brush, scene: Scene, seat: SeatView, set_index: int, *, under_cursor: bool) -> None:
    """Paint the edge of a shelf: the set, its number of kinds, and its points now and with one kind more."""
    tomb_set = seat.sets[set_index]
    cursor_ink: Ink = ("ink", "on-gold") if under_cursor else ()
    brush.write(0, 0, SHELF_EDGE * brush.width, *(cursor_ink or ("block",)))
    if under_cursor:
        brush.fill(*cursor_ink)
        brush.write(0, 0, scene.signs.cursor, *cursor_ink)
    paint_change_mark(brush, 1, 0, scene, tomb_mark_target(seat.seat, set_index), *(cursor_ink and ("on-gold",)))
    tint: Ink = cursor_ink or (ink_of_set(tomb_set.name),)
    x = brush.write(2, 0, f" {sign_of_set(scene.signs, tomb_set.name)}", *tint)
    x = brush.write(
        x,
        0,
        edition_sign(scene.signs, tomb_set.edition, scene.view.mixed),
        *(cursor_ink or (edition_ink(tomb_set.edition),)),
    )
    x = brush.write(x, 0, f" {tomb_set.name}", *tint)
    brush.write(x, 0, f" {tomb_set.distinct_kinds} of {tomb_set.size} ", *(cursor_ink or ("dune",)))
    is_complete = tomb_set.distinct_kinds == tomb_set.size
    points_now, next_points = f" {tomb_set.points}", f"{scene.signs.becomes}{tomb_set.next_points} "
    points = f"{points_now} {scene.signs.done} " if is_complete else f"{points_now}{next_points}"
    brush.write_right(0, points, *(cursor_ink or ("gold",)), end=brush.width - 2)


def tomb_words(scene: Scene, seat: SeatView) -> list[InkedWord]:
    """The cards of a tomb by sets, each with its sign and the names of its kinds; then starters and unique artifacts."""
    words: list[InkedWord] = []
    for i, tomb_set in enumerate(seat.sets):
        if tomb_set.present:
            tint: Ink = (ink_of_set(tomb_set.name),)
            names = ", ".join([brief_name(face) for face in tomb_set.present]).split()
            words.append(
                (change_mark_of_set(scene, seat, i) + sign_of_set(scene.signs, tomb_set.name), (*tint, "bold"))
            )
            words += [(name, tint) for name in names]
    starters = sum(face.set == "starter" for face in seat.other_artifacts)
    uniques = [brief_name(face) for face in seat.other_artifacts if face.set != "starter"]
    starters_index = len(seat.sets)
    if starters:
        words.append((change_mark_of_set(scene, seat, starters_index) + sign_of_set(scene.signs, "starter"), ("dune",)))
        words += [(str(starters), ("dune",)), ("starter" if starters == 1 else "starters", ("dune",))]
    if uniques:
        tint = (ink_of_set("unique"),)
        mark = change_mark_of_set(scene, seat, starters_index + 1)
        words.append((mark + sign_of_set(scene.signs, "unique"), (*tint, "bold")))
        words += [(name, tint) for name in ", ".join(uniques).split()]
    return words


def change_mark_of_set(scene: Scene, seat: SeatView, set_index: int) -> str:
    """The mark of a set that other players or the step pointed at have changed; "" if it has none. For the indices of starters
    and unique artifacts see `tomb_mark_target`."""
    target = tomb_mark_target(seat.seat, set_index)
    if target in scene.changed_by_highlighted_step:
        return scene.signs.changed_by_step
    return scene.signs.new_bar if target in scene.changed_since_answer else ""


def try_paint_tomb_names(brush: Brush, scene: Scene, seat: SeatView, ink: Ink) -> bool:
    """Paint the names of the cards in a tomb. Paints nothing and returns False if they do not fit."""
    lines: Sequence[Sequence[InkedWord]] = wrap_inked(tomb_words(scene, seat), brush.width)
    if len(lines) > brush.height:
        return False
    if lines == [[]]:
        lines = [[("nothing in the tomb", ("dune",))]]
    for y, line in enumerate(lines):
        x = 0
        for word, tint in line:
            x = brush.write(x, y, word, *(ink or tint)) + 1
    return True


def paint_starter_and_unique_names(brush: Brush, scene: Scene, seat: SeatView) -> None:
    """Paint the names of the starters and unique artifacts in a tomb, and their points."""
    under_cursor = Target("set", len(seat.sets)) == scene.cursor and seat == scene.view.mine
    cursor_ink: Ink = ("ink", "on-gold") if under_cursor else ()
    points = str(sum(face.vp for face in seat.other_artifacts))
    uniques = ", ".join([face.name for face in seat.other_artifacts if face.set != "starter"])
    names = Counter([face.name for face in seat.other_artifacts if face.set == "starter"])
    starters = ", ".join([f"{count} {name}" if count > 1 else name for name, count in names.items()])
    end = brush.width - POINTS_MARGIN - len(points) - 1
    x = 0
    for text, set_name in ((starters or "none", "starter"), (uniques, "unique")):
        if text:
            text = fit(f"{sign_of_set(scene.signs, set_name)} {text}", end - x, scene.signs.more)
            x = brush.write(x, 0, text, *(cursor_ink or (ink_of_set(set_name),))) + 2
    brush.write_right(0, points, *(cursor_ink or ("gold",)), end=brush.width - POINTS_MARGIN)
