"""Tombs and what belongs to them: the lines of the seats, the shelves of sets, and the kinds that are still missing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from engine.core.wording import plural
from engine.valley.catalogue.card import Card
from engine.valley.view import Face, SeatView, SetView, View
from vok_tui.boards.valley.names import brief_name, edition_ink, ink_of_set, level_or_person, owner_text, rank_texts
from vok_tui.boards.valley.pages import MISSING_TARGET, NOT_SEEN, OWN_PLACES, PYRAMID, copies_by_place
from vok_tui.boards.valley.signs import edition_sign, sign_of_set
from vok_tui.boards.valley.story_details import tomb_mark_target
from vok_tui.boards.valley.tiles import paint_set_sign
from vok_tui.painting.grid import Brush, Ink, InkedWord, LineCount, Target, fit, wrap_inked
from vok_tui.panes.card_frame import paint_change_mark
from vok_tui.panes.scene import Scene

SHELF_EDGE: Final = "▔"
POINTS_MARGIN: Final = 3  # columns after the points of starters and unique artifacts, as on the edges of shelves


def faces_of_set(tomb_set: SetView) -> list[Face]:
    """The kinds of a set, in the order of the rulebook."""
    return sorted((*tomb_set.present, *tomb_set.missing), key=lambda face: face.kind)


def shelf_name_widths(seat: SeatView) -> tuple[tuple[int, ...], ...]:
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
    if target in scene.step_marks.changed_by_highlighted_step:
        return scene.signs.changed_by_step
    return scene.signs.new_bar if target in scene.step_marks.changed_since_answer else ""


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


HEADING: Final = "Missing kinds still available"
LEGEND: Final = "a number: copies that you have not seen"
SIGN_COLUMNS: Final = 3  # of the signs of a set and its edition
MIN_LINES: Final = 4


def paint_missing_kinds(brush: Brush, scene: Scene, cards: Mapping[int, Card]) -> None:
    """Paint a heading, the sets that fit, and what the numbers mean. Nothing for a spectator or while the hand is covered."""
    view: View = scene.view
    if brush.height < MIN_LINES or view.viewer < 0 or scene.covered_reason:
        return
    under_cursor = scene.cursor == MISSING_TARGET
    x = brush.write(0, 0, scene.signs.rule * 2, "deep") + 1
    brush.write(0, 0, scene.signs.cursor if under_cursor else "", "gold")
    x = brush.write(x, 0, HEADING, *(("ink", "on-gold") if under_cursor else ("lapis", "bold"))) + 1
    brush.write(x, 0, scene.signs.rule * (brush.width - x), "deep")
    y, last = 1, brush.height - 1
    for tomb_set in sorted(view.mine.sets, key=lambda tomb_set: -tomb_set.distinct_kinds):
        lines = wrap_inked(missing_kind_words(scene, tomb_set, cards), brush.width - SIGN_COLUMNS)
        if not tomb_set.missing or y + len(lines) > last:
            continue
        brush.write(0, y, sign_of_set(scene.signs, tomb_set.name), ink_of_set(tomb_set.name))
        for line in lines:
            x = SIGN_COLUMNS
            for word, ink in line:
                x = brush.write(x, y, word, *ink) + 1
            y += 1
    brush.write(SIGN_COLUMNS, y, LEGEND, "dune")
    brush.sub_brush(0, 0, brush.width, y + 1).add_target(MISSING_TARGET)


def missing_kind_words(scene: Scene, tomb_set: SetView, cards: Mapping[int, Card]) -> list[InkedWord]:
    """The missing kinds of a set that are still available, and where: "Isis pyramid +1, Horus 2, Thoth yours"."""
    view: View = scene.view
    words: list[InkedWord] = []
    for face in faces_of_set(tomb_set):
        if face in tomb_set.present or face.kind in view.mine.unobtainable_kinds:
            continue
        if words:
            words[-1] = (f"{words[-1][0]},", words[-1][1])
        words += [(word, ("sand",)) for word in brief_name(face).split()]
        words += place_words(dict(copies_by_place(view, cards[face.kind], face.kind, scene.names)))
    return words or [("nothing", ("dune",))]


def place_words(places: Mapping[str, int]) -> list[InkedWord]:
    """Where a kind is available: among the viewer's own cards, else in the pyramid or among unseen cards, else elsewhere."""
    if OWN_PLACES & places.keys():
        return [("yours", ("gold",))]
    unseen: list[InkedWord] = [(str(places[NOT_SEEN]), ("dune",))] if NOT_SEEN in places else []
    if PYRAMID in places:
        return [(PYRAMID, ("faience",)), *[(f"+{count}", ink) for count, ink in unseen]]
    return unseen or [(word, ("dune",)) for word in next(iter(places), "").split()]


BAR_COLUMNS: Final = 34  # from this width on, a set is also drawn as a bar, one sign per kind


def paint_my_tomb(brush: Brush, scene: Scene) -> LineCount:
    """Paint your tomb (for a spectator, that of the first seat): for each set the number of kinds, and the points now and with
    the next kind. Returns the number of lines."""
    seat: SeatView = scene.view.mine
    score = points_text(scene, seat)
    title = f"{owner_text(scene.view, scene.names)} tomb"
    paint_title_line(brush, fit(title, brush.width - cell_len(score) - 1, scene.signs.more), score)
    for i, tomb_set in enumerate(seat.sets):
        paint_my_set(brush.sub_brush(0, 1 + i, brush.width, 1), scene, Target("set", i), tomb_set)
    y = 1 + len(seat.sets)
    last_line = brush.sub_brush(0, y, brush.width, 1)
    target = Target("set", len(seat.sets))
    last_line.add_target(target)
    highlight_if_under_cursor(last_line, scene, target)
    paint_starters_and_uniques(last_line, scene, seat)
    return y + 1


def paint_my_shelves(brush: Brush, scene: Scene) -> None:
    """Paint your tomb as shelves (for a spectator, that of the first seat)."""
    seat: SeatView = scene.view.mine
    title = f"{owner_text(scene.view, scene.names)} tomb"
    paint_title_line(brush, title, points_text(scene, seat))
    brush.write(cell_len(title) + 1, 0, plural(seat.tomb_count, "card"), "dune")
    y = 1
    for i in range(len(seat.sets)):
        y += paint_shelf(brush.sub_brush(0, y, brush.width, brush.height - y), scene, seat, i, Target("set", i))
    last_line = brush.sub_brush(0, y, brush.width, 1)
    target = Target("set", len(seat.sets))
    last_line.add_target(target)
    highlight_if_under_cursor(last_line, scene, target)
    paint_starter_and_unique_names(last_line, scene, seat)


def paint_ranks(brush: Brush, scene: Scene) -> None:
    """Paint the rank of a solitaire game and as many of the next ones as fit."""
    rank, *higher = rank_texts(scene.view.mine.score)
    x = brush.write(0, 0, rank, "gold")
    for text in higher:
        if x + cell_len(text) + 2 > brush.width:
            break
        x = brush.write(x, 0, f", {text}", "dune")


def paint_opponent_shelves(brush: Brush, scene: Scene, seat: SeatView) -> None:
    """Paint an opponent whose tomb is painted as shelves."""
    paint_opponent(brush.sub_brush(0, 0, brush.width, 1), scene, seat)
    brush.add_target(Target("seat", seat.seat))
    y = 1
    for i in range(len(seat.sets)):
        y += paint_shelf(brush.sub_brush(0, y, brush.width, brush.height - y), scene, seat, i, None)
    paint_starter_and_unique_names(brush.sub_brush(0, y, brush.width, 1), scene, seat)
    counts = f"hand {seat.hand_count}  deck {seat.deck_count}  pile {seat.discard_count}"
    top = f", on top {seat.discard_top.name}" if seat.discard_top is not None else ""
    brush.write(0, y + 1, fit(counts + top, brush.width, scene.signs.more), "dune")


def paint_title_line(brush: Brush, title: str, right_text: str) -> None:
    """Paint a title, and a text at the right edge."""
    brush.write(0, 0, title, "lapis", "bold")
    brush.write_right(0, right_text, "gold", "bold")


def points_text(scene: Scene, seat: SeatView) -> str:
    """The score in words, with a sign for a winner."""
    won = seat.seat in scene.view.winners and len(scene.view.seats) > 1
    return plural(seat.score, "point") + (f" {scene.signs.done}" if won else "")


def highlight_if_under_cursor(brush: Brush, scene: Scene, target: Target) -> None:
    """Fill the rectangle with the ink of the cursor if it shows the target under the cursor."""
    if target == scene.cursor:
        brush.fill("ink", "on-gold")
        brush.write(0, 0, scene.signs.cursor, "ink", "on-gold")


def paint_my_set(brush: Brush, scene: Scene, target: Target, tomb_set: SetView) -> None:
    """Paint a set of your tomb: its sign, its name, its number of kinds ("3/6"), and its points ("9→16"). Without room for
    the blank between sign and name, it is left out, or the name is cut."""
    brush.add_target(target)
    highlight_if_under_cursor(brush, scene, target)
    under_cursor = target == scene.cursor
    ink = ("ink", "on-gold") if under_cursor else ()
    tint = ink or (ink_of_set(tomb_set.name),)
    edition_column = int(scene.view.mixed and brush.width >= BAR_COLUMNS)  # for the sign of the edition
    count = f"{tomb_set.distinct_kinds}/{tomb_set.size}"
    if tomb_set.distinct_kinds == tomb_set.size:
        points, next_points = f"{tomb_set.points} {scene.signs.done}", ""
    else:
        points, next_points = str(tomb_set.points), f"{scene.signs.becomes}{tomb_set.next_points}"
    name_column, name_columns = 2 + edition_column, brush.width - 2 - cell_len(f" {count} {points}{next_points}")
    if cell_len(tomb_set.name) > name_columns and not scene.view.mixed:  # otherwise the sign of the edition is there
        name_column, name_columns = 1, name_columns + 1
    name = fit(tomb_set.name, name_columns, scene.signs.more)
    if not under_cursor:
        paint_set_sign(brush, 0, 0, scene, tomb_set.name, tomb_set.edition)
    x = brush.write(name_column, 0, name, *tint) + 1
    paint_change_mark(
        brush, x - 1, 0, scene, tomb_mark_target(scene.view.mine.seat, target.index), *(ink and ("on-gold",))
    )
    brush.write(x, 0, count, *(ink or (("sand" if tomb_set.distinct_kinds else "dune"),)))
    if brush.width >= BAR_COLUMNS:
        x = brush.write(20 + edition_column, 0, scene.signs.filled * tomb_set.distinct_kinds, *tint)
        brush.write(x, 0, scene.signs.hollow * (tomb_set.size - tomb_set.distinct_kinds), *(ink or ("dune",)))
    x = brush.write_right(0, next_points, *(ink or ("dune",)))
    brush.write_right(0, points, *(ink or ("gold",)), end=x)


def paint_starters_and_uniques(brush: Brush, scene: Scene, seat: SeatView) -> None:
    """Paint the starters and unique artifacts of a tomb: how many there are, and their points."""
    ink = ("ink", "on-gold") if Target("set", len(seat.sets)) == scene.cursor else ()
    starters = sum(face.set == "starter" for face in seat.other_artifacts)
    signs = scene.signs
    if not ink:
        brush.write(0, 0, sign_of_set(signs, "starter"), ink_of_set("starter"))
    edition_column = int(scene.view.mixed and brush.width >= BAR_COLUMNS)
    x = brush.write(2 + edition_column, 0, plural(starters, "starter"), *(ink or ("sand" if starters else "dune",)))
    ground = ink and ("on-gold",)
    paint_change_mark(brush, x, 0, scene, tomb_mark_target(seat.seat, len(seat.sets)), *ground)
    uniques = len(seat.other_artifacts) - starters
    sign = sign_of_set(signs, "unique")
    x = brush.write(x + 2, 0, f"{sign} {uniques}", *(ink or (ink_of_set("unique") if uniques else "dune",)))
    paint_change_mark(brush, x, 0, scene, tomb_mark_target(seat.seat, len(seat.sets) + 1), *ground)
    brush.write_right(0, str(sum(face.vp for face in seat.other_artifacts)), *(ink or ("gold",)))


def paint_opponent(brush: Brush, scene: Scene, seat: SeatView, *, with_card_names: bool = False) -> None:
    """Paint an opponent on three lines: name and points; hand, deck and pile; the tomb as the number of kinds in each set, or
    with `with_card_names` as the names of its cards if they fit. With two lines, the second is left out."""
    target = Target("seat", seat.seat)
    brush.add_target(target)
    view: View = scene.view
    under_cursor = target == scene.cursor
    ink = ("ink", "on-gold") if under_cursor else ()
    if under_cursor:
        brush.fill(*ink)
    mark = scene.signs.selected if target == scene.selected else scene.signs.cursor if under_cursor else ""
    if not mark and target in scene.usable:
        mark = scene.signs.usable
    if not mark and target in scene.step_marks.changed_by_highlighted_step:
        mark = scene.signs.changed_by_step
    score = points_text(scene, seat)
    key = scene.target_keys.get(target, "") if target in scene.usable else ""
    mark += key
    is_active = view.active == seat.seat and view.mover >= 0
    reserved = len(score) + 1 + 2 * is_active + (len(mark) + 1 if mark else 0)
    name = fit(scene.names[seat.seat], brush.width - reserved, scene.signs.more)
    x = brush.write(0, 0, f"{mark} " if mark else "", *(ink or (("lapis", "bold") if key else ())))
    x = brush.write(x, 0, name, *(ink or ("sand",)), "bold")
    level = level_or_person(scene.levels[seat.seat]) if scene.levels else ""
    if level and x + cell_len(level) + 4 <= brush.width - cell_len(score):
        x = brush.write(x + 1, 0, level, *(ink or ("dune",)))
    if is_active:
        brush.write(x + 1, 0, scene.signs.new_bar, *(ink or ("gold",)))
    brush.write_right(0, score, *(ink or ("gold",)))
    counts = f"hand {seat.hand_count} deck {seat.deck_count} pile {seat.discard_count}"
    if brush.height > 2:
        brush.write(0, 1, counts, *(ink or ("dune",)))
    tomb_lines = brush.sub_brush(0, 2, brush.width, brush.height - 2)
    if with_card_names and tomb_lines.height > 0 and try_paint_tomb_names(tomb_lines, scene, seat, ink):
        return
    if brush.height > 1:
        paint_set_counts(brush, scene, seat, min(brush.height - 1, 2), ink)


def paint_set_counts(brush: Brush, scene: Scene, seat: SeatView, y: int, ink: tuple[str, ...]) -> None:
    """Paint a tomb on one line: the sign and number of kinds of each set, then starters and unique artifacts. If not all fit,
    only those that are not 0."""
    starters = sum(face.set == "starter" for face in seat.other_artifacts)
    counts = [(tomb_set.name, tomb_set.distinct_kinds) for tomb_set in seat.sets]
    counts += [("starter", starters), ("unique", len(seat.other_artifacts) - starters)]
    entries = [(name, count, tomb_mark_target(seat.seat, i)) for i, (name, count) in enumerate(counts)]
    if 3 * len(entries) > brush.width + 1:
        entries = [(name, count, mark) for name, count, mark in entries if count]
    gap = 3 if brush.width >= 38 and 5 * len(entries) <= brush.width + 3 else 1
    gap = gap if 3 * len(entries) <= brush.width + 1 else 0
    x = 0
    for name, count, mark in entries:
        tint = ink or ((ink_of_set(name), "bold") if count else ("dune",))
        x = brush.write(x, y, f"{sign_of_set(scene.signs, name)}{count}", *tint)
        if gap:
            paint_change_mark(brush, x, y, scene, mark, *(ink and ("on-gold",)))
        x += gap
