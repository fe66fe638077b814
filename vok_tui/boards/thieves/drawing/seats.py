"""The thieves: tokens, cards in hand, and what lies before each, in lines or as boxes."""

from typing import Final

from engine.thieves.view import ThiefView, ThievesView
from vok_tui.boards.thieves.drawing.cards import (
    BOX_LINES,
    box_width,
    cursor_ink,
    laid_text,
    paint_laid_box,
)
from vok_tui.boards.thieves.duels import is_hiding
from vok_tui.boards.thieves.signs import REPUTATION, TREASURE, sign
from vok_tui.painting.grid import Brush, Target
from vok_tui.painting.text import fit
from vok_tui.panes.scene import Scene
from vok_tui.panes.story.marks import paint_change_mark

NAME_COLUMNS: Final = 10
SEPARATOR: Final = "  "
NO_CARD: Final = {False: "no card yet", True: "hides"}


def paint_seats(brush: Brush, scene: Scene, seat_lines: int, columns: int) -> None:
    """All thieves in `columns` columns, each in `seat_lines` lines, below a heading with the community card."""
    view: ThievesView = scene.view
    heads = f"{'Thieves':<{NAME_COLUMNS}} {sign(scene.signs, REPUTATION)}   {sign(scene.signs, TREASURE)}  hand"
    boxed = seat_lines >= BOX_LINES
    brush.write(1, 0, "Thieves" if boxed else heads, "gold")
    brush.write_right(0, f"community card: {view.community.name if view.community else 'none'} ", "sand")
    width = brush.width // columns
    for thief in view.seats:
        row, column = divmod(thief.seat, columns)
        at = brush.sub_brush(column * width, 1 + row * seat_lines, width, seat_lines)
        paint = paint_thief_box if boxed else paint_thief_lines
        paint_thief_name(at, scene, thief)
        paint(at, scene, thief)


def paint_thief_name(brush: Brush, scene: Scene, thief: ThiefView) -> None:
    """The name of a thief, with the marks of whose turn it is and of what is new."""
    view: ThievesView = scene.view
    target = Target("seat", thief.seat)
    brush.add_target(target)
    paint_change_mark(brush, 0, 0, scene, target)
    if thief.seat == view.mover:
        brush.write(0, 0, scene.signs.new_bar, "lapis")
    name = "You" if thief.seat == view.viewer else scene.names[thief.seat]
    ink = cursor_ink(scene, target, "dune" if thief.status != "inside" else "sand")
    brush.write(1, 0, fit(name, NAME_COLUMNS - 1).ljust(NAME_COLUMNS - 1), *ink)


def paint_thief_lines(brush: Brush, scene: Scene, thief: ThiefView) -> None:
    """The tokens of a thief and what lies before them, behind the name."""
    if thief.status == "out":
        brush.write(NAME_COLUMNS + 1, 0, "out of the game", "dune")
        return
    numbers = f"{thief.reputation:>2}  {thief.treasure:>2}   {thief.hand_count:>2}"
    at = brush.write(NAME_COLUMNS + 1, 0, numbers, "sand") + 2
    if thief.status == "escaped":
        brush.write(at, 0, "escaped", "dune")
        return
    text = SEPARATOR.join([laid_text(scene, laid, in_full=brush.height > 1) for laid in thief.laid_cards])
    used = used_community_half_text(scene.view, thief)
    text += f"{SEPARATOR}and {used}" if used else ""
    nothing = NO_CARD[is_hiding(scene.view, thief)] if scene.view.tomb_symbol else ""
    lines = wrap_between_cards(text or nothing, brush.width - at)
    for y, line in enumerate(lines[: brush.height]):
        last = y == brush.height - 1
        rest = SEPARATOR.join(lines[y:]) if last else line
        brush.write(at, y, fit(rest, brush.width - at), "sand" if thief.laid_cards else "dune")


def paint_thief_box(brush: Brush, scene: Scene, thief: ThiefView) -> None:
    """Below the name the tokens of a thief, and beside it the cards as boxes."""
    if thief.status == "out":
        brush.write(1, 1, "out", "dune")
        return
    tokens = f"{sign(scene.signs, REPUTATION)}{thief.reputation} {sign(scene.signs, TREASURE)}{thief.treasure}"
    brush.write(1, 1, tokens, "sand")
    brush.write(1, 2, f"hand {thief.hand_count}", "sand")
    used = used_community_half_text(scene.view, thief)
    hides = NO_CARD[True] if not thief.laid_cards and is_hiding(scene.view, thief) else ""
    brush.write(1, 3, "escaped" if thief.status == "escaped" else f"+{used}" if used else hides, "dune")
    columns = box_width(len(thief.laid_cards), brush.width - NAME_COLUMNS)
    for place, laid in enumerate(thief.laid_cards):
        paint_laid_box(brush.sub_brush(NAME_COLUMNS + place * columns, 0, columns, BOX_LINES), scene, laid)


def used_community_half_text(view: ThievesView, thief: ThiefView) -> str:
    """The half of the community card that a thief uses; "" before the thief has said it."""
    return (
        str(view.community.half(thief.community_half))
        if thief.community_duel >= 0 and view.community is not None
        else ""
    )


def wrap_between_cards(text: str, width: int) -> list[str]:
    """A text in lines, broken between cards."""
    lines = [""]
    for part in text.split(SEPARATOR):
        longer = f"{lines[-1]}{SEPARATOR}{part}" if lines[-1] else part
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
