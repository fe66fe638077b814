"""The thieves: their tokens, number of cards in hand, and laid cards, in lines or as boxes."""

from typing import Final

from engine.thieves.view import ThiefView, ThievesView
from vok_tui.boards.thieves.cards import BOX_LINES, box_width, laid_card_text, paint_laid_card_box, target_ink
from vok_tui.boards.thieves.duels import is_hiding
from vok_tui.boards.thieves.signs import REPUTATION, TREASURE, sign
from vok_tui.painting.grid import HEADING_INK, Brush, Target, fit, pad
from vok_tui.panes.card_frame import paint_change_mark
from vok_tui.panes.scene import Scene

NAME_COLUMNS: Final = 10
SEPARATOR: Final = "  "
NO_CARD_TEXTS: Final = {False: "no card yet", True: "hides"}  # by whether the thief hides


def paint_seats(brush: Brush, scene: Scene, seat_lines: int, seats_per_row: int) -> None:
    """Paint a heading with the community card, and all thieves, `seats_per_row` side by side, each in `seat_lines` lines."""
    view: ThievesView = scene.view
    boxed = seat_lines >= BOX_LINES
    brush.write(1, 0, "Thieves", *HEADING_INK)
    if not boxed:
        heads = f"{sign(scene.signs, REPUTATION)}   {sign(scene.signs, TREASURE)}  hand"
        brush.write(NAME_COLUMNS + 2, 0, heads, "dune")
    brush.write_right(0, f"community card: {view.community_card.name if view.community_card else 'none'} ", "sand")
    width = brush.width // seats_per_row
    for thief in view.seats:
        row, column = divmod(thief.seat, seats_per_row)
        seat_brush = brush.sub_brush(column * width, 1 + row * seat_lines, width, seat_lines)
        paint = paint_tokens_and_card_boxes if boxed else paint_tokens_and_card_texts
        paint_thief_name(seat_brush, scene, thief)
        paint(seat_brush, scene, thief)


def paint_thief_name(brush: Brush, scene: Scene, thief: ThiefView) -> None:
    """Paint the name of a thief, with marks for the player whose turn it is and for changes."""
    view: ThievesView = scene.view
    target = Target("seat", thief.seat)
    brush.add_target(target)
    paint_change_mark(brush, 0, 0, scene, target)
    if thief.seat == view.mover:
        brush.write(0, 0, scene.signs.new_bar, "lapis")
    name = "You" if thief.seat == view.viewer else scene.names[thief.seat]
    ink = target_ink(scene, target, "dune" if thief.status != "inside" else "sand")
    brush.write(1, 0, pad(name, NAME_COLUMNS - 1), *ink)


def paint_tokens_and_card_texts(brush: Brush, scene: Scene, thief: ThiefView) -> None:
    """Paint the tokens and laid cards of a thief after the name, in `brush.height` lines of text."""
    if thief.status == "out":
        brush.write(NAME_COLUMNS + 1, 0, "out of the game", "dune")
        return
    numbers = f"{thief.reputation:>2}  {thief.treasure:>2}   {thief.hand_count:>2}"
    x = brush.write(NAME_COLUMNS + 1, 0, numbers, "sand") + 2
    if thief.status == "escaped":
        brush.write(x, 0, "escaped", "dune")
        return
    text = SEPARATOR.join(
        [laid_card_text(scene, laid_card, in_full=brush.height > 1) for laid_card in thief.laid_cards]
    )
    used = used_community_half_text(scene.view, thief)
    text += f"{SEPARATOR}and {used}" if used else ""
    no_card = NO_CARD_TEXTS[is_hiding(scene.view, thief)] if scene.view.tomb_symbol else ""
    lines = wrap_between_cards(text or no_card, brush.width - x)
    for y, line in enumerate(lines[: brush.height]):
        is_last = y == brush.height - 1
        line_text = SEPARATOR.join(lines[y:]) if is_last else line
        brush.write(x, y, fit(line_text, brush.width - x), "sand" if thief.laid_cards else "dune")


def paint_tokens_and_card_boxes(brush: Brush, scene: Scene, thief: ThiefView) -> None:
    """Paint the tokens of a thief below the name, and the laid cards beside it as boxes."""
    if thief.status == "out":
        brush.write(1, 1, "out", "dune")
        return
    tokens = f"{sign(scene.signs, REPUTATION)}{thief.reputation} {sign(scene.signs, TREASURE)}{thief.treasure}"
    brush.write(1, 1, tokens, "sand")
    brush.write(1, 2, f"hand {thief.hand_count}", "sand")
    used = used_community_half_text(scene.view, thief)
    hides = NO_CARD_TEXTS[True] if not thief.laid_cards and is_hiding(scene.view, thief) else ""
    brush.write(1, 3, "escaped" if thief.status == "escaped" else f"+{used}" if used else hides, "dune")
    columns = box_width(len(thief.laid_cards), brush.width - NAME_COLUMNS)
    for i, laid_card in enumerate(thief.laid_cards):
        paint_laid_card_box(brush.sub_brush(NAME_COLUMNS + i * columns, 0, columns, BOX_LINES), scene, laid_card)


def used_community_half_text(view: ThievesView, thief: ThiefView) -> str:
    """The half of the community card that a thief uses; "" before the thief has chosen one."""
    if view.community_card is None or thief.community_duel < 0:
        return ""
    return str(view.community_card.half(thief.community_half))


def wrap_between_cards(text: str, width: int) -> list[str]:
    """Wrap a text of cards, breaking lines only between cards."""
    lines = [""]
    for card_text in text.split(SEPARATOR):
        longer = f"{lines[-1]}{SEPARATOR}{card_text}" if lines[-1] else card_text
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(card_text)
    return lines
