"""The right side of the table: your tomb, set by set, and what lies before each opponent."""

from typing import Final

from rich.cells import cell_len

from engine.valley.view import SeatView, SetRow, View
from saves.names import plural
from vok_tui.boards.valley_names import player_word, set_ink, whose
from vok_tui.boards.valley_tiles import set_mark
from vok_tui.panes.grid import Brush, Thing
from vok_tui.panes.scene import Scene
from vok_tui.panes.text import fit

BARS: Final = 34  # from so many columns on a set is drawn out, kind by kind


def tomb(brush: Brush, scene: Scene) -> int:
    """Your tomb, for want of a seat that of the first: for each set how many of how many, the points now and with the next
    card. Returns the lines used."""
    seat: SeatView = scene.view.mine
    score = points(scene, seat)
    whole = f"{whose(scene.view, scene.names)} tomb"
    heading(brush, fit(whole, brush.width - cell_len(score) - 1, scene.signs.more), score)
    for i, row in enumerate(seat.sets):
        set_line(brush.part(0, 1 + i, brush.width, 1), scene, Thing("set", i), row)
    y = 1 + len(seat.sets)
    part = brush.part(0, y, brush.width, 1)
    thing = Thing("set", len(seat.sets))
    part.spot(thing)
    pointed(part, scene, thing)
    rest(part, scene, seat)
    return y + 1


def heading(brush: Brush, text: str, right: str) -> None:
    """The first line of a part."""
    brush.write(0, 0, text, "lapis", "bold")
    brush.right(0, right, "gold", "bold")


def points(scene: Scene, seat: SeatView, short: bool = False) -> str:
    """The score in words, `short` where a name and a level must find room beside it, with a sign for who has won."""
    won = seat.seat in scene.view.winners and len(scene.view.seats) > 1
    return (f"{seat.score} VP" if short else plural(seat.score, "point")) + (f" {scene.signs.have}" if won else "")


def pointed(brush: Brush, scene: Scene, thing: Thing) -> None:
    """A line under the cursor."""
    if thing == scene.cursor:
        brush.fill("ink", "on-gold")
        brush.write(0, 0, scene.signs.cursor, "ink", "on-gold")


def set_line(brush: Brush, scene: Scene, thing: Thing, row: SetRow) -> None:
    """One set: sign, name, 3/6, 9→16."""
    brush.spot(thing)
    pointed(brush, scene, thing)
    here = thing == scene.cursor
    ink = ("ink", "on-gold") if here else ()
    tint = ink if here else (set_ink(row.name),)
    apart = int(scene.view.mixed and brush.width >= BARS)  # where the sign of the game can have a column of its own
    if not here:
        set_mark(brush, 0, 0, scene, row.name, row.edition)
    x = brush.write(2 + apart, 0, row.name, *tint) + 1
    x = brush.write(x, 0, f"{row.have}/{row.size}", *(ink or (("sand",) if row.have else ("dune",)))) + 2
    if brush.width >= BARS:
        x = brush.write(20 + apart, 0, scene.signs.full * row.have, *tint)
        brush.write(x, 0, scene.signs.hollow * (row.size - row.have), *(ink or ("dune",)))
    if row.have == row.size:
        now, then = f"{row.points} {scene.signs.have}", ""
    else:
        now, then = str(row.points), f"{scene.signs.to}{row.next_points}"
    x = brush.right(0, then, *(ink or ("dune",)))
    brush.right(0, now, *(ink or ("gold",)), end=x)


def rest(brush: Brush, scene: Scene, seat: SeatView) -> None:
    """What is in a tomb beside the sets: starters and unique artifacts, counted, and what they are worth."""
    ink = ("ink", "on-gold") if Thing("set", len(seat.sets)) == scene.cursor else ()
    starters = sum(face.set == "starter" for face in seat.others)
    signs = scene.signs
    if not ink:
        brush.write(0, 0, signs.of_set("starter"), "starter")
    apart = int(scene.view.mixed and brush.width >= BARS)
    x = brush.write(2 + apart, 0, plural(starters, "starter"), *(ink or ("sand" if starters else "dune",)))
    unique = len(seat.others) - starters
    brush.write(x + 2, 0, f"{signs.of_set('unique')} {unique}", *(ink or ("unique" if unique else "dune",)))
    brush.right(0, str(sum(face.vp for face in seat.others)), *(ink or ("gold",)))


def opponent(brush: Brush, scene: Scene, seat: SeatView) -> None:
    """Another player: name and points, hand, deck and pile, the tomb by sets; on two lines without the middle one."""
    thing = Thing("seat", seat.seat)
    brush.spot(thing)
    view: View = scene.view
    here = thing == scene.cursor
    ink = ("ink", "on-gold") if here else ()
    if here:
        brush.fill(*ink)
    mark = scene.signs.chosen if thing == scene.chosen else scene.signs.cursor if here else ""
    if not mark and thing in scene.live:
        mark = scene.signs.live
    score = points(scene, seat, brush.width < BARS)
    name = fit(scene.names[seat.seat], brush.width - len(score) - 3 - 2 * bool(mark), scene.signs.more)
    x = brush.write(0, 0, f"{mark} " if mark else "", *ink)
    x = brush.write(x, 0, name, *(ink or ("sand",)), "bold")
    level = player_word(scene.levels[seat.seat]) if scene.levels else ""
    if level and x + cell_len(level) + 4 <= brush.width - cell_len(score):
        x = brush.write(x + 1, 0, level, *(ink or ("dune",)))
    if view.active == seat.seat and view.mover >= 0:
        brush.write(x + 1, 0, scene.signs.bar, *(ink or ("gold",)))
    brush.right(0, score, *(ink or ("gold",)))
    counts = f"hand {seat.hand_count} deck {seat.deck_count} pile {seat.discard_count}"
    if brush.height > 2:
        brush.write(0, 1, counts, *(ink or ("dune",)))
    if brush.height > 1:
        tally(brush, scene, seat, brush.height - 1, ink)


def tally(brush: Brush, scene: Scene, seat: SeatView, y: int, ink: tuple[str, ...]) -> None:
    """A tomb on one line: for each set its sign and how many, then starters and unique artifacts. Where there is no room for all,
    those of which there are any."""
    starters = sum(face.set == "starter" for face in seat.others)
    entries = [(row.name, row.have) for row in seat.sets]
    entries += [("starter", starters), ("unique", len(seat.others) - starters)]
    if 3 * len(entries) > brush.width + 1:
        entries = [(name, count) for name, count in entries if count]
    gap = 3 if brush.width >= 38 and 5 * len(entries) <= brush.width + 3 else 1
    gap = gap if 3 * len(entries) <= brush.width + 1 else 0
    x = 0
    for name, count in entries:
        tint = ink or ((set_ink(name), "bold") if count else ("dune",))
        x = brush.write(x, y, f"{scene.signs.of_set(name)}{count}", *tint) + gap
